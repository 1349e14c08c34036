package game

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Look returns a copy of s as v may see it. It is the only road from a state to
// a wire, a log, a screen or a bot.
func Look(s State, v Viewer) State {
	c := s.Copy()
	c.Redact(v)
	return c
}

// Refusal is the error for an action that the rules do not allow.
type Refusal struct {
	Seat   string // who tried
	Action string // what, as it was written
	Reason string // why not, one sentence
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("%s may not %.80q: %s", r.Seat, r.Action, r.Reason)
}

// ErrOver is wrapped by refusals after the end of a game.
var ErrOver = errors.New("the game is over")

// Parse reads an action text of seat s (not Nature) and checks that it is legal
// now. It changes nothing.
func Parse(st State, s Seat, text string) (Action, error) {
	cfg := st.Config()
	refuse := func(reason string) error {
		return &Refusal{Seat: cfg.SeatName(s), Action: text, Reason: reason}
	}
	acting := st.Acting()
	if acting == 0 {
		return NoAction, fmt.Errorf("%w: %s", ErrOver, refuse("nothing can be done any more."))
	}
	if !acting.Has(s) {
		return NoAction, refuse(fmt.Sprintf("it is not %s's turn; to act: %s.", cfg.SeatName(s), ActingText(st)))
	}
	a, err := st.ParseAction(s, text)
	if err != nil {
		return NoAction, refuse(err.Error())
	}
	if !st.Legal(s, a) {
		why := st.WhyNot(s, a)
		if why == "" {
			why = "you can't do that now."
		}
		return NoAction, refuse(why)
	}
	return a, nil
}

// Try checks the text of an action of the only acting seat (or an outcome of
// Nature) and plays it. On error st is unchanged.
func Try(st State, s Seat, text string, tell Tell) error {
	if b, ok := st.(Bulk); ok && s == Nature && b.BulkPending() {
		return b.PlayBulk(text, tell)
	}
	a, err := Parse(st, s, text)
	if err != nil {
		return err
	}
	if st.Acting() != Only(s) {
		return fmt.Errorf("several seats choose at once here: %s", ActingText(st))
	}
	st.Play(Choose(s, a), tell)
	return nil
}

// TryTable checks a table action and applies it. On error st is unchanged.
func TryTable(st State, s Seat, t TableAction, tell Tell) error {
	if err := st.AllowsTable(s, t); err != nil {
		return &Refusal{Seat: st.Config().SeatName(s), Action: t.String(), Reason: err.Error()}
	}
	st.Table(s, t, tell)
	return nil
}

// ActingText names the acting seats, as "S and N", "chance" or "nobody".
func ActingText(st State) string {
	var names []string
	cfg, acting := st.Config(), st.Acting()
	for s := Seat(0); s <= Nature; s++ {
		if acting.Has(s) {
			names = append(names, cfg.SeatName(s))
		}
	}
	if len(names) == 0 {
		return "nobody"
	}
	return strings.Join(names, " and ")
}

// Draw draws Nature's outcome, by weight, and returns its text. It changes
// nothing; play the text with Try.
func Draw(st State, r *Rand) string {
	if b, ok := st.(Bulk); ok && b.BulkPending() {
		return b.DrawBulk(r)
	}
	return string(st.AppendAction(nil, Nature, DrawAction(st, r, nil)))
}

// DrawAction draws one of Nature's listed outcomes by weight. buf is scratch
// space for the list and may be nil.
func DrawAction(st State, r *Rand, buf []Action) Action {
	list := st.AppendActions(buf[:0], Nature)
	var total uint64
	for _, a := range list {
		total += uint64(st.Weight(a))
	}
	n := r.Below(total)
	for _, a := range list {
		w := uint64(st.Weight(a))
		if n < w {
			return a
		}
		n -= w
	}
	panic("game: weights changed while drawing")
}

// Count returns how many legal actions seat s has.
func Count(st State, s Seat) int {
	if c, ok := st.(Sampler); ok && s != Nature {
		return c.CountActions(s)
	}
	return len(st.AppendActions(nil, s))
}

