package session

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"atoll/game"
)

// Answer is an answer given ahead: what others play, and what this seat does
// then.
type Answer struct{ Do, By []string }

// Lines are the answers that the server keeps for this seat, and those that no longer
// fit the game; ok is false where none can be given.
func (r *Remote) Lines() (fit, lost []Answer, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.view.Lines == nil {
		return nil, nil, false
	}
	return r.view.Lines.Fit, r.view.Lines.Lost, true
}

// setLines replaces them. The server keeps them sealed and tells nobody, not even this
// person's other screens; so this asks for them afterwards.
func (r *Remote) setLines(lines [][]string) error {
	r.mu.Lock()
	step, seat := r.view.Step, r.view.Viewer
	r.mu.Unlock()
	type line struct {
		Do []string `json:"do"`
	}
	all := make([]line, len(lines))
	for i, do := range lines {
		all[i].Do = do
	}
	if err := r.post("/tables/"+r.table+"/lines", map[string]any{"step": step, "seat": seat, "lines": all}, nil); err != nil {
		return err
	}
	var now struct{ View remoteView }
	if err := r.call(http.MethodGet, "/tables/"+r.table+"?seat="+seat, nil, &now); err != nil {
		return err
	}
	r.mu.Lock()
	if now.View.Seq == r.view.Seq { // otherwise the stream tells it
		r.view.Lines = now.View.Lines
	}
	r.mu.Unlock()
	r.signal()
	return nil
}

// AheadHelp is what can be typed where answers can be given ahead.
const AheadHelp = "if X then Y says ahead what you answer; answers lists them, forget N or forget all takes them back"

// AboutAhead reports whether a line is about answers in advance.
func AboutAhead(line string) bool {
	word, _, _ := strings.Cut(line, " ")
	return word == "if" || word == "answers" || word == "forget"
}

// Ahead does what a line says about answers in advance: "if X then Y" adds one, with any
// number of choices, "answers" lists them, "forget" takes them back.
func Ahead(s Session, line string) (text string, err error) {
	word, rest, _ := strings.Cut(line, " ")
	r, ok := s.(*Remote)
	if !ok {
		return "", errors.New("answers in advance are for tables on a server")
	}
	fit, lost, ok := r.Lines()
	if !ok {
		return "", errors.New("answers in advance are for games in turns without secrets, with days for each move")
	}
	switch word {
	case "if":
		var do []string
		for part := range strings.SplitSeq(rest, " then ") {
			do = append(do, strings.TrimSpace(part))
		}
		if len(do) < 2 {
			return "", errors.New("say what you answer: if X then Y")
		}
		me := r.viewer()
		err = r.setLines(append(others(fit, do, me), do))
		return "kept: " + aheadText(Answer{Do: do}), err
	case "forget":
		all := texts(fit)
		if rest == "all" {
			return "all forgotten", r.setLines([][]string{})
		}
		n, err := strconv.Atoi(rest)
		if err != nil || n < 1 || n > len(all) {
			return "", fmt.Errorf("forget what? A number from 1 to %d, or all", len(all))
		}
		return "forgotten: " + aheadText(fit[n-1]), r.setLines(slices.Delete(all, n-1, n))
	}
	var out []string
	for i, l := range fit {
		out = append(out, fmt.Sprintf("%d: %s", i+1, aheadText(l)))
	}
	for _, l := range lost {
		out = append(out, "no longer fits: "+aheadText(l))
	}
	if len(out) == 0 {
		return "no answers in advance; " + AheadHelp, nil
	}
	return strings.Join(out, "\n"), nil
}

// others are the lines that a new one leaves in place: not those that it continues, nor
// those that answer the same choice differently.
func others(fit []Answer, do []string, me string) (rest [][]string) {
	for _, l := range fit {
		at := 0
		for at < len(l.Do) && at < len(do) && l.Do[at] == do[at] {
			at++
		}
		if at < len(l.Do) && at < len(do) && (at >= len(l.By) || l.By[at] != me) || at == len(do) && at < len(l.Do) {
			rest = append(rest, l.Do)
		}
	}
	return rest
}

func texts(lines []Answer) (all [][]string) {
	for _, l := range lines {
		all = append(all, l.Do)
	}
	return all
}

func aheadText(l Answer) string { return "if " + strings.Join(l.Do, " then ") }

// viewer is the name of the seat that this screen sees for.
func (r *Remote) viewer() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.view.Viewer
}

// keptAhead says how many answers wait, or have been left by the game.
func (r *Remote) keptAhead(s game.Seat) string {
	l := r.view.Lines
	switch {
	case l == nil:
		return ""
	case len(l.Lost) > 0 && s != game.NoSeat:
		return fmt.Sprintf("; answers in advance that no longer fit: %d", len(l.Lost))
	case len(l.Fit) > 0:
		return fmt.Sprintf("; answers in advance: %d", len(l.Fit))
	}
	return ""
}
