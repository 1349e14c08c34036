package wire

import (
	"fmt"
	"strings"

	"atoll/game"
	"atoll/match"
)

// Proof is what everybody may know of a table's chance, and of one's own part.
func (s Scene) Proof(mine game.Seats) Proof {
	t := s.Table
	p := Proof{Commitment: t.Commitment()}
	if t.Opening != 0 {
		p.Until = t.OpenUntil(s.Now)
		for seat := range game.Seat(t.Config.Players) {
			p.Opened = p.Opened || mine.Has(seat) && t.Opened(seat)
		}
	}
	if t.Status == match.Over {
		p.Seed = fmt.Sprintf("%x", t.Seed())
	}
	return p
}

// openChairs are the chairs of a table that is open: commitments but no nonces, even those already
// opened.
func openChairs(t *match.Table) []Chair {
	if t.Status != match.Open {
		return nil // the entry that began the game has them
	}
	out := make([]Chair, len(t.Seats))
	for i, seat := range t.Seats {
		out[i] = Chair{Seat: t.Config.SeatName(game.Seat(i)), Commit: seat.Commit}
	}
	return out
}

// chairs are those of a game that has begun.
func chairs(t *match.Table, all []match.Chair) []Chair {
	out := make([]Chair, len(all))
	for i, c := range all {
		out[i] = Chair{Seat: t.Config.SeatName(c.Seat), Commit: c.Commit, Nonce: c.Nonce}
	}
	return out
}

// ChairsNow are the chairs as everybody may know them now.
func ChairsNow(t *match.Table) []Chair {
	if t.Status == match.Open {
		return openChairs(t)
	}
	return chairs(t, t.Chairs)
}

// startedText says who sits where. It is the first line of the game's story.
func startedText(t *match.Table, e *match.Entry) string {
	var who, late []string
	several := map[string]int{}
	for _, seat := range e.Seats {
		several[seat.User.ID]++
	}
	chair := map[game.Seat]int{}
	for i, c := range e.Chairs {
		chair[c.Seat] = i + 1
		if c.Withheld() {
			late = append(late, e.Seats[c.Seat].User.Name)
		}
	}
	for i, seat := range e.Seats {
		name := seat.User.Name
		if seat.Kind == match.SeatBot && !seat.Stand {
			name = BotName(seat.Level)
		} else if several[seat.User.ID] > 1 && chair[game.Seat(i)] > 0 {
			// Two seats at one screen share a name.
			name = fmt.Sprintf("%s (player %d)", name, chair[game.Seat(i)])
		}
		who = append(who, fmt.Sprintf("%s plays %s", name, t.Config.SeatName(game.Seat(i))))
	}
	text := strings.Join(who, ", ") + "."
	if t.Setup.DrawsSeats() {
		text = "Seats were drawn: " + text
	}
	for _, name := range late {
		text += fmt.Sprintf(" %s's number was not opened in time and was left out.", name)
	}
	return text + " The game begins."
}
