package tournaments

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // a container may have none

	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/tournament"
)

// Recurring is a tournament that the host's plan announces again and again.
type Recurring struct {
	When  string                 `json:"when" doc:"daily 20:00, fridays 20:00 or monthly 1 20:00"`
	Ahead int                    `json:"ahead_h,omitempty" doc:"hours before the start at which it is announced; left out: 24, for weekly and monthly ones 168"`
	Plan  wire.TournamentRequest `json:"tournament"`

	at       clockTime
	weekly   bool
	weekday  time.Weekday
	monthday int // 0: not monthly
	zone     *time.Location
}

type clockTime struct{ hour, minute int }

// hostPlan is the file of a host.
type hostPlan struct {
	Zone        string      `json:"zone"`
	Tournaments []Recurring `json:"tournaments"`
}

const maxRecurring = 100

// ReadPlan reads a host's plan of tournaments. Whether their games can be played
// is checked when the server starts.
func ReadPlan(in io.Reader) ([]Recurring, error) {
	data, err := io.ReadAll(io.LimitReader(in, 1<<20))
	if err != nil {
		return nil, err
	}
	var p hostPlan
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return nil, fmt.Errorf("the plan of tournaments: %w", err)
	}
	if len(p.Tournaments) > maxRecurring {
		return nil, fmt.Errorf("the plan of tournaments has more than %d", maxRecurring)
	}
	zone, err := time.LoadLocation(p.Zone) // "" is UTC
	if err != nil {
		return nil, fmt.Errorf("the plan of tournaments: zone %q: %w", p.Zone, err)
	}
	for i := range p.Tournaments {
		r := &p.Tournaments[i]
		r.zone = zone
		if err := r.parse(); err != nil {
			return nil, fmt.Errorf("tournament %d of the plan: %w", i+1, err)
		}
	}
	return p.Tournaments, nil
}

func (r *Recurring) parse() error {
	bad := fmt.Errorf(`when is "daily 20:00", "fridays 20:00" or "monthly 1 20:00", not %q`, r.When)
	words := strings.Fields(strings.ToLower(r.When))
	if len(words) < 2 {
		return bad
	}
	at, err := time.Parse("15:04", words[len(words)-1])
	if err != nil {
		return bad
	}
	r.at = clockTime{at.Hour(), at.Minute()}
	usual := 7 * 24
	switch {
	case len(words) == 2 && words[0] == "daily":
		usual = 24
	case len(words) == 3 && words[0] == "monthly":
		if r.monthday, err = strconv.Atoi(words[1]); err != nil || r.monthday < 1 || r.monthday > 28 {
			return errors.New("a monthly tournament is on a day from 1 to 28")
		}
	case len(words) == 2:
		for day := range time.Weekday(7) {
			if words[0] == strings.ToLower(day.String())+"s" {
				r.weekly, r.weekday = true, day
			}
		}
		if !r.weekly {
			return bad
		}
	default:
		return bad
	}
	switch {
	case r.Ahead == 0:
		r.Ahead = usual
	case r.Ahead < 1 || r.Ahead > 31*24:
		return errors.New("ahead_h is from 1 to 744 hours")
	}
	if r.Plan.Start != 0 {
		return errors.New("when says when it starts; leave start out")
	}
	return nil
}

// Starts returns the start times that should be announced by now and are still to come.
func (r *Recurring) Starts(now time.Time) (list []time.Time) {
	day := now.In(r.zone)
	for range r.Ahead/24 + 2 {
		// Where the clocks go forward, a time that is skipped becomes the one an hour later.
		at := time.Date(day.Year(), day.Month(), day.Day(), r.at.hour, r.at.minute, 0, 0, r.zone)
		fits := (!r.weekly || at.Weekday() == r.weekday) && (r.monthday == 0 || at.Day() == r.monthday)
		if fits && at.After(now) && !at.After(now.Add(time.Duration(r.Ahead)*time.Hour)) {
			list = append(list, at)
		}
		day = day.AddDate(0, 0, 1)
	}
	return list
}

// id is the same at every node, so that the store takes one of them.
func (r *Recurring) id(start time.Time) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%d", r.Plan.Name, r.When, start.UnixMilli()))
	return node.IDOf(sum[:])
}

func (ts *Tournaments) hostsPlan(r *Recurring, start int64) (tournament.Plan, error) {
	plan := planOf(r.Plan)
	plan.Start = start
	return plan, ts.checkPlan(&plan, ts.n.Now().MS)
}

// checkHostPlan makes sure that what the host has planned can be played.
func (ts *Tournaments) checkHostPlan() error {
	for i := range ts.cfg.Plan {
		if _, err := ts.hostsPlan(&ts.cfg.Plan[i], 0); err != nil {
			return fmt.Errorf("tournament %d of the plan, %s: %w", i+1, ts.cfg.Plan[i].Plan.Name, err)
		}
	}
	return nil
}

const planEvery = 20 * time.Second

// announcePlan announces what the host's plan says. What is there already, made
// here or at another node or called off since, is left alone.
func (ts *Tournaments) announcePlan(ctx context.Context) {
	now := ts.n.Now().MS
	for i := range ts.cfg.Plan {
		r := &ts.cfg.Plan[i]
		for _, start := range r.Starts(time.UnixMilli(now)) {
			plan, err := ts.hostsPlan(r, start.UnixMilli())
			if err == nil {
				err = ts.make(ctx, r.id(start), plan, match.User{}, "", now)
			}
			if err != nil && !errors.Is(err, match.ErrConflict) && ctx.Err() == nil {
				ts.n.Log.Warn("a tournament of the plan was not announced", "name", r.Plan.Name, "err", err)
			}
		}
	}
}
