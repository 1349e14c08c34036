package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"atoll/game"
)

// Configure turns the setup's game, players and options into a Config.
func Configure(games Games, s Setup) (game.Config, error) {
	g, ok := games(s.Game)
	if !ok {
		return game.Config{}, refuse(Invalid, "game", "there is no game %.40q", s.Game)
	}
	if s.Players == 0 {
		s.Players = g.Players[0]
	}
	cfg, err := configure(g, g.Rules, s)
	if err != nil {
		where := "options"
		if !slices.Contains(g.Players, s.Players) {
			where = "players"
		}
		return cfg, refuse(Invalid, where, "%s", err.Error())
	}
	return cfg, nil
}

// configure reads the options of a table made by the given version of the rules.
func configure(g *game.Game, rules int, s Setup) (game.Config, error) {
	given := make(map[string]game.Value, len(s.Options))
	for k, v := range s.Options {
		data, err := json.Marshal(v)
		if err != nil {
			return game.Config{}, fmt.Errorf("option %.40q: %w", k, err)
		}
		var val game.Value
		if err := val.UnmarshalJSON(data); err != nil {
			return game.Config{}, fmt.Errorf("option %.40q: %w", k, err)
		}
		given[k] = val
	}
	return g.ConfigureAs(rules, s.Players, given)
}

// New makes a table. links has the hash of the link's token of every seat that
// is open or by invitation; commit is the maker's commitment to a nonce, "" for none.
func New(
	games Games,
	id string,
	setup Setup,
	host User,
	seed []byte,
	links map[string]string,
	commit string,
	now Now,
) (*Table, *Change, error) {
	cfg, err := Configure(games, setup)
	if err != nil {
		return nil, nil, err
	}
	setup.Players = cfg.Players
	seats, err := seatsOf(&setup, host)
	if err != nil {
		return nil, nil, err
	}
	if err := setup.decideShuffle(cfg.Game.DrawSeats); err != nil {
		return nil, nil, err
	}
	if err := checkCommit(commit); err != nil {
		return nil, nil, err
	}
	if i := slices.IndexFunc(seats, func(s Seat) bool { return s.Kind == SeatHuman }); i >= 0 {
		seats[i].Commit = commit
	}
	if setup.Rated && host.Kind != "account" {
		return nil, nil, refuse(Invalid, "rated", "sign in to play rated games")
	}
	if err := setup.check(cfg, seats); err != nil {
		return nil, nil, err
	}
	t := &Table{ID: id}
	err = t.apply(games, &Entry{At: now.MS, Kind: KindCreated, Rare: &Rare{Created: &Created{
		Rules: cfg.Game.Rules, Setup: setup, Host: host, Seats: seats, Seed: seed, Chance: chanceNow,
	}}})
	if err != nil {
		return nil, nil, err
	}
	t.private.Links = links
	if err := t.startIfFull(now); err != nil {
		return nil, nil, err
	}
	return t, t.change(nil, now), nil
}

// check refuses what does not go together, and settles what a rated game demands.
func (s *Setup) check(cfg game.Config, seats []Seat) error {
	if err := s.Clock.check(); err != nil {
		return err
	}
	if err := s.Abandon.check(); err != nil {
		return err
	}
	if s.Rated {
		s.NoTakeback = true
		for i, seat := range seats {
			if seat.Kind == SeatBot {
				return refuse(Invalid, fmt.Sprintf("seats[%d]", i), "a rated table has no bots")
			}
		}
		if s.Abandon.Policy == AbandonBot {
			return refuse(Invalid, "abandon.policy", "no bot plays for anybody in a rated game; choose wait or forfeit")
		}
		if s.Given != "" {
			return refuse(Invalid, "given", "a rated table leaves chance to chance")
		}
	}
	return checkGiven(cfg, s.Given)
}

