package engine

import (
	"context"
	"strconv"

	"atoll/game"
)

// batch is many games of one kind that are stepped together, for learning. Each
// game waits at a decision of one seat (in a simultaneous step the seats are
// asked one after the other, none seeing the other's pick). A pick is an index
// into the list of legal actions, or a letter where tensors are wanted; -1 picks
// at random. A finished game reports its ranks and begins anew.
type batch struct {
	cfg    game.Config
	games  []batchGame
	first  game.State
	lists  bool // want legal action texts
	texts  bool // want position texts as the seat to pick sees them
	views  bool // want the views of the wire, likewise
	tensor *tensor
	bot    string // plays all seats but one; none if empty
	ms     int    // 0 for the bot's own
	acts   []game.Action
	out    []byte
}

type batchGame struct {
	st      game.State
	rand    *game.Rand
	seat    game.Seat // who is asked
	pending game.Choices
	count   int       // legal actions of seat, or letters
	word    []int32   // letters that seat has spelt so far
	mine    game.Seat // the client's, where a bot plays the others
	next    game.Action
}

func (e *Engine) batchNew(ctx context.Context, req *request) (any, error) {
	cfg, err := e.configure(req)
	if err != nil {
		return nil, err
	}
	if req.Count < 1 || req.Count > MaxBatch-e.batched {
		return nil, bad("bad_count", "count is from 1 to %d, not %d", MaxBatch-e.batched, req.Count)
	}
	b := &batch{cfg: cfg, first: cfg.New(), games: make([]batchGame, req.Count)}
	for _, w := range req.Want {
		switch w {
		case "legal":
			b.lists = true
		case "position":
			b.texts = true
		case "view":
			b.views = true
		case "tensor":
			if b.tensor, err = newTensor(b.first, req); err != nil {
				return nil, err
			}
		default:
			return nil, bad("bad_want", "want lists legal, position, view and tensor, not %.40q", w)
		}
	}
	if b.tensor == nil && req.Reward != "" {
		return nil, bad("bad_reward", "reward goes with want tensor")
	}
	if err := b.against(e, req); err != nil {
		return nil, err
	}
	root := game.NewRand(req.seed())
	var done []ended
	for i := range b.games {
		g := &b.games[i]
		g.st, g.rand = b.first.Copy(), root.Split(uint64(i))
		if err := b.advance(g); err != nil {
			return nil, err
		}
		if err := e.others(ctx, b, i, &done); err != nil {
			return nil, err
		}
	}
	e.nextID++
	e.batches[e.nextID] = b
	e.batched += req.Count
	return b.report(e.nextID, done, true)
}

// advance draws for Nature and finds the seat to ask.
func (b *batch) advance(g *batchGame) error {
	for {
		acting := g.st.Acting()
		if acting != game.Only(game.Nature) {
			for s := range game.Seat(b.cfg.Players) {
				if acting.Has(s) && g.pending[s] == game.NoAction {
					g.seat = s
					g.count = b.count(g)
					return nil
				}
			}
			return nil
		}
		if bulk, ok := g.st.(game.Bulk); ok && bulk.BulkPending() {
			if err := bulk.PlayBulk(bulk.DrawBulk(g.rand), nil); err != nil {
				return err
			}
			continue
		}
		g.st.Play(game.Choose(game.Nature, game.DrawAction(g.st, g.rand, b.acts[:0])), nil)
	}
}

func (b *batch) count(g *batchGame) int {
	if b.tensor != nil {
		return len(b.tensor.legal(g))
	}
	if c, ok := g.st.(game.Sampler); ok {
		return c.CountActions(g.seat)
	}
	b.acts = g.st.AppendActions(b.acts[:0], g.seat)
	return len(b.acts)
}

type ended struct {
	game   int
	result game.Result
}

