package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

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
