package referee

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// conquestCase is a position on the basic board at the start of a turn.
type conquestCase struct {
	name    string
	players int
	options map[string]any
	version int    // 2 unless given
	claimed string // coins: "a1A b1B", in the order of placing
	won     string // islands won before, by their south-west tiles: "c1A"
	tokens  string // "A:a1 B:h8"; the first is to move, and they move in this order
	coins   string // "A:0": coins left, 12 unless given
	quiet   int
	play    string // "roll 1; A move b2"
	want    string // "A: move a2": or "islands A1 B2"
	after   string // "A:11": coins left; "a1:A": who has won the island
}

func (c conquestCase) run(t *testing.T) {
	t.Helper()
	rec := &record{Game: "conqueror", Rules: max(c.version, 1), Options: c.options}
	if c.version == 0 {
		rec.Rules = 2
	}
	for i := range c.players {
		rec.Seats = append(rec.Seats, string(rune('A'+i)))
	}
	for _, step := range strings.Split(c.play, "; ") {
		by, do, ok := strings.Cut(step, " ")
		switch {
		case !ok:
		case by == "roll" || by == "tie":
			rec.Events = append(rec.Events, event{By: "chance", Do: step})
		default:
			rec.Events = append(rec.Events, event{By: by, Do: do})
		}
	}
	var at *conquest
	asked, running, err := (&table{rec: rec}).drive(func(tb *table) {
		// The board and the options are read as always; then the position is put in
		// place of the opening.
		at = newConquest(tb)
		at.basicBoard()
		for _, s := range strings.Fields(c.claimed) {
			where, _ := parseTile(s[:2])
			i := at.tiles[where]
			i.coins[where] = s[2:]
			i.latest = append(i.latest, s[2:])
		}
		for _, s := range strings.Fields(c.won) {
			where, _ := parseTile(s[:2])
			at.tiles[where].won = s[2:]
		}
		for _, p := range rec.Seats {
			at.coins[p] = 12
		}
		for _, s := range strings.Fields(c.coins) {
			at.coins[s[:1]] = int(s[2] - '0')
		}
		for _, s := range strings.Fields(c.tokens) {
			at.order = append(at.order, s[:1])
			at.token[s[:1]], _ = parseTile(s[2:])
		}
		at.removeIslands()
		at.quiet = c.quiet
		at.turns()
	})
	if err != nil {
		t.Fatal(err)
	}
	got := asked.by
	if asked.legal != nil {
		got += ": " + strings.Join(asked.legal, ", ")
	}
	if !running {
		got = at.final.Reason
		for _, p := range rec.Seats {
			got += fmt.Sprintf(" %s%d", p, at.final.Rank[p])
		}
	}
	if got != c.want {
		t.Errorf("got  %s\nwant %s", got, c.want)
	}
	for _, s := range strings.Fields(c.after) {
		key, what, _ := strings.Cut(s, ":")
		now := fmt.Sprint(at.coins[key])
		if len(key) == 2 {
			where, _ := parseTile(key)
			now = at.tiles[where].won
		}
		if now != what {
			t.Errorf("%s is %q, want %q", key, now, what)
		}
	}
}

// all names the islands of the basic board that are won by p, except some.
func all(p string, except ...string) string {
	var names []string
	for rank := 1; rank <= 7; rank += 2 {
		for file := 1; file <= 7; file += 2 {
			if name := (tile{file, rank}).String(); !slices.Contains(except, name) {
				names = append(names, name+p)
			}
		}
	}
	return strings.Join(names, " ")
}

