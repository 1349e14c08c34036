package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// pane is a real terminal of 80 by 24 with the program in it.
type pane struct {
	t      *testing.T
	socket string
}

func openPane(t *testing.T, args ...string) *pane {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Fatal("tmux is missing: run make packages")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// testscript.Main makes the test binary act as atoll when it is called so.
	dir := t.TempDir()
	link := filepath.Join(dir, "atoll")
	if err := os.Symlink(self, link); err != nil {
		t.Fatal(err)
	}
	p := &pane{t, filepath.Join(dir, "tmux")}
	words := append([]string{"env", "LC_ALL=C.UTF-8", "XDG_DATA_HOME=" + filepath.Join(dir, "data"), link}, args...)
	p.tmux(append([]string{"-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24"}, words...)...)
	pid, err := strconv.Atoi(strings.TrimSpace(p.tmux("display-message", "-p", "#{pane_pid}")))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = exec.Command("tmux", "-S", p.socket, "kill-server").Run()
		// It may be saving: the folder is removed once it has ended.
		for deadline := time.Now().Add(time.Minute); syscall.Kill(pid, 0) == nil && time.Now().Before(deadline); {
			time.Sleep(5 * time.Millisecond)
		}
	})
	return p
}

func (p *pane) tmux(args ...string) string {
	p.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", p.socket}, args...)...).CombinedOutput()
	if err != nil {
		p.t.Fatalf("tmux %v: %v %s", args, err, out)
	}
	return string(out)
}

func (p *pane) screen() string { return p.tmux("capture-pane", "-p") }

// until polls the screen; only a broken program lets it run out.
func (p *pane) until(what string, ok func(string) bool) string {
	p.t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for {
		s := p.screen()
		if ok(s) {
			return s
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("waited in vain for %s:\n%s", what, s)
		}
		time.Sleep(15 * time.Millisecond)
	}
}

// settle gives the program a moment to take the keys; the next look decides.
func (p *pane) settle(before string) {
	for range 20 {
		if p.screen() != before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func (p *pane) press(keys ...string) { p.tmux(append([]string{"send-keys"}, keys...)...) }

func title(screen string) string { t, _, _ := strings.Cut(screen, "\n"); return t }

func ended(screen string) bool {
	t := title(screen)
	return strings.Contains(t, " wins ▐") || strings.Contains(t, "You win ▐") || strings.Contains(t, "share the first place")
}

// A whole game of each kind through the real program, with keys alone.
func TestWholeGamesInATerminal(t *testing.T) {
	for _, tc := range []struct {
		name, game string
		args       []string
		// keys answer a question; round counts how often they have been asked for.
		keys func(prompt string, round int) []string
	}{
		{"epigo", "epigo", []string{"-o", "quiet_limit=6"}, epigoKeys},
		{"islanders", "epigo", []string{"-o", "variant=islanders", "-o", "quiet_limit=6"}, epigoKeys},
		{"evo", "evo", []string{"-o", "quiet_limit=12"}, pointingKeys},
		{"conqueror", "conqueror", nil, pointingKeys},
		{"earthquake", "earthquake", []string{"-p", "3"}, pointingKeys},
		{"a game without a picture", "nim", []string{"-p", "3"}, listKeys},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := openPane(t, append([]string{"play", tc.game, "--bot", "random", "--seed", "11"}, tc.args...)...)
			for round := 0; ; round++ {
				s := p.until("a question or the end", func(s string) bool {
					return ended(s) || strings.Contains(title(s), "▌ You") || strings.Contains(title(s), "ound ")
				})
				if ended(s) {
					break
				}
				if round > 2000 {
					t.Fatalf("the game does not end:\n%s", s)
				}
				p.press(tc.keys(s, round)...)
				p.settle(s)
			}
			p.press("M")
			p.until("the moves", func(s string) bool {
				return strings.Contains(s, "Esc back") || strings.Contains(s, "Where it came from")
			})
			p.press("Escape")
			p.until("the end again", func(s string) bool { return strings.Contains(s, "? help") })
			p.press("Q")
		})
	}
}

func epigoKeys(screen string, round int) []string {
	switch {
	case strings.Contains(screen, "which way?") && !strings.Contains(screen, "[ Take"):
		return []string{[]string{"Up", "Left", "Right", "Down"}[round%4]}
	case strings.Contains(screen, "press 1 to 7"):
		return []string{fmt.Sprint(round%7 + 1)}
	}
	return []string{"Enter"}
}

// listKeys plays from the list that a game without a picture has: by arrows, by
// number, and by what is typed into the filter.
func listKeys(screen string, round int) []string {
	switch {
	case strings.Contains(screen, "Filter:"):
		return []string{"Enter"}
	case strings.Contains(screen, "[ Play"):
		return []string{"Enter"}
	case strings.Contains(screen, "No move matches"):
		return []string{"Escape"}
	case round%3 == 0:
		return []string{"Down"}
	case round%3 == 1:
		return []string{"/", "1", "Enter", "Down"}
	}
	return []string{"1"}
}

