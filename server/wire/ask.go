package wire

import (
	"encoding/json"
	"fmt"

	"atoll/game"
	"atoll/match"
)

// MySeat finds the seat that a user asks about.
func MySeat(t *match.Table, user, seat string) (game.Seat, error) {
	mine := t.SeatsOf(user)
	if mine == 0 {
		return 0, &match.Error{Kind: match.Forbidden, Message: "you do not sit at this table"}
	}
	if seat == "" {
		if mine.Len() > 1 {
			return 0, &match.Error{Kind: match.Invalid, Where: "seat", Message: "you hold several seats; name one"}
		}
		return mine.First(), nil
	}
	s, ok := t.Config.SeatByName(seat)
	if !ok || s == game.Nature {
		return 0, &match.Error{Kind: match.Invalid, Where: "seat", Message: fmt.Sprintf("there is no seat %.8q", seat)}
	}
	if !mine.Has(s) {
		return 0, &match.Error{Kind: match.Forbidden, Where: "seat", Message: "this is not your seat"}
	}
	return s, nil
}

// LegalActions lists the legal actions of one of a user's seats.
func LegalActions(t *match.Table, user, seat, prefix string, limit int) (*LegalList, error) {
	s, err := MySeat(t, user, seat)
	if err != nil {
		return nil, err
	}
	if !t.Acting().Has(s) {
		return &LegalList{Actions: []string{}}, nil
	}
	return Legal(t.Look(game.SeatViewer(s)), s, prefix, limit), nil
}

// MomentAt is the table as a viewer knew it after a step (0: the latest).
func MomentAt(t *match.Table, user, seat string, step int64) (*Moment, error) {
	if seat == "truth" {
		if t.Status != match.Over {
			return nil, &match.Error{Kind: match.Forbidden, Where: "seat", Message: "the truth is shown after the end"}
		}
		seat = ""
	}
	v, err := ViewerOf(t, user, seat)
	if err != nil {
		return nil, err
	}
	if t.Status == match.Open || t.Status == match.Aborted && t.Step <= 1 {
		return nil, &match.Error{Kind: match.NotNow, Message: "the game has not started"}
	}
	st, told, steps, err := t.At(step)
	if err != nil {
		return nil, err
	}
	pos, err := game.Look(st, v.Sight(t)).MarshalJSON()
	if err != nil {
		return nil, err
	}
	if step == 0 {
		step = steps[len(steps)-1]
	}
	m := &Moment{Step: step, Steps: steps, Viewer: v.name(t), Position: pos, Stories: stories(t, v, told)}
	if m.Stories == nil {
		m.Stories = []json.RawMessage{}
	}
	return m, nil
}

// Answer says whether a user could play the action now.
func (r *WhyNotRequest) Answer(t *match.Table, user string) (*WhyNot, error) {
	seat, err := MySeat(t, user, r.Seat)
	if err != nil {
		return nil, err
	}
	if t.Status != match.Running {
		return &WhyNot{Reason: "The game is not running."}, nil
	}
	// Asked of the seat's own view: the reason must not reveal what the seat may not know.
	_, err = game.Parse(t.Look(game.SeatViewer(seat)), seat, r.Action)
	if err != nil {
		reason := err.Error()
		if r, ok := err.(*game.Refusal); ok {
			reason = r.Reason
		}
		return &WhyNot{Reason: reason}, nil
	}
	return &WhyNot{Legal: true}, nil
}
