package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"atoll/game"
)

const (
	// DefaultMaxLine is the longest line that a Reader accepts by default.
	DefaultMaxLine = 64 << 20
	// maxEvents bounds the memory that a line of tiny events can take.
	maxEvents = 2 << 20
	// maxLegalTexts bounds the same for the lists of all events of a record.
	maxLegalTexts = 8 << 20
)

// Reader reads records one after the other. Time is linear in the input, and
// memory is bounded by a small multiple of MaxLine.
type Reader struct {
	// MaxLine is the longest line in bytes; DefaultMaxLine if 0.
	MaxLine int
	in      *bufio.Reader
	find    func(id string) (*game.Game, bool)
	line    int
	buf     []byte
}

// NewReader returns a Reader that finds games by their id with find.
func NewReader(in io.Reader, find func(id string) (*game.Game, bool)) *Reader {
	return &Reader{in: bufio.NewReaderSize(in, 64<<10), find: find}
}

// BadLine is the error for a line that is no record. The Reader can go on with
// the next line after it.
type BadLine struct {
	Line int // counted from 1
	Err  error
}

func (b *BadLine) Error() string { return fmt.Sprintf("line %d, %v", b.Line, b.Err) }
func (b *BadLine) Unwrap() error { return b.Err }

// Line returns the number of the line that was read last.
func (r *Reader) Line() int { return r.line }

// Next returns the next record, io.EOF at the end, a *BadLine for a line that
// is no record, or another error of the input. Empty lines are passed over.
func (r *Reader) Next() (*Record, error) {
	for {
		text, err := r.readLine()
		var bad *syntaxError
		if errors.As(err, &bad) {
			return nil, &BadLine{r.line, bad}
		}
		if err != nil {
			return nil, err
		}
		if strings.Trim(text, " \t\r\n") == "" {
			continue
		}
		rec, err := Parse(text, r.find)
		if err != nil {
			return nil, &BadLine{r.line, err}
		}
		return rec, nil
	}
}

