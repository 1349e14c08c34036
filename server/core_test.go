package server_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"testing"
	"testing/fstest"

	"atoll/server"
)

// The rules for browsers are kept compressed alone. A browser gets what it can read,
// under a type that it compiles, for ever; core.json is asked for every time.
func TestRulesForBrowsersAreSentAsKept(t *testing.T) {
	wasm := bytes.Repeat([]byte("\x00asm and more"), 50)
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, _ = z.Write(wasm)
	_ = z.Close()
	h := quietHost(t, func(c *server.Config) {
		c.Assets = fstest.MapFS{
			"index.html":           {Data: []byte("<!doctype html><title>Atoll</title>")},
			"core/core.json":       {Data: []byte(`{"wasm":"atoll-1.wasm"}`)},
			"core/atoll-1.wasm.gz": {Data: zipped.Bytes()},
			"core/atoll-1.wasm.br": {Data: []byte("as brotli has it")},
			"core/exec-1.js.gz":    {Data: zipped.Bytes()},
			"core/exec-1.js.br":    {Data: []byte("as brotli has it")},
			"core/net-1.bin.gz":    {Data: zipped.Bytes()},
			"core/net-1.bin.br":    {Data: []byte("as brotli has it")},
		}
	})
	const forever, always = "public, max-age=31536000, immutable", "no-cache"
	for _, c := range []struct {
		path, accept, encoding, kind, cache string
		body                                []byte
	}{
		{"/core/atoll-1.wasm", "gzip, deflate, br, zstd", "br", "application/wasm", forever, []byte("as brotli has it")},
		{"/core/atoll-1.wasm", "gzip", "gzip", "application/wasm", forever, zipped.Bytes()},
		{"/core/atoll-1.wasm", "gzip, br;q=0", "gzip", "application/wasm", forever, zipped.Bytes()},
		{"/core/atoll-1.wasm", "identity", "", "application/wasm", forever, wasm},
		{"/core/exec-1.js", "br", "br", "text/javascript; charset=utf-8", forever, []byte("as brotli has it")},
		{"/core/net-1.bin", "identity", "", "application/octet-stream", forever, wasm},
		{"/core/core.json", "identity", "", "application/json", always, []byte(`{"wasm":"atoll-1.wasm"}`)},
	} {
		t.Run(c.path+" "+c.accept, func(t *testing.T) {
			req, _ := http.NewRequest("GET", h.web.URL+c.path, nil)
			req.Header.Set("Accept-Encoding", c.accept)
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			body, err := io.ReadAll(res.Body)
			if err != nil {
				t.Fatal(err)
			}
			got := [3]string{res.Header.Get("Content-Encoding"), res.Header.Get("Content-Type"), res.Header.Get("Cache-Control")}
			if want := [3]string{c.encoding, c.kind, c.cache}; res.StatusCode != 200 || got != want {
				t.Errorf("status %d, %q, want %q", res.StatusCode, got, want)
			}
			if !bytes.Equal(body, c.body) {
				t.Errorf("%d bytes, want %d", len(body), len(c.body))
			}
		})
	}
	res, err := http.Get(h.web.URL + "/core/atoll-2.wasm")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusNotFound {
		t.Errorf("what is not there: status %d", res.StatusCode)
	}
}
