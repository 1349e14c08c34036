package engine

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"atoll/examples/tictactoe"
	"atoll/game"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// firstMove is a Brain that takes the first legal action and analyses for ever.
type firstMove struct{}

func (firstMove) Best(_ context.Context, view game.State, s game.Seat, _ string, _ int, _ uint64) (game.Action, error) {
	return view.AppendActions(nil, s)[0], nil
}

func (firstMove) Analyse(ctx context.Context, _ game.State, _ int, _ uint64, emit func(json.RawMessage) error) error {
	if err := emit(json.RawMessage(`{"depth":1}`)); err != nil {
		return err
	}
	<-ctx.Done()
	return ctx.Err()
}

func newEngine() *Engine {
	return &Engine{Games: []*game.Game{tictactoe.Game}, Brain: firstMove{}, Build: "test"}
}

// talk sends all lines at once and returns the answers.
func talk(t *testing.T, lines ...string) []string {
	t.Helper()
	var out bytes.Buffer
	err := newEngine().Run(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestConversation(t *testing.T) {
	for _, tc := range []struct {
		name string
		send []string
		want string // of the last answer
	}{
		{"id comes back as it was", []string{`{"id":"a b","cmd":"help"}`}, `{"id":"a b","ok":true,"commands":["analyse","apply",`},
		{"new", []string{`{"id":1,"cmd":"new","game":"tictactoe"}`}, `{"id":1,"ok":true,"table":1,"seats":["X","O"],"acting":["X"],"steps":0,"result":null}`},
		{"apply", []string{
			`{"cmd":"new","game":"tictactoe"}`, `{"id":2,"cmd":"apply","table":1,"action":"b2"}`,
		}, `{"id":2,"ok":true,"table":1,"seats":["X","O"],"acting":["O"],"steps":1,"did":[{"by":"X","do":"b2"}],"events":[{"kind":"mark","seat":"X","square":"b2","text":"X marks b2."}],"result":null}`},
		{"legal", []string{
			`{"cmd":"load","game":"tictactoe","position":"tictactoe 2 | XOXOOXX.."}`, `{"cmd":"legal","table":1}`,
		}, `{"id":null,"ok":true,"seat":"O","count":2,"actions":["b3","c3"]}`},
		{"undo", []string{
			`{"cmd":"new","game":"tictactoe"}`, `{"cmd":"apply","table":1,"action":"b2"}`, `{"cmd":"apply","table":1,"action":"a1"}`,
			`{"cmd":"undo","table":1,"steps":2}`,
		}, `{"id":null,"ok":true,"table":1,"seats":["X","O"],"acting":["X"],"steps":0,"result":null}`},
		{"resign", []string{
			`{"cmd":"new","game":"tictactoe"}`, `{"cmd":"apply","table":1,"seat":"O","action":"resign"}`,
		}, `{"id":null,"ok":true,"table":1,"seats":["X","O"],"acting":[],"steps":1,"did":[{"by":"O","do":"resign"}],"result":{"rank":{"X":1,"O":2},"reason":"resign"}}`},
		{"position needs a viewer", []string{
			`{"cmd":"new","game":"tictactoe"}`, `{"cmd":"position","table":1}`,
		}, `{"id":null,"error":{"code":"bad_viewer"`},
		{"position", []string{
			`{"cmd":"new","game":"tictactoe"}`, `{"cmd":"position","table":1,"as":"public"}`,
		}, `{"id":null,"ok":true,"position":"tictactoe 2 | ........."}`},
		{"best", []string{
			`{"cmd":"new","game":"tictactoe"}`, `{"cmd":"best","table":1}`,
		}, `{"id":null,"ok":true,"action":"a1","seat":"X"}`},
		{
			"batch",
			[]string{`{"cmd":"batch.new","game":"tictactoe","count":2}`, `{"cmd":"batch.step","batch":1,"picks":[0,8]}`},
			`{"id":null,"ok":true,"batch":1,"seats":[1,1],"counts":[8,8],"done":[]}`,
		},
		{"refused action", []string{
			`{"cmd":"new","game":"tictactoe"}`, `{"cmd":"apply","table":1,"action":"z9"}`,
		}, `{"id":null,"error":{"code":"refused","message":"X may not`},
		{"unknown command", []string{`{"id":4,"cmd":"dance"}`}, `{"id":4,"error":{"code":"unknown_command"`},
		{"unknown member keeps its id", []string{`{"id":5,"cmd":"help","x":1}`}, `{"id":5,"error":{"code":"bad_json"`},
		{"not JSON", []string{`hello`}, `{"id":null,"error":{"code":"bad_json"`},
		{"two objects", []string{`{"cmd":"help"} {"cmd":"help"}`}, `{"id":null,"error":{"code":"bad_json"`},
		{"unknown game", []string{`{"cmd":"new","game":"chess"}`}, `{"id":null,"error":{"code":"unknown_game"`},
		{"unknown table", []string{`{"cmd":"apply","table":9,"action":"a1"}`}, `{"id":null,"error":{"code":"unknown_table"`},
		{"bad position", []string{`{"cmd":"load","game":"tictactoe","position":"x"}`}, `{"id":null,"error":{"code":"bad_position"`},
		{
			"bad picks",
			[]string{`{"cmd":"batch.new","game":"tictactoe","count":1}`, `{"cmd":"batch.step","batch":1,"picks":[9]}`},
			`{"id":null,"error":{"code":"bad_picks","message":"game 0: pick is from -1 to 8, not 9"}}`,
		},
		{"too large a batch", []string{`{"cmd":"batch.new","game":"tictactoe","count":100000000}`}, `{"id":null,"error":{"code":"bad_count"`},
		{"nothing to undo", []string{`{"cmd":"new","game":"tictactoe"}`, `{"cmd":"undo","table":1}`}, `{"id":null,"error":{"code":"no_steps"`},
		{"budget below zero", []string{`{"cmd":"new","game":"tictactoe"}`, `{"cmd":"best","table":1,"ms":-1}`}, `{"id":null,"error":{"code":"bad_budget"`},
		{"quit ends it", []string{`{"id":1,"cmd":"quit"}`, `{"id":2,"cmd":"help"}`}, `{"id":1,"ok":true}`},
		{"empty lines are passed over", []string{"", "  ", `{"id":1,"cmd":"close","table":1}`}, `{"id":1,"error":`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			answers := talk(t, tc.send...)
			if last := answers[len(answers)-1]; !strings.HasPrefix(last, tc.want) {
				t.Errorf("got  %s\nwant %s", last, tc.want)
			}
			for _, a := range answers {
				if !json.Valid([]byte(a)) {
					t.Errorf("not JSON: %s", a)
				}
			}
		})
	}
}

func TestRefusedActionChangesNothing(t *testing.T) {
	answers := talk(t, `{"cmd":"new","game":"tictactoe"}`, `{"cmd":"apply","table":1,"actions":{"X":"a1","O":"b2"}}`,
		`{"cmd":"position","table":1,"as":"truth"}`)
	if !strings.Contains(answers[1], `"error"`) || !strings.Contains(answers[2], "| .........") {
		t.Errorf("got %s", answers)
	}
}

func TestAnalysisStreamsUntilStopped(t *testing.T) {
	in, send := io.Pipe()
	recv, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- newEngine().Run(t.Context(), in, out); out.Close() }()
	lines := bufio.NewScanner(recv)
	ask := func(line string) { fmt.Fprintln(send, line) }
	expect := func(part string) {
		t.Helper()
		if !lines.Scan() || !strings.Contains(lines.Text(), part) {
			t.Fatalf("got %q, want %q in it", lines.Text(), part)
		}
	}
	ask(`{"cmd":"new","game":"tictactoe"}`)
	expect(`"table":1`)
	ask(`{"id":7,"cmd":"analyse","table":1,"as":"public"}`)
	// The first result may overtake the word that it has started.
	expect(`{"id":7,`)
	expect(`{"id":7,`)
	ask(`{"id":8,"cmd":"legal","table":1}`)
	expect(`"count":9`)
	ask(`{"id":9,"cmd":"stop","target":"7"}`)
	expect(`"ok":true`)
	expect(`"ok":true`)
	send.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestEndOfInputStopsAnalyses(t *testing.T) {
	var out bytes.Buffer
	in := strings.NewReader(`{"cmd":"new","game":"tictactoe"}` + "\n" + `{"id":1,"cmd":"analyse","table":1,"as":"public"}` + "\n")
	if err := newEngine().Run(t.Context(), in, &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `"done":true`) {
		t.Errorf("got %s", out.String())
	}
}

func TestLineOf16MiB(t *testing.T) {
	long := `{"id":1,"cmd":"` + strings.Repeat("x", 16<<20) + `"}`
	answers := talk(t, long, `{"id":2,"cmd":"help"}`)
	if len(answers) != 2 || !strings.Contains(answers[0], `"too_long"`) || !strings.HasPrefix(answers[1], `{"id":2,"ok":true`) {
		t.Errorf("got %.200s", answers)
	}
}

func TestDeepJSON(t *testing.T) {
	answers := talk(t, `{"id":`+strings.Repeat("[", 1<<20)+`}`, `{"id":2,"cmd":"help"}`)
	if len(answers) != 2 || !strings.Contains(answers[0], `"bad_json"`) {
		t.Errorf("got %.200s", answers)
	}
}

// failAfter is a pipe whose reader goes away.
type failAfter struct{ left int }

var errClosed = errors.New("closed pipe")

func (f *failAfter) Write(p []byte) (int, error) {
	f.left -= len(p)
	if f.left < 0 {
		return 0, errClosed
	}
	return len(p), nil
}

func TestClosedPipeEndsTheEngine(t *testing.T) {
	in := strings.NewReader(strings.Repeat(`{"cmd":"games"}`+"\n", 100_000))
	if err := newEngine().Run(t.Context(), in, &failAfter{1 << 20}); !errors.Is(err, errClosed) {
		t.Errorf("got %v, want the write error", err)
	}
}

// A reader that takes its time gets every answer, in order.
func TestSlowReader(t *testing.T) {
	recv, out := io.Pipe()
	const n = 2000
	var in strings.Builder
	for i := range n {
		fmt.Fprintf(&in, "{\"id\":%d,\"cmd\":\"hello\"}\n", i)
	}
	done := make(chan error, 1)
	go func() { done <- newEngine().Run(t.Context(), strings.NewReader(in.String()), out); out.Close() }()
	r := bufio.NewReaderSize(recv, 16)
	for i := range n {
		if i == n/2 {
			time.Sleep(50 * time.Millisecond)
		}
		line, err := r.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, fmt.Sprintf(`{"id":%d,`, i)) {
			t.Fatalf("answer %d: %q %v", i, line, err)
		}
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestManyCommands(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 50_000
	}
	recv, out := io.Pipe()
	in, send := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- newEngine().Run(t.Context(), in, out); out.Close() }()
	go func() {
		w := bufio.NewWriter(send)
		for range n {
			w.WriteString("{\"cmd\":\"undo\",\"table\":3}\n")
		}
		w.Flush()
		send.Close()
	}()
	got := 0
	sc := bufio.NewScanner(recv)
	for sc.Scan() {
		got++
	}
	if err := <-done; err != nil || got != n {
		t.Errorf("%d answers of %d, %v", got, n, err)
	}
}

