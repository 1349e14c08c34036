package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"atoll/bots"
	"atoll/games"
)

func completionCommand() kong.Option {
	return kong.DynamicCommand("completion", "Print a completion script for bash, zsh or fish.", "", &completionCmd{})
}

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints a script that knows all commands, flags, games, options and bots of
// this build.
func (c *completionCmd) Run(e *env, ctx *kong.Context) error {
	switch c.Shell {
	case "fish":
		fish(e.out, ctx.Model.Node)
	case "zsh":
		fmt.Fprint(e.out, "#compdef atoll\nautoload -U +X bashcompinit && bashcompinit\n")
		bash(e.out, ctx.Model.Node)
	default:
		bash(e.out, ctx.Model.Node)
	}
	return nil
}

// children are the visible commands below a node.
func children(n *kong.Node) []*kong.Node {
	return slices.DeleteFunc(slices.Clone(n.Children), func(c *kong.Node) bool { return c.Hidden || c.Type != kong.CommandNode })
}

func names(list []*kong.Node) []string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = n.Name
	}
	return words
}

func flagNames(n *kong.Node) []string {
	var words []string
	for _, f := range n.Flags {
		if !f.Hidden {
			words = append(words, "--"+f.Name)
		}
	}
	return words
}

// gameIDs are the games that are listed.
func gameIDs() []string {
	var ids []string
	for _, g := range games.All() {
		ids = append(ids, g.ID)
	}
	return ids
}

