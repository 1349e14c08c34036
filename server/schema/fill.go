package schema

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// members lists what messages hold as raw JSON or as any value, and its real type.
var members = map[string]*huma.Schema{
	"View.position":           OrNull(Ref(AnyPosition)),
	"Moment.position":         Ref(AnyPosition),
	"PositionAnswer.position": Ref(AnyPosition),
	"AwaitingGame.position":   OrNull(Ref(AnyPosition)),
	"View.result":             OrNull(Ref(AnyResult)),
	"TableInfo.result":        OrNull(Ref(AnyResult)),
	"Entry.stories":           Ref(AnyEvent),
	"Moment.stories":          Ref(AnyEvent),
	"PositionAnswer.stories":  Ref(AnyEvent),
	"TableInfo.options":       Ref(OptionValue),
	"Setup.options":           Ref(OptionValue),
	"CreateRequest.options":   Ref(OptionValue),
	"StartRequest.options":    Ref(OptionValue),
	"OptionInfo.default":      Ref(OptionValue),
	"OptionValueInfo.value":   Ref(OptionValue),
}

// Fill describes the members of messages that Go types cannot. It panics if there is no such
// member.
func Fill(all map[string]*huma.Schema) {
	for place, is := range members {
		message, member, _ := strings.Cut(place, ".")
		if all[message] == nil || all[message].Properties[member] == nil {
			panic("schema: no message has " + place)
		}
		p := all[message].Properties[member]
		switch p.Type {
		case huma.TypeArray:
			p.Items = is
		case huma.TypeObject:
			// Not as a schema, which would be enforced: the game explains better what is wrong with
			// an option.
			p.AdditionalProperties = map[string]string{"$ref": is.Ref}
		default:
			s := *is
			s.Description = p.Description
			if s.Ref != "" && s.Description != "" { // a reference has no other members in older readers
				s = huma.Schema{Description: p.Description, AnyOf: []*huma.Schema{is}}
			}
			all[message].Properties[member] = &s
		}
	}
}
