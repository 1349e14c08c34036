package server

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/danielgtaylor/huma/v2"

	"atoll/match"
	"atoll/record"
	"atoll/server/node"
	"atoll/server/tables"
	"atoll/server/wire"
	"atoll/store"
)

// BringRequest is a finished game that was played without a server.
type BringRequest struct {
	Record string           `json:"record" minLength:"2" maxLength:"60000" doc:"the record of the game, with its proof"`
	Seats  []wire.SeatSetup `json:"seats" minItems:"1" maxItems:"6" doc:"who sat where, in seat order: me or bot"`
}

// Brought is the table of the game.
type Brought struct {
	Table wire.TableInfo `json:"table"`
	Again bool           `json:"again,omitempty" doc:"it had been uploaded before"`
}

// maxBrought is how many such games one person may upload.
const maxBrought = 1000

func (s *Server) broughtRoutes(api huma.API) {
	post(s, api, "/my/records", "Upload a finished game that you played without a server; it counts for nothing",
		asMe(func(ctx context.Context, me *who, in *struct{ Body BringRequest }) (*Brought, error) {
			return s.bring(ctx, me, in.Body)
		}))
}

// broughtID derives the id of the table from the person and the game, so that the database keeps
// the same game from being stored twice. No other id begins like it.
func broughtID(user string, rec *record.Record) string {
	sum := sha256.Sum256(append([]byte(user+"\n"), rec.AppendText(nil)...))
	return store.BroughtPrefix + node.IDOf(sum[:])[len(store.BroughtPrefix):]
}

func (s *Server) bring(ctx context.Context, me *who, req BringRequest) (*Brought, error) {
	if me.Kind != match.Account {
		return nil, &match.Error{Kind: match.Forbidden, Message: "sign in to keep games here that you played without a server"}
	}
	if !s.node.Allow("create "+me.addr, s.node.Limiter.Create, 30) {
		return nil, node.TooMany
	}
	rec, err := record.Parse(req.Record, s.node.Game)
	if err != nil {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.record", Message: err.Error()}
	}
	for i := range rec.Events {
		rec.Events[i].Legal = nil // the table keeps no lists of legal actions: without them it is the same game
	}
	id := broughtID(me.ID, rec)
	if _, t, err := s.tables.Read(ctx, id); err == nil {
		return &Brought{Table: s.infoOf(t, me.ID), Again: true}, nil
	} else if !errors.Is(err, tables.ErrNone) {
		return nil, err
	}
	n, err := s.node.Store.CountBrought(ctx, me.ID)
	if err != nil {
		return nil, err
	}
	if n >= maxBrought {
		return nil, &wire.Error{Code: wire.TooMany, Message: fmt.Sprintf("you already have %d games here that were played without a server, which is the most that can be kept", n)}
	}
	seats := make([]match.SeatSetup, len(req.Seats))
	for i, x := range req.Seats {
		seats[i] = match.SeatSetup(x)
	}
	t, c, err := match.Bring(s.node.Game, id, rec, me.user(), seats, s.node.Now())
	if err != nil {
		return nil, err
	}
	err = s.tables.Add(ctx, tables.Made{Table: t, Change: c})
	if errors.Is(err, match.ErrConflict) { // another request was faster
		return &Brought{Table: s.infoOf(t, me.ID), Again: true}, nil
	}
	if err != nil {
		return nil, err
	}
	return &Brought{Table: s.infoOf(t, me.ID)}, nil
}

func (s *Server) infoOf(t *match.Table, user string) wire.TableInfo {
	return wire.Scene{Table: t, Now: s.node.Now()}.Info(t.SeatsOf(user))
}
