package record

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"atoll/fair"
	"atoll/games"
)

// proved reads the records of games at tables, whose chance is proved chair by chair.
func proved(t *testing.T) []string { return readLines(t, "testdata/proved.jsonl") }

// TestProvedRecordsAreReadBack: reading and writing gives the same bytes, and all of them are proved.
func TestProvedRecordsAreReadBack(t *testing.T) {
	withheld, drawn := 0, 0
	for i, line := range proved(t) {
		rec := parse(t, []byte(line))
		if got := strings.TrimSpace(string(rec.AppendText(nil))); got != line {
			t.Errorf("record %d is written as\n%s, was\n%s", i, got, line)
		}
		if err := Proved(rec); err != nil {
			t.Errorf("record %d: %v", i, err)
		}
		n := strings.Count(line, `"seat":`) - strings.Count(line, `"nonce":`)
		if none := strings.Count(line, `"seat":`) - strings.Count(line, `"commit":`) + 1; rec.Proof.Withheld() != n-none {
			t.Errorf("record %d: %d nonces are withheld, want %d", i, rec.Proof.Withheld(), n-none)
		}
		withheld += rec.Proof.Withheld()
		if rec.Proof.Drawn {
			drawn++
		}
	}
	if withheld == 0 || drawn == 0 {
		t.Errorf("%d withheld, %d drawn: the records show too little", withheld, drawn)
	}
}

// TestProofsThatFail: each part of a proof is checked.
func TestProofsThatFail(t *testing.T) {
	lines := proved(t)
	first := func() *Record { return parse(t, []byte(lines[0])) }  // two chairs, drawn
	second := func() *Record { return parse(t, []byte(lines[1])) } // three chairs, not drawn, one withheld
	if !first().Proof.Drawn || second().Proof.Drawn {
		t.Fatal("the records are others than this test knows")
	}
	for _, x := range []struct {
		name   string
		rec    *Record
		change func(*Proof)
		want   string
	}{
		{"nothing", first(), func(*Proof) {}, ""},
		{"another seed", first(), func(p *Proof) { p.Seed[0]++ }, "the seed's commitment is"},
		{"another seed with its commitment", first(), func(p *Proof) { p.Seed[0]++; p.Commit = p.Seed.Commit() }, "the seed draws"},
		{"no seed", first(), func(p *Proof) { p.Seed = nil }, "has its seed"},
		{"another id", first(), func(p *Proof) { p.Game += "x" }, "the seed draws"},
		{"another nonce", first(), func(p *Proof) { p.Chairs[0].Nonce[5]++ }, "the nonce of chair 1 does not open"},
		{"another nonce of the last", first(), func(p *Proof) { p.Chairs[1].Nonce[5]++ }, "the nonce of chair 2 does not open"},
		{"another nonce with its commitment", second(), func(p *Proof) {
			p.Chairs[1].Nonce[5]++
			c := p.Chairs[1].Nonce.Commit()
			p.Chairs[1].Commit = &c
		}, "the seed draws"},
		{"a nonce without commitment", first(), func(p *Proof) { p.Chairs[1].Commit = nil }, "chair 2 was not committed to"},
		{"a nonce left out", second(), func(p *Proof) { p.Chairs[0].Nonce = nil }, "the seed draws"},
		{"a chair missing", first(), func(p *Proof) { p.Chairs = p.Chairs[:1] }, "1 chairs for 2 seats"},
		{"a chair too many", first(), func(p *Proof) { p.Chairs = append(p.Chairs, p.Chairs[0]) }, "3 chairs for 2 seats"},
		{"one seat twice", first(), func(p *Proof) { p.Chairs[1].Seat = p.Chairs[0].Seat }, "chair 2 of the proof"},
		{"no such seat", first(), func(p *Proof) { p.Chairs[0].Seat = "Z" }, "chair 1 of the proof"},
		{"the seat of chance", first(), func(p *Proof) { p.Chairs[0].Seat = "chance" }, "chair 1 of the proof"},
		{"seats swapped where they were drawn", first(), func(p *Proof) {
			p.Chairs[0].Seat, p.Chairs[1].Seat = p.Chairs[1].Seat, p.Chairs[0].Seat
		}, "the seed draws seat A for chair 1, not B"},
		{"seats swapped where they were not", second(), func(p *Proof) {
			p.Chairs[0].Seat, p.Chairs[1].Seat = p.Chairs[1].Seat, p.Chairs[0].Seat
		}, "chair 1 has the seat B, but seats were not drawn"},
		{"chairs left out", second(), func(p *Proof) { p.Chairs = nil }, "the seed draws"},
		{"chairs left out where seats were drawn", first(), func(p *Proof) { p.Chairs = nil }, "not among which chairs"},
		{"a given outcome of nobody", first(), func(p *Proof) { n := 1 << 20; p.Given = &n }, "not an outcome of chance"},
		{"a given outcome just after the end", first(), func(p *Proof) { n := len(first().Events); p.Given = &n }, "not an outcome of chance"},
		{"a given outcome that a player chose", first(), func(p *Proof) { n := 1; p.Given = &n }, "not an outcome of chance"},
		{"a given outcome", first(), func(p *Proof) { n := 0; p.Given = &n }, ""},
	} {
		x.change(x.rec.Proof)
		all := Proved(x.rec)
		err := verifyProof(x.rec) // before the draws, which fail as well where a key is another
		if err == nil {
			err = all
		}
		if all == nil && err != nil {
			t.Errorf("%s: proved all the same", x.name)
		}
		if (err == nil) != (x.want == "") || err != nil && !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q", x.name, err, x.want)
		}
	}
	none := first()
	none.Proof = nil
	if err := Proved(none); !errors.Is(err, ErrNoProof) {
		t.Errorf("without a proof: %v", err)
	}
	early := first()
	early.Proof.Seed = nil
	if err := Proved(early); !errors.Is(err, ErrNoProof) {
		t.Errorf("without the seed: %v", err)
	}
	// One outcome that the maker has given excuses no other.
	for i, e := range first().Events {
		other := map[string]string{"roll 1": "roll 2", "order A B": "order B A"}[e.Do]
		if other == "" {
			continue
		}
		forged := first()
		forged.Events[i].Do = other
		if err := Proved(forged); err == nil || !strings.Contains(err.Error(), "the seed draws") {
			t.Errorf("another draw at event %d: %v", i, err)
		}
		none := 0
		if forged.Proof.Given = &none; i == 0 {
			continue
		}
		if err := Proved(forged); err == nil || !strings.Contains(err.Error(), "the seed draws") {
			t.Errorf("another draw at event %d, where the first one was given: %v", i, err)
		}
	}
}

