package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"github.com/alecthomas/kong"

	"atoll/bots"
	"atoll/docs"
	"atoll/tui/board"
	"atoll/tui/screen"
	"atoll/tui/session"
	"atoll/web"
)

func learnCommand() kong.Option {
	return kong.DynamicCommand("learn", "Learn a game step by step, by doing.", "", &learnCmd{})
}

type learnCmd struct {
	Game  string `arg:"" help:"Game, as 'atoll games' lists them."`
	Step  int    `placeholder:"N" help:"Begin at this step; where you left off if not given."`
	Plain bool   `help:"Lines of text instead of a full screen: for scripts and screen readers."`
	style
}

func hasLesson(id string) bool {
	steps, _ := web.Lesson(id)
	return steps != nil
}

func (c *learnCmd) Run(e *env) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	g, err := findGame(c.Game)
	if err != nil {
		return err
	}
	steps, words := web.Lesson(g.ID)
	if steps == nil {
		return usage("there is no lesson of %s; its rules: atoll rules %s", g.Name, g.ID)
	}
	lesson, err := session.NewLesson(g, steps, words, board.LessonWords(g.ID), notebook())
	if err != nil {
		return err
	}
	if c.Step != 0 {
		if c.Step < 1 || c.Step > lesson.Steps() {
			return usage("--step is from 1 to %d, not %d", lesson.Steps(), c.Step)
		}
		if err := lesson.Go(c.Step - 1); err != nil {
			return err
		}
	}
	rules, _ := docs.RulesOf(g.ID)
	if c.Plain || !e.terminal() || os.Getenv("TERM") == "dumb" {
		return screen.PlainLesson(ctx, lesson, e.in, flushing{e})
	}
	c.apply()
	after, err := screen.Play(ctx, lesson, rules, e.in, os.Stdout)
	if errors.Is(err, context.Canceled) || errors.Is(err, tea.ErrProgramKilled) || errors.Is(err, tea.ErrInterrupted) {
		err = nil
	}
	if err != nil || after != session.ToBot {
		return err
	}
	// Whoever knows the rules plays: against the weakest bot, at once.
	play := &playCmd{Game: g.ID, Bot: []string{bots.LevelNames[0]}, Draw: "kept", People: 1, Clock: "none", style: c.style}
	return play.Run(e)
}
