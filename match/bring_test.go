package match_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/record"
)

var carrier = match.User{ID: "carrier", Name: "Mara", Kind: match.Account}

func carried(players int) []match.SeatSetup {
	seats := []match.SeatSetup{{Kind: match.SeatMe}}
	for i := 1; i < players; i++ {
		seats = append(seats, match.SeatSetup{Kind: match.SeatBot, Level: i})
	}
	return seats
}

// A game that was played elsewhere stands at its new table as it was: same record,
// same proof under the id of where it was drawn, and nothing of it is rated.
func TestABroughtGameKeepsItsRecord(t *testing.T) {
	for _, g := range games.All() {
		for _, players := range g.Players {
			rec := proved(t, g.ID, players, nil)
			table, change, err := match.Bring(games.ByID, "0abc", rec, carrier, carried(players), now)
			if err != nil {
				t.Fatalf("%s %d: %v", g.ID, players, err)
			}
			st := &match.Stored{ID: "0abc", Version: change.Version, Head: change.Head, Private: change.Private}
			for i := range change.Entries {
				e, err := match.ReadEntry(change.Entries[i].Seq, change.Entries[i].Data())
				if err != nil {
					t.Fatal(err)
				}
				st.Entries = append(st.Entries, e)
			}
			again, err := match.Replay(games.ByID, "0abc", st)
			if err != nil {
				t.Fatalf("%s %d: %v", g.ID, players, err)
			}
			for _, x := range []*match.Table{table, again} {
				told, err := x.Record()
				if err != nil || string(told.AppendText(nil)) != string(rec.AppendText(nil)) || record.Proved(told) != nil {
					t.Fatalf("%s %d: another record: %v", g.ID, players, err)
				}
				if x.Status != match.Over || !x.Setup.Offline || x.Setup.Rated || x.SeatsOf(carrier.ID) != game.Only(0) {
					t.Errorf("%s %d: %s, %+v", g.ID, players, x.Status, x.Setup)
				}
			}
			if change.Version != 1 || change.Head.Rated || len(change.Members) != 1 || !strings.Contains(string(change.Head.Info), `"offline":true`) {
				t.Errorf("%s %d: %+v", g.ID, players, change.Head)
			}
		}
	}
}

// What is no finished game by the rules, drawn as its proof says, is refused.
func TestABroughtGameIsCheckedLikeAStrangers(t *testing.T) {
	fresh := func() *record.Record { return proved(t, "conqueror", 2, nil) }
	for name, spoil := range map[string]func(*record.Record, *[]match.SeatSetup){
		"unfinished": func(r *record.Record, _ *[]match.SeatSetup) {
			r.Events, r.Result, r.Proof.Seed = r.Events[:5], game.Result{}, nil
		},
		"cut short": func(r *record.Record, _ *[]match.SeatSetup) { r.Events = r.Events[:len(r.Events)-1] },
		"no proof":  func(r *record.Record, _ *[]match.SeatSetup) { r.Proof = nil },
		"no chairs": func(r *record.Record, _ *[]match.SeatSetup) { r.Proof.Chairs = nil },
		"another seed": func(r *record.Record, _ *[]match.SeatSetup) {
			seed := *r.Proof.Seed
			seed[0]++
			r.Proof.Seed, r.Proof.Commit = &seed, seed.Commit()
		},
		"another id": func(r *record.Record, _ *[]match.SeatSetup) { r.Proof.Game = "other" },
		"a better roll": func(r *record.Record, _ *[]match.SeatSetup) {
			i := slices.IndexFunc(r.Events, func(e record.Event) bool { return strings.HasPrefix(e.Do, "roll ") })
			r.Events[i].Do = map[bool]string{true: "roll 1", false: "roll 6"}[r.Events[i].Do == "roll 6"]
		},
		"another winner": func(r *record.Record, _ *[]match.SeatSetup) {
			r.Result.Rank[0]++
		},
		"too few seats":   func(_ *record.Record, s *[]match.SeatSetup) { *s = (*s)[:1] },
		"an open seat":    func(_ *record.Record, s *[]match.SeatSetup) { (*s)[1].Kind = match.SeatOpen },
		"a seat of none":  func(_ *record.Record, s *[]match.SeatSetup) { (*s)[1].Kind = match.SeatHuman },
		"a level of none": func(_ *record.Record, s *[]match.SeatSetup) { (*s)[1].Level = 99 },
	} {
		rec, seats := fresh(), carried(2)
		spoil(rec, &seats)
		var refused *match.Error
		if _, _, err := match.Bring(games.ByID, "0abc", rec, carrier, seats, now); !errors.As(err, &refused) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A copy of a running game goes on from what everybody knows of it. Where the
// original's secrets differ the copy is the same, and it can be played to its end.
func TestAGameGoesOnElsewhereWithoutItsSecrets(t *testing.T) {
	for _, g := range games.All() {
		players := g.Players[0]
		setup := match.Setup{Game: g.ID, Players: players, Seats: seatsOf(match.SeatMe, players)}
		table, _, err := match.New(games.ByID, "original", setup, carrier, make([]byte, 32), nil, "", now)
		if err != nil {
			t.Fatal(err)
		}
		r := game.NewRand(7)
		play := func(table *match.Table, most int) *match.Table {
			for i := 0; i < most && table.Status == match.Running; i++ {
				s := table.Waiting().First()
				a := choose(table.Look(game.SeatViewer(s)), s, r)
				d, err := table.Act(s, table.Step, fmt.Sprint("m", i), string(table.Look(game.SeatViewer(s)).AppendAction(nil, s, a)), now)
				table = must(t, d, err)
			}
			return table
		}
		table = play(table, 5)
		if table.Status != match.Running {
			t.Fatalf("%s is over", g.ID)
		}
		rec, err := table.Record()
		if err != nil {
			t.Fatal(err)
		}
		text := string(rec.AppendText(nil))
		if strings.Contains(text, `"seed"`) {
			t.Fatalf("%s tells its seed", g.ID)
		}
		seed := []byte("a seed of this device, 32 bytes!")
		copied, change, err := match.Continue(games.ByID, "local-1", rec, carrier, carried(players), seed, now)
		if err != nil {
			t.Fatalf("%s: %v", g.ID, err)
		}
		if again, err := copied.Record(); err != nil || again.Proof != nil || len(again.Events) < len(rec.Events) {
			t.Errorf("%s: %v", g.ID, err)
		}
		same, _, err := match.Continue(games.ByID, "local-1", rec, carrier, carried(players), seed, now)
		if err != nil || string(same.Look(game.TruthViewer()).AppendText(nil)) != string(copied.Look(game.TruthViewer()).AppendText(nil)) {
			t.Errorf("%s: another copy from the same record and seed: %v", g.ID, err)
		}
		if change.Version != 1 || copied.Status != match.Running || !copied.Setup.Offline {
			t.Errorf("%s: %+v", g.ID, change.Head)
		}
		over := play(copied, 20_000)
		last, err := over.Record()
		if err != nil || over.Status != match.Over {
			t.Fatalf("%s: %s %v", g.ID, over.Status, err)
		}
		if err := record.Verify(last); err != nil {
			t.Errorf("%s: %v", g.ID, err)
		}
		if _, _, err := match.Bring(games.ByID, "0abc", last, carrier, carried(players), now); err == nil {
			t.Errorf("%s: a copy is taken for a game of its own", g.ID)
		}
	}
}
