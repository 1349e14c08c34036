package wire

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"

	"atoll/game"
	"atoll/match"
)

// PositionRequest is a position that belongs to no table, for lessons and for trying things out,
// and what to play on it.
type PositionRequest struct {
	Position string           `json:"position" minLength:"1" maxLength:"8192" doc:"position text, as every view has it"`
	Choices  []PositionChoice `json:"choices,omitempty" maxItems:"6" doc:"one for each acting seat, or none to look only"`
	Draw     bool             `json:"draw,omitempty" doc:"let chance draw whenever it is chance's turn"`
}

// StartRequest asks for the first position of a game.
type StartRequest struct {
	Game    string         `json:"game" maxLength:"32" doc:"id of the game, from the catalogue"`
	Players int            `json:"players" minimum:"1" maximum:"6"`
	Options map[string]any `json:"options,omitempty" doc:"as for a table"`
	Draw    bool           `json:"draw,omitempty" doc:"let chance draw whenever it is chance's turn"`
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
	Chance   []Outcome             `json:"chance" doc:"what chance can do, if it acts and its outcomes can be listed"`
	Choices  []PositionChoice      `json:"choices" doc:"what was played, including draws of chance"`
}

// Outcome is a possible outcome of chance.
type Outcome struct {
	Action string  `json:"action"`
	Chance float64 `json:"chance" doc:"how likely it is, 0 to 1"`
}

// ParsePosition reads a position text.
func ParsePosition(games match.Games, text string) (game.State, error) {
	bad := func(message string) error {
		return &match.Error{Kind: match.Invalid, Where: "body.position", Message: message}
	}
	head, _, _ := strings.Cut(text, " | ")
	id, _, _ := strings.Cut(head, " ")
	g, ok := games(id)
	if !ok {
		return nil, bad(fmt.Sprintf("there is no game %.20q", id))
	}
	cfg, err := g.ParseConfig(head)
	if err != nil {
		return nil, bad(err.Error())
	}
	st := cfg.New()
	if err := st.UnmarshalText([]byte(text)); err != nil {
		return nil, bad(err.Error())
	}
	return st, nil
}

// PlayPosition plays on a position that the caller brings along. It reads no table, so there is
// nothing that it could reveal.
func PlayPosition(games match.Games, random func([]byte), req PositionRequest) (*PositionAnswer, error) {
	st, err := ParsePosition(games, req.Position)
	if err != nil {
		return nil, err
	}
	return playOn(random, st, req.Choices, req.Draw)
}

// StartPosition is the first position of a game that belongs to no table.
func StartPosition(games match.Games, random func([]byte), req StartRequest) (*PositionAnswer, error) {
	cfg, err := match.Configure(games, match.Setup{Game: req.Game, Players: req.Players, Options: req.Options})
	if err != nil {
		return nil, err
	}
	return playOn(random, cfg.New(), nil, req.Draw)
}

func playOn(random func([]byte), st game.State, choices []PositionChoice, draw bool) (*PositionAnswer, error) {
	cfg := st.Config()
	stories := []json.RawMessage{}
	tell := func(e game.Event) { stories = append(stories, e.AppendJSON(nil, cfg.SeatNames())) }
	played := append([]PositionChoice{}, choices...)
	if len(choices) > 0 {
		if err := playChoices(st, cfg, choices, tell); err != nil {
			return nil, err
		}
	}
	if draw {
		var seed [8]byte
		random(seed[:])
		r := game.NewRand(binary.LittleEndian.Uint64(seed[:]))
		for st.Acting() == game.Only(game.Nature) {
			c := PositionChoice{Seat: cfg.SeatName(game.Nature), Action: game.Draw(st, r)}
			if err := game.Try(st, game.Nature, c.Action, tell); err != nil {
				return nil, err
			}
			played = append(played, c)
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
			legal[cfg.SeatName(seat)] = Legal(view, seat, "", MaxLegal)
		}
	}
	return &PositionAnswer{Position: data, Stories: stories, Legal: legal, Chance: outcomes(view), Choices: played}, nil
}

// outcomes lists what chance can do if chance is to act.
func outcomes(st game.State) []Outcome {
	list := []Outcome{}
	if bulk, ok := st.(game.Bulk); ok && bulk.BulkPending() || st.Acting() != game.Only(game.Nature) {
		return list
	}
	var total float64
	for _, a := range st.AppendActions(nil, game.Nature) {
		list = append(list, Outcome{Action: string(st.AppendAction(nil, game.Nature, a)), Chance: float64(st.Weight(a))})
		total += float64(st.Weight(a))
	}
	for i := range list {
		list[i].Chance /= total
	}
	return list
}

func playChoices(st game.State, cfg game.Config, list []PositionChoice, tell game.Tell) error {
	illegal := func(i int, err error) error {
		reason := err.Error()
		if r, ok := err.(*game.Refusal); ok {
			reason = r.Reason
		}
		return &match.Error{Kind: match.Illegal, Where: fmt.Sprintf("body.choices[%d].action", i), Message: reason}
	}
	var all game.Choices
	var given game.Seats
	for i, c := range list {
		seat, ok := cfg.SeatByName(c.Seat)
		if !ok || given.Has(seat) {
			return &match.Error{Kind: match.Invalid, Where: fmt.Sprintf("body.choices[%d].seat", i), Message: "name each acting seat once"}
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
		return &match.Error{Kind: match.Invalid, Where: "body.choices", Message: "to act: " + game.ActingText(st)}
	}
	st.Play(all, tell)
	return nil
}
