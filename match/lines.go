package match

import (
	"slices"

	"atoll/game"
)

// Line is what the player of a seat will answer if others play as it says: the
// choices from the present one on, those of others first. It is as secret as a
// sealed choice.
type Line struct {
	Seat game.Seat   `json:"seat"`
	Do   []string    `json:"do"`
	By   []game.Seat `json:"by,omitempty"`   // who makes each of them; older lines do not say
	Lost bool        `json:"lost,omitempty"` // the game went another way; kept for its player to see
}

const (
	maxLines    = 20 // of a seat
	maxLineDoes = 24
)

// TakesLines reports whether answers can be given ahead: where a move has days, and
// each choice is seen by all before the next.
func (t *Table) TakesLines() bool {
	g := t.Config.Game.Traits
	return t.Status == Running && t.Old() == nil && !g.Hidden && !g.Simultaneous && t.Setup.Clock.Kind == Correspondence
}

// LinesOf are those of seat s that still fit, and those that no longer do. Only for
// s itself.
func (t *Table) LinesOf(s game.Seat) (fit, lost []Line) {
	for _, l := range t.private.Lines {
		switch {
		case l.Seat != s:
		case l.Lost:
			lost = append(lost, l)
		default:
			fit = append(fit, l)
		}
	}
	return fit, lost
}

// SetLines replaces the lines of seat s.
func (t *Table) SetLines(s game.Seat, stepSeen int64, lines [][]string, now Now) (Done, error) {
	if err := t.mustRun(); err != nil {
		return Done{}, err
	}
	if !t.TakesLines() {
		return Done{}, refuse(NotNow, "", "answers in advance are for games in turns without secrets, with days for each move")
	}
	if stepSeen != t.Step {
		return Done{}, refuse(Stale, "step", "the table has moved on: step %d is past, now it is %d", stepSeen, t.Step)
	}
	if len(lines) > maxLines {
		return Done{}, refuse(TooMany, "lines", "you can keep at most %d answers; remove one first", maxLines)
	}
	kept := slices.DeleteFunc(slices.Clone(t.private.Lines), func(l Line) bool { return l.Seat == s })
	answers := map[string]string{}
	for _, do := range lines {
		line, err := t.checkLine(s, do, answers)
		if err != nil {
			return Done{}, err
		}
		kept = append(kept, line)
	}
	n := t.clone()
	n.private.Lines = kept
	return t.done(n, now)
}

// checkLine plays a line through, and refuses one that contradicts another: answers holds what was
// said so far, by the choices before it.
func (t *Table) checkLine(s game.Seat, do []string, answers map[string]string) (Line, error) {
	if len(do) < 2 || len(do) > maxLineDoes {
		return Line{}, refuse(Invalid, "lines", "a line has another player's choice, your answer to it, and at most %d choices", maxLineDoes)
	}
	if t.state.Acting().Has(s) {
		return Line{}, refuse(NotNow, "lines", "it is your turn: play")
	}
	st, line, path := t.Look(game.SeatViewer(s)).Copy(), Line{Seat: s}, ""
	own := false
	for i, text := range do {
		acting := st.Acting()
		if acting == game.Only(game.Nature) {
			return Line{}, refuse(Illegal, "lines", "choice %d comes after an outcome of chance, which nobody knows", i+1)
		}
		if acting.Len() != 1 {
			return Line{}, refuse(Illegal, "lines", "choice %d comes after the end of the game", i+1)
		}
		by := acting.First()
		a, err := game.Parse(st, by, text)
		if err != nil {
			return Line{}, refuse(Illegal, "lines", "%s", err.Error())
		}
		text = string(st.AppendAction(nil, by, a))
		if own = by == s; own {
			if said, ok := answers[path]; ok && said != text {
				return Line{}, refuse(Invalid, "lines", "two lines answer the same choice in different ways")
			}
			answers[path] = text
		}
		line.Do, line.By = append(line.Do, text), append(line.By, by)
		path += "\n" + text
		var c game.Choices
		c[by] = a
		st.Play(c, nil)
	}
	if !own {
		return Line{}, refuse(Invalid, "lines", "a line ends with your answer")
	}
	return line, nil
}

// plain is a choice as the game writes it, however its player wrote it.
func plain(st game.State, m Move) string {
	a, err := game.Parse(st, m.By, m.Do)
	if err != nil {
		return m.Do
	}
	return string(st.AppendAction(nil, m.By, a))
}

// follow advances the lines that predicted what seat by did, and marks the others as lost. A
// player's lost lines are forgotten once that player has chosen.
func (t *Table) follow(by game.Seat, do string) {
	var kept []Line
	for _, l := range t.private.Lines {
		switch {
		case l.Seat == by && l.Lost:
		case l.Lost:
			kept = append(kept, l)
		case by == game.Nature || l.Do[0] != do:
			l.Lost = true
			kept = append(kept, l)
		case len(l.Do) > 1:
			l.Do, l.By = l.Do[1:], l.By[min(1, len(l.By)):]
			kept = append(kept, l)
		}
	}
	t.private.Lines = kept
}

// loseLines is for a game that was interrupted: somebody left, or took something back.
func (t *Table) loseLines() {
	t.private.Lines = slices.Clone(t.private.Lines)
	for i := range t.private.Lines {
		t.private.Lines[i].Lost = true
	}
}

// answer is what the seat to act has said it would do now; "" for nothing.
func (t *Table) answer() (game.Seat, string) {
	acting := t.Acting()
	if acting.Len() != 1 || len(t.private.Lines) == 0 {
		return 0, ""
	}
	s := acting.First()
	if t.Seats[s].Kind != SeatHuman {
		return 0, ""
	}
	for _, l := range t.private.Lines {
		if l.Seat == s && !l.Lost {
			if _, err := game.Parse(t.state, s, l.Do[0]); err == nil {
				return s, l.Do[0]
			}
		}
	}
	return 0, ""
}
