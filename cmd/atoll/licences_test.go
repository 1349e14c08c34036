package main

import (
	"bytes"
	"strings"
	"testing"

	"atoll/web"
)

func TestLicences(t *testing.T) {
	var out, errs bytes.Buffer
	code := run([]string{"licences"}, strings.NewReader(""), &out, &errs)
	if !web.Built() {
		if code == 0 || !strings.Contains(errs.String(), "make build") {
			t.Errorf("without the front end: %d %s", code, errs.String())
		}
		return
	}
	for _, name := range []string{"\nsvelte ", "\n@fontsource-variable/besley ", "\n@fontsource-variable/figtree ", "\nmodernc.org/sqlite ", "\nGo standard library "} {
		if code != 0 || !strings.Contains(out.String(), name) {
			t.Errorf("%q is missing (%d %s)", name, code, errs.String())
		}
	}
}
