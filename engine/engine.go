// Package engine serves a line protocol for programs: one JSON object a line
// in, one JSON object a line out. docs/protocol.md describes it; its examples
// are run as tests.
//
// One goroutine reads, executes and answers in order, so a client may send many
// lines before it reads (as long as it reads at all). Only an analysis runs
// beside it, and it is stopped and waited for before the engine returns.
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
	"sync"

	"atoll/game"
)

// Version of the protocol. It is raised when an old client would break.
const Version = 1

// Limits keep memory bounded whatever a client sends.
const (
	MaxLine  = 4 << 20 // bytes in one request
	MaxGames = 10_000  // games open at once
	MaxBatch = 100_000 // games in all batches together
)

// Brain chooses and analyses. The command line joins it with package bots.
type Brain interface {
	// Best returns an action of seat s, which sees only view, after ms milliseconds;
	// with 0 the bot thinks for as long as it always does.
	Best(ctx context.Context, view game.State, s game.Seat, bot string, ms int, seed uint64) (game.Action, error)
	// Analyse calls emit with one JSON object after the other until it is done or
	// ctx is.
	Analyse(ctx context.Context, view game.State, ms int, seed uint64, emit func(json.RawMessage) error) error
}

// Engine answers requests about games.
type Engine struct {
	Games []*game.Game
	Brain Brain  // may be nil: then best and analyse are refused
	Build string // version of the program, for hello

	mu  sync.Mutex // guards out
	out *bufio.Writer

	commands map[string]command
	games    map[int]*table
	nextGame int
	batches  map[int]*batch
	nextID   int
	batched  int // games in all batches

	analyses map[string]*analysisRun
	wg       sync.WaitGroup
}

type analysisRun struct{ stop context.CancelFunc }

// request is every member that any command takes.
type request struct {
	ID      json.RawMessage       `json:"id"`
	Cmd     string                `json:"cmd"`
	Game    string                `json:"game"`
	Players int                   `json:"players"`
	Options map[string]game.Value `json:"options"`
	Seed    *uint64               `json:"seed"`
	Chance  string                `json:"chance"`

	Table    int               `json:"table"`
	As       string            `json:"as"`
	Seat     string            `json:"seat"`
	Action   string            `json:"action"`
	Actions  map[string]string `json:"actions"`
	Outcome  string            `json:"outcome"`
	Position string            `json:"position"`
	Steps    int               `json:"steps"`
	Bot      string            `json:"bot"`
	MS       int               `json:"ms"`
	Target   string            `json:"target"`

	Batch  int      `json:"batch"`
	Count  int      `json:"count"`
	Picks  []int    `json:"picks"`
	Want   []string `json:"want"`
	Reward string   `json:"reward"`
}

// failure is an error of the client's, reported in the answer.
type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (f *failure) Error() string { return f.Message }

