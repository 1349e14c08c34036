package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func TestSiteWorksBelowAnyPathWithoutAServer(t *testing.T) {
	files := fstest.MapFS{
		"index.html":           {Data: []byte(`<head><title>Atoll</title><link href="/mark.svg"><script src="/assets/index-1.js"></script></head>`)},
		"assets/index-1.js":    {Data: []byte(`import("./Front-2.js")`)},
		"core/core.json":       {Data: []byte(`{"wasm":"a-1.wasm","exec":"e-1.js"}`)},
		"sw.js":                {Data: []byte(`{assets:["core/a-1.wasm","core/e-1.js"]}; at('analysis?shared')`)},
		"manifest.webmanifest": {Data: []byte(`{"start_url": "./", "url": "./puzzles", "action": "./analysis"}`)},
		"core/a-1.wasm.gz":     {Data: []byte("packed")},
		"core/a-1.wasm.br":     {Data: []byte("packed")},
		"core/e-1.js.gz":       {Data: packed(t, "run()")},
	}
	dir := filepath.Join(t.TempDir(), "club", "games")
	n, err := writeSite(dir, files)
	if err != nil || n != 7 {
		t.Fatalf("%d files written, %v; want 7", n, err)
	}
	index, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`href="./mark.svg"`, `src="./assets/index-1.js"`, `<meta name="atoll-site" content="yes">`, `id="atoll-games">{"games":[{"id":"`} {
		if !strings.Contains(string(index), want) {
			t.Errorf("the first page has no %s:\n%s", want, index)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "core", "a-1.wasm.gz")); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{
		"core/core.json":       `{"wasm":"a-1.wasm.gz","exec":"e-1.js"}`,
		"sw.js":                `{assets:["core/a-1.wasm.gz","core/e-1.js"]}; at('#/analysis?shared')`,
		"manifest.webmanifest": `{"start_url": "./", "url": "./#/puzzles", "action": "./#/analysis"}`,
	} {
		if said, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); string(said) != want {
			t.Errorf("%s was written as %s, %v; want %s", name, said, err, want)
		}
	}
	if script, err := os.ReadFile(filepath.Join(dir, "core", "e-1.js")); string(script) != "run()" {
		t.Errorf("a script was written as %q, %v", script, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "core", "a-1.wasm.br")); err == nil {
		t.Error("what no browser can unpack was written")
	}
}

func packed(t *testing.T, text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSiteWithoutRulesIsRefused(t *testing.T) {
	if _, err := writeSite(t.TempDir(), fstest.MapFS{"index.html": {Data: []byte("<title>")}}); err == nil {
		t.Fatal("a site without rules was written")
	}
}
