package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// progress shows how far a long command has come, on one line of a terminal that
// it keeps rewriting. Elsewhere it is silent.
type progress struct {
	out   io.Writer
	width int
	last  time.Time
	shown bool
}

func newProgress(out io.Writer) *progress {
	p := &progress{}
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.out, p.width = out, 80
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 20 {
			p.width = w
		}
	}
	return p
}

// show draws the bar and a text behind it, at most ten times a second.
func (p *progress) show(done, of int, text string) {
	if p.out == nil || time.Since(p.last) < 100*time.Millisecond && done < of {
		return
	}
	p.last, p.shown = time.Now(), true
	const bar = 24
	full := bar * done / max(1, of)
	line := fmt.Sprintf("%s%s %d/%d  %s", strings.Repeat("█", full), strings.Repeat("░", bar-full), done, of, text)
	runes := []rune(line)
	if len(runes) >= p.width {
		runes = runes[:p.width-1]
	}
	fmt.Fprintf(p.out, "\r\x1b[K%s", string(runes))
}

// clear takes the line away.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}
