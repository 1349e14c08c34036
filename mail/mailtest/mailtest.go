// Package mailtest is a real mail server for tests.
package mailtest

import (
	"io"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// Server keeps what it is sent.
type Server struct {
	URL string

	mu   sync.Mutex
	got  []Letter
	fail []error
	came chan struct{}
}

// Letter is a message as it came.
type Letter struct {
	From, To string
	Raw      string
}

// Header returns a header as it came.
func (l Letter) Header(t testing.TB) mail.Header {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(l.Raw))
	if err != nil {
		t.Fatal(err)
	}
	return m.Header
}

// New starts a server; the test ends it.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{came: make(chan struct{}, 1)}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := smtp.NewServer(s)
	srv.Domain, srv.AllowInsecureAuth = "test.example", true
	srv.ReadTimeout, srv.WriteTimeout = time.Minute, time.Minute
	srv.ErrorLog = quiet{}
	done := make(chan struct{})
	go func() { defer close(done); _ = srv.Serve(l) }()
	// The listener too: a server that has not begun to serve does not know it, and a test that fails at once would wait for
	// ever.
	t.Cleanup(func() { _ = l.Close(); _ = srv.Close(); <-done })
	s.URL = "smtp://" + l.Addr().String()
	return s
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

// Fail lets the next messages fail, one error each.
func (s *Server) Fail(errs ...error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = append(s.fail, errs...)
}

// Failing is how many messages are still to fail.
func (s *Server) Failing() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.fail)
}

// Busy is how a server says: not now.
var Busy = &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "try again later"}

// NoSuchBox is how a server says: never.
var NoSuchBox = &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}

// Letters are what came so far.
func (s *Server) Letters() []Letter {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Letter(nil), s.got...)
}

// Wait returns the first n letters once they have come.
func (s *Server) Wait(t testing.TB, n int) []Letter {
	t.Helper()
	late := time.After(time.Minute)
	for {
		if got := s.Letters(); len(got) >= n {
			return got
		}
		select {
		case <-s.came:
		case <-late:
			t.Fatalf("%d of %d letters came", len(s.Letters()), n)
		}
	}
}

// NewSession implements smtp.Backend.
func (s *Server) NewSession(*smtp.Conn) (smtp.Session, error) { return &session{s: s}, nil }

type session struct {
	s *Server
	l Letter
}

func (x *session) Mail(from string, _ *smtp.MailOptions) error { x.l.From = from; return nil }

func (x *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	if len(x.s.fail) > 0 {
		err := x.s.fail[0]
		x.s.fail = x.s.fail[1:]
		if err != nil {
			return err
		}
	}
	x.l.To = to
	return nil
}

func (x *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	x.l.Raw = string(raw)
	x.s.mu.Lock()
	x.s.got = append(x.s.got, x.l)
	x.s.mu.Unlock()
	select {
	case x.s.came <- struct{}{}:
	default:
	}
	return nil
}

func (x *session) Reset()        { x.l = Letter{} }
func (x *session) Logout() error { return nil }
