// Package web holds the browser's side of Atoll, embedded into the binary.
//
// `npm run build` writes dist/app. Without it the binary still builds and
// serves one page that says so: dist/placeholder is part of the tree.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Built reports whether the front end was built before the binary was.
func Built() bool {
	_, err := fs.Stat(dist, "dist/app/index.html")
	return err == nil
}

// Files returns the files to serve from the root. index.html answers every
// path that is no file: the pages have their own routes. Names under assets/
// carry a hash of their content and may be cached for ever.
func Files() fs.FS {
	dir := "dist/placeholder"
	if Built() {
		dir = "dist/app"
	}
	sub, err := fs.Sub(dist, dir)
	if err != nil {
		panic("web: " + err.Error())
	}
	return sub
}
