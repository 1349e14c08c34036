package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// One version, everywhere it is written.
func TestOneVersion(t *testing.T) {
	want := strings.TrimSpace(release)
	for file, pattern := range map[string]string{
		"../../CHANGELOG.md":                  `(?m)^## (\S+)`,
		"../../web/package.json":              `"version": "([^"]+)"`,
		"../../clients/ts/package.json":       `"version": "([^"]+)"`,
		"../../clients/python/pyproject.toml": `(?m)^version = "([^"]+)"`,
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if m := regexp.MustCompile(pattern).FindSubmatch(text); m == nil || string(m[1]) != want {
			t.Errorf("%s says %s, the program is %s", file, m, want)
		}
	}
}
