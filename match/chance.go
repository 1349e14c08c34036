package match

import (
	"fmt"
	"slices"

	"atoll/fair"
	"atoll/game"
	"atoll/record"
)

// Chance that nobody can choose. The server commits to a seed when a table is
// made, players to a nonce when they sit down. Once every seat is taken no
// commitment can come or change any more (KindSeated) and the nonces are opened.
// When all are, or the time for it is over, the game begins (KindStarted), and
// everything is drawn from the seed and the opened nonces.

// chanceNow is how draws of new tables are made; see Created.Chance.
const chanceNow = 1

// OpenWithin is how many milliseconds players have for opening their nonces.
const OpenWithin = 30_000

// Chair is the place of a player before seats were drawn.
type Chair struct {
	Seat   game.Seat `json:"seat"` // that the player got
	Commit string    `json:"commit,omitempty"`
	Nonce  string    `json:"nonce,omitempty"` // empty: none, or not opened in time
}

// Withheld reports whether the chair's nonce was not opened in time.
func (c Chair) Withheld() bool { return c.Commit != "" && c.Nonce == "" }

// record returns the chair as proofs have it. What is stored was checked.
func (c Chair) record(cfg game.Config) record.Chair {
	out := record.Chair{Seat: cfg.SeatName(c.Seat), Nonce: c.nonce()}
	if commit, err := fair.ParseCommitment(c.Commit); err == nil {
		out.Commit = &commit
	}
	return out
}

func (c Chair) nonce() *fair.Nonce {
	n, err := fair.ParseNonce(c.Nonce)
	if err != nil {
		return nil
	}
	return &n
}

func (t *Table) drawsSeats() bool { return t.Setup.DrawsSeats() && t.From == "" }

// checkCommit refuses what is not a commitment; "" is allowed and means none.
func checkCommit(commit string) error {
	if commit == "" {
		return nil
	}
	if _, err := fair.ParseCommitment(commit); err != nil {
		return refuse(Invalid, "commit", "a commitment is the SHA-256 of 32 random bytes, in 64 lower-case hexadecimal digits")
	}
	return nil
}

var errSameCommit = refuse(NotNow, "commit", "somebody at this table has committed to the same number")

// mayCommit refuses a commitment that cannot be one of this table. Copying one would turn one nonce
// into two.
func (t *Table) mayCommit(u User, commit string) error {
	if err := checkCommit(commit); err != nil || commit == "" {
		return err
	}
	if slices.ContainsFunc(t.Seats, func(s Seat) bool { return s.Commit == commit && s.User.ID != u.ID }) {
		return errSameCommit
	}
	return nil
}

// sitAgain is joining a seat that one already has: it ends a stand-in, and brings the
// commitment that was not given before. A given one stays.
func (t *Table) sitAgain(u User, s game.Seat, commit string, now Now) (Done, error) {
	seat := t.Seats[s]
	if commit == "" || t.Status != Open || t.Opening != 0 || seat.User.ID != u.ID {
		return t.Claim(u, s, now)
	}
	for i := range t.Seats {
		switch own := t.Seats[i]; {
		case own.User.ID != u.ID || own.Commit == "":
		case own.Commit == commit: // a repeated request
			return t.again(t.Seq, false)
		default:
			return Done{}, refuse(NotNow, "commit", "you have committed to a number at this table; it cannot be changed")
		}
	}
	seat.Commit = commit
	n := t.clone()
	if err := n.apply(nil, &Entry{At: now.MS, Kind: KindSeat, Rare: &Rare{Seat: &SeatChange{Seat: s, Now: seat, Why: "committed"}}}); err != nil {
		return Done{}, err
	}
	return t.done(n, now)
}

// seated begins the opening of nonces, or the game if there are none.
func (t *Table) seated(now Now) error {
	if !slices.ContainsFunc(t.Seats, func(s Seat) bool { return s.Commit != "" }) {
		return t.start(now)
	}
	return t.apply(nil, &Entry{At: now.MS, Kind: KindSeated})
}

