package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

func completionCommand() kong.Option {
	return kong.DynamicCommand("completion", "Print a completion script for bash, zsh or fish.", "", &completionCmd{})
}

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Run prints a script that knows all commands and flags of this build.
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

func bash(out io.Writer, top *kong.Node) {
	fmt.Fprint(out, "_atoll() {\n  local cur=${COMP_WORDS[COMP_CWORD]} words\n  case ${COMP_WORDS[1]-} in\n")
	for _, n := range children(top) {
		words := append(append(names(children(n)), flagNames(n)...), "--help")
		fmt.Fprintf(out, "    %s) words=%q ;;\n", n.Name, strings.Join(words, " "))
	}
	fmt.Fprintf(out, "    *) words=%q ;;\n  esac\n", strings.Join(append(names(children(top)), "--help", "--version"), " "))
	fmt.Fprintf(out, "  [ \"$COMP_CWORD\" -eq 1 ] && words=%q\n", strings.Join(append(names(children(top)), "--help", "--version"), " "))
	fmt.Fprint(out, "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n  [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- \"$cur\"))\n}\ncomplete -F _atoll atoll\n")
}

func fish(out io.Writer, top *kong.Node) {
	for _, n := range children(top) {
		fmt.Fprintf(out, "complete -c atoll -n __fish_use_subcommand -f -a %s -d %s\n", n.Name, quote(n.Help))
		for _, f := range n.Flags {
			if !f.Hidden {
				fmt.Fprintf(out, "complete -c atoll -n '__fish_seen_subcommand_from %s' -l %s -d %s\n", n.Name, f.Name, quote(f.Help))
			}
		}
	}
}

func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `\'`) + "'" }

func manCommand() kong.Option {
	return kong.DynamicCommand("man", "Print the manual page (try: atoll man | man -l -).", "", &manCmd{})
}

type manCmd struct{}

// Run prints the page in the language of man.
func (c *manCmd) Run(e *env, ctx *kong.Context) error {
	top := ctx.Model.Node
	fmt.Fprintf(e.out, ".TH ATOLL 1 \"\" \"atoll %s\"\n.SH NAME\natoll \\- %s\n.SH SYNOPSIS\n.B atoll\n.I command\n[flags]\n", roff(version), roff(ctx.Model.Help))
	fmt.Fprint(e.out, ".SH COMMANDS\n")
	for _, n := range children(top) {
		manNode(e.out, n, "atoll ")
	}
	fmt.Fprint(e.out, `.SH EXIT STATUS
0 if all went well, 1 for bad data, 2 for a wrong call; the reason is one line on standard error.
.SH SEE ALSO
The documentation in the repository: rules, records, the HTTP API, the engine protocol.
`)
	return nil
}

func manNode(out io.Writer, n *kong.Node, prefix string) {
	fmt.Fprintf(out, ".SS %s%s", prefix, n.Name)
	for _, p := range n.Positional {
		fmt.Fprintf(out, " %s", strings.ToUpper(p.Name))
	}
	fmt.Fprintf(out, "\n%s\n", roff(n.Help))
	for _, p := range n.Positional {
		fmt.Fprintf(out, ".TP\n.I %s\n%s\n", strings.ToUpper(p.Name), roff(p.Help))
	}
	for _, f := range n.Flags {
		if f.Hidden || f.Name == "help" {
			continue
		}
		fmt.Fprintf(out, ".TP\n.B \\-\\-%s\n%s\n", roff(f.Name), roff(f.Help))
	}
	for _, c := range children(n) {
		manNode(out, c, prefix+n.Name+" ")
	}
}

var roff = strings.NewReplacer(`\`, `\\`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'").Replace
