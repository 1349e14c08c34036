//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"atoll/match"
	"atoll/server/wire"
)

// A server that is frozen for longer than a player has left costs nobody the game.
func TestAFrozenServerLosesNoGame(t *testing.T) {
	var log bytes.Buffer
	program := exec.CommandContext(t.Context(), filepath.Join(atollOnPath(t), "atoll"), "serve", "--addr", "127.0.0.1:0", "--no-limits", "--store", filepath.Join(t.TempDir(), "atoll.db"))
	program.Stderr = &log
	out, err := program.StdoutPipe()
	if err == nil {
		err = program.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = program.Process.Signal(syscall.SIGTERM)
		if err := program.Wait(); err != nil {
			t.Errorf("%v\n%s", err, &log)
		}
	}()
	line, _ := bufio.NewReader(out).ReadString('\n')
	_, address, ok := strings.Cut(strings.TrimSpace(line), " at ")
	if !ok {
		t.Fatalf("it says %q", line)
	}
	// Both seats are the caller's.
	token := ""
	call := func(method, path string, body, into any) *http.Response {
		t.Helper()
		data, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		req, err := http.NewRequest(method, address+"/api/v1"+path, bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		if token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if err := json.NewDecoder(res.Body).Decode(into); err != nil || res.StatusCode != 200 && res.StatusCode != 201 {
			t.Fatalf("%s %s: %s, %v", method, path, res.Status, err)
		}
		return res
	}
	token = call("POST", "/guest", wire.GuestRequest{Name: "A"}, &wire.Me{}).Header.Get("Atoll-Token")
	const seconds = 12
	var tables []string
	for range 4 {
		var made wire.Created
		call("POST", "/tables", match.Setup{
			Game: "evo", Players: 2, Seats: []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}},
			Clock: match.ClockSetup{Kind: match.PerTurn, Turn: seconds},
		}, &made)
		tables = append(tables, made.Table.ID)
	}
	if err := program.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	// It takes this long for the clocks to run out; there is nothing else to wait for.
	time.Sleep((seconds + 2) * time.Second)
	if err := program.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	for _, id := range tables {
		var snap wire.Snapshot
		call("GET", "/tables/"+id, nil, &snap)
		seat := snap.View.Acting[0]
		var legal wire.LegalList
		call("GET", "/tables/"+id+"/legal?seat="+seat, nil, &legal)
		var ack wire.Ack
		call("POST", "/tables/"+id+"/act", wire.ActRequest{Msg: "m", Seat: seat, Step: snap.View.Step, Action: legal.Actions[0]}, &ack)
		call("GET", "/tables/"+id, nil, &snap)
		if snap.View.Status != "running" {
			t.Errorf("a game is %s: %s", snap.View.Status, snap.View.Result)
		}
	}
}
