package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"atoll/server"
	"atoll/server/node"
	"atoll/server/wire"
)

// signIn tries a password from an address and returns what can be told from the
// answer, and the cookie of the device.
func (h *host) signIn(from, name, password, device string) (said string, cookie string) {
	h.t.Helper()
	body, err := json.Marshal(wire.AccountRequest{Name: name, Password: password})
	if err != nil {
		h.t.Fatal(err)
	}
	req, err := http.NewRequest("POST", h.web.URL+"/api/v1/session", bytes.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Forwarded-For", from)
	if device != "" {
		req.AddCookie(&http.Cookie{Name: "atoll_device", Value: device})
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		h.t.Fatal(err)
	}
	defer res.Body.Close()
	data, _ := io.ReadAll(res.Body)
	for _, c := range res.Cookies() {
		if c.Name == "atoll_device" {
			cookie = c.Value
		}
	}
	if res.StatusCode == 200 {
		return "200", cookie
	}
	return fmt.Sprint(res.StatusCode, res.Header.Get("Retry-After"), string(data)), cookie
}

// Wrong passwords elsewhere lock nobody out, and tell nobody which names there are.
func TestWrongPasswordsElsewhereLockNobodyOut(t *testing.T) {
	clock := &fakeClock{now: time.UnixMilli(1_800_000_000_000)}
	h := serve(t, func(c *server.Config) {
		c.Clock, c.Proxied, c.AliveEvery = clock.time, true, time.Hour
		c.Limits = node.Limits{Address: -1, Account: -1}
	})
	h.account("Owner")
	said, device := h.signIn("192.0.2.1", "Owner", password, "")
	if said != "200" || device == "" {
		t.Fatalf("%s, device %q", said, device)
	}
	clock.forward(time.Hour)
	for i := range 12 {
		there, _ := h.signIn("192.0.2.66", "Owner", "wrong enough", "")
		nobody, _ := h.signIn("192.0.2.67", "Nobody", "wrong enough", "")
		if there != nobody {
			t.Fatalf("try %d tells that the name exists:\n%s\n%s", i, there, nobody)
		}
		if limited := there[:3] == "429"; limited != (i >= 10) {
			t.Fatalf("try %d: %s", i, there)
		}
	}
	if said, _ := h.signIn("192.0.2.2", "Owner", password, ""); said != "200" {
		t.Errorf("the owner, at an address that nobody knows: %s", said)
	}
	if said, _ := h.signIn("192.0.2.66", "Owner", password, device); said != "200" {
		t.Errorf("the owner's device, at the address of the other: %s", said)
	}
	// Many addresses together use up what strangers have, not what the device has.
	limited := 0
	for i := range 60 {
		if said, _ := h.signIn(fmt.Sprintf("198.51.100.%d", i), "Owner", "wrong enough", ""); said[:3] == "429" {
			limited++
		}
	}
	if limited < 10 {
		t.Errorf("only %d of 60 tries from as many addresses were slowed down", limited)
	}
	if said, _ := h.signIn("192.0.2.66", "Owner", password, device); said != "200" {
		t.Errorf("the owner's device, in a flood: %s", said)
	}
	// The device is known for its own name, and tries no more than others.
	if said, _ := h.signIn("198.51.100.99", "Nobody", "wrong enough", device); said[:3] != "429" {
		t.Errorf("another name by this device: %s", said)
	}
	last := ""
	for range 12 {
		last, _ = h.signIn("192.0.2.1", "Owner", "wrong enough", device)
	}
	if last[:3] != "429" {
		t.Errorf("the device tries passwords without end: %s", last)
	}
}
