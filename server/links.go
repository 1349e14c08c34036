package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"atoll/analysis"
	"atoll/server/share"
	"atoll/tournament"
)

// Links say how links and boards in other people's pages look.
type Links struct {
	// Draw and Chip draw boards and seats; nil: text.
	Draw share.Draw
	Chip share.Chip
	// Frames are the origins whose pages may show a board; "*": all.
	Frames []string
}

// links connects package share with what only the server knows.
func (s *Server) links() *share.Share {
	puzzles := s.readPuzzles()
	return share.New(s.node, s.tables, share.Config{
		Draw: s.cfg.Links.Draw, Chip: s.cfg.Links.Chip, Frames: s.cfg.Links.Frames, Secure: s.cfg.Secure,
		Tournament: s.linkedTournament, Person: s.folk.Profile, Chances: s.linkedChances,
		Puzzle: func(game string, n int) (share.Puzzle, bool) {
			list := puzzles[game]
			if n < 1 || n > len(list) {
				return share.Puzzle{}, false
			}
			return list[n-1], true
		},
		Pay: s.pay, Refuse: s.refuse,
	})
}

// readPuzzles reads the positions of the puzzles, which the browser client has.
func (s *Server) readPuzzles() map[string][]share.Puzzle {
	var all map[string][]share.Puzzle
	if s.cfg.Assets == nil {
		return nil
	}
	data, err := fs.ReadFile(s.cfg.Assets, "puzzles.json")
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil {
		s.node.Log.Debug("links to puzzles have no picture", "err", err)
	}
	return all
}

// tourLeaders is how many of the leaders a link names; the board is that of the best of the first
// ten who is playing.
const (
	tourLeaders  = 3
	tourPlaying  = 10
	analysisPair = 2
)

func (s *Server) linkedTournament(ctx context.Context, id string) (*share.Tournament, error) {
	page, err := s.tours.Page(ctx, "", id, 0, tourPlaying)
	if err != nil {
		return nil, err
	}
	late := page.Kind == string(tournament.Arena) || page.Kind == string(tournament.Swiss) && page.Round < page.Rounds
	t := &share.Tournament{
		Name: page.Name, Game: page.Game, Players: page.Players, Entrants: page.Entrants, Status: page.Status,
		Open: page.Status == "announced" || page.Status == "running" && late,
	}
	for i, row := range page.Standings {
		if i < tourLeaders {
			t.Leaders = append(t.Leaders, share.Leader{
				Place: row.Place, Name: row.Name,
				Points: strconv.FormatFloat(row.Points, 'f', -1, 64),
			})
		}
		if t.Table == "" {
			t.Table = row.Table
		}
	}
	return t, nil
}

// linkedChances are the chances of a finished game before and after a step, as far
// as it was analysed.
func (s *Server) linkedChances(ctx context.Context, table string, step int) (before, after map[string]float64) {
	a, err := s.node.Store.Analysis(ctx, table, step-1)
	if err != nil || len(a.Steps) < analysisPair {
		return nil, nil
	}
	var pair [analysisPair]analysis.StepJSON
	for i := range pair {
		if json.Unmarshal(a.Steps[i], &pair[i]) != nil {
			return nil, nil
		}
	}
	return pair[0].Values, pair[1].Values
}

// framed is the policy of an address: who may show it inside a page.
func (s *Server) framed(path string) string {
	return strings.Replace(contentPolicy, "frame-ancestors 'none'", "frame-ancestors "+s.share.FrameAncestors(path), 1)
}

// servePage serves index.html for an address of which links show something.
// It reports whether it did.
func (s *Server) servePage(w http.ResponseWriter, r *http.Request, index []byte) bool {
	title, about, tags, ok := s.share.Head(r)
	if !ok {
		return false
	}
	page := string(index)
	head, rest, ok := strings.Cut(page, "<title>")
	_, rest, closed := strings.Cut(rest, "</title>")
	if !ok || !closed {
		return false
	}
	const description = `<meta name="description" content="`
	if before, after, found := strings.Cut(rest, description); found {
		_, after, _ = strings.Cut(after, `"`)
		rest = before + description + about + `"` + after
	}
	page = head + "<title>" + title + "</title>\n    " + tags + rest
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Add("Vary", "Accept-Encoding, Accept-Language")
	data := []byte(page)
	if accepts(r.Header.Get("Accept-Encoding"), "gzip") {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write(data)
		_ = z.Close()
		h.Set("Content-Encoding", "gzip")
		data = b.Bytes()
	}
	h.Set("Content-Length", strconv.Itoa(len(data)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(data)
	}
	return true
}
