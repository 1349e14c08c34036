package conqueror

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"atoll/game"
)

// naive is a second, slow reading of the rules page: maps of tile names and
// paths found by walking every one of them. It shares nothing with the real
// rules but the letters of the alphabet, and is compared with them step by step.
type naive struct {
	n             int
	dice, all     bool
	landing, out  bool
	island        map[string]int // of every tile
	sw            []string
	coin          map[string]string
	placed        map[string]int // when the coin was placed
	clock         int
	wonBy         []string
	removed       []bool
	got           []string
	token         map[string]string // by player
	purse         map[string]int
	in            map[string]bool
	left          []string // in the order of leaving
	how           map[string]string
	order         []string
	turn          int
	phase, reason string
	die, quiet    int
	tieIsland     int
	tied          []string
	players       []string
}

func newNaive(cfg game.Config) *naive {
	n := &naive{
		n: cfg.Players, dice: cfg.Text("tiebreak") == "dice", out: cfg.Text("forfeit") == "out",
		landing: cfg.Text("last_tile") == "landing", all: cfg.Text("unfinished") == "dice",
		coin: map[string]string{}, placed: map[string]int{}, token: map[string]string{}, purse: map[string]int{},
		in: map[string]bool{}, how: map[string]string{}, wonBy: make([]string, 16), removed: make([]bool, 16), got: make([]string, 16),
		phase: "layout",
	}
	for _, p := range []string{"A", "B", "C", "D"}[:cfg.Players] {
		n.players = append(n.players, p)
		n.in[p] = true
		n.purse[p] = 48 / cfg.Players
		if cfg.Text("coins") == "12" {
			n.purse[p] = 12
		}
	}
	if cfg.Text("layout") == "basic" {
		n.lay("a1 c1 e1 g1 a3 c3 e3 g3 a5 c5 e5 g5 a7 c7 e7 g7")
	}
	return n
}

func shift(tile string, files, ranks int) string {
	var rank int
	fmt.Sscan(tile[1:], &rank)
	return fmt.Sprintf("%c%d", int(tile[0])+files, rank+ranks)
}

func (n *naive) lay(text string) {
	n.sw = strings.Fields(text)
	n.island = map[string]int{}
	for i, sw := range n.sw {
		for k := range 4 {
			n.island[shift(sw, k%2, k/2)] = i
		}
	}
	n.phase = "order"
}

// there reports whether a tile exists now.
func (n *naive) there(tile string) bool {
	i, ok := n.island[tile]
	return ok && !n.removed[i]
}

func (n *naive) unclaimed(tile string) bool {
	return n.there(tile) && n.coin[tile] == "" && n.wonBy[n.island[tile]] == ""
}

func (n *naive) whoStands(tile string) string {
	for p, at := range n.token {
		if at == tile {
			return p
		}
	}
	return ""
}

// ends walks all paths of exactly steps steps.
func (n *naive) ends(path []string, steps int, found map[string]bool) {
	at := path[len(path)-1]
	if steps == 0 {
		found[at] = true
		return
	}
	for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		if to := shift(at, d[0], d[1]); n.there(to) && !slices.Contains(path, to) {
			n.ends(append(slices.Clone(path), to), steps-1, found)
		}
	}
}

// landings lists where p could end with that many steps.
func (n *naive) landings(p string, steps int, tokensBlock bool) []string {
	found := map[string]bool{}
	n.ends([]string{n.token[p]}, steps, found)
	var tiles []string
	for tile := range found {
		if n.unclaimed(tile) && (!tokensBlock || n.whoStands(tile) == "") {
			tiles = append(tiles, tile)
		}
	}
	return tiles
}

func (n *naive) mover() string { return n.order[n.turn] }

func (n *naive) legal() []string {
	var list []string
	switch n.phase {
	case "start":
		for tile := range n.island {
			open := func(f, r int) bool { _, ok := n.island[shift(tile, f, r)]; return !ok }
			north, east, south, west := open(0, 1), open(1, 0), open(0, -1), open(-1, 0)
			if (north && east || east && south || south && west || west && north) && n.whoStands(tile) == "" {
				list = append(list, "start "+tile)
			}
		}
	case "move":
		for _, tile := range n.landings(n.mover(), (n.die-1)%3+1, true) {
			list = append(list, "move "+tile)
		}
		if list == nil {
			list = []string{"pass"}
		}
	case "roll":
		for d := range 6 {
			list = append(list, fmt.Sprintf("roll %d", d+1))
		}
	}
	slices.Sort(list)
	return list
}

