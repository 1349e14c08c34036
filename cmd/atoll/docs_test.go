package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"atoll/game"
	"atoll/games"
)

// pages are the documents for people.
func pages(t *testing.T) []string {
	t.Helper()
	list := []string{"../../README.md", "../../CONTRIBUTING.md"}
	more, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(more) == 0 {
		t.Fatal("no pages", err)
	}
	return append(list, more...)
}

// shellLines are the lines of the blocks marked sh, without comments.
func shellLines(text string) []string {
	var lines []string
	in := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "```sh":
			in = true
		case strings.HasPrefix(line, "```"):
			in = false
		case in && line != "":
			line, _, _ = strings.Cut(line, "  #")
			lines = append(lines, strings.TrimSpace(strings.SplitN(line, " # ", 2)[0]))
		}
	}
	return lines
}

// parseOnly are commands that wait for somebody or something, or that think for
// as long as a real measurement does.
var parseOnly = regexp.MustCompile(`^atoll (serve|play|worker|replay [^|]*$|ladder|admin|load|tactics|duel .*(best|--sprt))|postgres://|nats://|…`)

// Every atoll command shown in the documents is run, page by page in a folder of
// its own; those that would wait for a person are checked as far as their flags.
func TestCommandsOfTheDocuments(t *testing.T) {
	for _, page := range pages(t) {
		t.Run(filepath.Base(page), func(t *testing.T) {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for _, line := range shellLines(string(text)) {
				switch {
				case strings.HasPrefix(line, "make "):
					checkTarget(t, strings.Fields(line)[1])
				case !strings.HasPrefix(line, "atoll "):
					t.Errorf("%q is neither atoll nor make: nobody tests it", line)
				case parseOnly.MatchString(line):
					checkFlags(t, line)
				default:
					runLine(t, dir, line)
				}
			}
		})
	}
}

func checkTarget(t *testing.T, target string) {
	t.Helper()
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(target) + `:`).Match(makefile) {
		t.Errorf("make %s is shown but does not exist", target)
	}
}

func checkFlags(t *testing.T, line string) {
	t.Helper()
	var cli struct{}
	parser, err := kong.New(&cli, append(commands(), kong.Name("atoll"), kong.Exit(func(int) {}), kong.Writers(io.Discard, io.Discard))...)
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ = strings.Cut(line, " > ")
	words := strings.Fields(strings.NewReplacer("'", "", `"`, "").Replace(line))[1:]
	if i := len(words) - 1; strings.Contains(line, "--help") && words[i] == "--help" {
		words = words[:i]
	}
	if _, err := parser.Parse(words); err != nil {
		t.Errorf("%s: %v", line, err)
	}
}

// runLine runs a line by the shell, with this test binary as atoll.
func runLine(t *testing.T, dir, line string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+atollOnPath(t)+":"+os.Getenv("PATH"), "XDG_DATA_HOME="+dir)
	if strings.Contains(line, "--store atoll.db") {
		seedStore(t, dir)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", line, err, out)
	}
}

// atollOnPath makes a folder in which this test binary is called atoll.
func atollOnPath(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, "atoll")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// seedStore makes the store that the host's commands work on.
func seedStore(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, "atoll.db")
	if _, err := os.Stat(path); err == nil {
		return
	}
	s, err := openStore(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}

// Links between documents lead somewhere.
func TestLinksOfTheDocuments(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#]+)[^)]*\)`)
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s: %s leads nowhere", page, m[1])
			}
		}
	}
}

// serveForTest starts the real server and returns its address.
func serveForTest(t *testing.T) string {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	server := exec.CommandContext(ctx, filepath.Join(atollOnPath(t), "atoll"), "serve", "--addr", "127.0.0.1:0", "--store", filepath.Join(t.TempDir(), "atoll.db"), "--no-limits")
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(); _ = server.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n') // the address is printed when it listens
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line[strings.Index(line, "http://"):])
}

// A seat's link works in the terminal: one move there, then another terminal goes
// on with the same seat.
func TestPlayConnect(t *testing.T) {
	url := serveForTest(t)
	post := func(path, token string, body string) (*http.Response, []byte) {
		t.Helper()
		req, err := http.NewRequest("POST", url+"/api/v1"+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		data, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != 200 {
			t.Fatalf("%s: %s %s %v", path, res.Status, data, err)
		}
		return res, data
	}
	res, _ := post("/guest", "", `{"name":"Host"}`)
	_, data := post("/tables", res.Header.Get("Atoll-Token"), `{"game":"evo","players":2,"seats":[{"kind":"invite"},{"kind":"bot","level":1}]}`)
	var made struct{ Links []struct{ Path string } }
	if err := json.Unmarshal(data, &made); err != nil || len(made.Links) != 1 {
		t.Fatalf("%s %v", data, err)
	}
	bin := filepath.Join(atollOnPath(t), "atoll")
	terminal := func(home, link, input string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), bin, "play", "--plain", "--name", "Jo", "--connect", url+link)
		cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+home)
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	table, _, _ := strings.Cut(strings.TrimPrefix(made.Links[0].Path, "/t/"), "?")
	home := t.TempDir()
	first := terminal(home, made.Links[0].Path, "g2-g9\ng2-g3\nquit\n")
	if !strings.Contains(first, "Jo sits down as S") || !strings.Contains(first, "g2-g9") {
		t.Errorf("the first terminal:\n%s", first)
	}
	// A link is for one; the seat's own player makes another for another device.
	middle := terminal(home, "/t/"+table, "link\nquit\n")
	_, path, ok := strings.Cut(middle, url)
	if path, _, _ = strings.Cut(path, "\n"); !ok {
		t.Fatalf("no link: %s", middle)
	}
	second := terminal(t.TempDir(), path, "resign\n")
	if !strings.Contains(second, "South: Warrior g2 to g3.") || !strings.Contains(second, "Castaway wins: the other side resigned") {
		t.Errorf("the second terminal:\n%s", second)
	}
}

