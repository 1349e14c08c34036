package game

import (
	"encoding/json"
	"strings"
	"testing"
)

func sample() *Game {
	return &Game{
		ID: "sample", Players: []int{2, 4},
		Options: []Option{
			{Key: "variant", Kind: Choice, Default: Word("core"), Values: []OptionValue{{Value: Word("core")}, {Value: Word("isles")}}},
			{Key: "coins", Kind: Choice, Default: Word("even"), Values: []OptionValue{{Value: Word("even")}, {Value: Int(12)}}},
			{Key: "bonus", Kind: Flag, Default: Bool(false), Needs: "variant=isles"},
			{Key: "limit", Kind: Limit, Default: Int(60), Min: 1},
			{Key: "setup", Kind: Choice, Default: Word("guard"), Values: []OptionValue{{Value: Word("guard")}, {Value: Word("line")}}, Players: 2},
		},
		SeatNames: func(n int) []string { return []string{"S", "W", "N", "E"}[:n] },
	}
}

func TestConfigureChecksEveryOption(t *testing.T) {
	for _, tc := range []struct {
		name    string
		players int
		json    string
		err     string // "" if allowed
		text    string
	}{
		{"defaults", 2, `{}`, "", "sample 2"},
		{"number as choice", 2, `{"coins":12}`, "", "sample 2 coins=12"},
		{"text 12 is not the number", 2, `{"coins":"12"}`, "coins cannot be", ""},
		{"flag with its variant", 2, `{"variant":"isles","bonus":true}`, "", "sample 2 variant=isles bonus=true"},
		{"flag without its variant", 2, `{"bonus":true}`, "needs variant=isles", ""},
		{"default flag without its variant", 2, `{"bonus":false}`, "needs variant=isles", ""},
		{"flag as text", 2, `{"variant":"isles","bonus":"true"}`, "true or false", ""},
		{"limit", 4, `{"limit":9223372036854775807}`, "", "sample 4 limit=9223372036854775807"},
		{"limit too small", 2, `{"limit":0}`, "at least 1", ""},
		{"limit as text", 2, `{"limit":"5"}`, "at least 1", ""},
		{"unknown option", 2, `{"colour":"red"}`, `no option "colour"`, ""},
		{"wrong number of players", 3, `{}`, "2 or 4 players, not 3", ""},
		{"value for two players only", 4, `{"setup":"line"}`, "2 players only", ""},
		{"its default for four", 4, `{"setup":"guard"}`, "", "sample 4"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var given map[string]Value
			if err := json.Unmarshal([]byte(tc.json), &given); err != nil {
				t.Fatal(err)
			}
			g := sample()
			cfg, err := g.Configure(tc.players, given)
			if tc.err != "" {
				if err == nil || !strings.Contains(err.Error(), tc.err) {
					t.Fatalf("got error %v, want one with %q", err, tc.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if cfg.String() != tc.text {
				t.Errorf("got %q, want %q", cfg, tc.text)
			}
			again, err := g.ParseConfig(cfg.String())
			if err != nil || again != cfg {
				t.Errorf("ParseConfig(%q) = %v, %v", cfg, again, err)
			}
		})
	}
}

func TestParseConfigWantsCanonicalText(t *testing.T) {
	for _, text := range []string{
		"", "sample", "other 2", "sample x", "sample 2 limit=60", "sample 2 limit=07",
		"sample 2 coins=12 variant=isles", "sample 2  coins=12", "sample 2 coins=12 coins=12", "sample 2 coins",
	} {
		if cfg, err := sample().ParseConfig(text); err == nil {
			t.Errorf("ParseConfig(%q) = %v, want an error", text, cfg)
		}
	}
}

func TestValueRefusesOtherJSON(t *testing.T) {
	for _, text := range []string{`1.5`, `1e3`, `null`, `[]`, `{}`, `99999999999999999999`} {
		var v Value
		if err := json.Unmarshal([]byte(text), &v); err == nil && text != "null" {
			t.Errorf("%s was read as %v", text, v)
		}
	}
}