// Sample draws one of the legal actions of seat s, all equally likely. buf is
// scratch space and may be nil; the list, if one was made, is returned for reuse.
func Sample(st State, s Seat, r *Rand, buf []Action) (Action, []Action) {
	if c, ok := st.(Sampler); ok {
		return c.SampleAction(s, r), buf
	}
	buf = st.AppendActions(buf[:0], s)
	return buf[r.Below(uint64(len(buf)))], buf
}

// AppendCommonJSON appends, without braces, the members that every game's JSON
// begins with: game, players, options, position, acting and result. A game's
// MarshalJSON calls it and adds its own.
func AppendCommonJSON(dst []byte, st State) []byte {
	cfg := st.Config()
	names := cfg.SeatNames()
	dst = append(dst, `"game":`...)
	dst = AppendQuoted(dst, cfg.Game.ID)
	dst = strconv.AppendInt(append(dst, `,"players":`...), int64(cfg.Players), 10)
	dst = append(dst, `,"options":{`...)
	for i, o := range cfg.Game.Options {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendQuoted(dst, o.Key)
		dst = append(dst, ':')
		dst = cfg.values[i].appendJSON(dst)
	}
	dst = append(dst, `},"position":`...)
	from := len(dst)
	dst = st.AppendText(append(dst, '"'))
	if plain(dst[from+1:]) {
		dst = append(dst, '"')
	} else {
		dst = AppendQuoted(dst[:from], string(dst[from+1:]))
	}
	dst = append(dst, `,"acting":[`...)
	acting, first := st.Acting(), true
	for s := Seat(0); s <= Nature; s++ {
		if acting.Has(s) {
			if !first {
				dst = append(dst, ',')
			}
			first = false
			dst = AppendQuoted(dst, cfg.SeatName(s))
		}
	}
	dst = append(dst, `],"result":`...)
	dst = AppendResultJSON(dst, st.Result(), names)
	if !cfg.Game.Drawn {
		dst = append(dst, `,"text_board":`...)
		dst = AppendQuoted(dst, string(st.AppendBoard(nil)))
	}
	return dst
}

// AppendResultJSON appends a result as records write it; null while not over.
func AppendResultJSON(dst []byte, r Result, names []string) []byte {
	if !r.Over {
		return append(dst, "null"...)
	}
	dst = append(dst, `{"rank":{`...)
	for i, name := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendQuoted(dst, name)
		dst = strconv.AppendInt(append(dst, ':'), int64(r.Rank[i]), 10)
	}
	dst = append(dst, `},"reason":`...)
	dst = AppendQuoted(dst, r.Reason)
	return append(dst, '}')
}

// UnmarshalPositionJSON is the UnmarshalJSON of every game: the position text holds everything, and
// the other members must agree with it.
func UnmarshalPositionJSON(st State, data []byte) error {
	var head struct {
		Position string `json:"position"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return err
	}
	c := st.Copy()
	if err := c.UnmarshalText([]byte(head.Position)); err != nil {
		return err
	}
	again, err := c.MarshalJSON()
	if err != nil {
		return err
	}
	var got, want any
	if json.Unmarshal(data, &got) != nil || json.Unmarshal(again, &want) != nil || !equalJSON(got, want) {
		return errors.New("the JSON contradicts its own position text")
	}
	st.CopyFrom(c)
	return nil
}

func equalJSON(a, b any) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

// Perft counts the ways in which depth steps can be played from st: a step of
// several seats counts each combination, a step of Nature each outcome, and a
// game that ends earlier counts nothing.
func Perft(st State, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if st.Acting() == 0 {
		return 0
	}
	if b, ok := st.(Bulk); ok && b.BulkPending() {
		panic("game: perft of an outcome that cannot be listed")
	}
	return perft(st, st.Acting(), Choices{}, depth)
}

func perft(st State, rest Seats, c Choices, depth int) uint64 {
	s := rest.First()
	rest = rest.Without(s)
	if rest == 0 && depth == 1 {
		return uint64(Count(st, s))
	}
	var n uint64
	next := st.Copy()
	for _, a := range st.AppendActions(nil, s) {
		c[s] = a
		if rest != 0 {
			n += perft(st, rest, c, depth)
			continue
		}
		next.CopyFrom(st)
		next.Play(c, nil)
		n += Perft(next, depth-1)
	}
	return n
}
