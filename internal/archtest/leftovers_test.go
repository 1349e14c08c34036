package archtest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Half of a merge is easily committed: a document with its marks stood on main
// for a day.
func TestNoMergeIsLeftHalfDone(t *testing.T) {
	list, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		t.Skipf("not a checkout: %v", err)
	}
	files := bytes.Split(bytes.TrimRight(list, "\x00"), []byte{0})
	if len(files) < 500 {
		t.Errorf("only %d files were read", len(files))
	}
	for _, name := range files {
		src, err := os.ReadFile(filepath.Join(root, string(name)))
		if err != nil {
			continue // deleted, or a link to nowhere
		}
		for _, line := range halfMerged(src) {
			t.Errorf("%s:%d is the mark of a merge", name, line)
		}
	}
}

// halfMerged lists the lines on which one side of a merge begins or ends.
func halfMerged(src []byte) (lines []int) {
	for i, line := range bytes.Split(src, []byte("\n")) {
		if bytes.HasPrefix(line, []byte("<<<<<<< ")) || bytes.HasPrefix(line, []byte(">>>>>>> ")) {
			lines = append(lines, i+1)
		}
	}
	return lines
}

func TestMarksOfAMergeAreFound(t *testing.T) {
	src := "one\n<<<<<<< HEAD\ntwo\n=======\nthree\n>>>>>>> other\nfour << 7\n"
	if got := halfMerged([]byte(src)); len(got) != 2 || got[0] != 2 || got[1] != 6 {
		t.Errorf("found lines %v", got)
	}
}