// readLine returns the next line without its end. A line that is too long is
// passed over without being kept.
func (r *Reader) readLine() (string, error) {
	limit := r.MaxLine
	if limit <= 0 {
		limit = DefaultMaxLine
	}
	r.buf = r.buf[:0]
	long := false
	for {
		part, err := r.in.ReadSlice('\n')
		if len(part) > 0 && len(r.buf) == 0 && !long {
			r.line++
		}
		if long = long || len(r.buf)+len(part) > limit+1; !long {
			r.buf = append(r.buf, part...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil && err != io.EOF {
			return "", err
		}
		if err == io.EOF && len(r.buf) == 0 && !long {
			return "", io.EOF
		}
		break
	}
	if long {
		return "", &syntaxError{limit, fmt.Sprintf("the line is longer than %d bytes", limit)}
	}
	text := string(r.buf)
	if cap(r.buf) > 1<<20 {
		r.buf = nil // one long line must not cost memory from then on
	}
	return strings.TrimSuffix(text, "\n"), nil
}

var (
	recordKeys = []string{"format", "game", "rules", "options", "seats", "events", "result", "proof"}
	eventKeys  = []string{"by", "do", "legal_count", "legal"}
	resultKeys = []string{"rank", "reason"}
)

// raw is a record before its parts are checked against each other, because
// members can come in any order.
type raw struct {
	have    [8]bool
	format  string
	game    string
	rules   int64 // 0 if left out, which means 1
	options map[string]game.Value
	seats   []string
	events  []Event
	over    bool
	rank    map[string]int64
	reason  string
	proof   *Proof
	texts   int
}

// Parse reads one record. It checks the form, the game, its options and seats,
// but not the moves; Verify does that.
func Parse(text string, find func(id string) (*game.Game, bool)) (*Record, error) {
	s := &scanner{text: text}
	if !utf8.ValidString(text) {
		for s.pos < len(text) {
			r, n := utf8.DecodeRuneInString(text[s.pos:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			s.pos += n
		}
		return nil, s.fail("not UTF-8")
	}
	var w raw
	if err := s.object("a record", recordKeys, func(key int) error {
		w.have[key] = true
		return w.member(s, key)
	}); err != nil {
		return nil, err
	}
	if s.peek() != 0 || s.pos < len(s.text) {
		return nil, s.fail("something follows the record: %s", s.found())
	}
	for i, have := range w.have[:7] {
		if !have && recordKeys[i] != "options" && recordKeys[i] != "rules" { // left out they have their defaults
			return nil, s.fail("the record has no member %q", recordKeys[i])
		}
	}
	return w.record(find)
}

func (w *raw) member(s *scanner, key int) (err error) {
	switch recordKeys[key] {
	case "format":
		at := s.pos
		if w.format, err = s.str("format"); err == nil && w.format != Format {
			s.pos = at
			return s.fail("format is %.40q, but only %q is known", w.format, Format)
		}
	case "game":
		w.game, err = s.str("game")
	case "rules":
		if w.rules, err = s.integer("rules"); err == nil && (w.rules < 1 || w.rules > 1<<31-1) {
			return s.fail("rules is a version number from 1 up, not %d", w.rules)
		}
	case "options":
		err = w.readOptions(s)
	case "seats":
		err = s.array("seats", func(i int) error {
			if i >= game.MaxSeats {
				return s.fail("more than %d seats", game.MaxSeats)
			}
			name, err := s.str("a seat")
			w.seats = append(w.seats, name)
			return err
		})
	case "events":
		err = s.array("events", func(i int) error {
			if i >= maxEvents {
				return s.fail("more than %d events", maxEvents)
			}
			e, err := w.event(s, i)
			w.events = append(w.events, e)
			return err
		})
	case "result":
		if s.word("null") {
			return nil
		}
		w.over = true
		err = w.readResult(s)
	case "proof":
		err = w.readProof(s)
	}
	return err
}

func (w *raw) readOptions(s *scanner) error {
	w.options = map[string]game.Value{}
	return s.members("options", func(name string, at int) error {
		if _, twice := w.options[name]; twice {
			s.pos = at
			return s.fail("option %.40q is given twice", name)
		}
		if len(w.options) >= game.MaxOptions {
			return s.fail("more than %d options", game.MaxOptions)
		}
		switch {
		case s.peek() == '"':
			text, err := s.str("an option")
			w.options[name] = game.Word(text)
			return err
		case s.word("true"):
			w.options[name] = game.Bool(true)
			return nil
		case s.word("false"):
			w.options[name] = game.Bool(false)
			return nil
		}
		switch c := s.peek(); {
		case c == '-' || c >= '0' && c <= '9':
			i, err := s.integer(fmt.Sprintf("option %.40s", name))
			w.options[name] = game.Int(i)
			return err
		}
		return s.fail("option %.40q is text, a whole number, true or false; %s", name, s.found())
	})
}

func (w *raw) event(s *scanner, i int) (Event, error) {
	var e Event
	var legal Legal
	var have [4]bool
	start := s.pos
	err := s.object("an event", eventKeys, func(key int) (err error) {
		have[key] = true
		switch eventKeys[key] {
		case "by":
			e.By, err = s.str("by")
		case "do":
			e.Do, err = s.str("do")
		case "legal_count":
			var n int64
			if n, err = s.integer("legal_count"); err == nil && (n < 0 || n > 1<<31-1) {
				return s.fail("legal_count is %d", n)
			}
			legal.Count = int(n)
		case "legal":
			legal.Texts = []string{}
			err = s.array("legal", func(i int) error {
				if w.texts++; i >= MaxLegal || w.texts > maxLegalTexts {
					return s.fail("too many legal actions: at most %d for an event, %d in a record", MaxLegal, maxLegalTexts)
				}
				text, err := s.str("a legal action")
				legal.Texts = append(legal.Texts, text)
				return err
			})
		}
		return err
	})
	if err != nil {
		return e, err
	}
	if !have[0] || !have[1] {
		s.pos = start
		return e, s.fail(`event %d needs the members "by" and "do"`, i)
	}
	if have[3] && !have[2] {
		s.pos = start
		return e, s.fail(`event %d has "legal" without "legal_count"`, i)
	}
	if have[2] {
		e.Legal = &legal
	}
	return e, nil
}

func (w *raw) readResult(s *scanner) error {
	have := [2]bool{}
	err := s.object("result", resultKeys, func(key int) (err error) {
		have[key] = true
		if resultKeys[key] == "reason" {
			w.reason, err = s.str("reason")
			return err
		}
		w.rank = map[string]int64{}
		return s.members("rank", func(name string, at int) error {
			if _, twice := w.rank[name]; twice || len(w.rank) >= game.MaxSeats {
				s.pos = at
				return s.fail("rank of %.20q is given twice, or too many ranks", name)
			}
			v, err := s.integer("a rank")
			w.rank[name] = v
			return err
		})
	})
	if err == nil && (!have[0] || !have[1]) {
		return s.fail(`result needs the members "rank" and "reason"`)
	}
	return err
}

// record checks game, options, seats and the form of the result.
func (w *raw) record(find func(id string) (*game.Game, bool)) (*Record, error) {
	g, ok := find(w.game)
	if !ok {
		return nil, fmt.Errorf("unknown game %.40q", w.game)
	}
	cfg, err := g.ConfigureAs(int(max(w.rules, 1)), len(w.seats), w.options)
	if err != nil {
		return nil, err
	}
	names := cfg.SeatNames()
	if !slices.Equal(names, w.seats) {
		return nil, fmt.Errorf("seats of %s are %q, not %.80q", g.ID, names, w.seats)
	}
	rec := &Record{Config: cfg, Events: w.events, Proof: w.proof}
	if !w.over {
		return rec, nil
	}
	rec.Result = game.Result{Over: true, Reason: w.reason}
	if len(w.rank) != len(names) {
		return nil, fmt.Errorf("result has %d ranks for %d seats", len(w.rank), len(names))
	}
	for i, name := range names {
		v, ok := w.rank[name]
		if !ok || v < 1 || v > int64(len(names)) {
			return nil, fmt.Errorf("rank of %s is missing or not in 1 to %d", name, len(names))
		}
		rec.Result.Rank[i] = uint8(v)
	}
	if !slices.Contains(g.Reasons, w.reason) {
		return nil, fmt.Errorf("reason %.40q is not one of %s: %s", w.reason, g.ID, strings.Join(g.Reasons, ", "))
	}
	return rec, nil
}
