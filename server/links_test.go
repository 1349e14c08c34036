package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"image/gif"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"atoll/diagram"
	"atoll/examples"
	"atoll/games"
	"atoll/match"
	"atoll/server"
	"atoll/server/node"
	"atoll/server/wire"
)

// withLinks is a server whose links have pictures.
func withLinks(c *server.Config) {
	c.Links = server.Links{Draw: diagram.Board, Chip: diagram.Chip}
	c.Assets = fstest.MapFS{
		"index.html": {Data: []byte(`<!doctype html><html lang="en"><head><title>Atoll</title><meta name="description" content="Board games."></head><body></body></html>`)},
		"puzzles.json": {Data: []byte(`{"evo":[{"position":"evo 2 | 56 0 N | S j1 h3C j3C | N c12 g4C e10C d12W | -","me":"N","kind":"win","n":3},
			{"position":"nonsense","me":"N","kind":"win","n":3}]}`)},
	}
}

// link asks for an address outside of the API, as a server that is called
// atoll.example.
func (p *person) link(method, path string, header ...string) (status int, h http.Header, body string) {
	p.t.Helper()
	req, err := http.NewRequest(method, p.web.URL+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Host = "atoll.example"
	if p.token != "" {
		req.Header.Set("Authorization", "Bearer "+p.token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(data)
}

// meta reads the tags of a page.
func meta(page string) map[string]string {
	all := map[string]string{}
	for _, m := range regexp.MustCompile(`<meta (?:property|name)="([^"]+)" content="([^"]*)">`).FindAllStringSubmatch(page, -1) {
		all[m[1]] = html.UnescapeString(m[2])
	}
	return all
}

// isCard checks a picture's kind and size.
func isCard(t *testing.T, what, body string) {
	t.Helper()
	img, err := png.Decode(strings.NewReader(body))
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if b := img.Bounds(); b.Dx() != 1200 || b.Dy() != 630 {
		t.Errorf("%s is %v", what, b)
	}
}

// Every game has a picture for an invitation, while it is played and when it is
// over, and an animation; so has a game that nobody has drawn.
func TestLinksOfEveryGameAndStage(t *testing.T) {
	all := append(games.All(), examples.All()...)
	h := serve(t, withLinks, func(c *server.Config) { c.Games, c.NoBots = all, true })
	nobody, maker, player := &person{host: h}, h.person("Maker"), h.person("Player")
	for _, g := range all {
		seen := map[string]string{}
		look := func(stage, id string) {
			t.Helper()
			status, _, page := nobody.link("GET", "/t/"+id)
			picture := strings.TrimPrefix(meta(page)["og:image"], "http://atoll.example")
			if status != 200 || !strings.HasPrefix(picture, "/card/t/"+id+".png?v=") {
				t.Fatalf("%s, %s: %d %s", g.ID, stage, status, page)
			}
			status, head, body := nobody.link("GET", picture)
			if status != 200 || head.Get("Content-Type") != "image/png" || !strings.Contains(head.Get("Cache-Control"), "immutable") {
				t.Fatalf("%s, %s: %d %v %.200s", g.ID, stage, status, head, body)
			}
			isCard(t, g.ID+" "+stage, body)
			if was, ok := seen[body]; ok {
				t.Errorf("%s looks the same %s and %s", g.ID, was, stage)
			}
			seen[body] = stage
		}
		var made wire.Created
		maker.must("POST", "/tables", wire.Setup{Game: g.ID, Players: g.Players[0]}, &made)
		id := made.Table.ID
		look("open", id)
		for i := 1; i < g.Players[0]; i++ {
			h.person(fmt.Sprint("P", i)).must("POST", "/tables/"+id+"/join", wire.JoinRequest{}, nil)
		}
		look("running", id)
		status, _, body := nobody.link("GET", "/card/t/"+id+".gif?last=3")
		if _, err := gif.DecodeAll(strings.NewReader(body)); status != 200 || err != nil {
			t.Errorf("%s: animation: %d %v", g.ID, status, err)
		}
	}
	id := tableFor(t, "over", maker, player)
	_, _, page := nobody.link("GET", "/r/"+id)
	if got := meta(page)["og:title"]; got != "Maker beat Player" {
		t.Errorf("of a game that is over: %q", got)
	}
}

// What a link says goes into other people's pages: nobody writes there by a name.
func TestHostileNamesInLinks(t *testing.T) {
	h := quietHost(t, withLinks)
	nobody := &person{host: h}
	for _, name := range []string{`"><script>x</script>`, `'"&<b>`, `</title><x>`, `漢字 名前`, `%s%d%!`} {
		p := h.person(name)
		var made wire.Created
		p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2}, &made)
		for _, path := range []string{"/t/" + made.Table.ID, "/embed/t/" + made.Table.ID} {
			_, _, page := nobody.link("GET", path)
			if strings.Contains(page, "<script") || strings.Contains(page, "<b>") || strings.Contains(page, "<x>") || strings.Count(page, "<title>") != 1 {
				t.Errorf("%q is not escaped: %s", name, page)
			}
			if got := meta(page)["og:title"]; got != "Play EVO with "+name {
				t.Errorf("title %q, want the name %q", got, name)
			}
		}
		_, _, body := nobody.link("GET", "/card/t/"+made.Table.ID+".png")
		isCard(t, name, body)
		status, _, body := nobody.link("GET", "/oembed?url=http%3A%2F%2Fatoll.example%2Ft%2F"+made.Table.ID)
		var o struct{ Title string }
		if err := json.Unmarshal([]byte(body), &o); status != 200 || err != nil || o.Title != "Play EVO with "+name {
			t.Errorf("%q: %d %s", name, status, body)
		}
	}
	// The name of the server is the visitor's word.
	for _, host := range []string{`"><script>`, "a b", "evil.example/x", ""} {
		req := httptest.NewRequest("GET", "/t/aaaaaaaaaaaa", nil)
		req.Host = host
		w := httptest.NewRecorder()
		h.s.ServeHTTP(w, req)
		if strings.Contains(w.Body.String(), "og:") {
			t.Errorf("called %q: %s", host, w.Body)
		}
	}
}

// A table that a stranger may not see and one that is not there give the same
// answers to everybody, its players too: pictures are made for strangers.
func TestPrivateTablesAndNoTablesHaveTheSameLink(t *testing.T) {
	h := serve(t, withLinks, func(c *server.Config) { c.Links.Frames = []string{"*"} })
	maker, player := h.person("Maker"), h.person("Player")
	secret := tableFor(t, "closed", maker, player)
	const none = "aaaaaaaaaaaa"
	for name, p := range map[string]*person{"nobody": {host: h}, "stranger": h.person("S"), "player": player, "maker": maker} {
		for _, path := range []string{
			"/t/ID", "/r/ID", "/r/ID?at=3", "/embed/t/ID", "/embed/r/ID", "/card/t/ID.png", "/card/r/ID.png?at=3", "/card/t/ID.gif", "/card/r/ID.gif?at=3",
			"/oembed?url=http%3A%2F%2Fatoll.example%2Ft%2FID", "/t/ID?seat=S&token=x", "/tournaments/ID", "/card/tournament/ID.png",
		} {
			ask := func(id string) string {
				status, head, body := p.link("GET", strings.ReplaceAll(path, "ID", id), "Accept-Encoding", "identity")
				head.Del("Date")
				return strings.ReplaceAll(fmt.Sprint(status, head, body), id, "ID")
			}
			if a, b := ask(secret), ask(none); a != b {
				t.Errorf("%s, %s: the answers differ\n%.600s\n%.600s", name, path, a, b)
			}
		}
	}
}

// Everybody gets the same picture, whoever they are: there is no other viewer.
func TestLinksAreTheSameForEverybody(t *testing.T) {
	h := serve(t, withLinks)
	maker, player := h.person("Maker"), h.person("Player")
	for _, kind := range []string{"open", "invite", "running", "over", "closed"} {
		id := tableFor(t, kind, maker, player)
		for _, path := range []string{"/card/t/" + id + ".png", "/t/" + id, "/card/t/" + id + ".gif"} {
			first := ""
			for _, p := range []*person{{host: h}, h.person("Stranger"), player, maker} {
				status, _, body := p.link("GET", path)
				got := fmt.Sprint(status, body)
				if first == "" {
					first = got
				}
				if got != first {
					t.Errorf("%s of a table that is %s differs by who asks", path, kind)
				}
			}
		}
	}
	// Whom a seat is kept for is nobody else's.
	var made wire.Created
	maker.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatInvite}}}, &made)
	link := made.Links[0].Path
	_, _, page := (&person{host: h}).link("GET", link)
	if strings.Contains(page, made.Links[0].Token) {
		t.Errorf("the page tells the token of the link: %s", page)
	}
}

