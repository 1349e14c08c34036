// Package vector plays many games of one kind at once, for learning. All games
// are stepped together by the letters of game.Encoder; what a learner needs is
// written into flat arrays of its own. Chance is drawn inside, and a game that
// ends begins anew.
//
// Each game waits for one letter of one seat. Where several seats choose at once
// they are asked one after the other, and none sees what another has spelt.
package vector

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"atoll/game"
)

// Limits of an Env.
const (
	MaxGames   = 1 << 20
	MaxThreads = 256
)

// Reward is what the end of a game is worth to a seat.
type Reward uint8

const (
	Share Reward = iota // the share of the first place: 1 for a sole winner, 1/k for each of k, else 0
	Sign                // 1 for a sole winner, 0 for those who share the first place, -1 for the others
	Ranks               // from 1 for the first to -1 for the last, ties share; the sum is 0
)

var rewardNames = [...]string{Share: "share", Sign: "sign", Ranks: "ranks"}

// ParseReward reads the name of a reward.
func ParseReward(name string) (Reward, error) {
	for r, n := range rewardNames {
		if n == name {
			return Reward(r), nil
		}
	}
	return 0, fmt.Errorf("a reward is share, sign or ranks, not %.40q", name)
}

// Of returns the reward of seat s of n.
func (r Reward) Of(res game.Result, s game.Seat, n int) float32 {
	switch r {
	case Sign:
		switch {
		case res.Rank[s] != 1:
			return -1
		case res.Winners(n).Len() > 1:
			return 0
		}
		return 1
	case Ranks:
		sum := 0
		for o := range n {
			switch {
			case res.Rank[o] > res.Rank[s]:
				sum++
			case res.Rank[o] < res.Rank[s]:
				sum--
			}
		}
		return float32(sum) / float32(n-1)
	}
	return float32(res.Score(s, n))
}

// Buffers are the arrays of a learner, with one row for each game. A nil one is
// not written, the others must have exactly the right length.
type Buffers struct {
	Observations []byte    // Size a game: as the seat to choose sees it
	Legal        []int32   // MaxLegal a game: the legal letters, then -1
	Counts       []int32   // how many letters are legal
	Masks        []byte    // Actions a game: 1 for legal letters
	Seats        []int8    // who is to choose
	Done         []byte    // 1 if the last step ended a game; the rest is of the next one
	Rewards      []float32 // Players a game, all 0 unless Done
}

// Env is many games of one configuration. Only one goroutine at a time may use
// it; a second one is refused.
type Env struct {
	cfg     game.Config
	space   *game.Space
	reward  Reward
	players int
	size    int
	none    []int32 // a row of -1
	first   game.State
	games   []one
	busy    atomic.Bool
	closed  bool
	broken  error

	// What the call at hand is about, for the threads.
	phase   phase
	letters []int32
	out     *Buffers
	seed    uint64
	watcher game.Seat // who looks, or -1 for the seat to choose
	watched []byte
	source  *Env // whose games are taken
	rows    []int32
	threads []thread
	pending sync.WaitGroup
}

// one is one of the games.
type one struct {
	st      game.Encoder
	rand    game.Rand
	chosen  game.Choices
	next    game.Action // spelt by the letter at hand
	word    [game.LongestWord]int32
	n       int8 // letters of word so far
	seat    game.Seat
	over    bool // the last step ended a game
	results game.Result
}

type phase uint8

const (
	resetting phase = iota
	checking
	playing
	writing
	resampling
	observing
	asking
	taking
)

// thread is the games from from to to, and who plays them.
type thread struct {
	from, to int
	wake     chan struct{} // nil for the caller's own thread
	err      error
	acts     []game.Action // scratch
	legal    []int32       // scratch
}

