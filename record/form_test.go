package record

import (
	"fmt"
	"strings"
	"testing"

	"atoll/game"
	"atoll/games"
)

// form builds the text of a record from its members.
func form(members string) string {
	return `{"format":"atoll-record/1",` + members + `}`
}

func TestForm(t *testing.T) {
	const rest = `"options":{},"seats":["S","N"],"events":[],"result":null`
	for _, tt := range []struct {
		name, text, want string // want: part of the error, "" if it is a record
	}{
		{"as documented", form(`"game":"evo",` + rest), ""},
		{"members in another order", `{"result":null,"events":[],"seats":["S","N"],"options":{},"game":"evo","format":"atoll-record/1"}`, ""},
		{"blanks", strings.ReplaceAll(form(`"game":"evo",`+rest), ",", " ,\t "), ""},
		{"escapes", form(`"game":"\u0065vo",` + rest), ""},
		{"no options", form(`"game":"evo","seats":["S","N"],"events":[],"result":null`), ""},
		{"explicit default", form(`"game":"evo","options":{"setup":"guard","quiet_limit":200},"seats":["S","N"],"events":[],"result":null`), ""},
		{"number option as integer", form(`"game":"conqueror","options":{"coins":12},"seats":["A","B"],"events":[],"result":null`), ""},
		{"number option as text", form(`"game":"conqueror","options":{"coins":"12"},"seats":["A","B"],"events":[],"result":null`), "coins"},
		{"limit as text", form(`"game":"evo","options":{"quiet_limit":"5"},"seats":["S","N"],"events":[],"result":null`), "quiet_limit"},
		{"limit below range", form(`"game":"evo","options":{"quiet_limit":0},"seats":["S","N"],"events":[],"result":null`), "at least 1"},
		{"limit with fraction", form(`"game":"evo","options":{"quiet_limit":5.0},"seats":["S","N"],"events":[],"result":null`), "whole number"},
		{"limit with exponent", form(`"game":"evo","options":{"quiet_limit":1e2},"seats":["S","N"],"events":[],"result":null`), "whole number"},
		{"leading zero", form(`"game":"evo","options":{"quiet_limit":05},"seats":["S","N"],"events":[],"result":null`), "leading zero"},
		{"limit too large", form(`"game":"evo","options":{"quiet_limit":99999999999999999999},"seats":["S","N"],"events":[],"result":null`), "too large"},
		{"yes/no as boolean", form(`"game":"epigo","options":{"variant":"islanders","island_priority":true},"seats":["S","N"],"events":[],"result":null`), ""},
		{"yes/no as text", form(`"game":"epigo","options":{"variant":"islanders","island_priority":"true"},"seats":["S","N"],"events":[],"result":null`), "island_priority"},
		{"option without its variant", form(`"game":"epigo","options":{"island_priority":true},"seats":["S","N"],"events":[],"result":null`), "needs variant=islanders"},
		{"unknown option", form(`"game":"evo","options":{"colour":"red"},"seats":["S","N"],"events":[],"result":null`), "no option"},
		{"option twice", form(`"game":"evo","options":{"setup":"line","setup":"line"},"seats":["S","N"],"events":[],"result":null`), "twice"},
		{"value of no kind", form(`"game":"evo","options":{"setup":null},"seats":["S","N"],"events":[],"result":null`), "text, a whole number"},
		{"unknown value", form(`"game":"evo","options":{"setup":"ring"},"seats":["S","N"],"events":[],"result":null`), "guard, line"},
		{"line for four players", form(`"game":"evo","options":{"setup":"line"},"seats":["S","W","N","E"],"events":[],"result":null`), "2 players only"},
		{"rules above 1", form(`"game":"conqueror","rules":2,"options":{"last_tile":"turn"},"seats":["A","B"],"events":[],"result":null`), ""},
		{"rules 1", form(`"game":"evo","rules":1,` + rest), ""},
		{"rules not known yet", form(`"game":"evo","rules":2,` + rest), "version 2 of the rules of evo; this program knows version 1"},
		{"rules as text", form(`"game":"evo","rules":"1",` + rest), "rules is a whole number"},
		{"rules below 1", form(`"game":"evo","rules":0,` + rest), "version number from 1 up"},
		{"option younger than the rules", form(`"game":"conqueror","options":{"last_tile":"turn"},"seats":["A","B"],"events":[],"result":null`), "version 1 of the rules of conqueror has no option last_tile"},
		{"rules of the past", form(`"game":"earthquake","options":{},"seats":["1","2"],"events":[],"result":null`), "played by version 1 of the rules of Earthquake Island and cannot be replayed"},
		{"area as integer", form(`"game":"earthquake","rules":2,"options":{"area":19},"seats":["1","2"],"events":[],"result":null`), ""},
		{"area as text", form(`"game":"earthquake","rules":2,"options":{"area":"auto"},"seats":["1","2"],"events":[],"result":null`), ""},
		{"area of no size", form(`"game":"earthquake","rules":2,"options":{"area":"19"},"seats":["1","2"],"events":[],"result":null`), "area"},
		{"unknown game", form(`"game":"chess",` + rest), `unknown game "chess"`},
		{"seats of another game", form(`"game":"evo","options":{},"seats":["A","B"],"events":[],"result":null`), "seats of evo"},
		{"seats in another order", form(`"game":"evo","options":{},"seats":["N","S"],"events":[],"result":null`), "seats of evo"},
		{"three players", form(`"game":"evo","options":{},"seats":["S","W","N"],"events":[],"result":null`), "2 or 4 players"},
		{"seven seats", form(`"game":"evo","options":{},"seats":["1","2","3","4","5","6","7"],"events":[],"result":null`), "more than 6 seats"},
		{"another format", `{"format":"atoll-record/2","game":"evo",` + rest + `}`, "atoll-record/2"},
		{"no format", `{"game":"evo",` + rest + `}`, `no member "format"`},
		{"no result", form(`"game":"evo","options":{},"seats":["S","N"],"events":[]`), `no member "result"`},
		{"unknown member", form(`"game":"evo","note":"hi",` + rest), `no member "note"`},
		{"member twice", form(`"game":"evo","game":"evo",` + rest), "twice"},
		{"unknown member of an event", form(`"game":"evo","options":{},"seats":["S","N"],"events":[{"by":"S","do":"g2=C","at":1}],"result":null`), `no member "at"`},
		{"member of an event twice", form(`"game":"evo","options":{},"seats":["S","N"],"events":[{"by":"S","by":"S","do":"g2=C"}],"result":null`), "twice"},
		{"event without do", form(`"game":"evo","options":{},"seats":["S","N"],"events":[{"by":"S"}],"result":null`), "event 0 needs"},
		{"legal without count", form(`"game":"evo","options":{},"seats":["S","N"],"events":[{"by":"S","do":"g2=C","legal":[]}],"result":null`), "without"},
		{"count below zero", form(`"game":"evo","options":{},"seats":["S","N"],"events":[{"by":"S","do":"g2=C","legal_count":-1}],"result":null`), "legal_count"},
		{"rank twice", form(`"game":"evo","options":{},"seats":["S","N"],"events":[],"result":{"rank":{"S":1,"S":1},"reason":"castle"}`), "twice"},
		{"rank missing", form(`"game":"evo","options":{},"seats":["S","N"],"events":[],"result":{"rank":{"S":1},"reason":"castle"}`), "1 ranks for 2 seats"},
		{"rank of a stranger", form(`"game":"evo","options":{},"seats":["S","N"],"events":[],"result":{"rank":{"S":1,"W":2},"reason":"castle"}`), "rank of N"},
		{"rank out of range", form(`"game":"evo","options":{},"seats":["S","N"],"events":[],"result":{"rank":{"S":1,"N":3},"reason":"castle"}`), "rank of N"},
		{"reason of another game", form(`"game":"evo","options":{},"seats":["S","N"],"events":[],"result":{"rank":{"S":1,"N":2},"reason":"coins"}`), `reason "coins"`},
		{"result without reason", form(`"game":"evo","options":{},"seats":["S","N"],"events":[],"result":{"rank":{"S":1,"N":2}}`), "result needs"},
		{"proof without commitment", form(`"game":"evo",` + rest + `,"proof":{"game":"x"}`), "proof needs"},
		{"proof with a bad id", form(`"game":"evo",` + rest + `,"proof":{"game":"a b","commit":""}`), "without blanks"},
		{"proof with a bad seed", form(`"game":"evo",` + rest + `,"proof":{"seed":"12"}`), "hexadecimal"},
		{"cut off", form(`"game":"evo",` + rest)[:60], "the line ends"},
		{"cut off in a string", `{"format":"atoll-rec`, "inside a string"},
		{"something behind", form(`"game":"evo",`+rest) + "x", "follows"},
		{"two on a line", form(`"game":"evo",`+rest) + form(`"game":"evo",`+rest), "follows"},
		{"no object", `[]`, "object"},
		{"a word", `null`, "object"},
		{"trailing comma", form(`"game":"evo",` + rest + `,`), "string"},
		{"control character", form("\"game\":\"e\x01vo\"," + rest), "control character 0x01"},
		{"control character after an escape", form("\"game\":\"\\n\x01vo\"," + rest), "control character 0x01"},
		{"bad escape", form(`"game":"\q",` + rest), "unknown escape"},
		{"bad unicode escape", form(`"game":"\u12g4",` + rest), "unknown escape"},
		{"half a pair", form(`"game":"\ud800x",` + rest), "surrogate"},
		{"whole pair", form(`"game":"\ud83d\ude00",` + rest), "unknown game"},
		{"invalid UTF-8", form("\"game\":\"e\xffo\"," + rest), "byte 37: not UTF-8"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec, err := Parse(tt.text, games.ByID)
			if tt.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				if _, err := Parse(string(rec.AppendText(nil)), games.ByID); err != nil {
					t.Fatalf("not read back: %v", err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("got %v, want one line with %q", err, tt.want)
			}
		})
	}
}