func (e *Engine) batchStep(ctx context.Context, req *request) (any, error) {
	b, ok := e.batches[req.Batch]
	if !ok {
		return nil, bad("unknown_batch", "no batch %d is open", req.Batch)
	}
	if len(req.Picks) != len(b.games) {
		return nil, bad("bad_picks", "batch %d has %d games, but %d picks came", req.Batch, len(b.games), len(req.Picks))
	}
	for i, p := range req.Picks {
		switch g := &b.games[i]; {
		case b.tensor != nil && p != -1:
			if !g.spell(p) {
				return nil, bad("bad_picks", "game %d: letter %d cannot follow %v", i, p, g.word)
			}
		case p < -1 || p >= g.count:
			return nil, bad("bad_picks", "game %d: pick is from -1 to %d, not %d", i, g.count-1, p)
		}
	}
	var done []ended
	for i, p := range req.Picks {
		g := &b.games[i]
		if b.tensor != nil {
			if g.pending[g.seat] = b.tensor.pick(g, p); g.pending[g.seat] == game.NoAction {
				g.count = b.count(g) // the word goes on
				continue
			}
		} else {
			g.pending[g.seat] = b.pick(g, p)
		}
		if err := b.commit(i, &done); err != nil {
			return nil, err
		}
		if err := e.others(ctx, b, i, &done); err != nil {
			return nil, err
		}
	}
	return b.report(req.Batch, done, false)
}

// commit plays what was picked once all have, and asks the next seat. A game that
// ends begins anew.
func (b *batch) commit(i int, done *[]ended) error {
	g := &b.games[i]
	rest := g.st.Acting()
	for s := range game.Seat(b.cfg.Players) {
		if g.pending[s] != game.NoAction {
			rest = rest.Without(s)
		}
	}
	if rest == 0 {
		g.st.Play(g.pending, nil)
		g.pending = game.Choices{}
		for g.st.Acting() == 0 || g.st.Acting() == game.Only(game.Nature) {
			if g.st.Acting() == 0 {
				*done = append(*done, ended{i, g.st.Result()})
				g.st.CopyFrom(b.first)
			}
			if err := b.advance(g); err != nil {
				return err
			}
		}
	}
	return b.advance(g)
}

// against lets a bot play all seats of every game but one: the one that the client
// names, or each in turn.
func (b *batch) against(e *Engine, req *request) error {
	if req.Bot == "" {
		if req.Seat != "" {
			return bad("bad_seat", "seat goes with bot")
		}
		return nil
	}
	if e.Brain == nil {
		return bad("no_bots", "this engine has no bots")
	}
	if _, err := req.budget(); err != nil {
		return err
	}
	b.bot, b.ms = req.Bot, req.MS
	for i := range b.games {
		b.games[i].mine = game.Seat(i % b.cfg.Players)
		if req.Seat != "" {
			s, ok := b.cfg.SeatByName(req.Seat)
			if !ok || s == game.Nature {
				return bad("bad_seat", "no seat %.40q; seats are %v", req.Seat, b.cfg.SeatNames())
			}
			b.games[i].mine = s
		}
	}
	return nil
}

// others lets the bot pick until the client's seat is asked.
func (e *Engine) others(ctx context.Context, b *batch, i int, done *[]ended) error {
	g := &b.games[i]
	for b.bot != "" && g.seat != g.mine {
		a, err := e.Brain.Best(ctx, game.Look(g.st, game.SeatViewer(g.seat)), g.seat, b.bot, b.ms, g.rand.Below(1<<63))
		if err != nil {
			return bad("no_action", "%s", err)
		}
		g.pending[g.seat] = a
		if err := b.commit(i, done); err != nil {
			return err
		}
	}
	return nil
}

func (b *batch) pick(g *batchGame, p int) game.Action {
	if p < 0 {
		var a game.Action
		a, b.acts = game.Sample(g.st, g.seat, g.rand, b.acts)
		return a
	}
	b.acts = g.st.AppendActions(b.acts[:0], g.seat)
	return b.acts[p]
}