func TestPicturesAreKept(t *testing.T) {
	h := serve(t, withLinks)
	nobody := &person{host: h}
	id := tableFor(t, "running", h.person("Maker"), h.person("Player"))
	status, head, body := nobody.link("GET", "/card/t/"+id+".png")
	tag := head.Get("ETag")
	if status != 200 || tag == "" || head.Get("Cache-Control") != "public, max-age=60" || head.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
		t.Fatalf("%d %v", status, head)
	}
	if status, _, again := nobody.link("GET", "/card/t/"+id+".png", "If-None-Match", tag); status != 304 || again != "" {
		t.Errorf("known: %d", status)
	}
	if status, head, none := nobody.link("HEAD", "/card/t/"+id+".png"); status != 200 || none != "" || head.Get("Content-Length") != fmt.Sprint(len(body)) {
		t.Errorf("HEAD: %d %v", status, head)
	}
	if _, head, _ := nobody.link("GET", "/card/t/"+id+".png?v="+strings.Trim(tag, `"`)); !strings.Contains(head.Get("Cache-Control"), "immutable") {
		t.Errorf("by its key: %v", head)
	}
	for _, path := range []string{"/card/", "/card/x.png", "/card/t/" + id, "/card/t/" + id + ".jpg", "/card/t/a/b.png", "/card/u/x.gif", "/card/t/" + strings.Repeat("a", 90) + ".png"} {
		if status, _, _ := nobody.link("GET", path); status != 404 {
			t.Errorf("%s: %d", path, status)
		}
	}
	if status, _, _ := nobody.link("POST", "/card/t/"+id+".png"); status != 405 {
		t.Errorf("POST: %d", status)
	}
}

