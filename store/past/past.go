// Package past has a store of every schema that there has been, as the program
// of its time wrote it, so that tests can open each with the program of today.
//
// A new migration needs a new pair of files: go test ./store/past -update
package past

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"

	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/rating"
	"atoll/store"
	"atoll/tournament"
)

//go:embed testdata
var files embed.FS

// Kinds of files: a database of SQLite, and what pg_dump writes.
const (
	SQLite   = "sqlite-%d.db"
	Postgres = "postgres-%d.sql"
)

// Read returns the store of a schema; an error that is fs.ErrNotExist if nobody has
// made one.
func Read(kind string, schema int64) ([]byte, error) {
	packed, err := files.ReadFile("testdata/" + fmt.Sprintf(kind, schema) + ".gz")
	if err != nil {
		return nil, err
	}
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(zip)
}

// The people in every such store. Hall came with accounts (schema 2).
var (
	ada  = match.User{ID: "ada", Name: "Ada", Kind: "guest"}
	bob  = match.User{ID: "bob", Name: "Bob", Kind: "guest"}
	hall = store.User{ID: "hall", Kind: "account", Name: "Hall", Created: began}
)

const (
	began = 1_790_000_000_000
	chats = 3
)

// Fill writes what such a store holds: for every game one that is over, one that is running and one
// that waits for somebody; people, chat, ratings.
func Fill(ctx context.Context, s store.Store) error {
	for _, u := range []match.User{ada, bob} {
		if err := s.PutUser(ctx, store.User{ID: u.ID, Kind: u.Kind, Name: u.Name, Created: began}); err != nil {
			return err
		}
		if err := s.PutSession(ctx, store.Session{Hash: "hash of " + u.ID, User: u.ID, Created: began, Expires: began * 2}); err != nil {
			return err
		}
	}
	if err := s.SetMute(ctx, bob.ID, ada.ID, true); err != nil {
		return err
	}
	for _, g := range games.All() {
		for _, kind := range []string{"over", "runs", "open"} {
			if err := fillTable(ctx, s, g, kind); err != nil {
				return fmt.Errorf("%s %s: %w", kind, g.ID, err)
			}
		}
		for i := range chats {
			if _, err := s.AddChat(ctx, store.Chat{
				Table: "runs-" + g.ID, At: began + int64(i), User: ada.ID, Name: ada.Name,
				Seat: "N", Text: fmt.Sprint("line ", i), Msg: fmt.Sprint("c", i),
			}); err != nil {
				return err
			}
		}
	}
	if _, _, err := s.Alive(ctx, began, 1000, 0); err != nil {
		return err
	}
	if _, _, err := s.Alive(ctx, began+60_000, 1000, 0); err != nil { // a gap
		return err
	}
	if err := s.PutUser(ctx, hall); err != nil {
		return err
	}
	if err := s.PutAccount(ctx, hall, store.Account{User: hall.ID, Login: "hall", Password: "x", Created: began}); err != nil {
		return err
	}
	if err := s.SetHook(ctx, store.Hook{User: hall.ID, URL: "https://hall.example/", Secret: "s"}); err != nil {
		return err
	}
	_, err := s.Rate(ctx, "over-epigo", began, "epigo", "untimed", []string{hall.ID, ada.ID}, func(old []rating.Rating) ([]rating.Rating, *match.Change, error) {
		for i := range old {
			old[i] = rating.Rating{Value: 1600, Deviation: 100, Volatility: 0.06}
		}
		return old, nil, nil
	})
	if err != nil {
		return err
	}
	if _, err = s.AskAnalysis(ctx, "over-epigo", hall.ID, began, 10); err != nil {
		return err
	}
	return fillTournament(ctx, s)
}

// Tournament is the id of the stored tournament: two have entered, and play at
// "over-epigo".
const Tournament = "friday"

func fillTournament(ctx context.Context, s store.Tournaments) error {
	plan := tournament.Plan{
		Name: "Friday", Kind: tournament.Swiss, Access: tournament.Everyone, Start: began,
		Table: match.Setup{Game: "epigo", Players: 2, Clock: match.ClockSetup{Kind: match.Fischer, Initial: 60}},
	}
	first, err := tournament.New(plan, match.User{ID: hall.ID}, "", began)
	if err != nil {
		return err
	}
	c := store.TournamentChange{
		Head: store.TournamentHead{
			ID: Tournament, Kind: plan.Kind, Game: plan.Table.Game, Status: tournament.Running, Listed: true,
			Start: plan.Start, Due: began, Updated: began, Info: []byte(`{"name":"Friday"}`),
		},
		Entries: []tournament.Entry{
			first,
			{At: began, Enter: &tournament.Enter{User: match.User{ID: ada.ID}}},
			{At: began, Enter: &tournament.Enter{User: match.User{ID: bob.ID}}},
			{At: began, Started: true},
			{At: began, Round: &tournament.Round{Games: []tournament.Pairing{{Table: "over-epigo", Seats: []int{0, 1}}}}},
		},
	}
	c.Head.Seq = int64(len(c.Entries))
	return s.CommitTournament(ctx, c)
}

func fillTable(ctx context.Context, s match.Store, g *game.Game, kind string) error {
	now := match.Now{MS: began}
	setup := match.Setup{
		Game: g.ID, Players: 2, Listed: true, Clock: match.ClockSetup{Kind: match.Correspondence, Days: 14},
		Seats: []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatOpen}},
	}
	seed := bytes.Repeat([]byte{byte(len(kind) + len(g.ID))}, 32)
	id := kind + "-" + g.ID
	t, c, err := match.New(games.ByID, id, setup, ada, seed, map[string]string{"link": "link"}, "", now)
	if err == nil {
		err = s.Commit(ctx, c)
	}
	if err != nil || kind == "open" {
		return err
	}
	d, err := t.Join(bob, game.NoSeat, "", "", now)
	if err == nil {
		err = s.Commit(ctx, d.Change)
	}
	if err != nil {
		return err
	}
	t = d.Table
	r := game.NewRand(uint64(len(id)))
	for i := 0; t.Status == match.Running; i++ {
		now.MS += 1000
		// Where both choose at once, one choice is sealed.
		if kind == "runs" && i >= 5 && t.Waiting().Len() == 1 {
			return nil
		}
		seat := t.Waiting().First()
		if i == 60 && kind == "over" {
			d, err = t.Do(seat, "resign", "end", now)
		} else {
			view := t.Look(game.SeatViewer(seat))
			a, _ := game.Sample(view, seat, r, nil)
			d, err = t.Act(seat, t.Step, fmt.Sprint("m", i), string(view.AppendAction(nil, seat, a)), now)
			if err == nil && kind == "runs" && d.Table.Status != match.Running {
				if i > 1000 {
					return errors.New("every choice ends the game")
				}
				continue // another choice
			}
		}
		if err == nil {
			err = s.Commit(ctx, d.Change)
		}
		if err != nil {
			return err
		}
		t = d.Table
	}
	return nil
}
