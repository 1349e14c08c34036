package friends

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"atoll/analysis"
	"atoll/game"
	"atoll/match"
	"atoll/server/wire"
	"atoll/store"
)

const (
	styleGames = 30 // the latest rated ones, of all games together
	openings   = 5  // shown of a game
)

// Style is how somebody begins their games, and how much of them was luck. It rests
// on rated games that are over, which everybody may look at.
func (f *Friends) Style(ctx context.Context, key string) (*wire.PersonStyle, error) {
	u, err := f.folk.Find(ctx, key)
	if err != nil {
		return nil, err
	}
	out := &wire.PersonStyle{Games: []wire.GameStyle{}}
	over, err := f.hub.List(ctx, u.ID, store.Filter{User: u.ID, Rated: true, Status: match.Over, Limit: styleGames}, "")
	if err != nil {
		return nil, err
	}
	for _, t := range over.Tables {
		held := slices.DeleteFunc(slices.Clone(t.Seats), func(s wire.SeatInfo) bool { return s.User != u.ID })
		if len(held) != 1 {
			continue
		}
		seat := game.Seat(slices.IndexFunc(t.Seats, func(s wire.SeatInfo) bool { return s.User == u.ID }))
		i := slices.IndexFunc(out.Games, func(g wire.GameStyle) bool { return g.Game == t.Game })
		if i < 0 {
			i = len(out.Games)
			out.Games = append(out.Games, wire.GameStyle{Game: t.Game, Openings: []wire.Opening{}})
		}
		g := &out.Games[i]
		if err := f.opening(ctx, g, t, u.ID, seat); err != nil {
			return nil, err
		}
		if err := f.luck(ctx, g, t.ID, held[0].Seat); err != nil {
			return nil, err
		}
	}
	for i := range out.Games {
		g := &out.Games[i]
		slices.SortStableFunc(g.Openings, func(a, b wire.Opening) int { return cmp.Compare(b.Games, a.Games) })
		g.Openings = g.Openings[:min(openings, len(g.Openings))]
		if g.Analysed > 0 {
			g.Luck /= float64(g.Analysed)
			g.GaveUp /= float64(g.Analysed)
		}
	}
	return out, nil
}

// opening counts what a player chose first in a game.
func (f *Friends) opening(ctx context.Context, g *wire.GameStyle, t wire.TableInfo, user string, seat game.Seat) error {
	log, err := f.n.Store.Load(ctx, t.ID, 0)
	if err != nil {
		return err
	}
	do := first(log.Entries, seat)
	if do == "" {
		return nil
	}
	g.Seen++
	i := slices.IndexFunc(g.Openings, func(o wire.Opening) bool { return o.Do == do })
	if i < 0 {
		i = len(g.Openings)
		g.Openings = append(g.Openings, wire.Opening{Do: do})
	}
	o := &g.Openings[i]
	var r wire.GameRecord
	count(&r, t, user)
	o.Games, o.Won, o.Drawn, o.Lost = o.Games+1, o.Won+r.Won, o.Drawn+r.Drawn, o.Lost+r.Lost
	return nil
}

// first is what a seat chose first, and did not take back.
func first(log []match.Entry, seat game.Seat) (do string) {
	step, at := int64(0), int64(0)
	for _, e := range log {
		switch e.Kind {
		case match.KindPlay:
			for _, m := range e.Moves {
				if m.By == seat && do == "" {
					do, at = m.Do, step
				}
			}
			step++
		case match.KindTakeback:
			if step = e.To; at >= step {
				do = ""
			}
		}
	}
	return do
}

// luck adds what was found out about a game, if somebody has had it analysed.
func (f *Friends) luck(ctx context.Context, g *wire.GameStyle, table, seat string) error {
	a, err := f.n.Store.Analysis(ctx, table, 0)
	if errors.Is(err, store.ErrNone) || err == nil && a.Status != store.AnalysisDone {
		return nil
	}
	if err != nil {
		return err
	}
	g.Analysed++
	for i, data := range a.Steps {
		var s analysis.StepJSON
		if err := json.Unmarshal(data, &s); err != nil {
			return fmt.Errorf("step %d of the analysis of table %s: %w", i, table, err)
		}
		g.Luck += s.Parts[seat].Luck
		for _, d := range s.Decisions {
			// As analysis.Summary has it: one thing alone to do is no decision.
			if d.By == seat && d.Played != nil && d.GaveUp != nil && len(d.Best) > 1 {
				g.GaveUp += *d.GaveUp
			}
		}
	}
	return nil
}
