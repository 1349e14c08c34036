// Command openapi prints the document of the API, from which the front end's types
// are made.
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"atoll/bots/all"
	"atoll/bus"
	"atoll/games"
	"atoll/server"
	"atoll/store/sqlite"
)

func main() {
	doc, err := document(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, "openapi:", err)
		os.Exit(1)
	}
	_, _ = os.Stdout.Write(doc)
}

// document asks a server of its own.
func document(ctx context.Context) ([]byte, error) {
	dir, err := os.MkdirTemp("", "openapi")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	db, err := sqlite.Open(ctx, filepath.Join(dir, "atoll.db"))
	if err != nil {
		return nil, err
	}
	defer db.Close()
	local := bus.NewLocal()
	s, err := server.New(ctx, server.Config{Store: db, Pings: local, Jobs: local, Games: games.All(), Roster: all.Roster(), NoBots: true})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	answer := httptest.NewRecorder()
	s.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/api/v1/openapi.json", nil))
	if answer.Code != http.StatusOK {
		return nil, fmt.Errorf("the server answered %d: %s", answer.Code, answer.Body)
	}
	return answer.Body.Bytes(), nil
}
