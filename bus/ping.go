package bus

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
)

// Every node reads every ping, so those of moves are written and read without
// reflection. The JSON is the same; what looks otherwise is left to package json.

func appendPing(b []byte, p *Ping) []byte {
	usual := plain(p.Table) && plain(p.What) && plain(p.Node) && len(p.Seats) == 0 && p.Others == 0
	for _, u := range p.Users {
		usual = usual && plain(u)
	}
	if !usual {
		data, err := json.Marshal(p)
		if err != nil {
			return nil
		}
		return append(b, data...)
	}
	from := len(b)
	text := func(key, s string) {
		if s != "" {
			b = append(append(append(append(b, `,"`...), key...), `":"`...), s...)
			b = append(b, '"')
		}
	}
	text("table", p.Table)
	if p.Seq != 0 {
		b = strconv.AppendInt(append(b, `,"seq":`...), p.Seq, 10)
	}
	text("what", p.What)
	text("node", p.Node)
	for i, u := range p.Users {
		b = append(b, [...]string{`,"users":["`, `,"`}[min(i, 1)]...)
		b = append(append(b, u...), '"')
	}
	if len(p.Users) > 0 {
		b = append(b, ']')
	}
	if len(p.News) > 0 {
		b = append(base64.StdEncoding.AppendEncode(append(b, `,"news":"`...), p.News), '"')
	}
	if len(b) == from {
		return append(b, "{}"...)
	}
	b[from] = '{'
	return append(b, '}')
}

// plain reports whether a text stands in JSON as it is.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return false
		}
	}
	return true
}

func readPing(data []byte) (p Ping, ok bool) {
	if p, ok = readUsual(data); ok {
		return p, true
	}
	p = Ping{}
	return p, json.Unmarshal(data, &p) == nil
}

// readUsual reads what appendPing writes without package json.
func readUsual(data []byte) (p Ping, ok bool) {
	r := reader{rest: data}
	if !r.word("{") {
		return p, false
	}
	if r.key(`"table":`) {
		p.Table = string(r.text())
	}
	if r.key(`"seq":`) {
		p.Seq = r.number()
	}
	if r.key(`"what":`) {
		p.What = string(r.text())
	}
	if r.key(`"node":`) {
		p.Node = string(r.text())
	}
	if r.key(`"users":[`) {
		p.Users = make([]string, 0, 2)
		for more := true; more; more = r.word(",") {
			p.Users = append(p.Users, string(r.text()))
		}
		r.bad = r.bad || !r.word("]")
	}
	if r.key(`"news":`) {
		text := r.text()
		p.News = make([]byte, base64.StdEncoding.DecodedLen(len(text)))
		n, err := base64.StdEncoding.Decode(p.News, text)
		p.News, r.bad = p.News[:n], r.bad || err != nil
	}
	return p, r.word("}") && len(r.rest) == 0 && !r.bad
}

// reader reads JSON of a known shape.
type reader struct {
	rest []byte
	some bool // a key was read
	bad  bool
}

func (r *reader) word(s string) bool {
	if len(r.rest) < len(s) || string(r.rest[:len(s)]) != s {
		return false
	}
	r.rest = r.rest[len(s):]
	return true
}

// key reads a key, if it comes next.
func (r *reader) key(s string) bool {
	before := r.rest
	if r.some && !r.word(",") || !r.word(s) {
		r.rest = before
		return false
	}
	r.some = true
	return true
}

// text reads a text without escapes.
func (r *reader) text() []byte {
	if r.word(`"`) {
		for i, c := range r.rest {
			if c == '"' {
				text := r.rest[:i]
				r.rest = r.rest[i+1:]
				return text
			}
			if c < ' ' || c > '~' || c == '\\' {
				break
			}
		}
	}
	r.bad = true
	return nil
}

// number reads a number that is not negative.
func (r *reader) number() int64 {
	i := 0
	for i < len(r.rest) && r.rest[i] >= '0' && r.rest[i] <= '9' {
		i++
	}
	n, err := strconv.ParseInt(string(r.rest[:i]), 10, 64)
	// JSON has no leading zeros.
	r.bad = r.bad || err != nil || i > 1 && r.rest[0] == '0'
	r.rest = r.rest[i:]
	return n
}
