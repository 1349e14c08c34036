package tournament

import (
	"errors"
	"fmt"
	"slices"

	"atoll/match"
	"atoll/pairing"
)

// Status is where a tournament is in its life.
type Status string

const (
	Announced Status = "announced"
	Running   Status = "running"
	Over      Status = "over"
)

// State is what an entrant wants.
type State string

const (
	In    State = "in"
	Pause State = "pause"
	Out   State = "out"
)

// Entrant is somebody who has entered.
type Entrant struct {
	User  match.User
	Level int // of a house bot; 0 for people and programs
	State State
	Late  bool  // came in after the first round began
	Free  int64 // when the last game ended, or when they came in
	Game  int   // the game being played, or -1
	Byes  int
	// SatOut are the rounds of the byes, from 0.
	SatOut []int

	met      []int
	balance  int
	sat      int
	seats    []int
	outcomes []pairing.Outcome
	rated    int // sum of opponents' ratings, for the average
}

// Game is a game of a tournament.
type Game struct {
	No     int
	Round  int
	Match  int // of a knock-out: which place of the round
	Table  string
	Seats  []int // entrants in seat order
	Begun  int64
	Ended  int64 // 0 while it is played
	Ranks  []int // in seat order; nil: being played or called off
	Absent []int // seats whose players did not come
}

// Tournament is a tournament at one moment. It belongs to one goroutine.
type Tournament struct {
	ID       string
	Seq      int64
	Plan     Plan
	Host     match.User
	From     string
	Status   Status
	Why      string // it ended
	Created  int64
	Begun    int64
	Ended    int64
	Entrants []*Entrant
	Games    []*Game
	Round    int // rounds begun; of an arena: pairings made
	byUser   map[string]int
	open     int   // games being played
	roundEnd int64 // when the latest round ended; 0 while it is played
	places   []int // of a knock-out: the draw, -1 for nobody; of all against all: who was there at the start
}

// Refusals that a person can meet.
var (
	ErrOver     = errors.New("the tournament is over")
	ErrFull     = errors.New("the tournament is full")
	ErrClosed   = errors.New("entries closed when the first round began")
	ErrIn       = errors.New("you have entered already")
	ErrNotIn    = errors.New("you have not entered this tournament")
	ErrPrograms = errors.New("this tournament is for people only")
	ErrRating   = errors.New("your rating is outside the range of this tournament")
	ErrStarted  = errors.New("the tournament has begun")
	ErrOut      = errors.New("you have been knocked out")
)

// New announces a tournament.
func New(plan Plan, host match.User, from string, now int64) (Entry, error) {
	if err := plan.Check(); err != nil {
		return Entry{}, err
	}
	host.Name = "" // see Enter
	return Entry{At: now, Created: &Created{Plan: plan, Host: host, From: from}}, nil
}

// Replay makes a tournament from its log.
func Replay(id string, log []Entry) (*Tournament, error) {
	t := &Tournament{ID: id, byUser: map[string]int{}}
	for i := range log {
		if err := t.Apply(log[i]); err != nil {
			return nil, fmt.Errorf("tournament %s, entry %d: %w", id, i+1, err)
		}
	}
	if t.Seq == 0 {
		return nil, fmt.Errorf("tournament %s has no log", id)
	}
	return t, nil
}