// Pictures cost time, and whoever asks for many waits; those that are there cost
// nothing.
func TestPicturesArePaidFor(t *testing.T) {
	h := serve(t, withLinks, func(c *server.Config) {
		c.Limits = node.NoLimits()
		c.Limits.Compute = 1 // ms a second, so 80 ms in all for an address
	})
	nobody := &person{host: h}
	maker, player := h.person("Maker"), h.person("Player")
	id := tableFor(t, "running", maker, player)
	first := "/card/t/" + id + ".png"
	if status, _, body := nobody.link("GET", first); status != 200 {
		t.Fatalf("the first: %d %s", status, body)
	}
	refused := false
	for i := range 60 {
		var made wire.Created
		maker.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Clock: wire.ClockSetup{Kind: match.PerTurn, Turn: 10 + i}}, &made)
		status, head, _ := nobody.link("GET", "/card/t/"+made.Table.ID+".png")
		if status == 429 {
			refused = head.Get("Cache-Control") == "no-store" && head.Get("ETag") == ""
			break
		}
	}
	if !refused {
		t.Error("sixty pictures were free")
	}
	if status, _, _ := nobody.link("GET", first); status != 200 {
		t.Errorf("one that is there: %d", status)
	}
	// A page is served all the same.
	if status, _, page := nobody.link("GET", "/r/"+id+"?at=1"); status != 200 || !strings.Contains(page, "og:title") {
		t.Errorf("a page: %d %s", status, page)
	}
}

// Boards stand in other people's pages only where the host lets them, and nothing
// else ever does.
func TestFrames(t *testing.T) {
	for _, c := range []struct {
		frames []string
		want   string
	}{
		{nil, "frame-ancestors 'self'"},
		{[]string{"https://club.example", "https://*.school.example:8443"}, "frame-ancestors 'self' https://club.example https://*.school.example:8443"},
		{[]string{"*"}, "frame-ancestors 'self' *"},
	} {
		h := serve(t, withLinks, func(cfg *server.Config) { cfg.Links.Frames = c.frames })
		nobody := &person{host: h}
		for path, want := range map[string]string{
			"/embed/t/aaaaaaaaaaaa": c.want, "/embed/puzzles/evo/1": c.want, "/": "frame-ancestors 'none'", "/t/aaaaaaaaaaaa": "frame-ancestors 'none'",
			"/embed": "frame-ancestors 'none'", "/you": "frame-ancestors 'none'", "/embedded/t/x": "frame-ancestors 'none'", "/api/v1/me": "frame-ancestors 'none'",
		} {
			_, head, _ := nobody.link("GET", path)
			if got := head.Get("Content-Security-Policy"); !strings.HasSuffix(got, want) {
				t.Errorf("%v: %s has %s", c.frames, path, got)
			}
		}
		status, _, body := nobody.link("GET", "/oembed?url=http%3A%2F%2Fatoll.example%2Fr%2Faaaaaaaaaaaa%3Fat%3D7&maxwidth=500&maxheight=100")
		var o struct {
			Type, HTML    string
			Width, Height int
		}
		if err := json.Unmarshal([]byte(body), &o); err != nil || status != 200 {
			t.Fatal(status, err, body)
		}
		if c.frames == nil {
			if o.Type != "link" || o.HTML != "" {
				t.Errorf("where nobody may: %s", body)
			}
		} else if o.Type != "rich" || o.Width != 500 || o.Height != 280 || !strings.Contains(o.HTML, `src="http://atoll.example/embed/r/aaaaaaaaaaaa?at=7"`) {
			t.Errorf("%s", body)
		}
	}
	for _, bad := range []string{"club.example", "https://x; script-src *", "https://x/y", "'unsafe'", "https://a b", "data:", "", "https://*"} {
		_, err := server.New(t.Context(), server.Config{Store: serve(t).store, Links: server.Links{Frames: []string{bad}}})
		if err == nil {
			t.Errorf("%q is taken for an origin", bad)
		}
	}
}

