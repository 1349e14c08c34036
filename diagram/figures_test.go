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

	"atoll/draw"
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
			inStep(t, filepath.Join(imgDir, f.Name+".svg"), got)
		})
	}
	inStep(t, filepath.Join(imgDir, "theme.css"), Theme())
	files, _ := filepath.Glob(imgDir + "/*.svg")
	for _, file := range files {
		name := filepath.Base(file)
		if !drawn[name[:len(name)-len(".svg")]] {
			t.Errorf("%s is drawn by nobody", file)
		}
	}
}

func inStep(t *testing.T, path string, got []byte) {
	t.Helper()
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
}

// Whatever a figure is drawn with has a dark side, or is known to need none.
func TestColoursHaveADarkSide(t *testing.T) {
	same := map[string]bool{
		draw.Ivory: true, draw.OnBadge: true, draw.Gold: true, draw.Lapis: true, "#2553A8": true, "#F0CB66": true, "#9A6B06": true,
		"#F2D3B0": true, "#F08A24": true, "#6B3A2A": true, "#4A403A": true, "#2E2723": true, "#1C1815": true,
	}
	for _, c := range shades() {
		if same[c.light] {
			t.Errorf("%s both turns and does not", c.light)
		}
		same[c.light] = true
	}
	colour := regexp.MustCompile(`(?:fill|stroke)="(#\w+)"`)
	for _, f := range Figures() {
		for _, m := range colour.FindAllSubmatch(f.Render(), -1) {
			if !same[string(m[1])] {
				t.Errorf("%s: %s has no dark side", f.Name, m[1])
			}
		}
	}
}

func TestPagesShowFiguresThatExist(t *testing.T) {
	pages, _ := filepath.Glob(rulesDir + "/*.md")
	inLanguages, _ := filepath.Glob(rulesDir + "/*/*.md")
	if len(pages) == 0 || len(inLanguages) == 0 {
		t.Fatalf("%d pages, %d in other languages", len(pages), len(inLanguages))
	}
	picture := regexp.MustCompile(`!\[([^\]]*)\]\(([^)]+)\)`)
	for _, page := range append(pages, inLanguages...) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range picture.FindAllSubmatch(text, -1) {
			if len(m[1]) == 0 {
				t.Errorf("%s: picture %s has no description", page, m[2])
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), string(m[2]))); err != nil {
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