func seatsOf(setup *Setup, host User) ([]Seat, error) {
	if setup.Seats == nil {
		setup.Seats = make([]SeatSetup, setup.Players)
		for i := range setup.Seats {
			setup.Seats[i].Kind = SeatOpen
		}
		setup.Seats[0].Kind = SeatMe
	}
	if len(setup.Seats) != setup.Players {
		return nil, refuse(Invalid, "seats", "%d seats are given for %d players", len(setup.Seats), setup.Players)
	}
	seats := make([]Seat, len(setup.Seats))
	for i, s := range setup.Seats {
		switch s.Kind {
		case SeatMe:
			seats[i] = Seat{Kind: SeatHuman, User: host}
		case SeatOpen:
			seats[i] = Seat{Kind: SeatOpen}
		case SeatInvite:
			seats[i] = Seat{Kind: SeatInvite}
		case SeatBot:
			if s.Level < 0 || s.Level > MaxLevel {
				return nil, refuse(Invalid, fmt.Sprintf("seats[%d].level", i), "a bot's level is 1 to %d, not %d", MaxLevel, s.Level)
			}
			seats[i] = Seat{Kind: SeatBot, Level: levelOr3(s.Level)}
		default:
			return nil, refuse(Invalid, fmt.Sprintf("seats[%d].kind", i), "a seat is me, open, invite or bot, not %.20q", string(s.Kind))
		}
	}
	return seats, nil
}

// MaxLevel is the strongest bot level.
const MaxLevel = 8

func levelOr3(n int) int {
	if n == 0 {
		return 3
	}
	return n
}

func (a Abandon) check() error {
	switch a.Policy {
	case "", AbandonWait, AbandonBot, AbandonForfeit:
	default:
		return refuse(Invalid, "abandon.policy", "an absent player is waited for (wait), played by a bot (bot) or out (forfeit), not %.20q", string(a.Policy))
	}
	if a.Grace < 0 || a.Grace > 3600 || a.Level < 0 || a.Level > MaxLevel {
		return refuse(Invalid, "abandon", "grace_s is 0 to 3600 and level 0 to %d", MaxLevel)
	}
	return nil
}

// checkGiven makes sure that the outcome fixed by the maker will fit: it must
// be one of the draws before the first decision.
func checkGiven(cfg game.Config, given string) error {
	if given == "" {
		return nil
	}
	if cfg.Game.Traits.Hidden {
		return refuse(Invalid, "given", "%s has secrets; what is drawn there cannot be given", cfg.Game.ID)
	}
	st, r := cfg.New(), game.NewRand(1)
	var first error
	for range 16 {
		if st.Acting() != game.Only(game.Nature) {
			break
		}
		err := game.Try(st, game.Nature, given, nil)
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
		if err := game.Try(st, game.Nature, game.Draw(st, r), nil); err != nil {
			return err
		}
	}
	if first == nil {
		first = errors.New("nothing is drawn before the first decision")
	}
	return refuse(Invalid, "given", "the given outcome does not fit: %s", first.Error())
}

// startIfFull begins the game once every seat is taken.
func (t *Table) startIfFull(now Now) error {
	if t.Setup.ManualGo || slices.ContainsFunc(t.Seats, Seat.free) {
		return nil
	}
	return t.seated(now)
}

