package match

import (
	"fmt"
	"slices"

	"atoll/game"
)

// The texts of table requests beside those of game.TableAction.
const (
	AskTakeback     = "ask takeback"
	AcceptTakeback  = "accept takeback"
	DeclineTakeback = "decline takeback"
	DeclineDraw     = "decline draw" // a bot's answer; people simply ignore an offer
	OfferRematch    = "offer rematch"
	DeclineRematch  = "decline rematch"
	Abort           = "abort"
	Claim           = "claim"
)

// Done is the outcome of a command.
type Done struct {
	Table  *Table
	Change *Change // nil: nothing to store, as for a repeated message
	Seq    int64
	Sealed bool
	Again  bool
}

func (t *Table) done(n *Table, now Now) (Done, error) {
	n.remember(t)
	return Done{Table: n, Change: n.change(t, now), Seq: n.Seq}, nil
}

func (t *Table) again(seq int64, sealed bool) (Done, error) {
	return Done{Table: t, Seq: seq, Again: true, Sealed: sealed}, nil
}

func (t *Table) mustRun() error {
	switch t.Status {
	case Open:
		return refuse(NotNow, "", "the game has not started")
	case Running:
		if old := t.Old(); old != nil {
			return refuse(IsOver, "", "%s", old)
		}
	case Over:
		return refuse(IsOver, "", "the game is over")
	case Aborted:
		return refuse(IsOver, "", "the table was closed")
	}
	return nil
}

// maxSeals bounds how often a seat can change its choice in one step.
const maxSeals = 1000

// mayReplace refuses a seat that keeps changing its choice. Each seat is counted separately, or one
// could use up what another needs.
func (t *Table) mayReplace(s game.Seat) error {
	n := 0
	for _, m := range t.private.Msgs {
		if sealedBy(m, s) {
			n++
		}
	}
	if n >= maxSeals {
		return refuse(TooMany, "", "the choice of this step was changed too often")
	}
	return nil
}

// Act plays an action of seat s, or seals it where several seats choose.
func (t *Table) Act(s game.Seat, stepSeen int64, msg, text string, now Now) (Done, error) {
	if d, ok := t.Answered(s, stepSeen, msg); ok {
		return d, nil
	}
	if err := t.mustRun(); err != nil {
		return Done{}, err
	}
	if stepSeen != t.Step {
		return Done{}, refuse(Stale, "step", "the table has moved on: step %d is past, now it is %d", stepSeen, t.Step)
	}
	if !t.state.Acting().Has(s) {
		return Done{}, refuse(NotYourTurn, "", "it is not %s's turn; to act: %s", t.Config.SeatName(s), game.ActingText(t.state))
	}
	if text == "" {
		return t.unseal(s, msg, now)
	}
	if _, err := game.Parse(t.state, s, text); err != nil {
		return Done{}, illegal(err)
	}
	ms, runs := t.spent(now, s)
	if t.Setup.Clock.on() && runs && t.Seats[s].Kind != SeatBot && ms > t.Setup.Clock.budget(t.left[s]) {
		d, err := t.Tick(now)
		if err == nil && len(d.Change.Entries) > 0 {
			late := sealMsg(s, msg)
			d.Change.Entries[len(d.Change.Entries)-1].keep(late, d.Seq)
			d.Table.heard.add(late)
		}
		return d, err
	}
	n := t.clone()
	if t.state.Acting() == game.Only(s) {
		e := Entry{At: now.MS, Kind: KindPlay, Moves: []Move{{By: s, Do: text, MS: ms, Msg: msg}}}
		if err := n.apply(nil, &e); err != nil {
			return Done{}, err
		}
		if err := n.settle(now); err != nil {
			return Done{}, err
		}
		return t.done(n, now)
	}
	// A seat without a choice may always hand one in.
	if t.SealedBy(s) {
		if err := t.mayReplace(s); err != nil {
			return Done{}, err
		}
	}
	n.seal(Sealed{Seat: s, Do: text, Msg: msg, Spent: ms})
	n.private.note(sealMsg(s, msg), t.Seq)
	if err := n.settle(now); err != nil {
		return Done{}, err
	}
	d, err := t.done(n, now)
	d.Sealed = n.Step == t.Step
	return d, err
}

func illegal(err error) error {
	return &Error{Kind: Illegal, Where: "action", Message: err.Error()}
}

func (t *Table) seal(o Sealed) {
	for i := range t.private.Sealed {
		if t.private.Sealed[i].Seat == o.Seat {
			t.private.Sealed[i] = o
			return
		}
	}
	t.private.Sealed = append(t.private.Sealed, o)
}

func (t *Table) unseal(s game.Seat, msg string, now Now) (Done, error) {
	if !t.SealedBy(s) {
		return Done{}, refuse(NotNow, "action", "there is no sealed choice to take back")
	}
	if err := t.mayReplace(s); err != nil {
		return Done{}, err
	}
	n := t.clone()
	ms, _ := t.spent(now, s)
	n.seal(Sealed{Seat: s, Spent: ms, Since: now.MS})
	n.private.note(sealMsg(s, msg), t.Seq)
	return t.done(n, now)
}

