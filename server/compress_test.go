package server_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"atoll/server"
)

func TestFilesAreSentCompressed(t *testing.T) {
	script := strings.Repeat("export const sea = 'calm';\n", 100)
	h := quietHost(t, func(c *server.Config) {
		c.Assets = fstest.MapFS{
			"index.html":         {Data: []byte("<!doctype html><title>Atoll</title>" + strings.Repeat(" ", 600))},
			"assets/main-1.js":   {Data: []byte(script)},
			"assets/font-1.woff": {Data: []byte(script)},
		}
	})
	for _, c := range []struct {
		name, path, accept, encoding, kind string
	}{
		{"a script", "/assets/main-1.js", "br, gzip;q=0.8", "gzip", "text/javascript; charset=utf-8"},
		{"a page", "/t/abc", "gzip", "gzip", "text/html; charset=utf-8"},
		{"the page of the API", "/api", "gzip", "gzip", "text/html; charset=utf-8"},
		{"a browser that cannot", "/assets/main-1.js", "identity", "", "text/javascript; charset=utf-8"},
		{"a browser that will not", "/assets/main-1.js", "gzip;q=0, br", "", "text/javascript; charset=utf-8"},
		{"a font, which is packed already", "/assets/font-1.woff", "gzip", "", "font/woff"},
	} {
		t.Run(c.name, func(t *testing.T) {
			req, _ := http.NewRequest("GET", h.web.URL+c.path, nil)
			req.Header.Set("Accept-Encoding", c.accept)
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			if got := res.Header.Get("Content-Encoding"); got != c.encoding {
				t.Errorf("encoding %q, want %q", got, c.encoding)
			}
			if got := res.Header.Get("Content-Type"); !strings.HasPrefix(got, strings.Split(c.kind, ";")[0]) {
				t.Errorf("type %q, want %q", got, c.kind)
			}
			var body io.Reader = res.Body
			if c.encoding == "gzip" {
				if body, err = gzip.NewReader(res.Body); err != nil {
					t.Fatal(err)
				}
			}
			text, err := io.ReadAll(body)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(c.path, "/assets/") && string(text) != script {
				t.Errorf("%d bytes, not the file", len(text))
			}
		})
	}
}

func TestPagesSpeakTheLanguageOfTheBrowser(t *testing.T) {
	h := quietHost(t, func(c *server.Config) {
		c.Assets = fstest.MapFS{
			"index.html":           {Data: []byte(`<!doctype html><html lang="en"><title>Atoll</title>` + strings.Repeat(" ", 600))},
			"manifest.webmanifest": {Data: []byte(`{"shortcuts": [{"name": "Puzzles"}]}` + strings.Repeat(" ", 600))},
		}
	})
	for language, want := range map[string]string{"": "404: there is nothing here.\n", "es-MX": "404: aquí no hay nada.\n"} {
		req, _ := http.NewRequest("GET", h.web.URL+"/assets/gone.js", nil)
		req.Header.Set("Accept-Language", language)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil || res.StatusCode != 404 || string(text) != want {
			t.Errorf("nothing in %q: %d %q, %v", language, res.StatusCode, text, err)
		}
	}
	for _, encoding := range []string{"gzip", "identity"} {
		for _, c := range []struct{ path, language, want string }{
			{"/settings", "", `lang="en"`},
			{"/settings", "de-AT,en;q=0.5", `lang="de"`},
			{"/settings", "en", `lang="en"`},
			{"/manifest.webmanifest", "fr", "Problèmes"},
			{"/manifest.webmanifest", "ja", "Puzzles"},
		} {
			req, _ := http.NewRequest("GET", h.web.URL+c.path, nil)
			req.Header.Set("Accept-Encoding", encoding)
			req.Header.Set("Accept-Language", c.language)
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			var body io.Reader = res.Body
			if encoding == "gzip" {
				if body, err = gzip.NewReader(res.Body); err != nil {
					t.Fatal(err)
				}
			}
			text, err := io.ReadAll(body)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), c.want) || !strings.Contains(strings.Join(res.Header.Values("Vary"), ","), "Accept-Language") {
				t.Errorf("%s in %q, %s: %.90s (varies by %s)", c.path, c.language, encoding, text, res.Header.Values("Vary"))
			}
		}
	}
}