// Open begins games of cfg.
func Open(cfg game.Config, games int, seed uint64, threads int, reward Reward) (*Env, error) {
	first, ok := cfg.New().(game.Encoder)
	switch {
	case !ok:
		return nil, fmt.Errorf("%s cannot be told as numbers", cfg.Game.ID)
	case games < 1 || games > MaxGames:
		return nil, fmt.Errorf("1 to %d games can be played at once, not %d", MaxGames, games)
	case threads < 1 || threads > MaxThreads:
		return nil, fmt.Errorf("1 to %d threads can play, not %d", MaxThreads, threads)
	case int(reward) >= len(rewardNames):
		return nil, fmt.Errorf("there is no reward %d", reward)
	}
	threads = min(threads, games)
	e := &Env{
		cfg: cfg, space: first.Space(), reward: reward, players: cfg.Players,
		first: first, games: make([]one, games), threads: make([]thread, threads),
	}
	e.size, e.none = e.space.Size(), make([]int32, e.space.MaxLegal)
	for i := range e.none {
		e.none[i] = -1
	}
	for i := range e.games {
		e.games[i].st = first.Copy().(game.Encoder)
	}
	for i := range e.threads {
		t := &e.threads[i]
		t.from, t.to = i*games/threads, (i+1)*games/threads
		t.acts = make([]game.Action, 0, 2048)
		t.legal = make([]int32, e.space.MaxLegal)
		if i > 0 {
			t.wake = make(chan struct{})
			go e.work(t)
		}
	}
	if err := e.Reset(seed, &Buffers{}); err != nil {
		_ = e.Close()
		return nil, err
	}
	return e, nil
}

// Config returns the configuration of the games.
func (e *Env) Config() game.Config { return e.cfg }

// Space returns the sizes of a row.
func (e *Env) Space() *game.Space { return e.space }

// Games returns the number of games.
func (e *Env) Games() int { return len(e.games) }

// Errors that a caller can tell apart; all others are wrong arguments.
var (
	ErrBusy     = errors.New("another thread is using these games")
	ErrClosed   = errors.New("these games are closed")
	ErrInternal = errors.New("internal error")
)

func (e *Env) enter() error {
	if !e.busy.CompareAndSwap(false, true) {
		return ErrBusy
	}
	err := e.broken
	if e.closed {
		err = ErrClosed
	}
	if err != nil {
		e.busy.Store(false)
	}
	return err
}

// Reset begins all games anew. Equal seeds give equal games, whatever the number
// of threads.
func (e *Env) Reset(seed uint64, out *Buffers) error {
	if err := e.enter(); err != nil {
		return err
	}
	defer e.leave()
	if err := e.check(out); err != nil {
		return err
	}
	e.seed, e.out = seed, out
	if err := e.run(resetting); err != nil {
		return err
	}
	return e.run(writing)
}

// Step gives one letter to every game. If one of them is not legal, nothing is
// played and the error says which.
func (e *Env) Step(letters []int32, out *Buffers) error {
	if err := e.enter(); err != nil {
		return err
	}
	defer e.leave()
	if len(letters) != len(e.games) {
		return fmt.Errorf("%d actions for %d games", len(letters), len(e.games))
	}
	if err := e.check(out); err != nil {
		return err
	}
	e.letters, e.out = letters, out
	if err := e.run(checking); err != nil {
		return err
	}
	return e.run(playing)
}

// Resample replaces, in every game, what the seat to choose does not know with a guess drawn from
// what is possible, including unrevealed choices of others and chance to come. To that seat nothing
// changes.
func (e *Env) Resample(seed uint64) error { return e.resample(-1, seed) }

// ResampleFor does the same for a seat, whoever is to choose. What another seat that is to choose
// has spelt so far is redrawn too.
func (e *Env) ResampleFor(seat game.Seat, seed uint64) error {
	if seat < 0 || int(seat) >= e.players {
		return fmt.Errorf("there is no seat %d of %d", seat, e.players)
	}
	return e.resample(seat, seed)
}

func (e *Env) resample(seat game.Seat, seed uint64) error {
	if err := e.enter(); err != nil {
		return err
	}
	defer e.leave()
	e.seed, e.watcher = seed, seat
	return e.run(resampling)
}

// Clone returns an independent copy of the games: equal steps lead to equal games, and
// neither Env knows of the other.
func (e *Env) Clone() (*Env, error) {
	if err := e.enter(); err != nil {
		return nil, err
	}
	defer e.leave()
	c, err := Open(e.cfg, len(e.games), 0, len(e.threads), e.reward)
	if err != nil {
		return nil, err
	}
	for i := range e.games {
		st := c.games[i].st
		st.CopyFrom(e.games[i].st)
		c.games[i] = e.games[i]
		c.games[i].st = st
	}
	return c, nil
}

