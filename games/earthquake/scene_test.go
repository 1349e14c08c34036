package earthquake

import (
	"slices"
	"strings"
	"testing"

	"atoll/game"
)

// scene is a position set up by hand for one rule.
type scene struct {
	t *testing.T
	*State
	told []game.Event
}

// set makes a position: turn as "2 go" (seat and step), explorers as in position
// texts, and the stacks that are not empty. Every unnamed tile is put away.
func set(t *testing.T, players int, turn, explorers, tiles string) *scene {
	t.Helper()
	cfg := Game.MustConfigure(players)
	if players == 2 {
		cfg = small
	}
	sc := &scene{t: t, State: cfg.New().(*State)}
	given := map[string]string{}
	left := mix
	for _, word := range strings.Fields(tiles) {
		hex, list, _ := strings.Cut(word, ":")
		given[hex] = list
		for _, tile := range strings.Split(list, ",") {
			if x, ok := parseTile(tile); ok && x != Unknown {
				left[x.Kind()]--
			}
		}
	}
	for _, word := range strings.Fields(explorers) {
		if x, ok := parseTile(word[2:min(3, len(word))]); ok {
			left[x.Kind()]--
		}
	}
	var words []string
	for rest := AreaOf(cfg); rest != 0; rest &= rest - 1 {
		hex := rest.First().String()
		words = append(words, hex+":"+given[hex])
		delete(given, hex)
	}
	if len(given) != 0 {
		t.Fatalf("outside the playing area: %v", given)
	}
	number := "5 "
	if strings.HasSuffix(turn, " place") {
		number = "0 "
	}
	text := cfg.String() + " | " + number + turn + " | " + explorers + " | " + strings.Join(words, " ") + " |" + string(appendPool(nil, left))
	if err := sc.UnmarshalText([]byte(text)); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return sc
}

// do plays actions written "2 move e5", each checked for legality.
func (sc *scene) do(actions ...string) *scene {
	sc.t.Helper()
	tell := func(e game.Event) { sc.told = append(sc.told, e) }
	for _, text := range actions {
		by, what, _ := strings.Cut(text, " ")
		s, ok := sc.Config().SeatByName(by)
		if !ok {
			sc.t.Fatalf("no seat in %q", text)
		}
		var err error
		if t, ok := game.ParseTableAction(what); ok {
			err = game.TryTable(sc.State, s, t, tell)
		} else {
			err = game.Try(sc.State, s, what, tell)
		}
		if err != nil {
			sc.t.Fatalf("%s: %v\n%s", text, err, sc.AppendText(nil))
		}
		if sc.Hash() != sc.RecomputeHash() {
			sc.t.Fatalf("%s: hash is stale", text)
		}
	}
	return sc
}

// may demands who acts and everything it may do, in listing order.
func (sc *scene) may(seat string, actions ...string) *scene {
	sc.t.Helper()
	if got := game.ActingText(sc.State); got != seat {
		sc.t.Fatalf("%s acts (%s), want %s\n%s", got, sc.phase, seat, sc.AppendText(nil))
	}
	s, _ := sc.Config().SeatByName(seat)
	if got := sc.list(s); !slices.Equal(got, actions) {
		sc.t.Fatalf("%s may %q, want %q\n%s", seat, got, actions, sc.AppendText(nil))
	}
	return sc
}

func (sc *scene) list(s game.Seat) []string {
	var texts []string
	for _, a := range sc.AppendActions(nil, s) {
		texts = append(texts, string(sc.AppendAction(nil, s, a)))
	}
	return texts
}

// refuses demands that an action is refused, with a reason that contains why,
// and changes nothing.
func (sc *scene) refuses(text, why string) *scene {
	sc.t.Helper()
	by, what, _ := strings.Cut(text, " ")
	s, _ := sc.Config().SeatByName(by)
	before := string(sc.AppendText(nil))
	var err error
	if t, ok := game.ParseTableAction(what); ok {
		err = game.TryTable(sc.State, s, t, nil)
	} else {
		err = game.Try(sc.State, s, what, nil)
	}
	if err == nil {
		sc.t.Fatalf("%s is allowed in\n%s", text, before)
	}
	if !strings.Contains(err.Error(), why) {
		sc.t.Fatalf("%s is refused with %q, want %q", text, err, why)
	}
	if after := string(sc.AppendText(nil)); after != before {
		sc.t.Fatalf("a refusal changes\n%s to\n%s", before, after)
	}
	return sc
}

// turnOf demands whose turn and which phase it is.
func (sc *scene) turnOf(seat string, phase Phase) *scene {
	sc.t.Helper()
	if name(sc.turn) != seat || sc.phase != phase {
		sc.t.Fatalf("turn of %s, %s; want %s, %s\n%s", name(sc.turn), sc.phase, seat, phase, sc.AppendText(nil))
	}
	return sc
}

// has demands stacks, as "d4:R,V e5:" bottom to top.
func (sc *scene) has(tiles string) *scene {
	sc.t.Helper()
	for _, word := range strings.Fields(tiles) {
		hex, want, _ := strings.Cut(word, ":")
		h, ok := ParseHex(hex)
		if !ok {
			sc.t.Fatalf("no hex %q", hex)
		}
		var got []string
		for l := range sc.height[h] {
			got = append(got, sc.tiles[sc.base[h]+l].String())
		}
		if strings.Join(got, ",") != want {
			sc.t.Fatalf("%s is %q, want %q", hex, strings.Join(got, ","), want)
		}
	}
	return sc
}

// seat demands where a seat stands and what it holds, as position texts have it.
func (sc *scene) seat(seat, want string) *scene {
	sc.t.Helper()
	fields := strings.Split(string(sc.AppendText(nil)), " | ")
	if got := strings.Fields(fields[2])[seat[0]-'1']; got != want {
		sc.t.Fatalf("explorer %s is %q, want %q", seat, got, want)
	}
	return sc
}

// over demands the final ranks, as "1 3 2", and the reason.
func (sc *scene) over(ranks, reason string) *scene {
	sc.t.Helper()
	r := sc.Result()
	if !r.Over || sc.Acting() != 0 {
		sc.t.Fatalf("the game is not over:\n%s", sc.AppendText(nil))
	}
	var got []string
	for s := range sc.Players() {
		got = append(got, string('0'+r.Rank[s]))
	}
	if strings.Join(got, " ") != ranks || r.Reason != reason {
		sc.t.Fatalf("ranks %v (%s), want %s (%s)", got, r.Reason, ranks, reason)
	}
	return sc
}

// tells demands the kinds of all events told so far.
func (sc *scene) tells(kinds string) *scene {
	sc.t.Helper()
	var got []string
	for _, e := range sc.told {
		got = append(got, e.Kind)
	}
	if strings.Join(got, " ") != kinds {
		sc.t.Fatalf("told %q, want %q", strings.Join(got, " "), kinds)
	}
	return sc
}