func bad(code, format string, args ...any) error {
	return &failure{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Run serves until r ends, ctx is done or w fails. The end of input is no error.
func (e *Engine) Run(ctx context.Context, r io.Reader, w io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	e.out = bufio.NewWriterSize(w, 64<<10)
	e.commands = commands()
	e.games = map[int]*table{}
	e.batches = map[int]*batch{}
	e.analyses = map[string]*analysisRun{}
	defer e.wg.Wait()
	defer cancel()

	in := bufio.NewReaderSize(r, 64<<10)
	var line []byte
	for n := 1; ; n++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var err error
		line, err = readLine(in, line[:0])
		switch {
		case errors.Is(err, errLong):
			err = e.send(nil, nil, bad("too_long", "line %d is longer than %d bytes", n, MaxLine))
		case err == nil || (errors.Is(err, io.EOF) && len(line) > 0):
			if len(bytes.TrimSpace(line)) > 0 {
				err = e.handle(ctx, line, n)
			}
		}
		if errors.Is(err, errQuit) || errors.Is(err, io.EOF) {
			return e.flush()
		}
		if err != nil {
			return err
		}
		if in.Buffered() == 0 {
			if err := e.flush(); err != nil {
				return err
			}
		}
	}
}

var (
	errLong = errors.New("line too long")
	errQuit = errors.New("quit")
)

// readLine appends a line without its end to dst. A line over MaxLine is read to
// its end and thrown away.
func readLine(in *bufio.Reader, dst []byte) ([]byte, error) {
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if !long && len(dst)+len(part) > MaxLine {
			long, dst = true, nil
		}
		if !long {
			dst = append(dst, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if long && (err == nil || errors.Is(err, io.EOF)) {
			return nil, errLong
		}
		return bytes.TrimSuffix(dst, []byte{'\n'}), err
	}
}

func (e *Engine) flush() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.out.Flush()
}

// send writes one answer: the id, then ok or error, then the members of body.
func (e *Engine) send(id json.RawMessage, body any, failed error) error {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	var f *failure
	if failed != nil && !errors.As(failed, &f) {
		f = &failure{Code: "refused", Message: failed.Error()}
	}
	var rest []byte
	var err error
	switch b := body.(type) {
	case nil:
	case []byte:
		rest = b
	default:
		if rest, err = json.Marshal(b); err != nil {
			return err
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.out.WriteString(`{"id":`)
	e.out.Write(id)
	if f != nil {
		msg, _ := json.Marshal(f)
		e.out.WriteString(`,"error":`)
		e.out.Write(msg)
	} else {
		e.out.WriteString(`,"ok":true`)
	}
	if len(rest) > 2 {
		e.out.WriteByte(',')
		e.out.Write(rest[1 : len(rest)-1])
	}
	_, err = e.out.WriteString("}\n")
	return err
}

func (e *Engine) handle(ctx context.Context, line []byte, n int) error {
	var req request
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&req); err != nil {
		return e.send(idOf(line), nil, bad("bad_json", "line %d: %s", n, strings.TrimPrefix(err.Error(), "json: ")))
	}
	if dec.More() {
		return e.send(req.ID, nil, bad("bad_json", "line %d: more than one object", n))
	}
	if len(req.ID) > 100 {
		return e.send(nil, nil, bad("bad_id", "line %d: an id has at most 100 bytes", n))
	}
	run, ok := e.commands[req.Cmd]
	if !ok {
		return e.send(req.ID, nil, bad("unknown_command", "no command %.40q; send {\"cmd\":\"help\"} for the list", req.Cmd))
	}
	body, err := run(e, ctx, &req)
	if errors.Is(err, errQuit) {
		_ = e.send(req.ID, nil, nil)
		return errQuit
	}
	if err != nil {
		body = nil
	}
	return e.send(req.ID, body, err)
}

// idOf finds the id of a request that could not be read as a whole.
func idOf(line []byte) json.RawMessage {
	var head struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(line, &head) != nil || len(head.ID) > 100 {
		return nil
	}
	return head.ID
}

type command func(*Engine, context.Context, *request) (any, error)

// commands are all requests by name.
func commands() map[string]command {
	return map[string]command{
		"hello":          (*Engine).hello,
		"resample":       (*Engine).resample,
		"batch.resample": (*Engine).batchResample,
		"help":           (*Engine).help,
		"games":          (*Engine).listGames,
		"new":            (*Engine).newGame,
		"load":           (*Engine).load,
		"close":          (*Engine).closeGame,
		"position":       (*Engine).position,
		"view":           (*Engine).view,
		"legal":          (*Engine).legal,
		"apply":          (*Engine).apply,
		"chance":         (*Engine).chance,
		"undo":           (*Engine).undo,
		"result":         (*Engine).result,
		"best":           (*Engine).best,
		"analyse":        (*Engine).analyse,
		"stop":           (*Engine).stop,
		"batch.new":      (*Engine).batchNew,
		"batch.step":     (*Engine).batchStep,
		"batch.end":      (*Engine).batchEnd,
		"quit": func(*Engine, context.Context, *request) (any, error) {
			return nil, errQuit
		},
	}
}