// Choosers writes how many seats are about to choose at once in every game, and 0 where such a
// choice has begun: some letters are spelt, and others are still to come before anything is played.
func (e *Env) Choosers(out []byte) error {
	if err := e.enter(); err != nil {
		return err
	}
	defer e.leave()
	if len(out) != len(e.games) {
		return fmt.Errorf("choosers has room for %d, not for %d", len(out), len(e.games))
	}
	e.watched = out
	return e.run(asking)
}

// Take makes every game a copy of one of another Env's games, rows saying which, with the same
// chance to come. Both are of one configuration.
func (e *Env) Take(from *Env, rows []int32) error {
	if err := e.enter(); err != nil {
		return err
	}
	defer e.leave()
	if err := from.enter(); err != nil {
		return err
	}
	defer from.leave()
	switch {
	case e.cfg.String() != from.cfg.String():
		return fmt.Errorf("games of %s cannot become games of %s", e.cfg, from.cfg)
	case len(rows) != len(e.games):
		return fmt.Errorf("%d rows for %d games", len(rows), len(e.games))
	}
	for _, r := range rows {
		if r < 0 || int(r) >= len(from.games) {
			return fmt.Errorf("there is no game %d of %d", r, len(from.games))
		}
	}
	e.source, e.rows = from, rows
	return e.run(taking)
}

// Text describes how game i stands as a seat knows it: the position as it sees it, and
// what it has chosen or spelt in a step that is not yet played.
func (e *Env) Text(i int, seat game.Seat) (string, error) {
	if err := e.enter(); err != nil {
		return "", err
	}
	defer e.leave()
	if i < 0 || i >= len(e.games) {
		return "", fmt.Errorf("there is no game %d of %d", i, len(e.games))
	}
	if seat < 0 || int(seat) >= e.players {
		return "", fmt.Errorf("there is no seat %d of %d", seat, e.players)
	}
	g := &e.games[i]
	text := game.Look(g.st, game.SeatViewer(seat)).AppendText(nil)
	if a := g.chosen[seat]; a != game.NoAction {
		text = append(text, " | chosen "...)
		text = g.st.AppendAction(text, seat, a)
	}
	if seat == g.seat && g.n > 0 {
		text = fmt.Appendf(text, " | spelt %d", g.word[:g.n])
	}
	return string(text), nil
}

// Look writes again how the games stand.
func (e *Env) Look(out *Buffers) error {
	if err := e.enter(); err != nil {
		return err
	}
	defer e.leave()
	if err := e.check(out); err != nil {
		return err
	}
	e.out = out
	return e.run(writing)
}

// Observe writes what one seat sees in every game, whoever is to choose.
func (e *Env) Observe(seat game.Seat, out []byte) error {
	if err := e.enter(); err != nil {
		return err
	}
	defer e.leave()
	if seat < 0 || int(seat) >= e.players {
		return fmt.Errorf("there is no seat %d of %d", seat, e.players)
	}
	if len(out) != len(e.games)*e.size {
		return fmt.Errorf("observations has room for %d, not for %d", len(out), len(e.games)*e.size)
	}
	e.watcher, e.watched = seat, out
	return e.run(observing)
}

// Close ends the threads. The Env refuses everything afterwards.
func (e *Env) Close() error {
	if !e.busy.CompareAndSwap(false, true) {
		return ErrBusy
	}
	defer e.busy.Store(false)
	if e.closed {
		return ErrClosed
	}
	for i := range e.threads {
		if w := e.threads[i].wake; w != nil {
			close(w)
		}
	}
	e.closed = true
	return nil
}

func (e *Env) leave() {
	e.letters, e.out, e.watched, e.source, e.rows = nil, nil, nil, nil, nil // they are the caller's
	e.busy.Store(false)
}

