package bus

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strconv"

	"atoll/internal/plainjson"
)

// Every node reads every ping, so those of moves are written and read without
// reflection. The JSON is the same; what looks otherwise is left to package json.
// Pings that are told at about the same time travel as one message, a line each.

// maxMessage is the most bytes a message has.
const maxMessage = 1 << 16

// eachPing calls f for the pings of a message.
func eachPing(message []byte, f func(Ping)) {
	if len(message) >= maxMessage {
		return
	}
	for line := range bytes.SplitSeq(message, []byte("\n")) {
		if p, ok := readPing(line); ok {
			f(p)
		}
	}
}

func appendPing(b []byte, p *Ping) []byte {
	usual := plain(p.Table) && plain(p.What) && plain(p.Node) && p.Others == 0
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
	r := plainjson.Reader{Rest: data}
	if !r.Begin() {
		return p, false
	}
	if r.Key(`"table":`) {
		p.Table = string(r.Text())
	}
	if r.Key(`"seq":`) {
		p.Seq = r.Number()
	}
	if r.Key(`"what":`) {
		p.What = string(r.Text())
	}
	if r.Key(`"node":`) {
		p.Node = string(r.Text())
	}
	if r.Key(`"users":[`) {
		p.Users = make([]string, 0, 2)
		for more := true; more; more = r.Word(",") {
			p.Users = append(p.Users, string(r.Text()))
		}
		r.Bad = r.Bad || !r.Word("]")
	}
	if r.Key(`"news":`) {
		text := r.Text()
		p.News = make([]byte, base64.StdEncoding.DecodedLen(len(text)))
		n, err := base64.StdEncoding.Decode(p.News, text)
		p.News, r.Bad = p.News[:n], r.Bad || err != nil
	}
	return p, r.End() && len(r.Rest) == 0
}
