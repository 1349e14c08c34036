package sqlite

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A copy that was not made whole is none: it is not left lying about, and the tables stay as they are.
func TestHalfACopyIsNone(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	to, err := keep(t.Context(), db, path, 7)
	if err == nil || to != "" || !strings.Contains(err.Error(), "no copy can be made") {
		t.Errorf("copied to %q, %v", to, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}
