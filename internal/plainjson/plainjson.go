// Package plainjson reads JSON of a known shape without reflection. It is for what a
// server reads with every move; anything that looks different is left to encoding/json.
package plainjson

import "strconv"

// Reader reads JSON whose keys come in a known order and whose texts have no escapes. What it
// takes, encoding/json reads in the same way.
type Reader struct {
	Rest []byte
	Bad  bool // the input had another shape
	some bool // a key of this object was read
}

// Word reads s, if it comes next.
func (r *Reader) Word(s string) bool {
	if len(r.Rest) < len(s) || string(r.Rest[:len(s)]) != s {
		return false
	}
	r.Rest = r.Rest[len(s):]
	return true
}

// Begin reads the beginning of an object, if it comes next.
func (r *Reader) Begin() bool {
	r.some = false
	return r.Word("{")
}

// Key reads a key, if it comes next.
func (r *Reader) Key(s string) bool {
	before := r.Rest
	if r.some && !r.Word(",") || !r.Word(s) {
		r.Rest = before
		return false
	}
	r.some = true
	return true
}

// End reads the end of the object; false if something else comes, or came before.
func (r *Reader) End() bool {
	r.some = true // of the object around it
	return r.Word("}") && !r.Bad
}

// Text reads a text without escapes.
func (r *Reader) Text() []byte {
	if r.Word(`"`) {
		for i, c := range r.Rest {
			if c == '"' {
				text := r.Rest[:i]
				r.Rest = r.Rest[i+1:]
				return text
			}
			if c < ' ' || c > '~' || c == '\\' {
				break
			}
		}
	}
	r.Bad = true
	return nil
}

// Number reads a whole number.
func (r *Reader) Number() int64 {
	i := 0
	if len(r.Rest) > 0 && r.Rest[0] == '-' {
		i = 1
	}
	first := i
	for i < len(r.Rest) && r.Rest[i] >= '0' && r.Rest[i] <= '9' {
		i++
	}
	n, err := strconv.ParseInt(string(r.Rest[:i]), 10, 64)
	// JSON has no leading zeros.
	r.Bad = r.Bad || err != nil || i > first+1 && r.Rest[first] == '0'
	r.Rest = r.Rest[i:]
	return n
}
