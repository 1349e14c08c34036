package server_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
)

var updatePromise = flag.Bool("update", false, "write testdata/api-1.txt anew; only to add to it after a release")

const promiseFile = "testdata/api-1.txt"

// TestTheAPIKeepsItsPromise compares the document of the API with what 1.x has
// promised (docs/promises.md): every route, parameter, member and value that was
// there is there and of the same type, and no request needs more than it did.
func TestTheAPIKeepsItsPromise(t *testing.T) {
	h := serve(t)
	res, err := http.Get(h.web.URL + "/api/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var doc map[string]any
	if err := json.NewDecoder(res.Body).Decode(&doc); err != nil {
		t.Fatal(err)
	}
	now := promises(doc)
	if *updatePromise {
		if err := os.WriteFile(promiseFile, []byte(strings.Join(now, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(promiseFile)
	if err != nil {
		t.Fatal(err)
	}
	promised := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(promised) < 300 {
		t.Fatalf("only %d lines are promised", len(promised))
	}
	for _, line := range promised {
		if strings.HasPrefix(line, "needs ") {
			continue // fewer needs break nobody
		}
		if _, found := slices.BinarySearch(now, line); !found && !nowTyped(now, line) {
			t.Errorf("promised and gone: %s", line)
		}
	}
	for _, line := range now {
		if needs, ok := strings.CutPrefix(line, "needs "); ok && !slices.Contains(promised, line) {
			schema, _, _ := strings.Cut(needs, ".")
			if slices.ContainsFunc(promised, func(p string) bool { return strings.HasPrefix(p, "has "+schema+".") }) {
				t.Errorf("a request needs more than was promised: %s", needs)
			}
		}
	}
}

// nowTyped reports whether a member that could be anything is still there, with a
// type.
func nowTyped(now []string, line string) bool {
	for _, anything := range []string{" any", " []any|null"} {
		if member, ok := strings.CutSuffix(line, anything); ok {
			return slices.ContainsFunc(now, func(l string) bool { return strings.HasPrefix(l, member+" ") })
		}
	}
	return false
}

// promises lists what a document says, a line each, sorted.
func promises(doc map[string]any) []string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	schemas, _ := dig(doc, "components", "schemas").(map[string]any)
	asked := map[string]bool{}
	paths, _ := doc["paths"].(map[string]any)
	for path, item := range paths {
		for method, op := range item.(map[string]any) {
			op, ok := op.(map[string]any)
			if !ok {
				continue
			}
			route := strings.ToUpper(method) + " " + path
			add("route %s", route)
			params, _ := op["parameters"].([]any)
			for _, p := range params {
				p := p.(map[string]any)
				add("takes %s %s %s", route, p["name"], typeName(dig(p, "schema")))
				if p["required"] == true && p["in"] != "path" {
					add("needs %s ?%s", route, p["name"])
				}
			}
			body := typeName(dig(op, "requestBody", "content", "application/json", "schema"))
			if body != "" {
				add("takes %s body %s", route, body)
				mark(schemas, body, asked)
			}
			answers, _ := op["responses"].(map[string]any)
			for code, a := range answers {
				headers, _ := dig(a, "headers").(map[string]any)
				for name := range headers {
					add("gives %s %s header %s", route, code, name)
				}
				content, _ := dig(a, "content").(map[string]any)
				for kind, c := range content {
					if strings.HasPrefix(code, "2") {
						add("gives %s %s %s %s", route, code, kind, typeName(dig(c, "schema")))
					}
				}
			}
		}
	}
	schemes, _ := dig(doc, "components", "securitySchemes").(map[string]any)
	for name, s := range schemes {
		add("secures %s %v %v %v", name, dig(s, "type"), dig(s, "scheme"), dig(s, "name"))
	}
	members := func(name string, s any) {
		props, _ := dig(s, "properties").(map[string]any)
		for prop, p := range props {
			add("has %s.%s %s", name, prop, typeName(p))
			values, _ := dig(p, "enum").([]any)
			for _, v := range values {
				add("has %s.%s = %v", name, prop, v)
			}
		}
	}
	for name, s := range schemas {
		members(name, s)
		values, _ := dig(s, "enum").([]any)
		for _, v := range values {
			add("has %s = %v", name, v)
		}
		either, _ := dig(s, "oneOf").([]any) // told apart by their kind
		for _, one := range either {
			kind, _ := dig(one, "properties", "kind", "enum").([]any)
			members(fmt.Sprintf("%s %v", name, kind), one)
		}
		required, _ := dig(s, "required").([]any)
		for _, r := range required {
			if asked[name] {
				add("needs %s.%v", name, r)
			}
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// mark notes a schema of a request and all that it is made of.
func mark(schemas map[string]any, name string, asked map[string]bool) {
	name = strings.TrimPrefix(name, "[]")
	if s, ok := schemas[name]; ok && !asked[name] {
		asked[name] = true
		props, _ := dig(s, "properties").(map[string]any)
		for _, p := range props {
			mark(schemas, typeName(p), asked)
		}
	}
}

func dig(v any, keys ...string) any {
	for _, k := range keys {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[k]
	}
	return v
}

// typeName is a schema in a word.
func typeName(s any) string {
	m, ok := s.(map[string]any)
	if !ok {
		return ""
	}
	if ref, ok := m["$ref"].(string); ok {
		return ref[strings.LastIndexByte(ref, '/')+1:]
	}
	switch kind := m["type"].(type) {
	case string:
		if kind == "array" {
			return "[]" + typeName(m["items"])
		}
		return kind
	case []any: // a type or null
		var words []string
		for _, k := range kind {
			if k == "array" {
				k = "[]" + typeName(m["items"])
			}
			words = append(words, fmt.Sprint(k))
		}
		return strings.Join(words, "|")
	default:
		return "any"
	}
}
