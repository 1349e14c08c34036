package screen

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"atoll/game"
	"atoll/tui/board"
	"atoll/tui/prose"
	"atoll/tui/session"
)

// Plain plays on lines of text: for scripts, for screen readers, and wherever
// there is no terminal. It ends with the game, with "quit" or with the input.
func Plain(ctx context.Context, s session.Session, rules string, in io.Reader, out io.Writer) error {
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
	fmt.Fprintln(out, "Type an action, a number of the list, or help.")
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
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
		for answered := false; !answered; {
			select {
			case line, ok := <-lines:
				if !ok {
					fmt.Fprintln(out)
					return nil
				}
				if p.do(snap, strings.TrimSpace(line)) {
					return nil
				}
				answered = true
			case <-tick.C:
				answered = p.clock(snap)
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
}

// whileWaiting is where lines come from while others are to act: nowhere, since
// what is typed then is meant for the next turn, unless answers can be given ahead.
func (p *plain) whileWaiting(lines <-chan string) <-chan string {
	if r, ok := p.s.(*session.Remote); ok {
		if _, _, ok := r.Lines(); ok {
			return lines
		}
	}
	return nil
}

// wait handles a line while others are to act; true ends the program.
func (p *plain) wait(snap session.Snapshot, line string) bool {
	switch {
	case line == "" || line == "quit" || line == "help" || line == "board" || line == "rules" || line == "link" || session.AboutAhead(line):
		return p.do(snap, line)
	}
	if t, ok := game.ParseTableAction(line); ok && t != game.Timeout {
		return p.do(snap, line)
	}
	fmt.Fprintln(p.out, "it is not your turn;", session.AheadHelp)
	return false
}

// spokenSeconds are when a clock speaks.
var spokenSeconds = []int{10, 30, 60}

// clock says when little time is left, and reports whether the table has changed
// meanwhile, as it does when the time is up.
func (p *plain) clock(snap session.Snapshot) bool {
	now := p.s.Snapshot()
	if now.Over || now.Seat != snap.Seat {
		fmt.Fprintln(p.out)
		return true
	}
	if int(now.Seat) >= len(now.Clocks) {
		return false
	}
	left, ok := secondsOf(now.Clocks[now.Seat])
	if !ok {
		return false
	}
	for _, at := range spokenSeconds {
		if left <= at {
			if p.spoke == 0 || at < p.spoke {
				p.spoke = at
				fmt.Fprintf(p.out, "\n%d seconds left.\n", left)
			}
			return false
		}
	}
	p.spoke = 0
	return false
}

// secondsOf reads a clock as it is shown.
func secondsOf(clock string) (int, bool) {
	minutes, rest, ok := strings.Cut(clock, ":")
	m, err := strconv.Atoi(minutes)
	s, bad := strconv.Atoi(rest)
	return 60*m + s, ok && err == nil && bad == nil
}

type plain struct {
	ctx   context.Context
	s     session.Session
	rules string
	out   io.Writer
	told  int
	shown string
	spoke int // the last of spokenSeconds that was said
}

// show prints what is new: the story, and the board when somebody must choose.
func (p *plain) show() (session.Snapshot, bool) {
	snap := p.s.Snapshot()
	if p.told > len(snap.Story) { // something was taken back
		p.told = len(snap.Story)
	}
	for _, l := range snap.Story[p.told:] {
		fmt.Fprintln(p.out, p.named(snap, l.Text))
	}
	p.told = len(snap.Story)
	if snap.HandOver {
		fmt.Fprintf(p.out, "Pass the screen to %s.\n", snap.View.Config().SeatName(snap.Seat))
		p.s.TakeOver()
		snap = p.s.Snapshot()
	}
	if text := string(snap.View.AppendText(nil)); (snap.Seat != game.NoSeat || snap.Over) && text != p.shown {
		p.shown = text
		if !snap.Over {
			p.ask(snap)
		}
	}
	if snap.Over {
		fmt.Fprintln(p.out, snap.Status)
	}
	return snap, snap.Over
}

// few is how many ways are read out unasked.
const few = 12

// ask says whose turn it is and, if they are few, what can be done and what comes
// of it.
func (p *plain) ask(snap session.Snapshot) {
	who := "Your turn"
	if int(snap.Seat) < len(snap.Names) && snap.Names[snap.Seat] != prose.You {
		who = snap.Names[snap.Seat] + "'s turn"
	}
	if int(snap.Seat) < len(snap.Clocks) && snap.Clocks[snap.Seat] != "" {
		who += ", " + snap.Clocks[snap.Seat] + " left"
	}
	var actions []string
	for _, a := range snap.View.AppendActions(nil, snap.Seat) {
		actions = append(actions, string(snap.View.AppendAction(nil, snap.Seat, a)))
	}
	if len(actions) > few {
		fmt.Fprintf(p.out, "%s. %d ways: \"legal\" lists them, \"board\" shows the board.\n", who, len(actions))
		return
	}
	fmt.Fprintf(p.out, "%s. %s:\n", who, prose.Capital(prose.Counted(len(actions), "way", "ways")))
	for i, a := range actions {
		fmt.Fprintf(p.out, "%d  %s%s\n", i+1, a, p.leads(snap, a))
	}
}

// leads is what an action leads to, as far as it is certain.
func (p *plain) leads(snap session.Snapshot, action string) string {
	if snap.View.Acting().Len() > 1 {
		return ""
	}
	_, events := board.Try(snap.View, snap.Seat, action)
	var words []string
	for _, e := range events {
		if e.Text != "" && e.Kind != "turn" && (e.Seat == snap.Seat || e.Seat == game.NoSeat) {
			words = append(words, p.named(snap, e.Text))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return ". " + strings.Join(words, " ")
}

// named puts names in place of seats of one letter.
func (p *plain) named(snap session.Snapshot, text string) string {
	for s, name := range snap.Names {
		if seat := snap.View.Config().SeatName(game.Seat(s)); len(seat) == 1 && name != "" && prose.SeatName(seat) == seat {
			text = prose.NameSeat(text, seat, name)
		}
	}
	return prose.Capital(text)
}

const plainHelp = `an action      as records write it; "legal" lists them
a number       that line of the list
a place        where only one action goes there
legal [TEXT]   your legal actions, those that begin with TEXT
board          the board
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
func (p *plain) do(snap session.Snapshot, line string) bool {
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
		fmt.Fprintln(p.out, withOwn(p.rules, snap.View.Config()))
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
	case session.AboutAhead(line):
		text, err := session.Ahead(p.s, line)
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
func (p *plain) numbered(snap session.Snapshot, line string) string {
	n, err := strconv.Atoi(line)
	if err != nil || n < 1 {
		return p.placed(snap, line)
	}
	if _, err := game.Parse(snap.View, snap.Seat, line); err == nil {
		return line
	}
	if list := snap.View.AppendActions(nil, snap.Seat); n <= len(list) {
		return string(snap.View.AppendAction(nil, snap.Seat, list[n-1]))
	}
	return line
}

// placed is the one action that has a word in it; without one the line stays.
func (p *plain) placed(snap session.Snapshot, line string) string {
	if !prose.IsPlace(line) {
		return line
	}
	found := ""
	for _, a := range snap.View.AppendActions(nil, snap.Seat) {
		text := string(snap.View.AppendAction(nil, snap.Seat, a))
		if !slices.Contains(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '-' || r == '=' }), line) {
			continue
		}
		if found != "" {
			return line
		}
		found = text
	}
	if found == "" {
		return line
	}
	return found
}

func (p *plain) legal(snap session.Snapshot, prefix string) {
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
