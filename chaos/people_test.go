package chaos_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"atoll/chaos"
	"atoll/store"
	"atoll/store/postgres"
	"atoll/store/sqlite"
)

// elsewhere are the routes that nobody asks for here while servers are killed, and why.
var elsewhere = map[string]string{
	"POST /guest":                 "TestKilledServerLosesNothing",
	"POST /tables/%s/act":         "TestKilledServerLosesNothing",
	"POST /tables/%s/open":        "its numbers are the browser's; part of every game there",
	"POST /tables/%s/lines":       "kept in the table's own commits, as sealed choices are",
	"POST /tables/%s/start":       "a commit like the one of a seat",
	"POST /tables/%s/whynot":      "changes nothing",
	"POST /tables/%s/analysis":    "what is lost is asked for again",
	"POST /positions":             "changes nothing",
	"POST /positions/start":       "changes nothing",
	"POST /positions/analysis":    "changes nothing",
	"POST /records":               "changes nothing",
	"POST /my/records":            "one commit, as a table's",
	"POST /notices/mail":          "needs a mail server: server/notify",
	"POST /notices/mail/prove":    "needs a mail server: server/notify",
	"POST /recover":               "needs a mail server: server/recover_test.go",
	"POST /recover/finish":        "needs a mail server: server/recover_test.go",
	"POST /session/passkey/begin": "needs a device: server/passkey_test.go",
	"POST /session/passkey":       "needs a device: server/passkey_test.go",
	"POST /account/passkey/begin": "needs a device: server/passkey_test.go",
	"POST /account/passkey":       "needs a device: server/passkey_test.go",
	"POST /passkeys/begin":        "needs a device: server/passkey_test.go",
	"POST /passkeys":              "needs a device: server/passkey_test.go",
	"POST /passkeys/remove":       "needs a device: server/passkey_test.go",
	"POST /session/provider":      "needs a provider: server/provider_test.go",
	"POST /session/provider/name": "needs a provider: server/provider_test.go",
	"POST /links/remove":          "needs a provider: server/provider_test.go",
}

// TestKilledServerKeepsItsWord kills a server while people do what there is to do beside games. What they were
// told has been done shows at once and after every kill, and every route that changes something is among it.
func TestKilledServerKeepsItsWord(t *testing.T) {
	node, file, log := serveOn(t, t.TempDir())
	keepsWord(t, []*chaos.Node{node}, func() (store.Store, error) { return sqlite.Open(t.Context(), file) })
	noPanics(t, log)
}

// TestKilledClusterKeepsItsWord does the same on three nodes with Postgres and NATS: whoever is told something by
// one asks another next.
func TestKilledClusterKeepsItsWord(t *testing.T) {
	c := startCluster(t)
	keepsWord(t, c.nodes, func() (store.Store, error) { return postgres.Open(t.Context(), c.address) })
	noPanics(t, c.logs...)
}

func keepsWord(t *testing.T, nodes []*chaos.Node, open func() (store.Store, error)) {
	t.Helper()
	var urls []string
	for _, n := range nodes {
		urls = append(urls, n.URL())
	}
	people := chaos.NewPeople(chaos.NewClients(urls, &chaos.Ledger{}, t.Errorf))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			if err := people.Live(ctx, fmt.Sprint("Life", i)); err != nil {
				t.Error(err)
			}
		})
	}
	over := make(chan struct{})
	go func() { wg.Wait(); close(over) }()
	n, all := 0, 0
	check := func() {
		var broken []string
		broken, all = people.Check(ctx)
		for _, b := range broken {
			t.Errorf("after %d kills: %s", n, b)
		}
	}
	kill := func() {
		node := nodes[n%len(nodes)]
		n++
		node.Kill()
		if err := node.Start(); err != nil {
			t.Fatal(err)
		}
		check()
	}
	for alive := true; alive; {
		select {
		case <-over:
			alive = false
		case <-time.After(time.Duration(100+rand.IntN(400)) * time.Millisecond):
			if n < kills(t, 6) {
				kill()
			}
		}
	}
	check()
	for range nodes {
		kill()
	}
	if t.Logf("%d kills, %d promises", n, all); all < 30 {
		t.Error("too little was promised")
	}
	everyChange(t, urls[0], people.Routes())
	for _, node := range nodes {
		node.Stop()
	}
	reported(t, open)
}

// everyChange demands that each route by which something changes was asked for, or is said to be elsewhere.
func everyChange(t *testing.T, url string, done map[string]int) {
	t.Helper()
	res, err := http.Get(url + "/api/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var doc struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.NewDecoder(res.Body).Decode(&doc); err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`\{[a-z]+\}`)
	for path, methods := range doc.Paths {
		for m := range methods {
			route := strings.ToUpper(m) + " " + names.ReplaceAllString(strings.TrimPrefix(path, "/api/v1"), "%s")
			if m != "post" && m != "put" && m != "delete" && m != "patch" {
				continue
			}
			if why := elsewhere[route]; (done[route] > 0) == (why != "") {
				t.Errorf("%s: asked for %d times, elsewhere %q", route, done[route], why)
			}
		}
	}
}

// reported demands the reports of all lives.
func reported(t *testing.T, open func() (store.Store, error)) {
	t.Helper()
	db, err := open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	all, err := db.Reports(t.Context(), true, 100)
	if err != nil || len(all) < 3 {
		t.Errorf("%d reports, %v", len(all), err)
	}
}
