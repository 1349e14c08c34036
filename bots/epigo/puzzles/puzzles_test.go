package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"atoll/games/epigo"
)

func shipped(t *testing.T) (list []Puzzle) {
	t.Helper()
	text, err := os.ReadFile("../../../web/src/games/epigo/puzzles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(bytes.NewReader(text))
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var p Puzzle
		if err := json.Unmarshal(in.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// A sample of what the page asks is proved again; all of it with ATOLL_PUZZLES=all.
func TestShippedMixturesAreSafe(t *testing.T) {
	list := shipped(t)
	every := 40
	if os.Getenv("ATOLL_PUZZLES") == "all" {
		every = 1
	}
	mixed := 0
	for i, p := range list {
		if slices.Max(p.Parts) < sum(p.Parts) {
			mixed++
		}
		if p.easy() {
			t.Errorf("puzzle %d: equal parts are safe, or one plan in place of a mixture", i+1)
		}
		if i%every == 0 {
			if err := Check(p); err != nil {
				t.Errorf("puzzle %d: %v", i+1, err)
			}
		}
	}
	if mixed*2 < len(list) {
		t.Errorf("only %d of %d puzzles ask for a mixture", mixed, len(list))
	}
}

func TestFalseMixturesAreNoticed(t *testing.T) {
	p := shipped(t)[0]
	other := p
	other.Value = [2]int{p.Value[0]*2 + 1, p.Value[1] * 2}
	if Check(other) == nil {
		t.Error("a greater value passed")
	}
	other = p
	other.Parts = slices.Repeat([]int{1}, len(p.Plans))
	if Check(other) == nil {
		t.Error("an unsafe mixture passed")
	}
	other = p
	other.Replies = p.Replies[1:]
	if Check(other) == nil {
		t.Error("a missing reply passed")
	}
}

func TestMirroredPositionsAreTheSame(t *testing.T) {
	seen := map[string]int{}
	for i, p := range shipped(t) {
		st := read(t, p.Position)
		pos := st.Position()
		seat, _ := st.Config().SeatByName(p.Seat)
		k := key(&pos, int(seat))
		if seen[k] > 0 {
			t.Errorf("puzzles %d and %d are the same", seen[k], i+1)
		}
		seen[k] = i + 1
	}
	a := read(t, "epigo 2 | plan turn=5 quiet=0 S=-,-,d5,c4,c5,f3,h5 N=e5,f5,-,b6,h4,d6,f4").Position()
	b := read(t, "epigo 2 | plan turn=9 quiet=2 S=-,-,e5,f4,f5,c3,a5 N=d5,c5,-,g6,a4,e6,c4").Position()
	c := read(t, "epigo 2 | plan turn=9 quiet=2 S=e4,f4,-,b3,h5,d3,f5 N=-,-,d4,c5,c4,f6,h4").Position()
	if key(&a, 0) != key(&b, 0) || key(&a, 0) != key(&c, 1) || key(&a, 0) == key(&a, 1) {
		t.Error("a mirror makes another puzzle")
	}
}

func read(t *testing.T, text string) *epigo.State {
	t.Helper()
	st := epigo.Game.MustConfigure(2).New().(*epigo.State)
	if err := st.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return st
}
