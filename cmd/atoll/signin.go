package main

import (
	"net/url"
	"os"
	"strings"

	"atoll/server/people"
)

// checkPublic refuses what cannot be the address of this server.
func checkPublic(at string) error {
	if at == "" {
		return nil
	}
	u, err := url.Parse(at)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil ||
		strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return usage("--public is the address of this server's first page, like https://games.example.org")
	}
	return nil
}

// oidcProvider is the provider that people may sign in with; nil for none.
func (c *serveCmd) oidcProvider() (*people.Provider, error) {
	if c.OIDCIssuer == "" {
		return nil, nil
	}
	if c.Public == "" || c.OIDCClient == "" {
		return nil, usage("--oidc-issuer needs --public and --oidc-client")
	}
	secret := os.Getenv("ATOLL_OIDC_SECRET")
	if c.OIDCSecretFile != "" {
		data, err := os.ReadFile(c.OIDCSecretFile)
		if err != nil {
			return nil, err
		}
		secret = strings.TrimSpace(string(data))
	}
	return &people.Provider{Issuer: c.OIDCIssuer, Client: c.OIDCClient, Secret: secret, Name: c.OIDCName}, nil
}