func FuzzLines(f *testing.F) {
	f.Add(`{"cmd":"new","game":"tictactoe"}` + "\n" + `{"cmd":"apply","table":1,"action":"a1"}`)
	f.Add(`{"cmd":"batch.new","game":"tictactoe","count":3,"want":["legal","position"]}` + "\n" + `{"cmd":"batch.step","batch":1,"picks":[-1,0,8]}`)
	f.Add(`{"id":1,"cmd":"load","game":"tictactoe","position":"tictactoe 2 | ........."}`)
	f.Add("\x00\xff{\"id\":\"\xff\"}\n[]\n{}\nnull\n")
	f.Fuzz(func(t *testing.T, lines string) {
		if strings.Contains(lines, "count") && len(lines) > 500 {
			return // many large batches only cost time
		}
		var out bytes.Buffer
		if err := newEngine().Run(t.Context(), strings.NewReader(lines), &out); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if !json.Valid([]byte(line)) {
				t.Fatalf("answer is not JSON: %q", line)
			}
		}
	})
}

func BenchmarkBatchStep(b *testing.B) {
	e := newEngine()
	const n = 1024
	picks := strings.TrimSuffix(strings.Repeat("0,", n), ",")
	lines := strings.Repeat(`{"cmd":"batch.step","batch":1,"picks":[`+picks+"]}\n", b.N/n+1)
	b.ResetTimer()
	if err := e.Run(b.Context(), strings.NewReader(`{"cmd":"batch.new","game":"tictactoe","count":1024}`+"\n"+lines), io.Discard); err != nil {
		b.Fatal(err)
	}
}
