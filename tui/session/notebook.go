package session

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// Notebook is what the terminal remembers from one start to the next: the last
// choice of every game, and how often each bot was beaten.
type Notebook struct {
	Game  string                `json:"game,omitempty"` // the last one
	Notes map[string]*GameNotes `json:"games,omitempty"`
	file  string
}

// GameNotes are the notes on one game.
type GameNotes struct {
	Bot     string            `json:"bot,omitempty"`
	Players int               `json:"players,omitempty"`
	Side    string            `json:"side,omitempty"`
	Clock   string            `json:"clock,omitempty"`
	Options map[string]string `json:"options,omitempty"`
	// Score is games won and games played, by bot.
	Score map[string][2]int `json:"score,omitempty"`
	// Learnt is how many steps of the lesson the player has done.
	Learnt int `json:"learnt,omitempty"`
}

// OpenNotebook reads what is remembered; a missing or unreadable file gives an empty
// notebook.
func OpenNotebook(file string) *Notebook {
	n := &Notebook{}
	if data, err := os.ReadFile(file); err == nil {
		if json.Unmarshal(data, n) != nil {
			n = &Notebook{}
		}
	}
	n.file = file
	if n.Notes == nil {
		n.Notes = map[string]*GameNotes{}
	}
	return n
}

// Of are the notes of a game.
func (n *Notebook) Of(id string) *GameNotes {
	g := n.Notes[id]
	if g == nil {
		g = &GameNotes{}
		n.Notes[id] = g
	}
	if g.Score == nil {
		g.Score = map[string][2]int{}
	}
	if g.Options == nil {
		g.Options = map[string]string{}
	}
	return g
}

// Played adds a finished game against bots.
func (n *Notebook) Played(id string, bots []string, won bool) {
	seen := map[string]bool{}
	for _, b := range bots {
		if !seen[b] {
			s := n.Of(id).Score[b]
			if s[1]++; won {
				s[0]++
			}
			n.Of(id).Score[b] = s
			seen[b] = true
		}
	}
}

// Save writes the notebook as a whole or not at all.
func (n *Notebook) Save() error {
	if n.file == "" {
		return nil
	}
	data, err := json.MarshalIndent(n, "", "  ")
	if err == nil {
		err = os.MkdirAll(filepath.Dir(n.file), 0o700)
	}
	if err == nil {
		err = os.WriteFile(n.file+".new", append(data, '\n'), 0o600)
	}
	if err == nil {
		err = os.Rename(n.file+".new", n.file)
	}
	return err
}
