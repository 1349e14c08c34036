package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"atoll/game"
	"atoll/games/epigo"
)

// Puzzle asks for a safe mixture of some offered plans.
type Puzzle struct {
	Position string   `json:"p"`
	Seat     string   `json:"s"`
	Kind     string   `json:"k"` // mix
	Value    [2]int   `json:"v"` // halves of a win, and of how many
	Plans    []string `json:"o"`
	Parts    []int    `json:"a"` // a safe mixture
	Replies  []Reply  `json:"c"`
}

// Reply is a plan of the other side, and what it leaves each offered plan, in halves of a win. A
// reply is listed only if no other is at least as good against every plan: the worst of them is the
// worst of all.
type Reply struct {
	Plan   string
	Leaves []int
}

// MarshalJSON writes a reply as a list.
func (r Reply) MarshalJSON() ([]byte, error) { return json.Marshal([]any{r.Plan, r.Leaves}) }

// UnmarshalJSON reads it.
func (r *Reply) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&r.Plan, &r.Leaves})
}

const (
	// offered is how many plans a puzzle offers, as far as there are any.
	offered = 5
	// maxSupport is how many of them a safe mixture may need.
	maxSupport = 4
	// minThought is how many plans must have been looked at where a single one is safe: otherwise
	// it is found at once.
	minThought = 6
)

// found is a puzzle with what tells it apart.
type found struct {
	Puzzle
	alone bool // one plan is safe
	key   string
}

// search looks through the positions of some games, each of which gives at most one puzzle of
// either kind: neighbours are alike.
func search(list []*epigo.State) (all []found) {
	var turn int64
	var had [2]bool
	for _, st := range list {
		if st.Turn() <= turn {
			had = [2]bool{} // another game
		}
		turn = st.Turn()
		for seat := range game.Seat(2) {
			p, ok := look(st, seat)
			if kind := &had[btoi(p.alone)]; ok && !*kind {
				*kind = true
				all = append(all, p)
			}
		}
	}
	return all
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// look makes a puzzle of a position that may be decided in this turn.
func look(st *epigo.State, seat game.Seat) (p found, ok bool) {
	pos := st.Position()
	if pos.Lost(0) < toWin-1 && pos.Lost(1) < toWin-1 {
		return p, false
	}
	s, ok := Solve(pos, seat)
	if !ok || s.Halves == 0 || len(s.Own.Plans) > maxSupport || len(s.Own.Plans) == 1 && len(s.tried) < minThought {
		return p, false
	}
	p.alone, p.key = len(s.Own.Plans) == 1, key(&pos, int(seat))
	p.Puzzle, ok = offer(st, seat, s)
	return p, ok
}

// choose takes that many puzzles in order, at most a quarter of them with one safe
// plan, and none that is another one mirrored.
func choose(batches func() []found, count int, told func(n int)) []Puzzle {
	seen := map[string]bool{}
	var list []Puzzle
	for alone := 0; len(list) < count; told(len(list)) {
		for _, p := range batches() {
			if len(list) == count || seen[p.key] || p.alone && 4*alone >= count {
				continue
			}
			seen[p.key] = true
			alone += btoi(p.alone)
			list = append(list, p.Puzzle)
		}
	}
	return list
}

// key is the same for positions that differ by a mirror or by who is who.
func key(pos *epigo.Position, seat int) string {
	var straight, mirrored bytes.Buffer
	for _, side := range []int{seat, seat ^ 1} {
		for n := 1; n <= 7; n++ {
			sq, ok := pos.Square(side, n)
			if !ok {
				straight.WriteString("- ")
				mirrored.WriteString("- ")
				continue
			}
			file, rank := int(sq)%8, int(sq)/8
			if seat == 1 {
				rank = 7 - rank
			}
			fmt.Fprintf(&straight, "%d%d ", file, rank)
			fmt.Fprintf(&mirrored, "%d%d ", 7-file, rank)
		}
	}
	return min(straight.String(), mirrored.String())
}

// offer puts the plans of the safe mixture among others that tempt.
func offer(st *epigo.State, seat game.Seat, s Solved) (Puzzle, bool) {
	p := newPairs(st.Position(), seat)
	plans := slices.Clone(s.Own.Plans)
	vectors := make([][]int8, 0, offered)
	for _, plan := range plans {
		vectors = append(vectors, p.row(plan))
	}
	for _, plan := range p.tempting(s.Other) {
		if len(plans) == max(offered, len(s.Own.Plans)+1) {
			break
		}
		v := p.row(plan)
		// A plan that is as good as one of the mixture is no mistake, and one that is
		// the same as another is no choice.
		if slices.ContainsFunc(vectors, func(o []int8) bool { return slices.Equal(o, v) }) || atLeast(v, vectors[:len(s.Own.Plans)]) {
			continue
		}
		plans, vectors = append(plans, plan), append(vectors, v)
	}
	if len(plans) < 4 || len(plans) < len(s.Own.Plans)+1 {
		return Puzzle{}, false
	}
	cfg := st.Config()
	out := Puzzle{Position: string(st.AppendText(nil)), Seat: cfg.SeatName(seat), Kind: "mix", Value: [2]int{s.Halves, s.Of}}
	order := make([]int, len(plans))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(plans[a].String(), plans[b].String()) })
	shuffled := make([][]int8, len(plans))
	for k, i := range order {
		out.Plans = append(out.Plans, plans[i].String())
		share := 0
		if i < len(s.Own.Parts) {
			share = s.Own.Parts[i]
		}
		out.Parts = append(out.Parts, share)
		shuffled[k] = vectors[i]
	}
	out.Replies = replies(p.plans, shuffled)
	return out, !out.easy()
}

