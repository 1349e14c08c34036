package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"atoll/duel"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"atoll": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":    exits,
			"oneline":  oneLineOf,
			"lastline": lastLine,
			"gzip":     compress,
		},
	})
}

// exits CODE ARGS… runs atoll and wants that exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: exits code args…")
	}
	code := 0
	var exit *exec.ExitError
	if err := ts.Exec("atoll", args[1:]...); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	out, errs := ts.ReadFile("stdout"), ts.ReadFile("stderr")
	ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(out), 0o644))
	ts.Check(os.WriteFile(ts.MkAbs("err"), []byte(errs), 0o644))
	if got := strconv.Itoa(code); got != args[0] {
		ts.Fatalf("exit code %s, want %s\nout: %serr: %s", got, args[0], out, errs)
	}
}

// oneline FILE wants exactly one line in FILE that is no stack trace.
func oneLineOf(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.ReadFile(args[0])
	if neg || strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "\n") || strings.Contains(text, "goroutine") {
		ts.Fatalf("%s is not one line: %q", args[0], text)
	}
}

// gzip FILE writes FILE.gz.
func compress(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: gzip file")
	}
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	_, err := io.WriteString(zip, ts.ReadFile(args[0]))
	ts.Check(err)
	ts.Check(zip.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".gz"), b.Bytes(), 0o644))
}

// lastline FILE TEXT wants that last line.
func lastLine(ts *testscript.TestScript, neg bool, args []string) {
	lines := strings.Split(strings.TrimSuffix(ts.ReadFile(args[0]), "\n"), "\n")
	if got := lines[len(lines)-1]; neg || got != args[1] {
		ts.Fatalf("last line %q, want %q", got, args[1])
	}
}

type brokenPipe struct{ n int }

func (b *brokenPipe) Write(p []byte) (int, error) {
	if b.n -= len(p); b.n < 0 {
		return 0, &os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}
	}
	return len(p), nil
}

func TestBrokenPipeIsNoError(t *testing.T) {
	var errs bytes.Buffer
	code := run([]string{"record", "evo", "--games", "1000000"}, strings.NewReader(""), &brokenPipe{1 << 16}, &errs)
	if code != 0 || errs.Len() != 0 {
		t.Errorf("exit code %d, %q", code, errs.String())
	}
}

func TestInterruptedIsSaidInOneWord(t *testing.T) {
	var said bytes.Buffer
	e := &env{err: &said}
	if code := e.fail(fmt.Errorf("search stopped: %w", context.Canceled)); code != 1 || said.String() != "atoll: interrupted\n" {
		t.Errorf("code %d, said %q", code, said.String())
	}
}

// What half a ladder found is printed, but does not replace the whole one of the
// document.
func TestInterruptedLadderIsNotNoted(t *testing.T) {
	var out bytes.Buffer
	e := &env{out: bufio.NewWriter(&out), err: io.Discard}
	c := &ladderCmd{Out: filepath.Join(t.TempDir(), "strength.md")}
	table := duel.Table{
		Bots: []string{"a", "b"}, Points: [][]float64{{0, 1}, {1, 0}}, Games: [][]int{{0, 2}, {2, 0}},
		Rating: []float64{0, 0}, Error: []float64{1, 1},
	}
	err := c.tell(e, duel.Ladder{}, table, context.Canceled)
	e.out.Flush()
	if !errors.Is(err, context.Canceled) || !strings.Contains(out.String(), "| 1 `a` |") {
		t.Errorf("%v\n%s", err, out.String())
	}
	if _, err := os.Stat(c.Out); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the document: %v", err)
	}
}

func TestPanicIsOneLine(t *testing.T) {
	var errs bytes.Buffer
	code := run([]string{"verify", "-"}, panicReader{}, io.Discard, &errs)
	if code != 1 || strings.Count(errs.String(), "\n") != 1 || strings.Contains(errs.String(), "goroutine") {
		t.Errorf("exit code %d, %q", code, errs.String())
	}
}

type panicReader struct{}

func (panicReader) Read([]byte) (int, error) { panic("broken\ninside") }

func TestNearestGame(t *testing.T) {
	for id, want := range map[string]string{
		"epgo": "did you mean epigo?", "EVO": "did you mean evo?", "The Conqueror": "did you mean conqueror?",
		"earthquake-island": "did you mean earthquake?", "earth": "did you mean earthquake?", "chess": "there are: epigo, evo",
		strings.Repeat("x", 10000): "there are",
	} {
		if _, err := findGame(id); err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 200 {
			t.Errorf("%.20q: got %v, want %q", id, err, want)
		}
	}
}
