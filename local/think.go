package local

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"atoll/analysis"
	"atoll/bots"
	"atoll/game"
	"atoll/match"
	"atoll/record"
	"atoll/search"
	"atoll/server/wire"
)

// Job is something to think about. The thinker is told nothing else.
type Job struct {
	Game string `json:"game"`
	// Position with Seat and Bot asks a bot for its choice: the position as the seat
	// sees it. Without them it is judged.
	Position string `json:"position,omitempty"`
	Seat     string `json:"seat,omitempty"`
	Bot      string `json:"bot,omitempty"`
	// Draw asks instead whether the bot accepts a draw; the answer is "accept draw", or nothing.
	Draw   bool  `json:"draw,omitempty"`
	Millis int   `json:"ms,omitempty"`
	Nodes  int64 `json:"nodes,omitempty"`
	Best   int   `json:"best,omitempty"`
	// Record asks for the analysis of a finished game, step by step.
	Record string `json:"record,omitempty"`
	Seed   uint64 `json:"seed,string"`
}

// JobOf is the question of a seat's choice. Only what game.Look shows to the seat
// is in it.
func JobOf(look func(game.Viewer) game.State, seat game.Seat, bot string, seed uint64) Job {
	view := look(game.SeatViewer(seat))
	cfg := view.Config()
	return Job{Game: cfg.Game.ID, Position: string(view.AppendText(nil)), Seat: cfg.SeatName(seat), Bot: bot, Seed: seed}
}

const (
	// chooseWithin is the longest that a bot may think, whatever its level says.
	chooseWithin = 8 * time.Second
	// thinkMemory is what a search may use.
	thinkMemory = 32 << 20
	judgeUsual  = 300
)

// Think works on a job. The answer is a bot's action, a judgement or nothing; tell
// hears the steps of an analysis.
func Think(ctx context.Context, games match.Games, roster *bots.Roster, job Job, tell func([]byte)) (out []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the engine panicked: %v", r)
		}
	}()
	if job.Record != "" {
		return nil, reviewing(ctx, games, roster, job, tell)
	}
	st, err := wire.ParsePosition(games, job.Position)
	if err != nil {
		return nil, err
	}
	if job.Bot == "" {
		return judge(ctx, st, roster, job)
	}
	seat, ok := st.Config().SeatByName(job.Seat)
	if !ok || seat == game.Nature {
		return nil, &match.Error{Kind: match.Invalid, Where: "seat", Message: fmt.Sprintf("there is no seat %.8q", job.Seat)}
	}
	if job.Draw {
		takes, err := roster.TakesDraw(patient{ctx, time.Now().Add(chooseWithin)}, st, seat, job.Seed)
		if err != nil || !takes {
			return nil, err
		}
		return []byte(game.AcceptDraw.String()), nil
	}
	bot, err := roster.Open(st.Config(), job.Bot)
	if err != nil {
		return nil, err
	}
	rep, err := bot.Choose(patient{ctx, time.Now().Add(chooseWithin)}, bots.Question{View: st, Seat: seat, Seed: job.Seed})
	if err != nil {
		return nil, err
	}
	return st.AppendAction(nil, seat, rep.Action), nil
}

// patient is a context with a deadline that asks its parent every time: the parent may use that to
// let others work.
type patient struct {
	context.Context
	until time.Time
}

func (p patient) Deadline() (time.Time, bool) { return p.until, true }

func (j Job) budget(usual time.Duration) search.Budget {
	b := search.Budget{Time: usual, Nodes: j.Nodes, Memory: thinkMemory, Threads: 1}
	if j.Nodes > 0 {
		b.Time = 0
	}
	return b
}

func judge(ctx context.Context, st game.State, roster *bots.Roster, job Job) ([]byte, error) {
	ms := job.Millis
	if ms == 0 {
		ms = judgeUsual
	}
	out, err := wire.Judge(ctx, st, analysis.Options{
		Roster: roster, Best: job.Best, Seed: job.Seed, Budget: job.budget(time.Duration(ms) * time.Millisecond),
	})
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &match.Error{Kind: match.Illegal, Where: "body.position", Message: "the engine cannot judge this position"}
	}
	return json.Marshal(out)
}

// reviewing analyses a finished game.
func reviewing(ctx context.Context, games match.Games, roster *bots.Roster, job Job, tell func([]byte)) error {
	rec, err := record.Parse(job.Record, games)
	if err != nil {
		return &match.Error{Kind: match.Invalid, Where: "body.record", Message: err.Error()}
	}
	total, err := analysis.Steps(rec)
	if err != nil {
		return err
	}
	each := wire.ReviewTime(total)
	var failed error
	err = analysis.Game(ctx, rec, analysis.Options{Roster: roster, Seed: job.Seed, Budget: job.budget(each)},
		func(step analysis.Step) bool {
			data, err := json.Marshal(step.Told(rec.Config, 4))
			if err != nil {
				failed = err
				return false
			}
			tell(data)
			return true
		})
	if failed != nil {
		return failed
	}
	return err
}
