package conqueror

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"atoll/game"
)

// maxText is longer than any position text.
const maxText = 1024

// UnmarshalText reads a position and refuses what play cannot lead to, as far
// as one position shows it.
func (s *State) UnmarshalText(text []byte) error {
	if len(text) > maxText {
		return fmt.Errorf("a position of conqueror has at most %d bytes, not %d", maxText, len(text))
	}
	fields := strings.Split(string(text), " | ")
	if len(fields) != 7 {
		return fmt.Errorf("a position of conqueror has 7 fields between bars, not %d", len(fields))
	}
	cfg, err := Game.ParseConfig(fields[0])
	if err != nil {
		return err
	}
	n := newState(cfg)
	for i, read := range []func(string) error{n.readBoard, n.readOrder, n.readStep, n.readQuiet, n.readTokens, n.readIslands} {
		if err := read(fields[i+1]); err != nil {
			return fmt.Errorf("field %d of the position: %w", i+2, err)
		}
	}
	if err := n.check(); err != nil {
		return fmt.Errorf("impossible position: %w", err)
	}
	if got := n.AppendText(nil); string(got) != string(text) {
		return fmt.Errorf("the position is not in canonical form; it should be %q", got)
	}
	*s = *n
	return nil
}

func (s *State) readBoard(text string) error {
	custom := s.set.cfg.Text("layout") == "custom"
	switch {
	case text == "basic":
		if custom {
			return errors.New("layout=custom needs its islands, not basic")
		}
	case !custom:
		return fmt.Errorf("layout=basic has the board basic, not %.20q", text)
	case text != "-":
		sw, err := parseIslands(strings.Split(text, ","))
		if err != nil {
			return err
		}
		s.board = newBoard(sw)
		s.lay()
	}
	return nil
}

// readOrder reads the order of play; the step is known later.
func (s *State) readOrder(text string) error {
	if text == "-" {
		return nil
	}
	a, err := s.parseOrder(strings.Join(strings.Split(text, ""), " "))
	if err != nil {
		return err
	}
	s.Phase = PhaseStart
	for i := range s.set.seats {
		s.Order[i] = uint8(a >> (6 - 2*i) & 3)
	}
	return nil
}

func (s *State) readStep(text string) error {
	word, rest, _ := strings.Cut(text, " ")
	phase := Phase(slices.Index(phaseTexts[:], word))
	if int(phase) >= len(phaseTexts) {
		return fmt.Errorf("there is no step %.20q", word)
	}
	if phase <= PhaseOrder && phase != s.Phase || phase > PhaseOrder && s.Phase != PhaseStart {
		return fmt.Errorf("step %s does not fit the board and order before it", word)
	}
	s.Phase = phase
	switch phase {
	case PhaseStart, PhaseRoll, PhaseMove:
		mover, die, _ := strings.Cut(rest, " ")
		turn := slices.IndexFunc(s.Order[:s.set.seats], func(p uint8) bool { return seatNames[p] == mover })
		if turn < 0 {
			return fmt.Errorf("there is no player %.20q", mover)
		}
		s.Turn = uint8(turn)
		if phase == PhaseMove {
			if len(die) != 1 || die[0] < '1' || die[0] > '6' {
				return fmt.Errorf("a die shows 1 to 6, not %.20q", die)
			}
			s.Die = die[0] - '0'
		}
	case PhaseTie:
		island, rest, _ := strings.Cut(rest, " ")
		tied, why, _ := strings.Cut(rest, " ")
		t, err := s.parseTile(island)
		if err != nil {
			return err
		}
		s.Island = uint8(t >> 2)
		for _, c := range []byte(tied) {
			if c < 'A' || int(c-'A') >= s.set.seats {
				return fmt.Errorf("there is no player %.20q", c)
			}
			s.Tied = s.Tied.With(game.Seat(c - 'A'))
		}
		return s.readReason(why)
	case PhaseOver:
		return s.readReason(rest)
	}
	return nil
}

func (s *State) readReason(text string) error {
	i := slices.Index(Game.Reasons, text)
	if i < 0 {
		return fmt.Errorf("no game ends with the reason %.20q", text)
	}
	s.reason = reason(i + 1)
	return nil
}

func (s *State) readQuiet(text string) error {
	n := 0
	for _, c := range []byte(text) {
		if c < '0' || c > '9' || n > quietLimit {
			return fmt.Errorf("turns without a coin are a number up to %d, not %.20q", quietLimit, text)
		}
		n = 10*n + int(c-'0')
	}
	if text == "" || n > quietLimit {
		return fmt.Errorf("turns without a coin are a number up to %d, not %.20q", quietLimit, text)
	}
	s.Quiet = uint8(n)
	return nil
}

