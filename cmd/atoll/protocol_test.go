package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The examples of docs/protocol.md are one conversation with the real engine.
func TestProtocolExamples(t *testing.T) {
	page, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	var requests, want []string
	inBlock := false
	for line := range strings.Lines(string(page)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			inBlock = !inBlock
		} else if inBlock {
			if req, ok := strings.CutPrefix(line, "> "); ok {
				requests = append(requests, req)
			} else if ans, ok := strings.CutPrefix(line, "< "); ok {
				want = append(want, ans)
			}
		}
	}
	if len(requests) < 20 || len(requests) != len(want) {
		t.Fatalf("%d requests and %d answers on the page", len(requests), len(want))
	}
	var out, errs bytes.Buffer
	if code := run([]string{"engine"}, strings.NewReader(strings.Join(requests, "\n")+"\n"), &out, &errs); code != 0 {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d answers to %d requests", len(got), len(want))
	}
	for i := range want {
		parts := strings.Split(want[i], "…")
		for j := range parts {
			parts[j] = regexp.QuoteMeta(parts[j])
		}
		if ok, _ := regexp.MatchString("^"+strings.Join(parts, ".*")+"$", got[i]); !ok {
			t.Errorf("%s\n got %s\nwant %s", requests[i], got[i], want[i])
		}
	}
}
