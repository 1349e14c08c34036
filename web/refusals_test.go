package web

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"atoll/bots/all"
	"atoll/games"
)

// sources are the packages whose refusals reach players: at a table, and of what
// they paste as a position or a record.
var sources = []string{"game", "games/conqueror", "games/earthquake", "games/epigo", "games/evo", "local", "cmd/wasm", "match", "record", "server", "server/*", "tournament"}

// speakers are the functions whose first text is a refusal. Packages wrap
// errors.New in closures of these names. Routes are registered with a sentence on
// what they do, which the page about the API shows.
var speakers = map[string]bool{
	"New": true, "Errorf": true, "refuse": true, "bad": true, "form": true, "newProblem": true,
	"errf": true, "fail": true, "refused": true, "get": true, "post": true, "none": true,
}

// silent are texts that players never see: they are logged, or programs alone get them.
var silent = regexp.MustCompile(`^(game: |these are not the next news|this was not sealed by a node|the engine panicked|table %s|match: |bot panicked|entry %d|an entry of kind|no kind of entry|no table action|misplaced|no step %d|no seat %d|a log begins|step %d of the analysis|the program answered|a command |a message id |an act has |tournament %s|there is no entrant|entrant %d|there is no game %d|game %d |an entry without|the plan of tournaments|tournament %d of the plan|when is "daily|a monthly tournament is|ahead_h is|when says when|passkey %s: |the OpenID provider|%w: %s$|%w: %w$|no key can be made|refused for good|the push service answered|%s: %w$)`)

// whyNots are functions that answer with sentences.
var whyNots = regexp.MustCompile(`(?i)whynot`)

var sentence = regexp.MustCompile(`[a-zA-Z%].* .*[a-z]`)

// refusals finds the formats of all sentences in which something is refused.
func refusals(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	files, err := filepath.Glob(filepath.Join("..", dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no sources in %s: %v", dir, err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		keep := func(e ast.Expr) {
			if call, ok := e.(*ast.CallExpr); ok && len(call.Args) > 0 {
				e = call.Args[0] // fmt.Sprintf
			}
			lit, ok := e.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return
			}
			text, err := strconv.Unquote(lit.Value)
			if err == nil && sentence.MatchString(text) && !silent.MatchString(text) {
				found[text] = set.Position(lit.Pos()).String()
			}
		}
		for _, decl := range tree.Decls {
			fn, _ := decl.(*ast.FuncDecl)
			whole := fn != nil && whyNots.MatchString(fn.Name.Name)
			ast.Inspect(decl, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BasicLit:
					if whole {
						keep(n)
					}
				case *ast.KeyValueExpr:
					if key, ok := n.Key.(*ast.Ident); ok && (key.Name == "Message" || key.Name == "Reason") {
						keep(n.Value)
					}
				case *ast.CallExpr:
					name := ""
					switch f := n.Fun.(type) {
					case *ast.Ident:
						name = f.Name
					case *ast.SelectorExpr:
						name = f.Sel.Name
					}
					if speakers[name] {
						for _, a := range n.Args {
							keep(a)
						}
					}
				}
				return true
			})
		}
	}
	return found
}

var verb = regexp.MustCompile(`%[-+ #0.\d]*[a-zA-Z]`)

var slot = regexp.MustCompile(`\{(\d)\}`)

// Whoever reads another language reads refusals and the names of bots in it.
func TestRefusalsAreTranslated(t *testing.T) {
	pages, err := filepath.Glob("src/lib/i18n/[a-z][a-z].ts")
	if err != nil || len(pages) < 2 {
		t.Fatal(pages, err)
	}
	words := map[string]string{}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		words[strings.TrimSuffix(filepath.Base(page), ".ts")] = string(text)
	}
	wanted := map[string]string{}
	for _, dir := range sources {
		for text, where := range refusals(t, dir) {
			wanted[text] = where
		}
	}
	roster := all.Roster()
	for _, g := range games.All() {
		for _, level := range roster.Levels(g.MustConfigure(g.Players[0])) {
			wanted[level.About] = "bots/" + g.ID
			for lang, text := range words {
				if !strings.Contains(text, fmt.Sprintf("'bot.%d': '", level.Number)) {
					t.Errorf("%s.ts has no name for level %d", lang, level.Number)
				}
			}
			if !strings.Contains(words["en"], fmt.Sprintf("'bot.%d': '%s'", level.Number, level.Name)) {
				t.Errorf("en.ts does not call level %d %s", level.Number, level.Name)
			}
		}
	}
	if len(wanted) < 200 {
		t.Fatalf("only %d refusals found", len(wanted))
	}
	files, err := filepath.Glob("src/lib/i18n/refusals.*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { translated(t, file, wanted) })
	}
}

// translated compares one language with what is wanted.
func translated(t *testing.T, file string, wanted map[string]string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var sentences map[string]string
	if err := json.Unmarshal(data, &sentences); err != nil {
		t.Fatal(err)
	}
	var missing []string
	for text, where := range wanted {
		if _, ok := sentences[text]; !ok {
			missing = append(missing, strconv.Quote(text)+" of "+where)
		}
	}
	sort.Strings(missing)
	for _, m := range missing {
		t.Errorf("lacks %s", m)
	}
	for text, said := range sentences {
		if said == "" {
			t.Errorf("%q has no translation", text)
		}
		verbs := len(verb.FindAllString(strings.ReplaceAll(text, "%%", ""), -1))
		for _, m := range slot.FindAllStringSubmatch(said, -1) {
			if n, _ := strconv.Atoi(m[1]); n < 1 || n > verbs {
				t.Errorf("%q has %d places, its translation fills {%d}", text, verbs, n)
			}
		}
	}
}