// repeat is an input of n times the same text, without the memory for it.
type repeat struct {
	text string
	n    int
	pos  int
}

func (r *repeat) Read(p []byte) (int, error) {
	if r.n == 0 {
		return 0, fmt.Errorf("the input fails")
	}
	n := copy(p, r.text[r.pos:])
	if r.pos += n; r.pos == len(r.text) {
		r.pos = 0
		r.n--
	}
	return n, nil
}

func TestHostileInput(t *testing.T) {
	noise := make([]byte, 1<<20)
	r := game.NewRand(1)
	for i := range noise {
		noise[i] = byte(r.Uint64())
	}
	event := `{"by":"S","do":"g2=C"}`
	many := func(n int) string {
		return form(`"game":"evo","options":{},"seats":["S","N"],"result":null,"events":[` + strings.Repeat(event+",", n-1) + event + `]`)
	}
	for _, tt := range []struct{ name, text, want string }{
		{"a mebibyte of noise", string(noise), "line 1, byte"},
		{"a mebibyte of noise in one line", strings.ReplaceAll(string(noise), "\n", "x"), "line 1, byte"},
		{"deep arrays", strings.Repeat("[", 1<<20), "line 1, byte 1: a record is an object"},
		{"deep objects", strings.Repeat(`{"format":`, 1<<18), "format is a string"},
		{"deep events", form(`"events":` + strings.Repeat("[", 1<<20)), "an event is an object"},
		{"a long string", `{"format":"` + strings.Repeat("x", 1<<21) + `"}`, "format is"},
		{"a long key", `{"` + strings.Repeat("x", 1<<21) + `":1}`, "no member"},
		{"many options", form(`"options":{` + strings.Repeat(`"a":1,`, 1<<18) + `"b":1}`), "twice"},
		{"a long number", form(`"options":{"a":` + strings.Repeat("9", 1<<21) + `}`), "too large"},
		{"a million events", many(1_000_000), ""},
		{"too many events", many(maxEvents + 1), "more than"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec, err := NewReader(strings.NewReader(tt.text), games.ByID).Next()
			if tt.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				if err := Verify(rec); err == nil || len(err.Error()) > 1000 {
					t.Fatalf("got %.2000v, want a short fault", err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) || len(err.Error()) > 300 {
				t.Fatalf("got %.500v, want a short error with %q", err, tt.want)
			}
		})
	}
}

