package match_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"atoll/fair"
	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/record"
)

var update = flag.Bool("update", false, "write the proved records anew")

// proved plays a game at random at a table whose players add to chance.
func proved(t *testing.T, id string, players int, options map[string]any) *record.Record {
	t.Helper()
	yes := players%2 == 0
	nonces := make([]fair.Nonce, players)
	users := make([]match.User, players)
	for i := range nonces {
		nonces[i], users[i] = fair.Nonce{byte(i + 1), byte(players)}, match.User{ID: fmt.Sprint("u", i)}
	}
	seed := bytes.Repeat([]byte{byte(players)}, 32)
	table, _, err := match.New(
		games.ByID,
		fmt.Sprint("proved-", players),
		match.Setup{Game: id, Players: players, Options: options, Shuffle: &yes},
		users[0],
		seed,
		nil,
		commitOf(nonces[0]),
		now,
	)
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < players; i++ {
		table = ok(t)(table.Join(users[i], game.NoSeat, "", commitOf(nonces[i]), now))
	}
	for i := range players - 1 { // the last one is withheld, but with two
		table = ok(t)(table.Open(game.Seat(i), nonces[i].String(), now))
	}
	if players == 2 {
		table = ok(t)(table.Open(1, nonces[1].String(), now))
	} else {
		table = ok(t)(table.Tick(match.Now{MS: now.MS + match.OpenWithin}))
	}
	r := game.NewRand(uint64(players))
	for i := 0; table.Status == match.Running; i++ {
		s := table.Waiting().First()
		view := table.Look(game.SeatViewer(s))
		a, _ := game.Sample(view, s, r, nil)
		d, err := table.Act(s, table.Step, fmt.Sprint(i), string(view.AppendAction(nil, s, a)), now)
		if err != nil {
			t.Fatal(err)
		}
		table = d.Table
	}
	rec, err := table.Record()
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// TestProvedRecordsAreAsKept: readers in other languages repeat the draws of these
// records too. A change of how something is drawn changes them, and needs the
// same change in web/src/games/*/chance.ts.
func TestProvedRecordsAreAsKept(t *testing.T) {
	var all []byte
	for _, g := range games.All() {
		if !g.Traits.Chance {
			continue
		}
		for _, players := range g.Players {
			all = append(proved(t, g.ID, players, nil).AppendText(all), '\n')
		}
	}
	for _, o := range []map[string]any{{"layout": "custom"}, {"tiebreak": "dice"}, {"unfinished": "dice"}} {
		all = append(proved(t, "conqueror", 2, o).AppendText(all), '\n')
		all = append(proved(t, "conqueror", 3, o).AppendText(all), '\n')
	}
	all = append(proved(t, "evo", 2, nil).AppendText(all), '\n')
	file := filepath.Join("..", "record", "testdata", "proved.jsonl")
	if *update {
		if err := os.WriteFile(file, all, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(kept, all) {
		t.Error("draws have changed; go test ./match -run TestProved -update, then npm test in web")
	}
	in := record.NewReader(bytes.NewReader(kept), games.ByID)
	for range bytes.Count(kept, []byte("\n")) {
		rec, err := in.Next()
		if err != nil {
			t.Fatal(err)
		}
		if err := record.Proved(rec); err != nil {
			t.Error(err)
		}
	}
}
