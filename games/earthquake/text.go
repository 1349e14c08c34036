package earthquake

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"atoll/game"
)

// The position text has five fields:
//
//	earthquake 3 | 7 2 go | d4R e5-* x1 | a2:?,C024 a3: … | V3 H7 C7,9,8,4,2,1 R6 L7 S7 D7 B7 J7 P7 T7
//
// the configuration; number of the turn, whose turn, step; for each seat where
// it stands (".." before placing), the tool it holds or "-", and "*" if it has
// used a lifebelt since the start of its last turn, or "x1" for the first who
// left; the stacks, bottom to top ("-" before the scatter); and the tiles whose
// place is not known. What is asked now follows from these.
//
// After the step comes what a tool of somebody leaving a volcano has caused in the middle of a turn:
// "crack@e5" cracks that lie elsewhere than under the player whose turn it is; "+land" the tile
// landed on is played when they are removed; "+go" a go is still to be made; "!3" explorer 3 is
// leaving its volcano, though another would be the first to do so, or a tile is to be revealed
// before.

var stepNames = [...]string{"scatter", "place", "go", "play", "crack", "after", "over"}

var overNames = [...]string{0: "over-last", game.Resign: "over-resign", game.Timeout: "over-timeout"}

// AppendText appends the position as one line.
func (s *State) AppendText(dst []byte) []byte {
	dst = s.cfg.AppendText(dst)
	return s.Position.appendText(dst)
}

func (p *Position) appendText(dst []byte) []byte {
	dst = append(dst, " | "...)
	dst = strconv.AppendInt(dst, int64(p.turns), 10)
	dst = append(dst, ' ')
	dst = append(dst, seatNames[p.turn]...)
	dst = append(dst, ' ')
	if p.step == stepOver {
		dst = append(dst, overNames[p.reason]...)
	} else {
		dst = p.appendPending(append(dst, stepNames[p.step]...))
	}
	dst = append(dst, " |"...)
	for s := range game.Seat(p.players) {
		dst = append(dst, ' ')
		if p.left[s] != 0 {
			dst = append(dst, 'x', '0'+p.left[s])
			continue
		}
		if p.at[s] < 0 {
			dst = append(dst, ".."...)
		} else {
			dst = p.at[s].appendText(dst)
		}
		if p.tool[s] == NoTile {
			dst = append(dst, '-')
		} else {
			dst = p.tool[s].AppendText(dst)
		}
		if p.used>>uint(s)&1 != 0 {
			dst = append(dst, '*')
		}
	}
	dst = append(dst, " | "...)
	if p.step == stepScatter {
		dst = append(dst, '-')
	} else {
		dst = p.appendStacks(dst)
	}
	dst = append(dst, " |"...)
	return appendPool(dst, p.pool)
}

func (p *Position) appendPending(dst []byte) []byte {
	if p.step == stepCrack && p.cracks != p.at[p.turn] {
		dst = p.cracks.appendText(append(dst, '@'))
	}
	if p.landDue {
		dst = append(dst, "+land"...)
	}
	if p.goDue {
		dst = append(dst, "+go"...)
	}
	if p.fleer >= 0 && (p.dark != 0 || p.fleer != p.fleeing()) {
		dst = append(dst, '!', '1'+byte(p.fleer))
	}
	return dst
}

// cutPending reads what appendPending wrote off the end of a step. What does not
// fit is refused later: the text would not be in canonical form.
func (p *Position) cutPending(word string) string {
	if i := len(word) - 2; i > 0 && word[i] == '!' && word[i+1] >= '1' && word[i+1] < '1'+p.players {
		p.fleer = game.Seat(word[i+1] - '1')
		word = word[:i]
	}
	word, p.goDue = strings.CutSuffix(word, "+go")
	word, p.landDue = strings.CutSuffix(word, "+land")
	if before, hex, ok := strings.Cut(word, "@"); ok {
		if h, ok := ParseHex(hex); ok {
			p.cracks = h
			return before
		}
	}
	return word
}

func appendPool(dst []byte, pool [Kinds]uint8) []byte {
	for k, n := range pool {
		dst = append(dst, poolLead(k)...)
		dst = strconv.AppendUint(dst, uint64(n), 10)
	}
	return dst
}

// poolLead is what precedes the count of a kind.
func poolLead(kind int) string {
	switch {
	case kind == KindVolcano:
		return " V"
	case kind == KindHole:
		return " H"
	case kind == KindCracks:
		return " C"
	case kind < KindTools:
		return ","
	}
	return " " + (Rope + Tile(kind-KindTools)).String()
}

func kindName(kind int) string {
	if kind >= KindCracks && kind < KindTools {
		return fmt.Sprintf("cracks with %d ends", kind-KindCracks+1)
	}
	return poolLead(kind)[1:]
}

