package record

import (
	"errors"
	"fmt"
	"strconv"

	"atoll/fair"
	"atoll/game"
)

// Proof lets anybody repeat the draws of chance; see package fair.
type Proof struct {
	Game   string
	Commit fair.Commitment
	// Seed is the secret; nil until the game is over.
	Seed *fair.Seed
	// Chairs are the places at the table before the game began, with what each
	// player added to chance. Nil in proofs from before players did.
	Chairs []Chair
	// Drawn says that chance decided which seat each chair got.
	Drawn bool
	// Given is the index of an outcome that the maker of the table chose; nil: none.
	Given *int
}

// Chair is the place of one player before seats were drawn.
type Chair struct {
	Seat   string // that the player got
	Commit *fair.Commitment
	// Nonce opens Commit; nil if that was not done in time.
	Nonce *fair.Nonce
}

// Withheld counts the nonces that were committed to and not opened: each would let somebody who
// knew the seed choose between two outcomes.
func (p *Proof) Withheld() int {
	n := 0
	for _, c := range p.Chairs {
		if c.Commit != nil && c.Nonce == nil {
			n++
		}
	}
	return n
}

// Key returns what all draws come from. The seed must be known.
func (p *Proof) Key() fair.Seed {
	if p.Chairs == nil {
		return *p.Seed
	}
	nonces := make([]*fair.Nonce, len(p.Chairs))
	for i, c := range p.Chairs {
		nonces[i] = c.Nonce
	}
	return fair.Mix(*p.Seed, p.Game, nonces)
}

var (
	proofKeys = []string{"game", "commit", "seed", "chairs", "drawn", "given"}
	chairKeys = []string{"seat", "commit", "nonce"}
)

func (p *Proof) appendText(dst []byte) []byte {
	dst = appendString(append(dst, `{"game":`...), p.Game)
	dst = fmt.Appendf(dst, `,"commit":"%s"`, p.Commit)
	if p.Seed != nil {
		dst = fmt.Appendf(dst, `,"seed":"%s"`, *p.Seed)
	}
	if p.Chairs != nil {
		dst = append(dst, `,"chairs":[`...)
	}
	for i, c := range p.Chairs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(append(dst, `{"seat":`...), c.Seat)
		if c.Commit != nil {
			dst = fmt.Appendf(dst, `,"commit":"%s"`, *c.Commit)
		}
		if c.Nonce != nil {
			dst = fmt.Appendf(dst, `,"nonce":"%s"`, *c.Nonce)
		}
		dst = append(dst, '}')
	}
	if p.Chairs != nil {
		dst = append(dst, ']')
	}
	if p.Drawn {
		dst = append(dst, `,"drawn":true`...)
	}
	if p.Given != nil {
		dst = strconv.AppendInt(append(dst, `,"given":`...), int64(*p.Given), 10)
	}
	return append(dst, '}')
}

func (w *raw) readProof(s *scanner) error {
	p := &Proof{}
	w.proof = p
	var have [6]bool
	err := s.object("proof", proofKeys, func(key int) error {
		have[key] = true
		switch proofKeys[key] {
		case "chairs":
			p.Chairs = []Chair{}
			return s.array("chairs", func(i int) error {
				if i >= game.MaxSeats {
					return s.fail("more than %d chairs", game.MaxSeats)
				}
				c, err := readChair(s)
				p.Chairs = append(p.Chairs, c)
				return err
			})
		case "drawn":
			if p.Drawn = s.word("true"); !p.Drawn && !s.word("false") {
				return s.fail("drawn is true or false, %s", s.found())
			}
			return nil
		case "given":
			n, err := s.integer("given")
			if err == nil && (n < 0 || n >= maxEvents) {
				return s.fail("given is %d", n)
			}
			k := int(n)
			p.Given = &k
			return err
		}
		return s.checked("a member of proof", func(text string) (err error) {
			switch proofKeys[key] {
			case "game":
				p.Game, err = text, fair.CheckID(text)
			case "commit":
				p.Commit, err = fair.ParseCommitment(text)
			case "seed":
				var seed fair.Seed
				seed, err = fair.ParseSeed(text)
				p.Seed = &seed
			}
			return err
		})
	})
	if err == nil && (!have[0] || !have[1]) {
		return s.fail(`proof needs the members "game" and "commit"`)
	}
	return err
}

func readChair(s *scanner) (c Chair, err error) {
	have := false
	err = s.object("a chair", chairKeys, func(key int) error {
		return s.checked("a member of a chair", func(text string) (err error) {
			switch chairKeys[key] {
			case "seat":
				c.Seat, have = text, true
			case "commit":
				var commit fair.Commitment
				commit, err = fair.ParseCommitment(text)
				c.Commit = &commit
			case "nonce":
				var nonce fair.Nonce
				nonce, err = fair.ParseNonce(text)
				c.Nonce = &nonce
			}
			return err
		})
	})
	if err == nil && !have {
		return c, s.fail(`a chair needs the member "seat"`)
	}
	return c, err
}