func pointingKeys(_ string, round int) []string {
	if round%3 == 0 {
		return []string{"n", "Enter"}
	}
	return []string{"Enter"}
}

func TestMenuResumeAndReplayInATerminal(t *testing.T) {
	p := openPane(t, "play")
	p.until("the menu", func(s string) bool { return strings.Contains(s, "Who sits down?") && strings.Contains(s, "[ Epigo ]") })
	p.press("Right")
	p.until("the next game", func(s string) bool { return strings.Contains(s, "[ EVO ]") })
	p.press("1")
	p.until("the first bot", func(s string) bool { return strings.Contains(s, "[ Play Castaway ]") })
	p.press("Enter")
	p.until("the board", func(s string) bool { return strings.Contains(s, "Which piece?") })
	p.press("R")
	p.until("the rules", func(s string) bool { return strings.Contains(s, "EVO") && strings.Contains(s, "scroll") })
	p.press("Escape")
	p.until("the board again", func(s string) bool { return strings.Contains(s, "Which piece?") })
	p.press(":", "nonsense", "Enter")
	p.until("why not", func(s string) bool { return strings.Contains(s, "nonsense") })
	p.press("S")
	p.until("the saved game", func(s string) bool { return strings.Contains(s, "saved") })
	p.press("X")
	p.until("a question", func(s string) bool { return strings.Contains(s, "Really resign?") })
	p.press("y")
	p.until("the end", ended)
	// The end may be told first; each page is left by one press.
	told, offered := false, false
	p.until("the result", func(s string) bool {
		switch offer := strings.Contains(s, "[ See the result ]"); {
		case strings.Contains(s, "Where it came from"):
			return true
		case offer && !offered:
			offered = true
			p.press("Enter")
		case !offer && !told && ended(s):
			told = true
			p.press("Enter")
		}
		return false
	})
	p.press("V")
	p.until("the review", func(s string) bool { return strings.Contains(s, "review") && strings.Contains(s, "Turns") })
	p.press("Escape")
	p.until("the result again", func(s string) bool { return strings.Contains(s, "Where it came from") })
	p.press("B")
	// Seats have changed: the bot may have moved already.
	p.until("the rematch", func(s string) bool { return strings.Contains(s, "Which piece?") })
	p.press("Q")
}

func TestReplayInATerminal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.jsonl")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if code := run([]string{"record", "earthquake", "--seed", "3"}, strings.NewReader(""), f, os.Stderr); code != 0 {
		t.Fatal(code)
	}
	f.Close()
	p := openPane(t, "replay", file)
	p.until("the start", func(s string) bool { return strings.Contains(title(s), "The start") })
	p.press("Right")
	p.until("the scatter", func(s string) bool { return strings.Contains(title(s), "Setting up") })
	p.press("v")
	p.until("another viewer", func(s string) bool { return strings.Contains(s, "As the public sees it") })
	p.press("End")
	p.until("the last step", func(s string) bool { return strings.Contains(title(s), "wins") })
	p.press("Home", "Right", "Right", "P")
	p.until("a table that goes on from there", func(s string) bool { return strings.Contains(title(s), "Your turn") })
	p.press("Q")
}

// A game on a server ends as one here does: with its result, its review and a
// rematch.
func TestServersGameEndsInATerminal(t *testing.T) {
	url := serveForTest(t)
	token := ""
	post := func(path, body string, into any) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/api/v1"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if err := json.NewDecoder(res.Body).Decode(into); err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s %v", path, res.Status, err)
		}
		token = cmp.Or(res.Header.Get("Atoll-Token"), token)
	}
	var made struct{ Links []struct{ Path string } }
	post("/guest", `{"name":"Host"}`, &struct{}{})
	post("/tables", `{"game":"evo","players":2,"seats":[{"kind":"invite"},{"kind":"bot","level":1}]}`, &made)
	p := openPane(t, "play", "--name", "Jo", "--connect", url+made.Links[0].Path)
	p.until("the board", func(s string) bool { return strings.Contains(s, "Which piece?") })
	p.press("X")
	p.until("a question", func(s string) bool { return strings.Contains(s, "Really resign?") })
	p.press("y")
	p.until("the way to the result", func(s string) bool { return strings.Contains(s, "[ See the resu") })
	p.press("Enter")
	p.until("the result", func(s string) bool {
		return strings.Contains(s, "Where it came from") && strings.Contains(s, "Rematch")
	})
	p.press("V")
	p.until("the review", func(s string) bool { return strings.Contains(s, "review") && strings.Contains(s, "Turns") })
	p.press("Escape")
	p.until("the result again", func(s string) bool { return strings.Contains(s, "Where it came from") })
	p.press("B")
	// The bot wants it too; it may have moved already.
	p.until("the rematch", func(s string) bool { return strings.Contains(s, "Which piece?") })
	p.press("Q")
}
