// Package badline is a TCP connection for tests that goes bad as real ones do: it can
// swallow everything without closing, hold everything back for a while, or break.
package badline

import (
	"io"
	"net"
	"sync"
)

// Line passes connections on to a server.
type Line struct {
	ear net.Listener

	mu     sync.Mutex
	target string
	state  state
	free   chan struct{} // closed while bytes flow
	pairs  map[*pair]struct{}
}

type state int

const (
	flowing state = iota
	held
	swallowing
)

// pair is one connection and its other half.
type pair struct {
	near, far net.Conn
	dead      bool // what it carries is lost, for ever
}

// New opens a line to the server at target; Close ends it.
func New(target string) (*Line, error) {
	ear, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l := &Line{target: target, ear: ear, free: make(chan struct{}), pairs: map[*pair]struct{}{}}
	close(l.free)
	go l.accept()
	return l, nil
}

// To leads new connections to another server.
func (l *Line) To(target string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.target = target
}

// Addr is the HOST:PORT at which the line begins.
func (l *Line) Addr() string { return l.ear.Addr().String() }

// Swallow leaves every connection open, takes new ones, and loses what they
// carry. Connections that were swallowed stay dead.
func (l *Line) Swallow() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for p := range l.pairs {
		p.dead = true
	}
	l.set(swallowing)
}

// Hold keeps back what is sent, as a machine that has frozen does.
func (l *Line) Hold() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.set(held)
}

// Flow lets through what was held, and new connections.
func (l *Line) Flow() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.set(flowing)
}

// Cut breaks every connection.
func (l *Line) Cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for p := range l.pairs {
		p.close()
	}
}

// Close ends the line.
func (l *Line) Close() {
	_ = l.ear.Close()
	l.Cut()
	l.Flow()
}

// set changes the state. l.mu must be held.
func (l *Line) set(s state) {
	if l.state == held {
		close(l.free)
	}
	if l.state = s; s == held {
		l.free = make(chan struct{})
	}
}

func (p *pair) close() {
	_ = p.near.Close()
	if p.far != nil {
		_ = p.far.Close()
	}
}

func (l *Line) accept() {
	for {
		near, err := l.ear.Accept()
		if err != nil {
			return
		}
		p := &pair{near: near}
		l.mu.Lock()
		p.dead = l.state == swallowing
		l.pairs[p] = struct{}{}
		l.mu.Unlock()
		go l.carry(p)
	}
}

func (l *Line) carry(p *pair) {
	defer func() {
		l.mu.Lock()
		delete(l.pairs, p)
		p.close()
		l.mu.Unlock()
	}()
	if l.dead(p) {
		_, _ = io.Copy(io.Discard, p.near)
		return
	}
	l.mu.Lock()
	target := l.target
	l.mu.Unlock()
	far, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	l.mu.Lock()
	p.far = far
	l.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { l.copy(p, far, p.near); l.hangUp(p, far) })
	both.Go(func() { l.copy(p, p.near, far); l.hangUp(p, p.near) })
	both.Wait()
}

// hangUp passes on that one end has closed, unless the line is dead: then nobody
// hears of it.
func (l *Line) hangUp(p *pair, c net.Conn) {
	if !l.dead(p) {
		_ = c.Close()
	}
}

func (l *Line) dead(p *pair) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return p.dead
}

func (l *Line) copy(p *pair, to, from net.Conn) {
	b := make([]byte, 16<<10)
	for {
		n, err := from.Read(b)
		if err != nil {
			return
		}
		l.mu.Lock()
		free := l.free
		l.mu.Unlock()
		<-free
		if l.dead(p) {
			continue
		}
		if _, err := to.Write(b[:n]); err != nil {
			return
		}
	}
}
