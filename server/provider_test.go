package server_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"atoll/server"
	"atoll/server/people"
	"atoll/server/wire"
	"atoll/store/storetest"
)

// idp is a small OpenID provider, with everything that a broken one may bend.
type idp struct {
	t     testing.TB
	web   *httptest.Server
	key   *rsa.PrivateKey
	codes map[string]url.Values // what was asked for, by code
	asked url.Values            // the latest

	subject, name, mail string
	claims              func(map[string]any)
	sign                *rsa.PrivateKey // instead of key
}

func newIDP(t testing.TB) *idp {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	p := &idp{t: t, key: key, codes: map[string]url.Values{}, subject: "person-1", name: "mara.lind@example.org", mail: "mara@example.org"}
	mux := http.NewServeMux()
	answer := func(w http.ResponseWriter, v any) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v)
	}
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, map[string]any{
			"issuer": p.web.URL, "authorization_endpoint": p.web.URL + "/auth", "token_endpoint": p.web.URL + "/token", "jwks_uri": p.web.URL + "/keys",
			"id_token_signing_alg_values_supported": []string{"RS256"},
		})
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, map[string]any{"keys": []any{map[string]any{
			"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "1",
			"n": b64(p.key.N.Bytes()), "e": b64(big.NewInt(int64(p.key.E)).Bytes()),
		}}})
	})
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, r *http.Request) {
		id, secret, _ := r.BasicAuth()
		asked, ok := p.codes[r.FormValue("code")]
		delete(p.codes, r.FormValue("code"))
		sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
		if !ok || id != "atoll" || secret != "shh" || b64(sum[:]) != asked.Get("code_challenge") || asked.Get("code_challenge_method") != "S256" ||
			r.FormValue("redirect_uri") != asked.Get("redirect_uri") {
			w.WriteHeader(http.StatusBadRequest)
			answer(w, map[string]any{"error": "invalid_grant"})
			return
		}
		claims := map[string]any{
			"iss": p.web.URL, "sub": p.subject, "aud": "atoll", "exp": time.Now().Add(time.Hour).Unix(), "iat": time.Now().Unix(),
			"nonce": asked.Get("nonce"), "preferred_username": p.name, "email": p.mail, "email_verified": false,
		}
		if p.claims != nil {
			p.claims(claims)
		}
		answer(w, map[string]any{"access_token": "access", "token_type": "Bearer", "id_token": p.token(claims)})
	})
	p.web = httptest.NewServer(mux)
	t.Cleanup(p.web.Close)
	return p
}

func (p *idp) token(claims map[string]any) string {
	body, err := json.Marshal(claims)
	if err != nil {
		p.t.Fatal(err)
	}
	text := b64([]byte(`{"alg":"RS256","kid":"1"}`)) + "." + b64(body)
	sum := sha256.Sum256([]byte(text))
	key := p.key
	if p.sign != nil {
		key = p.sign
	}
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
	if err != nil {
		p.t.Fatal(err)
	}
	return text + "." + base64.RawURLEncoding.EncodeToString(signature)
}

// agrees is somebody who signs in there and is sent back with a code.
func (p *idp) agrees(address string) url.Values {
	p.t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		p.t.Fatal(err)
	}
	p.asked = u.Query()
	if u.Path != "/auth" || p.asked.Get("response_type") != "code" || p.asked.Get("redirect_uri") != home+people.ProviderBack ||
		len(p.asked.Get("state")) < 20 || len(p.asked.Get("nonce")) < 20 || strings.Contains(p.asked.Get("scope"), "email") {
		p.t.Errorf("asked for %s", address)
	}
	code := "code of " + p.asked.Get("state")
	p.codes[code] = p.asked
	return url.Values{"code": {code}, "state": {p.asked.Get("state")}}
}

