package work

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync/atomic"
	"testing"

	"atoll/server/node"
	"atoll/store"
)

func TestOutside(t *testing.T) {
	for _, a := range []string{
		"127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "0.1.2.3", "100.64.0.1", "100.127.255.254",
		"192.0.0.8", "192.0.2.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255",
		"::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:100.64.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::a00:1",
		"fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1", "2001::1", "2002:7f00:1::", "3fff::1", "100::1",
	} {
		if node.Outside(netip.MustParseAddr(a)) {
			t.Errorf("%s counts as outside", a)
		}
	}
	for _, a := range []string{"1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "198.17.0.1", "::ffff:8.8.8.8", "2606:4700::1", "2a00:1450::5"} {
		if !node.Outside(netip.MustParseAddr(a)) {
			t.Errorf("%s counts as inside", a)
		}
	}
}

// names is a server for names that gives each question the next of its answers.
func names(t *testing.T, answers ...string) *net.Resolver {
	var asked atomic.Int32
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		here, there := net.Pipe()
		go func() {
			defer there.Close()
			var size [2]byte
			if _, err := io.ReadFull(there, size[:]); err != nil {
				return
			}
			q := make([]byte, binary.BigEndian.Uint16(size[:]))
			if _, err := io.ReadFull(there, q); err != nil {
				return
			}
			end := 12
			for q[end] != 0 {
				end += int(q[end]) + 1
			}
			question := q[12 : end+5]
			out := append([]byte{q[0], q[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, question...)
			if question[len(question)-3] == 1 { // an IPv4 address is asked for
				ip := net.ParseIP(answers[min(int(asked.Add(1)), len(answers))-1]).To4()
				out[7] = 1
				out = append(out, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4)
				out = append(out, ip...)
			}
			_, _ = there.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(out))), out...))
		}()
		return here, nil
	}}
}

// A hook is not led inside by a name, whatever the name said when it was set.
func TestHookNamesAreJudgedWhenDialled(t *testing.T) {
	h := newHooks(false)
	if err := h.check("https://program.example/turn"); err != nil {
		t.Fatal(err)
	}
	for _, a := range []string{"127.0.0.1", "100.64.0.1", "10.0.0.1", "169.254.169.254", "192.0.2.7"} {
		h.dialer.Resolver = names(t, a)
		for range 2 { // every look-up anew
			if err := h.post(t.Context(), store.Hook{URL: "https://program.example/turn"}, nil, "0"); !errors.Is(err, node.ErrInside) {
				t.Errorf("a name that leads to %s: %v", a, err)
			}
		}
	}
	for _, u := range []string{"https://localhost/", "https://127.0.0.1/", "https://[::ffff:127.0.0.1]/", "https://[64:ff9b::7f00:1]/"} {
		h.dialer.Resolver = nil
		if err := h.post(t.Context(), store.Hook{URL: u}, nil, "0"); !errors.Is(err, node.ErrInside) {
			t.Errorf("%s: %v", u, err)
		}
	}
}

func TestHooksFollowNobody(t *testing.T) {
	var led atomic.Int32
	inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { led.Add(1) }))
	defer inner.Close()
	door := httptest.NewServer(http.RedirectHandler(inner.URL, http.StatusTemporaryRedirect))
	defer door.Close()
	if err := newHooks(true).post(t.Context(), store.Hook{URL: door.URL}, []byte("{}"), "0"); err == nil || led.Load() != 0 {
		t.Errorf("%v, led on %d times", err, led.Load())
	}
}
