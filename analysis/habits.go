package analysis

import (
	"context"
	"slices"

	"atoll/game"
	"atoll/record"
)

// Choice is a decision in which somebody had a choice.
type Choice struct {
	At     int       `json:"at"` // events of the record before the position
	Seat   game.Seat `json:"-"`
	Do     string    `json:"do"`
	Best   string    `json:"best"`    // what the engine would have done
	Agrees bool      `json:"agrees"`  // it was that, or part of the engine's mixture
	GaveUp float64   `json:"gave_up"` // chance to win
	MS     int64     `json:"ms"`      // time that it took
}

// Choices judges what the seats chose in a record. ms is the time that each event
// took. Forced actions are left out.
func Choices(ctx context.Context, rec *record.Record, ms []int64, seats game.Seats, opt Options) ([]Choice, error) {
	opt.Best = max(opt.Best, 2)
	var all []Choice
	err := Game(ctx, rec, opt, func(s Step) bool {
		for _, d := range s.Decisions {
			i := slices.IndexFunc(s.Events, func(e record.Event) bool { return e.By == rec.Config.SeatName(d.Seat) })
			if !seats.Has(d.Seat) || i < 0 || d.Played.Do == "" || len(d.Best) < 2 && d.Best[0].Do == d.Played.Do {
				continue
			}
			c := Choice{At: s.At, Seat: d.Seat, Do: d.Played.Do, Best: d.Best[0].Do, GaveUp: d.GaveUp, Agrees: d.Played.Do == d.Best[0].Do}
			if at := s.At + i; at < len(ms) {
				c.MS = ms[at]
			}
			if len(s.Decisions) > 1 {
				c.Agrees = slices.ContainsFunc(d.Best, func(a Action) bool { return a.Do == d.Played.Do && a.Weight >= inMix })
			}
			all = append(all, c)
		}
		return true
	})
	return all, err
}

// Habits sums up choices.
type Habits struct {
	Games   int `json:"games"`
	Choices int `json:"choices"`
	// Agreement is the share of choices that the engine would have made too.
	Agreement float64 `json:"agreement"`
	// Loss is what a choice gave up on average, Slips the share of those that gave up
	// Slip or more.
	Loss  float64 `json:"loss"`
	Slips float64 `json:"slips"`
	// Time holds the quartiles of the time that a choice took, in ms.
	Time [3]int64 `json:"time_ms"`
}

// HabitsOf sums up the choices made in that many games.
func HabitsOf(games int, choices []Choice) Habits {
	h := Habits{Games: games, Choices: len(choices)}
	if len(choices) == 0 {
		return h
	}
	var times []int64
	for _, c := range choices {
		if c.Agrees {
			h.Agreement++
		}
		if c.GaveUp >= Slip {
			h.Slips++
		}
		h.Loss += c.GaveUp
		times = append(times, c.MS)
	}
	n := float64(len(choices))
	h.Agreement, h.Loss, h.Slips = h.Agreement/n, h.Loss/n, h.Slips/n
	slices.Sort(times)
	for q := range h.Time {
		h.Time[q] = times[(len(times)-1)*(q+1)/4]
	}
	return h
}
