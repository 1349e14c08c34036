package server

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"atoll/match"
)

// Postgres keeps no NUL in a text, and nothing that is not UTF-8; SQLite keeps both,
// and a store must be able to become one of the other kind. No request needs them:
// whatever has them is refused before anybody reads it.

func notPlain(where string) error {
	return &match.Error{Kind: match.Invalid, Where: where, Message: "a text may hold neither NUL characters nor broken UTF-8"}
}

func plain(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// plainRequest refuses a request whose path, query, token or cookies are not plain.
func plainRequest(r *http.Request) error {
	if !plain(r.URL.Path) {
		return notPlain("path")
	}
	if strings.ContainsAny(r.URL.RawQuery, "%\x00") || !plain(r.URL.RawQuery) {
		q, err := url.QueryUnescape(r.URL.RawQuery)
		if err != nil || !plain(q) {
			return notPlain("query")
		}
	}
	for _, name := range []string{"Authorization", "Cookie"} {
		for _, v := range r.Header[name] {
			if !plain(v) {
				return notPlain("header." + name)
			}
		}
	}
	return nil
}

// plainJSON reports whether no text of a JSON document holds NUL or broken UTF-8.
// In JSON the latter can hide as a lone half of a surrogate pair.
func plainJSON(b []byte) bool {
	if !utf8.Valid(b) || bytes.IndexByte(b, 0) >= 0 {
		return false
	}
	for i := 0; i+1 < len(b); i++ {
		if b[i] != '\\' {
			continue
		}
		i++ // whatever is escaped
		if b[i] != 'u' {
			continue
		}
		switch u, ok := escaped(b[i-1:]); {
		case !ok: // not JSON; its reader says so
		case u == 0, u >= 0xdc00 && u <= 0xdfff:
			return false
		case u >= 0xd800 && u <= 0xdbff:
			low, ok := escaped(b[i+5:])
			if !ok || low < 0xdc00 || low > 0xdfff {
				return false
			}
			i += 10
		}
	}
	return true
}

// escaped reads \uXXXX.
func escaped(b []byte) (u rune, ok bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	for _, c := range b[2:6] {
		d := strings.IndexByte("0123456789abcdef", c|0x20)
		if d < 0 || c < '0' {
			return 0, false
		}
		u = u<<4 | rune(d)
	}
	return u, true
}

// plainBody reads the body of a request ahead and refuses one that is not plain.
func plainBody(r *http.Request) error {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	b, err := io.ReadAll(r.Body)
	rest := io.Reader(bytes.NewReader(b))
	if err != nil { // too large, or the client has gone: the next reader will see
		rest = io.MultiReader(rest, broken{err})
	} else if !plainJSON(b) {
		return notPlain("body")
	}
	r.Body = io.NopCloser(rest)
	return nil
}

type broken struct{ error }

func (b broken) Read([]byte) (int, error) { return 0, b.error }
