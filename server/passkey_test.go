package server_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"atoll/server"
	"atoll/server/wire"
	"atoll/store/storetest"
)

// home is the address that servers under test are told to have.
const home = "https://atoll.example"

// visitor is a client that keeps cookies, as browsers do.
type visitor struct {
	*host
	jar http.CookieJar
}

func (h *host) visitor() *visitor {
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return &visitor{h, jar}
}

// at is the same browser at another node.
func (b *visitor) at(h *host) *visitor {
	from, err1 := url.Parse(b.web.URL + "/api/v1/")
	to, err2 := url.Parse(h.web.URL + "/api/v1/")
	if err1 != nil || err2 != nil {
		b.t.Fatal(err1, err2)
	}
	if b.web.URL != h.web.URL {
		jar, _ := cookiejar.New(nil)
		cookies := b.jar.Cookies(from)
		for _, c := range cookies {
			if c.Path = "/api/v1"; c.Name == "atoll_session" {
				c.Path = "/"
			}
		}
		jar.SetCookies(to, cookies)
		b = &visitor{h, jar}
	}
	return b
}

// ask sends a request and returns what can be told from a refusal.
func (b *visitor) ask(method, path string, body, into any) (status int, message string) {
	b.t.Helper()
	var in io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			b.t.Fatal(err)
		}
		in = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, b.web.URL+"/api/v1"+path, in)
	if err != nil {
		b.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	res, err := (&http.Client{Jar: b.jar}).Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	if res.StatusCode >= 300 {
		var p wire.Problem
		if err := json.Unmarshal(data, &p); err != nil || p.Error.Message == "" {
			b.t.Fatalf("%s %s: %s without an error text: %.300s", method, path, res.Status, data)
		}
		return res.StatusCode, p.Error.Message
	}
	if into != nil {
		if err := json.Unmarshal(data, into); err != nil {
			b.t.Fatalf("%s %s: %v in %.300s", method, path, err, data)
		}
	}
	return res.StatusCode, ""
}

func (b *visitor) must(method, path string, body, into any) {
	b.t.Helper()
	if status, message := b.ask(method, path, body, into); status >= 300 {
		b.t.Fatalf("%s %s: %d %s", method, path, status, message)
	}
}

func (b *visitor) me() (me wire.Me) {
	b.t.Helper()
	b.must("GET", "/me", nil, &me)
	return me
}

// softKey is a passkey in software, with everything that a hostile one may bend.
type softKey struct {
	t       testing.TB
	private *ecdsa.PrivateKey
	id      []byte
	user    []byte
	counter uint32

	origin, rp, kind string
	flags            byte
	challenge        string // instead of the one that was given
	cross            bool
	bend             func(data, signature []byte) ([]byte, []byte)
}

const (
	present, verified, backupAble, attested = 1, 4, 8, 64
)

func newSoftKey(t testing.TB) *softKey {
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	return &softKey{t: t, private: k, id: id, counter: 1, origin: home, rp: "atoll.example", flags: present | verified}
}

var b64 = base64.RawURLEncoding.EncodeToString

func (k *softKey) clientData(kind, challenge string) []byte {
	if k.kind != "" {
		kind = k.kind
	}
	if k.challenge != "" {
		challenge = k.challenge
	}
	data, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": k.origin, "crossOrigin": k.cross})
	if err != nil {
		k.t.Fatal(err)
	}
	return data
}

func (k *softKey) authData(flags byte) []byte {
	rp := sha256.Sum256([]byte(k.rp))
	return binary.BigEndian.AppendUint32(append(rp[:], flags), k.counter)
}