// check compares the lengths of the buffers with what is written to them.
func (e *Env) check(b *Buffers) error {
	sp := e.space
	for _, x := range [...]struct {
		name      string
		have, row int
		given     bool
	}{
		{"observations", len(b.Observations), e.size, b.Observations != nil},
		{"legal", len(b.Legal), sp.MaxLegal, b.Legal != nil},
		{"counts", len(b.Counts), 1, b.Counts != nil},
		{"masks", len(b.Masks), sp.Actions, b.Masks != nil},
		{"seats", len(b.Seats), 1, b.Seats != nil},
		{"done", len(b.Done), 1, b.Done != nil},
		{"rewards", len(b.Rewards), e.players, b.Rewards != nil},
	} {
		if want := len(e.games) * x.row; x.given && x.have != want {
			return fmt.Errorf("%s has room for %d, not for %d", x.name, x.have, want)
		}
	}
	return nil
}

// run lets all threads do the phase.
func (e *Env) run(p phase) error {
	e.phase = p
	e.pending.Add(len(e.threads) - 1)
	for i := 1; i < len(e.threads); i++ {
		e.threads[i].wake <- struct{}{}
	}
	e.do(&e.threads[0])
	e.pending.Wait()
	for i := range e.threads {
		if err := e.threads[i].err; err != nil {
			return err
		}
	}
	return nil
}

func (e *Env) work(t *thread) {
	for range t.wake {
		e.do(t)
		e.pending.Done()
	}
}

// do is one thread's part of the phase. A panic, of the rules or because the caller gave a wrong
// array, must not end the learner's process.
func (e *Env) do(t *thread) {
	defer func() {
		if p := recover(); p != nil {
			t.err = fmt.Errorf("%w: %v\n%s", ErrInternal, p, debug.Stack())
			if e.phase == resetting || e.phase == playing || e.phase == resampling || e.phase == taking {
				e.breakOff(t.err)
			}
		}
	}()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	t.err = nil
	switch e.phase {
	case resetting:
		root := game.NewRand(e.seed)
		for i := t.from; i < t.to; i++ {
			g := &e.games[i]
			g.rand = *root.Split(uint64(i))
			g.over = false
			e.begin(g, t)
		}
	case checking:
		for i := t.from; i < t.to; i++ {
			if t.err = e.games[i].read(e.letters[i], i); t.err != nil {
				return
			}
		}
	case playing:
		for i := t.from; i < t.to; i++ {
			g := &e.games[i]
			e.step(g, t)
			e.write(g, t, i)
		}
	case resampling:
		root := game.NewRand(e.seed)
		for i := t.from; i < t.to; i++ {
			g, seat := &e.games[i], e.watcher
			if seat < 0 {
				seat = g.seat
			}
			g.resample(seat, root.Split(uint64(i)), t)
		}
	case observing:
		for i := t.from; i < t.to; i++ {
			e.observe(&e.games[i], i, e.watcher, e.watched)
		}
	case asking:
		for i := t.from; i < t.to; i++ {
			e.watched[i] = e.games[i].choosers()
		}
	case taking:
		for i := t.from; i < t.to; i++ {
			g, from := &e.games[i], &e.source.games[e.rows[i]]
			st := g.st
			*g = *from
			g.st = st
			st.CopyFrom(from.st)
		}
	case writing:
		for i := t.from; i < t.to; i++ {
			e.write(&e.games[i], t, i)
		}
	}
}

var breaking sync.Mutex

// breakOff marks the games as unusable: some have made the step and some not.
func (e *Env) breakOff(err error) {
	breaking.Lock()
	defer breaking.Unlock()
	if e.broken == nil {
		e.broken = err
	}
}

// read takes a letter and plays nothing yet.
func (g *one) read(letter int32, i int) error {
	g.word[g.n&(game.LongestWord-1)] = letter
	a, more := g.st.Spell(g.seat, g.word[:g.n+1])
	if a == game.NoAction && !more {
		return fmt.Errorf("game %d: action %d is not legal for seat %d", i, letter, g.seat)
	}
	g.next = a
	return nil
}

// step plays the letter that was read.
func (e *Env) step(g *one, t *thread) {
	g.over = false
	if g.next == game.NoAction { // the word goes on
		g.n++
		return
	}
	g.n = 0
	g.chosen[g.seat] = g.next
	if later := g.st.Acting() &^ game.FirstSeats(int(g.seat)+1); later != 0 {
		g.seat = later.First()
		return
	}
	g.st.Play(g.chosen, nil)
	g.chosen = game.Choices{}
	e.settle(g, t)
	if g.st.Acting() == 0 {
		g.over, g.results = true, g.st.Result()
		e.begin(g, t)
	}
}

