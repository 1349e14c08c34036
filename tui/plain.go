package tui

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"atoll/game"
)

// Plain plays on lines of text: for scripts, for screen readers, and wherever
// there is no terminal. It ends with the game, with "quit" or with the input.
func Plain(ctx context.Context, s Session, rules string, in io.Reader, out io.Writer) error {
	p := &plain{ctx: ctx, s: s, rules: rules, out: out}
	lines := make(chan string)
	go func() {
		defer close(lines)
		sc := bufio.NewScanner(in)
		for sc.Scan() {
			select {
			case lines <- sc.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	fmt.Fprintln(out, "Type an action, or help.")
	for {
		snap, done := p.show()
		if done {
			return nil
		}
		if snap.Seat == game.NoSeat {
			typed := p.whileWaiting(lines)
			select {
			case <-s.Changed():
				continue
			case line, ok := <-typed:
				if !ok || p.wait(snap, strings.TrimSpace(line)) {
					return nil
				}
				continue
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		fmt.Fprintf(out, "%s> ", snap.View.Config().SeatName(snap.Seat))
		select {
		case line, ok := <-lines:
			if !ok {
				fmt.Fprintln(out)
				return nil
			}
			if p.do(snap, strings.TrimSpace(line)) {
				return nil
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// whileWaiting is where lines come from while others are to act: nowhere, since
// what is typed then is meant for the next turn, unless answers can be given ahead.
func (p *plain) whileWaiting(lines <-chan string) <-chan string {
	if r, ok := p.s.(*Remote); ok {
		if _, _, ok := r.lines(); ok {
			return lines
		}
	}
	return nil
}

// wait handles a line while others are to act; true ends the program.
func (p *plain) wait(snap Snapshot, line string) bool {
	switch {
	case line == "" || line == "quit" || line == "help" || line == "board" || line == "rules" || line == "link" || aboutAhead(line):
		return p.do(snap, line)
	}
	if t, ok := game.ParseTableAction(line); ok && t != game.Timeout {
		return p.do(snap, line)
	}
	fmt.Fprintln(p.out, "it is not your turn;", aheadHelp)
	return false
}

type plain struct {
	ctx   context.Context
	s     Session
	rules string
	out   io.Writer
	told  int
	shown string
}

// show prints what is new: the story, and the board when somebody must choose.
func (p *plain) show() (Snapshot, bool) {
	snap := p.s.Snapshot()
	if p.told > len(snap.Story) { // something was taken back
		p.told = len(snap.Story)
	}
	for _, l := range snap.Story[p.told:] {
		fmt.Fprintln(p.out, l.Text)
	}
	p.told = len(snap.Story)
	if snap.HandOver {
		fmt.Fprintf(p.out, "Pass the screen to %s.\n", snap.View.Config().SeatName(snap.Seat))
		p.s.TakeOver()
		snap = p.s.Snapshot()
	}
	if text := string(snap.View.AppendText(nil)); (snap.Seat != game.NoSeat || snap.Over) && text != p.shown {
		p.shown = text
		fmt.Fprintf(p.out, "\n%s", snap.View.AppendBoard(nil))
	}
	if snap.Over {
		fmt.Fprintln(p.out, snap.Status)
	}
	return snap, snap.Over
}

const plainHelp = `an action      as records write it; "legal" lists them
a number       that line of "legal"
legal [TEXT]   your legal actions, those that begin with TEXT
board          the board again
hint           what the strongest bot would do
undo           take back (against bots)
save           save the game
link           a link to this seat for a browser or another terminal (on a server)
if X then Y    what you will answer, where a move has days (on a server); sealed
answers        what you have said so; forget N or forget all takes it back
resign         give up; games with draws also have: offer draw, accept draw
rules          the rules of this game
quit           leave`

// do handles one line; true ends the program.
func (p *plain) do(snap Snapshot, line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	report := func(err error) {
		if err != nil {
			fmt.Fprintln(p.out, err)
		}
	}
	switch {
	case line == "":
	case line == "quit":
		return true
	case line == "help":
		fmt.Fprintln(p.out, plainHelp)
	case line == "board":
		fmt.Fprintf(p.out, "%s", snap.View.AppendBoard(nil))
	case line == "rules":
		fmt.Fprintln(p.out, p.rules)
	case word == "legal":
		p.legal(snap, strings.TrimSpace(rest))
	case line == "undo":
		report(p.s.Undo(p.ctx))
	case line == "hint":
		a, err := p.s.Hint(p.ctx, snap.Seat)
		if err == nil {
			fmt.Fprintln(p.out, "hint:", a)
		}
		report(err)
	case line == "link":
		address, err := p.s.Link()
		if err == nil {
			fmt.Fprintln(p.out, address)
		}
		report(err)
	case aboutAhead(line):
		text, err := ahead(p.s, line)
		if err == nil {
			fmt.Fprintln(p.out, text)
		}
		report(err)
	case line == "save":
		path, err := p.s.Save()
		if err == nil {
			fmt.Fprintln(p.out, "saved as", path)
		}
		report(err)
	default:
		line = p.numbered(snap, line)
		if t, ok := game.ParseTableAction(line); ok && t != game.Timeout {
			report(p.s.Table(p.ctx, snap.Seat, t))
		} else {
			report(p.s.Act(p.ctx, snap.Seat, line))
		}
	}
	return false
}

// numbered is the action that a number stands for: its line in the list of legal
// ones. Anything else stays as it is.
func (p *plain) numbered(snap Snapshot, line string) string {
	n, err := strconv.Atoi(line)
	if err != nil || n < 1 {
		return line
	}
	if _, err := game.Parse(snap.View, snap.Seat, line); err == nil {
		return line
	}
	if list := snap.View.AppendActions(nil, snap.Seat); n <= len(list) {
		return string(snap.View.AppendAction(nil, snap.Seat, list[n-1]))
	}
	return line
}

func (p *plain) legal(snap Snapshot, prefix string) {
	const most = 200
	n, shown := 0, 0
	for _, a := range snap.View.AppendActions(nil, snap.Seat) {
		text := string(snap.View.AppendAction(nil, snap.Seat, a))
		if !strings.HasPrefix(text, prefix) {
			continue
		}
		if n++; shown < most {
			fmt.Fprintln(p.out, text)
			shown++
		}
	}
	if n > shown {
		fmt.Fprintf(p.out, "… and %d more; legal TEXT narrows the list\n", n-shown)
	}
}
