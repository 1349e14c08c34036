package referee

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// quakeCase is a position at the start of a turn, what is done, and what must
// stand afterwards. Every line of play and of want is read from the page.
type quakeCase struct {
	name    string
	players int
	stacks  string // "d4:V,C0 d5:R", bottom to top; all else is water
	at      string // "1:d4 2:d5/D": where the explorers stand and what they hold
	turn    string
	play    string // "2 stay; 1 move d4"
	want    string // "2: end push d5": who is asked what, sorted by bytes; or "1 wins: last explorer 1 2"
	after   string // stacks and explorers that must be so afterwards, as above
}

func (c quakeCase) run(t *testing.T) {
	t.Helper()
	rec := &record{Game: "earthquake", Rules: 2}
	for i := range c.players {
		rec.Seats = append(rec.Seats, fmt.Sprint(i+1))
	}
	for _, step := range strings.Split(c.play, "; ") {
		if by, do, ok := strings.Cut(step, " "); ok {
			rec.Events = append(rec.Events, event{By: by, Do: do})
		}
	}
	q := &quake{
		table: &table{rec: rec}, stacks: map[hex][]string{}, at: map[string]hex{}, tool: map[string]string{},
		safe: map[string]bool{}, in: slices.Clone(rec.Seats),
	}
	q.leave = q.resign
	for _, s := range strings.Fields(c.stacks) {
		name, tiles, _ := strings.Cut(s, ":")
		q.stacks[parseHex(name)] = strings.Split(tiles, ",")
	}
	for _, s := range strings.Fields(c.at) {
		p, where, _ := strings.Cut(s, ":")
		name, tool, _ := strings.Cut(where, "/")
		q.at[p] = parseHex(name)
		if tool != "" {
			q.tool[p] = tool
		}
	}
	asked, running, err := q.drive(func(*table) { q.turnsFrom(slices.Index(rec.Seats, c.turn)) })
	if err != nil {
		t.Fatal(err)
	}
	got := asked.by + ": " + strings.Join(asked.legal, ", ")
	if !running {
		got = q.final.Reason
		for _, p := range rec.Seats {
			got += fmt.Sprint(" ", q.final.Rank[p])
		}
	}
	if got != c.want {
		t.Errorf("got  %s\nwant %s", got, c.want)
	}
	for _, s := range strings.Fields(c.after) {
		name, what, _ := strings.Cut(s, ":")
		now := ""
		if name[0] >= '1' && name[0] <= '6' {
			if h, ok := q.at[name]; ok {
				now = h.String()
			}
			if q.tool[name] != "" {
				now += "/" + q.tool[name]
			}
		} else {
			now = strings.Join(q.stacks[parseHex(name)], ",")
		}
		if now != what {
			t.Errorf("%s is %q, want %q", name, now, what)
		}
	}
}