// A server never gets the token of another.
func TestSessionsAreKeptApart(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range []string{"http://a.example/t/x", "https://a.example/t/x", "https://a.example:8443/t/x", "https://b.example/t/x", "https://..:1/t/x"} {
		f := sessionFile(a)
		if seen[f] || filepath.Dir(f) != dataDir("sessions") {
			t.Errorf("%s keeps its session in %s", a, f)
		}
		seen[f] = true
	}
	if sessionFile("https://a.example/t/x?token=1") != sessionFile("https://a.example/t/y") {
		t.Error("two tables of one server have two sessions")
	}
}

// The example bots of docs/bot-authors.md play a whole game on the real server.
func TestExampleBots(t *testing.T) {
	url := serveForTest(t)
	gobot := filepath.Join(t.TempDir(), "gobot")
	if said, err := exec.Command("go", "build", "-o", gobot, "../../docs/examples/gobot").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for _, tc := range []struct {
		name string
		cmd  *exec.Cmd
	}{
		{"go, earthquake", exec.CommandContext(t.Context(), gobot, "-url", url, "-game", "earthquake")},
		{"go, epigo", exec.CommandContext(t.Context(), gobot, "-url", url, "-game", "epigo")},
		{"curl, conqueror", exec.CommandContext(t.Context(), "../../docs/examples/curlbot.sh", "conqueror")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.cmd.Env = append(os.Environ(), "ATOLL_URL="+url)
			said, err := tc.cmd.CombinedOutput()
			if err != nil || !bytes.Contains(said, []byte("rank")) {
				t.Errorf("%v\n%s", err, said)
			}
		})
	}
}

// Wherever a game is told, the people whose game it is are named.
func TestCreditsStandWhereGamesAreTold(t *testing.T) {
	read := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	readme := read("../../README.md")
	for _, g := range games.All() {
		english := read("../../docs/rules/" + g.ID + ".md")
		for what, text := range map[string]string{"README.md": readme, "the rules page": english} {
			if !strings.Contains(text, g.Credit.Text()) || !strings.Contains(text, game.Independent) {
				t.Errorf("%s: %s does not say: %s %s", g.ID, what, g.Credit.Text(), game.Independent)
			}
		}
		for lang, independent := range independent {
			text := read("../../docs/rules/" + lang + "/" + g.ID + ".md")
			for _, name := range append(append([]string{g.Credit.Publisher}, g.Credit.Designers...), g.Credit.Developers...) {
				if !strings.Contains(text, name) {
					t.Errorf("%s: the page in %s does not name %s", g.ID, lang, name)
				}
			}
			if !strings.Contains(text, independent) {
				t.Errorf("%s: the page in %s does not say that Atoll is independent", g.ID, lang)
			}
		}
	}
	dirs, err := filepath.Glob("../../docs/rules/[a-z][a-z]")
	if err != nil || len(dirs) != len(independent) {
		t.Errorf("rules are in %s, and we know what %d of them say of Atoll (%v)", dirs, len(independent), err)
	}
}

// A rules page has a row for every option of its game, with every value and the default first.
func TestRulesPagesHaveEveryOption(t *testing.T) {
	for _, g := range games.All() {
		page, err := os.ReadFile("../../docs/rules/" + g.ID + ".md")
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range g.Options {
			_, row, found := strings.Cut(string(page), "\n| `"+o.Key+"` | ")
			row, _, _ = strings.Cut(row, " |")
			if !found {
				t.Errorf("%s: no row for the option %s", g.ID, o.Key)
				continue
			}
			normal := "`" + o.Default.String() + "` (normal)"
			if o.Kind == game.Limit {
				normal = "normally " + o.Default.String()
			}
			if !strings.Contains(row, normal) {
				t.Errorf("%s: the row of %s does not say %s: %s", g.ID, o.Key, normal, row)
			}
			for _, v := range o.Values {
				if !strings.Contains(row, "`"+v.Value.String()+"`") {
					t.Errorf("%s: the row of %s does not name %s: %s", g.ID, o.Key, v.Value, row)
				}
			}
		}
	}
}

// independent is how rules pages say whose work Atoll is, by language.
var independent = map[string]string{
	"de": "Atoll ist ein unabhängiges Werk",
	"es": "Atoll es una obra independiente",
	"fr": "Atoll est une œuvre indépendante",
}
