package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The server refuses what comes from another origin, and an origin has a port; it
// limits by address, which must be the client's.
func TestProxyPassesOnWhoAndWhere(t *testing.T) {
	text, err := os.ReadFile("../../deploy/nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	places := regexp.MustCompile(`(?s)location [^{]*\{[^}]*proxy_pass[^}]*\}`).FindAllString(string(text), -1)
	if len(places) != 2 {
		t.Fatalf("%d places are passed on", len(places))
	}
	for _, p := range places {
		for _, line := range []string{"proxy_set_header Host $http_host;", "proxy_set_header X-Forwarded-For $remote_addr;"} {
			if !strings.Contains(p, line) {
				t.Errorf("no %q in %s", line, p)
			}
		}
	}
}
