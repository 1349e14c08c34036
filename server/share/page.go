package share

import (
	"net/url"
	"strconv"
	"strings"
)

// page is an address of which a link has a picture.
type page struct {
	kind string // t, r, puzzle, tournament, u
	id   string // of the table, tournament or person; the game of a puzzle
	n    int    // of the puzzle
	at   int64  // step of the moment; 0: as it is now
}

const (
	tablePage      = "t"
	reviewPage     = "r"
	puzzlePage     = "puzzle"
	tournamentPage = "tournament"
	personPage     = "u"
)

const maxID = 80

// readPage reads the address of one of our pages, or of its embedded twin.
func readPage(path string, query url.Values) (p page, embedded, ok bool) {
	path, embedded = strings.CutPrefix(path, "/embed/")
	parts := strings.Split(strings.Trim(path, "/"), "/")
	for _, part := range parts {
		if part == "" || len(part) > maxID {
			return page{}, embedded, false
		}
	}
	switch {
	case len(parts) == 2 && (parts[0] == "t" || parts[0] == "r"):
		p = page{kind: parts[0], id: parts[1]}
		if p.kind == reviewPage {
			p.at = number(query.Get("at"))
		}
	case len(parts) == 3 && parts[0] == "puzzles":
		p = page{kind: puzzlePage, id: parts[1], n: int(number(parts[2]))}
	case len(parts) == 2 && parts[0] == "tournaments" && parts[1] != "new":
		p = page{kind: tournamentPage, id: parts[1]}
	case len(parts) == 2 && parts[0] == "u":
		p = page{kind: personPage, id: parts[1]}
	default:
		return page{}, embedded, false
	}
	return p, embedded, true
}

// number reads a small whole number; anything else is 0.
func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// path is the address of the page itself, without whatever else its link may carry: a seat's token
// must not be passed on.
func (p page) path() string {
	switch p.kind {
	case puzzlePage:
		return "/puzzles/" + url.PathEscape(p.id) + "/" + strconv.Itoa(p.n)
	case tournamentPage:
		return "/tournaments/" + url.PathEscape(p.id)
	case reviewPage:
		if p.at > 0 {
			return "/r/" + url.PathEscape(p.id) + "?at=" + strconv.FormatInt(p.at, 10)
		}
	}
	return "/" + p.kind + "/" + url.PathEscape(p.id)
}

// boards reports whether the page has a board that can stand in another page.
func (p page) boards() bool {
	return p.kind == tablePage || p.kind == reviewPage || p.kind == puzzlePage
}

// card is the address of the picture, version apart.
func (p page) card() string {
	switch p.kind {
	case "":
		return "/card/atoll.png"
	case puzzlePage:
		return "/card/puzzle/" + url.PathEscape(p.id) + "/" + strconv.Itoa(p.n) + ".png"
	}
	return "/card/" + p.kind + "/" + url.PathEscape(p.id) + ".png"
}

// readCard reads the rest of an address after /card/.
func readCard(path string, query url.Values) (p page, gif, ok bool) {
	path, gif = strings.CutSuffix(path, ".gif")
	if !gif {
		if path, ok = strings.CutSuffix(path, ".png"); !ok {
			return page{}, false, false
		}
	}
	parts := strings.Split(path, "/")
	for _, part := range parts {
		if part == "" || len(part) > maxID {
			return page{}, false, false
		}
	}
	switch {
	case len(parts) == 1 && parts[0] == "atoll" && !gif:
		return page{}, false, true
	case len(parts) == 2 && (parts[0] == tablePage || parts[0] == reviewPage):
		return page{kind: parts[0], id: parts[1], at: number(query.Get("at"))}, gif, true
	case len(parts) == 2 && (parts[0] == tournamentPage || parts[0] == personPage) && !gif:
		return page{kind: parts[0], id: parts[1]}, false, true
	case len(parts) == 3 && parts[0] == puzzlePage && !gif:
		return page{kind: puzzlePage, id: parts[1], n: int(number(parts[2]))}, false, true
	}
	return page{}, false, false
}
