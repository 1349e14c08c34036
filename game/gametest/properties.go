package gametest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"atoll/game"
)

// property is one sentence of the contract, checked at one step in `every` on
// average, and always at the first and the last.
type property struct {
	name  string
	every int
	check func(w *walk) error
}

var properties = []property{
	{"acting", 1, checkActing},
	{"result", 1, checkResult},
	{"hash", 1, checkHash},
	{"order", 1, checkOrder},
	{"legal", 2, checkLegal},
	{"action text", 3, checkActionText},
	{"refusal", 4, checkRefusal},
	{"sampler", 4, checkSampler},
	{"lively", 4, checkLively},
	{"copies", 6, checkCopies},
	{"position text", 6, checkText},
	{"json", 8, checkJSON},
	{"wire", 8, checkWire},
	{"hostile text", 6, checkHostileText},
	{"table", 6, checkTable},
	{"redact", 4, checkRedact},
	{"views", 4, checkViews},
	{"sealed", 6, checkSealed},
	{"story", 60, checkStory},
	{"twins", 30, checkTwins},
	{"bulk", 12, checkBulk},
	{"play on from a view", 40, checkPlayOn},
	{"tensor", 5, checkTensor},
	{"mirror", 6, checkMirror},
}

func checkActing(w *walk) error {
	players := game.FirstSeats(w.cfg.Players)
	if w.acting&^players != 0 && w.acting != game.Only(game.Nature) {
		return fmt.Errorf("seats %b act with %d players", w.acting, w.cfg.Players)
	}
	if w.acting.Len() > 1 && !w.cfg.Game.Traits.Simultaneous {
		return errors.New("several seats act in a game without that trait")
	}
	if w.acting.Has(game.Nature) && !w.cfg.Game.Traits.Chance {
		return errors.New("chance acts in a game without that trait")
	}
	for s := range game.Nature + 1 {
		if !w.acting.Has(s) {
			if n := len(w.st.AppendActions(nil, s)); n != 0 {
				return fmt.Errorf("seat %d does not act and has %d actions", s, n)
			}
		}
	}
	if got := w.st.Config(); got != w.cfg {
		return fmt.Errorf("config is %s, made with %s", got, w.cfg)
	}
	return nil
}

func checkResult(w *walk) error {
	res := w.st.Result()
	if res.Over != (w.acting == 0) {
		return fmt.Errorf("over is %v and %s acts", res.Over, game.ActingText(w.st))
	}
	if !res.Over {
		if res != (game.Result{}) {
			return fmt.Errorf("a running game has the result %+v", res)
		}
		return nil
	}
	if !slices.Contains(w.cfg.Game.Reasons, res.Reason) {
		return fmt.Errorf("reason %q is not among %q", res.Reason, w.cfg.Game.Reasons)
	}
	ranks := res.Rank[:w.cfg.Players]
	if slices.Min(ranks) != 1 || int(slices.Max(ranks)) > w.cfg.Players {
		return fmt.Errorf("ranks %v", ranks)
	}
	for _, r := range res.Rank[w.cfg.Players:] {
		if r != 0 {
			return fmt.Errorf("ranks of empty seats: %v", res.Rank)
		}
	}
	return nil
}

func checkHash(w *walk) error {
	if got, want := w.st.Hash(), w.st.RecomputeHash(); got != want {
		return fmt.Errorf("kept %x, recomputed %x", got, want)
	}
	return nil
}

func checkOrder(w *walk) error {
	return w.actors(func(s game.Seat) error {
		list := w.lists[s]
		for i, a := range list {
			if a == game.NoAction {
				return errors.New("zero is listed as an action")
			}
			if i > 0 && list[i-1] >= a {
				return fmt.Errorf("%s: %s and %s are not ascending", w.cfg.SeatName(s), w.actionText(s, list[i-1]), w.actionText(s, a))
			}
			if s == game.Nature && w.st.Weight(a) == 0 {
				return fmt.Errorf("outcome %s has no weight", w.actionText(s, a))
			}
		}
		if len(list) == 0 || len(list) > listMost {
			return nil
		}
		again := w.st.AppendActions([]game.Action{42}, s)
		if again[0] != 42 || !slices.Equal(again[1:], list) {
			return errors.New("AppendActions does not append the same list again")
		}
		return nil
	})
}

func (w *walk) actionText(s game.Seat, a game.Action) string {
	return string(w.st.AppendAction(nil, s, a))
}