// Open opens the nonce of seat s. The last one begins the game.
func (t *Table) Open(s game.Seat, text string, now Now) (Done, error) {
	nonce, err := fair.ParseNonce(text)
	if err != nil {
		return Done{}, refuse(Invalid, "nonce", "a number to open is 64 lower-case hexadecimal digits")
	}
	for _, c := range t.Chairs {
		if c.Nonce == text {
			return t.again(t.Seq, false)
		}
	}
	switch {
	case t.Status == Over || t.Status == Aborted:
		return Done{}, refuse(IsOver, "", "the table is closed")
	case t.Status != Open:
		return Done{}, refuse(NotNow, "nonce", "the game has begun; this number came too late")
	case t.Opening == 0:
		return Done{}, refuse(NotNow, "nonce", "numbers are opened once every seat is taken")
	case t.Seats[s].Commit == "":
		return Done{}, refuse(NotNow, "nonce", "you have not committed to a number at this table")
	case t.Seats[s].Commit != nonce.Commit().String():
		return Done{}, refuse(Illegal, "nonce", "this is not the number that you have committed to")
	case t.openingOver(now):
		return t.startWithout(now)
	}
	name := t.Config.SeatName(s)
	if t.private.Nonces[name] == text {
		return t.again(t.Seq, false)
	}
	n := t.clone()
	n.private.Nonces = map[string]string{name: text}
	for other, nonce := range t.private.Nonces {
		n.private.Nonces[other] = nonce
	}
	for i := range n.Seats {
		if n.Seats[i].Commit != "" && n.private.Nonces[n.Config.SeatName(game.Seat(i))] == "" {
			return t.done(n, now)
		}
	}
	return n.beginsFrom(t, now)
}

// CommittedSeat is the seat at which a user has committed to a nonce, or s if there is none.
func (t *Table) CommittedSeat(user string, s game.Seat) game.Seat {
	for i := range t.Seats {
		if t.Seats[i].Commit != "" && t.Seats[i].Held(user) {
			return game.Seat(i)
		}
	}
	return s
}

// Opened reports whether seat s has opened its nonce. Only for s itself.
func (t *Table) Opened(s game.Seat) bool { return t.private.Nonces[t.Config.SeatName(s)] != "" }

// OpenUntil is when the time for opening is over, by what is known now; 0 if
// nothing is to be opened.
func (t *Table) OpenUntil(now Now) int64 {
	if t.Opening == 0 {
		return 0
	}
	return t.Opening + now.missed(t.Opening) + OpenWithin
}

func (t *Table) openingOver(now Now) bool {
	return t.Opening != 0 && now.Elapsed(t.Opening) >= OpenWithin
}

// startWithout begins the game without the nonces that are missing.
func (t *Table) startWithout(now Now) (Done, error) { return t.clone().beginsFrom(t, now) }

func (t *Table) beginsFrom(before *Table, now Now) (Done, error) {
	if err := t.start(now); err != nil {
		return Done{}, err
	}
	return before.done(t, now)
}

// start seats everybody and begins the game.
func (t *Table) start(now Now) error {
	chairs := make([]Chair, len(t.Seats))
	for i, s := range t.Seats {
		chairs[i] = Chair{Seat: game.Seat(i), Commit: s.Commit}
		if s.Commit != "" {
			chairs[i].Nonce = t.private.Nonces[t.Config.SeatName(game.Seat(i))]
		}
	}
	seats := slices.Clone(t.Seats)
	if t.drawsSeats() {
		for seat, chair := range fair.Seating(t.mix(chairs), t.draws, len(chairs)) {
			seats[seat], chairs[chair].Seat = t.Seats[chair], game.Seat(seat)
		}
	}
	for i := range seats {
		seats[i].Commit = ""
	}
	t.private.Links, t.private.Nonces = nil, nil
	if t.chance == 0 {
		chairs = nil
	}
	if err := t.apply(nil, &Entry{At: now.MS, Kind: KindStarted, Rare: &Rare{Seats: seats, Chairs: chairs}}); err != nil {
		return err
	}
	return t.settle(now)
}

// mix returns the key of the draws.
func (t *Table) mix(chairs []Chair) fair.Seed {
	if t.chance == 0 {
		return t.secret()
	}
	nonces := make([]*fair.Nonce, len(chairs))
	for i, c := range chairs {
		nonces[i] = c.nonce()
	}
	return fair.Mix(t.secret(), t.draws, nonces)
}

// applyChairs takes over who sat where when the game began.
func (t *Table) applyChairs(chairs []Chair) error {
	if t.chance != 0 && len(chairs) != len(t.Seats) {
		return fmt.Errorf("entry %d: %d chairs for %d seats", t.Seq+1, len(chairs), len(t.Seats))
	}
	for _, c := range chairs {
		if c.Seat < 0 || int(c.Seat) >= len(t.Seats) {
			return fmt.Errorf("no seat %d", c.Seat)
		}
	}
	t.Chairs, t.key = chairs, t.mix(chairs)
	return nil
}
