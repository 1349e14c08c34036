package server

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// The rules and bots for browsers are kept compressed: core/NAME stands for the
// files core/NAME.br and core/NAME.gz. All but core.json have a hash of their
// content in their name.

// serveCore serves such a file. It reports whether there is one.
func (s *Server) serveCore(w http.ResponseWriter, r *http.Request, name string) bool {
	if !strings.HasPrefix(name, "core/") {
		return false
	}
	accepted := r.Header.Get("Accept-Encoding")
	kind, encoding := ".gz", "gzip"
	if accepts(accepted, "br") {
		kind, encoding = ".br", "br"
	}
	data, err := fs.ReadFile(s.cfg.Assets, name+kind)
	if err != nil {
		return false
	}
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Content-Type", coreType(path.Ext(name)))
	h.Add("Vary", "Accept-Encoding")
	if encoding == "br" || accepts(accepted, "gzip") {
		h.Set("Content-Encoding", encoding)
	} else if data, err = unpacked(data); err != nil {
		return false
	}
	h.Set("Content-Length", strconv.Itoa(len(data)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(data)
	}
	return true
}

func coreType(ext string) string {
	switch ext {
	case ".wasm": // a browser compiles nothing of another type
		return "application/wasm"
	case ".js":
		return "text/javascript; charset=utf-8"
	}
	return "application/octet-stream"
}

func unpacked(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
