package chaos

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Node is a server process that can be killed and started again at the same
// address.
type Node struct {
	bin  string
	args []string
	addr string
	env  []string
	mu   sync.Mutex
	proc *exec.Cmd
	log  *os.File
}

// NewNode prepares a process "bin args --addr FREE". log gets what it writes.
func NewNode(bin, log string, args ...string) (*Node, error) {
	addr, err := FreeAddress()
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	return &Node{bin: bin, args: append(args, "--addr", addr), addr: addr, log: f}, nil
}

// FreeAddress returns an address of this machine that nobody listens on.
func FreeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// URL is where the node serves.
func (n *Node) URL() string { return "http://" + n.addr }

// Start runs the process and waits until it says that it is serving.
func (n *Node) Start() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	cmd := exec.Command(n.bin, n.args...)
	cmd.Env = append(os.Environ(), n.env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	cmd.Stderr = n.log
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	said := make(chan error, 1)
	go func() {
		line, err := bufio.NewReader(out).ReadString('\n')
		if err == nil && !strings.Contains(line, "http://") {
			err = fmt.Errorf("it says %q", line)
		}
		said <- err
	}()
	select {
	case err = <-said:
	case <-time.After(60 * time.Second):
		err = errors.New("it does not come up")
	}
	if err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return fmt.Errorf("starting a node: %w", err)
	}
	n.proc = cmd
	return nil
}

// PID is the number of the process; 0 if it does not run.
func (n *Node) PID() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.proc == nil {
		return 0
	}
	return n.proc.Process.Pid
}

// Kill ends the process at once, without warning.
func (n *Node) Kill() { n.signal(syscall.SIGKILL) }

// Stop asks the process to end and waits for it.
func (n *Node) Stop() { n.signal(syscall.SIGTERM) }

func (n *Node) signal(s syscall.Signal) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.proc == nil {
		return
	}
	_ = n.proc.Process.Signal(s)
	_ = n.proc.Wait()
	n.proc = nil
}

// Close ends the process and its log.
func (n *Node) Close() {
	n.Kill()
	n.log.Close()
}
