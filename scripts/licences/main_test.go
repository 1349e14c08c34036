package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNothingIsWithoutLicence makes the text that the program ships.
func TestNothingIsWithoutLicence(t *testing.T) {
	root := "../.."
	parts, err := modules(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(parts) < 30 {
		t.Fatalf("only %d modules", len(parts))
	}
	if _, err := os.Stat(filepath.Join(root, "web/dist/bundled.json")); err == nil {
		pages, err := bundled(filepath.Join(root, "web"))
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, pages...)
	} else if os.Getenv("CI") != "" {
		t.Fatal("the front end was not built")
	}
	var out bytes.Buffer
	if err := render(&out, parts); err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		if !strings.Contains(out.String(), "\n"+p.name+" "+p.version+"\n") {
			t.Errorf("%s %s is not named", p.name, p.version)
		}
	}
}

func TestAMissingLicenceIsAnError(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("README.md", "hello")
	write("NOTICE", "somebody made this")
	p := part{"example.org/bare", "v1.0.0", dir}
	if err := render(new(bytes.Buffer), []part{p}); err == nil || !strings.Contains(err.Error(), "example.org/bare v1.0.0 has no licence") {
		t.Errorf("without a licence: %v", err)
	}
	write("LICENSE.txt", "do as you like")
	var out bytes.Buffer
	if err := render(&out, []part{p, {"example.org/other", "v2.0.0", dir}}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), "do as you like"); got != 1 {
		t.Errorf("the same text stands there %d times", got)
	}
	if !strings.Contains(out.String(), "somebody made this") {
		t.Error("the notice is left out")
	}
}
