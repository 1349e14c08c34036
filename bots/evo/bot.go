package evo

import (
	"context"
	"errors"
	"math"
	"sync"

	"atoll/bots"
	"atoll/game"
	rules "atoll/games/evo"
	"atoll/search"
)

// Maker makes the bots of EVO.
func Maker() bots.Maker {
	return bots.Maker{
		Game:   "evo",
		Levels: levels,
		New: func(cfg game.Config, level int) bots.Bot {
			s := strengthOf(cfg.Players, level)
			if cfg.Players == 4 {
				return &four{weights: &handFour, strength: s}
			}
			return &two{places: tuned(), strength: s}
		},
		Evaluator: func(game.Config) search.Evaluator { return search.EvaluatorFunc(judge) },
		Judge:     newJudge,
		Net: func(cfg game.Config, file []byte) (bots.Bot, error) {
			if cfg.Players != 2 {
				return nil, errors.New("evo: networks are for two players")
			}
			net, err := ReadNet(file)
			if err != nil {
				return nil, err
			}
			return &two{places: tuned(), net: net}, nil
		},
		Others: map[string]func(game.Config) bots.Bot{
			"hand": func(cfg game.Config) bots.Bot {
				if cfg.Players == 4 {
					return &four{weights: &handFour}
				}
				return &two{places: handPlaces}
			},
		},
	}
}

// two is the bot for two players.
type two struct {
	places   *Places
	net      *Net
	strength strength
	tt       table
	engines  []*engine
}

// tableBytes is the size of the table for a budget: no more than the nodes can
// fill, because emptying it takes time too.
func tableBytes(b search.Budget) int64 {
	bytes := b.MemoryCap() / 2
	if b.Nodes > 0 {
		bytes = min(bytes, b.Nodes*48)
	}
	if b.Time > 0 {
		bytes = min(bytes, b.Time.Milliseconds()*int64(b.ThreadCount())*1500*48)
	}
	return bytes
}

// scale turns scores into odds: a score of scale means odds of e to 1.
const scale = 120

func chance(score int) float64 { return 1 / (1 + math.Exp(-float64(score)/scale)) }

func (b *two) Choose(ctx context.Context, q bots.Question) (search.Report, error) {
	st := q.View.(*rules.State)
	threads := q.Budget.ThreadCount()
	if q.Budget.Time == 0 {
		threads = 1 // a budget in nodes promises the same answer every time
	}
	b.tt.size(tableBytes(q.Budget))
	for len(b.engines) < threads {
		e := newEngine(&b.tt, b.places)
		e.net = b.net
		b.engines = append(b.engines, e)
	}
	clock := search.NewClock(ctx, q.Budget, 256)
	missing := b.strength.missing(q.Seed)
	main := b.engines[0]
	main.begin(st, clock, q.Seed, missing)
	stop, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	nodes := make([]int64, threads)
	for i := 1; i < threads; i++ {
		helper := b.engines[i]
		own := search.NewClock(stop, q.Budget, 256)
		helper.begin(st, own, q.Seed, missing)
		wg.Go(func() {
			helper.run(maxDepth)
			nodes[i] = own.Nodes()
		})
	}
	main.run(maxDepth)
	cancel()
	wg.Wait()
	if err := clock.Err(); err != nil {
		return search.Report{}, err
	}
	rep := main.report(q.Seat)
	for _, n := range nodes {
		rep.Nodes += n
	}
	rep.Elapsed = clock.Elapsed()
	return rep, nil
}

// report says what the search found.
func (e *engine) report(seat game.Seat) search.Report {
	rep := search.Report{Seat: seat, Action: e.root[0].action, Nodes: e.clock.Nodes(), Depth: e.depth}
	var all int64
	for _, m := range e.root {
		all += m.nodes + 1
	}
	for _, m := range e.root {
		rep.Candidates = append(rep.Candidates, search.Candidate{
			Action: m.action,
			Value:  chance(m.score),
			Weight: float64(m.nodes+1) / float64(all),
			Visits: m.nodes,
		})
	}
	v := chance(e.root[0].score)
	rep.Values[seat], rep.Values[1-seat] = v, 1-v
	return rep
}

// four is the bot for four players.
type four struct {
	weights  *FourWeights
	strength strength
	tt       table
	four     *fourSearch
}

func (b *four) Choose(ctx context.Context, q bots.Question) (search.Report, error) {
	st := q.View.(*rules.State)
	b.tt.size(tableBytes(q.Budget))
	if b.four == nil {
		b.four = newFourSearch(&b.tt, b.weights)
	}
	clock := search.NewClock(ctx, q.Budget, 256)
	b.four.begin(st, clock, q.Seed, b.strength.missing(q.Seed))
	b.four.run(maxRounds)
	if err := clock.Err(); err != nil {
		return search.Report{}, err
	}
	rep := b.four.report(st, q.Seat)
	rep.Elapsed = clock.Elapsed()
	return rep, nil
}

// judge is the quick judgement of a position, without search.
func judge(st game.State, scores *[game.MaxSeats]float64) {
	s := st.(*rules.State)
	p := s.Position()
	if st.Config().Players == 2 {
		var acc accumulator
		acc.refresh(tuned(), &p)
		v := chance(acc.value(&p))
		me := s.SeatOf(p.Side())
		scores[me], scores[1-me] = v, 1-v
		return
	}
	sum := 0.0
	for side := range rules.Side(4) {
		scores[side] = 0
		if p.In(side) {
			scores[side] = math.Exp(float64(handFour.value(&p, side)) / scale)
			sum += scores[side]
		}
	}
	for side := range rules.Side(4) {
		scores[side] /= sum
	}
}