// comes follows the way back and returns the word that the page is given.
func (b *visitor) comes(back url.Values) string {
	b.t.Helper()
	client := &http.Client{Jar: b.jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	req, err := http.NewRequest("GET", b.web.URL+people.ProviderBack+"?"+back.Encode(), nil)
	if err != nil {
		b.t.Fatal(err)
	}
	req.Header.Set("Sec-Fetch-Site", "cross-site") // as browsers say of it
	res, err := client.Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
	to, err := res.Location()
	if err != nil || res.StatusCode != 303 || to.Path != "/you" {
		b.t.Fatalf("sent to %v by %s, %v", to, res.Status, err)
	}
	return to.Query().Get("came")
}

func (b *visitor) goes(req wire.ProviderRequest) string {
	b.t.Helper()
	var to wire.ProviderAddress
	b.must("POST", "/session/provider", req, &to)
	return to.URL
}

func withProvider(p *idp) func(*server.Config) {
	return func(c *server.Config) {
		c.Public, c.Provider = home, &people.Provider{Issuer: p.web.URL, Client: "atoll", Secret: "shh", Name: "Club"}
	}
}

// Somebody whom the provider knows chooses a name once and comes back as the same
// person, over several nodes.
func TestSignInWithTheProvider(t *testing.T) {
	p := newIDP(t)
	nodes(t, func(t *testing.T, one, two *host) {
		p.subject = "person of " + t.Name()
		b := one.visitor()
		var ways wire.Ways
		b.must("GET", "/session/ways", nil, &ways)
		if ways.Provider != "Club" {
			t.Fatalf("the ways are %+v", ways)
		}
		back := p.agrees(b.goes(wire.ProviderRequest{}))
		b = b.at(two)
		if came := b.comes(back); came != "name" {
			t.Fatalf("came %q", came)
		}
		if me := b.me(); me.ID != "" {
			t.Fatalf("signed in without a name: %+v", me)
		}
		var newcomer wire.Newcomer
		b.must("GET", "/session/provider", nil, &newcomer)
		if newcomer.Name != "mara-lind" {
			t.Errorf("suggested is %q", newcomer.Name)
		}
		one.account("Taken")
		if status, _ := b.ask("POST", "/session/provider/name", wire.NameRequest{Name: "taken"}, nil); status != 409 {
			t.Errorf("a name that is taken: %d", status)
		}
		b = b.at(one)
		b.must("POST", "/session/provider/name", wire.NameRequest{Name: "Mara"}, nil)
		me := b.me()
		if me.Name != "Mara" || me.Kind != "account" {
			t.Fatalf("signed in as %+v", me)
		}
		if status, _ := b.ask("POST", "/session/provider/name", wire.NameRequest{Name: "Mara2"}, nil); status != 409 {
			t.Errorf("a second account of the same sign-in: %d", status)
		}
		again := two.visitor()
		if came := again.comes(p.agrees(again.goes(wire.ProviderRequest{}))); came != "in" || again.me().ID != me.ID {
			t.Errorf("came %q as %+v", came, again.me())
		}
		// The same number means somebody else at another provider, and the same address
		// nothing at all.
		p.subject = "another of " + t.Name()
		stranger := two.visitor()
		if came := stranger.comes(p.agrees(stranger.goes(wire.ProviderRequest{}))); came != "name" {
			t.Errorf("another person with the same e-mail: %q", came)
		}
		// It is the only way in, so it stays.
		var mine wire.MyWays
		b.must("GET", "/account/ways", nil, &mine)
		if len(mine.Links) != 1 || mine.Password || !mine.Fresh {
			t.Fatalf("the ways are %+v", mine)
		}
		if status, _ := b.ask("POST", "/links/remove", wire.RemoveRequest{ID: mine.Links[0].Issuer}, nil); status != 409 {
			t.Errorf("the only way: %d", status)
		}
		b.must("POST", "/account/password", wire.PasswordRequest{New: password}, nil)
		b.must("POST", "/links/remove", wire.RemoveRequest{ID: mine.Links[0].Issuer}, nil)
		b.must("POST", "/account/delete", wire.GoodbyeRequest{Password: password}, nil)
		if found := storetest.Trace(t, one.db(), "person of "); len(found) > 0 {
			t.Errorf("left of a deleted person: %v", found)
		}
	}, withProvider(p))
}

// An account is linked by its owner, with one person of the provider.
func TestLinkWithTheProvider(t *testing.T) {
	p := newIDP(t)
	h := quietHost(t, withProvider(p))
	b := h.visitor()
	b.must("POST", "/account", wire.AccountRequest{Name: "Mara", Password: password}, nil)
	if status, _ := b.ask("POST", "/session/provider", wire.ProviderRequest{Link: true}, nil); status != 403 {
		t.Errorf("linked without the password: %d", status)
	}
	link := wire.ProviderRequest{Link: true, Password: password}
	if came := b.comes(p.agrees(b.goes(link))); came != "linked" {
		t.Fatalf("came %q", came)
	}
	again := h.visitor()
	if came := again.comes(p.agrees(again.goes(wire.ProviderRequest{}))); came != "in" || again.me().Name != "Mara" {
		t.Errorf("came %q as %+v", came, again.me())
	}
	other := h.visitor()
	other.must("POST", "/account", wire.AccountRequest{Name: "Other", Password: password}, nil)
	if came := other.comes(p.agrees(other.goes(link))); came != "taken" {
		t.Errorf("somebody else's person: %q", came)
	}
	a, u, err := h.store.AccountByLogin(t.Context(), "mara")
	if err != nil {
		t.Fatal(err)
	}
	a.Banned = "rude"
	if err := h.store.PutAccount(t.Context(), u, a); err != nil {
		t.Fatal(err)
	}
	banned := h.visitor()
	if came := banned.comes(p.agrees(banned.goes(wire.ProviderRequest{}))); came != "closed" || banned.me().ID != "" {
		t.Errorf("a banned person: %q", came)
	}
}

// Whatever is bent on the way is refused, and signs nobody in.
func TestBentSignInsWithTheProviderAreRefused(t *testing.T) {
	p := newIDP(t)
	h := quietHost(t, withProvider(p))
	foreign, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	claim := func(name string, v any) func(url.Values) {
		return func(url.Values) { p.claims = func(c map[string]any) { c[name] = v } }
	}
	for what, bend := range map[string]func(back url.Values){
		"another state":        func(back url.Values) { back.Set("state", strings.Repeat("x", 32)) },
		"no state":             func(back url.Values) { back.Del("state") },
		"another code":         func(back url.Values) { back.Set("code", "guessed") },
		"no code":              func(back url.Values) { back.Del("code") },
		"a refusal":            func(back url.Values) { back.Set("error", "access_denied") },
		"another nonce":        claim("nonce", "another"),
		"no nonce":             claim("nonce", ""),
		"another issuer":       claim("iss", "https://evil.example"),
		"for another client":   claim("aud", "evil"),
		"expired":              claim("exp", time.Now().Add(-time.Hour).Unix()),
		"no subject":           claim("sub", ""),
		"an endless subject":   claim("sub", strings.Repeat("x", 300)),
		"signed by another":    func(url.Values) { p.sign = foreign },
		"another verifier":     func(url.Values) { p.asked.Set("code_challenge", "x") },
		"a code that was used": func(back url.Values) { delete(p.codes, back.Get("code")) },
	} {
		p.claims, p.sign = nil, nil
		b := h.visitor()
		back := p.agrees(b.goes(wire.ProviderRequest{}))
		bend(back)
		if came := b.comes(back); came != "refused" || b.me().ID != "" {
			t.Errorf("%s: %q", what, came)
		}
		if status, _ := b.ask("POST", "/session/provider/name", wire.NameRequest{Name: "Mallory"}, nil); status != 409 {
			t.Errorf("%s: %d", what, status)
		}
	}
	p.claims, p.sign = nil, nil
	// Somebody else's way back signs nobody in: it was begun in another browser.
	mine, victim := h.visitor(), h.visitor()
	back := p.agrees(mine.goes(wire.ProviderRequest{}))
	if came := victim.comes(back); came != "late" {
		t.Errorf("in another browser: %q", came)
	}
	if came := mine.comes(back); came != "name" {
		t.Errorf("the true one: %q", came)
	}
	if came := mine.comes(back); came != "late" {
		t.Errorf("a second time: %q", came)
	}
	p.web.Close()
	silent := quietHost(t, withProvider(p))
	if status, _ := silent.visitor().ask("POST", "/session/provider", wire.ProviderRequest{}, nil); status != 503 {
		t.Errorf("a provider that is away: %d", status)
	}
}
