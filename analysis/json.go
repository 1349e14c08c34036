package analysis

import (
	"encoding/json"

	"atoll/game"
)

type jsonAction struct {
	Do     string  `json:"do"`
	Value  float64 `json:"value"`
	Weight float64 `json:"weight"`
}

type jsonDecision struct {
	By      string       `json:"by"`
	Best    []jsonAction `json:"best"`
	Played  *jsonAction  `json:"played,omitempty"`
	GaveUp  *float64     `json:"gave_up,omitempty"`
	Verdict Verdict      `json:"verdict,omitempty"`
}

type jsonEvent struct {
	By string `json:"by"`
	Do string `json:"do"`
}

type jsonParts struct {
	Swing    float64 `json:"swing"`
	Decision float64 `json:"decision"`
	Luck     float64 `json:"luck"`
}

type jsonStep struct {
	At        int                  `json:"at"`
	Acting    []string             `json:"acting"`
	Values    map[string]float64   `json:"values"`
	Decisions []jsonDecision       `json:"decisions,omitempty"`
	Events    []jsonEvent          `json:"events,omitempty"`
	Parts     map[string]jsonParts `json:"parts,omitempty"`
	Final     bool                 `json:"final,omitempty"`
	Over      bool                 `json:"over,omitempty"`
}

// JSON writes a step as one line for programs. Values are win probabilities.
func (s Step) JSON(cfg game.Config) ([]byte, error) {
	out := jsonStep{At: s.At, Acting: []string{}, Values: map[string]float64{}, Final: s.Final, Over: s.Over}
	for seat := range game.Nature + 1 {
		if s.Acting.Has(seat) {
			out.Acting = append(out.Acting, cfg.SeatName(seat))
		}
	}
	for i, name := range cfg.SeatNames() {
		out.Values[name] = s.Values[i]
	}
	for _, e := range s.Events {
		out.Events = append(out.Events, jsonEvent{e.By, e.Do})
	}
	for _, d := range s.Decisions {
		j := jsonDecision{By: cfg.SeatName(d.Seat), Verdict: d.Verdict}
		for _, a := range d.Best {
			j.Best = append(j.Best, jsonAction(a))
		}
		if d.Played.Do != "" {
			j.Played = (*jsonAction)(&d.Played)
			j.GaveUp = &d.GaveUp
		}
		out.Decisions = append(out.Decisions, j)
	}
	if !s.Final {
		out.Parts = map[string]jsonParts{}
		for i, name := range cfg.SeatNames() {
			out.Parts[name] = jsonParts(s.Parts[i])
		}
	}
	return json.Marshal(out)
}
