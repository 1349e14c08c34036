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
	said, err := exec.CommandContext(t.Context(), filepath.Join(atollOnPath(t), "atoll"), "doctor", "--store",
		filepath.Join(t.TempDir(), "atoll.db")).CombinedOutput()
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

// Games of rules that can no longer be replayed stop nothing: each command says a
// sentence and goes on.
func TestGamesOfOldRulesStopNothing(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "atoll.db")
	old, err := past.Read(past.SQLite, 3)
	if err == nil {
		err = os.WriteFile(file, old, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (out, said string) {
		t.Helper()
		var stdout, stderr bytes.Buffer
		cmd := exec.CommandContext(t.Context(), filepath.Join(atollOnPath(t), "atoll"), args...)
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Run(); err != nil {
			t.Errorf("atoll %s: %v\n%s%s", strings.Join(args, " "), err, &stdout, &stderr)
		}
		return stdout.String(), stderr.String()
	}
	const sentence = "cannot be replayed"
	if out, _ := run("doctor", "--store", file, "--games", "0"); !strings.Contains(out, "3 verified, 1 of old rules that "+sentence) {
		t.Errorf("doctor says\n%s", out)
	}
	records, said := run("export", "--store", file)
	if strings.Count(records, "\n") != 3 ||
		!strings.Contains(records, `"game":"conqueror","rules":2,"options":{"last_tile":"turn"}`) || !strings.Contains(said, "over-earthquake is left out: ") || !strings.Contains(said, sentence) {
		t.Errorf("export writes %d records and says %s", strings.Count(records, "\n"), said)
	}
	exported := filepath.Join(dir, "games.records")
	earthquake, err := os.ReadFile("../../record/testdata/old/earthquake-1.records")
	if err == nil {
		err = os.WriteFile(exported, append([]byte(records), earthquake...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if out, _ := run("verify", exported); !strings.Contains(out, "3 ok, 0 bad, 3 of old rules") || !strings.Contains(out, sentence) {
		t.Errorf("verify says\n%s", out)
	}
	if out, _ := run("admin", "inspect", "over-earthquake", "--store", file); !strings.Contains(out, sentence) || !strings.Contains(out, "status over") {
		t.Errorf("inspect says\n%s", out)
	}
	copied := filepath.Join(dir, "copy.gz")
	run("backup", copied, "--store", file)
	again := filepath.Join(dir, "again.db")
	run("restore", copied, "--store", again)
	if out, _ := run("doctor", "--store", again, "--games", "0"); !strings.Contains(out, "1 of old rules") {
		t.Errorf("doctor says of the restored store\n%s", out)
	}
}