func TestLineLimit(t *testing.T) {
	good := form(`"game":"evo","options":{},"seats":["S","N"],"events":[],"result":null`)
	r := NewReader(strings.NewReader(good+"\n"+strings.Repeat("x", len(good)+1)+"\n"+good), games.ByID)
	r.MaxLine = len(good)
	if _, err := r.Next(); err != nil {
		t.Fatalf("a line of just the limit: %v", err)
	}
	if _, err := r.Next(); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Fatalf("got %v, want an error about the length", err)
	}
	if _, err := r.Next(); err != nil || r.Line() != 3 {
		t.Fatalf("line %d after the long line: %v", r.Line(), err)
	}
	// Far more than the limit is passed over without being kept.
	r = NewReader(&repeat{text: strings.Repeat("y", 1<<16), n: 1 << 12}, games.ByID)
	r.MaxLine = 1 << 20
	if _, err := r.Next(); err == nil || err.Error() != "the input fails" {
		t.Fatalf("got %v, want the error of the input", err)
	}
	if cap(r.buf) > 1<<22 {
		t.Errorf("kept %d bytes", cap(r.buf))
	}
}

func FuzzParse(f *testing.F) {
	for _, g := range games.All() {
		f.Add(string(Random(g.MustConfigure(g.Players[0]), Lively, game.NewRand(2), false).AppendText(nil)))
		short := Random(g.MustConfigure(g.Players[0]), Lively, game.NewRand(2), true)
		short.Events = short.Events[:min(3, len(short.Events))]
		short.Result = game.Result{}
		f.Add(string(short.AppendText(nil)))
	}
	f.Add(form(`"game":"evo","options":{"quiet_limit":3},"seats":["S","N"],"events":[{"by":"\u0053","do":"g2=C"}],"result":null`))
	f.Fuzz(func(t *testing.T, text string) {
		rec, err := Parse(text, games.ByID)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("error of several lines: %q", err)
			}
			return
		}
		out := rec.AppendText(nil)
		again, err := Parse(string(out), games.ByID)
		if err != nil {
			t.Fatalf("own text is refused: %v\n%s", err, out)
		}
		if string(again.AppendText(nil)) != string(out) {
			t.Fatalf("not stable: %s", out)
		}
	})
}