// optionWords are what --option can be given, of all games: key=value.
func optionWords() []string {
	var words []string
	for _, g := range games.All() {
		for _, o := range g.Options {
			if len(o.Values) == 0 {
				words = append(words, o.Key+"="+o.Default.String())
			}
			for _, v := range o.Values {
				words = append(words, o.Key+"="+v.Value.String())
			}
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// botWords are the names of bots.
func botWords() []string {
	return append(slices.Clone(bots.LevelNames[:]), "best", "greedy", "mcts", "random")
}

// valuesOf are what a flag or argument can be given, nil if it can be anything.
func valuesOf(v *kong.Value) []string {
	switch {
	case v.Enum != "":
		return v.EnumSlice()
	case v.Name == "game" && v.Default == "" && v.Target.Kind().String() == "string":
		return gameIDs()
	case v.Name == "option":
		return optionWords()
	case slices.Contains([]string{"bot", "bots", "a", "b"}, v.Name):
		return botWords()
	}
	return nil
}

func bash(out io.Writer, top *kong.Node) {
	fmt.Fprint(out, "_atoll() {\n  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=\n")
	fmt.Fprint(out, "  case ${COMP_WORDS[1]-}:$prev in\n")
	for _, n := range children(top) {
		for _, f := range n.Flags {
			values := valuesOf(f.Value)
			if f.Hidden || len(values) == 0 {
				continue
			}
			patterns := n.Name + ":--" + f.Name
			if f.Short != 0 {
				patterns += "|" + n.Name + ":-" + string(f.Short)
			}
			fmt.Fprintf(out, "    %s) words=%q ;;\n", patterns, strings.Join(values, " "))
		}
	}
	fmt.Fprint(out, "  esac\n  if [ -z \"$words\" ]; then\n    case ${COMP_WORDS[1]-} in\n")
	for _, n := range children(top) {
		words := append(append(names(children(n)), flagNames(n)...), "--help")
		for _, p := range n.Positional {
			words = append(valuesOf(p), words...)
		}
		fmt.Fprintf(out, "      %s) words=%q ;;\n", n.Name, strings.Join(words, " "))
	}
	fmt.Fprintf(out, "      *) words=%q ;;\n    esac\n  fi\n", strings.Join(append(names(children(top)), "--help", "--version"), " "))
	fmt.Fprintf(out, "  [ \"$COMP_CWORD\" -eq 1 ] && words=%q\n", strings.Join(append(names(children(top)), "--help", "--version"), " "))
	// A = parts words in bash: what stands before it is given already.
	fmt.Fprint(out, "  if [ \"$cur\" = = ]; then cur=; fi\n")
	fmt.Fprint(out, "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n  [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- \"$cur\"))\n}\ncomplete -F _atoll atoll\n")
}

func fish(out io.Writer, top *kong.Node) {
	for _, n := range children(top) {
		fmt.Fprintf(out, "complete -c atoll -n __fish_use_subcommand -f -a %s -d %s\n", n.Name, quote(n.Help))
		for _, p := range n.Positional {
			if values := valuesOf(p); len(values) > 0 {
				fmt.Fprintf(out, "complete -c atoll -n '__fish_seen_subcommand_from %s' -f -a %s -d %s\n", n.Name, quote(strings.Join(values, " ")), quote(p.Help))
			}
		}
		for _, c := range children(n) {
			fmt.Fprintf(out, "complete -c atoll -n '__fish_seen_subcommand_from %s' -f -a %s -d %s\n", n.Name, c.Name, quote(c.Help))
		}
		for _, f := range n.Flags {
			if f.Hidden {
				continue
			}
			line := fmt.Sprintf("complete -c atoll -n '__fish_seen_subcommand_from %s' -l %s", n.Name, f.Name)
			if f.Short != 0 {
				line += " -s " + string(f.Short)
			}
			if values := valuesOf(f.Value); len(values) > 0 {
				line += " -x -a " + quote(strings.Join(values, " "))
			} else if !f.IsBool() {
				line += " -r"
			}
			fmt.Fprintf(out, "%s -d %s\n", line, quote(f.Help))
		}
	}
}

func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `\'`) + "'" }

func manCommand() kong.Option {
	return kong.DynamicCommand("man", "Print the manual page (try: atoll man | man -l -).", "", &manCmd{})
}

type manCmd struct{}

// manExamples are command lines that show what the program is for; a test reads
// each of them.
var manExamples = []struct{ line, about string }{
	{"atoll", "Open the start: choose a game and who sits down."},
	{"atoll play epigo --bot Ferryman --clock 10+5", "Epigo against Ferryman, ten minutes each and five seconds a choice."},
	{"atoll play conqueror --players 3 --bot Ferryman,Beachcomber --plain", "The Conqueror for three on lines of text, for screen readers and scripts."},
	{"atoll play --connect https://example.org/t/abc?token=…", "Take the seat of a link on a server."},
	{"atoll record evo --games 100 --seed 7 > games.jsonl", "Record a hundred games of random moves."},
	{"atoll verify games.jsonl --json", "Check every event of them by the rules."},
	{"atoll replay games.jsonl --game 3", "Look through the third of them."},
	{"atoll serve --store atoll.db", "Serve browsers and terminals at http://127.0.0.1:8080."},
	{"atoll duel evo --a best:100 --b level4 --games 20", "Let two bots play each other."},
}

// manFiles are what the program keeps.
var manFiles = []struct{ path, about string }{
	{"$XDG_DATA_HOME/atoll/saves/", "Games that go on, one file each; ~/.local/share where XDG_DATA_HOME is not set."},
	{"$XDG_DATA_HOME/atoll/terminal.json", "The last choice of every game at the start, and how you have fared against each bot."},
	{"$XDG_DATA_HOME/atoll/sessions/", "Your session with each server, one file each. Whoever reads one is you there."},
	{"$XDG_DATA_HOME/atoll/chance/", "What this terminal was told of chance before each game on a server."},
	{"atoll.db", "The store of a server, unless --store names another."},
}

// manEnvironment are the variables that no flag stands for.
var manEnvironment = []struct{ name, about string }{
	{"ATOLL_STILL, NO_MOTION", "Nothing moves on the screen, if set."},
	{"NO_COLOR", "No colours, if set."},
	{"TERM", "dumb asks for lines of text."},
	{"LC_ALL, LC_CTYPE, LANG", "A locale without UTF-8 is drawn in ASCII."},
	{"XDG_DATA_HOME", "Where files of your own are kept."},
}

// Run prints the page in the language of man, from the same model that reads the
// command line.
func (c *manCmd) Run(e *env, ctx *kong.Context) error {
	top := ctx.Model.Node
	fmt.Fprintf(e.out, ".TH ATOLL 1 \"\" \"atoll %s\"\n.SH NAME\natoll \\- %s\n.SH SYNOPSIS\n.B atoll\n.I command\n[flags]\n", roff(version), roff(ctx.Model.Help))
	fmt.Fprint(e.out, ".SH DESCRIPTION\n.B atoll\nwithout a command opens the start in a terminal: games, bots and the table's terms.\n.B atoll\n.I command\n.B \\-\\-help\nsays what a command takes, with every default.\n")
	fmt.Fprint(e.out, ".SH GAMES\n")
	for _, g := range games.All() {
		fmt.Fprintf(e.out, ".TP\n.B %s\n%s: %s\n", roff(g.ID), roff(g.Name), roff(g.Tagline))
	}
	fmt.Fprintf(e.out, ".SH BOTS\nFrom the weakest to the strongest: %s. A bot is named, or numbered from 1 to %d; best is the strongest there is.\n", roff(strings.Join(bots.LevelNames[:], ", ")), bots.TopLevel)
	fmt.Fprint(e.out, ".SH COMMANDS\n")
	for _, n := range children(top) {
		manNode(e.out, n, "atoll ")
	}
	fmt.Fprint(e.out, ".SH EXAMPLES\n")
	for _, x := range manExamples {
		fmt.Fprintf(e.out, ".TP\n.B %s\n%s\n", roff(x.line), roff(x.about))
	}
	fmt.Fprint(e.out, ".SH ENVIRONMENT\n")
	for _, v := range manEnvironment {
		fmt.Fprintf(e.out, ".TP\n.B %s\n%s\n", roff(v.name), roff(v.about))
	}
	for _, v := range manVariables(top) {
		fmt.Fprintf(e.out, ".TP\n.B %s\n%s\n", roff(v[0]), roff(v[1]))
	}
	fmt.Fprint(e.out, ".SH FILES\n")
	for _, f := range manFiles {
		fmt.Fprintf(e.out, ".TP\n.I %s\n%s\n", roff(f.path), roff(f.about))
	}
	fmt.Fprint(e.out, `.SH EXIT STATUS
0 if all went well, 1 for bad data, 2 for a wrong call; the reason is one line on standard error.
.SH SEE ALSO
The documentation in the repository: rules, records, the HTTP API, the engine protocol.
`)
	return nil
}

// manVariables are the variables that stand for flags, with the flags they stand
// for.
func manVariables(top *kong.Node) [][2]string {
	flags := map[string][]string{}
	var walk func(n *kong.Node, path string)
	walk = func(n *kong.Node, path string) {
		for _, f := range n.Flags {
			for _, v := range f.Envs {
				if !f.Hidden && !slices.Contains(flags[v], path+" --"+f.Name) {
					flags[v] = append(flags[v], path+" --"+f.Name)
				}
			}
		}
		for _, c := range children(n) {
			walk(c, strings.TrimSpace(path+" "+c.Name))
		}
	}
	walk(top, "")
	var list [][2]string
	for name, where := range flags {
		list = append(list, [2]string{name, "Stands for " + strings.Join(where, ", ") + "."})
	}
	slices.SortFunc(list, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	return list
}

func manNode(out io.Writer, n *kong.Node, prefix string) {
	fmt.Fprintf(out, ".SS %s%s", prefix, n.Name)
	for _, p := range n.Positional {
		fmt.Fprintf(out, " %s", strings.ToUpper(p.Name))
	}
	fmt.Fprintf(out, "\n%s\n", roff(n.Help))
	for _, p := range n.Positional {
		fmt.Fprintf(out, ".TP\n.I %s\n%s\n", strings.ToUpper(p.Name), roff(withDefault(p)))
	}
	for _, f := range n.Flags {
		if f.Hidden || f.Name == "help" {
			continue
		}
		name := `\-\-` + roff(f.Name)
		if f.Short != 0 {
			name = `\-` + string(f.Short) + ", " + name
		}
		if !f.IsBool() {
			name += " " + roff(f.FormatPlaceHolder())
		}
		fmt.Fprintf(out, ".TP\n.B %s\n%s\n", name, roff(withDefault(f.Value)))
	}
	for _, c := range children(n) {
		manNode(out, c, prefix+n.Name+" ")
	}
}

var roff = strings.NewReplacer(`\`, `\\`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'").Replace
