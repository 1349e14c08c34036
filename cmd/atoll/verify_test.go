package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// With --require-proof a record without a proof is refused, and one whose draws
// can be repeated is not.
func TestVerifyRequiresAProof(t *testing.T) {
	kept, err := os.ReadFile("../../record/testdata/proved.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := bytes.Cut(kept, []byte("\n"))
	at := bytes.Index(line, []byte(`,"proof":`))
	without := string(line[:at]) + "}"
	verify := func(text string, flags ...string) (int, string) {
		var out, errs bytes.Buffer
		code := run(append([]string{"verify"}, flags...), strings.NewReader(text+"\n"), &out, &errs)
		return code, out.String() + errs.String()
	}
	for _, tt := range []struct {
		text  string
		flags []string
		code  int
		said  string
	}{
		{string(line), []string{"--require-proof"}, 0, "1 ok, 0 bad"},
		{without, nil, 0, "1 ok, 0 bad"},
		{without, []string{"--require-proof"}, 1, "no proof of its chance"},
	} {
		if code, said := verify(tt.text, tt.flags...); code != tt.code || !strings.Contains(said, tt.said) {
			t.Errorf("%v: %d, %s", tt.flags, code, said)
		}
	}
}
