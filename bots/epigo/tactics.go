package epigo

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"atoll/bots"
	"atoll/game"
	"atoll/games/epigo"
	"atoll/search"
)

// Puzzle is a position that may be decided in this turn: somebody is one capture
// from winning. Only wins and losses within the turn count; a turn that decides
// nothing is half a win.
//
// Plans are secret, so what can be forced is the value of a game of chance: a
// seat's best score against the best mixture of replies. A random plan falls far
// short of it. A mixture of plans solves the puzzle if it falls short by less than
// half as much: what it gives up may be worth it for the game that goes on.
type Puzzle struct {
	Seat     game.Seat
	Force    float64 // the seat's score of best play
	Random   float64 // the mean score of all its plans
	Position string
}

// puzzleStake is how much a random plan gives away in a puzzle.
const puzzleStake = .2

// String writes a puzzle as one line: seat, force, random and position.
func (p Puzzle) String() string {
	return fmt.Sprintf("%c\t%.3f\t%.3f\t%s", "SN"[p.Seat], p.Force, p.Random, p.Position)
}

// ParsePuzzle reads what String wrote.
func ParsePuzzle(line string) (Puzzle, error) {
	parts := strings.Split(line, "\t")
	if len(parts) != 4 || parts[0] != "S" && parts[0] != "N" {
		return Puzzle{}, fmt.Errorf("a puzzle is a seat, two scores and a position, not %.60q", line)
	}
	force, err := strconv.ParseFloat(parts[1], 64)
	if err != nil {
		return Puzzle{}, fmt.Errorf("a puzzle's force is a number, not %.20q", parts[1])
	}
	random, err := strconv.ParseFloat(parts[2], 64)
	if err != nil {
		return Puzzle{}, fmt.Errorf("a puzzle's random score is a number, not %.20q", parts[2])
	}
	return Puzzle{Seat: game.Seat(strings.Index("SN", parts[0])), Force: force, Random: random, Position: parts[3]}, nil
}

// referee solves turns with nothing in mind but their end: a net of zeros calls
// every unfinished game even.
type referee struct{ turn *turn }

func newReferee(e *Eval) *referee {
	r := &referee{turn: newTurn(new(Eval))}
	// What happens in mid-turn is decided as the bot would.
	r.turn.kernel.Choose = newJudge(e).pick
	return r
}

// solve sets score to what every plan of each side gets against the other side's
// best mixture, as the side's own score, and returns South's value.
func (r *referee) solve(st *epigo.State, score *[2][]float32) float64 {
	r.turn.begin(st, endless())
	sol := r.turn.solve(effort{seeds: 30, support: 2, sweeps: 120, gap: .01}, game.NewRand(1))
	for side := range score {
		r.turn.best(side, r.turn.last[side^1])
		score[side] = append(score[side][:0], r.turn.gain...)
		if side == 1 {
			for i, v := range score[1] {
				score[1][i] = 1 - v
			}
		}
	}
	return sol.Value
}

// find looks for puzzles in a position.
func (r *referee) find(st *epigo.State) []Puzzle {
	pos := st.Position()
	if pos.Lost(0) < 2 && pos.Lost(1) < 2 {
		return nil
	}
	var score [2][]float32
	value := r.solve(st, &score)
	var found []Puzzle
	for side, force := range [2]float64{value, 1 - value} {
		var mean float64
		for _, v := range score[side] {
			mean += float64(v) / float64(len(score[side]))
		}
		// Where nothing can be forced, what the other side might try is not known.
		if force-mean >= puzzleStake && (force >= .65 || force <= .4) {
			found = append(found, Puzzle{Seat: game.Seat(side), Force: force, Random: mean, Position: string(st.AppendText(nil))})
		}
	}
	return found
}

// FindPuzzles collects n puzzles from games that the evaluation plays against
// itself.
func FindPuzzles(cfg game.Config, e *Eval, n int, seed uint64) []Puzzle {
	r := newReferee(e)
	var list []Puzzle
	for batch := uint64(0); ; batch++ {
		for _, st := range PlayedPositions(cfg, e, 60, seed+batch) {
			for _, p := range r.find(st) {
				if list = append(list, p); len(list) == n {
					return list
				}
			}
		}
	}
}

// Solves asks a bot and says whether the mixture that its plan is drawn from
// solves the puzzle.
func (p Puzzle) Solves(ctx context.Context, b bots.Bot, e *Eval, budget search.Budget, seed uint64) (bool, error) {
	st := epigo.Game.MustConfigure(2).New().(*epigo.State)
	if err := st.UnmarshalText([]byte(p.Position)); err != nil {
		return false, err
	}
	rep, err := b.Choose(ctx, bots.Question{View: st, Seat: p.Seat, Seed: seed, Budget: budget})
	if err != nil {
		return false, err
	}
	r := newReferee(e)
	var score [2][]float32
	r.solve(st, &score)
	var got float64
	for _, c := range rep.Candidates {
		got += c.Weight * float64(score[p.Seat][r.turn.indexOf(epigo.ActionPlan(c.Action))])
	}
	return got >= (p.Force+p.Random)/2, nil
}
