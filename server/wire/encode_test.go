package wire

import (
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// fill gives every field of v a value, the empty one among them.
func fill(t *rapid.T, v reflect.Value) {
	if v.Type() == reflect.TypeFor[json.RawMessage]() {
		v.SetBytes([]byte(rapid.SampledFrom([]string{`null`, `{"a":[1,"x"]}`, `"é"`}).Draw(t, "raw")))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	case reflect.Pointer:
		if rapid.Bool().Draw(t, "there") {
			v.Set(reflect.New(v.Type().Elem()))
			fill(t, v.Elem())
		}
	case reflect.Slice:
		// Never nil where it is not left out: the makers of views see to that.
		v.Set(reflect.MakeSlice(v.Type(), rapid.IntRange(0, 3).Draw(t, "len"), 3))
		for i := range v.Len() {
			fill(t, v.Index(i))
		}
	case reflect.String:
		v.SetString(rapid.OneOf(rapid.SampledFrom([]string{"", "A", "move b2 b3", `"\`, "<b>&", "Zoë\n\u2028"}), rapid.String()).Draw(t, "text"))
	case reflect.Int, reflect.Int64:
		v.SetInt(rapid.Int64Range(-1e6, 2e12).Draw(t, "number"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "flag"))
	default:
		t.Fatalf("a field of kind %s: teach appendDeltaFrame and this test to write it", v.Kind())
	}
}

// The fast way of writing a delta writes what package json writes, for every
// field that there is.
func TestDeltaIsWrittenAsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d Delta
		fill(t, reflect.ValueOf(&d).Elem())
		want, err := json.Marshal(Frame{Type: "delta", Delta: &d})
		if err != nil {
			t.Fatal(err)
		}
		if got := AppendDeltaFrame(nil, &d); string(got) != string(want) {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}

func TestReplyIsWrittenAsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r Reply
		fill(t, reflect.ValueOf(&r).Elem())
		want, err := json.Marshal(&r)
		if err != nil {
			t.Fatal(err)
		}
		if got := AppendReply(nil, &r); string(got) != string(want) {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	})
}

// A setup loses nothing on its way to the table and back.
func TestSetupIsTheTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Setup
		v := reflect.ValueOf(&s).Elem()
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "Options" {
				fill(t, v.Field(i))
			}
		}
		s.Options = map[string]any{"key": "value"}
		table := s.Match()
		there, err := json.Marshal(table)
		if err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		back := SetupOf(&table)
		if string(there) != string(want) || !reflect.DeepEqual(back, s) {
			t.Fatalf("got\n%s\n%+v\nwant\n%s\n%+v", there, back, want, s)
		}
	})
}
