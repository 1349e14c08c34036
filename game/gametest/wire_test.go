package gametest

import (
	"strings"
	"testing"

	"atoll/game"
)

// What a game writes has to be what it declares, member by member.
func TestWireTypesAreHeldToTheJSON(t *testing.T) {
	type part struct {
		Kind string         `json:"kind" enum:"a,b"`
		Seat *game.SeatName `json:"seat"`
		Only *int           `json:"only,omitempty" when:"kind=a"`
	}
	g := &game.Game{Players: []int{2}, SeatNames: func(int) []string { return []string{"S", "N"} }}
	for js, want := range map[string]string{
		`{"kind":"a","seat":"S","only":1}`:           "",
		`{"kind":"b","seat":null}`:                   "",
		`{"kind":"b","seat":null,"more":1}`:          "unknown field",
		`{"kind":"b"}`:                               "makes",
		`{"kind":"c","seat":null}`:                   "none of",
		`{"kind":"b","seat":"W"}`:                    "none of",
		`{"kind":"b","seat":5}`:                      "cannot unmarshal",
		`{"kind":"a","seat":null}`:                   "it is there: false",
		`{"kind":"b","seat":null,"only":2}`:          "it is there: true",
		`{"kind":"a","seat":null,"only":"a number"}`: "cannot unmarshal",
	} {
		err := fits(g, []byte(js), part{})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", js, err, want)
		}
	}
	g.Wire = &game.Wire{Events: map[string]any{"say": struct {
		Number int `json:"number"`
	}{}}}
	g.New = func(game.Config) game.State { return nil }
	cfg := g.MustConfigure(2)
	for _, c := range []struct {
		event game.Event
		fits  bool
	}{
		{game.Event{Kind: "say", Args: []game.Arg{{Name: "number", Value: 5}}}, true},
		{game.Event{Kind: "say", Args: []game.Arg{{Name: "number", Value: "5"}}}, false},
		{game.Event{Kind: "say"}, false},
		{game.Event{Kind: "cry"}, false},
	} {
		if err := eventFits(cfg, c.event); (err == nil) != c.fits {
			t.Errorf("%v: %v", c.event, err)
		}
	}
}
