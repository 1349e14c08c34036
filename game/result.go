package game

// Result is how a game stands: over or not, and the final ranks.
type Result struct {
	Over bool
	// Rank of each seat: 1 is a win, equal ranks share. Zero while not over.
	Rank [MaxSeats]uint8
	// Reason is one of the reasons that the game's rules page lists.
	Reason string
}

// Winners returns the seats of rank 1 among the first n.
func (r Result) Winners(n int) Seats {
	var w Seats
	for s := range Seat(n) {
		if r.Over && r.Rank[s] == 1 {
			w = w.With(s)
		}
	}
	return w
}

// Score is the share of the first place that seat s of n took: 1 for a sole
// winner, 1/k for each of k who share it, 0 otherwise.
func (r Result) Score(s Seat, n int) float64 {
	w := r.Winners(n)
	if !w.Has(s) {
		return 0
	}
	return 1 / float64(w.Len())
}
