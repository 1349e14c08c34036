package epigo

import (
	"atoll/game"
	"atoll/games/epigo"
	"atoll/search"
	"atoll/search/regret"
)

// decideWide is how many ways the rest of a side's plan is thought of.
const decideWide = 48

// decide answers a super slide, an Island exit or a SLAM. The Orders that the
// other side still holds are not known: both sides' possible Orders are played
// against each other as a matrix game, which says how likely each of them is,
// and the answers are weighed against that mixture, with our own plan as it is.
func (t *turn) decide(st *epigo.State, wide int, r *game.Rand) search.Report {
	d, _ := st.Pending()
	quiet, limit := st.Quiet()
	pos := st.Position()
	t.pos, t.lost, t.quiet = pos, [2]int{pos.Lost(0), pos.Lost(1)}, false
	// A capture made earlier in this turn is not known here, so the draw by quiet
	// turns is counted only where it is sure.
	t.quiet = quiet+1 >= limit && pos.Lost(0)+pos.Lost(1) == 0
	actions, after := t.kernel.Outcomes(st)
	me, they := d.Seat, d.Seat^1
	own := d.Plans[me]
	complete(&own, &pos, r)
	theirs, mix := t.remaining(after[t.judge.pick(me, after)], d, own, wide, r)
	rep := search.Report{Seat: game.Seat(me), Depth: 1}
	best := 0
	for i := range after {
		var sum float64
		for j, plan := range theirs {
			p := after[i]
			plans := [2]epigo.Plan{}
			plans[me], plans[they] = own, plan
			t.kernel.Rest(&p, d, plans)
			sum += mix[j] * float64(t.value(&p))
		}
		if me == 1 {
			sum = 1 - sum
		}
		rep.Nodes += int64(len(theirs))
		rep.Candidates = append(rep.Candidates, search.Candidate{Action: actions[i], Value: sum})
		if sum > rep.Candidates[best].Value {
			best = i
		}
	}
	rep.Action = actions[best]
	rep.Candidates[best].Weight = 1
	rep.Values[me], rep.Values[they] = rep.Candidates[best].Value, 1-rep.Candidates[best].Value
	search.SortCandidates(rep.Candidates)
	return rep
}

// remaining returns ways in which the other side's plan may go on, with their
// likelihoods.
func (t *turn) remaining(p epigo.Position, d epigo.Pending, own epigo.Plan, wide int, r *game.Rand) ([]epigo.Plan, []float64) {
	theirs := d.Plans[d.Seat^1]
	if theirs[2] != 0 {
		return []epigo.Plan{theirs}, []float64{1}
	}
	known := own
	for i := d.Round + 1; i < 3; i++ {
		known[i] = 0 // they do not know it either
	}
	rows, cols := []epigo.Plan{own}, []epigo.Plan(nil)
	for len(rows) < wide/2 {
		q := known
		complete(&q, &p, r)
		rows = append(rows, q)
	}
	for len(cols) < wide {
		q := theirs
		complete(&q, &p, r)
		cols = append(cols, q)
	}
	var m regret.Matrix
	m.Grow(len(rows), len(cols))
	for i, a := range rows {
		for j, b := range cols {
			q := p
			plans := [2]epigo.Plan{}
			plans[d.Seat], plans[d.Seat^1] = a, b
			t.kernel.Rest(&q, d, plans)
			v := float64(t.value(&q))
			if d.Seat == 1 {
				v = 1 - v
			}
			m.Set(i, j, v)
		}
	}
	t.solver.Forget()
	sol := t.solver.Solve(&m, 120, .005)
	mix := append([]float64(nil), sol.Col...)
	for j := range mix {
		mix[j] = .9*mix[j] + .1/float64(len(mix)) // nobody plays just as we think
	}
	return cols, mix
}

// complete replaces unknown Orders by random ones that the plan may hold.
func complete(p *epigo.Plan, pos *epigo.Position, r *game.Rand) {
	known := *p
	if known[0] != 0 && known[1] != 0 && known[2] != 0 {
		return
	}
	for {
		q := pos.SamplePlan(r)
		for i := range q {
			if known[i] != 0 {
				q[i] = known[i]
			}
		}
		if q[0]>>2 != q[1]>>2 && q[0]>>2 != q[2]>>2 && q[1]>>2 != q[2]>>2 {
			*p = q
			return
		}
	}
}