func (n *naive) play(text string) {
	word := strings.Fields(text)
	switch word[0] {
	case "layout":
		n.lay(strings.TrimPrefix(text, "layout "))
	case "order":
		n.order, n.phase = word[1:], "start"
	case "start":
		n.token[n.mover()] = word[1]
		n.toNextStart()
	case "roll":
		fmt.Sscan(word[1], &n.die)
		n.phase = "move"
	case "move":
		n.token[n.mover()] = word[1]
		n.sink()
		if n.landing && n.purse[n.mover()] > 0 && n.lastTile(word[1]) {
			n.claim(n.mover())
			if !slices.Contains(n.wonBy, "") {
				n.end("islands")
				return
			}
		}
		n.nextTurn()
	case "pass":
		n.nextTurn()
	case "tie":
		n.playTie(word[2:])
	}
}

func (n *naive) toNextStart() {
	for i, p := range n.order {
		if n.in[p] && n.token[p] == "" {
			n.turn = i
			return
		}
	}
	n.turn = n.n - 1
	n.nextTurn()
}

// sink removes won islands without token.
func (n *naive) sink() {
	for i := range n.removed {
		empty := true
		for _, at := range n.token {
			if n.island[at] == i {
				empty = false
			}
		}
		if n.wonBy[i] != "" && empty {
			n.removed[i] = true
		}
	}
}

func (n *naive) staying() (ps []string) {
	for _, p := range n.players {
		if n.in[p] {
			ps = append(ps, p)
		}
	}
	return ps
}

func (n *naive) nextTurn() {
	for {
		n.turn = (n.turn + 1) % n.n
		if !n.in[n.mover()] {
			continue
		}
		p := n.mover()
		n.claim(p)
		if !slices.Contains(n.wonBy, "") {
			n.end("islands")
			return
		}
		coins, claiming, landing := false, false, false
		for _, q := range n.staying() {
			coins = coins || n.purse[q] > 0
			claiming = claiming || n.purse[q] > 0 && n.unclaimed(n.token[q])
			for steps := 1; steps <= 3; steps++ {
				landing = landing || n.landings(q, steps, true) != nil
			}
		}
		if !coins {
			n.end("coins")
			return
		}
		if !claiming && !landing || n.quiet == 100 {
			n.end("stuck")
			return
		}
		alive := false
		for steps := 1; steps <= 3; steps++ {
			alive = alive || n.landings(p, steps, false) != nil
		}
		if alive {
			n.phase = "roll"
			return
		}
		n.out1(p, "forfeit")
		if len(n.staying()) == 1 {
			n.end("last one in")
			return
		}
	}
}

// lastTile reports whether all other tiles of the island hold coins.
func (n *naive) lastTile(at string) bool {
	for tile, i := range n.island {
		if i == n.island[at] && tile != at && n.coin[tile] == "" {
			return false
		}
	}
	return true
}

func (n *naive) claim(p string) {
	at := n.token[p]
	n.quiet++
	if !n.unclaimed(at) || n.purse[p] == 0 {
		return
	}
	n.quiet = 0
	n.clock++
	n.coin[at], n.placed[at] = p, n.clock
	n.purse[p]--
	i := n.island[at]
	for tile, j := range n.island {
		if j == i && n.coin[tile] == "" {
			return
		}
	}
	n.wonBy[i] = p
	for tile, j := range n.island {
		if j == i {
			n.purse[n.coin[tile]]++
			delete(n.coin, tile)
		}
	}
}

func (n *naive) out1(p, how string) {
	n.in[p] = false
	n.left = append(n.left, p)
	n.how[p] = how
	delete(n.token, p)
	n.sink()
}

func (n *naive) table(p, how string) {
	mover := n.mover()
	n.out1(p, how)
	switch {
	case len(n.staying()) == 1:
		n.end(how)
	case n.phase == "start":
		n.toNextStart()
	case p == mover:
		n.nextTurn()
	}
}

func (n *naive) end(reason string) {
	n.reason = reason
	n.tieIsland = -1
	n.share()
}

func (n *naive) counts(p string) bool { return n.in[p] || !n.out }

func (n *naive) share() {
	for n.tieIsland++; n.tieIsland < 16; n.tieIsland++ {
		i := n.tieIsland
		if n.wonBy[i] != "" {
			continue
		}
		most := 0
		var tied []string
		latest := map[string]int{}
		for _, p := range n.players {
			if !n.counts(p) {
				continue
			}
			coins := 0
			for tile, j := range n.island {
				if j == i && n.coin[tile] == p {
					coins++
					latest[p] = max(latest[p], n.placed[tile])
				}
			}
			if coins > most && !n.all {
				most, tied = coins, nil
			}
			if coins > 0 && (coins == most || n.all) {
				tied = append(tied, p)
			}
		}
		switch {
		case len(tied) == 0:
		case len(tied) == 1:
			n.got[i] = tied[0]
		case n.dice, n.all:
			n.phase, n.tied = "tie", tied
			return
		default:
			n.got[i] = slices.MaxFunc(tied, func(p, q string) int { return latest[p] - latest[q] })
		}
	}
	n.phase = "over"
}

