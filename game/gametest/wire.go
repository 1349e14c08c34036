package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"atoll/game"
)

// checkWire reads the JSON of the position, as the truth and as everybody sees it,
// into the type that the game declares for it. Written again it has to be the same.
func checkWire(w *walk) error {
	if w.cfg.Game.Wire == nil {
		return nil
	}
	for _, v := range append(w.viewers(), game.TruthViewer()) {
		js, err := game.Look(w.st, v).MarshalJSON()
		if err != nil {
			return err
		}
		if err := fits(w.cfg.Game, js, w.cfg.Game.Wire.Position); err != nil {
			return fmt.Errorf("what %s gets: %w: %s", w.viewerName(v), err, js)
		}
	}
	return nil
}

// listen returns what checks that events are as the game declares them.
func (w *walk) listen(wrong *error) game.Tell {
	wire := w.cfg.Game.Wire
	if wire == nil {
		return nil
	}
	return func(e game.Event) {
		if *wrong == nil {
			*wrong = eventFits(w.cfg, e)
		}
	}
}

func eventFits(cfg game.Config, e game.Event) error {
	declared, ok := cfg.Game.Wire.Events[e.Kind]
	if !ok {
		return fmt.Errorf("wire: events of kind %q are not declared", e.Kind)
	}
	details := map[string]any{}
	for _, a := range e.Args {
		details[a.Name] = a.Value
	}
	js, err := json.Marshal(details)
	if err != nil {
		return err
	}
	if err := fits(cfg.Game, js, declared); err != nil {
		return fmt.Errorf("wire: event %s: %w", e.AppendJSON(nil, cfg.SeatNames()), err)
	}
	return nil
}

// fits reports how a JSON object differs from a declared type.
func fits(g *game.Game, js []byte, declared any) error {
	v := reflect.New(reflect.TypeOf(declared))
	d := json.NewDecoder(bytes.NewReader(js))
	d.DisallowUnknownFields()
	if err := d.Decode(v.Interface()); err != nil {
		return err
	}
	again, err := json.Marshal(v.Interface())
	if err != nil {
		return err
	}
	var was, is any
	if err := json.Unmarshal(js, &was); err != nil {
		return err
	}
	if err := json.Unmarshal(again, &is); err != nil {
		return err
	}
	if !reflect.DeepEqual(was, is) {
		return fmt.Errorf("its declared type makes %s of it", again)
	}
	return values(g, v.Elem(), "")
}

// values checks the texts in v: those with an enum tag, and the names of seats.
func values(g *game.Game, v reflect.Value, enum string) error {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return values(g, v.Elem(), enum)
	case reflect.Slice:
		for i := range v.Len() {
			if err := values(g, v.Index(i), enum); err != nil {
				return err
			}
		}
	case reflect.Struct:
		return members(g, v)
	case reflect.String:
		return value(g, v, enum)
	}
	return nil
}

func members(g *game.Game, v reflect.Value) error {
	has := map[string]string{} // texts by name
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if err := values(g, v.Field(i), f.Tag.Get("enum")); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		if v.Field(i).Kind() == reflect.String {
			has[strings.Split(f.Tag.Get("json"), ",")[0]] = v.Field(i).String()
		}
		if key, want, ok := strings.Cut(f.Tag.Get("when"), "="); ok && (has[key] == want) == v.Field(i).IsNil() {
			return fmt.Errorf("%s: %s is %q, and it is there: %t", f.Name, key, has[key], !v.Field(i).IsNil())
		}
	}
	return nil
}

func value(g *game.Game, v reflect.Value, enum string) error {
	var may []string
	switch {
	case enum != "":
		may = strings.Split(enum, ",")
	case v.Type() == reflect.TypeFor[game.SeatName](), v.Type() == reflect.TypeFor[game.ActorName]():
		for _, n := range g.Players {
			may = append(may, g.SeatNames(n)...)
		}
		if g.Traits.Chance && v.Type() == reflect.TypeFor[game.ActorName]() {
			may = append(may, "chance")
		}
	default:
		return nil
	}
	if !slices.Contains(may, v.String()) {
		return fmt.Errorf("%q is none of %q", v, may)
	}
	return nil
}
