package bus

import (
	"encoding/json"
	"reflect"
	"testing"
)

// Pings look as package json would write them, and both ways of reading agree.
func TestPingsAreJSON(t *testing.T) {
	for _, p := range []Ping{
		{},
		{Table: "abc"},
		{Seq: 7},
		{Table: "abc", Seq: 12, Node: "n-_1"},
		{Table: "abc", Seq: -3, What: "private", Node: "n", Users: []string{"u"}, News: []byte("hello")},
		{Table: "abc", What: "lobby", Users: []string{"u", "v", "w"}},
		{Users: []string{"u"}},
		{News: []byte{0, 1, 2, 255}},
		{Table: "a\"b\\c<é\x01"},
		{Users: []string{"u", "ü"}},
		{Table: "abc", What: "presence", Users: []string{"u"}, Others: 3},
	} {
		want, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		got := appendPing(nil, &p)
		if string(got) != string(want) {
			t.Errorf("%s, want %s", got, want)
		}
		back, ok := readPing(got)
		if !ok || !reflect.DeepEqual(back, p) {
			t.Errorf("%s is read as %+v", got, back)
		}
	}
}

// Moves, which nearly all pings are, take the short way.
func TestUsualPings(t *testing.T) {
	p := Ping{Table: "abc", Seq: 12, What: "private", Node: "n", Users: []string{"u", "v"}, News: []byte("hello")}
	if got, ok := readUsual(appendPing(nil, &p)); !ok || !reflect.DeepEqual(got, p) {
		t.Errorf("%+v", got)
	}
}

// Whatever the short way takes, package json reads in the same way.
func FuzzPing(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"table":"a"}`, `{"seq":1}`, `{"seq":01}`, `{"seq":-}`, `{,}`, `{"table":"a",}`, `{,"seq":1}`, `{"table":"a""seq":1}`,
		`{"users":["a","b"]}`, `{"users":[]}`, `{"users":["a",]}`,
		`{"news":"aGk="}`, `{"news":"aGk"}`, `{"news":"!"}`, `{"table":"a\n"}`, `{"table":"é"}`,
		`{"seq":1,"table":"a"}`, `{"seq":9223372036854775808}`, `{"seq":-0}`, `{"table":"a"} `, `null`, ``, `{"seq":--1}`, `{"seq":-01}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := readUsual([]byte(s))
		var want Ping
		if err := json.Unmarshal([]byte(s), &want); ok && (err != nil || !reflect.DeepEqual(got, want)) {
			t.Errorf("%q is read as %+v, want %+v, %v", s, got, want, err)
		}
	})
}

func BenchmarkPing(b *testing.B) {
	p := Ping{Table: "abcdefghijkl", Seq: 12, Node: "abcdefgh", Users: []string{"abcdefghijkl", "mnopqrstuvwx"}, News: make([]byte, 296)}
	b.ReportAllocs()
	for b.Loop() {
		readPing(appendPing(nil, &p))
	}
}
