//go:build js

package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"syscall/js"

	"atoll/diagram"
	"atoll/draw"
	"atoll/game"
	"atoll/games"
	"atoll/server/wire"
)

// shown is a position as a picture, and in words for those who cannot see it.
type shown struct {
	SVG    string   `json:"svg"`
	Width  float64  `json:"width"`
	Height float64  `json:"height"`
	Text   string   `json:"text"`
	Game   string   `json:"game"`
	Acting []string `json:"acting"`
	Over   bool     `json:"over"`
	Error  string   `json:"error,omitempty"`
}

// read answers (record) with the positions of a record, as the API does: JSON, or
// an object with an error.
func (c *core) read(_ js.Value, args []js.Value) any {
	out, err := wire.ReadRecord(games.ByID, wire.RecordRequest{Record: strings.TrimSpace(args[0].String())})
	if err != nil {
		return encoded(map[string]string{"error": err.Error()})
	}
	return encoded(out)
}

// show answers (position, before) with a picture of a position; before may be
// empty.
func (c *core) show(_ js.Value, args []js.Value) any {
	st, err := stateOf(args[0].String())
	if err != nil {
		return encoded(shown{Error: err.Error()})
	}
	var before game.State
	if text := args[1].String(); text != "" {
		if before, err = stateOf(text); err != nil {
			before = nil
		}
	}
	out := shown{Text: string(st.AppendBoard(nil)), Game: st.Config().Game.Name, Acting: []string{}, Over: st.Acting() == 0}
	for s := game.Seat(0); s <= game.Nature; s++ {
		if st.Acting().Has(s) {
			out.Acting = append(out.Acting, st.Config().SeatName(s))
		}
	}
	if b, ok := diagram.Board(st, before); ok {
		var canvas draw.Canvas
		b.Draw(&canvas)
		out.SVG, out.Width, out.Height = canvas.String(), b.W, b.H
	}
	return encoded(out)
}

// stateOf reads a position as everybody may see it.
func stateOf(text string) (game.State, error) {
	head, _, _ := strings.Cut(text, " |")
	id, _, _ := strings.Cut(head, " ")
	g, ok := games.ByID(id)
	if !ok {
		return nil, fmt.Errorf("there is no game %.40q", id)
	}
	cfg, err := g.ParseConfig(head)
	if err != nil {
		return nil, err
	}
	st := cfg.New()
	if err := st.UnmarshalText([]byte(text)); err != nil {
		return nil, err
	}
	return game.Look(st, game.PublicViewer()), nil
}

func encoded(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return `{"error":"it cannot be written"}`
	}
	return string(data)
}
