package server_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"math/big"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"atoll/mail/mailtest"
	"atoll/server"
	"atoll/server/notify"
)

// browser is a browser that was subscribed, with its push service.
type browser struct {
	t    *testing.T
	key  *ecdh.PrivateKey
	auth []byte
	web  *httptest.Server

	mu      sync.Mutex
	answers []int // statuses to give, then 201
	turned  int   // how many got such a status
	got     []pushed
	came    chan struct{}
	key65   string // of the server
}

// pushed is a message as the browser hands it to the service worker.
type pushed struct {
	text   string
	header http.Header
	notify.Payload
}

func newBrowser(t *testing.T, answers ...int) *browser {
	t.Helper()
	b := &browser{t: t, auth: make([]byte, 16), answers: answers, came: make(chan struct{}, 100)}
	var err error
	if b.key, err = ecdh.P256().GenerateKey(rand.Reader); err != nil {
		t.Fatal(err)
	}
	_, _ = rand.Read(b.auth)
	b.web = httptest.NewServer(b)
	t.Cleanup(b.web.Close)
	return b
}

// subscribe is what a page does.
func (b *browser) subscribe(p *person) {
	b.t.Helper()
	var page server.NoticePage
	p.must("GET", "/notices", nil, &page)
	b.key65 = page.Key
	p.must("POST", "/notices/push", server.PushRequest{Endpoint: b.web.URL + "/device", Keys: server.PushKeys{
		P256dh: base64.RawURLEncoding.EncodeToString(b.key.PublicKey().Bytes()), Auth: base64.RawURLEncoding.EncodeToString(b.auth),
	}}, nil)
}

// ServeHTTP is the push service.
func (b *browser) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		b.t.Error(err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.answers) > 0 {
		status := b.answers[0]
		b.answers = b.answers[1:]
		if status >= 300 {
			b.turned++
			w.WriteHeader(status)
			return
		}
	}
	if why := b.vouched(r.Header.Get("Authorization")); why != "" {
		b.t.Errorf("the push service does not know who sends: %s", why)
	}
	text := b.decrypt(body)
	m := pushed{text: string(text), header: r.Header}
	if err := json.Unmarshal(text, &m.Payload); err != nil {
		b.t.Errorf("%v in %q", err, text)
	}
	b.got = append(b.got, m)
	w.WriteHeader(http.StatusCreated)
	select {
	case b.came <- struct{}{}:
	default:
	}
}

// vouched checks the token by which the server names itself: RFC 8292.
func (b *browser) vouched(header string) string {
	fields := map[string]string{}
	for part := range strings.SplitSeq(strings.TrimPrefix(header, "vapid "), ",") {
		k, v, _ := strings.Cut(strings.TrimSpace(part), "=")
		fields[k] = v
	}
	if fields["k"] != b.key65 {
		return "another key than the page subscribed with"
	}
	raw, _ := base64.RawURLEncoding.DecodeString(fields["k"])
	parts := strings.Split(fields["t"], ".")
	if len(raw) != 65 || len(parts) != 3 {
		return "no token"
	}
	sig, _ := base64.RawURLEncoding.DecodeString(parts[2])
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw)
	if err != nil || len(sig) != 64 || !ecdsa.Verify(key, sum[:], new(big.Int).SetBytes(sig[:32]), new(big.Int).SetBytes(sig[32:])) {
		return "a false signature"
	}
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	data, _ := base64.RawURLEncoding.DecodeString(parts[1])
	if json.Unmarshal(data, &claims) != nil || claims.Aud != b.web.URL || claims.Exp < time.Now().Unix() || claims.Sub == "" {
		return "a token for something else: " + string(data)
	}
	return ""
}

// decrypt is what a browser does: RFC 8291 and RFC 8188.
func (b *browser) decrypt(body []byte) []byte {
	salt, size, n := body[:16], binary.BigEndian.Uint32(body[16:20]), int(body[20])
	if int(size) < len(body) || len(body) > 4096 {
		b.t.Errorf("a record of %d bytes said to be of %d", len(body), size)
	}
	theirs, err := ecdh.P256().NewPublicKey(body[21 : 21+n])
	if err != nil {
		b.t.Error(err)
		return nil
	}
	shared, err := b.key.ECDH(theirs)
	if err != nil {
		b.t.Error(err)
		return nil
	}
	info := "WebPush: info\x00" + string(b.key.PublicKey().Bytes()) + string(theirs.Bytes())
	derive := func(secret, salt []byte, info string, n int) []byte {
		out, err := hkdf.Key(sha256.New, secret, salt, info, n)
		if err != nil {
			b.t.Error(err)
		}
		return out
	}
	ikm := derive(shared, b.auth, info, 32)
	block, err := aes.NewCipher(derive(ikm, salt, "Content-Encoding: aes128gcm\x00", 16))
	if err != nil {
		b.t.Error(err)
		return nil
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		b.t.Error(err)
		return nil
	}
	text, err := gcm.Open(nil, derive(ikm, salt, "Content-Encoding: nonce\x00", 12), body[21+n:], nil)
	if err != nil {
		b.t.Error(err)
		return nil
	}
	end := len(text) - 1
	for end > 0 && text[end] == 0 {
		end--
	}
	if text[end] != 2 {
		b.t.Errorf("no end of the last record: %x", text[end])
	}
	return text[:end]
}

// refused is how many messages were not taken.
func (b *browser) refused() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.turned
}

// answer sets the statuses that are given from now on; after them it is 201.
func (b *browser) answer(statuses ...int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answers = statuses
}

// messages are what came so far.
func (b *browser) messages() []pushed {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]pushed(nil), b.got...)
}

// wait returns the messages once there are n.
func (b *browser) wait(n int) []pushed {
	b.t.Helper()
	late := time.After(patience)
	for {
		if got := b.messages(); len(got) >= n {
			return got
		}
		select {
		case <-b.came:
		case <-late:
			b.t.Fatalf("%d of %d notices came", len(b.messages()), n)
		}
	}
}

func enc(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// plainPart is the plain text of a letter.
func plainPart(t *testing.T, l mailtest.Letter) string {
	t.Helper()
	m, err := mail.ReadMessage(strings.NewReader(l.Raw))
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	part, err := multipart.NewReader(m.Body, params["boundary"]).NextPart() // decodes quoted-printable
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(part)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}
