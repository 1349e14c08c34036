package server

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
)

// The library's validation speaks in our sentences, whatever its own are.
func TestWrongFieldsAreNamedInOurWords(t *testing.T) {
	type seat struct {
		Kind  string `json:"kind" enum:"me,open"`
		Level int    `json:"level,omitempty" minimum:"1"`
	}
	type request struct {
		Game    string `json:"game"`
		Name    string `json:"name,omitempty" minLength:"3" maxLength:"5"`
		Players int    `json:"players,omitempty" maximum:"6"`
		Rated   bool   `json:"rated,omitempty"`
		Seats   []seat `json:"seats,omitempty" maxItems:"2" nullable:"false"`
	}
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	schema := registry.Schema(typeOf[request](), true, "")
	for body, want := range map[string]string{
		`{"game":"g","name":"ab"}`:                       "body.name: name needs 3 or more characters",
		`{"game":"g","name":"abcdef"}`:                   "body.name: name may have at most 5 characters",
		`{"game":"g","seats":[{},{},{}]}`:                "body.seats: seats may have at most 2 entries",
		`{"game":"g","seats":[{"kind":"me","level":0}]}`: "body.seats[0].level: level may not be smaller than 1",
		`{"game":"g","players":7}`:                       "body.players: players may not be larger than 6",
		`{"game":"g","players":"7"}`:                     "body.players: players has to be a number",
		`{"game":7}`:                                     "body.game: game has to be a text",
		`{"game":"g","rated":1}`:                         "body.rated: rated has to be true or false",
		`{"game":"g","seats":1}`:                         "body.seats: seats has to be a list",
		`[]`:                                             "body: the request has to be an object",
		`{"game":"g","seats":[{"kind":"you"}]}`:          "body.seats[0].kind: kind has to be one of these: me, open",
		`{"game":"g","colour":1}`:                        "body.colour: there is no field colour here",
		`{}`:                                             "body: game is missing",
	} {
		var v any
		if err := json.Unmarshal([]byte(body), &v); err != nil {
			t.Fatal(err)
		}
		path, result := huma.NewPathBuffer(nil, 0), &huma.ValidateResult{}
		path.Push("body")
		huma.Validate(registry, schema, path, huma.ModeWriteToServer, v, result)
		if len(result.Errors) == 0 {
			t.Errorf("%s passes", body)
			continue
		}
		where, said := wrongField(nil, result.Errors[0].(*huma.ErrorDetail))
		if got := where + ": " + said; got != want {
			t.Errorf("%s: %q, not %q", body, got, want)
		}
	}
}

// What cannot be read, and parameters, are told from the types of errors and of the
// document.
func TestUnreadableFieldsAreNamedInOurWords(t *testing.T) {
	read := readable(huma.DefaultJSONFormat)
	for body, want := range map[string]string{
		`x`:                             "body: the request cannot be read as JSON: invalid character 'x' looking for beginning of value",
		`{"step":1e400}`:                "body.step: step has to be a number",
		`{"step":99999999999999999999}`: "body.step: step has to be a number",
	} {
		var v struct {
			Step int64 `json:"step"`
		}
		err := read.Unmarshal([]byte(body), &v)
		if err == nil {
			t.Errorf("%s is read", body)
			continue
		}
		where, said := wrongField(nil, &huma.ErrorDetail{Location: "body", Message: err.Error()})
		if got := where + ": " + said; got != want {
			t.Errorf("%s: %q, not %q", body, got, want)
		}
	}
	op := &huma.Operation{Parameters: []*huma.Param{
		{Name: "limit", In: "query", Schema: &huma.Schema{Type: huma.TypeInteger}},
		{Name: "on", In: "query", Schema: &huma.Schema{Type: huma.TypeBoolean}},
		{Name: "id", In: "path", Schema: &huma.Schema{Type: huma.TypeString}},
	}}
	for location, c := range map[string]struct {
		value any
		want  string
	}{
		"query.limit": {"many", "limit has to be a number"},
		"query.on":    {"maybe", "on has to be true or false"},
		"path.id":     {"", "id is missing"},
		"body.hook":   {"", "hook is not as it should be: something new"},
	} {
		if _, got := wrongField(op, &huma.ErrorDetail{Location: location, Value: c.value, Message: "something new"}); got != c.want {
			t.Errorf("%s: %q, not %q", location, got, c.want)
		}
	}
}

// Each sentence of ours takes what the library's own would.
func TestFieldSentencesTakeWhatTheLibraryGives(t *testing.T) {
	for _, f := range fields {
		if !strings.HasPrefix(*f.of, ours) || strings.Count(*f.of, inField) != 1 ||
			strings.Count(*f.of, "%v") != strings.Count(f.Message, "%s")-1 {
			t.Errorf("%q became %q", f.Message, *f.of)
		}
	}
	if validation.MsgExpectedRequiredProperty != ours+"%s is missing" {
		t.Error("what is missing is told in the library's words")
	}
}
