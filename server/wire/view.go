package wire

import (
	"encoding/json"
	"fmt"
	"time"

	"atoll/bots"
	"atoll/game"
	"atoll/match"
)

const (
	// MaxLegal is the most legal actions that a view lists.
	MaxLegal = 512
	// MaxDelta is how many entries a delta may have; beyond that a snapshot is
	// shorter.
	MaxDelta = 200
	logLines = 300 // of a snapshot
)

// Viewer is who looks at a table: one seat, or the public. After the end both
// see the truth.
type Viewer struct {
	Seat game.Seat  // NoSeat: the public
	Mine game.Seats // seats that the user may play
	Want bool       // the seat was asked for, and is kept after the end
}

// Sight is the one place where a right to see is turned into a game.Viewer.
func (v Viewer) Sight(t *match.Table) game.Viewer {
	if t.Status == match.Over && !v.Want {
		return game.TruthViewer()
	}
	if v.Seat != game.NoSeat {
		return game.SeatViewer(v.Seat)
	}
	return game.PublicViewer()
}

func (v Viewer) name(t *match.Table) string {
	sight := v.Sight(t)
	if sight.Truth() {
		return "truth"
	}
	if s, ok := sight.Seat(); ok {
		return t.Config.SeatName(s)
	}
	return "public"
}

// ViewerOf decides as whom a user may look at a table.
func ViewerOf(t *match.Table, user, seat string) (Viewer, error) {
	v := Viewer{Seat: game.NoSeat, Mine: t.SeatsOf(user)}
	switch {
	case seat == "" || seat == "public":
		if seat == "" && v.Mine.Len() == 1 {
			v.Seat = v.Mine.First()
		}
		if seat == "public" {
			v.Want = true
		}
	default:
		s, ok := t.Config.SeatByName(seat)
		if !ok || s == game.Nature {
			return Viewer{}, &match.Error{Kind: match.Unknown, Where: "query.seat", Message: fmt.Sprintf("there is no seat %.8q", seat)}
		}
		if !v.Mine.Has(s) && t.Status != match.Over {
			return Viewer{}, &match.Error{Kind: match.Forbidden, Where: "query.seat", Message: "this is not your seat"}
		}
		v.Seat, v.Want = s, t.Status == match.Over
	}
	if v.Mine == 0 && closed(t, user) {
		return Viewer{}, &match.Error{Kind: match.Forbidden, Message: "this table has no spectators"}
	}
	return v, nil
}

// closed reports whether a table is closed to a user without a seat. It stays so
// after the end; only what counts for ratings becomes public then, and the maker
// may read what they have made.
func closed(t *match.Table, user string) bool {
	switch {
	case !t.Setup.NoWatchers || t.Status == match.Open:
		return false
	case t.Status == match.Running:
		return true
	}
	return !t.Setup.Rated && (user == "" || user != t.Host.ID)
}

func SeatNames(t *match.Table, set game.Seats) []string {
	names := []string{}
	for s := range game.Seat(t.Config.Players) {
		if set.Has(s) {
			names = append(names, t.Config.SeatName(s))
		}
	}
	return names
}

// Scene is a table at one moment, as far as it is the same for everybody who
// looks at it.
type Scene struct {
	Table  *match.Table
	Now    match.Now
	Online game.Seats // seats with a live connection
}

// AppendPosition appends the JSON of the position as sight may see it.
func (s Scene) AppendPosition(b []byte, sight game.Viewer) ([]byte, error) {
	return game.AppendJSON(b, s.Table.Look(sight))
}

// View is all that v may know of the moment. The position is the one written for
// v's sight.
func (s Scene) View(v Viewer, position []byte) View {
	t := s.Table
	out := View{
		Table: t.ID, Seq: t.Seq, Step: t.Step, Viewer: v.name(t), Status: string(t.Status),
		Position: position, Acting: SeatNames(t, t.Acting()),
		Seats:  SeatInfos(t.Config, t.Seats, v.Mine, s.Online),
		Result: json.RawMessage("null"),
	}
	if old := t.Old(); old != nil {
		out.Old = &OldRules{Version: old.Version, Now: old.Game.Rules}
	}
	if t.Status == match.Running && v.Seat != game.NoSeat && t.Acting().Has(v.Seat) {
		out.Legal = Legal(t.Look(game.SeatViewer(v.Seat)), v.Seat, "", MaxLegal)
		if out.Legal.More {
			out.Legal.Actions = []string{}
		}
		if do := t.SealedChoice(v.Seat); do != "" {
			out.Sealed = &do
		}
	}
	if v.Seat != game.NoSeat && t.TakesLines() {
		fit, lost := t.LinesOf(v.Seat)
		out.Lines = &OwnLines{Fit: ownLines(t, fit), Lost: ownLines(t, lost)}
	}
	if t.Setup.ShowReady {
		out.Ready = SeatNames(t, t.Acting()&^t.Waiting())
	}
	out.Clocks = s.Clocks(v)
	if t.Ask != nil {
		out.Offers.Takeback = &Takeback{By: t.Config.SeatName(t.Ask.By), To: t.Ask.To, Agreed: SeatNames(t, t.Agreed)}
	}
	if t.Rematch != 0 {
		out.Offers.Rematch = SeatNames(t, t.Rematch)
	}
	out.Offers.Next = t.Next
	out.Proof = s.Proof(v.Mine)
	if t.Status == match.Over {
		out.Result = game.AppendResultJSON(nil, t.Result(), t.Config.SeatNames())
	}
	return out
}

