package server

import (
	"encoding/json"
	"fmt"

	"atoll/bots"
	"atoll/game"
	"atoll/match"
)

// maxLegal is up to how many legal actions a view lists them.
const maxLegal = 512

// viewer is who looks at a table: one seat, or the public. After the end both
// see the truth.
type viewer struct {
	seat game.Seat  // NoSeat: the public
	mine game.Seats // seats that the user may play
	want bool       // the seat was asked for, and is kept after the end
}

// sight is the one place where a right to see is turned into a game.Viewer.
func (v viewer) sight(t *match.Table) game.Viewer {
	if t.Status == match.Over && !v.want {
		return game.TruthViewer()
	}
	if v.seat != game.NoSeat {
		return game.SeatViewer(v.seat)
	}
	return game.PublicViewer()
}

func (v viewer) name(t *match.Table) string {
	sight := v.sight(t)
	if sight.Truth() {
		return "truth"
	}
	if s, ok := sight.Seat(); ok {
		return t.Config.SeatName(s)
	}
	return "public"
}

// viewerOf decides as whom a user may look at a table.
func viewerOf(t *match.Table, user, seat string) (viewer, error) {
	v := viewer{seat: game.NoSeat, mine: t.SeatsOf(user)}
	switch {
	case seat == "" || seat == "public":
		if seat == "" && v.mine.Len() == 1 {
			v.seat = v.mine.First()
		}
		if seat == "public" {
			v.want = true
		}
	default:
		s, ok := t.Config.SeatByName(seat)
		if !ok || s == game.Nature {
			return viewer{}, &match.Error{Code: match.NotFound, Where: "query.seat", Message: fmt.Sprintf("there is no seat %.8q", seat)}
		}
		if !v.mine.Has(s) && t.Status != match.Over {
			return viewer{}, &match.Error{Code: match.Forbidden, Where: "query.seat", Message: "this is not your seat"}
		}
		v.seat, v.want = s, t.Status == match.Over
	}
	if v.mine == 0 && closed(t, user) {
		return viewer{}, &match.Error{Code: match.Forbidden, Message: "this table has no spectators"}
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

func seatNames(t *match.Table, set game.Seats) []string {
	names := []string{}
	for s := range game.Seat(t.Config.Players) {
		if set.Has(s) {
			names = append(names, t.Config.SeatName(s))
		}
	}
	return names
}

// view is all that v may know of the present moment. The position is written
// into room.
func (s *Server) view(room []byte, l *live, t *match.Table, v viewer, online game.Seats) View {
	out := View{
		Table: t.ID, Seq: t.Seq, Step: t.Step, Viewer: v.name(t), Status: string(t.Status),
		Position: s.appendPosition(room[:0], l, t, v.sight(t)), Acting: seatNames(t, t.Acting()),
		Seats:  s.seats(t, v.mine, online),
		Result: json.RawMessage("null"),
	}
	if old := t.Old(); old != nil {
		out.Old = &OldRules{Version: old.Version, Now: old.Game.Rules}
	}
	if t.Status == match.Running && v.seat != game.NoSeat && t.Acting().Has(v.seat) {
		out.Legal = legalList(t.Look(game.SeatViewer(v.seat)), v.seat, "", maxLegal)
		if out.Legal.More {
			out.Legal.Actions = []string{}
		}
		if do := t.SealedChoice(v.seat); do != "" {
			out.Sealed = &do
		}
	}
	if t.Setup.ShowReady {
		out.Ready = seatNames(t, t.Acting()&^t.Waiting())
	}
	out.Clocks = s.clocks(t, v)
	if t.Ask != nil {
		out.Offers.Takeback = &Takeback{By: t.Config.SeatName(t.Ask.By), To: t.Ask.To, Agreed: seatNames(t, t.Agreed)}
	}
	if t.Rematch != 0 {
		out.Offers.Rematch = seatNames(t, t.Rematch)
	}
	out.Offers.Next = t.Next
	out.Proof = s.proof(t, v.mine)
	if t.Status == match.Over {
		out.Result = game.AppendResultJSON(nil, t.Result(), t.Config.SeatNames())
	}
	return out
}

// appendPosition appends the JSON of the table's position for the eyes of v.
func (s *Server) appendPosition(b []byte, l *live, t *match.Table, sight game.Viewer) []byte {
	key := sight
	if !t.Config.Game.Traits.Hidden {
		key = game.PublicViewer() // everybody sees the same
	}
	// Two players look at once; the second waits rather than write the same again.
	c := &l.frames
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.position(t.Seq, key)
	if kept != nil && len(kept.data) > 0 {
		return append(b, kept.data...)
	}
	from := len(b)
	b, err := game.AppendJSON(b, t.Look(sight))
	if err != nil {
		s.log.Error("a position cannot be written", "table", t.ID, "err", err)
		return append(b[:from], "null"...)
	}
	if kept != nil {
		kept.data = append(kept.data, b[from:]...)
	}
	return b
}

// legalList lists the legal actions of seat s in a position made for its eyes.
func legalList(st game.State, s game.Seat, prefix string, limit int) *LegalList {
	list := &LegalList{Count: game.Count(st, s), Actions: []string{}}
	if prefix == "" && list.Count > limit {
		if limit == maxLegal {
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

func (s *Server) clocks(t *match.Table, v viewer) *Clocks {
	if t.Setup.Clock.Kind == "" || t.Setup.Clock.Kind == match.NoClock || t.Status == match.Open || t.Status == match.Aborted {
		return nil
	}
	c := &Clocks{Time: t.Since(s.now())}
	for seat := range game.Seat(t.Config.Players) {
		ms, runs := t.Left(seat, v.seat)
		c.Seats = append(c.Seats, SeatClock{Seat: t.Config.SeatName(seat), Left: ms, Running: runs})
	}
	return c
}

func (s *Server) seats(t *match.Table, mine, online game.Seats) []SeatInfo {
	return seatInfos(t.Config, t.Seats, mine, online)
}

// seatInfos describes seats to everybody.
func seatInfos(cfg game.Config, seats []match.Seat, mine, online game.Seats) []SeatInfo {
	out := make([]SeatInfo, len(seats))
	for i, seat := range seats {
		n := game.Seat(i)
		out[i] = SeatInfo{
			Seat: cfg.SeatName(n), Kind: seat.Kind, Name: seat.User.Name, User: seat.User.ID, Level: seat.Level,
			Mine: mine.Has(n), Online: online.Has(n), Stand: seat.Stand,
			Rating: seat.User.Rating, Unsure: seat.User.Unsure, Change: seat.Change,
		}
		if seat.Kind == "bot" {
			out[i].Online = true
			if !seat.Stand {
				out[i].Name = botName(seat.Level)
			}
		}
	}
	return out
}

func botName(level int) string {
	if level < 1 || level > len(bots.LevelNames) {
		return "Bot"
	}
	return bots.LevelNames[level-1]
}

func (s *Server) info(t *match.Table, mine game.Seats, online game.Seats) TableInfo {
	options := map[string]any{}
	for _, o := range t.Config.Game.Options {
		options[o.Key] = t.Config.Value(o.Key)
	}
	i := TableInfo{
		ID: t.ID, Game: t.Config.Game.ID, Players: t.Config.Players, Options: options, Status: string(t.Status),
		Seats: s.seats(t, mine, online), Clock: t.Setup.Clock, Rated: t.Setup.Rated, Listed: t.Setup.Listed,
		Draws: t.Setup.DrawsSeats(), Created: t.Created, Updated: t.Updated, Host: t.Host.ID, Seq: t.Seq,
		Acting: seatNames(t, t.Acting()), YourTurn: t.Waiting()&mine != 0, Result: json.RawMessage("null"),
		Assigned: t.Setup.Assigned, Tour: t.Setup.Tournament,
	}
	if t.Status == match.Over {
		i.Result = game.AppendResultJSON(nil, t.Result(), t.Config.SeatNames())
	}
	return i
}

// entries tells the log after a sequence number as v may know it.
func entries(t *match.Table, v viewer, after int64, limit int) []Entry {
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

func entry(t *match.Table, v viewer, e *match.Entry, told []match.Story) Entry {
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
			k, do := t.Drawn(e, v.sight(t))
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

func stories(t *match.Table, v viewer, told []match.Story) []json.RawMessage {
	sight := v.sight(t)
	var out []json.RawMessage
	for _, e := range told {
		if e.Audience.Includes(sight) {
			out = append(out, e.JSON)
		}
	}
	return out
}
