// Package pgtest starts a PostgreSQL server of its own for tests, from the
// binaries that Debian installs, in a temporary folder and on a free port.
package pgtest

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// Server is a running PostgreSQL server.
type Server struct {
	bin, dir string
	port     int
	cred     *syscall.Credential
	fast     bool
	proc     *exec.Cmd
	log      bytes.Buffer
}

// Binaries returns the folder of the newest installed PostgreSQL, or an error
// that says what to install.
func Binaries() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil || len(found) == 0 {
		return "", errors.New("no PostgreSQL found in /usr/lib/postgresql; install the Debian package postgresql")
	}
	slices.SortFunc(found, func(a, b string) int {
		x, _ := strconv.Atoi(filepath.Base(filepath.Dir(a)))
		y, _ := strconv.Atoi(filepath.Base(filepath.Dir(b)))
		return x - y
	})
	return found[len(found)-1], nil
}

// Start makes a database cluster and runs it until the test ends.
func Start(t testing.TB) *Server {
	t.Helper()
	s, err := New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Remove)
	// A throw-away cluster need not wait for the disk.
	s.fast = true
	if err := s.Run(); err != nil {
		t.Fatal(err)
	}
	return s
}

// New makes a cluster without running it. Remove takes it away.
func New() (*Server, error) {
	bin, err := Binaries()
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin}
	// Not the test's own folder: that belongs to root where root runs the tests,
	// and PostgreSQL refuses to run as root.
	if s.dir, err = os.MkdirTemp("", "atoll-pg"); err != nil {
		return nil, err
	}
	if os.Geteuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			return nil, err
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		s.cred = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(s.dir, uid, gid); err != nil {
			return nil, err
		}
	}
	init := s.command("initdb", "-D", filepath.Join(s.dir, "data"), "-U", "atoll", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	if out, err := init.CombinedOutput(); err != nil {
		s.Remove()
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.port = l.Addr().(*net.TCPAddr).Port
	return s, l.Close()
}

func (s *Server) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(s.bin, name), args...)
	c.Dir = s.dir
	c.SysProcAttr = &syscall.SysProcAttr{Credential: s.cred, Pdeathsig: syscall.SIGKILL}
	return c
}

// Run starts the server and waits until it takes connections. It can be called
// again after Kill.
func (s *Server) Run() error {
	s.proc = s.command("postgres", "-D", filepath.Join(s.dir, "data"), "-p", strconv.Itoa(s.port), "-k", s.dir,
		"-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200", "-c", "shared_buffers=64MB")
	if s.fast {
		s.proc.Args = append(s.proc.Args, "-c", "fsync=off")
	}
	s.proc.Stderr = &s.log
	if err := s.proc.Start(); err != nil {
		return err
	}
	// After a kill it reads its log anew, which takes a while on a busy machine.
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if s.command("pg_isready", "-q", "-h", "127.0.0.1", "-p", strconv.Itoa(s.port)).Run() == nil {
			return nil
		}
	}
	return fmt.Errorf("PostgreSQL does not come up: %s", s.log.String())
}

// PID is the number of the server's first process, whose children do the work.
func (s *Server) PID() int { return s.proc.Process.Pid }

// Kill ends the server without warning.
func (s *Server) Kill() {
	if s.proc != nil && s.proc.Process != nil {
		// Its workers die with the postmaster; SIGQUIT is its "immediate" shutdown,
		// which skips all cleanup, as a crash does.
		_ = s.proc.Process.Signal(syscall.SIGQUIT)
		_ = s.proc.Wait()
		s.proc = nil
	}
}

// Remove ends the server and takes its files away.
func (s *Server) Remove() {
	s.Kill()
	_ = os.RemoveAll(s.dir)
}

// Address returns the address of a new, empty database.
func (s *Server) Address(t testing.TB, name string) string {
	t.Helper()
	if err := s.Create(name); err != nil {
		t.Fatal(err)
	}
	return s.At(name)
}

// Create makes an empty database.
func (s *Server) Create(name string) error {
	c := s.command("createdb", "-h", "127.0.0.1", "-p", strconv.Itoa(s.port), "-U", "atoll", name)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("createdb: %w: %s", err, out)
	}
	return nil
}

// At returns the address of a database.
func (s *Server) At(name string) string {
	return fmt.Sprintf("postgres://atoll@127.0.0.1:%d/%s?sslmode=disable", s.port, name)
}

// Dump returns a database as the SQL that makes it anew.
func (s *Server) Dump(name string) ([]byte, error) {
	var complaint bytes.Buffer
	c := s.command("pg_dump", "-h", "127.0.0.1", "-p", strconv.Itoa(s.port), "-U", "atoll", "--no-owner", name)
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("pg_dump: %w: %s", err, complaint.Bytes())
	}
	// Newer versions add commands to psql that older ones do not know.
	return regexp.MustCompile(`(?m)^\\(un)?restrict .*\n`).ReplaceAll(out, nil), nil
}

// Restore runs what Dump has returned in an empty database.
func (s *Server) Restore(name string, dump []byte) error {
	c := s.command("psql", "-q", "-h", "127.0.0.1", "-p", strconv.Itoa(s.port), "-U", "atoll", "-v", "ON_ERROR_STOP=1", "-d", name)
	c.Stdin = bytes.NewReader(dump)
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("psql: %w: %s", err, out)
	}
	return nil
}