func checkLegal(w *walk) error {
	for s := range game.Nature + 1 {
		tries := []game.Action{
			game.NoAction,
			^game.NoAction,
			game.Action(w.r.Uint64()),
			game.Action(w.r.Intn(64)),
			game.Action(w.r.Intn(1 << 16)),
		}
		if w.acting.Has(s) && !w.bulkPending() {
			for _, a := range w.someActions(s, 60) {
				if !w.st.Legal(s, a) {
					return fmt.Errorf("%s may choose %s (%d) by the list and not by Legal", w.cfg.SeatName(s), w.actionText(s, a), a)
				}
				if why := w.st.WhyNot(s, a); why != "" {
					return fmt.Errorf("%s may choose %s, and WhyNot says %q", w.cfg.SeatName(s), w.actionText(s, a), why)
				}
				tries = append(tries, a^1<<w.r.Intn(64), a^1<<w.r.Intn(24), a^game.Action(w.r.Intn(256))<<w.r.Intn(20), a+1, a-1)
			}
		} else if w.acting != 0 && !w.bulkPending() {
			tries = append(tries, w.someActions(w.acting.First(), 20)...)
		}
		for _, a := range tries {
			legal := w.st.Legal(s, a)
			if in, ok := w.listed(s, a); ok && in != legal {
				return fmt.Errorf("seat %d, action %#x: listed %v, Legal %v", s, uint64(a), in, legal)
			}
			// Nobody asks on behalf of a seat that is not at the table.
			if !legal && (s == game.Nature || int(s) < w.cfg.Players) && w.st.WhyNot(s, a) == "" {
				return fmt.Errorf("seat %d, action %#x is not legal, and WhyNot is silent", s, uint64(a))
			}
		}
	}
	return nil
}

func checkActionText(w *walk) error {
	return w.actors(func(s game.Seat) error {
		some := w.someActions(s, 200)
		texts := make(map[string]game.Action, len(some))
		for _, a := range some {
			text := w.actionText(s, a)
			if text == "" || strings.TrimSpace(text) != text || !isPlain(text) {
				return fmt.Errorf("action %#x is written %q", uint64(a), text)
			}
			if b, twice := texts[text]; twice && a != b {
				return fmt.Errorf("%#x and %#x are both written %q", uint64(a), uint64(b), text)
			}
			texts[text] = a
			back, err := w.st.ParseAction(s, text)
			if err != nil {
				return fmt.Errorf("%q is refused: %w", text, err)
			}
			if back != a {
				return fmt.Errorf("%q is %#x, read back %#x", text, uint64(a), uint64(back))
			}
			if _, table := game.ParseTableAction(text); table {
				return fmt.Errorf("%q is the text of a table action", text)
			}
			if got := string(w.st.AppendAction([]byte("x"), s, a)); got != "x"+text {
				return fmt.Errorf("AppendAction does not append: %q", got)
			}
		}
		return nil
	})
}

func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// checkRefusal offers bad texts by the road that everything from outside takes.
func checkRefusal(w *walk) error {
	bad := []string{"", " ", "no such action", "\xff\xfe", "-", "stay stay", strings.Repeat("9", 300), "offer draw"}
	if !w.bulkPending() {
		for acting := w.acting; acting != 0; acting = acting.Without(acting.First()) {
			s := acting.First()
			for _, a := range w.someActions(s, 4) {
				text := w.actionText(s, a)
				bad = append(bad, text, text+" ", " "+text, strings.ToUpper(text), text[:len(text)-1], mutate(text, w.r), mutate(text, w.r))
			}
		}
	}
	w.spare.CopyFrom(w.st)
	for s := range game.Nature + 1 {
		if s != game.Nature && int(s) >= w.cfg.Players {
			continue
		}
		for _, text := range bad {
			a, err := game.Parse(w.spare, s, text)
			if err != nil {
				if err.Error() == "" || strings.ContainsAny(err.Error(), "\n\r") {
					return fmt.Errorf("refusal of %q is not one line: %q", text, err)
				}
				// Try must refuse what Parse refuses and leave all as it was.
				if !w.bulkPending() && game.Try(w.spare, s, text, nil) == nil {
					return fmt.Errorf("%q of seat %d is refused by Parse and played by Try", text, s)
				}
				if now := string(w.spare.AppendText(nil)); now != w.text {
					return fmt.Errorf("the refused %q of seat %d has changed the state to %s", text, s, now)
				}
				continue
			}
			if got := w.actionText(s, a); got != text {
				return fmt.Errorf("%q of seat %d is accepted as %q: not canonical", text, s, got)
			}
			if in, ok := w.listed(s, a); ok && !in {
				return fmt.Errorf("%q of seat %d is accepted and not listed", text, s)
			}
		}
	}
	return nil
}

