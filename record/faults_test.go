package record

import (
	"fmt"
	"strings"
	"testing"

	"atoll/game"
	"atoll/games"
)

// TestFaultsSayWhatIsAllowed: where the fault is, what was found, and up to twelve of the actions that were allowed.
func TestFaultsSayWhatIsAllowed(t *testing.T) {
	evo, _ := games.ByID("evo")
	epigo, _ := games.ByID("epigo")
	conqueror, _ := games.ByID("conqueror")
	first := NewReplayer(evo.MustConfigure(2))
	n := game.Count(first.st, first.Next())
	if n <= 12 {
		t.Fatalf("%d actions are too few for this test", n)
	}
	for _, x := range []struct {
		name string
		rec  *Record
		want []string
	}{
		{
			"one of many", &Record{Config: evo.MustConfigure(2), Events: []Event{{By: "S", Do: "a1-a9"}}},
			[]string{"event 0: ", `; found "a1-a9" by "S"`, "; allowed: by S: ", fmt.Sprintf(" and %d more", n-12)},
		},
		{
			"too many to list", &Record{Config: epigo.MustConfigure(2), Events: []Event{{By: "S", Do: "deploy"}}},
			[]string{"event 0: ", "; allowed: 40320 actions by S"},
		},
		{
			"chance", &Record{Config: conqueror.MustConfigure(2), Events: []Event{{By: "chance", Do: "order"}}},
			[]string{"event 0: ", "; allowed: by chance: order A B, order B A"},
		},
	} {
		err := Verify(x.rec)
		if err == nil {
			t.Errorf("%s: no fault", x.name)
			continue
		}
		for _, want := range x.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, without %q", x.name, err, want)
			}
		}
		if strings.Contains(err.Error(), "and -") || x.name == "chance" && strings.Contains(err.Error(), "more") {
			t.Errorf("%s: %v", x.name, err)
		}
	}
	over := Random(evo.MustConfigure(2), Lively, game.NewRand(5), false)
	over.Events = append(over.Events, Event{By: "S", Do: "a1-a2"})
	if err := Verify(over); err == nil || !strings.Contains(err.Error(), "; allowed: nothing") {
		t.Errorf("after the end: %v", err)
	}
	if text := (&Fault{Event: 3, Err: game.ErrOver}).Error(); strings.Contains(text, "found") || strings.Contains(text, "allowed") {
		t.Errorf("a fault without more: %s", text)
	}
}

// TestLegalListsAreSorted: each after the one before, and none twice.
func TestLegalListsAreSorted(t *testing.T) {
	evo, _ := games.ByID("evo")
	r := NewReplayer(evo.MustConfigure(2))
	good := LegalOf(r.st, r.Next())
	for name, x := range map[string]struct {
		change func([]string)
		want   string
	}{
		"as it is":           {func([]string) {}, ""},
		"the first two":      {func(l []string) { l[0], l[1] = l[1], l[0] }, fmt.Sprintf("not sorted by bytes at %q", good.Texts[0])},
		"one twice":          {func(l []string) { l[1] = l[0] }, fmt.Sprintf("not sorted by bytes at %q", good.Texts[0])},
		"the last two":       {func(l []string) { n := len(l); l[n-1], l[n-2] = l[n-2], l[n-1] }, "not sorted by bytes at"},
		"one that is no one": {func(l []string) { l[0] = "!" }, "is not legal"},
	} {
		texts := append([]string(nil), good.Texts...)
		x.change(texts)
		err := verifyLegal(r, Event{By: "S", Do: good.Texts[0], Legal: &Legal{Count: good.Count, Texts: texts}})
		if (err == nil) != (x.want == "") || err != nil && !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q", name, err, x.want)
		}
	}
	short := &Legal{Count: good.Count, Texts: good.Texts[:len(good.Texts)-1]}
	if err := verifyLegal(r, Event{By: "S", Do: good.Texts[0], Legal: short}); err == nil || !strings.Contains(err.Error(), "lacks an action") {
		t.Errorf("one less: %v", err)
	}
}

// TestLimitsOfForm: the largest and the smallest of everything that is counted.
func TestLimitsOfForm(t *testing.T) {
	event := func(more string) string {
		return form(`"game":"evo","options":{},"seats":["S","N"],"events":[{"by":"S","do":"x"` + more + `}],"result":null`)
	}
	list := func(n int) string { return strings.TrimSuffix(strings.Repeat(`"x",`, n), ",") }
	rules := func(n string) string {
		return form(`"game":"evo","rules":` + n + `,"options":{},"seats":["S","N"],"events":[],"result":null`)
	}
	options := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"o%d":1,`, i)
		}
		return form(`"game":"evo","options":{` + strings.TrimSuffix(b.String(), ",") + `},"seats":["S","N"],"events":[],"result":null`)
	}
	ranks := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"r%d":1,`, i)
		}
		return form(`"game":"evo","options":{},"seats":["S","N"],"events":[],"result":{"rank":{` + strings.TrimSuffix(b.String(), ",") + `},"reason":"x"}`)
	}
	for _, x := range []struct{ name, text, want string }{
		{"no legal action", event(`,"legal_count":0`), ""},
		{"less than none", event(`,"legal_count":-1`), "legal_count is -1"},
		{"the most", event(`,"legal_count":2147483647`), ""},
		{"one more", event(`,"legal_count":2147483648`), "legal_count is 2147483648"},
		{"the longest list", event(fmt.Sprintf(`,"legal_count":%d,"legal":[%s]`, MaxLegal, list(MaxLegal))), ""},
		{"a longer one", event(fmt.Sprintf(`,"legal_count":%d,"legal":[%s]`, MaxLegal, list(MaxLegal+1))), "too many legal actions"},
		{"the last rules", rules("2147483647"), "this program knows"},
		{"rules after them", rules("2147483648"), "version number from 1 up"},
		{"as many options as there can be", options(game.MaxOptions), "no option"},
		{"an option more", options(game.MaxOptions + 1), fmt.Sprintf("more than %d options", game.MaxOptions)},
		{"as many ranks as seats", ranks(game.MaxSeats), "rank"},
		{"a rank more", ranks(game.MaxSeats + 1), "too many ranks"},
		{"blanks at the end", rules("1") + "  ", ""},
		{"more at the end", rules("1") + " x", "follows the record"},
	} {
		_, err := Parse(x.text, games.ByID)
		if (err == nil) != (x.want == "") || err != nil && !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q", x.name, err, x.want)
		}
		if x.name == "as many ranks as seats" && err != nil && strings.Contains(err.Error(), "too many") {
			t.Errorf("%s: %v", x.name, err)
		}
	}
	w := raw{texts: maxLegalTexts - 1}
	s := &scanner{text: `{"by":"S","do":"x","legal_count":1,"legal":["x"]}`}
	if _, err := w.event(s, 0); err != nil || w.texts != maxLegalTexts {
		t.Errorf("the last legal action of a record: %v, %d", err, w.texts)
	}
	s = &scanner{text: `{"by":"S","do":"x","legal_count":1,"legal":["x"]}`}
	if _, err := w.event(s, 0); err == nil || !strings.Contains(err.Error(), "too many legal actions") {
		t.Errorf("one more: %v", err)
	}
}
