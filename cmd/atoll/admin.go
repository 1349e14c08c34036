package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"atoll/match"
	"atoll/server/people"
	"atoll/server/tournaments"
	"atoll/store"
)

func adminCommand() kong.Option {
	return kong.DynamicCommand("admin", "Look after people and tables: inspect, ban, unban, reset-link, delete, call-off, reports, fairplay.", "", &adminCmd{})
}

type adminCmd struct {
	Inspect inspectCmd `cmd:"" help:"Show an account or a table, without its secrets."`
	Ban     banCmd     `cmd:"" help:"Close an account and end its sessions."`
	Unban   unbanCmd   `cmd:"" help:"Open an account again."`
	Link    linkCmd    `cmd:"" name:"reset-link" help:"Print a link that lets somebody back into an account once, within half an hour."`
	Delete  deleteCmd  `cmd:"" help:"Delete an account; its finished games stay, without its name."`

	CallOff  callOffCmd  `cmd:"" help:"End a tournament; games that have begun are played to their end."`
	Reports  reportsCmd  `cmd:"" help:"List what people have reported, with the game and the chat, or note that one was dealt with."`
	Fairplay fairplayCmd `cmd:"" help:"Compare how a person plays rated games with the engine and with others of their rating: evidence, not a verdict."`
}

type person struct {
	Name string `arg:"" help:"Name of an account, or id of a user."`
	storeFlag
}

// find opens the store and finds the account.
func (p person) find(ctx context.Context) (store.Store, store.Account, store.User, error) {
	s, err := p.open(ctx)
	if err != nil {
		return nil, store.Account{}, store.User{}, err
	}
	a, u, err := s.AccountByLogin(ctx, strings.ToLower(p.Name))
	if errors.Is(err, store.ErrNone) {
		a, u, err = s.Account(ctx, p.Name)
	}
	if errors.Is(err, store.ErrNone) {
		err = usage("no account %.40q", p.Name)
	}
	if err != nil {
		s.Close()
		return nil, a, u, err
	}
	return s, a, u, nil
}

type banCmd struct {
	person
	Why string `required:"" placeholder:"TEXT" help:"Reason; the person is told."`
}

func (c *banCmd) Run(e *env) error { return setBan(e, c.person, c.Why) }

type unbanCmd struct{ person }

func (c *unbanCmd) Run(e *env) error { return setBan(e, c.person, "") }

