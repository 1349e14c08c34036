package referee

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// tile is a place by file and rank, from 1.
type tile struct{ file, rank int }

func (t tile) String() string { return fmt.Sprintf("%c%d", 'a'+t.file-1, t.rank) }

func parseTile(text string) (tile, error) {
	if len(text) < 2 || text[0] < 'a' || text[0] > 'z' {
		return tile{}, fmt.Errorf("%q is no tile", text)
	}
	rank, err := strconv.Atoi(text[1:])
	if err != nil || rank < 1 || strconv.Itoa(rank) != text[1:] {
		return tile{}, fmt.Errorf("%q is no tile", text)
	}
	return tile{int(text[0]-'a') + 1, rank}, nil
}

func (t tile) neighbours() [4]tile {
	return [4]tile{{t.file, t.rank + 1}, {t.file + 1, t.rank}, {t.file, t.rank - 1}, {t.file - 1, t.rank}}
}

// isle is one island of 2×2 tiles, named by its south-west tile.
type isle struct {
	at      tile
	coins   map[tile]string // whose coin lies where
	latest  []string        // owners of the coins in the order of placing
	won     string
	removed bool
}

type conquest struct {
	*table
	isles    []*isle
	tiles    map[tile]*isle // every tile of the first board
	coins    map[string]int
	token    map[string]tile
	order    []string
	in       []string
	forfeits []string // in order
	resigned []string // in order
	quiet    int      // turns in a row that placed no coin
	turn     string
	landing  bool // the last tile of an island is claimed by landing on it
	out      bool // players who forfeited do not count
	tieDice  bool // equal coins are rolled for
	allDice  bool // every island with coins of several is rolled for
}

// newConquest reads the options.
func newConquest(t *table) *conquest {
	known := map[string][]any{
		"layout": {"basic", "custom"}, "coins": {"even", 12.0},
		"tiebreak": {"last_claim", "dice"}, "forfeit": {"keep_score", "out"},
	}
	lastTile := "turn"
	if t.rec.Rules > 1 {
		known["last_tile"], known["unfinished"] = []any{"landing", "turn"}, []any{"most_coins", "dice"}
		lastTile = t.option("last_tile", "landing")
	}
	t.options(known)
	c := &conquest{
		table: t, tiles: map[tile]*isle{}, coins: map[string]int{}, token: map[string]tile{}, in: slices.Clone(t.rec.Seats),
		landing: lastTile == "landing",
		out:     t.option("forfeit", "keep_score") == "out",
		tieDice: t.option("tiebreak", "last_claim") == "dice",
		allDice: t.option("unfinished", "most_coins") == "dice",
	}
	if c.allDice && c.tieDice {
		refuse("with unfinished=dice the tiebreak plays no part")
	}
	t.leave = c.resign
	return c
}

func (c *conquest) basicBoard() {
	for rank := 1; rank <= 7; rank += 2 {
		for file := 1; file <= 7; file += 2 {
			c.addIsle(tile{file, rank})
		}
	}
}

func conqueror(t *table) {
	c := newConquest(t)
	for _, p := range t.rec.Seats {
		c.coins[p] = 48 / len(t.rec.Seats)
		if t.option("coins", "even") == "12" {
			c.coins[p] = 12
		}
	}
	if t.option("layout", "basic") == "custom" {
		t.ask("chance", func() question { return question{allows: c.readLayout} })
	} else {
		c.basicBoard()
	}
	t.ask("chance", func() question { return question{allows: c.readOrder} })
	for _, p := range c.order {
		c.start(p)
	}
	c.turns()
}

func (c *conquest) turns() {
	for {
		for _, p := range c.order {
			if slices.Contains(c.in, p) {
				c.takeTurn(p)
			}
		}
	}
}

func (c *conquest) addIsle(at tile) {
	i := &isle{at: at, coins: map[tile]string{}}
	c.isles = append(c.isles, i)
	for _, t := range i.tiles() {
		c.tiles[t] = i
	}
}

func (i *isle) tiles() [4]tile {
	return [4]tile{i.at, {i.at.file + 1, i.at.rank}, {i.at.file, i.at.rank + 1}, {i.at.file + 1, i.at.rank + 1}}
}

