package screen

import (
	"slices"

	"atoll/game"
	"atoll/tui/board"
	"atoll/tui/paint"
	"atoll/tui/prose"
)

// reading is a page to read: rules, story or help.
func (p *playPage) reading() []string {
	var lines []string
	p.read.heads = nil
	switch p.show {
	case "rules":
		return p.read.rules(withOwn(p.rules, p.snap.View.Config()), p.snap.View.Config().Game, p.w, p.h-2, p.Plain)
	case "story":
		lines = p.story(p.w-4, 1<<30)
		for i := range lines {
			lines[i] = "  " + lines[i]
		}
	default:
		lines = paint.HelpBox("Keys", p.state(), append(slices.Clone(p.ownHelp()), helpItems...), p.w, p.edge())
	}
	return p.read.show(lines, p.h-2)
}

// rules shows a page of rules: a column to read, and how far it goes at the edge.
func (r *reader) rules(page string, g *game.Game, width, room int, plain bool) []string {
	lines, heads := board.TypesetPage(page, min(72, width-8), plain, g)
	for i := range lines {
		lines[i] = "    " + lines[i]
	}
	r.heads = heads
	rows := r.show(lines, room)
	for i := range rows {
		rows[i] = prose.Fit(rows[i], min(78, width-2)) + r.bar(i)
	}
	return rows
}

var helpItems = []paint.HelpItem{
	{"Everywhere", "Enter does the highlighted thing     Esc one step back"},
	{"", "n next target   Tab next pane   : types an action"},
	{"", "1-9 highlights a choice   arrows move the cursor or the highlight"},
	{"Table", "H hint    U take back   D draw   X resign (asks first)"},
	{"", "S save    Q quit, which saves as well"},
	{"Look", "M moves   L last turn again   T what the signs mean   R rules"},
	{"", "Y why not: says what forbids the square under the cursor"},
	{"", "+ - size of the cells    C day or night"},
	{"Mouse", "press a piece, a target, a choice, or a key in the last line; the wheel scrolls"},
	{"Type", ": and then an action as records write it, or save, undo, quit, resign, offer draw, accept draw, link"},
	{"", "on a server, with days for a move: if X then Y (an answer in advance), answers, forget N"},
}

// state says at what point of the game these keys apply.
func (p *playPage) state() string {
	name := p.snap.View.Config().Game.Name
	switch {
	case p.snap.Over:
		return name + ", over"
	case p.choose == nil:
		return name + ", waiting"
	}
	if _, ok := p.choose.(board.Drafter); ok {
		return name + ", planning"
	}
	return name + ", your turn"
}

// ownHelp are the keys of this game, or of any game that is played from a list.
func (p *playPage) ownHelp() []paint.HelpItem {
	cfg := p.snap.View.Config()
	var list []paint.HelpItem
	if p.snap.Lesson != nil {
		list = []paint.HelpItem{{"Lesson", "H says what to do   U begins the step again   PgUp PgDn another step"}}
	}
	own, ok := board.Screens[cfg.Game.ID]
	if !ok {
		return append(list, paint.HelpItem{"The list", "Arrows choose, Enter plays; / types a filter, Esc shows all."})
	}
	return append(list, own.Help...)
}

// keys are those most useful at this point.
func (p *playPage) keys() []paint.KeyHint {
	switch {
	case p.show != "":
		return p.read.keys()
	case p.snap.HandOver:
		return []paint.KeyHint{{"enter", "Enter", "take over"}, {"Q", "Q", "quit"}}
	case p.reelOn():
		return []paint.KeyHint{{"enter", "Enter", "next step"}, {"space", "Space", "play"}, {"left", "←", "again"}, {"esc", "Esc", "to the end"}, paint.HelpKey}
	case p.resign:
		return []paint.KeyHint{{"down", "↑↓", "choose"}, {"enter", "Enter", "do it"}, {"esc", "Esc", "back"}}
	case p.snap.Over:
		return []paint.KeyHint{{"down", "↑↓", "choose"}, {"V", "V", "review"}, {"B", "B", "rematch"}, {"Q", "Q", "quit"}, paint.HelpKey}
	case p.snap.Lesson != nil && p.choose == nil:
		return p.lessonKeys()
	case p.choose == nil:
		return []paint.KeyHint{{"M", "M", "moves"}, {"T", "T", "signs"}, {"R", "R", "rules"}, {"Q", "Q", "quit"}, paint.HelpKey}
	}
	if p.said.Keys != nil {
		// Where the cursor is on nothing that can be chosen, Enter does nothing.
		return slices.DeleteFunc(slices.Clone(p.said.Keys), func(k paint.KeyHint) bool { return k[0] == "enter" && k[2] == "" })
	}
	return []paint.KeyHint{{"n", "n", "next choice"}, {"enter", "Enter", "does it"}, {"H", "H", "hint"}, {"T", "T", "signs"}, paint.HelpKey}
}

// hints are the keys of the last line; in a narrow window they lose their words.
func (p *playPage) hints() []paint.KeyHint { return paint.FitKeys(p.keys(), p.w) }

func (p *playPage) footer() string {
	if p.command != nil {
		return ":" + *p.command + "█"
	}
	if says := p.read.says(); p.show != "" && says != "" {
		return says
	}
	return p.Style(p.Colours().Ink3, false).Render(paint.KeyLine(p.hints()))
}
