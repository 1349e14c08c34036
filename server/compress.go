package server

import (
	"bytes"
	"compress/gzip"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// packed keeps the compressed form of each file of the browser client: there are few, they never
// change while the program runs, and they are requested all the time.
type packed struct {
	mu    sync.Mutex
	files map[string][]byte // nil: not worth it
}

// get compresses once. Whoever asks meanwhile waits: the files are small.
func (p *packed) get(name string, data []byte) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	if small, ok := p.files[name]; ok {
		return small
	}
	if p.files == nil {
		p.files = map[string][]byte{}
	}
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, err := z.Write(data)
	if err == nil {
		err = z.Close()
	}
	if err != nil || b.Len() >= len(data) {
		p.files[name] = nil
		return nil
	}
	p.files[name] = b.Bytes()
	return b.Bytes()
}

var compressible = map[string]bool{".js": true, ".css": true, ".html": true, ".svg": true, ".json": true, ".webmanifest": true, ".wasm": true}

// serveSmall serves a file compressed, if the browser can read that and it is smaller. It reports
// whether it did.
func (s *Server) serveSmall(w http.ResponseWriter, r *http.Request, name string, data []byte) bool {
	ext := path.Ext(name)
	if !compressible[ext] || len(data) < 512 {
		return false
	}
	w.Header().Add("Vary", "Accept-Encoding")
	if !accepts(r.Header.Get("Accept-Encoding"), "gzip") || r.Header.Get("Range") != "" {
		return false
	}
	small := s.packed.get(name, data)
	if small == nil {
		return false
	}
	h := w.Header()
	kind := mime.TypeByExtension(ext)
	if ext == ".webmanifest" {
		kind = "application/manifest+json"
	}
	h.Set("Content-Type", kind)
	h.Set("Content-Encoding", "gzip")
	h.Set("Content-Length", strconv.Itoa(len(small)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(small)
	}
	return true
}

// accepts reads an Accept-Encoding header.
func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding {
			q = strings.ReplaceAll(q, " ", "")
			return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
		}
	}
	return false
}
