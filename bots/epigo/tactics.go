package epigo

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

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
// short of it.
//
// A mixture of plans solves the puzzle if it is safe: the best of all replies to it
// takes no more than a hundredth of a win from what best play can force. Wins and
// losses within the turn count as such, and what follows an undecided turn by the
// evaluation, because a seat that stands well need not gamble.
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

// referee solves turns looking at nothing but how they end: a net of zeros calls
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

// safe is what a mixture may give up to the best reply and still solve a puzzle.
const safe = .01

// Answer is what became of a puzzle that was put to a bot.
type Answer struct {
	// Lost is what the best of all replies takes from the bot's mixture, compared
	// with what best play can force; as the evaluation sees it, and never understated.
	Lost float64
	// Score is what the mixture gets against the best replies of the puzzle itself,
	// in which an undecided turn is half a win.
	Score float64
	Time  time.Duration
}

// Solved reports whether the answer is safe.
func (a Answer) Solved() bool { return a.Lost <= safe }

// Ask puts the puzzle to a bot and judges the mixture that its plan is drawn from.
func (p Puzzle) Ask(ctx context.Context, b bots.Bot, e *Eval, budget search.Budget, seed uint64) (Answer, error) {
	st := epigo.Game.MustConfigure(2).New().(*epigo.State)
	if err := st.UnmarshalText([]byte(p.Position)); err != nil {
		return Answer{}, err
	}
	start := time.Now()
	rep, err := b.Choose(ctx, bots.Question{View: st, Seat: p.Seat, Seed: seed, Budget: budget})
	if err != nil {
		return Answer{}, err
	}
	answer := Answer{Time: time.Since(start), Lost: forced(st, e, p.Seat, seed+1) - secured(st, e, p.Seat, rep)}
	r := newReferee(e)
	var score [2][]float32
	r.solve(st, &score)
	for _, c := range rep.Candidates {
		answer.Score += c.Weight * float64(score[p.Seat][r.turn.indexOf(epigo.ActionPlan(c.Action))])
	}
	return answer, nil
}

// secured is what a seat's mixture gets against the best of all replies.
func secured(st *epigo.State, e *Eval, seat game.Seat, rep search.Report) float64 {
	t := newTurn(e)
	t.begin(st, endless())
	var mix []float64
	for _, c := range rep.Candidates {
		if c.Weight > 0 {
			t.add(int(seat), t.indexOf(epigo.ActionPlan(c.Action)))
			mix = append(mix, c.Weight)
		}
	}
	_, south := t.best(int(seat^1), mix)
	return own(seat, south)
}

// forced is the most that a seat can force, or a little more: what its best plan
// gets against a mixture that was solved at length.
func forced(st *epigo.State, e *Eval, seat game.Seat, seed uint64) float64 {
	t := newTurn(e)
	t.begin(st, endless())
	t.solve(effort{seeds: 40, support: 3, sweeps: 300, gap: .002}, game.NewRand(seed))
	_, south := t.best(int(seat), t.last[seat^1])
	return own(seat, south)
}

// own turns South's score into a seat's.
func own(seat game.Seat, south float64) float64 {
	if seat == 1 {
		return 1 - south
	}
	return south
}
