// Package schema describes the JSON of games in the document of the API: each
// game's positions, events, results and options, from the types it declares.
package schema

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"atoll/game"
)

const prefix = "#/components/schemas/"

// The names of what belongs to no single game. Position, Event and Result are what every
// game has; the others are that, or what one of the games declares.
const (
	Position, AnyPosition = "Position", "AnyPosition"
	Event, AnyEvent       = "GameEvent", "AnyEvent"
	Result, AnyResult     = "Result", "AnyResult"
	OptionValue           = "OptionValue"
)

// Add adds the schemas of games to those of the document.
func Add(all map[string]*huma.Schema, games []*game.Game) {
	m := maker{all: all, types: map[string]reflect.Type{}}
	all[OptionValue] = &huma.Schema{
		Description: "Value of an option.",
		AnyOf:       []*huma.Schema{{Type: huma.TypeString}, {Type: huma.TypeInteger}, {Type: huma.TypeBoolean}},
	}
	m.add(Result, reflect.TypeFor[game.ResultJSON]())
	m.add(Position, reflect.TypeFor[game.PositionJSON]())
	all[Position].Properties["options"] = &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: Ref(OptionValue), Description: all[Position].Properties["options"].Description,
	}
	m.add(Event, reflect.TypeFor[game.EventJSON]())
	positions, events, results := &huma.Schema{}, &huma.Schema{}, &huma.Schema{}
	for _, g := range games {
		if g.Wire == nil {
			continue
		}
		m := maker{all: all, types: m.types, game: g, title: strings.ToUpper(g.ID[:1]) + g.ID[1:]}
		m.addGame()
		positions.AnyOf = append(positions.AnyOf, Ref(m.title+"Position"))
		events.AnyOf = append(events.AnyOf, Ref(m.title+"Event"))
		results.AnyOf = append(results.AnyOf, Ref(m.title+"Result"))
	}
	for name, s := range map[string]*huma.Schema{Position: positions, Event: events, Result: results} {
		s.AnyOf = append(s.AnyOf, Ref(name))
	}
	positions.Description = "A position of one of the games; of a game that declares nothing more, what every game has."
	events.Description = "An event of one of the games."
	results.Description = "How one of the games has ended."
	all[AnyPosition], all[AnyEvent], all[AnyResult] = positions, events, results
	for _, s := range all {
		s.PrecomputeMessages()
	}
}

// Ref refers to a schema of the document.
func Ref(name string) *huma.Schema { return &huma.Schema{Ref: prefix + name} }

// OrNull is a schema whose value may be null.
func OrNull(s *huma.Schema) *huma.Schema {
	if s.Type != "" && len(s.Enum) == 0 {
		s.Nullable = true
		return s
	}
	about := s.Description
	s.Description = ""
	return &huma.Schema{Description: about, AnyOf: []*huma.Schema{s, {Type: "null"}}}
}

// maker makes schemas of Go types; of one game, whose name theirs begin with.
type maker struct {
	all   map[string]*huma.Schema
	types map[string]reflect.Type // what the schemas made here were made of
	game  *game.Game
	title string
}

func (m *maker) addGame() {
	g := m.game
	m.all[m.title+"Seat"] = m.words(m.seats(), g.Name+": the names of the seats.")
	m.all[m.title+"Options"] = m.options()
	m.all[m.title+"Result"], m.types[m.title+"Result"] = m.result(), reflect.TypeFor[game.ResultJSON]()
	m.add(m.title+"Position", reflect.TypeOf(g.Wire.Position))
	position := m.all[m.title+"Position"]
	position.Properties["game"] = m.words([]string{g.ID}, "")
	position.Properties["options"] = Ref(m.title + "Options")
	position.Properties["result"] = OrNull(Ref(m.title + "Result"))
	events := &huma.Schema{Description: g.Name + ": what happens, told by kind."}
	for _, kind := range slices.Sorted(maps.Keys(g.Wire.Events)) {
		e := m.object(reflect.TypeFor[game.EventJSON]())
		e.Properties["kind"] = m.words([]string{kind}, "")
		details := m.object(reflect.TypeOf(g.Wire.Events[kind]))
		maps.Copy(e.Properties, details.Properties)
		e.Required = append(e.Required, details.Required...)
		events.OneOf = append(events.OneOf, e)
	}
	m.all[m.title+"Event"] = events
}

func (m *maker) seats() []string {
	var names []string
	for _, n := range m.game.Players {
		for _, name := range m.game.SeatNames(n) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// options has a member for each option. All are there in every position.
func (m *maker) options() *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Description: m.game.Name + ": all options.", Properties: map[string]*huma.Schema{}}
	for _, o := range m.game.Options {
		p := &huma.Schema{Type: huma.TypeInteger}
		switch o.Kind {
		case game.Flag:
			p.Type = huma.TypeBoolean
		case game.Choice:
			p = choice(o.Values)
		}
		p.Description = o.Name
		s.Properties[o.Key] = p
		s.Required = append(s.Required, o.Key)
	}
	return s
}