// settle draws chance, makes steps whose choices are all in and plays answers given ahead, until it
// must wait for somebody.
func (t *Table) settle(now Now) error {
	for range maxSettle {
		acting := t.Acting()
		switch {
		case acting == 0:
			return nil
		case acting == game.Only(game.Nature):
			if err := t.apply(nil, &Entry{At: now.MS, Kind: KindPlay, Moves: []Move{{By: game.Nature, Do: t.drawOutcome()}}}); err != nil {
				return err
			}
		case t.Waiting() == 0:
			if err := t.resolve(now); err != nil {
				return err
			}
		default:
			s, do := t.answer()
			if do == "" {
				return nil
			}
			if err := t.apply(nil, &Entry{At: now.MS, Kind: KindPlay, Moves: []Move{{By: s, Do: do}}}); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("table %s: chance does not come to an end", t.ID)
}

const maxSettle = 10_000

func (t *Table) drawOutcome() string {
	if t.Setup.Given != "" && !t.given {
		if game.Try(t.state.Copy(), game.Nature, t.Setup.Given, nil) == nil {
			return t.Setup.Given
		}
	}
	return game.Draw(t.state, t.rand(t.recorded()))
}

// recorded counts the events that the record of the game has so far.
func (t *Table) recorded() int {
	n := len(t.steps)
	if n == 0 {
		return 0
	}
	last := t.steps[n-1]
	return last.event + len(t.log[last.entry].Moves)
}

// resolve makes the step for which every choice is sealed.
func (t *Table) resolve(now Now) error {
	e := Entry{At: now.MS, Kind: KindPlay}
	for s := range game.Seat(t.Config.Players) {
		for _, o := range t.private.Sealed {
			if o.Seat == s && o.Do != "" {
				e.Moves = append(e.Moves, Move{By: s, Do: o.Do, MS: o.Spent, Msg: o.Msg})
			}
		}
	}
	for i, m := range t.private.Msgs {
		if !slices.ContainsFunc(e.Moves, func(mv Move) bool { return sealMsg(mv.By, mv.Msg) == m }) {
			var seq int64
			if i < len(t.private.Seqs) {
				seq = t.private.Seqs[i]
			}
			e.keep(m, seq)
		}
	}
	return t.apply(nil, &e)
}

// sealMsg is a message id with the seat that sent it.
func sealMsg(s game.Seat, msg string) string { return string(rune('0'+s)) + " " + msg }

// sealedBy reports whether seat s sent what sealMsg made.
func sealedBy(m string, s game.Seat) bool { return strings.HasPrefix(m, sealMsg(s, "")) }

// change describes how the store gets from before (nil: nothing) to t.
func (t *Table) change(before *Table, now Now) *Change {
	c := &Change{Table: t.ID}
	var seen int64
	if before != nil {
		c.Version, seen = before.Version, before.Seq
	}
	c.Version++
	t.Version = c.Version
	c.Entries = t.log[seen:len(t.log):len(t.log)]
	c.Ping = len(c.Entries) > 0
	c.Head = t.head(now)
	if before == nil || before.Status != t.Status {
		c.Head.Info = t.info()
	}
	c.Private = t.private.data()
	for i := range c.Entries {
		switch e := &c.Entries[i]; e.Kind {
		case KindRated:
			c.Head.Info = t.info()
		case KindCreated, KindSeat, KindSeated, KindStarted:
			c.Head.Info = t.info()
			c.Members = t.members(before)
		}
	}
	return c
}

// members lists who came and who went.
func (t *Table) members(before *Table) []Member {
	var ms []Member
	if before != nil {
		for i, s := range before.Seats {
			for _, u := range s.users() {
				if !slices.Contains(t.Seats[i].users(), u) {
					ms = append(ms, Member{User: u, Seat: game.Seat(i), Gone: true})
				}
			}
		}
	}
	for i, s := range t.Seats {
		for _, u := range s.users() {
			if before == nil || !slices.Contains(before.Seats[i].users(), u) {
				ms = append(ms, Member{User: u, Seat: game.Seat(i)})
			}
		}
	}
	return ms
}

// users are those who sit on the seat, or for whom it is kept.
func (s Seat) users() []string {
	if s.User.ID == "" {
		return nil
	}
	return append([]string{s.User.ID}, s.Also...)
}

// head returns what lists and workers need, except Info.
func (t *Table) head(now Now) Head {
	return Head{
		Game: t.Setup.Game, Rules: t.Rules, Status: t.Status, Seq: t.Seq,
		Listed: t.Setup.Listed && (t.Status == Open || t.Status == Running),
		Rated:  t.Setup.Rated, Acting: t.Acting(), Deadline: t.Deadline(now),
		Created: t.Created, Updated: t.Updated,
	}
}

// Info is the public summary of a table that lists show.
type Info struct {
	Players int             `json:"players"`
	Options json.RawMessage `json:"options"`
	Host    string          `json:"host"`
	Seats   []Seat          `json:"seats"`
	Clock   ClockSetup      `json:"clock,omitzero"`
	Draws   bool            `json:"draws,omitempty"` // seats
	// Assigned, Tournament and TourName are as in Setup.
	Assigned   bool            `json:"assigned,omitempty"`
	Tournament string          `json:"tournament,omitempty"`
	TourName   string          `json:"tournament_name,omitempty"`
	Offline    bool            `json:"offline,omitempty"`
	Result     json.RawMessage `json:"result"`
}

func (t *Table) info() []byte {
	info := Info{
		Players:    t.Config.Players,
		Host:       t.Host.ID,
		Seats:      t.Seats,
		Clock:      t.Setup.Clock,
		Draws:      t.Setup.DrawsSeats(),
		Assigned:   t.Setup.Assigned,
		Tournament: t.Setup.Tournament,
		TourName:   t.Setup.TourName,
		Offline:    t.Setup.Offline,
	}
	all := map[string]game.Value{}
	for _, o := range t.Config.Game.Options {
		all[o.Key] = t.Config.Value(o.Key)
	}
	info.Options, _ = json.Marshal(all)
	info.Result = game.AppendResultJSON(nil, t.state.Result(), t.Config.SeatNames())
	data, err := json.Marshal(info)
	if err != nil {
		panic("match: summary: " + err.Error())
	}
	return data
}