func parsePool(text string) (pool [Kinds]uint8, err error) {
	rest := " " + text
	for k := range pool {
		lead := poolLead(k)
		var ok bool
		if rest, ok = strings.CutPrefix(rest, lead); !ok || rest == "" || rest[0] < '0' || rest[0] > '9' {
			return pool, fmt.Errorf("unknown tiles: %q and a number should follow, not %.20q", lead, rest)
		}
		pool[k] = rest[0] - '0' // every kind has fewer than ten tiles
		rest = rest[1:]
		if pool[k] > mix[k] {
			return pool, fmt.Errorf("unknown tiles: there are only %d of %s", mix[k], kindName(k))
		}
	}
	if rest != "" {
		return pool, fmt.Errorf("unknown tiles: %.20q is too much", rest)
	}
	return pool, nil
}

// UnmarshalText reads such a line. Positions that cannot arise in play are
// refused as far as that can be told.
func (s *State) UnmarshalText(text []byte) error {
	if len(text) > 4000 {
		return errors.New("the position text is too long")
	}
	fields := strings.Split(string(text), " | ")
	if len(fields) != 5 {
		return fmt.Errorf("a position has 5 fields separated by \" | \", not %d", len(fields))
	}
	cfg, err := s.cfg.Game.ParseConfig(fields[0])
	if err != nil {
		return err
	}
	p, err := parsePosition(cfg, fields[1], fields[2], fields[3], fields[4])
	if err != nil {
		return err
	}
	if want := p.appendText(cfg.AppendText(nil)); !bytes.Equal(want, text) {
		return errors.New("the position is not in canonical form, or something in it would have happened already")
	}
	s.cfg, s.Position = &cfg, p
	return nil
}

func parsePosition(cfg game.Config, turn, seats, tiles, unknown string) (Position, error) {
	players := cfg.Players
	p := Position{
		players: uint8(players), area: areaIndex(cfg), actor: game.Nature, pool: mix,
		fleer: game.NoSeat, cracks: Nowhere,
	}
	if err := p.parseTurn(turn); err != nil {
		return p, err
	}
	if err := p.parseSeats(strings.Split(seats, " ")); err != nil {
		return p, err
	}
	pool, err := parsePool(unknown)
	if err != nil {
		return p, err
	}
	if p.step == stepScatter {
		if tiles != "-" || pool != mix || p.gone != 0 || p.occupied != 0 || p.turn != 0 || p.turns != 0 {
			return p, errors.New("before the scatter nothing can have happened")
		}
		return p, nil
	}
	st, err := parseStacks(tiles, p.Area())
	if err != nil {
		return p, err
	}
	p.set(st)
	p.pool = pool
	total := 0
	for k, n := range pool {
		total += int(n)
		have := int(n) + int(st.known[k])
		for s := range game.Seat(players) {
			if p.tool[s] != NoTile && p.tool[s].Kind() == k {
				have++
			}
		}
		if have > int(mix[k]) {
			return p, fmt.Errorf("%s: %d on the board, in hands and unknown, but there are only %d", kindName(k), have, mix[k])
		}
	}
	if st.unknown > total {
		return p, fmt.Errorf("%d tiles lie unknown, but only %d can be there", st.unknown, total)
	}
	if err := p.check(); err != nil {
		return p, err
	}
	was := p
	p.settle(nil)
	for s := range game.Seat(players) {
		if p.left[s] != was.left[s] {
			return p, fmt.Errorf("explorer %s cannot go anywhere and would have left the game already", name(s))
		}
	}
	if p.turn != was.turn || p.step != was.step {
		return p, fmt.Errorf("the turn of explorer %s would have gone on already", name(was.turn))
	}
	return p, nil
}

func (p *Position) parseTurn(text string) error {
	words := strings.Split(text, " ")
	if len(words) != 3 {
		return fmt.Errorf("number of the turn, seat and step should be three words, not %.40q", text)
	}
	n, err := strconv.ParseUint(words[0], 10, 16)
	if err != nil || n > 999 { // each turn takes a tile, a tool or an explorer away
		return fmt.Errorf("number of the turn: %.20q", words[0])
	}
	p.turns = uint16(n)
	if len(words[1]) != 1 || words[1][0] < '1' || words[1][0] >= '1'+p.players {
		return fmt.Errorf("turn: there is no seat %.20q", words[1])
	}
	p.turn = game.Seat(words[1][0] - '1')
	word := p.cutPending(words[2])
	for i, name := range stepNames[:stepOver] {
		if name == word {
			p.step = step(i)
			if p.step <= stepPlace && (p.fleer >= 0 || p.cracks >= 0 || p.goDue || p.landDue) {
				return errors.New("before the first turn nothing can be left to do")
			}
			return nil
		}
	}
	for i, name := range overNames {
		if name == words[2] {
			p.step, p.reason = stepOver, game.TableAction(i)
			return nil
		}
	}
	return fmt.Errorf("there is no step %.20q", words[2])
}

