package analysis

import "atoll/game"

// Summary adds up the steps of a game for each seat.
type Summary struct {
	Seats [game.MaxSeats]SeatSummary
}

// SeatSummary is one seat's share.
type SeatSummary struct {
	Decisions  int
	GaveUp     float64 // by own decisions, all together
	Luck       float64
	Slipped    int
	Blundered  int
	Outguessed int
}

// Add counts a step.
func (s *Summary) Add(step Step) {
	for i := range s.Seats {
		s.Seats[i].Luck += step.Parts[i].Luck
	}
	for _, d := range step.Decisions {
		if d.Played.Do == "" || len(d.Best) < 2 {
			continue
		}
		t := &s.Seats[d.Seat]
		t.Decisions++
		t.GaveUp += d.GaveUp
		switch d.Verdict {
		case Slipped:
			t.Slipped++
		case Blundered:
			t.Blundered++
		case Outguessed:
			t.Outguessed++
		}
	}
}
