package epigo

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"atoll/game"
)

// A position text is the config, " | ", a word for what is to be decided and
// then members in fixed order:
//
//	deploy
//	plan   turn= quiet= S= N= [offers=]
//	slide  turn= quiet= S= N= caught= round= step= orders= ask= dir=
//	exit, slam: as slide, without dir=
//	reveal turn= quiet= S= N= round= orders=
//
// and over=reason:winner behind them when the game has ended there. S= and N=
// list the squares of Epigons 1 to 7, '@' on the Island, '-' captured, and then
// @ with the Island's own square in Islanders.

var phaseWords = [...]string{deploying: "deploy", planning: "plan", superSlide: "slide", exiting: "exit", slamming: "slam", revealing: "reveal"}

func squaresText(list []Square) string {
	words := make([]string, len(list))
	for i, sq := range list {
		words[i] = squareText(sq)
	}
	return strings.Join(words, ", ")
}

func takenText(set uint64) string {
	var list []Square
	eachSquare(set, func(sq Square) { list = append(list, sq) })
	if len(list) == 1 {
		return squaresText(list) + " holds one"
	}
	return squaresText(list) + " hold some"
}

// AppendText implements game.State.
func (s *State) AppendText(dst []byte) []byte {
	dst = s.cfg.AppendText(dst)
	dst = append(dst, " | "...)
	dst = append(dst, phaseWords[s.phase]...)
	if s.phase != deploying {
		dst = strconv.AppendInt(append(dst, " turn="...), s.turn, 10)
		dst = strconv.AppendInt(append(dst, " quiet="...), s.quiet, 10)
		for side := range 2 {
			dst = s.pos.appendSide(append(dst, ' ', seatLetters[side], '='), side)
		}
	}
	if s.offers != 0 {
		dst = append(dst, " offers="...)
		for side := range 2 {
			if s.offers.Has(game.Seat(side)) {
				dst = append(dst, seatLetters[side])
			}
		}
	}
	if s.midTurn() && s.phase != revealing {
		dst = append(dst, " caught=0"...)
		if s.caught {
			dst[len(dst)-1] = '1'
		}
	}
	if s.midTurn() {
		dst = append(dst, " round="...)
		dst = append(dst, '1'+s.round)
		if s.phase != revealing {
			dst = append(dst, " step="...)
			dst = append(dst, '0'+s.step)
		}
		dst = append(dst, " orders="...)
		for side := range 2 {
			for i, o := range s.plans[side] {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = appendOrder(dst, o)
			}
			if side == 0 {
				dst = append(dst, '/')
			}
		}
		if s.phase != revealing {
			dst = append(append(dst, " ask="...), seatLetters[s.asked])
		}
		if s.phase == superSlide {
			dst = append(append(dst, " dir="...), dirLetters[s.dir])
		}
	}
	if s.over != 0 {
		dst = append(append(dst, " over="...), reasonTexts[s.over]...)
		if dst = append(dst, ':'); s.winner == nobody {
			dst = append(dst, '-')
		} else {
			dst = append(dst, seatLetters[s.winner])
		}
	}
	return dst
}

func (p *Position) appendSide(dst []byte, side int) []byte {
	for n := 1; n <= 7; n++ {
		if n > 1 {
			dst = append(dst, ',')
		}
		switch w := p.at(side, n); w {
		case captured:
			dst = append(dst, '-')
		case onIsland:
			dst = append(dst, '@')
		default:
			dst = appendSquare(dst, w)
		}
	}
	if isle, ok := p.Island(side); ok {
		dst = appendSquare(append(dst, '@'), isle)
	}
	return dst
}

// maxPositionText is longer than any position's text.
const maxPositionText = 1024