func (c *conquest) readLayout(do string) error {
	words := strings.Split(do, " ")
	if words[0] != "layout" || len(words) != 17 {
		return fmt.Errorf("%d islands in a layout", len(words)-1)
	}
	low := tile{99, 99}
	for _, w := range words[1:] {
		at, err := parseTile(w)
		if err != nil {
			return err
		}
		low.file, low.rank = min(low.file, at.file), min(low.rank, at.rank)
		for _, t := range (&isle{at: at}).tiles() {
			if c.tiles[t] != nil {
				return fmt.Errorf("island %s overlaps", at)
			}
		}
		c.addIsle(at)
	}
	if low != (tile{1, 1}) {
		return fmt.Errorf("the board's corner is %s", low)
	}
	base := false
	for _, i := range c.isles {
		nine := true
		for dx := 0; dx <= 4; dx += 2 {
			for dy := 0; dy <= 4; dy += 2 {
				at := tile{i.at.file + dx, i.at.rank + dy}
				nine = nine && c.tiles[at] != nil && c.tiles[at].at == at
			}
		}
		base = base || nine
	}
	if !base {
		return fmt.Errorf("no base of nine islands")
	}
	seen := map[tile]bool{}
	var visit func(t tile)
	visit = func(t tile) {
		if c.tiles[t] == nil || seen[t] {
			return
		}
		seen[t] = true
		for _, n := range t.neighbours() {
			visit(n)
		}
	}
	visit(c.isles[0].at)
	if len(seen) != 64 {
		return fmt.Errorf("the board is not connected")
	}
	// Islands by rank, then file.
	slices.SortFunc(c.isles, func(a, b *isle) int {
		if a.at.rank != b.at.rank {
			return a.at.rank - b.at.rank
		}
		return a.at.file - b.at.file
	})
	return nil
}

func (c *conquest) readOrder(do string) error {
	words := strings.Split(do, " ")
	c.order = words[1:]
	sorted := slices.Clone(c.order)
	slices.Sort(sorted)
	if words[0] != "order" || !slices.Equal(sorted, c.rec.Seats) {
		return fmt.Errorf("order of other seats")
	}
	return nil
}

func (c *conquest) endOfTurn() {
	switch p := recover(); p.(type) {
	case nil, turnIsOver:
	default:
		panic(p)
	}
}

func (c *conquest) tokenOn(t tile) bool {
	for _, at := range c.token {
		if at == t {
			return true
		}
	}
	return false
}

// start: on a free corner, a tile with two open sides that meet.
func (c *conquest) start(p string) {
	defer c.endOfTurn()
	if !slices.Contains(c.in, p) {
		return
	}
	c.turn = p
	do := c.ask(p, func() question {
		var texts []string
		for t := range c.tiles {
			n := t.neighbours()
			corner := false
			for d := range 4 {
				corner = corner || c.tiles[n[d]] == nil && c.tiles[n[(d+1)%4]] == nil
			}
			if corner && !c.tokenOn(t) {
				texts = append(texts, "start "+t.String())
			}
		}
		return listed(texts)
	})
	c.token[p], _ = parseTile(strings.TrimPrefix(do, "start "))
}

func (c *conquest) exists(t tile) bool { return c.tiles[t] != nil && !c.tiles[t].removed }

func (c *conquest) claimed(t tile) bool { return c.tiles[t].won != "" || c.tiles[t].coins[t] != "" }

// ends returns the tiles on which a path of exactly n steps can end.
func (c *conquest) ends(from tile, n int, tokensBlock bool) map[tile]bool {
	found := map[tile]bool{}
	var walk func(path []tile)
	walk = func(path []tile) {
		at := path[len(path)-1]
		if len(path) == n+1 {
			if !c.claimed(at) && !(tokensBlock && c.tokenOn(at)) {
				found[at] = true
			}
			return
		}
		for _, next := range at.neighbours() {
			if c.exists(next) && !slices.Contains(path, next) {
				walk(append(slices.Clone(path), next))
			}
		}
	}
	walk([]tile{from})
	return found
}

func (c *conquest) canLand(p string, tokensBlock bool) bool {
	for n := 1; n <= 3; n++ {
		if len(c.ends(c.token[p], n, tokensBlock)) > 0 {
			return true
		}
	}
	return false
}

func (c *conquest) takeTurn(p string) {
	defer c.endOfTurn()
	c.turn = p
	c.claim(p)
	c.alive(p)
	steps := 0
	c.ask("chance", func() question {
		return question{allows: func(do string) error {
			n, err := strconv.Atoi(strings.TrimPrefix(do, "roll "))
			if err != nil || n < 1 || n > 6 || do != fmt.Sprint("roll ", n) {
				return fmt.Errorf("no roll")
			}
			steps = (n-1)%3 + 1
			return nil
		}}
	})
	do := c.ask(p, func() question {
		var texts []string
		for t := range c.ends(c.token[p], steps, true) {
			texts = append(texts, "move "+t.String())
		}
		if len(texts) == 0 {
			texts = append(texts, "pass")
		}
		return listed(texts)
	})
	if do != "pass" {
		c.token[p], _ = parseTile(strings.TrimPrefix(do, "move "))
		c.removeIslands()
		if c.landing && len(c.tiles[c.token[p]].coins) == 3 {
			c.place(p) // the end tile is the only one without a coin
		}
	}
}

// claim is step 1.
func (c *conquest) claim(p string) {
	c.quiet++ // this turn has placed no coin so far
	if !c.claimed(c.token[p]) {
		c.place(p)
	}
}

