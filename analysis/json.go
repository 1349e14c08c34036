package analysis

import (
	"encoding/json"
	"math"

	"atoll/game"
)

// StepJSON is a step as programs read it. Values are win probabilities.
type StepJSON struct {
	At        int                  `json:"at" doc:"events of the record before the position"`
	Acting    []string             `json:"acting" doc:"who acts in it"`
	Values    map[string]float64   `json:"values" doc:"seat to its chance to win, 0 to 1"`
	Decisions []DecisionJSON       `json:"decisions,omitempty"`
	Events    []EventJSON          `json:"events,omitempty" doc:"what was played"`
	Parts     map[string]PartsJSON `json:"parts,omitempty" doc:"seat to its change through this step"`
	Final     bool                 `json:"final,omitempty" doc:"the last position of the record"`
	Over      bool                 `json:"over,omitempty" doc:"the game is over here"`
}

// DecisionJSON is one seat's choice.
type DecisionJSON struct {
	By      string       `json:"by"`
	Best    []ActionJSON `json:"best" doc:"the best actions, or the whole mixture, best first"`
	Played  *ActionJSON  `json:"played,omitempty"`
	GaveUp  *float64     `json:"gave_up,omitempty" doc:"how much less it is worth than the best, or than the mixture"`
	Met     *float64     `json:"met,omitempty" doc:"what it is worth against what the others really chose, where several choose at once"`
	Verdict Verdict      `json:"verdict,omitempty" doc:"slipped, blundered, outguessed or nothing"`
}

// ActionJSON is an action with its evaluation.
type ActionJSON struct {
	Do     string  `json:"do"`
	Value  float64 `json:"value" doc:"the seat's chance to win"`
	Weight float64 `json:"weight" doc:"share of the recommended mixture"`
}

// EventJSON is an event of the record.
type EventJSON struct {
	By string `json:"by"`
	Do string `json:"do"`
}

// PartsJSON splits a change of a seat's chance to win.
type PartsJSON struct {
	Swing    float64 `json:"swing"`
	Decision float64 `json:"decision"`
	Luck     float64 `json:"luck"`
}

// Told is the step for programs. Numbers are rounded to that many decimal places, or not at all if
// digits is 0.
func (s Step) Told(cfg game.Config, digits int) StepJSON {
	scale := math.Pow10(digits)
	round := func(v float64) float64 {
		if digits <= 0 {
			return v
		}
		return math.Round(v*scale) / scale
	}
	action := func(a Action) ActionJSON { return ActionJSON{a.Do, round(a.Value), round(a.Weight)} }
	out := StepJSON{At: s.At, Acting: []string{}, Values: map[string]float64{}, Final: s.Final, Over: s.Over}
	for seat := range game.Nature + 1 {
		if s.Acting.Has(seat) {
			out.Acting = append(out.Acting, cfg.SeatName(seat))
		}
	}
	for i, name := range cfg.SeatNames() {
		out.Values[name] = round(s.Values[i])
	}
	for _, e := range s.Events {
		out.Events = append(out.Events, EventJSON{e.By, e.Do})
	}
	for _, d := range s.Decisions {
		j := DecisionJSON{By: cfg.SeatName(d.Seat), Verdict: d.Verdict}
		for _, a := range d.Best {
			j.Best = append(j.Best, action(a))
		}
		if d.Played.Do != "" {
			played, gaveUp := action(d.Played), round(d.GaveUp)
			j.Played, j.GaveUp = &played, &gaveUp
			if met := round(d.Met); !math.IsNaN(met) {
				j.Met = &met
			}
		}
		out.Decisions = append(out.Decisions, j)
	}
	if !s.Final {
		out.Parts = map[string]PartsJSON{}
		for i, name := range cfg.SeatNames() {
			p := s.Parts[i]
			out.Parts[name] = PartsJSON{round(p.Swing), round(p.Decision), round(p.Luck)}
		}
	}
	return out
}

// JSON writes a step as one line for programs.
func (s Step) JSON(cfg game.Config) ([]byte, error) { return json.Marshal(s.Told(cfg, 0)) }
