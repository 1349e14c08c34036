package game

import (
	"encoding/json"
	"strconv"
)

// AppendJSON appends the JSON of a position. A game that can write into memory
// that it is given saves a busy server much of its garbage.
func AppendJSON(dst []byte, st State) ([]byte, error) {
	if a, ok := st.(interface{ AppendJSON([]byte) []byte }); ok {
		return a.AppendJSON(dst), nil
	}
	data, err := st.MarshalJSON()
	return append(dst, data...), err
}

// AppendQuoted appends a text as package json writes it.
func AppendQuoted(dst []byte, text string) []byte {
	if !plain(text) {
		return appendAny(dst, text)
	}
	dst = append(dst, '"')
	dst = append(dst, text...)
	return append(dst, '"')
}

// plain reports whether a text only needs quotes to be JSON.
func plain[T string | []byte](text T) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return false
		}
	}
	return true
}

// appendJSON appends a text, a number or a truth value.
func appendJSON(dst []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return AppendQuoted(dst, v)
	case int:
		return strconv.AppendInt(dst, int64(v), 10)
	case bool:
		return strconv.AppendBool(dst, v)
	}
	return appendAny(dst, v)
}

func appendAny(dst []byte, v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("game: " + err.Error())
	}
	return append(dst, b...)
}
