package wire

import (
	"fmt"

	"atoll/analysis"
	"atoll/match"
	"atoll/record"
)

// RecordRequest is a record to step through.
type RecordRequest struct {
	Record string `json:"record" minLength:"2" maxLength:"60000" doc:"one line of a file of records"`
}

// RecordAnswer is the record as positions.
type RecordAnswer struct {
	Game    string       `json:"game"`
	Players int          `json:"players"`
	Steps   []RecordStep `json:"steps" doc:"the first is the start"`
}

// RecordStep is a position of a record and how it came to it.
type RecordStep struct {
	Position string               `json:"position"`
	Choices  []analysis.EventJSON `json:"choices" doc:"what was played to reach it"`
}

// maxRecordSteps bounds the answer for a record.
const maxRecordSteps = 3000

// ReadRecord replays a record that the caller brings along.
func ReadRecord(games match.Games, req RecordRequest) (*RecordAnswer, error) {
	bad := func(err error) error {
		return &match.Error{Kind: match.Invalid, Where: "body.record", Message: err.Error()}
	}
	rec, err := record.Parse(req.Record, games)
	if err != nil {
		return nil, bad(err)
	}
	rp := record.NewReplayer(rec.Config)
	position := func() string { return string(rp.State().AppendText(nil)) }
	out := &RecordAnswer{
		Game: rec.Config.Game.ID, Players: rec.Config.Players,
		Steps: []RecordStep{{Position: position(), Choices: []analysis.EventJSON{}}},
	}
	var choices []analysis.EventJSON
	for i, e := range rec.Events {
		if err := rp.Apply(e.By, e.Do, nil); err != nil {
			return nil, bad(fmt.Errorf("event %d: %w", i, err))
		}
		choices = append(choices, analysis.EventJSON{By: e.By, Do: e.Do})
		if rp.Staging() {
			continue
		}
		if len(out.Steps) > maxRecordSteps {
			return nil, bad(fmt.Errorf("the record has more than %d steps", maxRecordSteps))
		}
		out.Steps = append(out.Steps, RecordStep{Position: position(), Choices: choices})
		choices = nil
	}
	return out, nil
}