// options reads what a server wants.
func (k *softKey) options(o wire.PasskeyOptions) (challenge string) {
	k.t.Helper()
	var got struct {
		Challenge string
		User      struct{ ID string }
		RP        struct{ ID string }
		RPID      string `json:"rpId"`
		UV        string `json:"userVerification"`
		Selection struct {
			UV       string `json:"userVerification"`
			Resident string `json:"residentKey"`
		} `json:"authenticatorSelection"`
	}
	if err := json.Unmarshal([]byte(o.Options), &got); err != nil {
		k.t.Fatal(err)
	}
	if got.RP.ID+got.RPID != "atoll.example" || got.UV+got.Selection.UV != "required" || got.User.ID != "" && got.Selection.Resident != "required" {
		k.t.Errorf("the options are %s", o.Options)
	}
	if got.User.ID != "" {
		var err error
		if k.user, err = base64.RawURLEncoding.DecodeString(got.User.ID); err != nil {
			k.t.Fatal(err)
		}
	}
	return got.Challenge
}

// made is the answer of a new key.
func (k *softKey) made(o wire.PasskeyOptions) string {
	k.t.Helper()
	client := k.clientData("webauthn.create", k.options(o))
	public, err := k.private.PublicKey.Bytes() // 4, x, y
	if err != nil {
		k.t.Fatal(err)
	}
	auth := append(k.authData(k.flags|attested), make([]byte, 16)...) // no model
	auth = append(binary.BigEndian.AppendUint16(auth, uint16(len(k.id))), k.id...)
	auth = append(auth, 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32) // a map: EC2, ES256, P-256, x, y
	auth = append(append(append(auth, public[1:33]...), 0x22, 0x58, 32), public[33:]...)
	if k.bend != nil {
		auth, _ = k.bend(auth, nil)
	}
	object := append([]byte{0xa3, 0x63}, "fmt"...)
	object = append(append(object, 0x64), "none"...)
	object = append(append(append(object, 0x67), "attStmt"...), 0xa0, 0x68)
	object = append(append(object, "authData"...), 0x59)
	object = append(binary.BigEndian.AppendUint16(object, uint16(len(auth))), auth...)
	return k.credential(map[string]any{"clientDataJSON": b64(client), "attestationObject": b64(object)})
}

