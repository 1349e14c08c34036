package diagram

import (
	"bytes"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var update = flag.Bool("update", false, "rewrite docs/rules/img")

const (
	rulesDir = "../docs/rules"
	imgDir   = rulesDir + "/img"
)

func TestFiguresAreInStep(t *testing.T) {
	drawn := map[string]bool{}
	for _, f := range Figures() {
		t.Run(f.Name, func(t *testing.T) {
			if f.Alt == "" {
				t.Error("a figure needs a sentence for those who cannot see it")
			}
			if drawn[f.Name] {
				t.Error("two figures have this name")
			}
			drawn[f.Name] = true
			got := f.Render()
			wellFormed(t, got)
			path := filepath.Join(imgDir, f.Name+".svg")
			if *update {
				if err := os.MkdirAll(imgDir, 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s is out of step; run go test ./diagram -update", path)
			}
		})
	}
	files, _ := filepath.Glob(imgDir + "/*.svg")
	for _, file := range files {
		name := filepath.Base(file)
		if !drawn[name[:len(name)-len(".svg")]] {
			t.Errorf("%s is drawn by nobody", file)
		}
	}
}

func TestPagesShowFiguresThatExist(t *testing.T) {
	pages, _ := filepath.Glob(rulesDir + "/*.md")
	picture := regexp.MustCompile(`!\[([^\]]*)\]\(([^)]+)\)`)
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range picture.FindAllSubmatch(text, -1) {
			if len(m[1]) == 0 {
				t.Errorf("%s: picture %s has no description", page, m[2])
			}
			if _, err := os.Stat(filepath.Join(rulesDir, string(m[2]))); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}

func wellFormed(t *testing.T, svg []byte) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(svg))
	for {
		_, err := dec.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
	}
}