func (n *naive) playTie(rolls []string) {
	best := map[string]byte{}
	top := byte(0)
	for _, roll := range rolls {
		for _, die := range strings.Split(roll[1:], ",") {
			best[roll[:1]] = max(best[roll[:1]], die[0])
			top = max(top, die[0])
		}
	}
	n.tied = slices.DeleteFunc(n.tied, func(p string) bool { return best[p] < top })
	if len(n.tied) == 1 {
		n.got[n.tieIsland] = n.tied[0]
		n.share()
	}
}

func (n *naive) ranks() map[string]int {
	// better reports whether p ranks above q
	better := func(p, q string) bool {
		class := func(p string) int {
			switch {
			case n.how[p] == "resign" || n.how[p] == "timeout":
				return 0
			case n.how[p] == "forfeit" && n.out:
				return 1
			}
			return 2
		}
		if class(p) != class(q) {
			return class(p) > class(q)
		}
		if class(p) < 2 {
			return slices.Index(n.left, p) > slices.Index(n.left, q)
		}
		count := func(p string) (c int) {
			for i := range 16 {
				if n.wonBy[i] == p || n.got[i] == p {
					c++
				}
			}
			return c
		}
		return count(p) > count(q)
	}
	ranks := map[string]int{}
	for _, p := range n.players {
		ranks[p] = 1
		for _, q := range n.players {
			if better(q, p) {
				ranks[p]++
			}
		}
	}
	return ranks
}

func legalTexts(s *State) []string {
	p := s.Acting().First()
	var list []string
	for _, a := range s.AppendActions(nil, p) {
		list = append(list, string(s.AppendAction(nil, p, a)))
	}
	slices.Sort(list)
	return list
}

func compareWithNaive(t *testing.T, r *game.Rand) {
	t.Helper()
	cfg := randomConfig(r)
	s, n := newState(cfg), newNaive(cfg)
	var history []string
	lively := r.Intn(2) == 0
	for {
		if s.Phase.String() != n.phase {
			t.Fatalf("%s %q: phase %s, want %s", cfg, history, s.Phase, n.phase)
		}
		if s.Phase == PhaseOver {
			break
		}
		p := s.Acting().First()
		if want := n.legal(); want != nil && !slices.Equal(legalTexts(s), want) {
			t.Fatalf("%s %q: legal %q, want %q", cfg, history, legalTexts(s), want)
		}
		if s.Phase == PhaseTie {
			for _, p := range n.tied {
				coins := 0
				for tile, i := range n.island {
					if i == n.tieIsland && n.coin[tile] == p {
						coins++
					}
				}
				if got := s.dice(game.Seat(p[0] - 'A')); got != coins {
					t.Fatalf("%s %q: %s rolls %d dice, want %d", cfg, history, p, got, coins)
				}
			}
		}
		if s.Phase == PhaseTie && (namesOf(s.Tied, "") != strings.Join(n.tied, "") || s.board.island(int(s.Island)) != n.sw[n.tieIsland]) {
			t.Fatalf("%s %q: %s roll for %d, want %q for %d", cfg, history, namesOf(s.Tied, ""), s.Island, n.tied, n.tieIsland)
		}
		if p != game.Nature && r.Intn(150) == 0 {
			q, how := game.Seat(r.Intn(cfg.Players)), game.Resign
			if q == p && r.Intn(2) == 0 {
				how = game.Timeout
			}
			if s.AllowsTable(q, how) == nil {
				history = append(history, seatNames[q]+" "+how.String())
				s.Table(q, how, nil)
				n.table(seatNames[q], how.String())
			}
			continue
		}
		var text string
		switch {
		case p == game.Nature:
			text = game.Draw(s, r)
		case lively:
			text = string(s.AppendAction(nil, p, s.LivelyAction(p, r)))
		default:
			a, _ := game.Sample(s, p, r, nil)
			text = string(s.AppendAction(nil, p, a))
		}
		history = append(history, text)
		if err := game.Try(s, p, text, nil); err != nil {
			t.Fatal(err)
		}
		n.play(text)
		for q := range cfg.Players {
			name := seatNames[q]
			if at := n.token[name]; at != "" && s.name(int(s.Token[q])) != at || int(s.Purse[q]) != n.purse[name] {
				t.Fatalf("%s %q: %s stands on %d with %d coins, want %s, %d", cfg, history, name, s.Token[q], s.Purse[q], at, n.purse[name])
			}
		}
	}
	res, want := s.Result(), n.ranks()
	for p := range cfg.Players {
		if int(res.Rank[p]) != want[seatNames[p]] || res.Reason != n.reason {
			t.Fatalf("%s %q: ranks %v %s, want %v %s", cfg, history, res.Rank, res.Reason, want, n.reason)
		}
	}
}

func TestRulesAgreeWithASecondReading(t *testing.T) {
	r := game.NewRand(3)
	for range 250 {
		compareWithNaive(t, r)
	}
}