func TestConquerorPositions(t *testing.T) {
	turn := map[string]any{"last_tile": "turn"}
	for _, c := range []conquestCase{
		{
			name: "landing on the last tile wins the island at once", players: 2,
			claimed: "a1B b1B a2B c2A", tokens: "A:c2 B:h8", play: "roll 1; A move b2", want: "chance",
			// A's coin is placed and comes back; B has placed one at h8 and got three back.
			after: "a1:A A:12 B:14",
		},
		{
			name: "with last_tile=turn it does not", players: 2, options: turn,
			claimed: "a1B b1B a2B c2A", tokens: "A:c2 B:h8", play: "roll 1; A move b2", want: "chance",
			after: "a1: A:12 B:11",
		},
		{
			name: "nor in a record of version 1", players: 2, version: 1,
			claimed: "a1B b1B a2B c2A", tokens: "A:c2 B:h8", play: "roll 1; A move b2", want: "chance",
			after: "a1: A:12 B:11",
		},
		{
			name: "without a coin landing wins nothing", players: 2,
			claimed: "a1B b1B a2B c2A", tokens: "A:c2 B:h8", coins: "A:0", play: "roll 1; A move b2", want: "chance",
			after: "a1: A:0 B:11",
		},
		{
			name: "somebody on another tile without a coin: landing wins nothing", players: 3,
			claimed: "a1B b1B c2A", tokens: "A:c2 B:h8 C:a2", play: "roll 1; A move b2", want: "chance",
			after: "a1: A:12",
		},
		{
			name: "and the other claims first", players: 3,
			claimed: "a1B b1B c2A h8B", tokens: "A:c2 C:a2 B:h8", coins: "C:5",
			play: "roll 1; A move b2; roll 3; C move b4", want: "chance", after: "a1: C:4",
		},
		{
			name: "the sixteenth island by landing ends the game", players: 2,
			claimed: "a1B b1B a2B", won: all("B", "a1", "c1") + " c1A", tokens: "A:c2 B:h8", play: "roll 1; A move b2",
			want: "islands A2 B1",
		},
		{
			name: "a coin placed by landing ends the quiet turns", players: 2, quiet: 98,
			claimed: "a1B b1B a2B c2A h8B", tokens: "A:c2 B:h8", coins: "B:0", play: "roll 1; A move b2", want: "chance",
		},
		{
			name: "of the present turn step 1 alone counts", players: 2, quiet: 99,
			claimed: "a1B b1B a2B c2A h8B", tokens: "A:c2 B:h8", want: "stuck A2 B1",
		},
		{
			name: "no coin left is the reason before stuck", players: 2, coins: "A:0 B:0", quiet: 99,
			claimed: "a1A", tokens: "A:a1 B:h8", want: "coins A1 B2",
		},
		{
			name: "a player without coins on an unclaimed tile that cannot go on forfeits", players: 3, coins: "A:0",
			won: all("B", "a1", "g7"), claimed: "a1B b1C a2A", tokens: "A:b2 B:g7 C:h8", play: "roll 1; B move g8", want: "chance", after: "A:0",
		},
		{
			name: "equal coins: who placed the latest one", players: 2, coins: "A:0 B:0",
			claimed: "a1A b1B", tokens: "A:a1 B:h8", want: "coins A2 B1",
		},
		{
			name: "tiebreak=dice: one die for each coin", players: 2, coins: "A:0 B:0", options: map[string]any{"tiebreak": "dice"},
			claimed: "a1A b1A a2B b2B", tokens: "A:a1 B:h8", play: "tie a1 A6,1 B2,2", want: "coins A1 B2",
		},
		{
			name: "the equal roll all their dice again", players: 3, coins: "A:0 B:0 C:0", options: map[string]any{"tiebreak": "dice"},
			claimed: "a1A b1B a2C", tokens: "A:a1 B:h8 C:h1", play: "tie a1 A6 B6 C5; tie a1 A1 B2", want: "coins A2 B1 C2",
		},
		{
			name: "most coins need no dice", players: 2, coins: "A:0 B:0", options: map[string]any{"tiebreak": "dice"},
			claimed: "a1A b1A a2B", tokens: "A:a1 B:h8", want: "coins A1 B2",
		},
		{
			name: "unfinished=dice: all who have coins roll one die for each", players: 2, coins: "A:0 B:0", options: map[string]any{"unfinished": "dice"},
			claimed: "a1A b1A a2B", tokens: "A:a1 B:h8", play: "tie a1 A4,3 B5", want: "coins A2 B1",
		},
		{
			name: "with one owner alone nothing is rolled", players: 2, coins: "A:0 B:0", options: map[string]any{"unfinished": "dice"},
			claimed: "a1A b1A", tokens: "A:a1 B:h8", want: "coins A1 B2",
		},
		{
			name: "islands are rolled for by rank, then file", players: 2, coins: "A:0 B:0", options: map[string]any{"unfinished": "dice"},
			claimed: "a3A b3B c1A d1B", tokens: "A:a3 B:h8", play: "tie c1 A4 B5; tie a3 A1 B2", want: "coins A2 B1",
		},
		{
			name: "forfeit=out: only the coins of those still in count", players: 3, coins: "A:0", options: map[string]any{"forfeit": "out", "unfinished": "dice"},
			won: all("B", "a1", "g7"), claimed: "a1B b1C a2A", tokens: "A:b2 B:g7 C:h8", play: "roll 1; C resign", want: "resign A2 B1 C3",
		},
		{
			name: "forfeit=keep_score: all coins count", players: 3, coins: "A:0", options: map[string]any{"unfinished": "dice"},
			won: all("B", "a1", "g7"), claimed: "a1B b1C a2A", tokens: "A:b2 B:g7 C:h8", play: "roll 1; C resign; tie a1 A6 B1 C1", want: "resign A2 B1 C3",
		},
		{
			name: "one who resigns counts on the islands and ranks last", players: 3,
			claimed: "a1A b1A h8A h1C", won: "c1B e1C", tokens: "A:h8 B:a8 C:h1", play: "roll 1; A resign; roll 1; B resign", want: "resign A3 B2 C1",
		},
	} {
		t.Run(c.name, c.run)
	}
}