func ownLines(t *match.Table, all []match.Line) []OwnLine {
	out := make([]OwnLine, len(all))
	for i, l := range all {
		out[i].Do = l.Do
		for _, s := range l.By {
			out[i].By = append(out[i].By, t.Config.SeatName(s))
		}
	}
	return out
}

// Delta is what brings v from a sequence number to the present one.
func (s Scene) Delta(v Viewer, from int64, position []byte) Delta {
	return Delta{From: from, To: s.Table.Seq, Entries: Entries(s.Table, v, from, MaxDelta), View: s.View(v, position)}
}

// Snapshot is all that v may know of the table and its past. Chat, spectators and
// muted are the caller's to add.
func (s Scene) Snapshot(v Viewer, position []byte) *Snapshot {
	return &Snapshot{
		Info: s.Info(v.Mine), Setup: SetupOf(&s.Table.Setup), View: s.View(v, position), Chairs: ChairsNow(s.Table),
		Log: Entries(s.Table, v, 0, logLines), Chat: []ChatLine{}, Time: s.Now.MS,
	}
}

// Legal lists the legal actions of seat s in a position redacted for it.
func Legal(st game.State, s game.Seat, prefix string, limit int) *LegalList {
	list := &LegalList{Count: game.Count(st, s), Actions: []string{}}
	if prefix == "" && list.Count > limit {
		if limit == MaxLegal {
			list.More = true
			return list
		}
	}
	worded, _ := st.(game.Worded)
	for _, a := range st.AppendActions(nil, s) {
		text := string(st.AppendAction(nil, s, a))
		if len(text) < len(prefix) || text[:len(prefix)] != prefix {
			continue
		}
		if len(list.Actions) == limit {
			list.More = true
			break
		}
		list.Actions = append(list.Actions, text)
		if worded != nil {
			group, words := worded.ActionWords(s, a)
			list.Words = append(list.Words, ActionWords{group, words})
		}
	}
	return list
}

// Clocks are the clocks as v may know them; nil where there are none.
func (s Scene) Clocks(v Viewer) *Clocks {
	t := s.Table
	if t.Setup.Clock.Kind == "" || t.Setup.Clock.Kind == match.NoClock || t.Status == match.Open || t.Status == match.Aborted {
		return nil
	}
	c := &Clocks{Time: t.Since(s.Now)}
	for seat := range game.Seat(t.Config.Players) {
		ms, runs := t.LeftAt(seat, v.Seat, s.Now)
		clock := SeatClock{Seat: t.Config.SeatName(seat), Left: ms, Running: runs}
		if v, ok := t.VacationOf(seat, s.Now.MS); ok && t.Status == match.Running {
			clock.Vacation = &Vacation{v.From, v.To}
		}
		c.Seats = append(c.Seats, clock)
	}
	return c
}

// SeatInfos describes seats to everybody.
func SeatInfos(cfg game.Config, seats []match.Seat, mine, online game.Seats) []SeatInfo {
	out := make([]SeatInfo, len(seats))
	for i, seat := range seats {
		n := game.Seat(i)
		out[i] = SeatInfo{
			Seat: cfg.SeatName(n), Kind: seat.Kind, Name: seat.User.Name, User: seat.User.ID, Level: seat.Level,
			Mine: mine.Has(n), Online: online.Has(n), Stand: seat.Stand,
			Rating: seat.User.Rating, Unsure: seat.User.Unsure, Change: seat.Change,
		}
		if seat.Kind == match.SeatBot {
			out[i].Online = true
			if !seat.Stand {
				out[i].Name = BotName(seat.Level)
			}
		}
	}
	return out
}

func BotName(level int) string {
	if level < 1 || level > len(bots.LevelNames) {
		return "Bot"
	}
	return bots.LevelNames[level-1]
}

