package simulate

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"atoll/duel"
	"atoll/game"
)

// Stats are counts over finished games. Everything in them is a whole number and
// adds up, so the order of adding does not matter.
type Stats struct {
	Spec  Spec     `json:"spec"`
	Seats []string `json:"seats"`
	Games int64    `json:"games"`

	Lengths   map[int]int64 `json:"lengths"` // decisions in a game → games
	Decisions int64         `json:"decisions"`
	Legal     int64         `json:"legal"` // legal actions over all decisions
	MostLegal int64         `json:"most_legal"`

	// Ranks[seat][rank-1] counts final ranks; Shared[seat][k-1] counts first places
	// shared by k.
	Ranks  [][]int64 `json:"ranks"`
	Shared [][]int64 `json:"shared"`

	// Turns counts players by the number of their own turns, Early those who were out within two of
	// them. PlaceOf[seat][place] counts where in the order of play a seat came, and Places is
	// Shared by place. Both are empty for games whose players act at once.
	Turns   map[int]int64 `json:"turns"`
	Early   int64         `json:"early"`
	PlaceOf [][]int64     `json:"place_of"`
	Places  [][]int64     `json:"places"`

	Endings map[string]int64 `json:"endings"`
	Uses    map[string]int64 `json:"uses"` // kinds of events, with role, tool or manner
}

func newStats(s Spec, cfg game.Config) *Stats {
	st := &Stats{
		Spec: s, Seats: cfg.SeatNames(), Lengths: map[int]int64{}, Endings: map[string]int64{},
		Uses: map[string]int64{}, Turns: map[int]int64{},
	}
	for range cfg.Players {
		st.Ranks = append(st.Ranks, make([]int64, cfg.Players))
		st.Shared = append(st.Shared, make([]int64, cfg.Players))
		st.PlaceOf = append(st.PlaceOf, make([]int64, cfg.Players))
		st.Places = append(st.Places, make([]int64, cfg.Players))
	}
	return st
}

func (s *Stats) branch(n int) {
	s.Legal += int64(n)
	s.MostLegal = max(s.MostLegal, int64(n))
}

// details are the arguments of events that tell how something was done.
var details = []string{"role", "by", "tool", "why", "reason"}

func (s *Stats) event(e game.Event) {
	key := e.Kind
	for _, name := range details {
		if v, ok := e.Arg(name).(string); ok && v != "" {
			key += " " + v
		}
	}
	if super, ok := e.Arg("super").(bool); ok && super {
		key += " super"
	}
	s.Uses[key]++
}

func (s *Stats) end(r game.Result, decisions int) {
	s.Games++
	s.Lengths[decisions]++
	s.Decisions += int64(decisions)
	s.Endings[r.Reason]++
	winners := r.Winners(len(s.Seats))
	for seat := range s.Seats {
		s.Ranks[seat][r.Rank[seat]-1]++
		if winners.Has(game.Seat(seat)) {
			s.Shared[seat][winners.Len()-1]++
		}
	}
}

// turns adds the turns of one game. A seat that never had one comes last in the order.
func (s *Stats) turns(r game.Result, own []int, order []game.Seat, early int64) {
	for _, n := range own {
		s.Turns[n]++
	}
	s.Early += early
	if len(order) == 0 {
		return
	}
	for seat := range game.Seat(len(own)) {
		if !slices.Contains(order, seat) {
			order = append(order, seat)
		}
	}
	winners := r.Winners(len(own))
	for place, seat := range order {
		s.PlaceOf[seat][place]++
		if winners.Has(seat) {
			s.Places[place][winners.Len()-1]++
		}
	}
}

