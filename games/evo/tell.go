package evo

import (
	"fmt"

	"atoll/game"
)

// tellAction tells of an action before it is carried out.
func (s *State) tellAction(a game.Action, tell game.Tell) {
	from, to, role, turns := Split(a)
	side, piece := s.pos.side, s.pos.cell[from]
	seat := s.seatOf(side)
	if from != to {
		x0, y0 := from.XY()
		x1, y1 := to.XY()
		tell(game.Event{
			Kind: "move", Seat: seat, Audience: game.Everyone,
			Args: []game.Arg{
				{Name: "from", Value: from.String()},
				{Name: "to", Value: to.String()},
				{Name: "role", Value: string(piece.Role().Letter())},
				{Name: "steps", Value: max(x1-x0, x0-x1, y1-y0, y0-y1)},
			},
			Text: fmt.Sprintf("%s: %s %s to %s.", side, piece.Role(), from, to),
		})
		if victim := s.pos.cell[to]; !victim.Empty() {
			s.tellCapture(to, victim, tell)
		}
	}
	if turns {
		text := fmt.Sprintf("Then it turns to %s.", role)
		if from == to {
			text = fmt.Sprintf("%s: %s on %s turns to %s.", side, piece.Role(), from, role)
		}
		tell(game.Event{
			Kind: "rotate", Seat: seat, Audience: game.Everyone,
			Args: []game.Arg{
				{Name: "at", Value: to.String()},
				{Name: "from", Value: string(piece.Role().Letter())},
				{Name: "to", Value: string(role.Letter())},
			},
			Text: text,
		})
	}
}

func (s *State) tellCapture(at Square, victim Piece, tell game.Tell) {
	owner := victim.Owner()
	what, left := "castle", s.pos.Count(owner)
	text := fmt.Sprintf("It takes %s's castle.", owner)
	if !victim.Castle() {
		what = string(victim.Role().Letter())
		left--
		text = fmt.Sprintf("It takes %s's %s. %s has %s left.", owner, victim.Role(), owner, countPieces(left))
	}
	tell(game.Event{
		Kind: "capture", Seat: s.seatOf(s.pos.side), Audience: game.Everyone,
		Args: []game.Arg{
			{Name: "at", Value: at.String()},
			{Name: "owner", Value: sideLetters[owner]},
			{Name: "what", Value: what},
			{Name: "left", Value: left},
		},
		Text: text,
	})
}

func countPieces(n int) string {
	switch n {
	case 0:
		return "no piece"
	case 1:
		return "1 piece"
	}
	return fmt.Sprintf("%d pieces", n)
}

// tellAfter tells what an action has led to.
func (s *State) tellAfter(a game.Action, tell game.Tell) {
	if s.ended != running {
		s.tellEnd(tell)
		return
	}
	_, at, _, _ := Split(a)
	mover := s.pos.cell[at].Owner()
	for owner := range Side(sides) {
		if castle := owner.Home(); s.pos.HasCastle(owner) && s.pos.Attacks(at, castle) {
			tell(game.Event{
				Kind: "threat", Seat: s.seatOf(mover), Audience: game.Everyone,
				Args: []game.Arg{
					{Name: "from", Value: at.String()},
					{Name: "at", Value: castle.String()},
					{Name: "owner", Value: sideLetters[owner]},
				},
				Text: fmt.Sprintf("It could take %s's castle on %s next.", owner, castle),
			})
		}
	}
	if times := s.Seen(); times > 1 {
		tell(game.Event{
			Kind: "repeat", Seat: game.NoSeat, Audience: game.Everyone,
			Args: []game.Arg{{Name: "times", Value: times}},
			Text: "This position has been there before. The third time is a draw.",
		})
	}
}

func (s *State) tellLeave(side Side, t game.TableAction, tell game.Tell) {
	how := fmt.Sprintf("%s resigns.", side)
	if t == game.Timeout {
		how = fmt.Sprintf("%s's time is up.", side)
	}
	if s.seats == 4 {
		how += " Castle and pieces leave the board."
	}
	tell(game.Event{
		Kind: "leave", Seat: s.seatOf(side), Audience: game.Everyone,
		Args: []game.Arg{
			{Name: "how", Value: t.String()},
			{Name: "castle", Value: side.Home().String()},
			{Name: "pieces", Value: s.pos.Count(side)},
		},
		Text: how,
	})
}

func (s *State) tellEnd(tell game.Tell) {
	reason := outcomeReasons[s.ended]
	e := game.Event{
		Kind: "draw", Seat: game.NoSeat, Audience: game.Everyone,
		Args: []game.Arg{{Name: "reason", Value: reason}},
	}
	switch s.ended {
	case byRepetition:
		e.Text = "Draw. This position has been there three times."
	case byQuiet:
		e.Text = fmt.Sprintf("Draw. %d actions in a row without a capture.", s.quiet)
		if s.quiet == 1 {
			e.Text = "Draw. 1 action without a capture."
		}
	default:
		e.Kind, e.Seat = "win", s.seatOf(s.winner)
		why := map[outcome]string{
			byCastle:    "It captured a castle.",
			byLastPiece: "It captured a last piece.",
			byResign:    "Nobody else is left.",
			byTimeout:   "Nobody else is left.",
		}[s.ended]
		e.Text = fmt.Sprintf("%s wins. %s", s.winner, why)
	}
	tell(e)
}
