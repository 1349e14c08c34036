package server_test

import (
	"context"
	"errors"
	"testing"

	"atoll/bots"
	"atoll/game"
	"atoll/match"
	"atoll/search"
	"atoll/server"
)

// TestAbsentPlayer: whoever stays away is replaced as the table says, and gets
// the seat back on return.
func TestAbsentPlayer(t *testing.T) {
	h := serve(t)
	a, b := h.person("A"), h.person("B")
	var made server.Created
	a.must("POST", "/tables", match.Setup{Game: "evo", Players: 2, Abandon: match.Abandon{Policy: match.AbandonBot, Grace: 1, Level: 1}}, &made)
	b.must("POST", "/tables/"+made.Table.ID+"/join", server.JoinRequest{}, nil)
	// Nobody of the two is connected; a third person watches a bot step in for
	// whoever is to move, and then for the other.
	w := h.person("Watcher")
	pl := &player{person: w, table: made.Table.ID, frames: w.live(made.Table.ID, "")}
	stand := func(v server.View) int {
		n := 0
		for _, s := range v.Seats {
			if s.Stand {
				n++
			}
		}
		return n
	}
	pl.follow(func(v server.View) bool { return stand(v) == 2 || over(v) })
	if over(pl.view) {
		t.Fatal("the game is over already")
	}
	a.must("POST", "/tables/"+made.Table.ID+"/do", server.TableRequest{Do: "claim"}, nil)
	pl.follow(func(v server.View) bool { return stand(v) == 1 || over(v) })

	var forfeit server.Created
	a.must("POST", "/tables", match.Setup{Game: "evo", Players: 2, Abandon: match.Abandon{Policy: match.AbandonForfeit, Grace: 1}}, &forfeit)
	b.must("POST", "/tables/"+forfeit.Table.ID+"/join", server.JoinRequest{}, nil)
	pl = &player{person: w, table: forfeit.Table.ID, frames: w.live(forfeit.Table.ID, "")}
	pl.follow(over)
}

// TestBadBot: a bot that fails or panics is replaced by one that answers.
func TestBadBot(t *testing.T) {
	for name, bot := range map[string]bots.Func{
		"an error": func(context.Context, bots.Question) (search.Report, error) {
			return search.Report{}, errors.New("no idea")
		},
		"a panic": func(context.Context, bots.Question) (search.Report, error) { panic("oh") },
		"nonsense": func(context.Context, bots.Question) (search.Report, error) {
			return search.Report{Action: 1 << 60}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := serve(t, func(c *server.Config) {
				c.Roster = bots.NewRoster(bots.Maker{Game: "evo", New: func(game.Config, int) bots.Bot { return bot }})
			})
			p := h.person("A")
			var made server.Created
			p.must("POST", "/tables", match.Setup{Game: "evo", Players: 2, Seats: []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 5}}}, &made)
			pl := &player{person: p, table: made.Table.ID, frames: p.live(made.Table.ID, ""), rand: game.NewRand(1)}
			for range 3 {
				pl.follow(func(v server.View) bool { return over(v) || acts(v) })
				if over(pl.view) {
					return
				}
				step := pl.view.Step
				pl.play()
				pl.follow(func(v server.View) bool { return over(v) || v.Step != step })
			}
		})
	}
}