// The hexes of these positions: d4 in the middle, its neighbours d5 E, e5 NE, e4
// NW, d3 W, c3 SW, c4 SE.
func TestEarthquakePositions(t *testing.T) {
	for _, c := range []quakeCase{
		{
			name: "in water with nothing an explorer drowns", players: 2, stacks: "a1:R", at: "1:a1 2:d4", turn: "2",
			want: "last explorer 1 2",
		},
		{
			name: "in water with only a tool it must be used", players: 3, stacks: "a1:R d6:R d5:R,R", at: "1:a1 2:d4/D 3:d6", turn: "2",
			want: "2: dynamite d5",
		},
		{
			name: "and the test is made again", players: 3, stacks: "a1:R d6:R d5:R,R", at: "1:a1 2:d4/D 3:d6", turn: "2",
			play: "2 dynamite d5", want: "2: move d5",
		},
		{
			name: "nothing is dropped in water", players: 2, stacks: "a1:R d5:R", at: "1:a1 2:d4/S", turn: "2",
			want: "2: move d5",
		},
		{
			name: "on land it is, and the same question stands", players: 2, stacks: "a1:R d4:R", at: "1:a1 2:d4/S", turn: "2",
			play: "2 drop", want: "2: stay", after: "2:d4",
		},
		{
			name: "a sandbag saves a hole, and nothing below is played", players: 2, stacks: "a1:R d4:R,H", at: "1:a1 2:d4/S", turn: "2",
			play: "2 stay; 2 sandbag", want: "1: stay", after: "d4:R,H 2:d4",
		},
		{
			name: "a hole asks with a sandbag only", players: 2, stacks: "a1:R d4:R,H", at: "1:a1 2:d4", turn: "2",
			play: "2 stay", want: "2: discard, keep",
		},
		{
			name: "a hole removed in spite of a sandbag plays the tile below", players: 2, stacks: "a1:R d4:R,H", at: "1:a1 2:d4/S", turn: "2",
			play: "2 stay; 2 remove", want: "2: discard, drop, keep, sandbag", after: "d4:R",
		},
		{
			name: "a sandbag dropped before a hole goes leaves no choice", players: 2, stacks: "a1:R d4:R,H", at: "1:a1 2:d4/S", turn: "2",
			play: "2 stay; 2 drop", want: "2: discard, keep", after: "d4:R",
		},
		{
			name: "cracks ask too", players: 2, stacks: "a1:R d4:R,C0 d5:R", at: "1:a1 2:d4/S", turn: "2",
			play: "2 stay", want: "2: drop, remove, sandbag", after: "d5:",
		},
		{
			name: "drop after playing ends the turn", players: 2, stacks: "a1:R d4:R,R d5:R", at: "1:a1 2:d4/D", turn: "2",
			play: "2 stay; 2 discard", want: "2: drop, dynamite d5, end",
		},
		{
			name: "nothing is dropped after playing in water", players: 2, stacks: "a1:R d4:R d5:R", at: "1:a1 2:d4/D", turn: "2",
			play: "2 stay; 2 discard", want: "2: dynamite d5, end",
		},
		{
			name: "keep beside a held tool puts the old one away", players: 2, stacks: "a1:R d4:R,R d5:R", at: "1:a1 2:d4/D", turn: "2",
			play: "2 stay; 2 keep", want: "2: discard, drop, keep", after: "2:d4/R d4:R",
		},

		{
			name: "a spring replaces the step", players: 2, stacks: "a1:R d4:R d6:R,L d5:R", at: "1:a1 2:d4/J", turn: "2",
			play: "2 spring d6", want: "2: discard, keep", after: "2:d6",
		},

		// Leaving a volcano.
		{
			name: "the tile landed on in their own turn is played", players: 2, stacks: "a1:R d4:V,H d5:R", at: "1:a1 2:d4", turn: "2",
			play: "2 stay; 2 move d5", want: "2: discard, keep",
		},
		{
			name: "before it goes, its player may use a tool or drop it", players: 2, stacks: "a1:R d4:V,H d5:R c4:R", at: "1:a1 2:d4/D", turn: "2",
			play: "2 stay", want: "2: drop, dynamite c4, dynamite d5, move c4, move d5",
		},
		{
			name: "the test is made again after a tool", players: 2, stacks: "a1:R d4:V,H d5:R", at: "1:a1 2:d4/D", turn: "2",
			play: "2 stay; 2 dynamite d5", want: "last explorer 1 2",
		},
		{
			name: "with tools alone one must be used and none dropped", players: 3, stacks: "a1:R d4:V,H d6:R d5:R,R,R", at: "1:a1 2:d4/D 3:d6", turn: "2",
			play: "2 stay", want: "2: dynamite d5",
		},
		{
			name: "with a rope as the only way it may be dropped", players: 2, stacks: "a1:R d4:V,H d5:R,R,R", at: "1:a1 2:d4/R", turn: "2",
			play: "2 stay", want: "2: drop, rope d5",
		},
		{
			name: "and then the explorer is lost", players: 2, stacks: "a1:R d4:V,H d5:R,R,R", at: "1:a1 2:d4/R", turn: "2",
			play: "2 stay; 2 drop", want: "last explorer 1 2",
		},
		{
			name: "the volcano counts in the height", players: 2, stacks: "a1:R d4:V,H d5:R,R", at: "1:a1 2:d4", turn: "2",
			play: "2 stay", want: "2: move d5",
		},
		{
			name: "a lifebelt is a way off, and protects afterwards", players: 2, stacks: "a1:R d4:V,H c2:R", at: "1:c2/B 2:d4/L", turn: "2",
			play: "2 stay; 2 swim c4", want: "1: drop, stay", after: "2:c4",
		},
		{
			name: "a discarded tool uncovers a volcano", players: 2, stacks: "a1:R d4:V,R d5:R", at: "1:a1 2:d4", turn: "2",
			play: "2 stay; 2 discard", want: "2: move d5",
		},
		{
			name: "several leave in turn order, beginning after the player whose turn it is", players: 4,
			stacks: "d4:R,C03 d5:V,R d6:R d3:V,R d2:R a1:R", at: "1:d3 2:d4 3:d5 4:a1", turn: "2",
			play: "2 stay; 1 move d2", want: "3: move d6",
		},
		{
			name: "in another's turn the tile landed on is not played", players: 3,
			stacks: "d4:R,C0 d5:V,R d6:R a1:R", at: "1:a1 2:d4 3:d5", turn: "2",
			play: "2 stay; 3 move d6", want: "1: stay", after: "d6:R d4:R",
		},
		{
			name: "pushed off a volcano, it need not leave and plays nothing", players: 4,
			stacks: "d4:R,C01 d5:V,R e5:V,R d6:R f5:R c5:R a1:R", at: "1:d5 2:a1 3:e5/P 4:d4", turn: "4",
			play: "4 stay; 3 push d5; 3 move f5", want: "3: stay", after: "1:c5 c5:R d4:R",
		},
		{
			name: "whoever must leave because of such a tool comes when this one has gone", players: 4,
			stacks: "d4:R,C0 d5:V,R d6:V,R e6:R,R c5:R d7:R a1:R", at: "1:d6 2:a1 3:d5/D 4:d4", turn: "4",
			play: "4 stay; 3 dynamite d6", want: "3: move c5, move e6",
		},
		{
			name: "and then it comes", players: 4,
			stacks: "d4:R,C0 d5:V,R d6:V,R e6:R,R c5:R d7:R a1:R", at: "1:d6 2:a1 3:d5/D 4:d4", turn: "4",
			play: "4 stay; 3 dynamite d6; 3 move e6", want: "1: move c5, move d7",
		},
		{
			name: "in the same order among all still waiting", players: 4,
			// 3 is first after 4, then 2, then 1. 3 makes 2 leave; 2 comes before 1.
			stacks: "d4:R,C03 d5:V,R d3:V,R d6:V,R e6:R,R c5:R d7:R d2:R", at: "1:d3 2:d6 3:d5/D 4:d4", turn: "4",
			play: "4 stay; 3 dynamite d6; 3 move c5", want: "2: move d7, move e6",
		},
		{
			name: "one before in the order comes before those who wait", players: 4,
			// 2 is the first to leave and makes 3 leave, who stands before 1 in the order.
			stacks: "d4:R,C03 d5:V,R d3:V,R d6:V,R e6:R,R c5:R d7:R d2:R", at: "1:d3 2:d5/D 3:d6 4:d4", turn: "4",
			play: "4 stay; 2 dynamite d6; 2 move c5", want: "3: move d7, move e6",
		},
		{
			name: "resigning while others leave: they still do, and the turn is over", players: 3,
			stacks: "d4:R,C0 d5:V,R d6:R a1:R", at: "1:a1 2:d5 3:d4", turn: "3",
			play: "3 stay; 3 resign", want: "2: move d4, move d6", after: "d4:R,C0",
		},
		{
			name: "the turn then passes on", players: 3,
			stacks: "d4:R,C0 d5:V,R d6:R a1:R", at: "1:a1 2:d5 3:d4", turn: "3",
			play: "3 stay; 3 resign; 2 move d6", want: "2: stay", after: "d4:R,C0",
		},
		{
			name: "the one who must leave resigns, and the turn goes on", players: 3,
			stacks: "d4:R,C0 d5:V,R d6:R a1:R", at: "1:a1 2:d5 3:d4", turn: "3",
			play: "3 stay; 2 resign", want: "1: stay", after: "d4:R",
		},
		{
			name: "the only one to push resigns: the one on the volcano is lost", players: 3,
			stacks: "d4:R,R,R,C0 d5:V,R a1:R", at: "1:a1 2:d5/P 3:d4", turn: "3",
			play: "3 stay; 3 resign", want: "last explorer 1 2 3",
		},
		{
			name: "protected by a used lifebelt until their next turn begins", players: 3,
			stacks: "d4:R,C3 d3:V,R c5:R", at: "1:d3/L 2:c5/B 3:d4", turn: "3",
			play: "3 stay; 1 swim c3", want: "2: drop, stay",
		},
		{
			name: "unprotected it is a target", players: 3,
			stacks: "d4:R,C3 c5:R", at: "1:c3 2:c5/B 3:d4", turn: "3",
			play: "3 stay", want: "2: bazooka c3, drop, stay",
		},
		{
			name: "holding a lifebelt protects too", players: 3,
			stacks: "d4:R,C3 c5:R", at: "1:c3/L 2:c5/B 3:d4", turn: "3",
			play: "3 stay", want: "2: drop, stay",
		},

		// Tools against the player whose turn it is.
		{
			name: "a go not yet made is made from where the pushed explorer is now", players: 2,
			stacks: "d4:R,R d5:V,R d6:R d3:R e3:R", at: "1:d5/P 2:d4/D", turn: "2",
			play: "2 dynamite d5; 1 push d4; 1 move d6", want: "2: move d4, move e3, stay", after: "2:d3 d3:R",
		},
		{
			name: "with the test of step 1", players: 2,
			stacks: "d4:R,R d5:V,R d6:R", at: "1:d5/P 2:d4/D", turn: "2",
			play: "2 dynamite d5; 1 push d4; 1 move d6", want: "last explorer 1 2",
		},
		{
			name: "the go is made even after a volcano was left and its landing played", players: 2,
			stacks: "d4:V,R d5:V,R d6:R d3:R,R", at: "1:d5/D 2:d4/D", turn: "2",
			play: "2 dynamite d5; 1 dynamite d4; 1 move d6; 2 move d3", want: "2: discard, keep", after: "d3:R,R",
		},
		{
			name: "after the landing comes the go", players: 2,
			stacks: "d4:V,R d5:V,R d6:R d3:R,R", at: "1:d5/D 2:d4/D", turn: "2",
			play: "2 dynamite d5; 1 dynamite d4; 1 move d6; 2 move d3; 2 discard", want: "2: stay", after: "d3:R",
		},
		{
			name: "a tool tile destroyed is not played, nor the one below", players: 2,
			stacks: "d4:R,R d5:V,R d6:R", at: "1:d5/D 2:d4/D", turn: "2",
			play: "2 stay; 2 dynamite d5; 1 dynamite d4; 1 move d6", want: "1: stay", after: "d4:R",
		},
		{
			name: "a tool tile whose player is pushed off is not played", players: 2,
			stacks: "d4:R,R d5:V,R d6:R d3:R", at: "1:d5/P 2:d4/D", turn: "2",
			play: "2 stay; 2 dynamite d5; 1 push d4; 1 move d6", want: "1: stay", after: "d4:R,R d3:R 2:d3",
		},
		{
			name: "the tile landed on when leaving is played all the same", players: 2,
			stacks: "d4:V,R d5:V,R d6:R d3:R", at: "1:d5/D 2:d4/D", turn: "2",
			play: "2 stay; 2 dynamite d5; 1 dynamite d4; 1 move d6; 2 move d3", want: "2: discard, keep", after: "d3:R",
		},
		{
			name: "cracks are removed from where they lie when their player is pushed", players: 2,
			stacks: "d4:R,C0 d5:V,R d6:R d3:R", at: "1:d5/P 2:d4/S", turn: "2",
			play: "2 stay; 1 push d4; 1 move d6", want: "1: stay", after: "d4:R d3:R 2:d3/S",
		},
		{
			name: "destroyed cracks take nothing else along", players: 2,
			stacks: "d4:R,C0 d5:V,R d6:R", at: "1:d5/D 2:d4/S", turn: "2",
			play: "2 stay; 1 dynamite d4; 1 move d6", want: "1: stay", after: "d4:R 2:d4/S",
		},
		{
			name: "a sandbag stolen saves nothing", players: 2,
			stacks: "d4:R,C0 d5:V,R d6:R", at: "1:d5/T 2:d4/S", turn: "2",
			play: "2 stay; 1 thief 2; 1 move d6", want: "1: drop, stay", after: "d4:R 2:d4 1:d6/S",
		},
		{
			name: "cracks removed under one who went there uncover a volcano", players: 3,
			stacks: "d4:V,C0 d5:V,R e4:R d3:R a1:R", at: "1:d5/P 2:d4 3:a1", turn: "2",
			play: "2 stay; 1 push d4; 1 move d4", want: "1: move e4", after: "d4:V",
		},
		{
			name: "whoever is hit in water in their own turn plays no more of it", players: 3,
			stacks: "d5:V,R d6:R a1:R", at: "1:d5/D 2:d4/D 3:a1", turn: "2",
			play: "2 dynamite d5; 1 dynamite d4; 1 move d6", want: "1: stay",
		},
		{
			name: "cracks of one drowned in their own turn stay: the rest is not played", players: 4,
			stacks: "d4:R,C02 d5:V,R d6:R e4:V,R f4:R a1:R", at: "1:a1 2:e4/D 3:d5/P 4:d4", turn: "4",
			play: "4 stay; 3 push d4; 3 move d6; 2 dynamite d3; 2 move f4", want: "3: stay", after: "d4:R,C02 4:",
		},
	} {
		t.Run(c.name, c.run)
	}
}