func TestOEmbedKnowsOwnBoardsOnly(t *testing.T) {
	h := serve(t, withLinks)
	nobody := &person{host: h}
	for url, want := range map[string]int{
		"http://atoll.example/t/aaaaaaaaaaaa": 200, "https://atoll.example/puzzles/evo/1": 200, "http://other.example/t/aaaaaaaaaaaa": 404,
		"http://atoll.example/settings": 404, "javascript:alert(1)": 404, "": 404, "http://atoll.example/u/somebody": 404, "http://atoll.example/t/a/b/c": 404,
	} {
		if status, _, body := nobody.link("GET", "/oembed?url="+strings.NewReplacer(":", "%3A", "/", "%2F").Replace(url)); status != want {
			t.Errorf("%s: %d %s", url, status, body)
		}
	}
	if status, _, _ := nobody.link("GET", "/oembed?format=xml&url=http%3A%2F%2Fatoll.example%2Ft%2Faaaaaaaaaaaa"); status != 400 {
		t.Errorf("XML: %d", status)
	}
}

// Tournaments, people and puzzles have links too, in the reader's language.
func TestLinksOfOtherPages(t *testing.T) {
	h := serve(t, withLinks)
	nobody := &person{host: h}
	maker, player := h.person("Maker"), h.person("Player")
	account := h.account("Alva")
	tour := tableFor(t, "tournament", maker, player)
	for _, c := range []struct{ path, title, picture string }{
		{"/tournaments/" + tour, "x", "/card/tournament/" + tour + ".png"},
		{"/u/Alva", "Alva on Atoll", "/card/u/Alva.png"},
		{"/u/" + account.id, "Alva on Atoll", "/card/u/" + account.id + ".png"},
		{"/u/" + maker.id, "Atoll", "/card/u/" + maker.id + ".png"}, // guests have no page to show around
		{"/puzzles/evo/1", "EVO: Win within 3 moves", "/card/puzzle/evo/1.png"},
		{"/puzzles/evo/2", "Atoll", "/card/puzzle/evo/2.png"},
		{"/puzzles/evo/99999999999999", "Atoll", "/card/puzzle/evo/0.png"},
	} {
		_, _, page := nobody.link("GET", c.path)
		tags := meta(page)
		if tags["og:title"] != c.title || !strings.HasPrefix(tags["og:image"], "http://atoll.example"+c.picture+"?v=") {
			t.Errorf("%s: %v", c.path, tags)
		}
		status, _, body := nobody.link("GET", c.picture)
		if status != 200 {
			t.Errorf("%s: %d %s", c.picture, status, body)
			continue
		}
		isCard(t, c.path, body)
	}
	_, _, page := nobody.link("GET", "/puzzles/evo/1", "Accept-Language", "de-CH, en;q=0.5")
	if got := meta(page)["og:title"]; got != "EVO: Gewinne in höchstens 3 Zügen" {
		t.Errorf("in German: %q", got)
	}
	for _, path := range []string{"/", "/learn", "/tournaments/new", "/settings"} {
		if _, _, page := nobody.link("GET", path); strings.Contains(page, "og:") {
			t.Errorf("%s has tags of its own: %s", path, page)
		}
	}
}