func FuzzVerify(f *testing.F) {
	for _, g := range games.All() {
		for i, n := range g.Players {
			rec := Random(g.MustConfigure(n), Lively, game.NewRand(uint64(i)), false)
			f.Add(g.ID, n, eventsText(rec.Events))
			f.Add(g.ID, n, eventsText(rec.Events[:min(8, len(rec.Events))]))
		}
	}
	f.Add("epigo", 2, "S deploy 1 2 3 4 5 6 7 X\nN deploy 1 2 3 4 5 6 7 X\nN offer draw\nS accept draw")
	f.Fuzz(func(t *testing.T, id string, players int, events string) {
		g, ok := games.ByID(id)
		if !ok {
			return
		}
		cfg, err := g.Configure(players, nil)
		if err != nil {
			return
		}
		rec := &Record{Config: cfg}
		for line := range strings.SplitSeq(events, "\n") {
			by, do, _ := strings.Cut(line, " ")
			rec.Events = append(rec.Events, Event{By: by, Do: do})
		}
		err = Verify(rec)
		if err != nil && strings.ContainsAny(err.Error(), "\n\r") {
			t.Fatalf("error of several lines: %q", err)
		}
		if err == nil {
			if _, err := Public(rec); err != nil {
				t.Fatalf("verified and not public: %v", err)
			}
		}
	})
}

func eventsText(events []Event) string {
	lines := make([]string, len(events))
	for i, e := range events {
		lines[i] = e.By + " " + e.Do
	}
	return strings.Join(lines, "\n")
}
