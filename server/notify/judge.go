package notify

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"atoll/game"
	"atoll/match"
	"atoll/server/tables"
	"atoll/server/wire"
	"atoll/store"
	"atoll/tournament"
)

// story is what a person is told: words made from public knowledge of a table and from the person's
// own time.
type story struct {
	notices []store.Notice // that it tells of
	kind    string
	tag     string // of the thing: a later notice of the same takes its place
	table   string // "" if it is about none
	path    string // of the page to open
	words
}

// verdict is what happens to a notice: it goes out unless one of these is set.
type verdict struct {
	drop  bool
	later int64  // to be looked at again then
	done  string // with this noted
}

var over = verdict{drop: true}

// The marks that a notice gets while it waits.
const (
	seemsToLook = "looks" // the person was there at the first look
	mayLook     = "hear"  // other nodes were given time to say who is there
)

// judge finds out whether a notice still has to be told, and how.
func (y *Notify) judge(ctx context.Context, p *person, x store.Notice) (story, verdict, error) {
	ways := p.Kinds.Of(x.Kind)
	if !(ways.Push && len(p.subs) > 0) && !(ways.Mail && p.address != "" && y.cfg.Mail != nil) {
		return story{}, over, nil
	}
	s := story{notices: []store.Notice{x}, kind: x.Kind, tag: x.Kind + " " + x.Thing}
	thing, id, _ := strings.Cut(x.Thing, ":")
	var v verdict
	var err error
	switch thing {
	case "table":
		v, err = y.judgeTable(ctx, p, x, id, &s)
	case "challenge":
		v, err = y.judgeChallenge(ctx, p, x, id, &s)
	case "tournament":
		v, err = y.judgeTournament(ctx, p, x, id, &s)
	case "trial":
		s.words, s.path = trialWords(p.Lang), "/notices"
		return s, verdict{}, nil
	default:
		v = over
	}
	if err != nil || v.drop || v.later > 0 {
		return s, v, err
	}
	if end, quiet := p.Quiet.until(y.n.Clock()); quiet {
		urgent := x.Kind == store.NoticeTime && s.left > 0 &&
			y.n.Clock().Add(time.Duration(s.left)*time.Millisecond).Before(end.Add(30*time.Minute))
		if !urgent {
			// Clocks of games may differ from that on the wall.
			return s, verdict{later: y.n.Now().MS + max(time.Second, end.Sub(y.n.Clock())).Milliseconds(), done: x.Done}, nil
		}
	}
	return s, verdict{}, nil
}

// there decides by whether the person is there, and looks once more a little later, since a dead
// connection looks alive for a while.
func (y *Notify) there(x store.Notice, is bool) verdict {
	switch {
	case !is:
		return verdict{}
	case strings.Contains(x.Done, seemsToLook):
		return over
	}
	return verdict{later: y.n.Now().MS + y.again().Milliseconds(), done: strings.TrimSpace(x.Done + " " + seemsToLook)}
}

func (y *Notify) judgeTable(ctx context.Context, p *person, x store.Notice, id string, s *story) (verdict, error) {
	known := y.tables.Known(id) != nil
	e, t, err := y.tables.Read(ctx, id)
	if err == nil {
		// What the notice is about is stored, and whoever stored it may be about to remember it: wait for that.
		e.Outdate()
		t, err = y.tables.Current(ctx, e)
	}
	if errors.Is(err, tables.ErrNone) {
		return over, nil
	}
	if err != nil {
		return verdict{}, err
	}
	if slices.Contains(p.Muted, id) {
		return over, nil
	}
	if y.n.Shared && !known && strings.Count(x.Done, mayLook) < 3 {
		return verdict{later: y.n.Now().MS + y.hear().Milliseconds(), done: strings.TrimSpace(x.Done + " " + mayLook)}, nil
	}
	mine := t.SeatsOf(p.ID)
	for i, seat := range t.Seats {
		if seat.Kind == match.SeatInvite && seat.User.ID == p.ID {
			mine = mine.With(game.Seat(i))
		}
	}
	now := y.n.Now()
	s.table, s.path = id, "/t/"+id
	var left int64
	switch x.Kind {
	case store.NoticeTurn, store.NoticeTime:
		acts := mine & t.Waiting()
		if t.Status != match.Running || acts == 0 || t.Step != x.Step {
			return over, nil
		}
		left = t.LeftNow(acts.First(), now)
		if x.Kind == store.NoticeTime {
			if v, ok := t.VacationOf(acts.First(), now.MS); ok && v.From <= now.MS { // it stands still
				return verdict{later: min(v.To, now.MS+3600_000)}, nil
			}
			if all, _ := t.Left(acts.First(), acts.First()); left > short(all)+60_000 { // it stood still meanwhile
				return verdict{later: now.MS + left - short(all)}, nil
			}
		}
	case store.NoticeTournament, store.NoticeChallenge:
		waits := t.Status == match.Open || t.Status == match.Running && mine&t.Waiting() != 0
		if mine == 0 || !waits {
			return over, nil
		}
	case store.NoticeRematch:
		if t.Next != "" || t.Rematch == 0 || t.Rematch&mine != 0 || mine == 0 {
			return over, nil
		}
	case store.NoticeOver:
		m, err := y.n.Store.Manners(ctx, p.ID)
		if err != nil || t.Status != match.Over || m.Seen >= x.At || mine == 0 {
			return over, err
		}
	case store.NoticeChat:
		spoke, err := y.spoke(ctx, p.ID, id, x.At)
		if err != nil || mine == 0 || !spoke || t.Status == match.Aborted {
			return over, err
		}
	default:
		return over, nil
	}
	if v := y.there(x, y.hub.Online(id)&mine != 0); v.drop || v.later > 0 {
		return v, nil
	}
	s.words = tableWords(p.Lang, x.Kind, gameOf(t), others(t, p.ID), left)
	s.left = left
	return verdict{}, nil
}