// checked reads a string and lets f judge it.
func (s *scanner) checked(what string, f func(text string) error) error {
	s.blanks()
	at := s.pos
	text, err := s.str(what)
	if err != nil {
		return err
	}
	if err := f(text); err != nil {
		s.pos = at
		return s.fail("%v", err)
	}
	return nil
}

// ErrNoProof says that a record cannot show that its chance was fair.
var ErrNoProof = errors.New("the record has no proof of its chance")

// Proved is Verify for those who want a proof: it refuses a record without one,
// and one whose draws cannot be repeated because the seed has not been revealed yet.
func Proved(rec *Record) error {
	switch {
	case rec.Proof == nil:
		return ErrNoProof
	case rec.Proof.Seed == nil:
		return fmt.Errorf("%w that could be checked: the seed is revealed after the end", ErrNoProof)
	}
	return Verify(rec)
}

// Draws repeats the draws of a record whose seed has been revealed. For each event it has the outcome that the proof
// gives, whether the record says the same or not, or "" where chance did not act.
func Draws(rec *Record) ([]string, error) {
	if rec.Proof == nil || rec.Proof.Seed == nil {
		return nil, ErrNoProof
	}
	r, key := NewReplayer(rec.Config), rec.Proof.Key()
	draws := make([]string, len(rec.Events))
	for i, e := range rec.Events {
		if r.Next() == game.Nature && e.By == "chance" {
			draws[i] = fair.Draw(r.st, key, rec.Proof.Game, i)
		}
		if err := r.Apply(e.By, e.Do, nil); err != nil {
			return nil, &Fault{Event: i, Err: err}
		}
	}
	return draws, nil
}

func verifyDraw(r *Replayer, key *fair.Seed, p *Proof, i int, e Event) error {
	if key == nil || e.By != "chance" || r.Next() != game.Nature || p.Given != nil && *p.Given == i {
		return nil
	}
	if want := fair.Draw(r.st, *key, p.Game, i); want != e.Do {
		return fmt.Errorf("the proof fails: the seed draws %.200q here", want)
	}
	return nil
}

func verifyProof(rec *Record) error {
	p := rec.Proof
	switch {
	case p == nil:
		return nil
	case p.Seed == nil && rec.Result.Over:
		return errors.New("the proof of a finished game has its seed")
	case p.Seed != nil && !rec.Result.Over:
		return errors.New("the seed is a secret until the game is over")
	case p.Seed != nil && p.Seed.Commit() != p.Commit:
		return fmt.Errorf("the proof fails: the seed's commitment is %s, not %s", p.Seed.Commit(), p.Commit)
	case p.Given != nil && (*p.Given >= len(rec.Events) || rec.Events[*p.Given].By != "chance"):
		return errors.New("the proof names a given outcome, but that event is not an outcome of chance")
	case p.Chairs == nil && p.Drawn:
		return errors.New("the proof says that seats were drawn, but not among which chairs")
	case p.Chairs == nil:
		return nil
	}
	return p.verifyChairs(rec.Config)
}

func (p *Proof) verifyChairs(cfg game.Config) error {
	names := cfg.SeatNames()
	if len(p.Chairs) != len(names) {
		return fmt.Errorf("the proof has %d chairs for %d seats", len(p.Chairs), len(names))
	}
	var taken game.Seats
	for i, c := range p.Chairs {
		s, ok := cfg.SeatByName(c.Seat)
		if !ok || s == game.Nature || taken.Has(s) {
			return fmt.Errorf("chair %d of the proof has the seat %.20q, which does not exist or is another's", i+1, c.Seat)
		}
		taken = taken.With(s)
		switch {
		case c.Nonce != nil && c.Commit == nil:
			return fmt.Errorf("the proof fails: the nonce of chair %d was not committed to", i+1)
		case c.Nonce != nil && c.Nonce.Commit() != *c.Commit:
			return fmt.Errorf("the proof fails: the nonce of chair %d does not open its commitment", i+1)
		case !p.Drawn && c.Seat != names[i]:
			return fmt.Errorf("chair %d has the seat %s, but seats were not drawn", i+1, c.Seat)
		}
	}
	if !p.Drawn || p.Seed == nil {
		return nil
	}
	for seat, chair := range fair.Seating(p.Key(), p.Game, len(p.Chairs)) {
		if p.Chairs[chair].Seat != names[seat] {
			return fmt.Errorf("the proof fails: the seed draws seat %s for chair %d, not %s", names[seat], chair+1, p.Chairs[chair].Seat)
		}
	}
	return nil
}
