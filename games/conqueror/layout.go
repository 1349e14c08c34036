package conqueror

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"atoll/game"
)

// basic is the 8×8 board. Every game with layout=basic shares it.
var basic = newBoard(basicPlaces())

func basicPlaces() []place {
	var sw []place
	for i := range int8(maxIslands) {
		sw = append(sw, place{i % 4 * 2, i / 4 * 2})
	}
	return sw
}

func byRankThenFile(a, b place) int {
	if a.rank != b.rank {
		return int(a.rank) - int(b.rank)
	}
	return int(a.file) - int(b.file)
}

// parseIslands reads the south-west tiles of a custom layout in any order and
// returns them by rank, then file, once they form a lawful board.
func parseIslands(names []string) ([]place, error) {
	if len(names) != maxIslands {
		return nil, fmt.Errorf("a layout has %d islands, not %d", maxIslands, len(names))
	}
	sw := make([]place, len(names))
	for i, name := range names {
		p, ok := parsePlace(name)
		if !ok || p.file > maxSide-2 || p.rank > maxSide-2 {
			return nil, fmt.Errorf("island %d of the layout is %.10q, not a south-west tile from a1 to s19", i+1, name)
		}
		sw[i] = p
	}
	slices.SortFunc(sw, byRankThenFile)
	if err := checkIslands(sw); err != nil {
		return nil, err
	}
	if !hasBase(sw) {
		return nil, errors.New("no nine islands of the layout form a 6×6 base")
	}
	return sw, nil
}

// checkIslands refuses islands that overlap, are not connected by tile edges or
// do not touch the west and south sides of the grid.
func checkIslands(sw []place) error {
	west, south := int8(maxSide), int8(maxSide)
	for i, p := range sw {
		west, south = min(west, p.file), min(south, p.rank)
		for _, q := range sw[:i] {
			if overlap(p, q) {
				return fmt.Errorf("islands %s and %s of the layout overlap", q, p)
			}
		}
	}
	if west != 0 || south != 0 {
		return fmt.Errorf("the layout must touch file a and rank 1: its smallest rectangle begins at %s", place{west, south})
	}
	joined := []place{sw[0]}
	for i := 0; i < len(joined); i++ {
		for _, q := range sw {
			if touch(joined[i], q) && !slices.Contains(joined, q) {
				joined = append(joined, q)
			}
		}
	}
	for _, q := range sw {
		if !slices.Contains(joined, q) {
			return fmt.Errorf("island %s of the layout is not connected with %s by tile edges", q, sw[0])
		}
	}
	return nil
}

func abs(x int8) int8 { return max(x, -x) }

func overlap(p, q place) bool { return abs(p.file-q.file) < 2 && abs(p.rank-q.rank) < 2 }

// touch reports whether two islands share at least one tile edge.
func touch(p, q place) bool {
	df, dr := abs(p.file-q.file), abs(p.rank-q.rank)
	return df == 2 && dr < 2 || dr == 2 && df < 2
}

// hasBase reports whether nine of the islands form a 6×6 block of 3×3 islands.
func hasBase(sw []place) bool {
	return slices.ContainsFunc(sw, func(p place) bool {
		for i := range int8(9) {
			if !slices.Contains(sw, place{p.file + i%3*2, p.rank + i/3*2}) {
				return false
			}
		}
		return true
	})
}

// room is the farthest that seven islands reach beyond the base.
const room = 2 * 7

// baseIslands returns a base with room on all sides.
func baseIslands() []place {
	var sw []place
	for i := range int8(9) {
		sw = append(sw, place{room + i%3*2, room + i/3*2})
	}
	return sw
}

// fitting returns the places where an island overlaps nothing and shares a tile
// edge with another, by rank, then file.
func fitting(sw []place) []place {
	var fit []place
	for rank := range int8(2*room + 6) {
		for file := range int8(2*room + 6) {
			p := place{file, rank}
			if !slices.ContainsFunc(sw, func(q place) bool { return overlap(p, q) }) &&
				slices.ContainsFunc(sw, func(q place) bool { return touch(p, q) }) {
				fit = append(fit, p)
			}
		}
	}
	return fit
}

// drawIslands draws seven islands around a base, one at a time, each fitting
// place equally likely.
func drawIslands(r *game.Rand) []place {
	sw := baseIslands()
	for len(sw) < maxIslands {
		fit := fitting(sw)
		sw = append(sw, fit[r.Intn(len(fit))])
	}
	west, south := sw[0].file, sw[0].rank
	for _, p := range sw {
		west, south = min(west, p.file), min(south, p.rank)
	}
	for i := range sw {
		sw[i].file -= west
		sw[i].rank -= south
	}
	slices.SortFunc(sw, byRankThenFile)
	return sw
}

func joinPlaces(sw []place, sep string) string {
	names := make([]string, len(sw))
	for i, p := range sw {
		names[i] = p.String()
	}
	return strings.Join(names, sep)
}

// BulkPending reports whether the layout is still to be drawn.
func (s *State) BulkPending() bool { return s.Phase == PhaseLayout }

// DrawBulk draws a custom layout.
func (s *State) DrawBulk(r *game.Rand) string {
	return "layout " + joinPlaces(drawIslands(r), " ")
}

// PlayBulk lays the islands.
func (s *State) PlayBulk(text string, tell game.Tell) error {
	refuse := func(reason string) error {
		return &game.Refusal{Seat: "chance", Action: text, Reason: reason}
	}
	if s.Phase != PhaseLayout {
		return refuse("no layout is due now.")
	}
	rest, ok := strings.CutPrefix(text, "layout ")
	if !ok {
		return refuse("a layout is written as: layout, then 16 south-west tiles.")
	}
	if len(rest) > 4*maxIslands {
		return refuse("that is too long for a layout of 16 islands.")
	}
	sw, err := parseIslands(strings.Split(rest, " "))
	if err != nil {
		return refuse(err.Error() + ".")
	}
	s.board = newBoard(sw)
	s.lay()
	if tell != nil {
		s.tellLayout(tell)
	}
	return nil
}

// RedactBulk returns the text unchanged: the board is open to all.
func (s *State) RedactBulk(text string, v game.Viewer) string {
	v.Truth()
	return text
}

// NewSmall returns a state, order not yet drawn, on a board of one to sixteen
// islands of any connected shape. It serves analysis and proofs on boards that
// can be solved; such states are no part of the public game, and their
// position texts cannot be read back.
func NewSmall(cfg game.Config, southWest ...string) (*State, error) {
	sw := make([]place, len(southWest))
	for i, name := range southWest {
		p, ok := parsePlace(name)
		if !ok || p.file > maxSide-2 || p.rank > maxSide-2 {
			return nil, fmt.Errorf("%.10q is not a south-west tile", name)
		}
		sw[i] = p
	}
	if len(sw) == 0 || len(sw) > maxIslands {
		return nil, fmt.Errorf("a board has 1 to %d islands, not %d", maxIslands, len(sw))
	}
	slices.SortFunc(sw, byRankThenFile)
	if err := checkIslands(sw); err != nil {
		return nil, err
	}
	s := newState(cfg)
	s.board = newBoard(sw)
	s.lay()
	return s, nil
}
