package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"atoll/store"
)

type reportsCmd struct {
	Done string `placeholder:"ID" help:"Note that this report was dealt with."`
	All  bool   `help:"Include those that were dealt with."`
	Chat int    `default:"20" help:"Lines of chat to show for each table (default 20)."`
	JSON bool   `help:"One JSON object a report."`
	storeFlag
}

func (c *reportsCmd) Run(e *env) error {
	return c.with(func(ctx context.Context, s store.Store) error {
		if c.Done != "" {
			err := s.EndReport(ctx, c.Done, time.Now().UnixMilli())
			if errors.Is(err, store.ErrNone) {
				return usage("no open report %.40q", c.Done)
			}
			if err == nil {
				fmt.Fprintf(e.out, "%s is dealt with\n", c.Done)
			}
			return err
		}
		list, err := s.Reports(ctx, c.All, 200)
		if err != nil {
			return err
		}
		if c.JSON {
			return c.lines(ctx, e, s, list)
		}
		if len(list) == 0 {
			fmt.Fprintln(e.out, "nothing is reported")
		}
		name := func(id string) string {
			if u, err := s.User(ctx, id); err == nil {
				return u.Name + " (" + id + ")"
			}
			return "somebody"
		}
		for _, r := range list {
			fmt.Fprintf(e.out, "report %s, %s: %s about %s, by %s\n", r.ID, at(r.At), r.Why, name(r.About), name(r.By))
			if r.Text != "" {
				fmt.Fprintf(e.out, "  %q\n", r.Text)
			}
			if r.Done != 0 {
				fmt.Fprintf(e.out, "  dealt with %s\n", at(r.Done))
			}
			if r.Table == "" {
				continue
			}
			if t, err := loadTable(ctx, s, r.Table); err == nil {
				fmt.Fprintf(e.out, "  table %s: %s, %s\n", t.ID, t.Config, t.Status)
			}
			lines, err := s.Chat(ctx, r.Table, 0, c.Chat)
			if err != nil {
				return err
			}
			for _, l := range lines {
				fmt.Fprintf(e.out, "  %s %s: %q\n", at(l.At), l.Name, l.Text)
			}
		}
		return nil
	})
}

// lines writes one object a report.
func (c *reportsCmd) lines(ctx context.Context, e *env, s store.Store, list []store.Report) error {
	for _, r := range list {
		chat := []map[string]any{}
		if r.Table != "" {
			said, err := s.Chat(ctx, r.Table, 0, c.Chat)
			if err != nil {
				return err
			}
			for _, l := range said {
				chat = append(chat, map[string]any{"at": at(l.At), "name": l.Name, "text": l.Text})
			}
		}
		done := ""
		if r.Done != 0 {
			done = at(r.Done)
		}
		err := e.json(map[string]any{
			"report": r.ID, "at": at(r.At), "why": r.Why, "text": r.Text, "about": r.About, "by": r.By, "table": r.Table, "done": done, "chat": chat,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
