package gametest

import (
	"strings"
	"testing"
)

func TestSoundToyConforms(t *testing.T) { Run(t, toyGame(sound)) }

func TestGoldenToy(t *testing.T) {
	Golden(t, toyGame(sound), 2, nil, 1)
	Golden(t, toyGame(sound), 3, []string{"die=false", "rounds=2"}, 2)
}

// A suite that cannot fail proves nothing: every fault must be found, and by
// the property that it breaks.
func TestFaultyToysAreFound(t *testing.T) {
	t.Setenv("ATOLL_SOAK", "") // which looks less often, in far more games than these
	for _, tt := range []struct {
		name  string
		fault fault
		want  string
	}{
		{"redact leaks dealt cards", leakingCards, "twins:"},
		{"redact leaks sealed bids", leakingBids, "sealed:"},
		{"event leaks", leakingEvent, "story:"},
		{"hash survives redaction", leakingHash, "hash"},
		{"list not sorted", unsortedList, "not ascending"},
		{"hash not kept", staleHash, "hash"},
		{"copies share memory", sharedCopy, "copies:"},
		{"lax action parser", laxParse, "not canonical"},
		{"count wrong", wrongCount, "counted"},
		{"no end", endless, "no end after"},
		{"text not canonical", nonCanonicalText, "written again"},
		{"legal beyond the list", lyingLegal, "Legal true"},
		{"silent WhyNot", silentWhyNot, "WhyNot is silent"},
		{"text forgets", forgetfulText, "read back"},
		{"leaving twice", twiceResign, "table:"},
		{"zero viewer accepted", zeroViewer, "zero Viewer"},
		{"observation leaks", leakingTensor, "tensor:"},
		{"first letter is not observed", hiddenPick, "observed alike"},
		{"word of another action", wrongLetter, "spells"},
		{"letter missing", lostLetter, "tensor:"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			defer func(n int) { maxSteps = n }(maxSteps)
			maxSteps = 2000
			g := toyGame(tt.fault)
			var err error
			for _, cfg := range []string{"toy 3", "toy 3 rounds=30", "toy 2"} {
				c, bad := g.ParseConfig(cfg)
				if bad != nil {
					t.Fatal(bad)
				}
				if err = Walks(c, 1, 40); err != nil {
					break
				}
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
}

func TestAllocationIsFound(t *testing.T) {
	err := checkAllocations(toyGame(allocating).MustConfigure(2), 1)
	if err == nil || !strings.Contains(err.Error(), "AppendActions allocates") {
		t.Fatalf("got %v, want an error about AppendActions", err)
	}
}

func TestConfigsCoverEveryValue(t *testing.T) {
	g := toyGame(sound)
	var all []string
	for _, cfg := range Configs(g) {
		all = append(all, cfg.String())
	}
	text := strings.Join(all, "\n")
	for _, want := range []string{"toy 2\n", "toy 3\n", "rounds=1", "rounds=3", "die=false", "deck=two", "die=false deck=two"} {
		if !strings.Contains(text, want) {
			t.Errorf("no configuration with %q among\n%s", want, text)
		}
	}
}

func TestEntryIsChecked(t *testing.T) {
	g := toyGame(sound)
	g.Options[0].Help = ""
	if err := checkEntry(g); err == nil {
		t.Error("an option without help is accepted")
	}
	g = toyGame(sound)
	g.Players = []int{3, 2}
	if err := checkEntry(g); err == nil {
		t.Error("numbers of players that fall are accepted")
	}
}