// mutate changes one byte of text for another printable one, drops it or
// doubles it.
func mutate(text string, r *game.Rand) string {
	if text == "" {
		return "?"
	}
	b := []byte(text)
	i := r.Intn(len(b))
	switch r.Intn(5) {
	case 0:
		return string(slices.Delete(b, i, i+1))
	case 1:
		return string(slices.Insert(b, i, b[i]))
	case 2:
		// A byte of the text itself keeps closest to what a parser expects.
		b[i] = b[r.Intn(len(b))]
	case 3:
		j := r.Intn(len(b))
		b[i], b[j] = b[j], b[i]
	default:
		b[i] = byte(' ' + r.Intn(95))
	}
	return string(b)
}

func checkSampler(w *walk) error {
	c, ok := w.st.(game.Sampler)
	if !ok {
		return nil
	}
	return w.actors(func(s game.Seat) error {
		if s == game.Nature {
			return nil
		}
		list := w.lists[s]
		if list != nil && c.CountActions(s) != len(list) {
			return fmt.Errorf("%d counted, %d listed for %s", c.CountActions(s), len(list), w.cfg.SeatName(s))
		}
		drawn := map[game.Action]bool{}
		n := 20
		if len(list) > 0 && len(list) <= 4 {
			n = 200
		}
		for range n {
			a := c.SampleAction(s, w.r)
			if !w.st.Legal(s, a) {
				return fmt.Errorf("%s drew %s, which is not legal", w.cfg.SeatName(s), w.actionText(s, a))
			}
			drawn[a] = true
		}
		if n == 200 && len(drawn) != len(list) {
			return fmt.Errorf("200 draws found only %d of %d actions", len(drawn), len(list))
		}
		return nil
	})
}

func checkLively(w *walk) error {
	l, ok := w.st.(game.Lively)
	if !ok {
		return nil
	}
	return w.actors(func(s game.Seat) error {
		if s == game.Nature {
			return nil
		}
		for range 3 {
			if a := l.LivelyAction(s, w.r); !w.st.Legal(s, a) {
				return fmt.Errorf("%s is led to %s (%#x), which is not legal", w.cfg.SeatName(s), w.actionText(s, a), uint64(a))
			}
		}
		return nil
	})
}

func checkCopies(w *walk) error {
	seed := w.r.Uint64()
	a, b := w.st.Copy(), w.cfg.New()
	b.CopyFrom(w.st)
	if portrait(a) != w.face() || portrait(b) != w.face() {
		return errors.New("a copy differs from its original")
	}
	ahead, err := w.follow(a, seed, 6)
	if err != nil {
		return err
	}
	if now := string(w.st.AppendText(nil)); now != w.text {
		return fmt.Errorf("playing on a copy changed the original to %s", now)
	}
	if other, err := w.follow(b, seed, 6); err != nil || other != ahead {
		return fmt.Errorf("futures of Copy and CopyFrom differ (%v):\n%s\n%s", err, ahead, other)
	}
	// A used state must forget everything when it becomes a copy.
	a.CopyFrom(w.st)
	if portrait(a) != w.face() {
		return errors.New("CopyFrom into a used state keeps something of it")
	}
	return nil
}

// sameState compares two states in all that can be seen and in their futures.
func (w *walk) sameState(got, want game.State, future bool) error {
	if p, q := portrait(got), portrait(want); p != q {
		return fmt.Errorf("read back differently:\n%s\n%s", p, q)
	}
	if got.RecomputeHash() != got.Hash() {
		return errors.New("hash is wrong after reading back")
	}
	if b, ok := want.(game.Bulk); !ok || !b.BulkPending() {
		for s := range game.Nature + 1 {
			if want.Acting().Has(s) && game.Count(want, s) <= listMost &&
				!slices.Equal(got.AppendActions(nil, s), want.AppendActions(nil, s)) {
				return fmt.Errorf("seat %d has other actions after reading back", s)
			}
		}
	}
	if !future {
		return nil
	}
	seed := w.r.Uint64()
	p, err := w.follow(got, seed, 8)
	if err != nil {
		return err
	}
	q, err := w.follow(want.Copy(), seed, 8)
	if err != nil {
		return err
	}
	if p != q {
		return fmt.Errorf("another future after reading back:\n%s\n%s", p, q)
	}
	return nil
}

