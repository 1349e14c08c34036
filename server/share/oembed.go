package share

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"atoll/match"
	"atoll/server/wire"
)

// The size of an embedded board, and the least it needs.
const (
	embedW, embedH       = 800, 420
	embedLeastW, leastHt = 300, 280
)

// oEmbed is an answer as oembed.com describes it.
type oEmbed struct {
	Version   string `json:"version"`
	Type      string `json:"type"`
	Title     string `json:"title"`
	Provider  string `json:"provider_name"`
	Home      string `json:"provider_url"`
	Age       int    `json:"cache_age"`
	HTML      string `json:"html,omitempty"`
	Width     int    `json:"width,omitempty"`
	Height    int    `json:"height,omitempty"`
	Thumbnail string `json:"thumbnail_url"`
	ThumbW    int    `json:"thumbnail_width"`
	ThumbH    int    `json:"thumbnail_height"`
}

// serveOEmbed is GET /oembed?url=…: how to embed a page of ours in another one.
func (s *Share) serveOEmbed(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if f := query.Get("format"); f != "" && f != "json" {
		s.Refuse(w, &wire.Error{Code: wire.BadRequest, Message: "oEmbed is served as JSON only", Where: "query.format"})
		return
	}
	root := s.root(r)
	at, err := url.Parse(query.Get("url"))
	none := &match.Error{Kind: match.Unknown, Where: "query.url", Message: "this is not the address of a board on this server"}
	if err != nil || root == "" || at.Scheme+"://"+at.Host != root && !strings.EqualFold(at.Host, r.Host) {
		s.Refuse(w, none)
		return
	}
	p, _, ok := readPage(at.Path, at.Query())
	if !ok || !p.boards() {
		s.Refuse(w, none)
		return
	}
	v := s.look(r.Context(), p, tongueOf(r.Header.Get("Accept-Language")))
	out := oEmbed{
		Version: "1.0", Type: "link", Title: v.title, Provider: "Atoll", Home: root + "/", Age: 300,
		Thumbnail: root + p.card() + "?v=" + v.key, ThumbW: cardW, ThumbH: cardH,
	}
	if p.at > 0 {
		out.Thumbnail += "&at=" + strconv.FormatInt(p.at, 10)
	}
	if len(s.Frames) > 0 { // somebody else's page may show it
		out.Type = "rich"
		out.Width, out.Height = sizeOf(query.Get("maxwidth"), embedW, embedLeastW), sizeOf(query.Get("maxheight"), embedH, leastHt)
		out.HTML = fmt.Sprintf(`<iframe src="%s" width="%d" height="%d" style="border:0;max-width:100%%" loading="lazy" title="%s"></iframe>`,
			html.EscapeString(root+"/embed"+p.path()), out.Width, out.Height, html.EscapeString(v.title))
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cache-Control", "public, max-age=60")
	enc := json.NewEncoder(w)
	_ = enc.Encode(out)
}

// sizeOf is a usual size, or what somebody allows if that is less.
func sizeOf(allowed string, usual, least int) int {
	n := int(number(allowed))
	if n == 0 {
		return usual
	}
	return max(least, min(n, usual))
}

// FrameAncestors says whose pages may embed an address: nobody's, unless it is made for that.
func (s *Share) FrameAncestors(path string) string {
	if !strings.HasPrefix(path, "/embed/") {
		return "'none'"
	}
	return strings.Join(append([]string{"'self'"}, s.Frames...), " ")
}

// CheckFrames refuses what is not an origin, so that nobody can smuggle in a policy of their own.
func CheckFrames(list []string) error {
	for _, f := range list {
		u, err := url.Parse(f)
		ok := err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.User == nil && u.Path == "" && u.RawQuery == "" && u.Fragment == "" &&
			hosts.MatchString(strings.TrimPrefix(u.Host, "*."))
		if f != "*" && !ok {
			return fmt.Errorf("%q is neither an origin such as https://club.example nor *", f)
		}
	}
	return nil
}
