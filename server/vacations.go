package server

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"atoll/match"
	"atoll/server/wire"
	"atoll/store"
)

// The limits of a vacation. It is announced a day ahead, as long as the shortest clock of days, so
// that nobody can use it to escape a move that is due.
const (
	day            = 24 * 3600 * 1000 // ms
	vacationYear   = 365 * day
	vacationMost   = 30 * day // in any 365 days
	vacationAhead  = day
	vacationLeast  = day
	vacationsAhead = 3 // that run or are still to come
)

// VacationPage is when the caller is away.
type VacationPage struct {
	Time      int64           `json:"time" doc:"server time"`
	Vacations []wire.Vacation `json:"vacations" doc:"those under way or to come, the next first"`
	Left      int             `json:"left" doc:"how many days a vacation that begins as soon as possible may last"`
	Most      int             `json:"most" doc:"how many days of vacation there are in any 365"`
	Earliest  int64           `json:"earliest" doc:"the earliest start of one that is announced now"`
}

// VacationRequest announces a vacation.
type VacationRequest struct {
	Since int64 `json:"since" minimum:"0" doc:"Unix ms, at least a day from now"`
	Until int64 `json:"until" minimum:"0" doc:"Unix ms, at least a day later"`
}

// VacationEnd names a vacation.
type VacationEnd struct {
	Since int64 `json:"since" minimum:"0" doc:"when it begins"`
}

func (s *Server) vacationRoutes(api huma.API) {
	get(s, api, "/vacations", "When you are away", asMe(func(ctx context.Context, me *who, _ *struct{}) (*VacationPage, error) {
		return s.vacationPage(ctx, me.ID)
	}))
	none(s, api, http.MethodPost, "/vacations", "Announce a vacation: your clocks that count in days stand still meanwhile", asCaller(func(ctx context.Context, me *who, in *struct{ Body VacationRequest }) error {
		now := s.node.Now().MS
		v := store.Vacation{User: me.ID, Since: in.Body.Since, Until: in.Body.Until}
		return s.putVacation(ctx, v, func(all []store.Vacation) error { return vacationFits(all, v, now) })
	}))
	none(s, api, http.MethodPost, "/vacations/end", "End a vacation now, or cancel it before it begins", asCaller(func(ctx context.Context, me *who, in *struct{ Body VacationEnd }) error {
		v := store.Vacation{User: me.ID, Since: in.Body.Since, Until: max(in.Body.Since, s.node.Now().MS)}
		return s.putVacation(ctx, v, func(all []store.Vacation) error {
			if !slices.ContainsFunc(all, func(x store.Vacation) bool { return x.Since == v.Since && x.Until > v.Until }) {
				return &match.Error{Kind: match.Unknown, Where: "body.since", Message: "there is no such vacation, or it is over"}
			}
			return nil
		})
	}))
}

// putVacation stores a vacation, and has the user's tables note it. Should that
// fail somewhere, the table notes it before it lets anybody's time run out.
func (s *Server) putVacation(ctx context.Context, v store.Vacation, fits func([]store.Vacation) error) error {
	if err := s.node.Store.PutVacation(ctx, v, fits); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	f := store.Filter{User: v.User, Status: match.Running, Limit: 100}
	for {
		found, err := s.node.Store.Tables(ctx, f)
		for _, t := range found {
			if err == nil {
				err = s.tables.Excuse(ctx, t.ID)
			}
		}
		if err != nil {
			s.node.Log.Warn("a vacation was not noted everywhere", "err", err)
		}
		if err != nil || len(found) < f.Limit {
			return nil
		}
		last := found[len(found)-1]
		f.After = store.Place{Created: last.Head.Created, ID: last.ID}
	}
}

// vacationFits returns what rules out a vacation announced now, or nil.
func vacationFits(all []store.Vacation, v store.Vacation, now int64) error {
	refuse := func(where, text string) error {
		return &match.Error{Kind: match.Invalid, Where: where, Message: text}
	}
	switch {
	case v.Since < now+vacationAhead:
		return refuse("body.since", "announce a vacation at least a day ahead")
	case v.Since > now+vacationYear:
		return refuse("body.since", "announce a vacation at most a year ahead")
	case v.Until < v.Since+vacationLeast:
		return refuse("body.until", "a vacation lasts at least a day")
	}
	coming := 0
	for _, x := range all {
		if x.Since < v.Until && v.Since < x.Until {
			return refuse("body.since", "you are already on vacation then")
		}
		if x.Until > now {
			coming++
		}
	}
	if coming >= vacationsAhead {
		return refuse("body.since", "you have announced three vacations; wait until one is over, or cancel one")
	}
	if !inQuota(append(all[:len(all):len(all)], v)) {
		return refuse("body.until", "you have 30 days of vacation in any 365 days")
	}
	return nil
}

// inQuota reports whether no 365 days have more vacation than there is. Those with
// most of it begin with a vacation or end with one.
func inQuota(all []store.Vacation) bool {
	used := func(from, to int64) (sum int64) {
		for _, x := range all {
			sum += max(0, min(x.Until, to)-max(x.Since, from))
		}
		return sum
	}
	return !slices.ContainsFunc(all, func(x store.Vacation) bool {
		return used(x.Since, x.Since+vacationYear) > vacationMost || used(x.Until-vacationYear, x.Until) > vacationMost
	})
}

func (s *Server) vacationPage(ctx context.Context, user string) (*VacationPage, error) {
	now := s.node.Now().MS
	all, err := s.node.Store.Vacations(ctx, user, 0)
	if err != nil {
		return nil, err
	}
	page := &VacationPage{Time: now, Vacations: []wire.Vacation{}, Most: vacationMost / day, Earliest: now + vacationAhead}
	for page.Left = page.Most; page.Left > 0; page.Left-- {
		if inQuota(append(all[:len(all):len(all)], store.Vacation{Since: page.Earliest, Until: page.Earliest + int64(page.Left)*day})) {
			break
		}
	}
	for _, v := range all {
		if v.Until > now {
			page.Vacations = append(page.Vacations, wire.Vacation{Since: v.Since, Until: v.Until})
		}
	}
	return page, nil
}
