package server

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"path"
	"runtime/debug"
	"strings"
	"time"

	"atoll/match"
	"atoll/server/node"
	"atoll/server/share"
	"atoll/server/wire"
)

// contentPolicy allows what the server itself serves and nothing else.
// 'wasm-unsafe-eval' is needed for the rules that run in the browser.
const contentPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// guard comes before everything else: headers, limits, origin, identity.
func (s *Server) guard(next http.Handler) http.Handler {
	origin := http.NewCrossOriginProtection()
	origin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		s.refuse(w, &match.Error{Kind: match.Forbidden, Message: "requests from other sites are refused"})
	}))
	inner := origin.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := plainRequest(r); err != nil {
			s.refuse(w, err)
			return
		}
		me, err := s.identify(w, r)
		if err != nil && strings.HasPrefix(r.URL.Path, "/api/") {
			s.refuse(w, gaveUp(r.Context(), err))
			return
		}
		if limited(r.URL.Path) {
			lim := s.node.Limiter
			if !s.node.Allow("a "+me.addr, lim.Address, node.Burst(lim.Address)) ||
				me.ID != "" && !s.node.Allow("u "+me.ID, lim.Account, node.Burst(lim.Account)) {
				s.refuse(w, node.TooMany)
				return
			}
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		if err := plainBody(r); err != nil {
			s.refuse(w, err)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), whoKey{}, me)))
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				s.node.Log.Error("a handler panicked", "path", r.URL.Path, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
				s.node.Metrics.Failures.Inc()
				s.refuse(w, newProblem(wire.Internal, "something went wrong on the server", ""))
			}
		}()
		h := w.Header()
		h.Set("Content-Security-Policy", s.framed(r.URL.Path))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // seat links must not leave the site
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		if s.cfg.Secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		if strings.HasPrefix(r.URL.Path, "/api/") {
			h.Set("Cache-Control", "no-store")
		}
		if s.node.Draining() && r.URL.Path != "/healthz" && r.URL.Path != "/metrics" && r.URL.Path != "/readyz" {
			h.Set("Connection", "close")
			s.refuse(w, newProblem(wire.Draining, "the server is restarting; try again in a moment", ""))
			return
		}
		// Streams move this on with each frame.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeWithin))
		inner.ServeHTTP(w, r)
	})
}

// limited reports whether requests for a path are counted: all that is not a file.
func limited(path string) bool {
	return strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/card/") || path == "/oembed"
}

// writeWithin is how long a client may take to read an answer.
const writeWithin = 30 * time.Second

var started = time.Now()

// serveAssets serves the browser client. Every path that is no file is one of
// its pages.
func (s *Server) serveAssets(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "this page can only be read", http.StatusMethodNotAllowed)
		return
	}
	if s.cfg.Assets == nil {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(plainPage))
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if name == "" {
		name = "index.html"
	}
	if strings.HasPrefix(name, "core/") || strings.HasPrefix(name, "board/") {
		// The board as a part of other pages, and its rules: no secrets.
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	if s.serveCore(w, r, name) {
		return
	}
	data, err := fs.ReadFile(s.cfg.Assets, name)
	if err != nil {
		if strings.HasPrefix(name, "assets/") || path.Ext(name) != "" && !strings.HasSuffix(name, ".html") {
			notFound(w, r)
			return
		}
		name = "index.html"
		if data, err = fs.ReadFile(s.cfg.Assets, name); err != nil {
			notFound(w, r)
			return
		}
	}
	if name == "index.html" || name == "manifest.webmanifest" {
		var language string
		language, data = share.Speak(r.Header.Get("Accept-Language"), data)
		if name == "index.html" && s.servePage(w, r, data) {
			return
		}
		w.Header().Add("Vary", "Accept-Language")
		w.Header().Set("Content-Language", language)
		name = language + "/" + name // each language is packed for itself
	}
	if strings.HasPrefix(name, "assets/") {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		w.Header().Set("Cache-Control", "no-cache")
	}
	if s.serveSmall(w, r, name, data) {
		return
	}
	http.ServeContent(w, r, name, started, bytes.NewReader(data))
}

// notFound answers for a file that is not there: one line, in the reader's language.
func notFound(w http.ResponseWriter, r *http.Request) {
	language, text := share.Nothing(r.Header.Get("Accept-Language"))
	w.Header().Add("Vary", "Accept-Language")
	w.Header().Set("Content-Language", language)
	http.Error(w, text, http.StatusNotFound)
}

const plainPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Atoll</title>
<h1>Atoll</h1><p>The pages of the browser client are not part of this build. The <a href="/api">API</a> works.</p></html>
`

// serveAPIPage is the API's page for people: the browser client has one, and
// without it this plain one will do.
func (s *Server) serveAPIPage(w http.ResponseWriter, r *http.Request) {
	if s.cfg.Assets != nil {
		if _, err := fs.Stat(s.cfg.Assets, "assets"); err == nil {
			s.serveAssets(w, r)
			return
		}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Atoll: the API</title></head><body><main>
<h1>The API</h1><p>JSON over HTTP, live updates over SSE and WebSocket. <a href="/api/v1/openapi.json">OpenAPI document</a>.</p>
<table><thead><tr><th>Request</th><th>What it does</th></tr></thead><tbody>
`)
	for _, o := range s.operations {
		fmt.Fprintf(&b, "<tr><td><code>%s %s</code></td><td>%s</td></tr>\n", o.Method, html.EscapeString(o.Path), html.EscapeString(o.Summary))
	}
	b.WriteString("</tbody></table></main></body></html>\n")
	_, _ = w.Write([]byte(b.String()))
}
