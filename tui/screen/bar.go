package screen

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"atoll/game"
	"atoll/tui/prose"
)

// gap stands between the words of the bar.
func (p *playPage) gap() string {
	if p.w >= 100 {
		return "   "
	}
	return "  "
}

// bar says which game it is, whose turn, and under a page to read all clocks too.
func (p *playPage) bar() string {
	gap := p.gap()
	name := p.snap.View.Config().Game.Name
	left := " " + p.Style(p.Colours().Focus, true).Render("≈ Atoll") + gap
	switch {
	case p.show == "rules":
		left += "Rules of " + name
		if at := p.read.place(); at != "" && p.w >= 70 {
			left += gap + at
		}
	case p.show != "":
		left += name + gap + map[string]string{"story": "moves", "help": "keys"}[p.show]
	case p.snap.Lesson != nil:
		left += name + gap + fmt.Sprintf("lesson %d of %d", p.snap.Lesson.At, p.snap.Lesson.Of)
	default:
		left += name
		if p.said.Bar != "" {
			left += gap + p.said.Bar
		}
	}
	pill, right := p.pill(), ""
	for _, text := range p.pills() {
		pill += gap + text
	}
	if p.show != "" || p.narrow() {
		for s, c := range p.snap.Clocks {
			if c != "" && s < len(p.snap.Names) {
				right += gap + p.snap.Names[s] + " " + c
			}
		}
	} else if p.said.Right != "" && p.snap.Lesson == nil {
		right += gap + p.said.Right
	}
	if p.saved && !p.snap.Over && p.w >= 100 {
		right += gap + "saved"
	}
	if at := gap + p.read.place(); p.show == "rules" && strings.HasSuffix(left, at) && // clocks come before the chapter
		ansi.StringWidth(left)+ansi.StringWidth(pill)+ansi.StringWidth(right) > p.w-2 {
		left = strings.TrimSuffix(left, at)
	}
	// What is asked comes before what is known, and the game's name before both.
	room := p.w - ansi.StringWidth(left) - 2
	if ansi.StringWidth(pill)+ansi.StringWidth(right) > room {
		right = ""
	}
	if ansi.StringWidth(pill) > room {
		pill = ansi.Truncate(pill, max(0, room), "…")
	}
	return prose.Ends(left, pill+right, p.w-1)
}

// pill says whose turn it is and what is to be done, or who has won.
func (p *playPage) pill() string {
	text := p.snap.Status
	switch {
	case p.reelOn():
		text = prose.Capital(p.reel[p.reelAt].Round) + " of 3"
		if p.reel[p.reelAt].Round == "" {
			text = "The round goes on"
		}
	case p.snap.Lesson != nil:
		text = p.snap.Lesson.Pill()
	case p.snap.Over:
		if r := p.snap.View.Result(); r.Over {
			text = p.winners(r)
		}
	case p.snap.Seat != game.NoSeat && int(p.snap.Seat) < len(p.snap.Names):
		text = p.snap.Names[p.snap.Seat] + "'s turn"
		if p.snap.Names[p.snap.Seat] == prose.You {
			text = "Your turn"
			if p.said.Pill != "" {
				text = p.said.Pill
			}
		}
		if p.said.Todo != "" {
			text += ": " + p.said.Todo
		}
	}
	return p.Style(p.Colours().Sel, true).Reverse(!p.Plain).Render("▌ " + text + " ▐")
}

// pills are the others who choose at the same time.
func (p *playPage) pills() []string {
	if p.snap.Over || p.snap.Lesson != nil || p.reelOn() || p.snap.Seat == game.NoSeat || p.snap.View.Acting().Len() < 2 {
		return nil
	}
	var list []string
	for s, name := range p.snap.Names {
		if s := game.Seat(s); s != p.snap.Seat && p.snap.View.Acting().Has(s) {
			does := "chooses"
			if p.said.Others != "" {
				does = p.said.Others
			}
			list = append(list, name+" "+does)
		}
	}
	return list
}

func (p *playPage) winners(r game.Result) string {
	var names []string
	for s, name := range p.snap.Names {
		if r.Rank[s] == 1 {
			names = append(names, name)
		}
	}
	switch {
	case len(names) > 1:
		return strings.Join(names, " and ") + " share the first place"
	case len(names) == 1 && names[0] == prose.You:
		return "You win"
	case len(names) == 1:
		return names[0] + " wins"
	}
	return p.snap.Status
}
