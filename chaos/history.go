package chaos

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"

	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/server/wire"
)

// A history is what the clients of one table asked for and were told, each with the
// time of the question and of the answer. It is linearizable if there is one order of
// all that agrees with these times and in which every answer is right. The model is
// a table as its players see it: decisions one after the other, each with choices
// that wait until all are in. Which decisions there were, and which choices made
// them, is in the log that is stored in the end; the history must explain that log,
// whole.

// op is one question of a client.
type op struct {
	table string
	call  int64
	// done is when the answer came; never, if nobody saw it.
	done int64
	seat game.Seat
	// A look has no message.
	msg  string
	step int64 // that the choice was for
	// twin says that the same was asked elsewhere before the answer came.
	twin bool
	// What was answered.
	refused wire.Code // code of a refusal
	ack     wire.Ack
	look    sight
}

const never = math.MaxInt64

// sight is what a player sees of how far the table is.
type sight struct {
	seq, step int64
	sealed    bool // by the player
}

// asked notes that a question is about to be sent and returns its place.
func (l *Ledger) asked(o op) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.began.IsZero() {
		l.began = time.Now()
	}
	o.call, o.done = int64(time.Since(l.began)), never
	l.ops = append(l.ops, o)
	return len(l.ops) - 1
}

// answered notes the answer to a question.
func (l *Ledger) answered(place int, note func(*op)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	o := &l.ops[place]
	note(o)
	o.done = int64(time.Since(l.began))
}

// decision is one step of the stored log.
type decision struct {
	sight
	acting game.Seats
	msgs   [game.MaxSeats]string // of the choices that made it
	others []string              // further messages that it has answered: choices that were replaced
	entry  int64                 // 0: it has not been made
}

// course is a stored table as a list of decisions, the last of which is still open.
type course []decision

func courseOf(id string, stored *match.Stored) (course, error) {
	t, err := match.Replay(games.ByID, id, stored)
	if err != nil {
		return nil, err
	}
	var c course
	var now sight
	for _, e := range stored.Entries {
		player := e.Kind == match.KindPlay && e.Moves[0].By != game.Nature
		if player {
			d := decision{sight: now, entry: e.Seq}
			for _, m := range e.Moves {
				d.acting = d.acting.With(m.By)
				d.msgs[m.By] = m.Msg
			}
			for _, m := range e.Msgs {
				d.others = append(d.others, plain(m))
			}
			c = append(c, d)
		}
		now.seq = e.Seq
		if e.Kind == match.KindPlay || e.Kind == match.KindStarted {
			now.step = e.Seq
		}
	}
	open := decision{sight: now, acting: t.Acting()}
	var p match.Private
	if err := json.Unmarshal(stored.Private, &p); err != nil {
		return nil, err
	}
	for _, s := range p.Sealed {
		open.msgs[s.Seat] = s.Msg
	}
	for _, m := range p.Msgs {
		open.others = append(open.others, plain(m))
	}
	return append(c, open), nil
}

// plain takes the seat off a message as a table remembers sealed ones.
func plain(m string) string {
	if _, msg, ok := strings.Cut(m, " "); ok {
		return msg
	}
	return m
}

// has reports whether a message has come to something in the log.
func (c course) has(msg string) bool {
	return slices.ContainsFunc(c, func(d decision) bool { return slices.Contains(d.msgs[:], msg) || slices.Contains(d.others, msg) })
}

// moment is a state of the model.
type moment struct {
	at    int                   // decision that is open
	seals [game.MaxSeats]string // messages of choices that wait
	seen  string                // messages of this decision so far, those replaced included
}

func (m moment) knows(c course, msg string) (at int, ok bool) {
	for i := range m.at {
		if slices.Contains(c[i].msgs[:], msg) || slices.Contains(c[i].others, msg) {
			return i, true
		}
	}
	return m.at, strings.Contains(m.seen, "\n"+msg+"\n")
}

