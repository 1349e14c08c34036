package gametest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"atoll/game"
)

// The toy is a small game with everything in it: cards dealt in secret by a
// bulk outcome, simultaneous bids whose second half stays sealed until the
// highest bidder has decided, a die, table actions and options. Its faults
// break one promise each, so that the suite can be seen to fail.
type fault int

const (
	sound fault = iota
	leakingCards
	leakingBids
	leakingEvent
	leakingHash
	unsortedList
	staleHash
	sharedCopy
	laxParse
	wrongCount
	endless
	allocating
	nonCanonicalText
	lyingLegal
	silentWhyNot
	forgetfulText
	twiceResign
	zeroViewer
	leakingTensor
	hiddenPick
	wrongLetter
	lostLetter
)

const toyWin = 9

type toy struct {
	cfg     game.Config
	fault   fault
	phase   byte // 'd'eal, 'b'id, 'c'laim, 'r'oll, 'e'nd
	round   int8
	cards   [3]int8 // 1 to 4; -1 unknown
	first   [3]int8
	second  [3]int8 // sealed while claiming; -1 unknown
	score   [3]int8
	out     game.Seats
	claimer game.Seat
	offers  game.Seats
	hash    uint64
	reason  string
	shared  *[3]int8 // sharedCopy
}

func toyGame(f fault) *game.Game {
	g := &game.Game{
		Credit: game.Credit{About: "Made for these tests.", Box: "There is no box."},
		ID:     "toy", Name: "Toy", Tagline: "A toy.", Rules: 1, Drawn: true, Players: []int{2, 3}, Minutes: 1,
		Traits: game.Traits{Simultaneous: true, Chance: true, Hidden: true},
		Options: []game.Option{
			{Key: "rounds", Name: "Rounds", Help: "How many rounds.", Kind: game.Limit, Default: game.Int(6), Min: 1},
			{Key: "die", Name: "Die", Help: "Roll.", Kind: game.Flag, Default: game.Bool(true)},
			{Key: "deck", Name: "Deck", Help: "Which cards.", Kind: game.Choice, Default: game.Word("four"), Values: []game.OptionValue{
				{Value: game.Word("four"), Name: "Four", Help: "1 to 4."},
				{Value: game.Word("two"), Name: "Two", Help: "1 and 2."},
			}},
		},
		Reasons:   []string{"score", "rounds", "resign", "timeout", "agreed"},
		SeatNames: func(n int) []string { return []string{"A", "B", "C"}[:n] },
	}
	g.New = func(cfg game.Config) game.State {
		t := &toy{cfg: cfg, fault: f, phase: 'd', shared: new([3]int8)}
		t.hash = t.RecomputeHash()
		return t
	}
	return g
}

func (t *toy) Config() game.Config { return t.cfg }

func (t *toy) in() game.Seats { return game.FirstSeats(t.cfg.Players) &^ t.out }

func (t *toy) Acting() game.Seats {
	switch t.phase {
	case 'd', 'r':
		return game.Only(game.Nature)
	case 'b':
		return t.in()
	case 'c':
		return game.Only(t.claimer)
	}
	return 0
}

func (t *toy) AppendActions(dst []game.Action, s game.Seat) []game.Action {
	if !t.Acting().Has(s) {
		return dst
	}
	switch t.phase {
	case 'b':
		for i := game.Action(11); i <= 33; i++ {
			if i%10 >= 1 && i%10 <= 3 {
				dst = append(dst, i)
			}
		}
		if t.fault == unsortedList && t.round == 2 {
			dst[len(dst)-1], dst[len(dst)-2] = dst[len(dst)-2], dst[len(dst)-1]
		}
	case 'c':
		dst = append(dst, 1, 2)
	case 'r':
		dst = append(dst, 1, 2, 3)
	}
	if t.fault == allocating {
		dst = slices.Clone(dst)
	}
	return dst
}