func checkText(w *walk) error {
	if !isPlain(w.text) || !strings.HasPrefix(w.text, w.cfg.String()) {
		return errors.New("position text is not one plain line that begins with the configuration")
	}
	if strings.Contains(w.text[len(w.cfg.String()):], "?") {
		return errors.New("the truth has unknown things")
	}
	// Into the first state of the default game: the text holds the options too.
	fresh := w.cfg.Game.MustConfigure(w.cfg.Game.Players[0]).New()
	if err := fresh.UnmarshalText([]byte(w.text)); err != nil {
		return fmt.Errorf("refused: %w", err)
	}
	if err := w.sameState(fresh, w.st, true); err != nil {
		return err
	}
	for _, v := range w.viewers() {
		seen := game.Look(w.st, v)
		back := w.cfg.New()
		if err := back.UnmarshalText(seen.AppendText(nil)); err != nil {
			return fmt.Errorf("what %s sees, %s, is refused: %w", w.viewerName(v), seen.AppendText(nil), err)
		}
		if err := w.sameState(back, seen, false); err != nil {
			return fmt.Errorf("what %s sees: %w", w.viewerName(v), err)
		}
	}
	return nil
}

func checkJSON(w *walk) error {
	js, err := w.st.MarshalJSON()
	if err != nil {
		return err
	}
	fresh := w.cfg.Game.MustConfigure(w.cfg.Game.Players[0]).New()
	if err := fresh.UnmarshalJSON(js); err != nil {
		return fmt.Errorf("%s is refused: %w", js, err)
	}
	if err := w.sameState(fresh, w.st, true); err != nil {
		return err
	}
	fresh = w.cfg.New()
	for _, bad := range []string{"", "null", "{}", "[]", `{"position":""}`, `{"position":7}`, mutate(string(js), w.r)} {
		if err := fresh.UnmarshalJSON([]byte(bad)); err != nil && portrait(fresh) != w.blank {
			return fmt.Errorf("the refused JSON %.200q has changed the state", bad)
		} else if err == nil {
			fresh = w.cfg.New()
		}
	}
	return nil
}

// checkHostileText reads broken position texts. Those that are accepted must
// be canonical and playable.
func checkHostileText(w *walk) error {
	fresh := w.cfg.New()
	for range 6 {
		text := mutate(w.text, w.r)
		if w.r.Intn(3) == 0 {
			text = mutate(text, w.r)
		}
		if err := fresh.UnmarshalText([]byte(text)); err != nil {
			if err.Error() == "" || strings.ContainsAny(err.Error(), "\n\r") {
				return fmt.Errorf("refusal of %q is not one line: %q", text, err)
			}
			if portrait(fresh) != w.blank {
				return fmt.Errorf("the refused text %q has changed the state", text)
			}
			continue
		}
		if got := string(fresh.AppendText(nil)); got != text {
			return fmt.Errorf("%q is accepted and written again as %q", text, got)
		}
		if err := playable(fresh, w.r.Uint64()); err != nil {
			return fmt.Errorf("%q is accepted: %w", text, err)
		}
		fresh = w.cfg.New()
	}
	return nil
}

// playable plays a few steps from a state that was read from outside.
func playable(st game.State, seed uint64) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in %s: %v", st.AppendText(nil), p)
		}
	}()
	r := game.NewRand(seed)
	players := st.Config().Players
	for range 12 {
		if st.Hash() != st.RecomputeHash() {
			return fmt.Errorf("hash is wrong in %s", st.AppendText(nil))
		}
		acting := st.Acting()
		if acting == 0 {
			return nil
		}
		if acting&^game.FirstSeats(players) != 0 && acting != game.Only(game.Nature) {
			return fmt.Errorf("seats %b act", acting)
		}
		if b, ok := st.(game.Bulk); ok && b.BulkPending() {
			if err := b.PlayBulk(b.DrawBulk(r), nil); err != nil {
				return err
			}
			continue
		}
		var c game.Choices
		for ; acting != 0; acting = acting.Without(acting.First()) {
			s := acting.First()
			if game.Count(st, s) == 0 {
				return fmt.Errorf("%s is to act and has no action in %s", st.Config().SeatName(s), st.AppendText(nil))
			}
			if s == game.Nature {
				c[s] = game.DrawAction(st, r, nil)
			} else {
				c[s], _ = game.Sample(st, s, r, nil)
			}
		}
		st.Play(c, nil)
		st.AppendBoard(nil)
		if _, err := st.MarshalJSON(); err != nil {
			return err
		}
	}
	return nil
}