// used is the answer of a key that signs in.
func (k *softKey) used(o wire.PasskeyOptions) string {
	k.t.Helper()
	client := k.clientData("webauthn.get", k.options(o))
	auth := k.authData(k.flags)
	hash := sha256.Sum256(client)
	sum := sha256.Sum256(append(bytes.Clone(auth), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, k.private, sum[:])
	if err != nil {
		k.t.Fatal(err)
	}
	if k.bend != nil {
		auth, signature = k.bend(auth, signature)
	}
	return k.credential(map[string]any{
		"clientDataJSON": b64(client), "authenticatorData": b64(auth), "signature": b64(signature), "userHandle": b64(k.user),
	})
}

func (k *softKey) credential(response map[string]any) string {
	data, err := json.Marshal(map[string]any{
		"id": b64(k.id), "rawId": b64(k.id), "type": "public-key", "clientExtensionResults": map[string]any{}, "response": response,
	})
	if err != nil {
		k.t.Fatal(err)
	}
	return string(data)
}

// joins makes an account that has this passkey and no password.
func (b *visitor) joins(name string, k *softKey) {
	b.t.Helper()
	var o wire.PasskeyOptions
	b.must("POST", "/account/passkey/begin", wire.NameRequest{Name: name}, &o)
	b.must("POST", "/account/passkey", wire.NewPasskey{Name: "my phone", Credential: k.made(o)}, nil)
}

// signsIn signs in with a passkey.
func (b *visitor) signsIn(k *softKey) (int, string) {
	b.t.Helper()
	var o wire.PasskeyOptions
	b.must("POST", "/session/passkey/begin", nil, &o)
	k.counter++
	return b.ask("POST", "/session/passkey", wire.PasskeyAnswer{Credential: k.used(o)}, nil)
}

// A person with only a passkey: begun at one node, finished at another.
func TestPersonWithOnlyAPasskey(t *testing.T) {
	nodes(t, func(t *testing.T, one, two *host) {
		k := newSoftKey(t)
		b := one.visitor()
		b.must("POST", "/guest", wire.GuestRequest{Name: "Early"}, nil)
		guest := b.me()
		var o wire.PasskeyOptions
		b.must("POST", "/account/passkey/begin", wire.NameRequest{Name: "Keyholder"}, &o)
		b = b.at(two)
		b.must("POST", "/account/passkey", wire.NewPasskey{Name: "my \u202e phone", Credential: k.made(o)}, nil)
		me := b.me()
		if me.Name != "Keyholder" || me.Kind != "account" || me.ID != guest.ID {
			t.Fatalf("the account is %+v, the guest was %+v", me, guest)
		}
		if status, _ := one.visitor().ask("POST", "/session", wire.AccountRequest{Name: "Keyholder", Password: ""}, nil); status != 403 {
			t.Errorf("no password lets in: %d", status)
		}

		// Signed out and in again, at either node.
		b.must("DELETE", "/session", nil, nil)
		b = one.visitor()
		b.must("POST", "/session/passkey/begin", nil, &o)
		b = b.at(two)
		k.counter++
		b.must("POST", "/session/passkey", wire.PasskeyAnswer{Credential: k.used(o)}, nil)
		if got := b.me(); got.ID != me.ID {
			t.Fatalf("signed in as %+v", got)
		}
		var ways wire.MyWays
		b.must("GET", "/account/ways", nil, &ways)
		if len(ways.Passkeys) != 1 || ways.Passkeys[0].Name != "my  phone" || ways.Passkeys[0].Used == 0 || ways.Password || !ways.Fresh {
			t.Errorf("the ways are %+v", ways)
		}
		// The last one stays; of two one can go.
		if status, said := b.ask("POST", "/passkeys/remove", wire.RemoveRequest{ID: ways.Passkeys[0].ID}, nil); status != 409 || !strings.Contains(said, "only way") {
			t.Errorf("the only passkey: %d %s", status, said)
		}
		second := newSoftKey(t)
		b.must("POST", "/passkeys/begin", wire.ProofRequest{}, &o)
		if !strings.Contains(o.Options, b64(k.id)) {
			t.Errorf("the key that is there is not left out: %s", o.Options)
		}
		b.must("POST", "/passkeys", wire.NewPasskey{Name: "key ring", Credential: second.made(o)}, nil)
		b.must("POST", "/passkeys/remove", wire.RemoveRequest{ID: b64(k.id)}, nil)
		if status, said := one.visitor().signsIn(k); status != 403 {
			t.Errorf("a removed passkey: %d %s", status, said)
		}
		if status, said := one.visitor().signsIn(second); status != 200 {
			t.Errorf("the second passkey: %d %s", status, said)
		}
		// A fresh sign-in sets a password, which ends the others.
		b.must("POST", "/account/password", wire.PasswordRequest{New: password}, nil)
		if status, _ := two.visitor().ask("POST", "/session", wire.AccountRequest{Name: "Keyholder", Password: password}, nil); status != 200 {
			t.Errorf("the new password: %d", status)
		}
		data := func() string {
			req, _ := http.NewRequest("GET", b.web.URL+"/api/v1/account/data", nil)
			res, err := (&http.Client{Jar: b.jar}).Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			all, _ := io.ReadAll(res.Body)
			return string(all)
		}()
		if !strings.Contains(data, "key ring") || strings.Contains(data, "publicKey") {
			t.Errorf("one's own data: %.600s", data)
		}
		b.must("POST", "/account/delete", wire.GoodbyeRequest{Password: password}, nil)
		for _, trace := range []string{"key ring", b64(second.id), "keyholder"} {
			if found := storetest.Trace(t, one.db(), trace); len(found) > 0 {
				t.Errorf("after the deletion there is %v", found)
			}
		}
		if status, _ := one.visitor().signsIn(second); status != 403 {
			t.Errorf("the passkey of a deleted account: %d", status)
		}
	}, func(c *server.Config) { c.Public = home })
}

// A session alone, which somebody may have taken over, adds no passkey and removes
// none.
func TestPasskeysNeedAFreshProof(t *testing.T) {
	clock := &fakeClock{now: time.UnixMilli(1_800_000_000_000)}
	h := quietHost(t, func(c *server.Config) { c.Public, c.Clock, c.AliveEvery = home, clock.time, time.Hour })
	k := newSoftKey(t)
	b := h.visitor()
	b.must("POST", "/account", wire.AccountRequest{Name: "Mara", Password: password}, nil)
	var o wire.PasskeyOptions
	for _, proof := range []string{"", "wrong enough"} {
		if status, _ := b.ask("POST", "/passkeys/begin", wire.ProofRequest{Password: proof}, &o); status != 403 {
			t.Errorf("with %q: %d", proof, status)
		}
	}
	b.must("POST", "/passkeys/begin", wire.ProofRequest{Password: password}, &o)
	b.must("POST", "/passkeys", wire.NewPasskey{Name: "phone", Credential: k.made(o)}, nil)
	if status, _ := b.ask("POST", "/passkeys/remove", wire.RemoveRequest{ID: b64(k.id)}, nil); status != 403 {
		t.Errorf("removed without a proof: %d", status)
	}
	other := h.visitor()
	other.must("POST", "/account", wire.AccountRequest{Name: "Other", Password: password}, nil)
	if status, _ := other.ask("POST", "/passkeys/remove", wire.RemoveRequest{ID: b64(k.id), Password: password}, nil); status != 404 {
		t.Errorf("somebody else's passkey: %d", status)
	}
	// By passkey the password is not needed, for a while.
	if status, said := b.signsIn(k); status != 200 {
		t.Fatal(status, said)
	}
	clock.forward(9 * time.Minute)
	b.must("POST", "/account/password", wire.PasswordRequest{New: password + "2"}, nil)
	clock.forward(2 * time.Minute)
	if status, _ := b.ask("POST", "/account/password", wire.PasswordRequest{New: password + "3"}, nil); status != 403 {
		t.Errorf("long after the sign-in: %d", status)
	}
	if status, _ := b.ask("POST", "/passkeys/begin", wire.ProofRequest{}, nil); status != 403 {
		t.Errorf("long after the sign-in: %d", status)
	}
}

func TestBannedPasskeyDoesNotSignIn(t *testing.T) {
	h := quietHost(t, func(c *server.Config) { c.Public = home })
	k, b := newSoftKey(t), h.visitor()
	b.joins("Rude", k)
	a, u, err := h.store.AccountByLogin(t.Context(), "rude")
	if err != nil {
		t.Fatal(err)
	}
	a.Banned = "rude"
	if err := h.store.PutAccount(t.Context(), u, a); err != nil {
		t.Fatal(err)
	}
	if status, said := h.visitor().signsIn(k); status != 403 || !strings.Contains(said, "closed") {
		t.Errorf("%d %s", status, said)
	}
}

// Whatever a key or a browser bends is refused, and nobody is signed in by it.
func TestHostilePasskeysAreRefused(t *testing.T) {
	h := quietHost(t, func(c *server.Config) { c.Public = home })
	other := newSoftKey(t)
	h.visitor().joins("Other", other)
	bends := map[string]func(k *softKey){
		"another origin":               func(k *softKey) { k.origin = "https://atoll.example.evil.example" },
		"without encryption":           func(k *softKey) { k.origin = "http://atoll.example" },
		"another port":                 func(k *softKey) { k.origin = "https://atoll.example:8443" },
		"an origin of a part":          func(k *softKey) { k.origin = "https://sub.atoll.example" },
		"no origin":                    func(k *softKey) { k.origin = "" },
		"another party":                func(k *softKey) { k.rp = "evil.example" },
		"in a frame of others":         func(k *softKey) { k.cross = true },
		"another challenge":            func(k *softKey) { k.challenge = b64(make([]byte, 32)) },
		"the other ceremony":           func(k *softKey) { k.kind = "payment.get" },
		"nobody verified":              func(k *softKey) { k.flags = present },
		"nobody present":               func(k *softKey) { k.flags = verified },
		"nothing":                      func(k *softKey) { k.flags = 0 },
		"a copy that cannot be":        func(k *softKey) { k.flags = present | verified | 16 },
		"cut data":                     func(k *softKey) { k.bend = func(d, s []byte) ([]byte, []byte) { return d[:min(36, len(d))], s } },
		"data with a tail":             func(k *softKey) { k.bend = func(d, s []byte) ([]byte, []byte) { return append(d, 0xff, 0xff), s } },
		"no data":                      func(k *softKey) { k.bend = func(_, s []byte) ([]byte, []byte) { return nil, s } },
		"a flag for what is not there": func(k *softKey) { k.flags |= 0x80 },
	}
	for what, bend := range bends {
		k := newSoftKey(t)
		bend(k)
		b := h.visitor()
		var o wire.PasskeyOptions
		b.must("POST", "/account/passkey/begin", wire.NameRequest{Name: "Mallory"}, &o)
		if status, said := b.ask("POST", "/account/passkey", wire.NewPasskey{Credential: k.made(o)}, nil); status != 403 || said != "this passkey was not accepted" {
			t.Errorf("made with %s: %d %s", what, status, said)
		}
		if me := b.me(); me.ID != "" {
			t.Errorf("made with %s: %+v", what, me)
		}
	}
	bends["another's signature"] = func(k *softKey) { k.private = other.private }
	bends["another user"] = func(k *softKey) { k.user = other.user }
	bends["no user"] = func(k *softKey) { k.user = nil }
	bends["another's key"] = func(k *softKey) { k.id = other.id }
	bends["an unknown key"] = func(k *softKey) { k.id = []byte("unknown key 1234") }
	bends["a counter that stands"] = func(k *softKey) { k.counter-- }
	bends["a counter that went back"] = func(k *softKey) { k.counter = 0 }
	bends["a key that can be copied suddenly"] = func(k *softKey) { k.flags |= backupAble }
	bends["a bent signature"] = func(k *softKey) {
		k.bend = func(d, s []byte) ([]byte, []byte) { s[len(s)-1] ^= 1; return d, s }
	}
	bends["no signature"] = func(k *softKey) { k.bend = func(d, _ []byte) ([]byte, []byte) { return d, nil } }
	bends["a bent counter"] = func(k *softKey) {
		k.bend = func(d, s []byte) ([]byte, []byte) { d[36] ^= 64; return d, s }
	}
	good := newSoftKey(t)
	h.visitor().joins("Victim", good)
	if status, said := h.visitor().signsIn(good); status != 200 {
		t.Fatal(status, said)
	}
	for what, bend := range bends {
		k := *good
		b := h.visitor()
		k.counter += 0
		bend(&k)
		var o wire.PasskeyOptions
		b.must("POST", "/session/passkey/begin", nil, &o)
		if !strings.HasPrefix(what, "a counter that") {
			k.counter++
		}
		if status, said := b.ask("POST", "/session/passkey", wire.PasskeyAnswer{Credential: k.used(o)}, nil); status != 403 {
			t.Errorf("used with %s: %d %s", what, status, said)
		}
		if me := b.me(); me.ID != "" {
			t.Errorf("used with %s: %+v", what, me)
		}
	}
	for _, junk := range []string{"", "{}", "null", "[]", `"x"`, strings.Repeat("[", 9000), `{"id":"AA","rawId":"AA","type":"public-key","response":{}}`, "\x00", strings.Repeat("x", 19_000)} {
		b := h.visitor()
		b.must("POST", "/session/passkey/begin", nil, nil)
		if status, said := b.ask("POST", "/session/passkey", wire.PasskeyAnswer{Credential: junk}, nil); status != 403 && status != 400 {
			t.Errorf("%.20q: %d %s", junk, status, said)
		}
	}
	if status, said := h.visitor().signsIn(good); status != 200 {
		t.Errorf("the true key afterwards: %d %s", status, said)
	}
}

// A challenge is used once, by the browser and the person it was given to, for what
// it was given for, in time.
func TestChallengesAreUsedOnce(t *testing.T) {
	clock := &fakeClock{now: time.UnixMilli(1_800_000_000_000)}
	h := quietHost(t, func(c *server.Config) { c.Public, c.Clock, c.AliveEvery = home, clock.time, time.Hour })
	k, b := newSoftKey(t), h.visitor()
	b.joins("Mara", k)
	begin := func(b *visitor) (answer wire.PasskeyAnswer) {
		var o wire.PasskeyOptions
		b.must("POST", "/session/passkey/begin", nil, &o)
		k.counter++
		return wire.PasskeyAnswer{Credential: k.used(o)}
	}
	refused := func(what string, b *visitor, answer wire.PasskeyAnswer, want int) {
		t.Helper()
		if status, said := b.ask("POST", "/session/passkey", answer, nil); status != want {
			t.Errorf("%s: %d %s, want %d", what, status, said, want)
		}
	}
	one, two := h.visitor(), h.visitor()
	answer := begin(one)
	refused("in a browser that has begun nothing", two, answer, 409)
	begin(two)
	refused("in a browser that has begun another", two, answer, 403)
	site, _ := url.Parse(h.web.URL + "/api/v1/")
	before := one.jar.Cookies(site)
	one.must("POST", "/session/passkey", answer, nil)
	thief := h.visitor()
	thief.jar.SetCookies(site, before)
	refused("a second time", thief, answer, 409)
	late := h.visitor()
	answer = begin(late)
	clock.forward(11 * time.Minute)
	refused("too late", late, answer, 409)
	changed := h.visitor()
	answer = begin(changed)
	changed.must("POST", "/guest", wire.GuestRequest{Name: "Now"}, nil)
	refused("as somebody else", changed, answer, 409)
	// A challenge for one thing is none for another.
	mixed := h.visitor()
	var o wire.PasskeyOptions
	mixed.must("POST", "/session/passkey/begin", nil, &o)
	if status, _ := mixed.ask("POST", "/account/passkey", wire.NewPasskey{Credential: newSoftKey(t).made(o)}, nil); status != 409 {
		t.Errorf("a challenge for signing in makes an account: %d", status)
	}
	// A key belongs to one account.
	thief = h.visitor()
	thief.must("POST", "/account/passkey/begin", wire.NameRequest{Name: "Thief"}, &o)
	again := *k
	if status, _ := thief.ask("POST", "/account/passkey", wire.NewPasskey{Credential: again.made(o)}, nil); status != 409 {
		t.Errorf("another's key: %d", status)
	}
	if found := storetest.Trace(t, h.db(), "thief"); len(found) != 0 {
		t.Errorf("left behind: %v", found)
	}
}

// Without an address, or at one where browsers have none, there are no passkeys.
func TestPasskeysNeedAnAddress(t *testing.T) {
	for address, want := range map[string]bool{
		"": false, "https://games.example.org": true, "http://localhost:8080": true, "http://games.example.org": false, "https://192.0.2.1": false,
	} {
		h := quietHost(t, func(c *server.Config) { c.Public = address })
		var ways wire.Ways
		h.visitor().must("GET", "/session/ways", nil, &ways)
		if ways.Passkeys != want {
			t.Errorf("at %q: %v", address, ways.Passkeys)
		}
		if status, _ := h.visitor().ask("POST", "/session/passkey/begin", nil, nil); (status == 200) != want {
			t.Errorf("at %q: %d", address, status)
		}
	}
}