func (p *Position) parseSeats(words []string) error {
	for i := range p.at {
		p.at[i] = Nowhere
	}
	if len(words) != int(p.players) {
		return fmt.Errorf("%d players need %d explorers, not %d", p.players, p.players, len(words))
	}
	var left Set
	for s, word := range words {
		if len(word) == 2 && word[0] == 'x' && word[1] >= '1' && word[1] <= '5' {
			p.left[s] = word[1] - '0'
			p.gone++
			left |= 1 << p.left[s]
			continue
		}
		if len(word) < 3 || len(word) > 4 || len(word) == 4 && word[3] != '*' {
			return fmt.Errorf("explorer %d: %.20q is not a place and a tool", s+1, word)
		}
		if word[:2] != ".." {
			h, ok := ParseHex(word[:2])
			if !ok || p.occupied.Has(h) {
				return fmt.Errorf("explorer %d cannot stand on %q", s+1, word[:2])
			}
			p.at[s] = h
			p.occupied |= bit(h)
		}
		if word[2] != '-' {
			t, ok := parseTile(word[2:3])
			if !ok || !t.IsTool() {
				return fmt.Errorf("explorer %d cannot hold %q", s+1, word[2:3])
			}
			p.tool[s] = t
		}
		if len(word) == 4 {
			p.used |= 1 << s
		}
		if p.at[s] < 0 && (p.tool[s] != NoTile || p.used>>s&1 != 0) {
			return fmt.Errorf("explorer %d cannot have anything before it is placed", s+1)
		}
	}
	if left != Set(1)<<(p.gone+1)-2 {
		return errors.New("those who left must be numbered x1, x2, … without gaps")
	}
	if over := p.gone == p.players-1; p.gone >= p.players || over != (p.step == stepOver) {
		return fmt.Errorf("%d of %d have left; the game is over when one remains, and only then", p.gone, p.players)
	}
	return nil
}

// check refuses what cannot arise in play.
func (p *Position) check() error {
	placing := p.step == stepPlace
	if placing {
		if p.turns != 0 || p.used != 0 || p.dark != 0 || p.volcanoes&p.occupied != 0 || p.occupied&^p.land != 0 {
			return errors.New("while placing, every explorer stands on a stack that is not a volcano, and nothing else has happened")
		}
		if p.left[p.turn] != 0 {
			return errors.New("a player who has left cannot place")
		}
	}
	waiting := 0
	for s := range game.Seat(p.players) {
		if p.left[s] != 0 {
			continue
		}
		if unplaced := p.at[s] < 0; p.step != stepOver && unplaced != (placing && s >= p.turn) {
			return fmt.Errorf("explorer %s: players place in seat order before the first turn", name(s))
		} else if unplaced {
			waiting++
		}
		if placing && p.tool[s] != NoTile {
			return fmt.Errorf("explorer %s cannot hold a tool before the first turn", name(s))
		}
	}
	if placing {
		if p.starts().Len() < waiting {
			return errors.New("there are too few stacks to start on")
		}
		return nil
	}
	if p.step == stepOver {
		if p.turns == 0 && p.reason == 0 {
			return errors.New("only leaving the table ends a game before the first turn")
		}
		return nil
	}
	if p.turns == 0 {
		return errors.New("the turns begin with 1")
	}
	if s := p.fleer; s >= 0 && (p.at[s] < 0 || !p.volcanoes.Has(p.at[s])) {
		return fmt.Errorf("explorer %s stands on no volcano", name(s))
	}
	if p.left[p.turn] != 0 { // the others still leave a volcano
		if p.step != stepAfter || p.goDue || p.landDue || p.cracks >= 0 {
			return errors.New("a player who has left cannot have the turn")
		}
		return nil
	}
	own := p.at[p.turn]
	if p.step == stepCrack && p.cracks < 0 {
		p.cracks = own
	}
	if p.step == stepCrack && !p.Top(p.cracks).IsCracks() {
		return errors.New("cracks must lie where they were played")
	}
	if p.step != stepCrack && (p.cracks >= 0 || p.landDue) || p.goDue && p.step != stepCrack && p.step != stepPlay {
		return errors.New("something is left to do that is impossible at this step")
	}
	if p.used>>uint(p.turn)&1 != 0 && p.step == stepGo {
		return errors.New("the lifebelt of the turn before no longer counts")
	}
	return nil
}