// choice has the values of an option, which may be texts or numbers.
func choice(values []game.OptionValue) *huma.Schema {
	texts, numbers := &huma.Schema{Type: huma.TypeString}, &huma.Schema{Type: huma.TypeInteger}
	for _, v := range values {
		s := numbers
		if js, _ := v.Value.MarshalJSON(); js[0] == '"' {
			s = texts
		}
		s.Enum = append(s.Enum, v.Value)
	}
	switch {
	case numbers.Enum == nil:
		return texts
	case texts.Enum == nil:
		return numbers
	}
	return &huma.Schema{AnyOf: []*huma.Schema{texts, numbers}}
}

func (m *maker) result() *huma.Schema {
	s := m.object(reflect.TypeFor[game.ResultJSON]())
	s.Description = m.game.Name + ": how it has ended."
	s.Properties["reason"] = m.words(m.game.Reasons, "")
	return s
}

func (m *maker) words(words []string, about string) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, Description: about}
	for _, w := range words {
		s.Enum = append(s.Enum, w)
	}
	return s
}

// add adds a struct under a name. It is there before its members are, because
// they may be of the same type.
func (m *maker) add(name string, t reflect.Type) {
	if _, ok := m.all[name]; ok {
		if m.types[name] != t {
			panic("schema: two things are called " + name)
		}
		return
	}
	m.types[name] = t
	m.all[name] = &huma.Schema{}
	*m.all[name] = *m.object(t)
}

// of is the schema of a Go type.
func (m *maker) of(t reflect.Type, enum string) *huma.Schema {
	switch t.Kind() {
	case reflect.Pointer:
		return OrNull(m.of(t.Elem(), enum))
	case reflect.Slice:
		return &huma.Schema{Type: huma.TypeArray, Items: m.of(t.Elem(), enum)}
	case reflect.Map:
		return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: m.of(t.Elem(), enum)}
	case reflect.Bool:
		return &huma.Schema{Type: huma.TypeBoolean}
	case reflect.Int, reflect.Int64:
		return &huma.Schema{Type: huma.TypeInteger}
	case reflect.String:
		return m.text(t, enum)
	case reflect.Interface:
		return &huma.Schema{}
	case reflect.Struct:
		name := strings.TrimSuffix(t.Name(), "JSON")
		if name == "" || strings.Contains(name, "[") {
			return m.object(t)
		}
		name = m.title + strings.ToUpper(name[:1]) + name[1:]
		m.add(name, t)
		return Ref(name)
	}
	panic("schema: no JSON for " + t.String())
}

func (m *maker) text(t reflect.Type, enum string) *huma.Schema {
	switch {
	case enum != "":
		return m.words(strings.Split(enum, ","), "")
	case m.game == nil:
	case t == reflect.TypeFor[game.SeatName]():
		return Ref(m.title + "Seat")
	case t == reflect.TypeFor[game.ActorName]() && m.game.Traits.Chance:
		return m.words(append(m.seats(), "chance"), "")
	case t == reflect.TypeFor[game.ActorName]():
		return Ref(m.title + "Seat")
	}
	return &huma.Schema{Type: huma.TypeString}
}

// object is a struct, or one of several where a member decides what others there
// are.
func (m *maker) object(t reflect.Type) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}}
	when := map[string][]reflect.StructField{} // by value of the deciding member
	deciding := ""
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous {
			continue
		}
		if key, value, ok := strings.Cut(f.Tag.Get("when"), "="); ok {
			deciding = key
			when[value] = append(when[value], f)
			continue
		}
		m.member(s, f, false)
	}
	if deciding == "" {
		return s
	}
	either := &huma.Schema{}
	for _, value := range s.Properties[deciding].Enum {
		one := &huma.Schema{Type: huma.TypeObject, Properties: maps.Clone(s.Properties), Required: slices.Clone(s.Required)}
		one.Properties[deciding] = m.words([]string{value.(string)}, "")
		for _, f := range when[value.(string)] {
			m.member(one, f, true)
		}
		either.OneOf = append(either.OneOf, one)
	}
	return either
}

// member adds a field. If it depends on the value of another, its pointer only says that it can be
// missing.
func (m *maker) member(s *huma.Schema, f reflect.StructField, decided bool) {
	name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
	t := f.Type
	if decided {
		t = t.Elem()
	}
	p := m.of(t, f.Tag.Get("enum"))
	if about := f.Tag.Get("doc"); about != "" {
		p.Description = about
	}
	s.Properties[name] = p
	if decided || !strings.Contains(rest, "omitempty") {
		s.Required = append(s.Required, name)
	}
}
