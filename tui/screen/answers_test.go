package screen_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"atoll/games"
	"atoll/tui/screen"
	"atoll/tui/session"
	"atoll/tui/tuitest"
)

// TestAnswersAheadInATerminal: they are given, listed, replaced, taken back and
// played while others are to act, and a word comes when one no longer fits.
func TestAnswersAheadInATerminal(t *testing.T) {
	web, post := tuitest.Host(t)
	var made struct {
		Table struct{ ID string }
		Links []struct{ Path string }
	}
	post("/tables", `{"game":"evo","players":2,"shuffle":false,"seats":[{"kind":"me"},{"kind":"invite"}],
		"clock":{"kind":"correspondence","days":3}}`, &made)
	r, err := session.Connect(t.Context(), web.URL+made.Links[0].Path, "Jo", "", "", games.ByID)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	keys, typed := io.Pipe()
	shown, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- screen.Plain(t.Context(), r, "", keys, out)
		out.Close()
	}()
	lines := bufio.NewScanner(shown)
	say := func(line string) {
		t.Helper()
		if _, err := io.WriteString(typed, line+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	hear := func(want string) string {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), want) {
				return lines.Text()
			}
		}
		t.Fatalf("never heard %q", want)
		return ""
	}
	move := func(msg, action string) {
		t.Helper()
		res, err := http.Get(web.URL + "/api/v1/tables/" + made.Table.ID)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		var snap struct{ View struct{ Step int64 } }
		if err := json.NewDecoder(res.Body).Decode(&snap); err != nil {
			t.Fatal(err)
		}
		data, _ := json.Marshal(map[string]any{"msg": msg, "step": snap.View.Step, "action": action})
		post("/tables/"+made.Table.ID+"/act", string(data), &struct{}{})
	}
	say("answers")
	hear("no answers in advance")
	say("g2-g3")
	hear("it is not your turn")
	say("if g2-g3")
	hear("say what you answer")
	say("if g2-g3 then g2-g3")
	hear("g2")
	say("if g2-g3 then f11-f10")
	hear("kept: if g2-g3 then f11-f10")
	say("if g2-g3 then g12-g11") // the newer word counts
	hear("kept: ")
	say("if h2-h3 then f11-f10 then g2-g3 then e11-e10")
	hear("kept: ")
	say("answers")
	if got := hear("1: "); got != "1: if g2-g3 then g12-g11" {
		t.Errorf("first %q", got)
	}
	if got := hear("2: "); got != "2: if h2-h3 then f11-f10 then g2-g3 then e11-e10" {
		t.Errorf("second %q", got)
	}
	say("forget 3")
	hear("forget what?")
	say("forget 1")
	hear("forgotten: if g2-g3")
	move("a", "h2-h3")
	hear("f11")
	say("answers")
	if got := hear("1: "); got != "1: if g2-g3 then e11-e10" {
		t.Errorf("after a move that fits %q", got)
	}
	move("b", "i2-i3")
	hear("i3")
	if s := r.Snapshot().Status; s != "your turn; answers in advance that no longer fit: 1" {
		t.Errorf("the status is %q", s)
	}
	say("answers")
	hear("no longer fits: if g2-g3 then e11-e10")
	go func() { _, _ = io.Copy(io.Discard, shown) }()
	say("quit")
	err = <-done
	typed.Close()
	if err != nil {
		t.Error(err)
	}
}
