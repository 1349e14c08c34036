package arena

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"atoll/game"
)

// A program is a process that speaks the engine protocol. It is asked with
// three commands: load, best and close. A new one is started for every game,
// so that nothing is carried over.
type program struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan answer
	ms    int
	grace time.Duration
	dead  error
	stop  context.CancelFunc
}

type answer struct {
	line []byte
	err  error
}

// startTime is how long a program may take before its first answer, and for
// whatever needs no thought.
const startTime = 30 * time.Second

const maxLine = 4 << 20

func startProgram(command []string, ms int, grace time.Duration) (*program, error) {
	if len(command) == 0 {
		return nil, errors.New("a player needs a command")
	}
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.WaitDelay = time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		stop()
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		stop()
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		stop()
		return nil, fmt.Errorf("starting %s: %w", command[0], err)
	}
	p := &program{cmd: cmd, in: in, lines: make(chan answer), ms: ms, grace: grace, stop: stop}
	go p.read(ctx, out)
	if _, err := p.send(ctx, map[string]any{"cmd": "hello"}, startTime); err != nil {
		p.dead = err
	}
	return p, nil
}

func (p *program) read(ctx context.Context, out io.Reader) {
	scan := bufio.NewScanner(out)
	scan.Buffer(make([]byte, 0, 64<<10), maxLine)
	for scan.Scan() {
		select {
		case p.lines <- answer{line: append([]byte(nil), scan.Bytes()...)}:
		case <-ctx.Done():
			return
		}
	}
	err := scan.Err()
	if err == nil {
		err = errors.New("the program has ended")
	}
	select {
	case p.lines <- answer{err: err}:
	case <-ctx.Done():
	}
}

// send sends a request and waits for its answer.
func (p *program) send(ctx context.Context, req map[string]any, wait time.Duration) (map[string]json.RawMessage, error) {
	if p.dead != nil {
		return nil, p.dead
	}
	line, err := json.Marshal(req)
	if err != nil {
		return nil, err
	}
	sent := make(chan error, 1)
	go func() {
		_, err := p.in.Write(append(line, '\n'))
		sent <- err
	}()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-timer.C:
			p.dead = fmt.Errorf("no answer to %s within %v", req["cmd"], wait)
			return nil, p.dead
		case err := <-sent:
			if err != nil {
				p.dead = fmt.Errorf("the program does not listen: %w", err)
				return nil, p.dead
			}
		case a := <-p.lines:
			if a.err != nil {
				p.dead = a.err
				return nil, p.dead
			}
			var members map[string]json.RawMessage
			if err := json.Unmarshal(a.line, &members); err != nil {
				p.dead = fmt.Errorf("an answer that is no JSON object: %.80q", a.line)
				return nil, p.dead
			}
			if e, ok := members["error"]; ok {
				return nil, fmt.Errorf("the program refuses %s: %.200s", req["cmd"], e)
			}
			return members, nil
		}
	}
}

func (p *program) choose(ctx context.Context, view game.State, s game.Seat, seed uint64) (string, error) {
	cfg := view.Config()
	budget := time.Duration(p.ms) * time.Millisecond
	loaded, err := p.send(ctx, map[string]any{"cmd": "load", "game": cfg.Game.ID, "position": string(view.AppendText(nil))}, startTime)
	if err != nil {
		return "", err
	}
	best, err := p.send(ctx, map[string]any{
		"cmd": "best", "table": loaded["table"], "seat": cfg.SeatName(s), "ms": p.ms, "seed": seed >> 12,
	}, budget+p.grace)
	if err != nil {
		return "", err
	}
	if _, err := p.send(ctx, map[string]any{"cmd": "close", "table": loaded["table"]}, startTime); err != nil {
		return "", err
	}
	var text string
	if err := json.Unmarshal(best["action"], &text); err != nil {
		return "", fmt.Errorf("an answer to best without an action")
	}
	return text, nil
}

// close ends the program. It has a second to exit by itself.
func (p *program) close() {
	p.in.Close()
	done := make(chan struct{})
	go func() {
		p.cmd.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
	}
	p.stop()
	<-done
}