// What a record may say of its rules and options.
func TestRulesAndOptionsOfARecord(t *testing.T) {
	for _, c := range []struct {
		head, wrong string
	}{
		{`"game":"conqueror"`, ""},
		{`"game":"conqueror","rules":2`, ""},
		{`"game":"conqueror","rules":3`, "version"},
		{`"game":"conqueror","options":{"last_tile":"turn"}`, "no option"},
		{`"game":"conqueror","rules":2,"options":{"last_tile":"turn"}`, ""},
		{`"game":"conqueror","rules":2,"options":{"last_tile":"late"}`, "is late"},
		{`"game":"conqueror","rules":2,"options":{"unfinished":"dice"}`, ""},
		{`"game":"conqueror","rules":2,"options":{"unfinished":"dice","tiebreak":"last_claim"}`, ""},
		{`"game":"conqueror","rules":2,"options":{"unfinished":"dice","tiebreak":"dice"}`, "no part"},
		{`"game":"conqueror","rules":2,"options":{"coins":12}`, ""},
		{`"game":"conqueror","rules":2,"options":{"coins":"12"}`, "is 12"},
		{`"game":"earthquake"`, "version"},
		{`"game":"earthquake","rules":2`, ""},
		{`"game":"earthquake","rules":2,"options":{"area":"auto"}`, ""},
		{`"game":"earthquake","rules":2,"options":{"area":19}`, ""},
		{`"game":"earthquake","rules":2,"options":{"area":"19"}`, "is 19"},
		{`"game":"earthquake","rules":2,"options":{"area":20}`, "is 20"},
		{`"game":"evo","rules":2`, "version"},
		{`"game":"epigo","rules":2`, "version"},
	} {
		seats := `["A","B"]`
		if strings.Contains(c.head, "earthquake") {
			seats = `["1","2"]`
		}
		err := Check(`{"format":"atoll-record/1",` + c.head + `,"seats":` + seats + `,"events":[],"result":null}`)
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: %v, want %q", c.head, err, c.wrong)
		}
		if (c.wrong == "version") != errors.Is(err, errVersion) {
			t.Errorf("%s: %v", c.head, err)
		}
	}
}