// Apply makes an entry true.
func (t *Tournament) Apply(e Entry) error {
	if t.byUser == nil {
		t.byUser = map[string]int{}
	}
	if (t.Seq == 0) != (e.Created != nil) {
		return errors.New("a log begins with the announcement, once")
	}
	switch {
	case e.Created != nil:
		t.Plan, t.Host, t.From = e.Created.Plan, e.Created.Host, e.Created.From
		t.Status, t.Created = Announced, e.At
		for _, level := range t.Plan.Bots {
			t.enter(&Enter{Level: level}, e.At)
		}
	case e.Enter != nil:
		t.enter(e.Enter, e.At)
	case e.Turn != nil:
		if e.Turn.Entrant < 0 || e.Turn.Entrant >= len(t.Entrants) {
			return fmt.Errorf("there is no entrant %d", e.Turn.Entrant)
		}
		x := t.Entrants[e.Turn.Entrant]
		if x.State != In && e.Turn.To == In {
			x.Free = e.At
		}
		x.State = e.Turn.To
	case e.Started:
		t.Status, t.Begun, t.roundEnd = Running, e.At, e.At
		switch t.Plan.Kind {
		case Knockout:
			t.places = t.draw()
		case RoundRobin:
			for i, x := range t.Entrants {
				if x.State != Out {
					t.places = append(t.places, i)
				}
			}
		}
	case e.Round != nil:
		return t.round(e.Round, e.At)
	case e.Result != nil:
		return t.result(e.Result, e.At)
	case e.Ended != nil:
		t.Status, t.Why, t.Ended = Over, e.Ended.Why, e.At
	default:
		return errors.New("an entry without content")
	}
	t.Seq++
	return nil
}

func (t *Tournament) enter(e *Enter, now int64) {
	if i, ok := t.byUser[e.User.ID]; ok && e.Level == 0 {
		t.Entrants[i].State, t.Entrants[i].Free = In, now
		return
	}
	if e.Level == 0 {
		t.byUser[e.User.ID] = len(t.Entrants)
	}
	t.Entrants = append(t.Entrants, &Entrant{
		User: e.User, Level: e.Level, State: In, Late: t.Status == Running && t.Round > 0, Free: now, Game: -1,
		seats: make([]int, t.Plan.Table.Players),
	})
}

func (t *Tournament) round(r *Round, now int64) error {
	for _, p := range r.Games {
		g := &Game{No: len(t.Games), Round: t.Round, Match: p.Match, Table: p.Table, Seats: p.Seats, Begun: now}
		for seat, i := range p.Seats {
			if i < 0 || i >= len(t.Entrants) {
				return fmt.Errorf("there is no entrant %d", i)
			}
			x := t.Entrants[i]
			if x.Game >= 0 {
				return fmt.Errorf("entrant %d is playing", i)
			}
			x.Game = g.No
			x.seats[seat]++
			for _, j := range p.Seats {
				if j != i {
					x.met = append(x.met, j)
					x.rated += t.Entrants[j].User.Rating
				}
			}
			switch seat {
			case 0:
				x.balance, x.sat = x.balance+1, 1
			case len(p.Seats) - 1:
				x.balance, x.sat = x.balance-1, -1
			}
		}
		t.Games = append(t.Games, g)
		t.open++
	}
	for _, i := range r.Byes {
		t.Entrants[i].Byes++
		t.Entrants[i].SatOut = append(t.Entrants[i].SatOut, t.Round)
	}
	t.Round++
	t.Seq++
	t.roundEnd = 0
	if t.open == 0 {
		t.roundEnd = now
	}
	return nil
}

func (t *Tournament) result(r *Result, now int64) error {
	if r.Game < 0 || r.Game >= len(t.Games) {
		return fmt.Errorf("there is no game %d", r.Game)
	}
	g := t.Games[r.Game]
	if g.Ended != 0 {
		return fmt.Errorf("game %d has ended already", r.Game)
	}
	if r.Ranks != nil && len(r.Ranks) != len(g.Seats) {
		return fmt.Errorf("game %d has %d seats, not %d", r.Game, len(g.Seats), len(r.Ranks))
	}
	g.Ended, g.Ranks, g.Absent = now, r.Ranks, r.Absent
	for seat, i := range g.Seats {
		x := t.Entrants[i]
		x.Game, x.Free = -1, now
		if o, ok := g.outcome(seat); ok && len(g.Seats) == 2 {
			x.outcomes = append(x.outcomes, o)
		}
	}
	t.open--
	if t.open == 0 {
		t.roundEnd = now
	}
	t.Seq++
	return nil
}

