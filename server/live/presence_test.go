package live

import (
	"testing"
	"time"

	"atoll/game"
	"atoll/match"
)

// TestWhoIsThereMovesWithTheSeats: who is connected is on the seat they have now, whether or not
// their own connection has looked at the table since seats were drawn.
func TestWhoIsThereMovesWithTheSeats(t *testing.T) {
	sits := func(users ...string) *match.Table {
		table := &match.Table{}
		for _, u := range users {
			table.Seats = append(table.Seats, match.Seat{Kind: match.SeatHuman, User: match.User{ID: u}})
		}
		return table
	}
	l := &hall{}
	join := func(user string, table *match.Table) {
		st := &Stream{hall: l, to: Listener{User: user}}
		l.streams = append(l.streams, st)
		l.countLocked(st, table)
	}
	want := func(when string, table *match.Table, seats game.Seats, others int) {
		t.Helper()
		if on, n := l.present(table); on != seats || n != others {
			t.Errorf("%s: seats %b and %d others are there, want %b and %d", when, on, n, seats, others)
		}
	}
	open := sits("ann", "bob")
	l.present(open)
	join("bob", open)
	join("eve", open)
	want("before the draw", open, game.Only(1), 1)
	drawn := sits("bob", "ann")
	want("after the draw", drawn, game.Only(0), 1)
	want("looked at once more", drawn, game.Only(0), 1)
	want("Eve sits down", sits("bob", "eve"), game.FirstSeats(2), 0)

	l.remote = append(l.remote, remotePresence{"other", 1, []string{"ann"}, 2, time.Now().Add(time.Hour)})
	want("Ann is on another node", open, game.FirstSeats(2), 3)
	want("and seats are drawn", drawn, game.FirstSeats(2), 3)
	want("or Ann has left", sits("bob", "eve"), game.FirstSeats(2), 2)
}