// Merge adds the counts of o.
func (s *Stats) Merge(o *Stats) {
	s.Games += o.Games
	s.Decisions += o.Decisions
	s.Legal += o.Legal
	s.MostLegal = max(s.MostLegal, o.MostLegal)
	add(s.Lengths, o.Lengths)
	add(s.Endings, o.Endings)
	add(s.Uses, o.Uses)
	add(s.Turns, o.Turns)
	s.Early += o.Early
	for i := range s.Ranks {
		for j := range s.Ranks[i] {
			s.Ranks[i][j] += o.Ranks[i][j]
			s.Shared[i][j] += o.Shared[i][j]
			s.PlaceOf[i][j] += o.PlaceOf[i][j]
			s.Places[i][j] += o.Places[i][j]
		}
	}
}

func add[K comparable](to, from map[K]int64) {
	for k, n := range from {
		to[k] += n
	}
}

// Score is a seat's share of first places with its 95 % interval.
type Score struct {
	Seat            string
	Mean, Low, High float64
}

// Scores returns the shares of all seats. Shared places count in parts; the
// interval is Wilson's.
func (s *Stats) Scores() []Score {
	scores := make([]Score, len(s.Seats))
	for i, name := range s.Seats {
		scores[i] = s.score(name, s.Shared[i])
	}
	return scores
}

// PlaceScores returns the shares by place in the order of play; none if all play
// at once.
func (s *Stats) PlaceScores() []Score {
	var scores []Score
	for i := range s.Seats {
		if slices.Max(s.PlaceOf[i]) == 0 {
			return nil
		}
		scores = append(scores, s.score(Ordinal(i+1), s.Places[i]))
	}
	return scores
}

// Ordinal writes a place as "1st".
func Ordinal(n int) string {
	if n > 3 {
		return fmt.Sprint(n, "th")
	}
	return [...]string{"1st", "2nd", "3rd"}[n-1]
}

func (s *Stats) score(name string, shared []int64) Score {
	points := 0.0
	for k, n := range shared {
		points += float64(n) / float64(k+1)
	}
	low, high := duel.Wilson(points, float64(s.Games))
	return Score{name, points / float64(max(1, s.Games)), low, high}
}

// Ties is the number of games whose first place is shared.
func (s *Stats) Ties() int64 {
	var ties int64
	for k := 1; k < len(s.Seats); k++ {
		var sharers int64
		for i := range s.Seats {
			sharers += s.Shared[i][k]
		}
		ties += sharers / int64(k+1)
	}
	return ties
}

// Length summarises how long something was: the decisions of a game, or one player's
// turns.
type Length struct {
	Mean, SD                  float64
	Min, P5, Median, P95, Max int
}

// Length returns the summary.
func (s *Stats) Length() Length { return lengthOf(s.Lengths) }

// OwnTurns summarises how many turns one player takes.
func (s *Stats) OwnTurns() Length { return lengthOf(s.Turns) }

func lengthOf(counts map[int]int64) Length {
	var l Length
	var total int64
	for _, n := range counts {
		total += n
	}
	if total == 0 {
		return l
	}
	keys := slices.Sorted(maps.Keys(counts))
	l.Min, l.Max = keys[0], keys[len(keys)-1]
	var sum, squares float64
	var seen int64
	at := func(share float64) bool { return float64(seen) >= share*float64(total) }
	for _, k := range keys {
		n := float64(counts[k])
		sum += n * float64(k)
		squares += n * float64(k) * float64(k)
		had5, had50, had95 := at(.05) && seen > 0, at(.5) && seen > 0, at(.95) && seen > 0
		seen += counts[k]
		if !had5 && at(.05) {
			l.P5 = k
		}
		if !had50 && at(.5) {
			l.Median = k
		}
		if !had95 && at(.95) {
			l.P95 = k
		}
	}
	l.Mean = sum / float64(total)
	l.SD = math.Sqrt(max(0, squares/float64(total)-l.Mean*l.Mean))
	return l
}

// Branching is the mean number of legal actions at a decision.
func (s *Stats) Branching() float64 { return float64(s.Legal) / float64(max(1, s.Decisions)) }