// step says whether a table could give this answer to o at a moment, and what comes next.
func (c course) step(m moment, o *op) (bool, moment) {
	d := &c[m.at]
	if o.msg == "" {
		if m.at == 0 && o.look.seq < d.seq && !o.look.sealed { // seats are being taken
			return true, m
		}
		return o.look == sight{d.seq, d.step, m.seals[max(0, o.seat)] != ""}, m
	}
	at, known := m.knows(c, o.msg)
	switch {
	case o.done == never && known:
		return true, m
	case o.refused != "":
		right := !known
		switch o.refused {
		case wire.Stale:
			right = right && o.step != d.step
		case wire.NotYourTurn:
			right = right && o.step == d.step && !d.acting.Has(o.seat)
		case wire.IsOver:
			right = right && d.acting == 0
		}
		return right, m
	case known:
		// The same again: with a number from its own decision, and told as such, unless
		// the node cannot know. Two that sent the same when the database went away both
		// find it stored; then it is told as the first was.
		next := &c[min(at+1, m.at)]
		first := o.twin && (o.ack.Sealed && o.ack.Seq == c[at].seq && o.ack.Step == c[at].step ||
			!o.ack.Sealed && at < m.at && o.ack.Seq == next.seq && o.ack.Step == next.step)
		return (o.ack.Again || first) && o.ack.Seq >= c[at].seq && o.ack.Seq <= next.seq, m
	case o.step != d.step || !d.acting.Has(o.seat):
		return false, m
	}
	n := m
	n.seals[o.seat] = o.msg
	whole := true
	for s := range game.Seat(game.MaxSeats) {
		whole = whole && (!d.acting.Has(s) || n.seals[s] != "")
	}
	if whole {
		if n.seals != d.msgs || d.entry == 0 {
			return false, m // others have made this decision
		}
		n = moment{at: m.at + 1}
	} else {
		if n.seen == "" {
			n.seen = "\n"
		}
		n.seen += o.msg + "\n"
	}
	next := &c[n.at]
	switch {
	case o.done == never:
		return true, n
	case o.ack.Again:
		// An earlier try of the same question was stored and its answer lost.
		return o.ack.Seq >= d.seq && o.ack.Seq <= c[min(m.at+1, len(c)-1)].seq, n
	}
	return o.ack.Sealed == !whole && o.ack.Seq == next.seq && o.ack.Step == next.step, n
}

// linearizable checks the history of one table against what is stored of it.
func linearizable(c course, history []op) error {
	model := porcupine.Model{
		Init: func() any { return moment{} },
		Step: func(state, in, _ any) (bool, any) {
			ok, next := c.step(state.(moment), in.(*op))
			return ok, next
		},
		Equal: func(a, b any) bool { return a == b },
	}
	asked := map[string]bool{}
	var all []porcupine.Operation
	add := func(o *op) {
		all = append(all, porcupine.Operation{ClientId: int(max(0, o.seat)), Input: o, Call: o.call, Return: o.done})
	}
	for i := range history {
		o := &history[i]
		o.twin = o.msg != "" && slices.ContainsFunc(history, func(x op) bool {
			return x.msg == o.msg && x.call != o.call && x.call < o.done && o.call < x.done
		})
		if o.done == never && (o.msg == "" || asked[o.msg] || !c.has(o.msg)) {
			continue // without an answer and without effect
		}
		asked[o.msg] = true
		add(o)
	}
	// What nobody here has asked for is a bot's; when it chose is not known.
	for _, d := range c {
		for s, msg := range d.msgs {
			if msg != "" && strings.HasPrefix(msg, "bot ") {
				add(&op{seat: game.Seat(s), msg: msg, step: d.step, done: never})
			}
		}
	}
	switch result := porcupine.CheckOperationsTimeout(model, all, time.Minute); result {
	case porcupine.Ok:
	case porcupine.Unknown:
		return fmt.Errorf("%d operations are too many to be checked", len(all))
	default:
		return fmt.Errorf("no order of its %d operations explains the answers", len(all))
	}
	// What was explained must be all that is stored: an order may end early.
	for _, d := range c {
		for _, msg := range d.msgs {
			if msg != "" && !asked[msg] && !strings.HasPrefix(msg, "bot ") {
				return fmt.Errorf("message %q is stored, and nobody sent it", msg)
			}
		}
	}
	return nil
}
