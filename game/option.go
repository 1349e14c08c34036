package game

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// OptionKind says what values an option takes.
type OptionKind uint8

const (
	// Choice is one of a list of words (or whole numbers, as in coins=12).
	Choice OptionKind = iota + 1
	// Flag is yes or no.
	Flag
	// Limit is a whole number from Min to Max.
	Limit
)

func (k OptionKind) String() string {
	return [...]string{"", "choice", "flag", "limit"}[k]
}

// OptionValue is one value of a Choice.
type OptionValue struct {
	Value Value
	Name  string
	Help  string
	Ours  bool // a ruling of ours rather than the rulebook's
}

// Option describes one setting so that a form can be made from it.
type Option struct {
	Key     string
	Name    string
	Help    string
	Kind    OptionKind
	Default Value
	Values  []OptionValue // of a Choice
	Min     int64         // of a Limit
	Max     int64
	Ours    bool // the option is a ruling of ours
	// Needs, if not empty, is "key=value" of another option without which this
	// one is refused.
	Needs string
	// Idle, if not empty, is "key=value" of another option with which this one
	// plays no part: then it is refused unless at its default.
	Idle string
	// Since is the version of the rules that brought the option; 0 for the first.
	Since int
	// Players, if not 0, is the only number of players with which a value other
	// than the default is allowed.
	Players int
}

// Value is the value of an option: a word, a whole number or yes/no. Values can
// be compared with ==.
type Value struct {
	kind byte // 's', 'i', 'b'
	s    string
	i    int64
}

// Word makes a text value.
func Word(s string) Value { return Value{kind: 's', s: s} }

// Int makes a whole number.
func Int(i int64) Value { return Value{kind: 'i', i: i} }

// Bool makes a yes/no value.
func Bool(b bool) Value {
	v := Value{kind: 'b'}
	if b {
		v.i = 1
	}
	return v
}

// String returns the value as it is written on a command line.
func (v Value) String() string {
	switch v.kind {
	case 'i':
		return strconv.FormatInt(v.i, 10)
	case 'b':
		return strconv.FormatBool(v.i == 1)
	}
	return v.s
}

// Int returns the whole number, 0 if it is none.
func (v Value) Int() int64 { return v.i }

// True reports whether the value is yes.
func (v Value) True() bool { return v.kind == 'b' && v.i == 1 }

// MarshalJSON writes text as a string, numbers and yes/no as such.
func (v Value) MarshalJSON() ([]byte, error) { return v.appendJSON(nil), nil }

func (v Value) appendJSON(dst []byte) []byte {
	switch v.kind {
	case 's':
		return AppendQuoted(dst, v.s)
	case 'i':
		return strconv.AppendInt(dst, v.i, 10)
	case 'b':
		return strconv.AppendBool(dst, v.i == 1)
	}
	return dst
}

// UnmarshalJSON reads a JSON string, integer or boolean; nothing else.
func (v *Value) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	switch {
	case len(data) == 0:
		return fmt.Errorf("empty option value")
	case data[0] == '"':
		var s string
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
		*v = Word(s)
	case string(data) == "true":
		*v = Bool(true)
	case string(data) == "false":
		*v = Bool(false)
	default:
		i, err := strconv.ParseInt(string(data), 10, 64)
		if err != nil {
			return fmt.Errorf("an option is text, a whole number, true or false, not %.40q", data)
		}
		*v = Int(i)
	}
	return nil
}

// Read turns command line text into a value of the option's type. It does not
// check the range; Configure does.
func (o Option) Read(text string) (Value, error) {
	switch o.Kind {
	case Flag:
		switch text {
		case "true":
			return Bool(true), nil
		case "false":
			return Bool(false), nil
		}
		return Value{}, fmt.Errorf("option %s is true or false, not %.40q", o.Key, text)
	case Limit:
		i, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return Value{}, fmt.Errorf("option %s is a whole number, not %.40q", o.Key, text)
		}
		return Int(i), nil
	}
	for _, v := range o.Values {
		if v.Value.String() == text {
			return v.Value, nil
		}
	}
	return Value{}, o.refuse(Word(text))
}

// Allows describes the allowed values in words.
func (o Option) Allows() string {
	switch o.Kind {
	case Flag:
		return "true or false"
	case Limit:
		if o.Max == 0 {
			return fmt.Sprintf("a whole number, at least %d", o.Min)
		}
		return fmt.Sprintf("a whole number from %d to %d", o.Min, o.Max)
	}
	words := make([]string, len(o.Values))
	for i, v := range o.Values {
		words[i] = v.Value.String()
	}
	return strings.Join(words, ", ")
}

func (o Option) refuse(v Value) error {
	shown, _ := v.MarshalJSON()
	return fmt.Errorf("option %s cannot be %.60s; allowed: %s", o.Key, shown, o.Allows())
}

func (o Option) check(v Value) error {
	switch o.Kind {
	case Flag:
		if v.kind == 'b' {
			return nil
		}
	case Limit:
		if v.kind == 'i' && v.i >= o.Min && (o.Max == 0 || v.i <= o.Max) {
			return nil
		}
	case Choice:
		for _, ov := range o.Values {
			if ov.Value == v {
				return nil
			}
		}
	}
	return o.refuse(v)
}
