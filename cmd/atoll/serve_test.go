package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"atoll/store/past"
	"atoll/store/sqlite"
	"atoll/web"
)

// A build without the pages serves the API alone, and its host can find out.
func TestDoctorKnowsWhetherThereArePages(t *testing.T) {
	said, err := exec.CommandContext(t.Context(), filepath.Join(atollOnPath(t), "atoll"), "doctor", "--store", filepath.Join(t.TempDir(), "atoll.db")).CombinedOutput()
	if err != nil || !strings.Contains(string(said), "ok    browser pages") || strings.Contains(string(said), "browser pages\n") != web.Built() {
		t.Errorf("%v\n%s", err, said)
	}
}

// Two servers on one file would each remember tables that the other changes.
func TestASecondServerOnAFileIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "atoll.db")
	release, err := sqlite.Claim(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	said, err := exec.CommandContext(t.Context(), filepath.Join(atollOnPath(t), "atoll"), "serve", "--addr", "127.0.0.1:0", "--store", file).CombinedOutput()
	if err == nil || strings.Count(string(said), "\n") != 1 || !strings.Contains(string(said), "another server uses it") {
		t.Errorf("%v\n%s", err, said)
	}
}

// Before a new program changes the store of an old one it keeps a copy, and says where.
func TestServeKeepsACopyOfAnOldStore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "atoll.db")
	old, err := past.Read(past.SQLite, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, old, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} { // the second start finds nothing to do
		var log bytes.Buffer
		server := exec.CommandContext(t.Context(), filepath.Join(atollOnPath(t), "atoll"), "serve", "--addr", "127.0.0.1:0", "--store", file)
		server.Stderr = &log
		out, err := server.StdoutPipe()
		if err == nil {
			err = server.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		line, _ := bufio.NewReader(out).ReadString('\n')
		_ = server.Process.Signal(os.Interrupt)
		if err := server.Wait(); err != nil || !strings.HasPrefix(line, "Atoll is open") {
			t.Fatalf("%q, %v\n%s", line, err, &log)
		}
		copies, _ := filepath.Glob(file + ".schema-1.*")
		if len(copies) != 1 {
			t.Fatalf("the copies are %v", copies)
		}
		if n := strings.Count(log.String(), fmt.Sprintf("kept in %s", copies[0])); n != want {
			t.Errorf("told %d times where the copy is, not %d:\n%s", n, want, &log)
		}
	}
}
