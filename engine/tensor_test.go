package engine

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"atoll/game"
	"atoll/game/gametest"
	"atoll/games"
	"atoll/vector"
)

// wire is a conversation in which every answer is read before the next request.
type wire struct {
	t    *testing.T
	send *io.PipeWriter
	dec  *json.Decoder
}

func dial(t *testing.T) *wire {
	in, send := io.Pipe()
	recv, out := io.Pipe()
	e := &Engine{Games: games.All(), Build: "test"}
	done := make(chan error, 1)
	go func() { done <- e.Run(context.Background(), in, out); out.Close() }()
	t.Cleanup(func() {
		send.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return &wire{t, send, json.NewDecoder(recv)}
}

// reply is every member of the answers that these tests look at.
type reply struct {
	Error        *failure        `json:"error"`
	Batch        int             `json:"batch"`
	Table        int             `json:"table"`
	Seats        json.RawMessage `json:"seats"`
	Counts       []int           `json:"counts"`
	Letters      [][]int32       `json:"letters"`
	Observations string          `json:"observations"`
	Views        []json.RawMessage
	Positions    []string
	Position     string
	View         json.RawMessage
	Actions      []string
	Acting       []string
	Space        *vector.About
	Done         []struct {
		Game    int
		Rewards []float32
	}
}

func (w *wire) ask(format string, args ...any) (reply, []byte) {
	w.t.Helper()
	line := fmt.Sprintf(format, args...)
	if _, err := fmt.Fprintln(w.send, line); err != nil {
		w.t.Fatal(err)
	}
	var raw json.RawMessage
	var r reply
	if err := w.dec.Decode(&raw); err != nil {
		w.t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		w.t.Fatal(err)
	}
	if r.Error != nil {
		w.t.Fatalf("%s: %s", line, r.Error.Message)
	}
	return r, raw
}

// options writes those of a configuration as the protocol takes them.
func options(cfg game.Config) string {
	var list []string
	for _, word := range strings.Fields(cfg.String())[2:] {
		key, value, _ := strings.Cut(word, "=")
		if value != "true" && value != "false" && strings.Trim(value, "0123456789") != "" {
			value = fmt.Sprintf("%q", value)
		}
		list = append(list, fmt.Sprintf("%q:%s", key, value))
	}
	return strings.Join(list, ",")
}

// The protocol tells the same bytes of the same games as package vector.
func TestTensorsOfABatchAreThoseOfTheLibrary(t *testing.T) {
	for _, g := range games.All() {
		cfg := g.MustConfigure(g.Players[len(g.Players)-1])
		w, r := dial(t), game.NewRand(3)
		env, err := vector.Open(cfg, 3, 5, 1, vector.Ranks)
		if err != nil {
			t.Fatal(err)
		}
		sp := env.Space()
		b := &vector.Buffers{
			Observations: make([]byte, 3*sp.Size()), Legal: make([]int32, 3*sp.MaxLegal), Counts: make([]int32, 3),
			Done: make([]byte, 3), Rewards: make([]float32, 3*cfg.Players),
		}
		if err := env.Look(b); err != nil {
			t.Fatal(err)
		}
		got, _ := w.ask(`{"cmd":"batch.new","game":%q,"players":%d,"count":3,"seed":5,"want":["tensor"],"reward":"ranks"}`, g.ID, cfg.Players)
		if got.Space == nil || got.Space.Size != sp.Size() || got.Space.Actions != sp.Actions {
			t.Fatalf("%s: space %+v", g.ID, got.Space)
		}
		for step := range 150 {
			seen, err := base64.StdEncoding.DecodeString(got.Observations)
			if err != nil || !bytes.Equal(seen, b.Observations) {
				t.Fatalf("%s, step %d: other observations, %v", g.ID, step, err)
			}
			ended := 0
			letters := make([]int32, 3)
			for i := range letters {
				legal := b.Legal[i*sp.MaxLegal:][:b.Counts[i]]
				if !slices.Equal(legal, got.Letters[i]) || len(legal) != got.Counts[i] {
					t.Fatalf("%s, step %d: letters %v, not %v", g.ID, step, got.Letters[i], legal)
				}
				letters[i] = legal[r.Intn(len(legal))]
				ended += int(b.Done[i])
			}
			if ended != len(got.Done) {
				t.Fatalf("%s, step %d: %d games ended, not %d", g.ID, step, len(got.Done), ended)
			}
			for _, d := range got.Done {
				if want := b.Rewards[d.Game*cfg.Players:][:cfg.Players]; !slices.Equal(want, d.Rewards) {
					t.Fatalf("%s, step %d: rewards %v, not %v", g.ID, step, d.Rewards, want)
				}
			}
			picks, _ := json.Marshal(letters)
			if err := env.Step(letters, b); err != nil {
				t.Fatal(err)
			}
			got, _ = w.ask(`{"cmd":"batch.step","batch":%d,"picks":%s}`, got.Batch, picks)
		}
		_ = env.Close()
	}
}

// Whatever is redrawn, the seat to pick is told the same bytes as before.
func TestResampledBatchesLookTheSame(t *testing.T) {
	for _, g := range games.All() {
		for _, cfg := range gametest.Configs(g) {
			w := dial(t)
			opened, _ := w.ask(`{"cmd":"batch.new","game":%q,"players":%d,"options":{%s},"count":4,"want":["tensor","view","position"]}`,
				g.ID, cfg.Players, options(cfg))
			for seed := range 8 {
				_, before := w.ask(`{"cmd":"batch.step","batch":%d,"picks":[-1,-1,-1,-1]}`, opened.Batch)
				_, after := w.ask(`{"cmd":"batch.resample","batch":%d,"seed":%d}`, opened.Batch, seed)
				if tail := func(b []byte) string { _, s, _ := strings.Cut(string(b), `"letters"`); return s }; tail(before) != tail(after) {
					t.Fatalf("%s, seed %d:\n%s\n%s", cfg, seed, before, after)
				}
				if head := func(b []byte) string { s, _, _ := strings.Cut(string(b), `,"done"`); return s }; head(before) != head(after) {
					t.Fatalf("%s, seed %d:\n%s\n%s", cfg, seed, before, after)
				}
			}
		}
	}
}

// A resampled table is a world that the seat could be in: it sees the same, may do
// the same, and what it does not know differs from seed to seed.
func TestResampledTables(t *testing.T) {
	for _, g := range games.All() {
		w := dial(t)
		played, _ := w.ask(`{"cmd":"new","game":%q,"players":2,"seed":4}`, g.ID)
		truths := map[string]bool{}
		for step := 0; step < 12 && len(played.Acting) > 0; step++ {
			for _, seat := range played.Acting {
				legal, _ := w.ask(`{"cmd":"legal","table":1,"seat":%q}`, seat)
				played, _ = w.ask(`{"cmd":"apply","table":1,"seat":%q,"action":%q}`, seat, legal.Actions[step*7%len(legal.Actions)])
			}
			if len(played.Acting) == 0 {
				break
			}
			seat := played.Acting[0]
			for seed := range 3 {
				world, _ := w.ask(`{"cmd":"resample","table":1,"as":%q,"seed":%d,"chance":"manual"}`, seat, seed)
				truth, _ := w.ask(`{"cmd":"position","table":%d,"as":"truth"}`, world.Table)
				truths[truth.Position] = true
				if strings.Contains(truth.Position, "?") {
					t.Fatalf("%s: something is still unknown in %s", g.ID, truth.Position)
				}
				for _, ask := range []string{"position", "view"} {
					_, a := w.ask(`{"id":1,"cmd":%q,"table":1,"as":%q}`, ask, seat)
					_, b := w.ask(`{"id":1,"cmd":%q,"table":%d,"as":%q}`, ask, world.Table, seat)
					if !bytes.Equal(a, b) {
						t.Fatalf("%s, %s of %s:\n%s\n%s", g.ID, ask, seat, a, b)
					}
				}
				a, _ := w.ask(`{"cmd":"legal","table":1,"seat":%q}`, seat)
				b, _ := w.ask(`{"cmd":"legal","table":%d,"seat":%q}`, world.Table, seat)
				if !slices.Equal(a.Actions, b.Actions) {
					t.Fatalf("%s: %v, not %v", g.ID, b.Actions, a.Actions)
				}
				w.ask(`{"cmd":"close","table":%d}`, world.Table)
			}
		}
		if g.Traits.Hidden && !g.Traits.Simultaneous && len(truths) < 13 {
			t.Errorf("%s: %d worlds", g.ID, len(truths))
		}
	}
}

func TestWrongTensorsAreRefused(t *testing.T) {
	tail := `{"cmd":"batch.new","game":"tictactoe","count":1`
	for line, want := range map[string]string{
		tail + `,"want":["tensor"]}`:      "bad_want",
		tail + `,"want":["picture"]}`:     "bad_want",
		tail + `,"reward":"share"}`:       "bad_reward",
		`{"cmd":"batch.resample"}`:        "unknown_batch",
		`{"cmd":"resample","table":7}`:    "unknown_table",
		`{"cmd":"resample","as":"truth"}`: "unknown_table",
	} {
		if got := talk(t, line)[0]; !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	lines := []string{
		`{"cmd":"batch.new","game":"earthquake","count":2,"want":["tensor"],"reward":"glory"}`,
		`{"cmd":"batch.new","game":"earthquake","count":99999,"want":["tensor"]}`,
		`{"cmd":"batch.new","game":"earthquake","count":2,"want":["tensor"]}`,
		`{"cmd":"batch.step","batch":1,"picks":[-1,-2]}`, `{"cmd":"batch.step","batch":1,"picks":[-1,99999999999]}`,
		`{"cmd":"batch.step","batch":1,"picks":[400,-1]}`, `{"cmd":"batch.step","batch":1,"picks":[-1,-1]}`,
	}
	var out bytes.Buffer
	e := &Engine{Games: games.All(), Build: "test"}
	if err := e.Run(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(out.String(), "\n")
	for i, want := range []string{"bad_reward", "bad_count", `"ok":true`, "bad_picks", "bad_picks", "bad_picks", `"ok":true`} {
		if !strings.Contains(answers[i], want) {
			t.Errorf("%s: %.200s, want %s", lines[i], answers[i], want)
		}
	}
}
