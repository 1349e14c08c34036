package archtest

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

const widest = 140

// Lines of Go have at most 140 columns, tabs counting four. Texts do not count: most
// cannot be broken.
func TestLinesAreNotTooLong(t *testing.T) {
	read := 0
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		path, _ := filepath.Rel(root, file)
		path = filepath.ToSlash(path)
		if d.IsDir() {
			if path != "." && strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		read++
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, line := range tooLong(src) {
			t.Errorf("%s:%d has more than %d columns", path, line, widest)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if read < 200 {
		t.Errorf("only %d files were read", read)
	}
}

// tooLong lists the lines of a source that are too long without their texts.
func tooLong(src []byte) []int {
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(src))
	texts := map[int]int{} // columns by line
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok != token.STRING {
			continue
		}
		at := file.Line(pos)
		for i, part := range strings.Split(lit, "\n") {
			texts[at+i] += utf8.RuneCountInString(part)
		}
	}
	var long []int
	for i, line := range strings.Split(string(src), "\n") {
		if utf8.RuneCountInString(line)+3*strings.Count(line, "\t")-texts[i+1] > widest {
			long = append(long, i+1)
		}
	}
	return long
}

func TestTextsDoNotMakeALineTooLong(t *testing.T) {
	text := strings.Repeat("x", 150)
	src := "package p\n\nvar a = \"" + text + "\"\n\n// " + text + "\nvar " + text + " = 1\n\nvar b = `" + text + "\n" + text + "`\n"
	if got := tooLong([]byte(src)); !slices.Equal(got, []int{5, 6}) {
		t.Errorf("lines %v are too long, not 5 and 6", got)
	}
}

// Nor have the lines of the clients more columns, whatever is in them.
func TestLinesOfClientsAreNotTooLong(t *testing.T) {
	read := 0
	err := filepath.WalkDir(filepath.Join(root, "clients"), func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if name := d.Name(); name == "node_modules" || name == "dist" || name == "build" || strings.HasPrefix(name, ".") {
				return filepath.SkipDir
			}
			return nil
		case !slices.Contains([]string{".py", ".ts", ".js", ".mjs"}, filepath.Ext(file)):
			return nil
		}
		read++
		src, err := os.ReadFile(file)
		for i, line := range strings.Split(string(src), "\n") {
			if n := utf8.RuneCountInString(line); n > widest {
				t.Errorf("%s:%d has %d columns", file, i+1, n)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if read < 20 {
		t.Errorf("only %d files were read", read)
	}
}