// Do is everything a player can ask for that is not an action of the game,
// rematches aside.
func (t *Table) Do(s game.Seat, what, msg string, now Now) (Done, error) {
	if seq, ok := t.answered(s, t.Seq, msg); ok {
		return t.again(seq, false)
	}
	switch what {
	case game.Resign.String(), game.OfferDraw.String(), game.AcceptDraw.String():
		if err := t.mustRun(); err != nil {
			return Done{}, err
		}
		n := t.clone()
		e := Entry{At: now.MS, Kind: KindTable, Moves: []Move{{By: s, Do: what, Msg: msg}}}
		if err := n.apply(nil, &e); err != nil {
			return Done{}, &Error{Kind: Illegal, Where: "do", Message: err.Error()}
		}
		if err := n.settle(now); err != nil {
			return Done{}, err
		}
		return t.done(n, now)
	case AskTakeback, AcceptTakeback, DeclineTakeback:
		return t.takeback(s, what, msg, now)
	case OfferRematch, DeclineRematch:
		return t.rematch(Offer{By: s, What: what, Msg: msg}, now)
	}
	return Done{}, refuse(Invalid, "do", "there is no table action %.40q", what)
}

// BotsToMove returns the bots that have yet to choose.
func (t *Table) BotsToMove() (bots game.Seats) {
	if t.Status != Running {
		return 0
	}
	for s := range game.Seat(t.Config.Players) {
		if t.Seats[s].Kind == SeatBot && t.Waiting().Has(s) {
			bots |= game.Only(s)
		}
	}
	return bots
}

// ActBot plays what a bot has chosen at a step, unless the table has gone on without
// it or somebody else sits there now.
func (t *Table) ActBot(s game.Seat, step int64, text string, now Now) (Done, error) {
	if t.Step != step || t.Seats[s].Kind != SeatBot {
		return Done{Table: t, Seq: t.Seq}, nil
	}
	return t.Act(s, step, fmt.Sprintf("bot %d", step), text, now)
}

// AskedDraw reports whether the bot on seat s owes an answer to an offer of a draw.
func (t *Table) AskedDraw(s game.Seat) bool {
	return t.Status == Running && t.Old() == nil && t.Seats[s].Kind == SeatBot && !t.NoDraw.Has(s) &&
		t.state.AllowsTable(s, game.AcceptDraw) == nil
}

// AnswerDraw is the answer of a bot, unless it has answered or nobody asks any more.
func (t *Table) AnswerDraw(s game.Seat, accept bool, now Now) (Done, error) {
	if !t.AskedDraw(s) {
		return Done{Table: t, Seq: t.Seq}, nil
	}
	if accept {
		return t.Do(s, game.AcceptDraw.String(), fmt.Sprintf("draw %d", t.Seq), now)
	}
	return t.offer(Offer{By: s, What: DeclineDraw}, now)
}

// OfferRematch is Do for a rematch offer, with a commitment to a nonce for the new table.
func (t *Table) OfferRematch(s game.Seat, commit, msg string, now Now) (Done, error) {
	if seq, ok := t.answered(s, t.Seq, msg); ok {
		return t.again(seq, false)
	}
	if err := checkCommit(commit); err != nil {
		return Done{}, err
	}
	if commit != "" && slices.Contains(t.commits[:], commit) && t.commits[s] != commit {
		return Done{}, errSameCommit
	}
	return t.rematch(Offer{By: s, What: OfferRematch, Msg: msg, Commit: commit}, now)
}

func (t *Table) rematch(o Offer, now Now) (Done, error) {
	if t.Status != Over {
		return Done{}, refuse(NotNow, "do", "a rematch comes after the game")
	}
	if t.Next != "" {
		return Done{}, refuse(NotNow, "do", "the rematch is already made")
	}
	if o.What == OfferRematch && t.Rematch.Has(o.By) || o.What == DeclineRematch && t.Rematch == 0 {
		return t.again(t.Seq, false)
	}
	return t.offer(o, now)
}

func (t *Table) offer(o Offer, now Now) (Done, error) {
	n := t.clone()
	if err := n.apply(nil, &Entry{At: now.MS, Kind: KindOffer, Rare: &Rare{Offer: &o}}); err != nil {
		return Done{}, err
	}
	return t.done(n, now)
}

// owned returns the seats that somebody holds, a bot standing in or not.
func (t *Table) owned() game.Seats {
	var hs game.Seats
	for i, s := range t.Seats {
		if s.owned() {
			hs = hs.With(game.Seat(i))
		}
	}
	return hs
}