// batchResample replaces, in every game, what the seat to pick does not know with a guess drawn
// from what is possible, including unrevealed picks of others and chance to come. To that seat
// nothing changes.
func (e *Engine) batchResample(_ context.Context, req *request) (any, error) {
	b, ok := e.batches[req.Batch]
	if !ok {
		return nil, bad("unknown_batch", "no batch %d is open", req.Batch)
	}
	root := game.NewRand(req.seed())
	for i := range b.games {
		g, r := &b.games[i], root.Split(uint64(i))
		g.st.Redact(game.SeatViewer(g.seat))
		g.st.Fill(r)
		for s, a := range g.pending {
			if a != game.NoAction {
				g.pending[s], b.acts = game.Sample(g.st, game.Seat(s), r, b.acts[:0])
			}
		}
		g.rand = r // nobody knows what chance will bring
	}
	return b.report(req.Batch, nil, false)
}

// report is written by hand: it is the only answer whose speed matters.
func (b *batch) report(id int, done []ended, first bool) ([]byte, error) {
	out := append(b.out[:0], `{"batch":`...)
	out = strconv.AppendInt(out, int64(id), 10)
	out = append(out, `,"seats":[`...)
	for i := range b.games {
		out = comma(out, i)
		out = strconv.AppendInt(out, int64(b.games[i].seat), 10)
	}
	out = append(out, `],"counts":[`...)
	for i := range b.games {
		out = comma(out, i)
		out = strconv.AppendInt(out, int64(b.games[i].count), 10)
	}
	out = append(out, `],"done":[`...)
	for i, d := range done {
		out = comma(out, i)
		out = append(out, `{"game":`...)
		out = strconv.AppendInt(out, int64(d.game), 10)
		out = append(out, `,"ranks":[`...)
		for s := range b.cfg.Players {
			out = comma(out, s)
			out = strconv.AppendInt(out, int64(d.result.Rank[s]), 10)
		}
		out = append(out, ']')
		if b.tensor != nil {
			out = b.tensor.appendRewards(out, d.result, b.cfg.Players)
		}
		out = append(out, `,"reason":`...)
		out = strconv.AppendQuote(out, d.result.Reason)
		out = append(out, '}')
	}
	out = append(out, ']')
	if b.lists {
		out = b.appendEach(out, "legal", b.appendLegal)
	}
	if b.texts {
		out = b.appendEach(out, "positions", func(out []byte, g *batchGame) []byte {
			view := game.Look(g.st, game.SeatViewer(g.seat))
			return strconv.AppendQuote(out, string(view.AppendText(nil)))
		})
	}
	if b.views {
		var failed error
		out = b.appendEach(out, "views", func(out []byte, g *batchGame) []byte {
			view, err := game.Look(g.st, game.SeatViewer(g.seat)).MarshalJSON()
			if err != nil {
				failed = err
			}
			return append(out, view...)
		})
		if failed != nil {
			return nil, failed
		}
	}
	if b.tensor != nil {
		out = b.tensor.append(out, b, first)
	}
	b.out = append(out, '}')
	return b.out, nil
}

func (b *batch) appendEach(out []byte, name string, one func([]byte, *batchGame) []byte) []byte {
	out = append(out, `,"`...)
	out = append(out, name...)
	out = append(out, `":[`...)
	for i := range b.games {
		out = comma(out, i)
		out = one(out, &b.games[i])
	}
	return append(out, ']')
}

// appendLegal lists the texts; or none if the list is too long to be of use.
func (b *batch) appendLegal(out []byte, g *batchGame) []byte {
	out = append(out, '[')
	if g.count <= maxListed {
		b.acts = g.st.AppendActions(b.acts[:0], g.seat)
		for i, a := range b.acts {
			out = comma(out, i)
			out = append(out, '"')
			out = g.st.AppendAction(out, g.seat, a)
			out = append(out, '"')
		}
	}
	return append(out, ']')
}

const maxListed = 2000

func comma(out []byte, i int) []byte {
	if i > 0 {
		return append(out, ',')
	}
	return out
}

func (e *Engine) batchEnd(_ context.Context, req *request) (any, error) {
	b, ok := e.batches[req.Batch]
	if !ok {
		return nil, bad("unknown_batch", "no batch %d is open", req.Batch)
	}
	e.batched -= len(b.games)
	delete(e.batches, req.Batch)
	return nil, nil
}