// place puts a coin, if p has one, under p's token.
func (c *conquest) place(p string) {
	if c.coins[p] == 0 {
		return
	}
	c.quiet = 0
	c.coins[p]--
	at := c.token[p]
	i := c.tiles[at]
	i.coins[at] = p
	i.latest = append(i.latest, p)
	if len(i.coins) < 4 {
		return
	}
	i.won = p
	for _, owner := range i.coins {
		c.coins[owner]++
	}
	i.coins = map[tile]string{}
	won := 0
	for _, i := range c.isles {
		if i.won != "" {
			won++
		}
	}
	if won == 16 {
		c.tabulate("islands")
	}
}

// alive is step 2.
func (c *conquest) alive(p string) {
	coins, stuck := false, true
	for _, o := range c.in {
		coins = coins || c.coins[o] > 0
		if c.coins[o] > 0 && !c.claimed(c.token[o]) || c.canLand(o, true) {
			stuck = false
		}
	}
	switch {
	case !coins:
		c.tabulate("coins")
	case stuck || c.quiet == 100:
		c.tabulate("stuck")
	}
	if !c.canLand(p, false) {
		c.forfeits = append(c.forfeits, p)
		c.goes(p, "last one in")
		panic(turnIsOver{})
	}
}

// goes takes p's token off; p is no longer in.
func (c *conquest) goes(p, reason string) {
	delete(c.token, p)
	c.in = slices.DeleteFunc(c.in, func(o string) bool { return o == p })
	c.removeIslands()
	if len(c.in) == 1 {
		c.tabulate(reason)
	}
}

func (c *conquest) resign(p, how string) {
	if !slices.Contains(c.in, p) {
		refuse("%s has left already", p)
	}
	c.resigned = append(c.resigned, p)
	c.goes(p, how)
	if p == c.turn {
		panic(turnIsOver{})
	}
}

// removeIslands takes away won islands on which no token stands.
func (c *conquest) removeIslands() {
	for _, i := range c.isles {
		stood := false
		for _, t := range i.tiles() {
			stood = stood || c.tokenOn(t)
		}
		if i.won != "" && !stood {
			i.removed = true
		}
	}
}

// counts reports whether p takes part in the count of islands.
func (c *conquest) counts(p string) bool { return !c.out || slices.Contains(c.in, p) }

func (c *conquest) tabulate(reason string) {
	islands := map[string]int{}
	for _, i := range c.isles {
		if i.won != "" {
			islands[i.won]++
			continue
		}
		number := map[string]int{}
		most := 0
		for _, p := range i.coins {
			if c.counts(p) {
				number[p]++
				most = max(most, number[p])
			}
		}
		var tied []string
		for _, p := range c.rec.Seats {
			if number[p] > 0 && (c.allDice || number[p] == most) {
				tied = append(tied, p)
			}
		}
		if len(tied) > 1 && (c.allDice || c.tieDice) {
			tied = c.rollFor(i, tied, number)
		}
		if len(tied) > 1 {
			last := ""
			for _, p := range i.latest {
				if slices.Contains(tied, p) {
					last = p
				}
			}
			tied = []string{last}
		}
		if len(tied) == 1 {
			islands[tied[0]]++
		}
	}
	// class: resigned below all; with forfeit=out the forfeited below those in.
	class := func(p string) (int, int) {
		if i := slices.Index(c.resigned, p); i >= 0 {
			return 0, i
		}
		if i := slices.Index(c.forfeits, p); i >= 0 && c.out {
			return 1, i
		}
		return 2, islands[p]
	}
	rank := map[string]int{}
	for _, p := range c.rec.Seats {
		rank[p] = 1
		pc, pv := class(p)
		for _, o := range c.rec.Seats {
			oc, ov := class(o)
			if oc > pc || oc == pc && ov > pv {
				rank[p]++
			}
		}
	}
	c.end(rank, reason)
}

// rollFor rolls one die a coin for each of the tied until one is best.
func (c *conquest) rollFor(i *isle, tied []string, coins map[string]int) []string {
	for len(tied) > 1 {
		best := map[string]int{}
		c.ask("chance", func() question {
			return question{allows: func(do string) error {
				words := strings.Split(do, " ")
				if len(words) != len(tied)+2 || words[0] != "tie" || words[1] != i.at.String() {
					return fmt.Errorf("want a tie of %v at %s", tied, i.at)
				}
				for k, p := range tied {
					dice := strings.Split(strings.TrimPrefix(words[k+2], p), ",")
					if !strings.HasPrefix(words[k+2], p) || len(dice) != coins[p] {
						return fmt.Errorf("want %d dice of %s: %s", coins[p], p, words[k+2])
					}
					for _, d := range dice {
						if len(d) != 1 || d[0] < '1' || d[0] > '6' {
							return fmt.Errorf("die %q", d)
						}
						best[p] = max(best[p], int(d[0]-'0'))
					}
				}
				return nil
			}}
		})
		top := 0
		for _, p := range tied {
			top = max(top, best[p])
		}
		tied = slices.DeleteFunc(slices.Clone(tied), func(p string) bool { return best[p] < top })
	}
	return tied
}

var _ = read("conqueror", conqueror, 1, 2)
