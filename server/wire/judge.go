package wire

import (
	"context"
	"fmt"
	"time"

	"atoll/analysis"
	"atoll/game"
)

// JudgeRequest asks what the engine thinks of a position that belongs to no table.
type JudgeRequest struct {
	Position string `json:"position" minLength:"1" maxLength:"8192" doc:"position text, as every view has it"`
	Millis   int    `json:"ms,omitempty" minimum:"0" maximum:"1000" doc:"how long the engine may look at it; 0 means 300"`
	Best     int    `json:"best,omitempty" minimum:"0" maximum:"20" doc:"how many of the best actions to list; 0 means 5. A mixture is listed whole"`
}

// Judgement is the answer.
type Judgement struct {
	Over      bool                    `json:"over,omitempty"`
	Acting    []string                `json:"acting"`
	Values    map[string]float64      `json:"values" doc:"seat to its chance to win, 0 to 1"`
	Decisions []analysis.DecisionJSON `json:"decisions" doc:"of each acting seat; where several act at once best is the mixture, with weights"`
}

// Judge lets the engine look at a position.
func Judge(ctx context.Context, st game.State, opt analysis.Options) (*Judgement, error) {
	step, err := evaluate(ctx, st, opt)
	if err != nil {
		return nil, err
	}
	told := step.Told(st.Config(), 4)
	out := &Judgement{Over: told.Over, Acting: told.Acting, Values: told.Values, Decisions: told.Decisions}
	if out.Decisions == nil {
		out.Decisions = []analysis.DecisionJSON{}
	}
	return out, nil
}

func evaluate(ctx context.Context, st game.State, opt analysis.Options) (step analysis.Step, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the engine panicked: %v", r)
		}
	}()
	return analysis.Evaluate(ctx, st, opt)
}

// Each position of a finished game is analysed for a time between these, so that a whole game of
// usual length takes about reviewTime.
const (
	reviewMost  = 150 * time.Millisecond
	reviewLeast = 15 * time.Millisecond
	reviewTime  = 30 * time.Second
)

// ReviewTime is how long each position of a game with that many is analysed, by the server and by
// browsers.
func ReviewTime(positions int) time.Duration {
	return min(reviewMost, max(reviewLeast, reviewTime/time.Duration(max(positions, 1))))
}

// AnalysisInfo is the answer of GET and POST /tables/{id}/analysis.
type AnalysisInfo struct {
	Status string              `json:"status" enum:"none,queued,running,done,failed" doc:"none: nobody has asked for it; post to the same path"`
	Done   int                 `json:"done" doc:"steps so far"`
	Total  int                 `json:"total" doc:"total number of steps; 0: not counted yet"`
	From   int                 `json:"from" doc:"number of the first step in this answer"`
	Steps  []analysis.StepJSON `json:"steps" doc:"one for each step of the replay, in its order"`
	Deeper bool                `json:"deeper,omitempty" doc:"the server would analyse it for the caller"`
}
