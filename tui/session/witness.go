package session

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"atoll/fair"
	"atoll/record"
	"atoll/tui/prose"
)

// witness is what this terminal keeps about a table's chance: its own number, and what
// it was told before anything was drawn. At the end the record must agree with it. It
// is kept on disk, so that a seat can be taken up again later.
type witness struct {
	Nonce  string         `json:"nonce,omitempty"`
	Opened bool           `json:"opened,omitempty"` // in time: the server has said so
	Seed   string         `json:"seed,omitempty"`   // the commitment to it, as first told
	Chairs []string       `json:"chairs,omitempty"` // commitments, from before our own number was opened
	Draws  map[int]string `json:"draws,omitempty"`  // as told when they happened, by their index in the record
	file   string
}

// The parts of the API's messages about chance.
type (
	remoteProof struct {
		Commitment string
		Until      int64 `json:"open_until"`
		Opened     bool
		Seed       string
	}
	remoteChair struct{ Seat, Commit, Nonce string }
	remoteDraw  struct {
		Event int
		Do    string
	}
)

// readWitness reads what an earlier visit kept in dir; with "" nothing is kept.
func readWitness(dir, table string) *witness {
	w := &witness{}
	if dir != "" {
		file := filepath.Join(dir, filepath.Base(table)+".json")
		if data, err := os.ReadFile(file); err == nil {
			_ = json.Unmarshal(data, w) // an unreadable file counts as none
		}
		w.file = file
	}
	if w.Draws == nil {
		w.Draws = map[int]string{}
	}
	return w
}

func (w *witness) save() {
	if w.file == "" {
		return
	}
	data, err := json.Marshal(w)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(w.file), 0o700)
	}
	if err == nil {
		_ = os.WriteFile(w.file, data, 0o600) // without it the number is left out after a restart
	}
}

// commit returns the commitment to our own number.
func (w *witness) commit() string {
	n, err := fair.ParseNonce(w.Nonce)
	if err != nil {
		n = fair.NewNonce()
		w.Nonce = n.String()
		w.save()
	}
	return n.Commit().String()
}

// hear keeps what the server tells, and reports whether our own number is to be
// opened now. A number opened before the other commitments are known proves
// nothing.
func (w *witness) hear(p remoteProof, chairs []remoteChair, entries []remoteEntry) (open bool) {
	if p.Seed != "" {
		return false // those who come after the end have witnessed nothing
	}
	changed := false
	if w.Seed == "" && p.Commitment != "" {
		w.Seed, changed = p.Commitment, true
	}
	for _, e := range entries {
		if e.Kind == "seated" && len(e.Chairs) > 0 {
			chairs = e.Chairs
		}
		if _, told := w.Draws[drawIndex(e)]; e.Draw != nil && !told {
			w.Draws[e.Draw.Event], changed = e.Draw.Do, true
		}
	}
	if w.Chairs == nil && p.Until != 0 && len(chairs) > 0 {
		changed = true
		for _, c := range chairs {
			w.Chairs = append(w.Chairs, c.Commit)
		}
	}
	if p.Opened && !w.Opened {
		w.Opened, changed = true, true
	}
	if changed {
		w.save()
	}
	n, err := fair.ParseNonce(w.Nonce)
	return err == nil && p.Until != 0 && !p.Opened && !w.Opened && slices.Contains(w.Chairs, n.Commit().String())
}

func drawIndex(e remoteEntry) int {
	if e.Draw == nil {
		return -1
	}
	return e.Draw.Event
}

// check repeats the whole game and compares it with what was witnessed. The text
// says what was checked.
func (w *witness) check(table string, rec *record.Record) (string, error) {
	if err := record.Proved(rec); err != nil {
		return "", err
	}
	p := rec.Proof
	if p.Game != table {
		return "", fmt.Errorf("the proof is one of the table %s", p.Game)
	}
	if w.Seed != "" && w.Seed != p.Commit.String() {
		return "", fmt.Errorf("the commitment to the seed is not the one that was told before the game")
	}
	numbers, own := 0, false
	for i, c := range p.Chairs {
		commit := ""
		if c.Commit != nil {
			commit = c.Commit.String()
		}
		if w.Chairs != nil && (len(w.Chairs) != len(p.Chairs) || w.Chairs[i] != commit) {
			return "", fmt.Errorf("the players' commitments are not those that were told before the game")
		}
		if c.Nonce != nil {
			numbers++
			own = own || c.Nonce.String() == w.Nonce
		}
	}
	if w.Opened && !own {
		return "", fmt.Errorf("your number was opened in time, and the proof leaves it out")
	}
	for k, told := range w.Draws {
		if k >= len(rec.Events) || !fitsTold(told, rec.Events[k].Do) {
			return "", fmt.Errorf("event %d was told as %.80q, and the record has something else", k, told)
		}
	}
	draws := 0
	for _, e := range rec.Events {
		if e.By == "chance" {
			draws++
		}
	}
	text := "Checked: " + prose.Counted(draws, "draw", "draws") + " repeated here; players added " + prose.Counted(numbers, "number", "numbers") + " to chance"
	if own {
		text += ", you one of them"
	}
	if n := p.Withheld(); n > 0 {
		text += fmt.Sprintf(", %d did not come in time", n)
	}
	if w.Seed == "" {
		text += "; this terminal was not there before the first draw"
	}
	return text + ".", nil
}

var toldWords = regexp.MustCompile(`[^ ,:]+|[ ,:]`)

// fitsTold reports whether a draw is what was told, where '?' stands for what was not
// told.
func fitsTold(told, full string) bool {
	a, b := toldWords.FindAllString(told, -1), toldWords.FindAllString(full, -1)
	return slices.EqualFunc(a, b, func(x, y string) bool { return x == "?" || x == y })
}
