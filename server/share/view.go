package share

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"atoll/draw"
	"atoll/game"
	"atoll/match"
	"atoll/server/wire"
)

// view is what a link shows.
type view struct {
	title, line string
	card        Card
	key         string // of the picture: a hash of all that it shows
	board       func() (Drawn, error)
}

// drawing is part of every key, and goes up when pictures change.
const drawing = "1"

// close makes the key; position says which board is shown.
func (v *view) close(position string) *view {
	data, err := json.Marshal(&v.card)
	if err != nil {
		panic("share: " + err.Error()) // texts and numbers
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s", drawing, data, position))
	v.key = hex.EncodeToString(sum[:12])
	return v
}

// png draws the picture.
func (v *view) png() ([]byte, error) {
	if v.board != nil {
		b, err := v.board()
		if err != nil {
			return nil, err
		}
		v.card.board = b
	}
	return v.card.PNG()
}

// look returns what a stranger may know of a page. What is not there, what a stranger
// may not see and what cannot be read now all get the same answer.
func (s *Share) look(ctx context.Context, p page, l tongue) *view {
	var v *view
	switch p.kind {
	case tablePage, reviewPage:
		v = s.lookAtTable(ctx, p, l)
	case puzzlePage:
		v = s.lookAtPuzzle(p, l)
	case tournamentPage:
		v = s.lookAtTournament(ctx, p, l)
	case personPage:
		v = s.lookAtPerson(ctx, p, l)
	}
	if v == nil {
		v = (&view{title: "Atoll", line: l.say("atoll"), card: Card{Title: l.say("start"), Line: l.say("atoll")}}).close("")
	}
	return v
}

// stranger is a table as somebody without a name sees it, nil if they may not.
func (s *Share) stranger(ctx context.Context, id string) (*match.Table, game.Viewer) {
	_, t, err := s.tables.Read(ctx, id)
	if err != nil {
		return nil, game.Viewer{}
	}
	v, err := wire.ViewerOf(t, "", "public")
	if err != nil || t.Status == match.Aborted || t.Old() != nil {
		return nil, game.Viewer{}
	}
	return t, v.Sight(t)
}

func (s *Share) lookAtTable(ctx context.Context, p page, l tongue) *view {
	t, sight := s.stranger(ctx, p.id)
	if t == nil {
		return nil
	}
	seats := wire.SeatInfos(t.Config, t.Seats, 0, 0)
	name := t.Config.Game.Name
	v := &view{}
	c := &v.card
	for i, seat := range seats {
		c.Rows = append(c.Rows, s.seatRow(t.Config, i, seat, l))
	}
	if t.Status == match.Open {
		s.invitation(v, t, seats, l)
		v.board = func() (Drawn, error) { return s.drawn(beginning(t.Config), nil), nil }
		return v.close(string(t.Config.AppendText(nil)))
	}
	names := namesOf(seats)
	v.title, c.Title = l.say("against", names[0], l.list(names[1:])), name
	v.line, c.Line = l.say("watch"), settings(t, l)
	c.Eyebrow, c.Live = l.say("live"), true
	if t.Status == match.Over {
		v.title, v.line = outcome(names, t.Result(), l), l.say("again")
		c.Eyebrow, c.Live = "", false
		c.Rows = lead(c.Rows, t.Result())
	}
	if p.kind == reviewPage && p.at > 0 {
		return s.moment(ctx, v, t, sight, p, l)
	}
	step, position := t.Step, string(t.Look(sight).AppendText(nil))
	v.board = func() (Drawn, error) { return s.boardAt(t, sight, step) }
	return v.close(fmt.Sprint(t.ID, " ", step, " ", position))
}

// seatRow is a seat in the list at the right.
func (s *Share) seatRow(cfg game.Config, i int, seat wire.SeatInfo, l tongue) Row {
	r := Row{Name: writable(seat.Name, seat.Seat)}
	if seat.Kind == match.SeatOpen || seat.Kind == match.SeatInvite {
		return Row{Free: true, Name: l.say("freeSeat")} // never who was asked
	}
	if s.Chip != nil {
		chip := s.Chip(cfg, game.Seat(i))
		r.Chip = &chip
	} else {
		r.Place = seat.Seat
	}
	return r
}

func (s *Share) invitation(v *view, t *match.Table, seats []wire.SeatInfo, l tongue) {
	c := &v.card
	free := 0
	for _, r := range c.Rows {
		if r.Free {
			free++
		}
	}
	name := t.Config.Game.Name
	host, written := "", ""
	for _, seat := range seats {
		if seat.User != "" && seat.User == t.Host.ID {
			host, written = seat.Name, writable(seat.Name, seat.Seat)
		}
	}
	v.title, v.line = l.say("invitation", name), l.say("open")
	c.Title = v.title
	if host != "" {
		v.title, c.Title = l.say("play", name, host), l.say("invites", written, name)
	}
	c.Line = settings(t, l)
	switch free {
	case 0:
		v.line = l.say("full")
	default:
		first := slices.IndexFunc(c.Rows, func(r Row) bool { return r.Free })
		c.Rows[first].Name = l.count("free", free)
		c.Rows = slices.DeleteFunc(c.Rows, func(r Row) bool { return r.Free && r.Name == l.say("freeSeat") })
	}
}

// moment is the board of one step, with what the analysis says of it.
func (s *Share) moment(ctx context.Context, v *view, t *match.Table, sight game.Viewer, p page, l tongue) *view {
	var steps []int64
	err := s.Pay(ctx, func() (err error) { _, _, steps, err = t.At(p.at); return err })
	if err != nil {
		return nil
	}
	i := slices.Index(steps, p.at)
	c := &v.card
	c.Eyebrow, c.Live = l.say("move", i, len(steps)-1), false
	v.title += ", " + l.say("atMove", i, len(steps)-1)
	v.line = l.count("moves", len(steps)-1, t.Config.Game.Name) + ". " + l.say("see")
	if t.Status == match.Over && s.Chances != nil && i > 0 {
		v.chances(ctx, s, t, i, l)
	}
	v.board = func() (Drawn, error) { return s.boardAt(t, sight, p.at) }
	// A step is played once, so its board never changes.
	return v.close(fmt.Sprint(t.ID, " ", p.at))
}

// chances shows whose chance has changed most.
func (v *view) chances(ctx context.Context, s *Share, t *match.Table, step int, l tongue) {
	before, after := s.Chances(ctx, t.ID, step)
	most, at := 0.0, -1
	for seat := range t.Config.Players {
		name := t.Config.SeatName(game.Seat(seat))
		if d := math.Abs(after[name] - before[name]); d > most && before[name] > 0 {
			most, at = d, seat
		}
	}
	if at < 0 {
		return
	}
	percent := func(x float64) int { return int(math.Round(100 * x)) }
	name := t.Config.SeatName(game.Seat(at))
	seat := wire.SeatInfos(t.Config, t.Seats, 0, 0)[at]
	who := writable(seat.Name, seat.Seat)
	sum := 0.0
	for seat := range t.Config.Players {
		share := after[t.Config.SeatName(game.Seat(seat))]
		sum += share
		v.card.Bar = append(v.card.Bar, Part{Colour: draw.SeatColours[seat], Share: share})
	}
	if sum < .5 || sum > 1.5 {
		v.card.Bar = nil
		return
	}
	for i := range v.card.Bar {
		v.card.Bar[i].Share /= sum
	}
	v.card.Bar[0].Name = l.say("chance", who, percent(before[name]), percent(after[name]))
}

// boardAt draws a step with what it has changed.
func (s *Share) boardAt(t *match.Table, sight game.Viewer, step int64) (Drawn, error) {
	st, _, steps, err := t.At(step)
	if err != nil {
		return s.drawn(t.Look(sight), nil), nil // taken back meanwhile
	}
	var before game.State
	if i := slices.Index(steps, step); i > 0 {
		was, _, _, err := t.At(steps[i-1])
		if err != nil {
			return Drawn{}, err
		}
		before = game.Look(was, sight)
	}
	return s.drawn(game.Look(st, sight), before), nil
}

// drawn draws a state that was redacted for a stranger.
func (s *Share) drawn(look, before game.State) Drawn {
	if s.Draw != nil {
		if b, ok := s.Draw(look, before); ok {
			return Drawn{Board: b}
		}
	}
	return Drawn{Text: string(look.AppendBoard(nil))}
}

// beginning is an early position of a game that nobody plays: chance and secret
// first choices are made up.
func beginning(cfg game.Config) game.State {
	st, r := cfg.New(), game.NewRand(20)
	for range 4 {
		acting := st.Acting()
		if acting == game.Only(game.Nature) {
			if game.Try(st, game.Nature, game.Draw(st, r), nil) != nil {
				break
			}
			continue
		}
		if acting.Len() < 2 {
			break
		}
		var c game.Choices
		for seat := range game.Nature {
			if acting.Has(seat) {
				c[seat], _ = game.Sample(st, seat, r, nil)
			}
		}
		st.Play(c, nil)
		break
	}
	return game.Look(st, game.PublicViewer())
}

func (s *Share) lookAtPuzzle(p page, l tongue) *view {
	if s.Puzzle == nil {
		return nil
	}
	z, ok := s.Puzzle(p.id, p.n)
	g, known := s.n.Game(p.id)
	if !ok || !known {
		return nil
	}
	head, _, _ := strings.Cut(z.Position, " |")
	cfg, err := g.ParseConfig(head)
	if err != nil {
		return nil
	}
	st := cfg.New()
	if st.UnmarshalText([]byte(z.Position)) != nil {
		return nil
	}
	v := &view{line: l.say("solve"), card: Card{Eyebrow: l.say("puzzle")}}
	v.card.Title, v.card.Line = l.say("escape"), g.Name
	switch z.Kind {
	case "win":
		v.card.Title = l.count("win", z.N)
	case "mix":
		v.card.Title = l.say("puzzle")
	}
	v.title = g.Name + ": " + v.card.Title
	if seat, ok := cfg.SeatByName(z.Me); ok && seat != game.Nature {
		row := Row{Place: z.Me, Name: l.say("toMove")}
		if s.Chip != nil {
			chip := s.Chip(cfg, seat)
			row.Chip = &chip
		}
		v.card.Rows = []Row{row}
	}
	v.board = func() (Drawn, error) { return s.drawn(game.Look(st, game.PublicViewer()), nil), nil }
	return v.close(z.Position)
}

func (s *Share) lookAtTournament(ctx context.Context, p page, l tongue) *view {
	if s.Tournament == nil {
		return nil
	}
	tour, err := s.tournament(ctx, p.id)
	if err != nil {
		return nil
	}
	g, ok := s.n.Game(tour.Game)
	if !ok {
		return nil
	}
	v := &view{title: tour.Name, line: l.count("players", tour.Entrants, g.Name), card: Card{Title: writable(tour.Name, g.Name), Line: g.Name}}
	if tour.Open {
		v.line += " " + l.say("mayJoin")
	} else {
		v.line += " " + l.say("standings")
	}
	switch tour.Status {
	case "running":
		v.card.Eyebrow, v.card.Live = l.say("live"), true
	case "over":
		v.card.Eyebrow = l.say("over")
	default:
		v.card.Eyebrow = l.say("soon")
		v.card.Line = l.count("players", tour.Entrants, g.Name)
	}
	if tour.Status != "announced" {
		for i, leader := range tour.Leaders {
			v.card.Rows = append(v.card.Rows,
				Row{Place: strconv.Itoa(leader.Place), Name: writable(leader.Name, "–"), Value: leader.Points, Lead: i == 0})
		}
		if len(tour.Leaders) > 0 {
			key := map[bool]string{true: "won", false: "leads"}[tour.Status == "over"]
			v.title = l.say(key, tour.Name, tour.Leaders[0].Name, tour.Leaders[0].Points)
		}
	}
	if tour.Table != "" {
		if t, sight := s.stranger(ctx, tour.Table); t != nil && t.Status != match.Open {
			step, position := t.Step, string(t.Look(sight).AppendText(nil))
			v.board = func() (Drawn, error) { return s.boardAt(t, sight, step) }
			return v.close(fmt.Sprint(t.ID, " ", step, " ", position))
		}
	}
	cfg, err := g.Configure(cmp.Or(tour.Players, g.Players[0]), nil)
	if err != nil {
		return nil
	}
	v.board = func() (Drawn, error) { return s.drawn(beginning(cfg), nil), nil }
	return v.close(cfg.String())
}

func (s *Share) lookAtPerson(ctx context.Context, p page, l tongue) *view {
	if s.Person == nil {
		return nil
	}
	who, err := s.Person(ctx, p.id)
	if err != nil || who.Kind != match.Account && who.Kind != match.Program {
		return nil
	}
	v := &view{title: l.say("person", who.Name), line: l.say("personLine"), card: Card{Title: writable(who.Name, "Atoll")}}
	ratings := slices.DeleteFunc(slices.Clone(who.Ratings), func(r wire.RatingInfo) bool { return r.Provisional })
	slices.SortStableFunc(ratings, func(a, b wire.RatingInfo) int { return cmp.Compare(b.Games, a.Games) })
	best := ""
	seen := map[string]bool{}
	for _, r := range ratings {
		g, ok := s.n.Game(r.Game)
		if !ok || seen[r.Game] || len(v.card.Rows) == 4 {
			continue
		}
		seen[r.Game] = true
		best = cmp.Or(best, r.Game)
		v.card.Rows = append(v.card.Rows, Row{Name: g.Name, Value: strconv.Itoa(r.Rating)})
	}
	if best == "" {
		v.card.Line, best = l.say("noRating"), s.n.Games[0].ID
	}
	g, _ := s.n.Game(best)
	cfg, err := g.Configure(g.Players[0], nil)
	if err != nil {
		return nil
	}
	v.board = func() (Drawn, error) { return s.drawn(beginning(cfg), nil), nil }
	return v.close(cfg.String())
}

// settings are the clock of a table and whether it counts.
func settings(t *match.Table, l tongue) string {
	counts := "unrated"
	if t.Setup.Rated {
		counts = "rated"
	}
	return clock(t.Setup.Clock, l) + ", " + l.say(counts)
}

func clock(c match.ClockSetup, l tongue) string {
	switch c.Kind {
	case match.Fischer:
		return l.say("minutes", strconv.FormatFloat(math.Round(float64(c.Initial)/6)/10, 'f', -1, 64), c.Increment)
	case match.PerTurn:
		return l.say("seconds", c.Turn)
	case match.Correspondence:
		return l.count("days", c.Days)
	}
	return l.say("untimed")
}

func namesOf(seats []wire.SeatInfo) []string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = cmp.Or(seat.Name, seat.Seat)
	}
	return names
}

// outcome says who has beaten whom.
func outcome(names []string, r game.Result, l tongue) string {
	var first, rest []string
	for i, name := range names {
		if r.Rank[i] == 1 {
			first = append(first, name)
		} else {
			rest = append(rest, name)
		}
	}
	if len(rest) == 0 || len(first) == 0 {
		return l.say("drew", l.list(names))
	}
	return l.say("beat", l.list(first), l.list(rest))
}

// lead marks the winners and puts them first.
func lead(rows []Row, r game.Result) []Row {
	out := make([]Row, 0, len(rows))
	for rank := 1; rank <= len(rows); rank++ {
		for i, row := range rows {
			if int(r.Rank[i]) == rank {
				row.Lead = rank == 1
				out = append(out, row)
			}
		}
	}
	return out
}

// writable returns a name if our fonts have its letters, and a substitute if not.
func writable(name, instead string) string {
	if name == "" || !draw.CanWrite(name) {
		return instead
	}
	return name
}