func (t *toy) Legal(s game.Seat, a game.Action) bool {
	if !t.Acting().Has(s) {
		return false
	}
	switch t.phase {
	case 'b':
		if t.fault == lyingLegal && a == 44 {
			return true
		}
		return a >= 11 && a <= 33 && a%10 >= 1 && a%10 <= 3
	case 'c':
		return a == 1 || a == 2
	case 'r':
		return a >= 1 && a <= 3
	}
	return false
}

func (t *toy) Weight(a game.Action) uint32 { return uint32(a) }

func (t *toy) Play(c game.Choices, tell game.Tell) {
	say := func(kind string, s game.Seat, who game.Audience, text string) {
		if tell != nil {
			tell(game.Event{Kind: kind, Seat: s, Audience: who, Text: text})
		}
	}
	switch t.phase {
	case 'b':
		t.offers = 0
		best := game.NoSeat
		for s := range game.Seat(t.cfg.Players) {
			if !t.in().Has(s) {
				continue
			}
			t.first[s], t.second[s] = int8(c[s]/10), int8(c[s]%10)
			if tell != nil {
				say("bid", s, game.Everyone, fmt.Sprint("bids ", t.first[s]))
				who := game.OnlyFor(s)
				if t.fault == leakingEvent {
					who = game.Everyone
				}
				say("sealed", s, who, fmt.Sprint("keeps ", t.second[s]))
			}
			if best == game.NoSeat || t.first[s] > t.first[best] {
				best = s
			}
		}
		t.claimer, t.phase = best, 'c'
	case 'c':
		for s := range game.Seat(t.cfg.Players) {
			if t.in().Has(s) {
				if tell != nil {
					say("reveal", s, game.Everyone, fmt.Sprint("kept ", t.second[s]))
				}
				if (c[t.claimer] == 1) == (s == t.claimer) {
					t.score[s] += t.second[s]
				}
			}
		}
		t.phase = 'r'
		if !t.cfg.Value("die").True() {
			t.nextRound(0)
		}
	case 'r':
		t.nextRound(int8(c[game.Nature]))
	}
	t.shared[0]++
	if t.fault != staleHash || t.round != 3 {
		t.hash = t.RecomputeHash()
	}
}

func (t *toy) nextRound(roll int8) {
	t.score[t.claimer] += max(0, roll-1)
	t.first, t.second = [3]int8{}, [3]int8{}
	t.claimer = 0
	t.round++
	t.phase = 'b'
	if t.fault == endless {
		t.round, t.score = 0, [3]int8{}
		return
	}
	for s := range t.cfg.Players {
		if t.in().Has(game.Seat(s)) && t.score[s] >= toyWin {
			t.phase, t.reason = 'e', "score"
		}
	}
	if t.phase != 'e' && int64(t.round) >= min(t.cfg.Value("rounds").Int(), 100) {
		t.phase, t.reason = 'e', "rounds"
	}
}

func (t *toy) Table(s game.Seat, a game.TableAction, _ game.Tell) {
	switch a {
	case game.OfferDraw:
		t.offers = t.offers.With(s)
	case game.AcceptDraw:
		t.phase, t.reason = 'e', "agreed"
	default:
		t.out = t.out.With(s)
		if t.in().Len() == 1 {
			t.phase, t.reason = 'e', a.String()
		} else if t.phase == 'c' && t.claimer == s {
			t.claimer = t.in().First()
		}
		if t.fault == twiceResign && t.cfg.Players == 3 {
			t.out = t.out.Without(s)
		}
	}
	t.hash = t.RecomputeHash()
}

func (t *toy) AllowsTable(s game.Seat, a game.TableAction) error {
	switch {
	case t.phase == 'e' || t.phase == 'd' || t.phase == 'r':
		return errors.New("no player is to act")
	case !t.in().Has(s):
		return errors.New("you have left")
	case a == game.Resign, a == game.Timeout && t.Acting().Has(s):
		return nil
	case a == game.OfferDraw && t.phase == 'b' && !t.offers.Has(s),
		a == game.AcceptDraw && t.phase == 'b' && t.offers.Without(s)&t.in() != 0:
		return nil
	}
	return errors.New("not now")
}