// The board as a part of other pages may be fetched from there, with its rules; no
// page and no answer of the API may.
func TestOtherSitesMayFetchTheBoardOnly(t *testing.T) {
	h := serve(t, withLinks, func(c *server.Config) {
		files := c.Assets.(fstest.MapFS)
		files["board/atoll-board.js"] = &fstest.MapFile{Data: []byte("export {}")}
		files["core/core.json"] = &fstest.MapFile{Data: []byte("{}")}
		files["assets/x.js"] = &fstest.MapFile{Data: []byte("1")}
	})
	nobody := &person{host: h}
	for path, want := range map[string]string{
		"/board/atoll-board.js": "*", "/core/core.json": "*", "/": "", "/assets/x.js": "", "/api/v1/me": "", "/t/aaaaaaaaaaaa": "", "/card/atoll.png": "",
	} {
		status, head, _ := nobody.link("GET", path, "Origin", "https://elsewhere.example")
		if status != 200 || head.Get("Access-Control-Allow-Origin") != want {
			t.Errorf("%s: %d %q", path, status, head.Get("Access-Control-Allow-Origin"))
		}
	}
}

// FuzzLinks bends addresses of links. Whatever comes, nothing breaks and nothing
// but our own tags is in a page.
func FuzzLinks(f *testing.F) {
	h := quietHost(f, withLinks)
	id := tableFor(f, "over", h.person("Maker"), h.person("Player"))
	for _, path := range []string{"/t/", "/r/", "/embed/r/", "/card/t/", "/card/r/", "/puzzles/evo/", "/card/puzzle/evo/", "/u/", "/card/u/", "/tournaments/", "/oembed"} {
		f.Add(path+id, "at=3")
		f.Add(path+id+".png", "v=1&lang=de")
		f.Add(path+"\"><script>", "url=http://x/t/"+id)
		f.Add(path+"../../x.gif", "at=-1&last=99999999999999999999&maxwidth=-5")
	}
	f.Fuzz(func(t *testing.T, path, query string) {
		if !strings.HasPrefix(path, "/") {
			return
		}
		req := httptest.NewRequest("GET", "/", nil)
		req.Host, req.URL.Path, req.URL.RawQuery, req.RemoteAddr = "x", path, query, "127.0.0.1:1"
		w := httptest.NewRecorder()
		h.s.ServeHTTP(w, req)
		if w.Code >= 500 {
			t.Errorf("%q ? %q: %d %.300s", path, query, w.Code, w.Body)
		}
		if kind := w.Header().Get("Content-Type"); strings.HasPrefix(kind, "text/html") && bytes.Contains(w.Body.Bytes(), []byte("<script>")) {
			t.Errorf("%q ? %q writes into the page: %.600s", path, query, w.Body)
		}
	})
}

// TestPicturesTellNoSecret: worlds that differ only in Orders that are not turned
// over give the same cards and animations, also to whoever knows them; worlds that
// differ in what everybody sees do not. The drawing shows all that it gets (tellAll).
func TestPicturesTellNoSecret(t *testing.T) {
	deploy, plan, alike := pendingPlans(t)
	run := func(first, secret string) map[string]string {
		w := newWorld(t)
		south, north := w.sit(epigoSetup)
		seen := map[string]string{}
		look := func(stage string) {
			t.Helper()
			for who, p := range map[string]*person{"stranger": {host: w.host}, "south": south, "north": north} {
				var snap wire.Snapshot
				north.must("GET", "/tables/"+w.table, nil, &snap)
				now := fmt.Sprint("?at=", snap.View.Step)
				for _, path := range []string{"t/.png", "t/.gif", "t/.gif?last=3", "r/.png" + now, "r/.gif" + now} {
					kind, rest, _ := strings.Cut(path, "/")
					status, head, body := p.link("GET", "/card/"+kind+"/"+w.table+rest)
					if kind := head.Get("Content-Type"); status != 200 || kind != "image/"+rest[1:4] {
						t.Fatalf("%s for %s, %s: %d %s", path, who, stage, status, kind)
					}
					seen[fmt.Sprint(stage, " ", who, " ", path)] = head.Get("ETag") + body
				}
			}
		}
		w.act(south, 1, first)
		look("sealed")
		w.act(north, 1, deploy[1])
		w.act(south, 2, secret)
		look("planned")
		w.act(north, 2, plan[1])
		look("pending")
		return seen
	}
	one, other := run(deploy[0], plan[0]), run(deploy[0], alike)
	for what, body := range one {
		if other[what] != body {
			t.Errorf("%s differs by what is hidden", what)
		}
	}
	// The first two tiles of South changed places.
	tiles := strings.Fields(deploy[0])
	tiles[1], tiles[2] = tiles[2], tiles[1]
	changed := run(strings.Join(tiles, " "), plan[0])
	for what, body := range one {
		if same := changed[what] == body; same != strings.HasPrefix(what, "sealed") {
			t.Errorf("%s: the same is %v where South has deployed otherwise", what, same)
		}
	}
}
