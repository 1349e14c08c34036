package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// model is the command line as it is read.
func model(t *testing.T) *kong.Kong {
	t.Helper()
	var cli struct{}
	parser, err := kong.New(&cli, append(commands(), kong.Name("atoll"), kong.Exit(func(int) {}))...)
	if err != nil {
		t.Fatal(err)
	}
	return parser
}

// visit goes through all visible commands.
func visit(n *kong.Node, path string, see func(n *kong.Node, path string)) {
	for _, c := range children(n) {
		name := strings.TrimSpace(path + " " + c.Name)
		see(c, name)
		visit(c, name, see)
	}
}

func output(t *testing.T, code int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := run(args, strings.NewReader(""), &out, &errs); got != code {
		t.Fatalf("%v ends with %d: %s", args, got, errs.String())
	}
	return out.String()
}

// What --json prints has the fields that docs/json.md promises.
func TestJSONIsAsDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string][]string{}
	row := regexp.MustCompile("(?m)^\\| `atoll ([^`]+)` \\| ([^|]+) \\| ([^|]+) \\|$")
	word := regexp.MustCompile("`([a-z_]+)`")
	for _, m := range row.FindAllStringSubmatch(string(page), -1) {
		name := strings.Fields(m[1])[0]
		outer, _, _ := strings.Cut(m[3], "(")
		for _, w := range word.FindAllStringSubmatch(outer, -1) {
			fields[name] = append(fields[name], w[1])
		}
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "games.jsonl")
	if err := os.WriteFile(file, []byte(output(t, 0, "record", "evo", "--games", "2")), 0o600); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(dir, "kept.db")
	st, err := openStore(t.Context(), kept)
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(dir, "bad.jsonl")
	if err := os.WriteFile(bad, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"games":   output(t, 0, "games", "--json"),
		"verify":  output(t, 1, "verify", file, bad, "--json"),
		"show":    output(t, 0, "show", file, "--json"),
		"perft":   output(t, 0, "perft", "evo", "--depth", "1", "--json"),
		"bench":   output(t, 0, "bench", "evo", "--players", "2", "--time", "1ms", "--json"),
		"doctor":  output(t, 0, "doctor", "--store", filepath.Join(dir, "new.db"), "--json"),
		"backup":  output(t, 0, "backup", filepath.Join(dir, "all.gz"), "--store", kept, "--json"),
		"restore": output(t, 0, "restore", filepath.Join(dir, "all.gz"), "--store", filepath.Join(dir, "other.db"), "--json"),
		"ladder":  output(t, 0, "ladder", "evo", "--bots", "random,greedy", "--games", "1", "--out", filepath.Join(dir, "strength.md"), "-o", "quiet_limit=5", "--json"),
	} {
		d := json.NewDecoder(strings.NewReader(text))
		var v any
		if err := d.Decode(&v); err != nil {
			t.Errorf("%s: %v in %.200s", name, err, text)
			continue
		}
		if list, ok := v.([]any); ok && len(list) > 0 {
			v = list[0]
		}
		object, _ := v.(map[string]any)
		if len(fields[name]) == 0 {
			t.Errorf("%s: docs/json.md names no fields", name)
		}
		for _, f := range fields[name] {
			if _, ok := object[f]; !ok {
				t.Errorf("%s: there is no %s in %.300s", name, f, text)
			}
		}
	}
}

// Commands that report have --json, and stand on the page about it.
func TestEveryReportHasJSON(t *testing.T) {
	page, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	visit(model(t).Model.Node, "", func(n *kong.Node, path string) {
		if !slices.ContainsFunc(n.Flags, func(f *kong.Flag) bool { return f.Name == "json" && !f.Hidden }) {
			return
		}
		top := strings.Fields(path)[0]
		if !strings.Contains(string(page), "`atoll "+top) && !strings.Contains(string(page), "`atoll "+path) {
			t.Errorf("docs/json.md does not tell of atoll %s --json", path)
		}
	})
}

// Every flag that has a default says it, and every flag stands in the manual.
func TestHelpAndManualAreWhole(t *testing.T) {
	manual := output(t, 0, "man")
	visit(model(t).Model.Node, "", func(n *kong.Node, path string) {
		section := manual[strings.Index(manual, ".SS atoll "+path):]
		if i := strings.Index(section[1:], ".SS "); i > 0 {
			section = section[:i]
		}
		for _, f := range n.Flags {
			if f.Hidden || f.Name == "help" {
				continue
			}
			if !strings.Contains(section, `\-\-`+roff(f.Name)) {
				t.Errorf("the manual does not tell of atoll %s --%s", path, f.Name)
			}
			help := withDefault(f.Value)
			if f.HasDefault && f.Default != "" && !f.IsBool() &&
				!strings.Contains(help, f.Default) && !strings.Contains(help, "efault") && !strings.Contains(help, "if not given") {
				t.Errorf("atoll %s --%s does not say its default: %s", path, f.Name, help)
			}
		}
	})
	for _, section := range []string{"EXAMPLES", "ENVIRONMENT", "FILES", "GAMES", "BOTS", "EXIT STATUS"} {
		if !strings.Contains(manual, ".SH "+section+"\n") {
			t.Errorf("the manual has no section %s", section)
		}
	}
	for _, x := range manExamples {
		if words := strings.Fields(x.line)[1:]; len(words) > 0 {
			if i := slices.Index(words, ">"); i > 0 {
				words = words[:i]
			}
			if _, err := model(t).Parse(words); err != nil {
				t.Errorf("%s: %v", x.line, err)
			}
		}
	}
}

// Completions know games, options and bots.
func TestCompletionsKnowGamesOptionsAndBots(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		script := output(t, 0, "completion", shell)
		for _, want := range append(gameIDs(), "variant=islanders", "Ferryman", "Tidemaster", "layout=custom", "play", "--bot") {
			if shell == "fish" {
				want = strings.TrimPrefix(want, "--")
			}
			if !strings.Contains(script, want) {
				t.Errorf("the %s completion does not know %s", shell, want)
			}
		}
	}
}