func (t *toy) Result() game.Result {
	if t.phase != 'e' {
		return game.Result{}
	}
	res := game.Result{Over: true, Reason: t.reason}
	for s := range t.cfg.Players {
		res.Rank[s] = 1
		for o := range t.cfg.Players {
			better := t.in().Has(game.Seat(o)) && (!t.in().Has(game.Seat(s)) || t.reason != "agreed" && t.score[o] > t.score[s])
			if better {
				res.Rank[s]++
			}
		}
		if t.reason == "agreed" {
			res.Rank[s] = min(res.Rank[s], 2)
		}
	}
	return res
}

func (t *toy) Copy() game.State {
	c := *t
	c.shared = new([3]int8)
	*c.shared = *t.shared
	if t.fault == sharedCopy {
		c.shared = t.shared
	}
	return &c
}

func (t *toy) CopyFrom(src game.State) {
	own := t.shared
	*t = *src.(*toy)
	*own = *t.shared
	t.shared = own
}

func (t *toy) Hash() uint64 { return t.hash }

func (t *toy) RecomputeHash() uint64 {
	h := game.Mix(uint64(t.phase) ^ uint64(t.round)<<8 ^ uint64(t.out)<<16 ^ uint64(t.claimer)<<24 ^ uint64(t.offers)<<32)
	for _, part := range [][3]int8{t.cards, t.first, t.second, t.score} {
		for _, v := range part {
			h = game.Mix(h ^ uint64(uint8(v)))
		}
	}
	return h
}

func (t *toy) Redact(v game.Viewer) {
	if t.fault == zeroViewer && v == (game.Viewer{}) {
		return
	}
	if v.Truth() {
		return
	}
	for s := range game.Seat(t.cfg.Players) {
		if v.Is(s) {
			continue
		}
		// Cards lie open after the end.
		if t.cards[s] != 0 && t.phase != 'e' && t.fault != leakingCards {
			t.cards[s] = -1
		}
		if t.phase == 'c' && t.second[s] != 0 && t.fault != leakingBids {
			t.second[s] = -1
		}
	}
	if t.fault != leakingHash {
		t.hash = t.RecomputeHash()
	}
}

func (t *toy) Fill(r *game.Rand) {
	for s := range t.cfg.Players {
		if t.cards[s] == -1 {
			t.cards[s] = t.draw(r)
		}
		if t.second[s] == -1 {
			t.second[s] = int8(r.Intn(3)) + 1
		}
	}
	t.hash = t.RecomputeHash()
}

func (t *toy) draw(r *game.Rand) int8 {
	if t.cfg.Text("deck") == "two" {
		return int8(r.Intn(2)) + 1
	}
	return int8(r.Intn(4)) + 1
}

func digits(v [3]int8, n int) string {
	var b strings.Builder
	for _, x := range v[:n] {
		if x == -1 {
			b.WriteByte('?')
		} else {
			fmt.Fprintf(&b, "%c", 'a'+x)
		}
	}
	return b.String()
}

func (t *toy) AppendText(dst []byte) []byte {
	n := t.cfg.Players
	dst = t.cfg.AppendText(dst)
	if t.fault == sharedCopy {
		dst = fmt.Appendf(dst, " | %d", t.shared[0])
	}
	score := t.score
	if t.fault == forgetfulText && t.round > 1 {
		score = [3]int8{}
	}
	reason := t.reason
	if reason == "" {
		reason = "-"
	}
	return fmt.Appendf(
		dst,
		" | %c %d %s %s %s %s %d %d %d %s",
		t.phase,
		t.round,
		digits(t.cards, n),
		digits(t.first, n),
		digits(t.second, n),
		digits(score, n),
		t.out,
		t.claimer,
		t.offers,
		reason,
	)
}

