package match_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"atoll/match"
)

// FuzzPlainEntry: whatever is read the short way, package json reads in the same way.
func FuzzPlainEntry(f *testing.F) {
	for _, s := range []string{
		`{"at":1,"kind":"play","moves":[{"by":0,"do":"a1 b2","ms":12,"msg":"m","seq":3}]}`,
		`{"at":1,"kind":"play","moves":[{"by":-1,"do":"roll 3"},{"by":1,"do":"x"}]}`,
		`{"at":1,"kind":"table","moves":[{"by":0,"do":"resign"}]}`, `{"at":-5,"kind":"aborted"}`,
		`{"at":1,"kind":"play","moves":[]}`, `{"at":1,"kind":"play","moves":[{"by":300,"do":"x"}]}`, `{"at":1,"kind":"play","moves":[{"by":-129,"do":"x"}]}`,
		`{"at":1,"kind":"play","moves":[{"by":0,"do":"\u0041"}]}`, `{"at":1,"kind":"play","moves":[{"by":0,"do":"é"}]}`,
		`{"at":1,"kind":"play","moves":[{"by":0,"do":"x"}],"msgs":["m"]}`, `{"at":1,"kind":"play","moves":[{"by":0,"do":"x"},]}`,
		`{"at":1,"kind":"play","moves":[{"by":0,"do":"x"}]} `, `{"at":01,"kind":"play"}`, `{"at":-0,"kind":"play"}`, `{"at":--1,"kind":"play"}`, `{"at":-,"kind":""}`,
		`{"at":1"kind":"play"}`, `{"at":1,"kind":"play","moves":[{"by":0"do":"x"}]}`, `{"at":1,"kind":"play","moves":[{"by":0,"do":"x"}{"by":0,"do":"x"}]}`,
		`{"at":1,"kind":"play",}`, `{"at":1,"kind":"play","moves":[{"by":0,"do":"x"}}`, `{"at":9223372036854775808,"kind":"play"}`, `{}`, ``, `null`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := match.ReadPlain([]byte(s))
		var want match.Entry
		if err := json.Unmarshal([]byte(s), &want); ok && (err != nil || !reflect.DeepEqual(got, want)) {
			t.Errorf("%q is read as %+v, want %+v, %v", s, got, want, err)
		}
	})
}

// Moves, which nearly all entries are, take the short way.
func TestMovesAreReadTheShortWay(t *testing.T) {
	e := match.Entry{At: 1, Kind: match.KindPlay, Moves: []match.Move{
		{By: 1, Do: "a1 b2", MS: 1200, Msg: "abc", Seq: 4}, {By: -1, Do: "roll 3"},
	}}
	if got, ok := match.ReadPlain(e.Data()); !ok || !reflect.DeepEqual(got, e) {
		t.Errorf("%+v", got)
	}
}

func BenchmarkReadEntry(b *testing.B) {
	e := match.Entry{At: 1763400000000, Kind: match.KindPlay, Moves: []match.Move{{By: 1, Do: "move a1 b2", MS: 1200, Msg: "abcdefgh"}}}
	data := e.Data()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := match.ReadEntry(1, data); err != nil {
			b.Fatal(err)
		}
	}
}