// Info is the table in a list, for a user who may play the seats in mine.
func (s Scene) Info(mine game.Seats) TableInfo {
	t := s.Table
	options := map[string]any{}
	for _, o := range t.Config.Game.Options {
		options[o.Key] = t.Config.Value(o.Key)
	}
	i := TableInfo{
		ID: t.ID, Game: t.Config.Game.ID, Players: t.Config.Players, Options: options, Status: string(t.Status),
		Seats: SeatInfos(t.Config, t.Seats, mine, s.Online), Clock: ClockSetup(t.Setup.Clock), Rated: t.Setup.Rated, Listed: t.Setup.Listed,
		Draws: t.Setup.DrawsSeats(), Created: t.Created, Updated: t.Updated, Host: t.Host.ID, Seq: t.Seq,
		Acting: SeatNames(t, t.Acting()), YourTurn: t.Waiting()&mine != 0, Result: json.RawMessage("null"),
		Assigned: t.Setup.Assigned, Tour: t.Setup.Tournament, TourName: t.Setup.TourName, Offline: t.Setup.Offline,
	}
	if t.Status == match.Over {
		i.Result = game.AppendResultJSON(nil, t.Result(), t.Config.SeatNames())
	}
	return i
}

// Entries returns the log after a sequence number as v may know it.
func Entries(t *match.Table, v Viewer, after int64, limit int) []Entry {
	log, stories := t.Log(after)
	if len(log) > limit {
		stories = stories[len(log)-limit:]
		log = log[len(log)-limit:]
	}
	out := make([]Entry, len(log))
	for i := range log {
		out[i] = entry(t, v, &log[i], stories[i])
	}
	return out
}

func entry(t *match.Table, v Viewer, e *match.Entry, told []match.Story) Entry {
	out := Entry{Seq: e.Seq, At: e.At, Kind: string(e.Kind)}
	name := t.Config.SeatName
	switch e.Kind {
	case match.KindCreated:
		out.Text = e.Created.Host.Name + " made the table."
		if e.Created.Setup.Assigned {
			out.Text = "The tournament made the table."
		}
	case match.KindSeat:
		out.Seat = name(e.Seat.Seat)
		out.Text = seatText(out.Seat, e.Seat)
	case match.KindSeated:
		out.Text = "Every seat is taken. The players' numbers for chance are opened."
		out.Chairs = openChairs(t)
	case match.KindStarted:
		out.Step = e.Seq
		out.Text = startedText(t, e)
		out.Chairs = chairs(t, e.Chairs)
	case match.KindPlay:
		out.Step = e.Seq
		if len(e.Moves) == 1 {
			out.Seat = name(e.Moves[0].By)
		}
		if t.Old() != nil {
			for i, m := range e.Moves {
				if i > 0 {
					out.Text += " "
				}
				out.Text += t.OldMove(m)
			}
			break
		}
		if e.Moves[0].By == game.Nature {
			k, do := t.Drawn(e, v.Sight(t))
			out.Draw = &Draw{Event: k, Do: do}
		}
		out.Stories = stories(t, v, told)
	case match.KindTable:
		out.Step = e.Seq
		out.Seat = name(e.Moves[0].By)
		out.Text = out.Seat + ": " + e.Moves[0].Do + "."
		out.Stories = stories(t, v, told)
	case match.KindOffer:
		out.Seat = name(e.Offer.By)
		out.Text = out.Seat + ": " + e.Offer.What + "."
	case match.KindTakeback:
		out.Step = e.To
		out.Text = "The last choice was taken back."
	case match.KindAborted:
		out.Text = "The table was closed."
	case match.KindNext:
		out.Text = "The rematch begins."
	case match.KindRated:
		out.Text = ratedText(name, e.Ratings)
	case match.KindVacation:
		out.Text = vacationText(name, e.At, e.Vacations)
	}
	return out
}

func ratedText(name func(game.Seat) string, ratings []match.Rated) string {
	text := "Ratings:"
	for i, r := range ratings {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprintf(" %s %d (%+d)", name(r.Seat), r.Rating, r.Change)
	}
	return text + "."
}

// vacationText says when the clocks of days stand still. The days are those of
// UTC: everybody reads the same log.
func vacationText(name func(game.Seat) string, now int64, list []match.Vacation) string {
	text := "Vacation:"
	for _, v := range list {
		if v.To <= now {
			continue
		}
		if text != "Vacation:" {
			text += ","
		}
		day := func(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.DateOnly) }
		text += " " + name(v.Seat) + " from " + day(v.From) + " until " + day(v.To)
	}
	if text == "Vacation:" {
		return "Nobody is on vacation any more."
	}
	return text + "."
}

func seatText(seat string, c *match.SeatChange) string {
	switch c.Why {
	case "joined":
		return c.Now.User.Name + " sits down as " + seat + "."
	case "left":
		return "Seat " + seat + " is free again."
	case "away":
		return c.Now.User.Name + " is away; a bot plays " + seat + "."
	case "committed":
		return c.Now.User.Name + " adds a number to chance."
	case "back":
		return c.Now.User.Name + " is back as " + seat + "."
	}
	return "Seat " + seat + " was changed."
}

func stories(t *match.Table, v Viewer, told []match.Story) []json.RawMessage {
	sight := v.Sight(t)
	var out []json.RawMessage
	for _, e := range told {
		if e.Audience.Includes(sight) {
			out = append(out, e.JSON)
		}
	}
	return out
}