func setBan(e *env, p person, why string) error {
	ctx, stop := interruptible()
	defer stop()
	s, a, u, err := p.find(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	a.Banned = why
	if err := s.PutAccount(ctx, u, a); err != nil {
		return err
	}
	if why != "" {
		if _, err := s.DropSessions(ctx, u.ID, ""); err != nil {
			return err
		}
	}
	fmt.Fprintf(e.out, "%s is %s\n", u.Name, map[bool]string{true: "closed", false: "open"}[why != ""])
	return nil
}

type linkCmd struct {
	person
	Public string `required:"" env:"ATOLL_PUBLIC" placeholder:"https://…" help:"Address at which people reach the server."`
}

func (c *linkCmd) Run(e *env) error {
	if err := checkPublic(c.Public); err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	s, a, u, err := c.find(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	if a.Owner != "" {
		return usage("%s is a program, which has a token instead", u.Name)
	}
	token, err := people.ResetToken(ctx, s, u.ID, time.Now())
	if err != nil {
		return err
	}
	fmt.Fprintln(e.out, people.ResetLink(c.Public, token))
	return nil
}

type deleteCmd struct{ person }

func (c *deleteCmd) Run(e *env) error {
	ctx, stop := interruptible()
	defer stop()
	s, _, u, err := c.find(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.DeleteUser(ctx, u.ID, time.Now().UnixMilli()); err != nil {
		return err
	}
	fmt.Fprintf(e.out, "%s is deleted\n", u.Name)
	return nil
}

type callOffCmd struct {
	ID string `arg:"" help:"Id of the tournament."`
	storeFlag
}

func (c *callOffCmd) Run(e *env) error {
	return c.with(func(ctx context.Context, s store.Store) error {
		name, err := tournaments.CallOff(ctx, s, c.ID, time.Now().UnixMilli())
		switch {
		case errors.Is(err, store.ErrNone):
			return usage("no tournament %.40q", c.ID)
		case err != nil:
			return err
		}
		fmt.Fprintf(e.out, "%s is called off\n", name)
		return nil
	})
}

type inspectCmd struct {
	What string `arg:"" help:"Name of an account, or id of a user or a table."`
	JSON bool   `help:"One JSON object."`
	storeFlag
}

func (c *inspectCmd) Run(e *env) error {
	return c.with(func(ctx context.Context, s store.Store) error {
		t, err := loadTable(ctx, s, c.What)
		if err == nil {
			if c.JSON {
				return e.json(inspectedTable(t))
			}
			inspectTable(e, t)
			return nil
		}
		var u *usageError
		if !errors.As(err, &u) {
			return err
		}
		a, user, err := s.AccountByLogin(ctx, strings.ToLower(c.What))
		if errors.Is(err, store.ErrNone) {
			if user, err = s.User(ctx, c.What); err == nil {
				a, _, _ = s.Account(ctx, user.ID)
			}
		}
		if errors.Is(err, store.ErrNone) {
			return usage("neither a table nor an account nor a user is called %.40q", c.What)
		}
		if err != nil {
			return err
		}
		if c.JSON {
			return inspectedUser(ctx, e, s, user, a.Banned)
		}
		fmt.Fprintf(e.out, "user %s\nname %s\nkind %s\nsince %s\n", user.ID, user.Name, user.Kind, at(user.Created))
		if a.Banned != "" {
			fmt.Fprintf(e.out, "closed: %s\n", a.Banned)
		}
		ratings, err := s.Ratings(ctx, user.ID)
		if err != nil {
			return err
		}
		for _, r := range ratings {
			fmt.Fprintf(e.out, "rating %s %s: %.0f ± %.0f after %d games\n", r.Game, r.Speed, r.Value, 2*r.Deviation, r.Games)
		}
		n, err := s.CountOpen(ctx, user.ID)
		fmt.Fprintf(e.out, "unfinished tables: %d\n", n)
		return err
	})
}

// inspectedUser is the same as one object.
func inspectedUser(ctx context.Context, e *env, s store.Store, u store.User, closed string) error {
	ratings, err := s.Ratings(ctx, u.ID)
	if err != nil {
		return err
	}
	n, err := s.CountOpen(ctx, u.ID)
	if err != nil {
		return err
	}
	list := []map[string]any{}
	for _, r := range ratings {
		list = append(list, map[string]any{"game": r.Game, "speed": r.Speed, "rating": r.Value, "deviation": r.Deviation, "games": r.Games})
	}
	return e.json(map[string]any{
		"user": u.ID, "name": u.Name, "kind": u.Kind, "since": at(u.Created), "closed": closed, "ratings": list, "unfinished": n,
	})
}

// inspectedTable is what everybody at the table may know, as one object.
func inspectedTable(t *match.Table) map[string]any {
	seats := []map[string]any{}
	for i, s := range t.Seats {
		seats = append(seats, map[string]any{"seat": t.Config.SeatNames()[i], "kind": s.Kind, "name": s.User.Name})
	}
	return map[string]any{
		"table": t.ID, "setup": t.Config.String(), "rules": t.Rules, "status": t.Status, "seq": t.Seq, "step": t.Step,
		"made": at(t.Created), "host": t.Host.Name, "changed": at(t.Updated), "seats": seats,
	}
}

// inspectTable shows what everybody at the table may know.
func inspectTable(e *env, t *match.Table) {
	fmt.Fprintf(e.out, "table %s\n%s, rules %d\nstatus %s, seq %d, step %d\nmade %s by %s\nchanged %s\n",
		t.ID, t.Config, t.Rules, t.Status, t.Seq, t.Step, at(t.Created), t.Host.Name, at(t.Updated))
	if old := t.Old(); old != nil {
		fmt.Fprintf(e.out, "%v\n", old)
	}
	for i, s := range t.Seats {
		fmt.Fprintf(e.out, "seat %s: %s %s\n", t.Config.SeatNames()[i], s.Kind, s.User.Name)
	}
}

func at(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.RFC3339) }