// outcome of a game for two; false if it was called off.
func (g *Game) outcome(seat int) (pairing.Outcome, bool) {
	switch {
	case g.Ended == 0 || g.Ranks == nil && len(g.Absent) == 0:
		return pairing.Loss, false
	case slices.Contains(g.Absent, seat):
		return pairing.Loss, true
	case len(g.Absent) > 0:
		return pairing.Win, true
	case g.Ranks[seat] > 1:
		return pairing.Loss, true
	case slices.Max(g.Ranks) == 1:
		return pairing.Draw, true
	default:
		return pairing.Win, true
	}
}

// Find returns a user's entrant, or -1.
func (t *Tournament) Find(user string) int {
	if i, ok := t.byUser[user]; ok {
		return i
	}
	return -1
}

// Enter lets somebody in, or in again after a withdrawal. games is how many
// rated games they have played at this game and speed. Whether they may see
// the tournament at all is for the caller to say.
func (t *Tournament) Enter(u match.User, games int, now int64) (Entry, error) {
	p := &t.Plan
	i := t.Find(u.ID)
	switch {
	case t.Status == Over:
		return Entry{}, ErrOver
	case i >= 0 && t.Entrants[i].State != Out:
		return Entry{}, ErrIn
	case t.Status == Running && (p.Kind == RoundRobin || p.Kind == Knockout):
		return Entry{}, ErrClosed
	case t.Status == Running && p.Kind != Arena && t.Round >= t.rounds():
		return Entry{}, ErrClosed
	case i < 0 && len(t.Entrants) >= p.most():
		return Entry{}, ErrFull
	case u.Kind == "bot" && !p.Programs:
		return Entry{}, ErrPrograms
	case u.Rating < p.MinRating || p.MaxRating > 0 && u.Rating > p.MaxRating, games < p.MinGames:
		return Entry{}, ErrRating
	}
	// Logs are permanent and names are not: they are looked up when shown.
	u.Name = ""
	return Entry{At: now, Enter: &Enter{User: u}}, nil
}

// Turn pauses an entrant, lets them go on, or lets them leave.
func (t *Tournament) Turn(user string, to State, now int64) (Entry, error) {
	i := t.Find(user)
	switch {
	case i < 0:
		return Entry{}, ErrNotIn
	case t.Status == Over:
		return Entry{}, ErrOver
	case t.Plan.Kind == Knockout && t.Status == Running && t.Bracket().Lost[i]:
		return Entry{}, ErrOut
	}
	return Entry{At: now, Turn: &Turn{Entrant: i, To: to}}, nil
}

// CallOff ends a tournament at the request of its maker or the host.
func (t *Tournament) CallOff(now int64) (Entry, error) {
	if t.Status == Over {
		return Entry{}, ErrOver
	}
	return Entry{At: now, Ended: &Ended{WhyCalledOff}}, nil
}

// Report returns the entry for how a game ended; false if that is known already.
func (t *Tournament) Report(game int, ranks, absent []int, now int64) (Entry, bool) {
	if game < 0 || game >= len(t.Games) || t.Games[game].Ended != 0 || t.Status == Over {
		return Entry{}, false
	}
	return Entry{At: now, Result: &Result{Game: game, Ranks: ranks, Absent: absent}}, true
}

// Missing is when a game's players must have appeared, Unix ms.
func (t *Tournament) Missing(g *Game) int64 { return g.Begun + t.Plan.absence() }

func (t *Tournament) rounds() int {
	switch n := len(t.Entrants); t.Plan.Kind {
	case Swiss:
		if t.Plan.Rounds > 0 {
			return t.Plan.Rounds
		}
		return pairing.SwissRounds(n)
	case Pods:
		if t.Plan.Rounds > 0 {
			return t.Plan.Rounds
		}
		return 3
	case RoundRobin:
		if t.Status != Announced {
			n = len(t.places)
		}
		return max(0, n-1+n%2)
	default:
		return 0
	}
}

// Rounds is how many rounds there will be; 0 where that is not known.
func (t *Tournament) Rounds() int { return t.rounds() }