// spoke reports whether somebody whom the user hears has said something at a table since then.
func (y *Notify) spoke(ctx context.Context, user, table string, since int64) (bool, error) {
	lines, err := y.n.Store.Chat(ctx, table, 0, 50)
	if err != nil {
		return false, err
	}
	ears, err := y.n.Store.Hearing(ctx, user)
	return slices.ContainsFunc(lines, func(c store.Chat) bool {
		return c.At >= since && c.User != user && ears.Hears(c.User)
	}), err
}

func (y *Notify) judgeChallenge(ctx context.Context, p *person, x store.Notice, id string, s *story) (verdict, error) {
	c, err := y.n.Store.Challenge(ctx, id)
	if errors.Is(err, store.ErrNone) || err == nil && (c.Status != store.ChallengeOpen || c.Until <= y.n.Now().MS || c.To != p.ID) {
		return over, nil
	}
	if err != nil {
		return verdict{}, err
	}
	follows, err := y.n.Store.Follows(ctx, p.ID)
	if err != nil || !slices.Contains(follows, c.From) { // strangers' challenges show in the page alone
		return over, err
	}
	if v := y.there(x, y.hub.Here(p.ID)); v.drop || v.later > 0 {
		return v, nil
	}
	from, err := y.n.Store.User(ctx, c.From)
	if err != nil {
		return verdict{}, err
	}
	g, ok := y.n.Game(c.Setup.Game)
	if !ok {
		return over, nil
	}
	s.words, s.path = challengeWords(p.Lang, g.Name, from.Name), "/friends"
	return verdict{}, nil
}

func (y *Notify) judgeTournament(ctx context.Context, p *person, x store.Notice, id string, s *story) (verdict, error) {
	head, entries, err := y.n.Store.Tournament(ctx, id, 0)
	if errors.Is(err, store.ErrNone) {
		return over, nil
	}
	if err != nil {
		return verdict{}, err
	}
	if head.Status != tournament.Announced || head.Start <= y.n.Now().MS {
		return over, nil
	}
	t, err := tournament.Replay(id, entries)
	if err != nil {
		return over, nil // the tournament's own worker complains
	}
	if i := t.Find(p.ID); i < 0 || t.Entrants[i].State == tournament.Out {
		return over, nil
	}
	if v := y.there(x, y.hub.Here(p.ID)); v.drop || v.later > 0 {
		return v, nil
	}
	s.words, s.path = tournamentWords(p.Lang, t.Plan.Name), "/tournaments/"+id
	return verdict{}, nil
}

// gameOf is the name of the game that a table plays.
func gameOf(t *match.Table) string { return t.Config.Game.Name }

// others are the names of those with whom somebody sits at a table.
func others(t *match.Table, user string) (names []string) {
	for _, seat := range wire.SeatInfos(t.Config, t.Seats, 0, 0) {
		if seat.Name != "" && seat.User != user {
			names = append(names, seat.Name)
		}
	}
	return names
}

// begun reports whether some of a notice has been delivered.
func begun(done string) bool {
	return slices.ContainsFunc(strings.Fields(done), func(mark string) bool { return mark != seemsToLook && mark != mayLook })
}

// together makes one story of several, if there are several.
func (y *Notify) together(p *person, news []story) []story {
	var rest []story
	one := story{kind: store.NoticeTurn, tag: "together", path: "/"}
	for _, s := range news {
		if s.notices[0].Tries > 0 || begun(s.notices[0].Done) || s.kind == "trial" || s.kind == store.NoticeTime {
			rest = append(rest, s)
			continue
		}
		one.notices = append(one.notices, s.notices...)
		one.titles = append(one.titles, s.title)
		ways, all := p.Kinds.Of(s.kind), p.Kinds.Of(one.kind)
		if len(one.notices) == 1 || ways.Push && !all.Push || ways.Mail && !all.Mail {
			one.kind = s.kind // by every channel that one of them would use
		}
	}
	if len(one.notices) < 2 {
		return nil
	}
	one.words = togetherWords(p.Lang, one.titles)
	return append(rest, one)
}