func (s *State) readTokens(text string) error {
	words := strings.Split(text, " ")
	if len(words) != s.set.seats {
		return fmt.Errorf("%d players have %d tokens, not %d", s.set.seats, s.set.seats, len(words))
	}
	for p, word := range words {
		if word == "-" {
			continue
		}
		if len(word) == 2 && word[1] >= '1' && word[1] <= '4' {
			if how := strings.IndexByte("?FRT", word[0]); how > 0 {
				s.Left[p] = uint8(how)<<4 | (word[1] - '0')
				s.In = s.In.Without(game.Seat(p))
				continue
			}
		}
		t, err := s.parseTile(word)
		if err != nil {
			return err
		}
		if s.Tokens>>t&1 != 0 {
			return fmt.Errorf("two tokens stand on %s", word)
		}
		s.Token[p] = int8(t)
		s.Tokens |= 1 << t
	}
	return nil
}

func (s *State) readIslands(text string) error {
	words := strings.Split(text, " ")
	if len(words) != maxIslands {
		return fmt.Errorf("a board has %d islands, not %d", maxIslands, len(words))
	}
	for i, word := range words {
		if word == "." {
			continue
		}
		if s.board == nil {
			return errors.New("the islands are not laid yet, so nothing lies on them")
		}
		if err := s.readIsland(i, word); err != nil {
			return fmt.Errorf("island %s: %w", s.board.island(i), err)
		}
	}
	return nil
}

func (s *State) readIsland(i int, word string) error {
	bad := fmt.Errorf("%.20q is not an island", word)
	seat := func(c byte) (int, bool) { return int(c) - 'A', c >= 'A' && int(c-'A') < s.set.seats }
	tiles := islandTiles(i)
	if word != "" && (word[0] == '=' || word[0] == '-') {
		p, ok := seat(word[len(word)-1])
		if len(word) != 2 || !ok {
			return bad
		}
		s.Won[p] |= 1 << i
		s.Free &^= tiles
		if word[0] == '-' {
			s.Gone |= 1 << i
			s.Exist &^= tiles
		}
		return nil
	}
	word, holder, got := strings.Cut(word, ">")
	if got {
		if len(holder) != 1 {
			return bad
		}
		p, ok := seat(holder[0])
		if !ok {
			return bad
		}
		s.Got[p] |= 1 << i
	}
	if len(word) < 2 || len(word) > 6 || len(word)%2 != 0 {
		return bad
	}
	for k := 0; k < len(word); k += 2 {
		p, ok := seat(word[k])
		if !ok || word[k+1] < '1' || word[k+1] > '4' {
			return bad
		}
		t := word[k+1] - '1'
		bit := uint64(1) << (4*i + int(t))
		if s.Free&bit == 0 {
			return errors.New("two coins lie on one tile")
		}
		if s.Purse[p] == 0 {
			return fmt.Errorf("%s has no more than %d coins", seatNames[p], s.set.coins)
		}
		s.Free &^= bit
		s.Coins[p] |= bit
		s.Purse[p]--
		s.Latest[i] = s.Latest[i]<<2 | t
	}
	return nil
}

// check refuses positions that contradict themselves.
func (s *State) check() error {
	if err := s.checkLeft(); err != nil {
		return err
	}
	switch s.Phase {
	case PhaseLayout, PhaseOrder, PhaseStart:
		return s.checkStart()
	}
	// A resignation can leave one player alone before that one has started.
	early := s.Phase == PhaseOver && s.Free == s.board.all && s.reason >= resigned && s.Quiet == 0
	for ps := s.In; ps != 0 && !early; ps &= ps - 1 {
		if p := ps.First(); s.Token[p] < 0 {
			return fmt.Errorf("%s is in, but has no token on the board", seatNames[p])
		}
	}
	for i := range maxIslands {
		tiles := islandTiles(i)
		won, lying, token := s.wonBy(i) >= 0, s.Gone>>i&1 == 0, s.Tokens&tiles != 0
		switch {
		case !lying && token:
			return fmt.Errorf("a token stands on island %s, which was removed", s.board.island(i))
		case won && lying && !token:
			return fmt.Errorf("island %s is won and without token, but not removed", s.board.island(i))
		}
	}
	if s.Phase >= PhaseTie {
		return s.checkEnd()
	}
	return s.checkTurn()
}

