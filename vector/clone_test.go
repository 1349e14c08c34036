package vector_test

import (
	"bytes"
	"reflect"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/vector"
)

// A clone goes on exactly as its original would, and neither moves the other.
func TestClonesGoTheirOwnWay(t *testing.T) {
	for _, g := range games.All() {
		e := open(t, g.MustConfigure(g.Players[0]), 4, 3, 1, vector.Share)
		b, c, r, letters := buffers(e), buffers(e), game.NewRand(1), make([]int32, 4)
		if err := e.Look(b); err != nil {
			t.Fatal(err)
		}
		for range 25 {
			pick(letters, b, r)
			if err := e.Step(letters, b); err != nil {
				t.Fatal(err)
			}
		}
		twin, err := e.Clone()
		if err != nil {
			t.Fatal(err)
		}
		for n := range 60 {
			if err := twin.Look(c); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(b, c) {
				t.Fatalf("%s: another game %d steps after the clone", g.ID, n)
			}
			pick(letters, b, r)
			if err := twin.Step(letters, c); err != nil {
				t.Fatal(err)
			}
			if now := buffers(e); e.Look(now) != nil || !reflect.DeepEqual(b, now) {
				t.Fatalf("%s: a step of the clone moved the original", g.ID)
			}
			if err := e.Step(letters, b); err != nil {
				t.Fatal(err)
			}
		}
		_ = twin.Close()
		if _, err := twin.Clone(); err == nil {
			t.Error("closed games were cloned")
		}
	}
}

// Whoever's knowledge is kept, that seat sees and reads the same as before.
func TestResamplingForAnySeat(t *testing.T) {
	for _, g := range games.All() {
		for _, players := range g.Players {
			e := open(t, g.MustConfigure(players), 3, 5, 1, vector.Share)
			b, r, letters := buffers(e), game.NewRand(2), make([]int32, 3)
			if err := e.Look(b); err != nil {
				t.Fatal(err)
			}
			for step := range 60 {
				seat := game.Seat(step % players)
				know := func() (seen []byte, texts []string) {
					seen = make([]byte, 3*e.Space().Size())
					if err := e.Observe(seat, seen); err != nil {
						t.Fatal(err)
					}
					for i := range 3 {
						text, err := e.Text(i, seat)
						if err != nil {
							t.Fatal(err)
						}
						texts = append(texts, text)
					}
					return seen, texts
				}
				seen, texts := know()
				if err := e.ResampleFor(seat, uint64(step)); err != nil {
					t.Fatal(err)
				}
				if now, read := know(); !bytes.Equal(seen, now) || !reflect.DeepEqual(texts, read) {
					t.Fatalf("%s %d, step %d: seat %d notices\n%v\n%v", g.ID, players, step, seat, texts, read)
				}
				if err := e.Look(b); err != nil {
					t.Fatal(err)
				}
				pick(letters, b, r)
				if err := e.Step(letters, b); err != nil {
					t.Fatal(err)
				}
			}
			if err := e.ResampleFor(game.Seat(players), 1); err == nil {
				t.Errorf("%s: a seat that is not there", g.ID)
			}
			if _, err := e.Text(3, 0); err == nil {
				t.Errorf("%s: a game that is not there", g.ID)
			}
		}
	}
}

// Copies of chosen games stand as their originals do and go on as they would.
func TestTakenGamesGoTheirOwnWay(t *testing.T) {
	for _, g := range games.All() {
		cfg := g.MustConfigure(g.Players[0])
		e, few := open(t, cfg, 4, 3, 1, vector.Share), open(t, cfg, 6, 9, 2, vector.Share)
		b, c, r, letters := buffers(e), buffers(few), game.NewRand(1), make([]int32, 4)
		if err := e.Look(b); err != nil {
			t.Fatal(err)
		}
		rows, same := []int32{2, 0, 0, 3, 1, 2}, make([]int32, 6)
		for range 40 {
			if err := few.Take(e, rows); err != nil {
				t.Fatal(err)
			}
			pick(letters, b, r)
			for i, row := range rows {
				same[i] = letters[row]
			}
			if err := e.Step(letters, b); err != nil {
				t.Fatal(err)
			}
			if err := few.Step(same, c); err != nil {
				t.Fatal(err)
			}
			size := e.Space().Size()
			for i, row := range rows {
				mine, its := c.Observations[i*size:(i+1)*size], b.Observations[int(row)*size:(int(row)+1)*size]
				if c.Seats[i] != b.Seats[row] || c.Done[i] != b.Done[row] || !bytes.Equal(mine, its) {
					t.Fatalf("%s: game %d is not as game %d", g.ID, i, row)
				}
			}
		}
		for what, err := range map[string]error{
			"too few rows":      few.Take(e, rows[:5]),
			"a row too far":     few.Take(e, []int32{0, 1, 2, 3, 4, 0}),
			"a row before":      few.Take(e, []int32{0, 1, 2, 3, -1, 0}),
			"from itself":       few.Take(few, rows),
			"of other games":    few.Take(open(t, other(g), 4, 1, 1, vector.Share), rows),
			"room for too many": few.Choosers(make([]byte, 7)),
		} {
			if err == nil {
				t.Errorf("%s: %s was taken", g.ID, what)
			}
		}
		if now := buffers(few); few.Look(now) != nil || !reflect.DeepEqual(c, now) {
			t.Errorf("%s: a refusal changed games", g.ID)
		}
	}
}

// other returns a configuration of another game, or of other options.
func other(g *game.Game) game.Config {
	for _, o := range games.All() {
		if o != g {
			return o.MustConfigure(o.Players[0])
		}
	}
	panic("there is one game only")
}

// Where seats choose at once, a choice has begun from the first letter until all is played.
func TestChoosers(t *testing.T) {
	for _, g := range games.All() {
		e := open(t, g.MustConfigure(g.Players[0]), 3, 5, 1, vector.Share)
		b, r, letters, found := buffers(e), game.NewRand(2), make([]int32, 3), make([]byte, 3)
		if err := e.Look(b); err != nil {
			t.Fatal(err)
		}
		begun := make([]bool, 3)
		atOnce := 0
		for step := range 300 {
			if err := e.Choosers(found); err != nil {
				t.Fatal(err)
			}
			for i, n := range found {
				switch {
				case n > 1:
					atOnce++
					if b.Seats[i] != 0 {
						t.Fatalf("%s, step %d: %d are about to choose and seat %d is asked first", g.ID, step, n, b.Seats[i])
					}
				case n == 0 && !begun[i]:
					t.Fatalf("%s, step %d: a choice has begun before anything was spelt", g.ID, step)
				}
				begun[i] = n != 1 // one letter is a whole choice where one seat chooses alone
			}
			pick(letters, b, r)
			if err := e.Step(letters, b); err != nil {
				t.Fatal(err)
			}
		}
		if (atOnce > 0) != g.Traits.Simultaneous {
			t.Errorf("%s: %d choices at once", g.ID, atOnce)
		}
	}
}
