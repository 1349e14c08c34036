package server

import (
	"encoding/json"
	"fmt"
	"strings"

	"atoll/game"
	"atoll/match"
)

// PositionRequest is a position of nobody's game, for lessons and for trying
// things out, and what shall be played on it.
type PositionRequest struct {
	Position string           `json:"position" minLength:"1" maxLength:"8192" doc:"position text, as every view has it"`
	Choices  []PositionChoice `json:"choices,omitempty" maxItems:"6" doc:"one for each acting seat, or none to look only"`
}

// PositionChoice is what one seat, or chance, does.
type PositionChoice struct {
	Seat   string `json:"seat" maxLength:"8" doc:"a seat, or 'chance'"`
	Action string `json:"action" maxLength:"4096"`
}

// PositionAnswer is the position after that.
type PositionAnswer struct {
	// Position is the JSON of the game itself, see docs/wire/.
	Position json.RawMessage       `json:"position"`
	Stories  []json.RawMessage     `json:"stories" doc:"the game's own events, each {kind, seat, …, text}"`
	Legal    map[string]*LegalList `json:"legal" doc:"of each acting seat; without actions if there are more than 512"`
}

// playPosition plays on a position that the caller brings along. Nothing of any
// table is read, so there is nothing that it could tell.
func (s *Server) playPosition(req PositionRequest) (*PositionAnswer, error) {
	bad := func(where, message string) error {
		return &match.Error{Code: match.BadRequest, Where: where, Message: message}
	}
	head, _, _ := strings.Cut(req.Position, " | ")
	id, _, _ := strings.Cut(head, " ")
	g, ok := s.games(id)
	if !ok {
		return nil, bad("body.position", fmt.Sprintf("there is no game %.20q", id))
	}
	cfg, err := g.ParseConfig(head)
	if err != nil {
		return nil, bad("body.position", err.Error())
	}
	st := cfg.New()
	if err := st.UnmarshalText([]byte(req.Position)); err != nil {
		return nil, bad("body.position", err.Error())
	}
	stories := []json.RawMessage{}
	tell := func(e game.Event) { stories = append(stories, e.AppendJSON(nil, cfg.SeatNames())) }
	if len(req.Choices) > 0 {
		if err := playChoices(st, cfg, req.Choices, tell); err != nil {
			return nil, err
		}
	}
	view := game.Look(st, game.TruthViewer())
	data, err := view.MarshalJSON()
	if err != nil {
		return nil, err
	}
	legal := map[string]*LegalList{}
	for seat := range game.Nature {
		if view.Acting().Has(seat) {
			legal[cfg.SeatName(seat)] = legalList(view, seat, "", maxLegal)
		}
	}
	return &PositionAnswer{Position: data, Stories: stories, Legal: legal}, nil
}

func playChoices(st game.State, cfg game.Config, list []PositionChoice, tell game.Tell) error {
	illegal := func(i int, err error) error {
		reason := err.Error()
		if r, ok := err.(*game.Refusal); ok {
			reason = r.Reason
		}
		return &match.Error{Code: match.Illegal, Where: fmt.Sprintf("body.choices[%d].action", i), Message: reason}
	}
	var all game.Choices
	var given game.Seats
	for i, c := range list {
		seat, ok := cfg.SeatByName(c.Seat)
		if !ok || given.Has(seat) {
			return &match.Error{Code: match.BadRequest, Where: fmt.Sprintf("body.choices[%d].seat", i), Message: "name each acting seat once"}
		}
		given = given.With(seat)
		if seat == game.Nature {
			if err := game.Try(st, seat, c.Action, tell); err != nil {
				return illegal(i, err)
			}
			return nil
		}
		a, err := game.Parse(st, seat, c.Action)
		if err != nil {
			return illegal(i, err)
		}
		all[seat] = a
	}
	if given != st.Acting() {
		return &match.Error{Code: match.BadRequest, Where: "body.choices", Message: "to act: " + game.ActingText(st)}
	}
	st.Play(all, tell)
	return nil
}