func checkTable(w *walk) error {
	playersAct := w.acting != 0 && !w.acting.Has(game.Nature)
	for s := range game.Seat(w.cfg.Players) {
		for _, t := range []game.TableAction{game.Resign, game.Timeout, game.OfferDraw, game.AcceptDraw, 0, 77} {
			err := w.st.AllowsTable(s, t)
			known := t >= game.Resign && t <= game.AcceptDraw
			switch {
			case err == nil && !known:
				return fmt.Errorf("AllowsTable allows %s the unknown action %d", w.cfg.SeatName(s), t)
			case err == nil && !playersAct:
				return fmt.Errorf("AllowsTable lets %s %s while no player is to act; it refuses everything then", w.cfg.SeatName(s), t)
			case err == nil && t == game.Timeout && !w.acting.Has(s):
				return fmt.Errorf("%s runs out of time and is not to act", w.cfg.SeatName(s))
			case err != nil && playersAct && w.acting.Has(s) && (t == game.Timeout || t == game.Resign):
				return fmt.Errorf("%s is to act and may not %s: %w", w.cfg.SeatName(s), t, err)
			case err != nil && (err.Error() == "" || strings.ContainsAny(err.Error(), "\r\n")):
				return fmt.Errorf("%s may not %s, and no one-line reason is given", w.cfg.SeatName(s), t)
			}
			w.spare.CopyFrom(w.st)
			if got := game.TryTable(w.spare, s, t, nil); (got == nil) != (err == nil) {
				return fmt.Errorf("AllowsTable says %v, TryTable %v", err, got)
			}
			now := string(w.spare.AppendText(nil))
			if err != nil {
				if now != w.text {
					return fmt.Errorf("the refused %q of %s has changed the state to %s", t, w.cfg.SeatName(s), now)
				}
				continue
			}
			if now == w.text {
				return fmt.Errorf("%q of %s has changed nothing", t, w.cfg.SeatName(s))
			}
			if err := w.afterTable(s, t); err != nil {
				return fmt.Errorf("after %q of %s, %s: %w", t, w.cfg.SeatName(s), now, err)
			}
		}
	}
	return nil
}

// afterTable looks at w.spare, in which seat s has just taken t.
func (w *walk) afterTable(s game.Seat, t game.TableAction) error {
	if w.spare.Hash() != w.spare.RecomputeHash() {
		return errors.New("hash is wrong")
	}
	if w.spare.AllowsTable(s, t) == nil {
		return errors.New("allowed a second time")
	}
	res := w.spare.Result()
	if res.Over != (w.spare.Acting() == 0) {
		return fmt.Errorf("over is %v and %s acts", res.Over, game.ActingText(w.spare))
	}
	switch t {
	case game.Resign, game.Timeout:
		if w.spare.Acting().Has(s) {
			return errors.New("the one who left is to act")
		}
		if w.cfg.Players == 2 && w.spare.Acting() == game.Only(game.Nature) {
			// The play is over, but chance may have to settle the count.
			for r := game.NewRand(1); w.spare.Acting() == game.Only(game.Nature); {
				if err := game.Try(w.spare, game.Nature, game.Draw(w.spare, r), nil); err != nil {
					return err
				}
			}
			res = w.spare.Result()
		}
		if w.cfg.Players == 2 && (!res.Over || res.Reason != t.String() || res.Rank[s] != 2 || res.Rank[1-s] != 1) {
			return fmt.Errorf("two players, one left, and the result is %+v", res)
		}
	case game.AcceptDraw:
		if !res.Over || res.Rank[s] != 1 {
			return fmt.Errorf("a draw was agreed, and the result is %+v", res)
		}
	case game.OfferDraw:
		if w.spare.Acting() != w.acting {
			return errors.New("an offer has changed who acts")
		}
	}
	back := w.cfg.New()
	if err := back.UnmarshalText(w.spare.AppendText(nil)); err != nil {
		return fmt.Errorf("its text is refused: %w", err)
	}
	return w.sameState(back, w.spare, true)
}
