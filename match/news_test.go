package match_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/match"
)

// TestNewsAreAllThatFollows plays every game, with choices that are changed and
// taken back. Who only hears the news has the same table as who reads the store.
func TestNewsAreAllThatFollows(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.ID, func(t *testing.T) {
			n := g.Players[0]
			m, table := make2(t, match.Setup{Game: g.ID, Players: n, Seats: seatsOf(match.SeatMe, n)})
			read := func() *match.Table {
				stored, err := match.Replay(games.ByID, table.ID, m.tables[table.ID])
				if err != nil {
					t.Fatal(err)
				}
				return stored
			}
			r, heard := game.NewRand(7), read()
			for i := 0; table.Status == match.Running && i < 60; i++ {
				s := table.Waiting().First()
				view := table.Look(game.SeatViewer(s))
				actions := view.AppendActions(nil, s)
				do := string(view.AppendAction(nil, s, actions[r.Intn(len(actions))]))
				d, err := table.Act(s, table.Step, fmt.Sprint("m", i), do, now)
				if i%7 == 6 {
					d, err = table.Do(s, match.AskTakeback, fmt.Sprint("m", i), now)
				}
				if err != nil {
					continue // nothing to take back
				}
				if err := m.commit(d.Change); err != nil {
					t.Fatal(err)
				}
				news := d.Table.News(table)
				table = d.Table
				if news == nil {
					t.Fatalf("no news at %d", table.Version)
				}
				if heard, err = heard.Learn(games.ByID, news); err != nil {
					t.Fatal(err)
				}
				if _, err := heard.Learn(games.ByID, news); !errors.Is(err, match.ErrNotNext) {
					t.Fatalf("the same news again: %v", err)
				}
				if want := read(); !reflect.DeepEqual(heard.Known(), want.Known()) {
					t.Fatalf("at %d: %+v, want %+v", table.Version, heard.Known(), want.Known())
				}
			}
			if table.Version < 5 {
				t.Errorf("the game came to %d only", table.Version)
			}
		})
	}
}

// Not every change is told in this way.
func TestNoNews(t *testing.T) {
	_, table := make2(t, match.Setup{Game: "epigo", Players: 2, Seats: seatsOf(match.SeatMe, 2)})
	if table.News(nil) != nil {
		t.Error("news of a new table")
	}
	far := *table
	far.Version += 2
	if far.News(table) != nil {
		t.Error("news of two changes at once")
	}
}

// FuzzLearn: no bytes break a table.
func FuzzLearn(f *testing.F) {
	setup := match.Setup{Game: "conqueror", Players: 2, Seats: seatsOf(match.SeatMe, 2)}
	table, _, err := match.New(games.ByID, "table", setup, host, make([]byte, 32), nil, "", now)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte{})
	f.Add([]byte{byte(table.Version + 1)})
	f.Add([]byte{byte(table.Version + 1), 2, '{', '}'})
	f.Add([]byte{byte(table.Version + 1), 2, '{', '}', 2, '{', '}'})
	f.Add([]byte{byte(table.Version + 1), 255, 255, 255, 255, 255, 255, 255, 255, 255, 1, '{', '}'})
	f.Fuzz(func(t *testing.T, news []byte) {
		n, err := table.Learn(games.ByID, news)
		if err == nil && n.Version != table.Version+1 {
			t.Errorf("version %d after %d", n.Version, table.Version)
		}
	})
}