// UnmarshalText implements game.State.
func (s *State) UnmarshalText(text []byte) error {
	if len(text) > maxPositionText {
		return fmt.Errorf("a position of Epigo has at most %d characters", maxPositionText)
	}
	head, body, ok := strings.Cut(string(text), " | ")
	if !ok {
		return errors.New("position has no \" | \" after its options")
	}
	cfg, err := Game.ParseConfig(head)
	if err != nil {
		return err
	}
	c := newState(cfg)
	if err := c.parse(body); err != nil {
		return fmt.Errorf("position: %w", err)
	}
	if err := c.validate(); err != nil {
		return fmt.Errorf("impossible position: %w", err)
	}
	// One position has one text: whatever was accepted above but is not canonical
	// (a leading zero, members in another order) is refused here.
	if got := string(c.AppendText(nil)); got != string(text) {
		return fmt.Errorf("position is not in canonical form; it should be %.300q", got)
	}
	*s = *c
	return nil
}

func (s *State) parse(body string) error {
	words := strings.Split(body, " ")
	found := false
	for ph, w := range phaseWords {
		if w == words[0] {
			s.phase, found = phase(ph), true
		}
	}
	if !found {
		return fmt.Errorf("%.20q is not one of deploy, plan, slide, exit, slam, reveal", words[0])
	}
	seen := map[string]bool{}
	for _, w := range words[1:] {
		key, val, ok := strings.Cut(w, "=")
		if !ok {
			return fmt.Errorf("%.40q is not key=value", w)
		}
		if seen[key] {
			return fmt.Errorf("%.20q is given twice", key)
		}
		seen[key] = true
		if err := s.parseMember(key, val); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	need := []string{}
	if s.phase != deploying {
		need = append(need, "turn", "quiet", "S", "N")
	}
	if s.midTurn() {
		need = append(need, "round", "orders")
	}
	if s.midTurn() && s.phase != revealing {
		need = append(need, "caught", "step", "ask")
	}
	if s.phase == superSlide {
		need = append(need, "dir")
	}
	if s.phase == revealing {
		need = append(need, "over")
	}
	for _, key := range need {
		if !seen[key] {
			return fmt.Errorf("%s= is missing", key)
		}
	}
	return nil
}

func (s *State) parseMember(key, val string) error {
	switch key {
	case "turn":
		return parseCount(val, &s.turn)
	case "quiet":
		return parseCount(val, &s.quiet)
	case "S":
		return s.pos.parseSide(0, val)
	case "N":
		return s.pos.parseSide(1, val)
	case "offers":
		switch val {
		case "S":
			s.offers = 1
		case "N":
			s.offers = 2
		case "SN":
			s.offers = 3
		default:
			return errors.New("offers are S, N or SN")
		}
	case "caught":
		s.caught = val == "1"
	case "round":
		if len(val) != 1 || val[0] < '1' || val[0] > '3' {
			return errors.New("a round is 1, 2 or 3")
		}
		s.round = val[0] - '1'
	case "step":
		if val != "1" && val != "2" {
			return errors.New("a step is 1 or 2")
		}
		s.step = val[0] - '0'
	case "orders":
		return s.parseOrders(val)
	case "ask":
		if val != "S" && val != "N" {
			return errors.New("one of S and N is asked")
		}
		s.asked = int8(strings.Index(seatLetters, val))
	case "dir":
		if len(val) != 1 || !strings.Contains(dirLetters, val) {
			return errors.New("a direction is N, E, S or W")
		}
		s.dir = Direction(strings.Index(dirLetters, val))
	case "over":
		return s.parseOver(val)
	default:
		return errors.New("there is no such member")
	}
	return nil
}

func parseCount(val string, n *int64) error {
	v, err := strconv.ParseInt(val, 10, 64)
	if err != nil || v < 0 {
		return fmt.Errorf("%.40q is not a whole number from 0 to %d", val, int64(math.MaxInt64))
	}
	*n = v
	return nil
}

func (s *State) parseOver(val string) error {
	why, who, ok := strings.Cut(val, ":")
	if !ok {
		return errors.New("the end is written reason:winner")
	}
	for r, w := range reasonTexts {
		if w != "" && w == why {
			s.over = reason(r)
		}
	}
	if s.over == 0 {
		return fmt.Errorf("%.20q is not a reason for an end", why)
	}
	switch who {
	case "S":
		s.winner = 0
	case "N":
		s.winner = 1
	case "-":
		s.winner = nobody
	default:
		return errors.New("the winner is S, N or -")
	}
	return nil
}

func (s *State) parseOrders(val string) error {
	south, north, ok := strings.Cut(val, "/")
	if !ok {
		return errors.New("the Orders of S and N are separated by /")
	}
	for side, part := range []string{south, north} {
		words := strings.Split(part, ",")
		if len(words) != 3 {
			return errors.New("each side has three Orders")
		}
		for i, w := range words {
			if w == "?" {
				continue
			}
			o, ok := parseOrder(w)
			if !ok || o > s.pos.lastOrder() {
				return fmt.Errorf("%.20q is not an Order", w)
			}
			for j := range i {
				if s.plans[side][j]>>2 == o>>2 {
					return fmt.Errorf("%s and %s have the same number", s.plans[side][j], o)
				}
			}
			s.plans[side][i] = o
		}
	}
	return nil
}

func (p *Position) parseSide(side int, val string) error {
	if p.rules&islanders != 0 {
		i := len(val) - 3
		if i < 0 || val[i] != '@' {
			return errors.New("the Island's square is missing, as @b2")
		}
		isle, ok := parseSquare(val[i+1:])
		if !ok || islandMask[isle] == 0 {
			return fmt.Errorf("an Island cannot lie on %.10q", val[i+1:])
		}
		p.isle[side], val = isle, val[:i]
	}
	words := strings.Split(val, ",")
	if len(words) != 7 {
		return fmt.Errorf("seven Epigons have seven places, not %d", len(words))
	}
	p.where[side] = noEpigon << 56
	for i, w := range words {
		place := Square(captured)
		switch w {
		case "-":
		case "@":
			if p.rules&islanders == 0 {
				return errors.New("there are no Islands in the core game")
			}
			place = onIsland
		default:
			sq, ok := parseSquare(w)
			if !ok {
				return fmt.Errorf("%.20q is not a square of the board", w)
			}
			if (p.occ[0]|p.occ[1])&bit(sq) != 0 {
				return fmt.Errorf("two Epigons stand on %s", w)
			}
			place = sq
		}
		p.where[side] |= uint64(place) << (8 * i)
		p.tally(side, i+1)
	}
	return nil
}

// validate refuses what no game can come to.
func (s *State) validate() error {
	p := &s.pos
	if s.phase == deploying {
		if s.over == byCaptures || s.over == byQuiet || s.over == byAgreement {
			return errors.New("a deployment cannot end that way")
		}
		return s.validateEnd()
	}
	if s.turn < 1 {
		return errors.New("turns count from 1")
	}
	if s.turn < math.MaxInt64 && s.quiet > s.turn-1 {
		return errors.New("there are more quiet turns than turns")
	}
	if p.rules&islanders != 0 {
		if islandMask[p.isle[0]]&islandMask[p.isle[1]] != 0 {
			return errors.New("the Islands overlap")
		}
		if p.islands()&(p.occ[0]|p.occ[1]) != 0 {
			return errors.New("an Epigon stands on a square of an Island")
		}
		if p.held[0] > maxHeld || p.held[1] > maxHeld {
			return errors.New("an Island holds more than three Epigons")
		}
	}
	lost := p.lost[0] + p.lost[1]
	if lost > 0 && s.phase != revealing && !s.caught && s.turn < math.MaxInt64 && s.quiet > s.turn-2 {
		return errors.New("a capture was made, yet every turn was quiet")
	}
	if s.over != byCaptures && p.Over() {
		return errors.New("three captures have ended the game")
	}
	if s.phase == planning {
		return s.validateEnd()
	}
	if err := s.validateTurn(); err != nil {
		return err
	}
	return s.validateEnd()
}

func (s *State) validateEnd() error {
	p := &s.pos
	switch s.over {
	case byCaptures:
		if s.phase != revealing || s.winner == nobody || p.lost[1-s.winner] != toWin || p.lost[s.winner] >= toWin || s.quiet >= s.limit {
			return errors.New("that is not a win by captures")
		}
		return nil
	case byQuiet, byAgreement:
		if s.winner != nobody || s.phase != planning {
			return errors.New("a draw comes between turns and has no winner")
		}
		if s.over == byQuiet && (s.quiet != s.limit || s.offers != 0) {
			return errors.New("that is not a draw by quiet turns")
		}
		if s.over == byAgreement && s.offers == 0 {
			return errors.New("a draw was accepted that nobody offered")
		}
	case byResignation, byTimeout:
		if s.winner == nobody {
			return errors.New("the other player has won")
		}
		if s.over == byTimeout && s.midTurn() && s.winner == s.asked {
			return errors.New("the clock of the player to act has run out, so the other wins")
		}
	}
	if s.phase == revealing {
		return errors.New("a turn goes on until somebody must decide")
	}
	if s.over != byQuiet && s.quiet >= s.limit {
		return errors.New("the quiet turns have ended the game")
	}
	return nil
}

// validateTurn checks a position in mid-turn.
func (s *State) validateTurn() error {
	p := &s.pos
	for side := range 2 {
		unknown := 0
		for i, o := range s.plans[side] {
			if o == 0 {
				unknown++
				if i <= int(s.round) || s.over != 0 {
					return errors.New("an Order that was revealed is unknown")
				}
			}
		}
		if unknown != 0 && unknown != 2-int(s.round) {
			return errors.New("the later Orders of a side are either all known or all unknown")
		}
	}
	if s.phase == revealing {
		return nil
	}
	if s.caught && p.lost[0]+p.lost[1] == 0 {
		return errors.New("a capture in this turn took nothing")
	}
	side := int(s.asked)
	mine, theirs := s.order(), s.plans[side^1][s.round]
	n := mine.Number()
	at := Square(noEpigon)
	if n < 8 {
		at = p.at(side, n)
	}
	bonus := 0 // of the asked Epigon when the round was revealed, if it acts first
	switch s.phase {
	case slamming:
		if mine != Slam {
			return errors.New("nobody SLAMs without a SLAM")
		}
	case exiting:
		if at != onIsland {
			return errors.New("the Epigon that leaves an Island is not on one")
		}
		bonus = 1
	case superSlide:
		left, err := s.validateSlide(side, n, at, mine)
		if err != nil {
			return err
		}
		if left {
			bonus = 1
		}
	}
	if s.step == 1 {
		if p.rules&islandPriority == 0 {
			bonus = 0
		}
		if n+bonus <= p.priority(side^1, theirs) {
			return errors.New("the other Order acts first")
		}
		return nil
	}
	slack := 0 // who was on an Island at the reveal is not known any more
	if p.rules&islandPriority != 0 {
		slack = 1
	}
	if theirs.Number()+slack <= n || theirs.Number() == 8 && n == 8 {
		return errors.New("the other Order acts second or cancels")
	}
	return nil
}

// validateSlide checks that a super slide is on offer, and says whether the
// Epigon has just left its Island.
func (s *State) validateSlide(side, n int, at Square, o Order) (left bool, err error) {
	p := &s.pos
	if at > 63 {
		return false, errors.New("an Epigon that is not on the board slides")
	}
	if beside[at]&p.occ[side^1] != 0 {
		return false, errors.New("a super slide is on offer next to an opposing Epigon")
	}
	if !p.mayEnter(side, next[s.dir][at]) {
		return false, errors.New("a super slide is on offer onto a square that is not free")
	}
	back := next[(s.dir+2)&3][at]
	if back == off || (p.occ[0]|p.occ[1]|p.ownIsland(side^1))&bit(back) != 0 {
		return false, errors.New("the Epigon cannot have slid there")
	}
	left = p.ownIsland(side)&bit(back) != 0
	if left && p.held[side] >= maxHeld {
		return false, errors.New("an Island held more than three Epigons")
	}
	if s.dir != o.Direction() && (!left || p.rules&exitArrow != 0) {
		return false, errors.New("the slide does not follow its Order")
	}
	return left, nil
}
