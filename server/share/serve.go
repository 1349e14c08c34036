package share

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"atoll/match"
)

// noPicture is the refusal for an address without a picture.
var noPicture = &match.Error{Kind: match.Unknown, Message: "there is no picture at this address"}

// serveCard is GET /card/…: pictures and animations.
func (s *Share) serveCard(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	p, gif, ok := readCard(r.PathValue("path"), query)
	if !ok {
		s.Refuse(w, noPicture)
		return
	}
	ctx := r.Context()
	if gif {
		s.serveGIF(w, r, p)
		return
	}
	v := s.look(ctx, p, tongueOf(query.Get("lang")))
	if s.unchanged(w, r, v.key) {
		return
	}
	data, err := s.make(ctx, v.key, v.png)
	s.answer(w, r, "image/png", data, err)
}

// unchanged writes the head of a picture and answers those who have it already. An
// address with the picture's own key shows the same for ever.
func (s *Share) unchanged(w http.ResponseWriter, r *http.Request, key string) bool {
	h := w.Header()
	tag := `"` + key + `"`
	h.Set("ETag", tag)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cache-Control", "public, max-age=60")
	if r.URL.Query().Get("v") == key {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if r.Header.Get("If-None-Match") != tag {
		return false
	}
	w.WriteHeader(http.StatusNotModified)
	return true
}

func (s *Share) answer(w http.ResponseWriter, r *http.Request, kind string, data []byte, err error) {
	if err != nil {
		w.Header().Del("ETag")
		w.Header().Set("Cache-Control", "no-store")
		s.Refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(data)
	}
}

// hosts are the names under which a server can be reached.
var hosts = regexp.MustCompile(`^[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?$|^\[[0-9a-fA-F:.]{2,45}\](:[0-9]{1,5})?$`)

// root is this server's address according to the request, "" if it gives none.
func (s *Share) root(r *http.Request) string {
	if !hosts.MatchString(r.Host) {
		return ""
	}
	if s.Secure {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// Head returns what a page says of itself, for the head of the page: tags, and its
// title. ok is false for pages whose links show nothing of their own.
func (s *Share) Head(r *http.Request) (title, description, tags string, ok bool) {
	p, embedded, ok := readPage(r.URL.Path, r.URL.Query())
	if !ok || embedded && !p.boards() {
		return "", "", "", false
	}
	root := s.root(r)
	if root == "" {
		return "", "", "", false
	}
	ctx, cancel := context.WithTimeout(r.Context(), within)
	defer cancel()
	l := tongueOf(r.Header.Get("Accept-Language"))
	v := s.look(ctx, p, l)
	picture := root + p.card() + "?v=" + v.key
	if p.at > 0 {
		picture += "&at=" + strconv.FormatInt(p.at, 10)
	}
	if l != "en" {
		picture += "&lang=" + string(l)
	}
	var b strings.Builder
	tag := func(attribute, name, value string) {
		fmt.Fprintf(&b, `<meta %s="%s" content="%s">`+"\n    ", attribute, name, html.EscapeString(value))
	}
	tag("property", "og:site_name", "Atoll")
	tag("property", "og:type", "website")
	tag("property", "og:title", v.title)
	tag("property", "og:description", v.line)
	tag("property", "og:url", root+p.path())
	tag("property", "og:image", picture)
	tag("property", "og:image:type", "image/png")
	tag("property", "og:image:width", strconv.Itoa(cardW))
	tag("property", "og:image:height", strconv.Itoa(cardH))
	tag("property", "og:image:alt", v.title)
	tag("name", "twitter:card", "summary_large_image")
	if p.boards() {
		address := root + "/oembed?format=json&url=" + url.QueryEscape(root+p.path())
		fmt.Fprintf(&b, `<link rel="alternate" type="application/json+oembed" href="%s" title="%s">`+"\n    ", html.EscapeString(address), html.EscapeString(v.title))
	}
	return html.EscapeString(v.title), html.EscapeString(v.line), strings.TrimRight(b.String(), "\n "), true
}