// TestProofForm: what the members of a proof may be.
func TestProofForm(t *testing.T) {
	hex := strings.Repeat("0", 64)
	head := `"game":"evo","options":{},"seats":["S","N"],"events":[],"result":null,"proof":`
	chairs := func(n int) string {
		return `"chairs":[` + strings.TrimSuffix(strings.Repeat(`{"seat":"S"},`, n), ",") + `]`
	}
	for proof, want := range map[string]string{
		`{"game":"g","commit":"` + hex + `"}`:                                                  "",
		`{"game":"g"}`:                                                                         `needs the members "game" and "commit"`,
		`{"commit":"` + hex + `"}`:                                                             `needs the members "game" and "commit"`,
		`{"game":"a b","commit":"` + hex + `"}`:                                                "printable",
		`{"game":"g","commit":"0"}`:                                                            "64",
		`{"game":"g","commit":"` + hex + `","given":0}`:                                        "",
		`{"game":"g","commit":"` + hex + `","given":-1}`:                                       "given is -1",
		fmt.Sprintf(`{"game":"g","commit":"%s","given":%d}`, hex, maxEvents-1):                 "",
		fmt.Sprintf(`{"game":"g","commit":"%s","given":%d}`, hex, maxEvents):                   "given is",
		`{"game":"g","commit":"` + hex + `","given":"1"}`:                                      "whole number",
		`{"game":"g","commit":"` + hex + `","drawn":true}`:                                     "",
		`{"game":"g","commit":"` + hex + `","drawn":false}`:                                    "",
		`{"game":"g","commit":"` + hex + `","drawn":1}`:                                        "drawn is true or false",
		`{"game":"g","commit":"` + hex + `",` + chairs(0) + `}`:                                "",
		`{"game":"g","commit":"` + hex + `",` + chairs(6) + `}`:                                "",
		`{"game":"g","commit":"` + hex + `",` + chairs(7) + `}`:                                "more than 6 chairs",
		`{"game":"g","commit":"` + hex + `","chairs":[{}]}`:                                    `a chair needs the member "seat"`,
		`{"game":"g","commit":"` + hex + `","chairs":[{"seat":"S","nonce":"0"}]}`:              "64",
		`{"game":"g","commit":"` + hex + `","chairs":[{"seat":"S","commit":"0"}]}`:             "64",
		`{"game":"g","commit":"` + hex + `","chairs":[{"seat":"S","nonce":"` + hex + `"}]}`:    "",
		`{"game":"g","commit":"` + hex + `","chairs":[{"seat":"S","commit":"` + hex + `"},1]}`: "object",
	} {
		_, err := Parse(form(head+proof), games.ByID)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", proof, err, want)
		}
	}
}

// TestWithheld counts what was committed to and not opened.
func TestWithheld(t *testing.T) {
	commit, nonce := &fair.Commitment{}, &fair.Nonce{}
	p := Proof{Chairs: []Chair{{}, {Commit: commit}, {Commit: commit, Nonce: nonce}, {Commit: commit}}}
	if got := p.Withheld(); got != 2 {
		t.Errorf("got %d", got)
	}
}
