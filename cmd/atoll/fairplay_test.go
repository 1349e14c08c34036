package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"atoll/bots"
	"atoll/bots/all"
	"atoll/fair"
	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/rating"
	"atoll/search"
	"atoll/store"
	"atoll/store/pgtest"
)

// ratedGames stores rated games of EVO: Ada plays what the engine says, at once; the
// others play by chance and take their time.
func ratedGames(t *testing.T, s store.Store) {
	t.Helper()
	ctx := t.Context()
	users := map[string]match.User{}
	for _, name := range []string{"Ada", "Ben", "Cleo", "Dan"} {
		u := store.User{ID: "u" + name, Kind: "account", Name: name, Created: 1}
		err := s.PutUser(ctx, u)
		if err == nil {
			err = s.PutAccount(ctx, u, store.Account{User: u.ID, Login: strings.ToLower(name), Password: "x", Created: 1})
		}
		if err != nil {
			t.Fatal(err)
		}
		users[name] = match.User{ID: u.ID, Name: name, Kind: "account", Rating: 1500}
	}
	g, _ := games.ByID("evo")
	engine, err := all.Roster().Open(g.MustConfigure(2), "level4")
	if err != nil {
		t.Fatal(err)
	}
	for i, pair := range [][2]string{{"Ada", "Ben"}, {"Cleo", "Dan"}, {"Ben", "Ada"}} {
		now := match.Now{MS: int64(1_000_000 * (i + 1))}
		id := fmt.Sprintf("game%08d", i)
		tb, c, err := match.New(games.ByID, id, match.Setup{Game: "evo", Players: 2, Rated: true}, users[pair[0]], make([]byte, 32),
			nil, "", now)
		if err == nil {
			err = s.Commit(ctx, c)
		}
		if err != nil {
			t.Fatal(err)
		}
		do := func(d match.Done, err error) {
			t.Helper()
			if err == nil && d.Change != nil {
				err = s.Commit(ctx, d.Change)
			}
			if err != nil {
				t.Fatal(err)
			}
			tb = d.Table
		}
		commit := ""
		if pair[1] == "Ada" { // she commits to a number and never opens it
			commit = fair.Nonce{1}.Commit().String()
		}
		do(tb.Join(users[pair[1]], game.NoSeat, "", commit, now))
		if commit != "" {
			now.MS += match.OpenWithin
			do(tb.Tick(now))
		}
		r := game.NewRand(uint64(i))
		for n := range 8 {
			seat := tb.Waiting().First()
			view := tb.Look(game.SeatViewer(seat))
			a, _ := game.Sample(view, seat, r, nil)
			took := int64(9000)
			if tb.Seats[seat].User.Name == "Ada" {
				rep, err := engine.Choose(ctx, bots.Question{
					View: view, Seat: seat, Seed: 1,
					Budget: search.Budget{Nodes: 2000, Threads: 1},
				})
				if err != nil {
					t.Fatal(err)
				}
				a, took = rep.Action, 1000
			}
			now.MS += took
			do(tb.Act(seat, tb.Step, fmt.Sprint("m", n), string(view.AppendAction(nil, seat, a)), now))
		}
		do(tb.Do(tb.Waiting().First(), "resign", "r", now))
		done, err := s.Rate(ctx, id, now.MS, "evo", "untimed", []string{tb.Seats[0].User.ID, tb.Seats[1].User.ID},
			func(old []rating.Rating) ([]rating.Rating, *match.Change, error) {
				d, err := tb.Rate([]match.Rated{{Seat: 0, Rating: 1500, Change: 10}, {Seat: 1, Rating: 1500, Change: -10}}, now)
				for i := range old {
					old[i] = rating.Rating{Value: 1500, Deviation: 100, Volatility: 0.06}
				}
				return old, d.Change, err
			})
		if err != nil || !done {
			t.Fatal(done, err)
		}
	}
}

// The host sees how a person plays beside the engine and beside others, in both
// kinds of stores.
func TestFairplay(t *testing.T) {
	for kind, at := range map[string]string{"sqlite": filepath.Join(t.TempDir(), "atoll.db"), "postgres": pgtest.Start(t).Address(t, "fairplay")} {
		t.Run(kind, func(t *testing.T) {
			s, err := openStore(t.Context(), at)
			if err != nil {
				t.Fatal(err)
			}
			ratedGames(t, s)
			s.Close()
			run := func(args ...string) string {
				t.Helper()
				said, err := exec.CommandContext(t.Context(), filepath.Join(atollOnPath(t), "atoll"),
					append([]string{"admin", "fairplay", "--store", at, "--nodes", "2000"}, args...)...).CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %v\n%s", args, err, said)
				}
				return string(said)
			}
			var reports []fairReport
			if err := json.Unmarshal([]byte(run("ada", "--json")), &reports); err != nil || len(reports) != 1 {
				t.Fatalf("%d reports, %v", len(reports), err)
			}
			r := reports[0]
			if r.Game != "evo" || r.Speed != "untimed" || r.Rating != 1500 || r.Person.Games != 2 || r.Person.Choices != 8 ||
				len(r.Choices) != 8 || r.Person.Time != [3]int64{1000, 1000, 1000} {
				t.Errorf("Ada: %+v", r)
			}
			if r.Others.Games != 4 || r.Players != 3 || r.Others.Choices != 16 || r.Others.Time != [3]int64{9000, 9000, 9000} ||
				r.Fast != 0 {
				t.Errorf("others: %+v", r.Others)
			}
			if r.Person.Agreement <= r.Others.Agreement || r.Person.Loss >= r.Others.Loss || r.Agree != 0 || r.Lose != 0 {
				t.Errorf("Ada %+v beside others %+v, of whom %d agree more and %d lose less", r.Person, r.Others, r.Agree, r.Lose)
			}
			if r.Withheld != 1 || r.OthersWithheld != 0 {
				t.Errorf("withheld: %d of Ada's and %d of the others' games", r.Withheld, r.OthersWithheld)
			}
			for _, c := range r.Choices {
				if c.Table == "" || c.Seat == "" || c.Do == "" || c.Best == "" || c.MS != 1000 {
					t.Fatalf("a choice of Ada: %+v", c)
				}
			}
			// Ratings too far away are not compared with.
			if err := json.Unmarshal([]byte(run("ada", "--json", "--within", "9")), &reports); err != nil ||
				reports[0].Others.Games != 0 || reports[0].Players != 0 {
				t.Errorf("within 9: %+v, %v", reports[0].Others, err)
			}
			if err := json.Unmarshal([]byte(run("ada", "--json", "--games", "1", "--others", "2")), &reports); err != nil ||
				reports[0].Person.Games != 1 || reports[0].Others.Games != 2 || reports[0].Choices[0].Table != "game00000002" {
				t.Errorf("of one game: %+v, %v", reports[0], err)
			}
			text := run("Ada")
			for _, want := range []string{"evo, untimed, rating 1500", "Ada ", "others, 1500±100", "Of 3 others, 0 agree", "1 of 2 games, others 0 of 4", "not a verdict"} {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
		})
	}
}
