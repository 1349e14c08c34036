package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"atoll/fair"
	"atoll/game"
)

// Fault is what is wrong with a record: at which event, what was found there
// and what the rules allow.
type Fault struct {
	Event   int // index from 0; the number of events if the fault is at the end
	Found   string
	Allowed string
	Err     error
}

func (f *Fault) Error() string {
	text := fmt.Sprintf("event %d: %v", f.Event, f.Err)
	if f.Found != "" {
		text += fmt.Sprintf("; found %s", f.Found)
	}
	if f.Allowed != "" {
		text += fmt.Sprintf("; allowed: %s", f.Allowed)
	}
	return text
}

func (f *Fault) Unwrap() error { return f.Err }

// Verify plays the record by the rules. It returns nil, or a *Fault for the
// first thing that is wrong.
func Verify(rec *Record) error {
	r := NewReplayer(rec.Config)
	var key *fair.Seed
	if p := rec.Proof; p != nil && p.Seed != nil {
		k := p.Key()
		key = &k
	}
	for i, e := range rec.Events {
		if err := verifyLegal(r, e); err != nil {
			return &Fault{Event: i, Err: err}
		}
		if err := verifyDraw(r, key, rec.Proof, i, e); err != nil {
			return &Fault{Event: i, Found: fmt.Sprintf("%.200q", e.Do), Err: err}
		}
		allowed := r.st.Acting()
		if err := r.Apply(e.By, e.Do, nil); err != nil {
			return &Fault{Event: i, Found: fmt.Sprintf("%.200q by %.40q", e.Do, e.By), Allowed: r.allowed(allowed), Err: err}
		}
	}
	if err := verifyEnd(r, rec); err != nil {
		return &Fault{Event: len(rec.Events), Err: err}
	}
	return nil
}

// allowed lists what could have come next.
func (r *Replayer) allowed(acting game.Seats) string {
	const most = 12
	next := r.Next()
	if acting == 0 || next == game.NoSeat {
		return "nothing"
	}
	name := r.st.Config().SeatName(next)
	if b, ok := r.st.(game.Bulk); ok && b.BulkPending() {
		return "an outcome of chance"
	}
	n := game.Count(r.st, next)
	if n > MaxLegal {
		return fmt.Sprintf("%d actions by %s", n, name)
	}
	texts := LegalOf(r.st, next).Texts
	more := ""
	if len(texts) > most {
		texts, more = texts[:most], fmt.Sprintf(" and %d more", n-most)
	}
	return fmt.Sprintf("by %s: %s%s", name, strings.Join(texts, ", "), more)
}

func verifyLegal(r *Replayer, e Event) error {
	if e.Legal == nil {
		return nil
	}
	s, ok := r.st.Config().SeatByName(e.By)
	if _, table := game.ParseTableAction(e.Do); !ok || s == game.Nature || table {
		return errors.New("only actions of players have legal_count")
	}
	if !r.st.Acting().Has(s) {
		return nil // Apply says why
	}
	want := LegalOf(r.st, s)
	if e.Legal.Count != want.Count {
		return fmt.Errorf("legal_count is %d; %s has %d legal actions", e.Legal.Count, e.By, want.Count)
	}
	if (e.Legal.Texts == nil) != (want.Texts == nil) {
		return fmt.Errorf("legal lists at most %d actions; here there are %d", MaxLegal, want.Count)
	}
	if slices.Equal(e.Legal.Texts, want.Texts) {
		return nil
	}
	for i, text := range e.Legal.Texts {
		if !slices.Contains(want.Texts, text) {
			return fmt.Errorf("legal lists %.80q, which is not legal", text)
		}
		if i > 0 && e.Legal.Texts[i-1] >= text {
			return fmt.Errorf("legal is not sorted by bytes at %.80q", text)
		}
	}
	return errors.New("legal lacks an action")
}

func verifyEnd(r *Replayer, rec *Record) error {
	got := r.st.Result()
	if r.Staging() {
		return errors.New("the record ends before all choices of a simultaneous step are in")
	}
	if err := verifyProof(rec); err != nil {
		return err
	}
	if !rec.Result.Over {
		if got.Over {
			return fmt.Errorf("result is null and the game is over: %s", resultText(got, rec.Config))
		}
		return verifyUnfinished(r, rec)
	}
	if !got.Over {
		return fmt.Errorf("the record ends with a result, and %s is to act", game.ActingText(r.st))
	}
	if got != rec.Result {
		return fmt.Errorf("result is %s; by the rules it is %s", resultText(rec.Result, rec.Config), resultText(got, rec.Config))
	}
	for _, i := range r.bulks {
		if strings.Contains(rec.Events[i].Do, "?") {
			return fmt.Errorf("event %d leaves something unknown, and the record of a finished game holds everything", i)
		}
	}
	return nil
}

// verifyUnfinished checks that the record of a running game reveals no secret.
func verifyUnfinished(r *Replayer, rec *Record) error {
	if s, ok := r.st.(game.Sealing); ok && s.HoldsSecretChoices() {
		return errors.New("the record of an unfinished game stops before a step whose choices are not all revealed")
	}
	b, ok := r.st.(game.Bulk)
	if !ok {
		return nil
	}
	for _, i := range r.bulks {
		if do := rec.Events[i].Do; b.RedactBulk(do, game.PublicViewer()) != do {
			return fmt.Errorf("event %d reveals what is still hidden; an unfinished game has '?' there", i)
		}
	}
	return nil
}

func resultText(res game.Result, cfg game.Config) string {
	return string(game.AppendResultJSON(nil, res, cfg.SeatNames()))
}

// Public returns the record as everybody may read it. Of a finished game that
// is everything. Of an unfinished one it stops before a simultaneous step that
// is not all in and before choices that are not all revealed, it hides what
// chance laid out unseen, and it has no seed. It fails only if rec does not
// follow the rules.
func Public(rec *Record) (*Record, error) {
	r := NewReplayer(rec.Config)
	keep, state := 0, r.st.Copy()
	for i, e := range rec.Events {
		if err := r.Apply(e.By, e.Do, nil); err != nil {
			return nil, &Fault{Event: i, Err: err}
		}
		if s, ok := r.st.(game.Sealing); !r.Staging() && (!ok || !s.HoldsSecretChoices()) {
			keep = i + 1
			state.CopyFrom(r.st)
		}
	}
	public := &Record{Config: rec.Config, Result: r.st.Result(), Proof: rec.Proof}
	if public.Result.Over {
		public.Events = slices.Clone(rec.Events)
		return public, nil
	}
	public.Events = slices.Clone(rec.Events[:keep])
	if b, ok := state.(game.Bulk); ok {
		for _, i := range r.bulks {
			if i < keep {
				public.Events[i].Do = b.RedactBulk(public.Events[i].Do, game.PublicViewer())
			}
		}
	}
	if p := rec.Proof; p != nil {
		told := *p
		told.Seed = nil
		public.Proof = &told
	}
	return public, nil
}
