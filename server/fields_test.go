package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2/validation"
)

func TestWrongFieldsAreNamedInOurWords(t *testing.T) {
	for _, c := range []struct{ location, complaint, want string }{
		{"body.name", fmt.Sprintf(validation.MsgExpectedMinLength, 3), "name needs at least 3 characters"},
		{"body.name", fmt.Sprintf(validation.MsgExpectedMaxLength, 24), "name may have at most 24 characters"},
		{"body.seats", fmt.Sprintf(validation.MsgExpectedMaxItems, 6), "seats may have at most 6 entries"},
		{"body.seats[1].level", fmt.Sprintf(validation.MsgExpectedMinimumNumber, 1), "level may not be smaller than 1"},
		{"body.players", fmt.Sprintf(validation.MsgExpectedMaximumNumber, 6), "players may not be larger than 6"},
		{"body.players", validation.MsgExpectedInteger, "players has to be a number"},
		{"query.limit", "invalid integer", "limit has to be a number"},
		{"body.game", validation.MsgExpectedString, "game has to be a text"},
		{"body.rated", validation.MsgExpectedBoolean, "rated has to be true or false"},
		{"body.seats", validation.MsgExpectedArray, "seats has to be a list"},
		{"body", validation.MsgExpectedObject, "the request has to be an object"},
		{"body.seats[0].kind", fmt.Sprintf(validation.MsgExpectedOneOf, "me, open"), "kind has to be one of these: me, open"},
		{"body.colour", validation.MsgUnexpectedProperty, "there is no field colour here"},
		{"body", fmt.Sprintf(validation.MsgExpectedRequiredProperty, "game"), "game is missing"},
		{"body", "invalid character 'x' looking for beginning of value", "the request cannot be read as JSON: invalid character 'x' looking for beginning of value"},
		{"body.hook", "something new", "hook is not as it should be: something new"},
	} {
		if got := wrongField(c.location, c.complaint); got != c.want {
			t.Errorf("%s %q: %q, not %q", c.location, c.complaint, got, c.want)
		}
	}
}

// Each sentence takes the field and what its pattern finds, no more and no less.
func TestFieldSentencesFitTheirPatterns(t *testing.T) {
	for _, f := range fields {
		if verbs := strings.Count(f.Message, "%s"); verbs != 1+f.pattern.NumSubexp() {
			t.Errorf("%s: %q has %d places", f.pattern, f.Message, verbs)
		}
	}
}
