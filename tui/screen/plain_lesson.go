package screen

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"atoll/game"
	"atoll/tui/session"
)

// PlainLesson teaches on lines of text. It ends after the last step, with "quit" or
// with the input.
func PlainLesson(ctx context.Context, l *session.Lesson, in io.Reader, out io.Writer) error {
	p := &plain{ctx: ctx, s: l, out: out}
	lines := bufio.NewScanner(in)
	shown := -1
	for ctx.Err() == nil {
		snap := l.Snapshot()
		n := snap.Lesson
		for _, line := range snap.Story[min(p.told, len(snap.Story)):] {
			fmt.Fprintln(out, p.named(snap, line.Text))
		}
		p.told = len(snap.Story)
		if shown != n.At {
			shown = n.At
			fmt.Fprintf(out, "\nStep %d of %d: %s.\n%s\n\n%s\n%s\n", n.At, n.Of, n.Title, n.Text, snap.View.AppendBoard(nil), n.Task)
		}
		if v := n.Verdict(); v != "" {
			fmt.Fprintln(out, v)
		}
		switch n.State {
		case session.LessonDone:
			if n.Next == "" {
				return nil
			}
			p.told = 0
			if err := l.Go(n.At); err != nil {
				return err
			}
			continue
		case session.LessonMissed:
			p.told = 0
			if err := l.Undo(ctx); err != nil {
				return err
			}
			continue
		}
		fmt.Fprint(out, "> ")
		if !lines.Scan() {
			fmt.Fprintln(out)
			return nil
		}
		line := strings.TrimSpace(lines.Text())
		switch {
		case line == "quit":
			return nil
		case line == "next" || line == "" && n.State == session.LessonRead:
			if n.Next == "" {
				return nil
			}
			p.told = 0
			if err := l.Go(n.At); err != nil {
				return err
			}
		case line == "back":
			p.told = 0
			if err := l.Go(n.At - 2); err != nil {
				return err
			}
		case line == "again":
			p.told, shown = 0, -1
			if err := l.Undo(ctx); err != nil {
				return err
			}
		case line == "help" || snap.Seat == game.NoSeat && line != "board":
			fmt.Fprintln(out, lessonHelp)
		default:
			p.do(snap, line)
		}
	}
	return ctx.Err()
}

const lessonHelp = `an action      as records write it; "legal" lists them, "hint" names one that does the task
board          the board
again          this step from its beginning
next, back     another step; an empty line goes on from a step that is only read
quit           leave; the lesson goes on where you left it`