// looks is how many plans are looked at as temptations.
const looks = 12

// tempting lists the plans that do best against the other side's mixture, first those that do well
// against all of its plans.
func (p *pairs) tempting(m Mixture) []epigo.Plan {
	sum := make([]int, len(p.plans))
	for i, reply := range m.Plans {
		for j, v := range p.column(reply, p.seat^1) {
			sum[j] += m.Parts[i] * int(v)
		}
	}
	most := slices.Max(sum)
	var best []int
	for j, v := range sum {
		if v == most {
			best = append(best, j)
		}
	}
	type rated struct {
		plan epigo.Plan
		gets int
	}
	var list []rated
	for i := 0; i < len(best); i += max(1, len(best)/looks) {
		r := rated{plan: p.plans[best[i]]}
		for _, v := range p.row(r.plan) {
			r.gets += int(v)
		}
		list = append(list, r)
	}
	slices.SortStableFunc(list, func(a, b rated) int { return cmp.Compare(b.gets, a.gets) })
	plans := make([]epigo.Plan, len(list))
	for i, r := range list {
		plans[i] = r.plan
	}
	return plans
}

// easy reports whether everything in equal parts is safe, or one plan where a
// mixture is asked for.
func (p *Puzzle) easy() bool {
	parts := slices.Repeat([]int{1}, len(p.Plans))
	if p.safe(parts) {
		return true
	}
	mixed := slices.Max(p.Parts) < sum(p.Parts)
	for i := range parts {
		clear(parts)
		parts[i] = 1
		if mixed && p.safe(parts) {
			return true
		}
	}
	return false
}

// atLeast reports whether a plan gets at least what some other gets, everywhere.
func atLeast(v []int8, others [][]int8) bool {
	return slices.ContainsFunc(others, func(o []int8) bool {
		for j := range o {
			if v[j] < o[j] {
				return false
			}
		}
		return true
	})
}

// replies lists the replies that no other beats.
func replies(all []epigo.Plan, vectors [][]int8) (list []Reply) {
	seen := map[string]bool{}
	var columns []Reply
	for j, plan := range all {
		leaves := make([]int, len(vectors))
		for i := range vectors {
			leaves[i] = int(vectors[i][j])
		}
		if k := fmt.Sprint(leaves); !seen[k] {
			seen[k] = true
			columns = append(columns, Reply{plan.String(), leaves})
		}
	}
	for i, c := range columns {
		beaten := false
		for j, d := range columns {
			beaten = beaten || i != j && leq(d.Leaves, c.Leaves)
		}
		if !beaten {
			list = append(list, c)
		}
	}
	return list
}

func leq(a, b []int) bool {
	for i := range a {
		if a[i] > b[i] {
			return false
		}
	}
	return true
}

// safe is what the page judges by: whether the worst reply leaves a mixture the
// value of the turn.
func (p *Puzzle) safe(parts []int) bool {
	all := sum(parts)
	if all == 0 {
		return false
	}
	for _, r := range p.Replies {
		gets := 0
		for i, k := range parts {
			gets += k * r.Leaves[i]
		}
		if gets*p.Value[1] < p.Value[0]*all {
			return false
		}
	}
	return true
}

func sum(list []int) (n int) {
	for _, k := range list {
		n += k
	}
	return n
}

// sorted puts the puzzles in order: few plans to mix before many.
func sorted(list []Puzzle) []Puzzle {
	hard := func(p Puzzle) int {
		n := 0
		for _, k := range p.Parts {
			if k > 0 {
				n++
			}
		}
		return 100*n + 5*sum(p.Parts) + len(p.Replies)
	}
	slices.SortStableFunc(list, func(a, b Puzzle) int { return cmp.Compare(hard(a), hard(b)) })
	return list
}

// Check proves a puzzle again from its position.
func Check(p Puzzle) error {
	st := epigo.Game.MustConfigure(2).New().(*epigo.State)
	if err := st.UnmarshalText([]byte(p.Position)); err != nil {
		return err
	}
	seat, ok := st.Config().SeatByName(p.Seat)
	if !ok || !st.Planning() || p.Kind != "mix" {
		return errors.New("nobody plans here")
	}
	if len(p.Parts) != len(p.Plans) || !p.safe(p.Parts) {
		return errors.New("the given mixture is not safe")
	}
	s, ok := Solve(st.Position(), seat)
	if !ok || s.Halves*p.Value[1] != p.Value[0]*s.Of {
		return fmt.Errorf("the value is %d/%d, not %v", s.Halves, s.Of, p.Value)
	}
	pairs := newPairs(st.Position(), seat)
	vectors := make([][]int8, len(p.Plans))
	for i, text := range p.Plans {
		a, err := st.ParseAction(seat, "plan "+text)
		if err != nil {
			return err
		}
		vectors[i] = pairs.row(epigo.ActionPlan(a))
	}
	list := replies(pairs.plans, vectors)
	if len(list) != len(p.Replies) {
		return fmt.Errorf("there are %d replies, not %d", len(list), len(p.Replies))
	}
	for i, r := range list {
		if r.Plan != p.Replies[i].Plan || !slices.Equal(r.Leaves, p.Replies[i].Leaves) {
			return fmt.Errorf("reply %d is %v", i+1, r)
		}
	}
	return nil
}