func (t *toy) UnmarshalText(text []byte) error {
	head, body, ok := strings.Cut(string(text), " | ")
	if !ok {
		return errors.New("no fields")
	}
	cfg, err := t.cfg.Game.ParseConfig(head)
	if err != nil {
		return err
	}
	c := t.cfg.Game.New(cfg).(*toy)
	if t.fault == sharedCopy {
		var count string
		count, body, _ = strings.Cut(body, " | ")
		if _, err := fmt.Sscanf(count, "%d", &c.shared[0]); err != nil {
			return err
		}
	}
	f := strings.Split(body, " ")
	if len(f) != 10 || len(f[0]) != 1 || !strings.Contains("dbcre", f[0]) {
		return errors.New("fields")
	}
	c.phase = f[0][0]
	for i, dst := range []*[3]int8{&c.cards, &c.first, &c.second, &c.score} {
		if len(f[2+i]) != cfg.Players {
			return errors.New("digits")
		}
		for j := range cfg.Players {
			if ch := f[2+i][j]; ch == '?' {
				dst[j] = -1
			} else if ch >= 'a' && ch <= 'z' {
				dst[j] = int8(ch - 'a')
			} else {
				return errors.New("digit")
			}
		}
	}
	var out, claimer, offers int
	if _, err := fmt.Sscanf(f[1]+" "+f[6]+" "+f[7]+" "+f[8], "%d %d %d %d", &c.round, &out, &claimer, &offers); err != nil {
		return errors.New("numbers")
	}
	if claimer < 0 || claimer >= cfg.Players || out&^int(game.FirstSeats(cfg.Players)) != 0 ||
		offers&^int(game.FirstSeats(cfg.Players)) != 0 {
		return errors.New("seats")
	}
	c.out, c.claimer, c.offers = game.Seats(out), game.Seat(claimer), game.Seats(offers)
	if c.reason = f[9]; c.reason == "-" {
		c.reason = ""
	}
	if (c.reason != "") != (c.phase == 'e') || !slices.Contains(append(cfg.Game.Reasons, ""), c.reason) {
		return errors.New("reason")
	}
	if c.phase != 'e' && (c.in().Len() < 2 || c.round < 0 || int64(c.round) >= min(cfg.Value("rounds").Int(), 100)) || c.in().Len() < 1 {
		return errors.New("over")
	}
	if c.phase == 'c' && !c.in().Has(c.claimer) {
		return errors.New("claimer")
	}
	c.fault = t.fault
	c.hash = c.RecomputeHash()
	if t.fault != nonCanonicalText && string(c.AppendText(nil)) != string(text) {
		return errors.New("not canonical")
	}
	*t = *c
	return nil
}

func (t *toy) AppendAction(dst []byte, s game.Seat, a game.Action) []byte {
	switch {
	case s == game.Nature:
		return fmt.Appendf(dst, "roll %d", a)
	case a < 3:
		return append(dst, []string{"none", "take", "leave"}[a]...)
	}
	return fmt.Appendf(dst, "bid %d %d", a/10, a%10)
}

func (t *toy) ParseAction(s game.Seat, text string) (game.Action, error) {
	if t.fault == laxParse {
		text = strings.TrimSpace(text)
	}
	for a := game.Action(1); a <= 33; a++ {
		if string(t.AppendAction(nil, s, a)) == text && (s == game.Nature && a < 4 || s != game.Nature && (a < 3 || a > 10 && a%10 > 0)) {
			return a, nil
		}
	}
	return 0, errors.New("no such action")
}

func (t *toy) WhyNot(s game.Seat, a game.Action) string {
	if t.Legal(s, a) || t.fault == silentWhyNot {
		return ""
	}
	return "not now."
}

func (t *toy) AppendBoard(dst []byte) []byte {
	return fmt.Appendf(dst, "cards %s scores %s\n", digits(t.cards, t.cfg.Players), digits(t.score, t.cfg.Players))
}

func (t *toy) MarshalJSON() ([]byte, error) {
	return append(game.AppendCommonJSON([]byte("{"), t), '}'), nil
}

func (t *toy) UnmarshalJSON(data []byte) error { return game.UnmarshalPositionJSON(t, data) }

func (t *toy) BulkPending() bool { return t.phase == 'd' }

func (t *toy) DrawBulk(r *game.Rand) string {
	text := "deal"
	for range t.cfg.Players {
		text += fmt.Sprint(" ", t.draw(r))
	}
	return text
}