// checkLeft looks at those who left: numbered from 1 without gap or repetition,
// at least one player in, and two while the game goes on.
func (s *State) checkLeft() error {
	var seen int
	for _, left := range s.Left {
		if left != 0 {
			seen |= 1 << (left&15 - 1)
		}
	}
	gone := s.set.seats - s.In.Len()
	if seen != 1<<gone-1 {
		return errors.New("those who left are not numbered in order")
	}
	if s.In.Len() == 0 || s.In.Len() == 1 && s.Phase < PhaseTie {
		return errors.New("too few players are in")
	}
	return nil
}

func (s *State) checkStart() error {
	if s.Quiet != 0 || s.board != nil && s.Free != s.board.all {
		return errors.New("coins were placed before the first turn")
	}
	for p := range s.set.seats {
		if s.Left[p]&^15 == leftByForfeit {
			return fmt.Errorf("%s forfeits before the first turn", seatNames[p])
		}
	}
	if s.Phase != PhaseStart {
		if s.Tokens != 0 || s.In != game.FirstSeats(s.set.seats) {
			return errors.New("players act before the order of play is drawn")
		}
		return nil
	}
	if s.Tokens&^s.board.corners != 0 {
		return errors.New("a token does not start on a corner tile")
	}
	if !s.In.Has(s.Mover()) {
		return fmt.Errorf("%s has left and is to act", seatNames[s.Mover()])
	}
	for i, p := range s.Order[:s.set.seats] {
		if s.In.Has(game.Seat(p)) && (s.Token[p] >= 0) != (i < int(s.Turn)) {
			return errors.New("tokens are not placed in the order of play")
		}
	}
	return nil
}

// checkTurn looks at a turn after its steps 1 and 2. While a player moves,
// others may have resigned since, so that step 2 need not hold any more.
func (s *State) checkTurn() error {
	p := s.Mover()
	if !s.In.Has(p) {
		return fmt.Errorf("%s has left and is to act", seatNames[p])
	}
	t := int(s.Token[p])
	if s.Free>>t&1 != 0 && s.Purse[p] != 0 {
		return fmt.Errorf("%s has not claimed %s", seatNames[p], s.name(t))
	}
	if s.Quiet == 0 && s.Coins[p]>>t&1 == 0 && s.Won[p]>>(t>>2)&1 == 0 {
		return fmt.Errorf("%s has placed a coin this turn, but none lies on %s", seatNames[p], s.name(t))
	}
	if s.Free == 0 || s.Quiet >= quietLimit ||
		s.Phase == PhaseRoll && (!s.anyCoins() || s.nobodyCanAct() || s.Free&s.roam(t) == 0) {
		return fmt.Errorf("the turn of %s ends before the roll", seatNames[p])
	}
	for i := range s.Got {
		if s.Got[i] != 0 {
			return errors.New("islands are shared out before the end")
		}
	}
	return nil
}

func (s *State) checkEnd() error {
	var fits bool
	switch s.reason {
	case allIslands:
		fits = s.Free == 0
	case lastOneIn:
		fits = s.lastLeft() == leftByForfeit
	case resigned:
		fits = s.lastLeft() == leftByResign
	case timedOut:
		fits = s.lastLeft() == leftByTimeout
	case coinsGone:
		fits = s.In.Len() > 1 && !s.anyCoins()
	case stuck:
		fits = s.In.Len() > 1 && s.anyCoins() && (s.nobodyCanAct() || s.Quiet == quietLimit)
	}
	if !fits || s.Free == 0 && s.reason != allIslands {
		return fmt.Errorf("the game cannot have ended with the reason %q", s.reason)
	}
	for i := range maxIslands {
		if s.wonBy(i) >= 0 {
			continue
		}
		holder, tied := s.holder(i)
		if s.Phase == PhaseTie && i >= int(s.Island) {
			if i == int(s.Island) && (s.Tied&^tied != 0 || s.Tied.Len() < 2) {
				return fmt.Errorf("island %s is not tied like that", s.board.island(i))
			}
			holder, tied = game.NoSeat, 0
		}
		for p := range s.set.seats {
			got := s.Got[p]>>i&1 != 0
			if tied != 0 && got && tied.Has(game.Seat(p)) {
				tied, holder = 0, game.Seat(p)
			}
			if got != (holder == game.Seat(p)) {
				return fmt.Errorf("island %s does not go to the right player", s.board.island(i))
			}
		}
		if tied != 0 {
			return fmt.Errorf("island %s is still to be rolled for", s.board.island(i))
		}
	}
	return nil
}

// lastLeft returns how the last player to leave left if one is still in, or 0.
func (s *State) lastLeft() uint8 {
	if s.In.Len() != 1 {
		return 0
	}
	var last uint8
	for _, left := range s.Left {
		if left&15 > last&15 {
			last = left
		}
	}
	return last &^ 15
}
