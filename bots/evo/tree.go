package evo

import (
	"atoll/game"
	rules "atoll/games/evo"
	"atoll/search"
)

// tree is what the searches for two and for four players share: the root, the way
// down from it, and what is remembered of positions.
type tree struct {
	tt      *table
	seed    uint64
	clock   *search.Clock
	path    []uint64 // positions since the last capture in the game, then those searched through
	limit   int64
	deepest int
	root    []rootMove
	depth   int // of the iteration under way
}

// step is a position in a tree, with its actions.
type step struct {
	pos    rules.Position
	list   [mostActions]game.Action
	scores [mostActions]int32
	quiet  int64 // actions without a capture before this position
	since  int   // index in path of the first position that could repeat
}

// rootMove is an action of the root with what is known of it.
type rootMove struct {
	action game.Action
	score  int
	exact  bool
	nodes  int64
}

// begin sets the root, as yet without actions, and lists what could be played.
func (t *tree) begin(f *step, st *rules.State, clock *search.Clock, seed uint64) []game.Action {
	t.seed = game.Mix(seed)
	t.clock = clock
	t.path = st.AppendPast(t.path[:0])
	f.pos = st.Position()
	f.quiet, t.limit = st.Quiet()
	f.since = 0
	t.deepest = 0
	t.root = t.root[:0]
	return f.pos.AppendActions(f.list[:0])
}

// add appends an action to the root.
func (t *tree) add(a game.Action) { t.root = append(t.root, rootMove{action: a}) }

// order puts the actions of the root in a first order, by the ratings that rate gives
// them, and sets their scores.
func (t *tree) order(f *step, rate func(n int), score int) {
	for i := range t.root {
		f.list[i] = t.root[i].action
	}
	rate(len(t.root))
	for i := range t.root {
		t.root[i].score = int(f.scores[i])
	}
	for i := 1; i < len(t.root); i++ {
		for j := i; j > 0 && t.root[j].score > t.root[j-1].score; j-- {
			t.root[j], t.root[j-1] = t.root[j-1], t.root[j]
		}
	}
	for i := range t.root {
		t.root[i].score = score
	}
}

// promote puts action i of the root first; the order of the others stays.
func (t *tree) promote(i int) {
	top := t.root[i]
	copy(t.root[1:i+1], t.root[:i])
	t.root[0] = top
}

// follow carries out an action at f and sets up g behind it.
func (t *tree) follow(f, g *step, a game.Action) (captured rules.Piece) {
	g.pos = f.pos
	captured = g.pos.Play(a)
	if captured.Empty() {
		g.quiet, g.since = f.quiet+1, f.since
	} else {
		g.quiet, g.since = 0, len(t.path)
	}
	t.path = append(t.path, g.pos.Hash())
	return captured
}

// back goes back to the position before.
func (t *tree) back() { t.path = t.path[:len(t.path)-1] }

// history is how well actions did elsewhere, by the role of the piece, where it goes
// and its role there.
type history [rules.Roles][rules.Squares][rules.Roles]int32

// remember moves what is known of an action towards a bonus.
func (h *history) remember(p *rules.Position, a game.Action, bonus int32) {
	from, to, role, turns := rules.Split(a)
	old := p.At(from).Role()
	if !turns {
		role = old
	}
	x := &h[old][to][role]
	*x += bonus - *x*max(bonus, -bonus)/historyMost*16
}