func (t *toy) PlayBulk(text string, tell game.Tell) error {
	words := strings.Split(text, " ")
	if t.phase != 'd' || len(words) != t.cfg.Players+1 || words[0] != "deal" {
		return errors.New("not a deal")
	}
	var cards [3]int8
	for i, w := range words[1:] {
		switch {
		case w == "?":
			cards[i] = -1
		case len(w) == 1 && w[0] >= '1' && w[0] <= '4':
			cards[i] = int8(w[0] - '0')
		default:
			return errors.New("not a card")
		}
	}
	t.cards, t.phase = cards, 'b'
	t.hash = t.RecomputeHash()
	return nil
}

func (t *toy) RedactBulk(text string, v game.Viewer) string {
	if v.Truth() || t.phase == 'e' {
		return text
	}
	words := strings.Split(text, " ")
	for s := range game.Seat(t.cfg.Players) {
		if !v.Is(s) {
			words[s+1] = "?"
		}
	}
	return strings.Join(words, " ")
}

func (t *toy) SampleAction(s game.Seat, r *game.Rand) game.Action {
	if t.phase == 'c' {
		return game.Action(1 + r.Intn(2))
	}
	return game.Action(10*(1+r.Intn(3)) + 1 + r.Intn(3))
}

func (t *toy) CountActions(s game.Seat) int {
	switch n := 0; {
	case t.phase == 'b' && t.Acting().Has(s):
		n = 9
		if t.fault == wrongCount {
			n = 10
		}
		return n
	case t.phase == 'c' && t.Acting().Has(s):
		return 2
	}
	return 0
}

func (t *toy) HoldsSecretChoices() bool { return t.phase == 'c' }

var toySpace = &game.Space{
	Height: 1, Width: 1, Planes: []string{"card"}, Scalars: []string{"phase", "mine", "next", "last", "picked"},
	Actions: 4, ActionNames: []string{"none", "one", "two", "three"}, MaxLegal: 3, MaxWord: 2,
}

func (t *toy) Space() *game.Space { return toySpace }

func (t *toy) AppendObservation(dst []byte, v game.Viewer, word []int32) []byte {
	s := v.Observer()
	n := game.Seat(t.cfg.Players)
	picked := byte(0)
	if len(word) > 0 && t.fault != hiddenPick {
		picked = byte(word[0])
	}
	card := t.cards[s]
	if t.fault == leakingTensor {
		card = t.cards[(s+1)%n]
	}
	return append(dst, byte(card), t.phase, byte(t.score[s]), byte(t.score[(s+1)%n]), byte(t.score[(s+n-1)%n]), picked)
}

// A bid is spelt in two letters, a claim in one.
func (t *toy) AppendLegal(dst []int32, s game.Seat, word []int32) []int32 {
	switch {
	case !t.Acting().Has(s):
	case t.phase == 'b' && t.fault == lostLetter && len(word) == 1:
		dst = append(dst, 1, 2)
	case t.phase == 'b' && len(word) < 2:
		dst = append(dst, 1, 2, 3)
	case t.phase == 'c' && len(word) < 1:
		dst = append(dst, 1, 2)
	}
	return dst
}

func (t *toy) Spell(s game.Seat, word []int32) (game.Action, bool) {
	for i, letter := range word {
		if i > 1 || letter < 1 || letter > 3 || t.phase == 'c' && (letter > 2 || i > 0) {
			return game.NoAction, false
		}
	}
	switch {
	case !t.Acting().Has(s):
		return game.NoAction, false
	case len(word) == 0, len(word) == 1 && t.phase == 'b':
		return game.NoAction, true
	case t.phase == 'c':
		return game.Action(word[0]), false
	case t.fault == wrongLetter && word[0] == 2:
		return game.Action(10*word[1] + word[0]), false
	}
	return game.Action(10*word[0] + word[1]), false
}

func (t *toy) AppendWord(dst []int32, _ game.Seat, a game.Action) []int32 {
	if t.phase == 'c' {
		return append(dst, int32(a))
	}
	return append(dst, int32(a/10), int32(a%10))
}
