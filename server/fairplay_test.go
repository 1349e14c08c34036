package server_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"atoll/bots"
	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/search"
	"atoll/server"
	"atoll/server/wire"
)

// evoLine is a line of EVO chosen by chance: its moves, and the positions before
// the first and after each of them.
func evoLine(n int) (moves, positions []string) {
	g, _ := games.ByID("evo")
	st, r := g.MustConfigure(2).New(), game.NewRand(5)
	positions = append(positions, string(st.AppendText(nil)))
	for range n {
		s := st.Acting().First()
		a, _ := game.Sample(st, s, r, nil)
		moves = append(moves, string(st.AppendAction(nil, s, a)))
		st.Play(game.Choose(s, a), nil)
		positions = append(positions, string(st.AppendText(nil)))
	}
	return moves, positions
}

// followLine plays moves at a table, each by the one whose seat is to move.
func followLine(table string, moves []string, people ...*person) {
	for _, do := range moves {
		for done, n := false, 0; !done; n++ {
			var snap wire.Snapshot
			p := people[n]
			p.must("GET", "/tables/"+table, nil, &snap)
			for _, seat := range snap.View.Seats {
				if seat.Mine && seat.Seat == snap.View.Acting[0] {
					p.must("POST", "/tables/"+table+"/act",
						wire.ActRequest{Msg: fmt.Sprint("line ", snap.View.Step), Seat: seat.Seat, Step: snap.View.Step, Action: do}, nil)
					done = true
				}
			}
		}
	}
}

// ratedGame makes a rated game of EVO between two accounts.
func ratedGame(a, b *person) string {
	var made wire.Created
	a.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Rated: true}, &made)
	b.must("POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil)
	return made.Table.ID
}

// TestTheEngineKeepsOutOfRatedGames: whoever plays a rated game gets nothing from
// the engine about its positions after the fourth turn, by whatever road. Others do.
func TestTheEngineKeepsOutOfRatedGames(t *testing.T) {
	h := serve(t)
	a, b, c := h.account("Ada"), h.account("Ben"), h.account("Cleo")
	var program wire.BotAccount
	a.must("POST", "/bots", wire.BotRequest{Name: "Adas_bot"}, &program)
	bot, guest := &person{host: h, token: program.Token}, h.person("Guest")
	moves, positions := evoLine(6)
	ask := func(p *person, n int) int {
		t.Helper()
		return p.try("POST", "/positions/analysis", wire.JudgeRequest{Position: positions[n], Millis: 10}, nil).StatusCode
	}
	rated := ratedGame(a, b)
	followLine(rated, moves[:4], a, b)
	for n, want := range []int{200, 200, 200, 200, http.StatusForbidden} {
		if got := ask(a, n); got != want {
			t.Errorf("a player asks about the position after turn %d: %d, want %d", n, got, want)
		}
	}
	followLine(rated, moves[4:5], a, b)
	for name, x := range map[string]struct {
		who  *person
		n    int
		want int
	}{
		"the other player":     {b, 5, http.StatusForbidden},
		"an earlier position":  {a, 4, http.StatusForbidden},
		"the player's program": {bot, 5, http.StatusForbidden},
		"the opening":          {a, 3, 200},
		"another account":      {c, 5, 200},
		"a guest":              {guest, 5, 200},
	} {
		if got := ask(x.who, x.n); got != x.want {
			t.Errorf("%s: %d, want %d", name, got, x.want)
		}
	}

	// What a choice of the one to move would make of the position.
	if a, b := ask(a, 6), ask(b, 6); (a == http.StatusForbidden) == (b == http.StatusForbidden) {
		t.Errorf("one choice further: %d and %d, want one refused", a, b)
	}

	// The same moves at another table, analysed after its end.
	var made wire.Created
	a.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}}, &made)
	copied := made.Table.ID
	followLine(copied, moves[:5], a)
	a.must("POST", "/tables/"+copied+"/do", wire.TableRequest{Do: "resign", Seat: "S"}, nil)
	if res := a.try("POST", "/tables/"+copied+"/analysis", nil, nil); res.StatusCode != http.StatusForbidden {
		t.Errorf("an analysis of the same game elsewhere: %s", res.Status)
	}
	c.must("POST", "/tables/"+copied+"/analysis", nil, nil)
	c.analysed(copied)
	if res := a.try("GET", "/tables/"+copied+"/analysis", nil, nil); res.StatusCode != http.StatusForbidden {
		t.Errorf("what another had analysed: %s", res.Status)
	}

	// After the end everything is told.
	b.must("POST", "/tables/"+rated+"/do", wire.TableRequest{Do: "resign"}, nil)
	if got := ask(a, 5); got != 200 {
		t.Errorf("after the end: %d", got)
	}
	a.must("GET", "/tables/"+copied+"/analysis", nil, nil)
}

// TestNoBotAdvisesRatedPlayers: at a table that somebody leads to the position of
// their rated game the bot that stands in is not asked for a good move.
func TestNoBotAdvisesRatedPlayers(t *testing.T) {
	for name, isRated := range map[string]bool{"a rated game": true, "no rated game": false} {
		t.Run(name, func(t *testing.T) {
			asked := make(chan int, 100)
			clock := &fakeClock{now: time.Now()}
			h := serve(t, func(c *server.Config) {
				c.Clock, c.AliveEvery = clock.time, time.Hour
				c.Roster = bots.NewRoster(bots.Maker{Game: "evo", New: func(_ game.Config, level int) bots.Bot {
					return bots.Func(func(_ context.Context, q bots.Question) (search.Report, error) {
						asked <- level
						return search.Report{Action: q.View.AppendActions(nil, q.Seat)[0]}, nil
					})
				}})
			})
			a, b, guest := h.account("Ada"), h.account("Ben"), h.person("Guest")
			moves, _ := evoLine(5)
			if isRated {
				followLine(ratedGame(a, b), moves, a, b)
			}
			// The seat to move after that line is the guest's, who hangs up then.
			var made wire.Created
			a.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Abandon: wire.Abandon{Policy: match.AbandonBot, Grace: 1, Level: 8}}, &made)
			copied := made.Table.ID
			guest.must("POST", "/tables/"+copied+"/join", wire.JoinRequest{}, nil)
			pl := &player{person: a, table: copied, frames: a.live(copied, "")}
			conn := guest.dial(copied, "")
			followLine(copied, moves, a, guest)
			step := a.snap(copied).View.Step
			conn.CloseNow()
			defer clock.passing()()
			pl.follow(func(v wire.View) bool { return v.Step > step && v.Seats[1].Stand })
			select {
			case level := <-asked:
				if isRated {
					t.Errorf("a bot of level %d was asked", level)
				}
			default: // the move is made: who was asked has answered
				if !isRated {
					t.Error("no bot was asked")
				}
			}
		})
	}
}
