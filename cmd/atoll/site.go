package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"atoll/bots/all"
	"atoll/games"
	"atoll/server/wire"
	"atoll/web"
)

func siteCommand() kong.Option {
	return kong.DynamicCommand("site", "Write a folder for any web space: bots, lessons, puzzles, analysis and rules without a server.", "", &siteCmd{})
}

type siteCmd struct {
	Dir  string `arg:"" help:"Folder to write; files of an earlier site in it are replaced." type:"path"`
	JSON bool   `help:"One JSON object."`
}

func (c siteCmd) Run(e *env) error {
	n, err := writeSite(c.Dir, web.Files())
	if err != nil {
		return err
	}
	if c.JSON {
		return e.json(map[string]any{"files": n, "folder": c.Dir})
	}
	_, err = fmt.Fprintf(e.out, "%d files written to %s; put them on any web space, below any path\n", n, c.Dir)
	return err
}

// writeSite copies the pages into a folder from which they work without a server.
func writeSite(dir string, files fs.FS) (n int, err error) {
	if _, err := fs.Stat(files, "core/core.json"); err != nil {
		return 0, errors.New("this build has no rules for browsers; 'make build' adds them")
	}
	packed, err := packedRules(files)
	if err != nil {
		return 0, err
	}
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		if d.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		// Browsers unpack gzip themselves where a web space does not; they cannot do so with brotli.
		if path.Ext(name) == ".br" {
			return nil
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if strings.HasSuffix(name, ".js.gz") { // a script is fetched by the browser itself, which does not unpack it
			if data, err = unpacked(data); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			to = strings.TrimSuffix(to, ".gz")
		}
		switch name {
		case "index.html":
			if data, err = siteIndex(string(data)); err != nil {
				return err
			}
		case "core/core.json": // it lists the files of the rules, which are only here in packed form
			data = []byte(packed.Replace(string(data)))
		case "sw.js":
			data = []byte(sitePages.Replace(packed.Replace(string(data))))
		case "manifest.webmanifest":
			data = []byte(sitePages.Replace(string(data)))
		}
		n++
		return os.WriteFile(to, data, 0o644)
	})
	return n, err
}

// packedRules gives the files of the rules, which all have a hash in their names, the names
// under which a site has them.
func packedRules(files fs.FS) (*strings.Replacer, error) {
	names, err := fs.Glob(files, "core/*.gz")
	if err != nil {
		return nil, err
	}
	var pairs []string
	for _, name := range names {
		if name = path.Base(name); !strings.HasSuffix(name, ".js.gz") {
			pairs = append(pairs, strings.TrimSuffix(name, ".gz")+`"`, name+`"`)
		}
	}
	return strings.NewReplacer(pairs...), nil
}

// sitePages names the pages at which an installed app opens: for a shortcut, a file or a shared record.
// Plain web hosting knows only the first page; the rest of a path goes behind its #.
var sitePages = strings.NewReplacer(`"./puzzles"`, `"./#/puzzles"`, `"./analysis"`, `"./#/analysis"`, "analysis?shared", "#/analysis?shared")

func unpacked(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// siteIndex turns a server's first page into one for plain web space: everything it names lies
// beside it, and it knows that there is no server to ask. The games are listed in it, so that they
// are shown before the rules have come.
func siteIndex(html string) ([]byte, error) {
	list, err := json.Marshal(wire.CatalogueOf(games.All(), all.Roster())) // which has no "<"
	if err != nil {
		return nil, err
	}
	html = strings.ReplaceAll(html, `="/`, `="./`)
	html = strings.Replace(html, "<title>", `<meta name="atoll-site" content="yes">`+"\n    <title>", 1)
	return []byte(strings.Replace(html, "</head>", `<script type="application/json" id="atoll-games">`+string(list)+"</script>\n  </head>", 1)), nil
}