// choosers is how many seats are about to choose at once, and 0 once one of them has begun.
func (g *one) choosers() byte {
	if g.n > 0 || g.chosen != (game.Choices{}) {
		return 0
	}
	return byte(g.st.Acting().Len())
}

func (g *one) resample(seat game.Seat, r *game.Rand, t *thread) {
	g.st.Redact(game.SeatViewer(seat))
	g.st.Fill(r)
	for s, a := range g.chosen {
		if a != game.NoAction && game.Seat(s) != seat {
			g.chosen[s], t.acts = game.Sample(g.st, game.Seat(s), r, t.acts[:0])
		}
	}
	if seat != g.seat && g.n > 0 {
		var a game.Action
		a, t.acts = game.Sample(g.st, g.seat, r, t.acts[:0])
		word := g.st.AppendWord(g.word[:0], g.seat, a)
		g.n = min(g.n, int8(len(word)-1)) // the last letter has yet to come
	}
	g.rand = *r // nobody knows what chance will bring
}

// begin starts a game anew.
func (e *Env) begin(g *one, t *thread) {
	g.st.CopyFrom(e.first)
	g.chosen, g.n = game.Choices{}, 0
	e.settle(g, t)
}

// settle draws for Nature until seats are to choose, and asks the first of them.
func (e *Env) settle(g *one, t *thread) {
	for {
		acting := g.st.Acting()
		if acting != game.Only(game.Nature) {
			g.seat = acting.First()
			return
		}
		if b, ok := g.st.(game.Bulk); ok && b.BulkPending() {
			if quick, ok := b.(game.QuickBulk); ok {
				quick.PlayDrawnBulk(&g.rand)
			} else if err := b.PlayBulk(b.DrawBulk(&g.rand), nil); err != nil {
				panic(err)
			}
			continue
		}
		g.st.Play(game.Choose(game.Nature, game.DrawAction(g.st, &g.rand, t.acts)), nil)
	}
}

// write fills the rows of game i.
func (e *Env) write(g *one, t *thread, i int) {
	b := e.out
	word := g.word[:g.n]
	if b.Observations != nil {
		e.observe(g, i, g.seat, b.Observations)
	}
	if b.Legal != nil || b.Counts != nil || b.Masks != nil {
		e.writeLegal(g, t, i, word)
	}
	if b.Seats != nil {
		b.Seats[i] = int8(g.seat)
	}
	if b.Done != nil {
		b.Done[i] = 0
		if g.over {
			b.Done[i] = 1
		}
	}
	if b.Rewards != nil {
		row := b.Rewards[i*e.players : (i+1)*e.players]
		clear(row)
		if g.over {
			for s := range row {
				row[s] = e.reward.Of(g.results, game.Seat(s), e.players)
			}
		}
	}
}

// observe fills the row of game i as a seat sees it. Only the seat that spells
// sees what it has spelt.
func (e *Env) observe(g *one, i int, s game.Seat, rows []byte) {
	at := i * e.size
	n := g.n
	if s != g.seat {
		n = 0
	}
	g.st.AppendObservation(rows[at:at:at+e.size], game.SeatViewer(s), g.word[:n])
}

func (e *Env) writeLegal(g *one, t *thread, i int, word []int32) {
	b, most := e.out, e.space.MaxLegal
	row := t.legal
	if b.Legal != nil {
		row = b.Legal[i*most : (i+1)*most : (i+1)*most]
	}
	list := g.st.AppendLegal(row[:0], g.seat, word)
	if b.Counts != nil {
		b.Counts[i] = int32(len(list))
	}
	if b.Masks != nil {
		mask := b.Masks[i*e.space.Actions : (i+1)*e.space.Actions]
		clear(mask)
		for _, letter := range list {
			mask[letter] = 1
		}
	}
	if b.Legal != nil {
		copy(row[len(list):], e.none)
	}
}
