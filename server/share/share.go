// Package share makes links look alive: what a page says about itself to sites that show links, a
// picture of the actual board, a turn as an animation, and pages embedded in others. All of it is
// made from what a stranger may see.
package share

import (
	"context"
	"net/http"
	"time"

	"atoll/draw"
	"atoll/game"
	"atoll/server/node"
	"atoll/server/tables"
	"atoll/server/wire"
)

// Draw draws a position and washes what differs from before, which may be nil. It
// reports false where a game has no drawing.
type Draw func(st, before game.State) (draw.Board, bool)

// Chip draws the sign of a seat.
type Chip func(cfg game.Config, seat game.Seat) draw.Board

// Config is what a Share is made of.
type Config struct {
	// Draw draws boards; nil: positions are text.
	Draw Draw
	Chip Chip
	// Frames are the origins whose pages may show a board of ours inside them; "*":
	// all. Without one only pages of this server may.
	Frames []string
	// Secure says that people come over https.
	Secure bool

	// Tournament and Person return what anybody may know, Chances what the analysis of a finished
	// game says, and Puzzle the position of a puzzle.
	Tournament func(ctx context.Context, id string) (*Tournament, error)
	Person     func(ctx context.Context, key string) (*wire.Profile, error)
	Chances    func(ctx context.Context, table string, step int) (before, after map[string]float64)
	Puzzle     func(game string, n int) (Puzzle, bool)

	// Pay runs what takes long for a caller who has to pay for it.
	Pay func(ctx context.Context, f func() error) error
	// Refuse answers with a refusal.
	Refuse func(w http.ResponseWriter, err error)
}

// Tournament is what a link says about a tournament.
type Tournament struct {
	Name, Game string
	Players    int // at a table
	Entrants   int
	Status     string // announced, running, over
	Open       bool   // somebody may still enter
	Leaders    []Leader
	Table      string // of the best who plays
}

// Leader is one of the leaders.
type Leader struct {
	Place        int
	Name, Points string
}

// Puzzle is a position with an answer.
type Puzzle struct {
	Position string `json:"position"`
	Me       string `json:"me"`
	Kind     string `json:"kind"`
	N        int    `json:"n"`
}

// Share serves what other people's pages embed.
type Share struct {
	Config
	n      *node.Node
	tables *tables.Tables
	made   cache
	tours  briefly
}

// New makes a Share.
func New(n *node.Node, ts *tables.Tables, cfg Config) *Share {
	s := &Share{Config: cfg, n: n, tables: ts}
	s.made.most = mostCached
	s.tours.kept = map[string]keptTour{}
	return s
}

// Routes adds the addresses of pictures and of oEmbed.
func (s *Share) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /card/{path...}", s.serveCard)
	mux.HandleFunc("GET /oembed", s.serveOEmbed)
}

// within is how long a page waits for what it says about itself.
const within = 2 * time.Second