func (t *Table) takeback(s game.Seat, what, msg string, now Now) (Done, error) {
	if err := t.mustRun(); err != nil {
		return Done{}, err
	}
	if t.Setup.NoTakeback {
		return Done{}, refuse(NotNow, "do", "this table has no takebacks")
	}
	switch what {
	case DeclineTakeback:
		if t.Ask == nil {
			return Done{}, refuse(NotNow, "do", "no takeback is asked for")
		}
		return t.offer(Offer{By: s, What: what, Msg: msg}, now)
	case AcceptTakeback:
		if t.Ask == nil {
			return Done{}, refuse(NotNow, "do", "no takeback is asked for")
		}
		return t.agree(Offer{By: s, What: what, Msg: msg}, t.Ask.To, now)
	}
	if t.Ask != nil {
		return Done{}, refuse(NotNow, "do", "%s has already asked for a takeback", t.Config.SeatName(t.Ask.By))
	}
	to, err := t.takebackTo(s)
	if err != nil {
		return Done{}, err
	}
	return t.agree(Offer{By: s, What: what, To: to, Msg: msg}, to, now)
}

// agree adds a consent, and goes back once nobody is missing. Bots always agree, and so does a
// player who also holds the other seat.
func (t *Table) agree(o Offer, to int64, now Now) (Done, error) {
	n := t.clone()
	if err := n.apply(nil, &Entry{At: now.MS, Kind: KindOffer, Rare: &Rare{Offer: &o}}); err != nil {
		return Done{}, err
	}
	missing := false
	for s := range game.Seat(t.Config.Players) {
		if !n.owned().Has(s) || n.Agreed.Has(s) || n.sameHolder(s, n.Agreed) {
			continue
		}
		missing = true
	}
	if !missing {
		if err := n.apply(nil, &Entry{At: now.MS, Kind: KindTakeback, Rare: &Rare{To: to}}); err != nil {
			return Done{}, err
		}
	}
	return t.done(n, now)
}

func (t *Table) sameHolder(s game.Seat, among game.Seats) bool {
	for o := range game.Seat(t.Config.Players) {
		if among.Has(o) && t.Seats[o].User.ID == t.Seats[s].User.ID {
			return true
		}
	}
	return false
}

// takebackTo returns the step before the latest own choice of seat s, if
// nothing was rolled or revealed since.
func (t *Table) takebackTo(s game.Seat) (int64, error) {
	for i := len(t.steps) - 1; i >= 0; i-- {
		st := t.steps[i]
		if st.fixed {
			return 0, refuse(NotNow, "do", "what was rolled, revealed or declared cannot be taken back")
		}
		if t.log[st.entry].Moves[0].By == s {
			if i == 0 {
				return t.firstStep(), nil
			}
			return t.log[t.steps[i-1].entry].Seq, nil
		}
	}
	return 0, refuse(NotNow, "do", "%s has nothing to take back", t.Config.SeatName(s))
}

// Tick lets the clock run out where it has.
func (t *Table) Tick(now Now) (Done, error) {
	if t.openingOver(now) {
		return t.startWithout(now)
	}
	if t.Status != Running {
		return Done{Table: t, Seq: t.Seq}, nil
	}
	n := t.clone()
	for s := range game.Seat(t.Config.Players) {
		if !n.Waiting().Has(s) || n.Seats[s].Kind == SeatBot || !n.Setup.Clock.on() {
			continue
		}
		ms, runs := t.spent(now, s)
		if !runs || ms < n.Setup.Clock.budget(n.left[s]) {
			continue
		}
		n.left[s] = 0
		e := Entry{At: now.MS, Kind: KindTable, Moves: []Move{{By: s, Do: game.Timeout.String(), MS: ms}}}
		if err := n.apply(nil, &e); err != nil {
			return Done{}, err
		}
		// One at a time: others may have got a new decision.
		break
	}
	if err := n.settle(now); err != nil {
		return Done{}, err
	}
	return t.done(n, now)
}

// Away applies the table's policy to a player who has been away too long.
func (t *Table) Away(s game.Seat, now Now) (Done, error) {
	if t.Status != Running || !t.Acting().Has(s) || t.Seats[s].Kind != SeatHuman {
		return Done{Table: t, Seq: t.Seq}, nil
	}
	n := t.clone()
	switch t.Setup.Absent() {
	case AbandonBot:
		// Even for a seat that has sealed a choice: nobody may find out whether it has.
		seat := t.Seats[s]
		seat.Kind, seat.Stand, seat.Level = SeatBot, true, levelOr3(t.Setup.Abandon.Level)
		if err := n.apply(nil, &Entry{
			At: now.MS, Kind: KindSeat,
			Rare: &Rare{Seat: &SeatChange{Seat: s, Now: seat, Why: "away"}},
		}); err != nil {
			return Done{}, err
		}
	case AbandonForfeit:
		if !t.Waiting().Has(s) { // it has sealed its choice
			return Done{Table: t, Seq: t.Seq}, nil
		}
		e := Entry{At: now.MS, Kind: KindTable, Moves: []Move{{By: s, Do: game.Timeout.String()}}}
		if err := n.apply(nil, &e); err != nil {
			return Done{}, err
		}
		if err := n.settle(now); err != nil {
			return Done{}, err
		}
	default:
		return Done{Table: t, Seq: t.Seq}, nil
	}
	return t.done(n, now)
}
