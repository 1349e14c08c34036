package server_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"testing"
)

// The front end's types are made from the document of the API, and say from which.
func TestTheTypesOfTheFrontEndAreFresh(t *testing.T) {
	h := quietHost(t)
	res, err := http.Get(h.web.URL + "/api/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	doc, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	types, err := os.ReadFile("../web/src/lib/api/types.ts")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Appendf(nil, "// sha256 %x\n", sha256.Sum256(doc)); !bytes.Contains(types, want) {
		t.Error("web/src/lib/api/types.ts was made from another document: run `make types`")
	}
}

// The document of the API says of everything what it is: no member, parameter or
// answer is left without a type.
func TestTheDocumentTypesEverything(t *testing.T) {
	h := quietHost(t)
	res, err := http.Get(h.web.URL + "/api/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var doc map[string]any
	if err := json.NewDecoder(res.Body).Decode(&doc); err != nil {
		t.Fatal(err)
	}
	schemas := dig(doc, "components", "schemas").(map[string]any)
	if len(schemas) < 100 {
		t.Fatalf("only %d schemas", len(schemas))
	}
	for name, s := range schemas {
		untyped(t, schemas, name, s)
	}
}

// untyped finds what has neither a type nor another schema that says it.
func untyped(t *testing.T, schemas map[string]any, where string, v any) {
	t.Helper()
	s, ok := v.(map[string]any)
	if !ok {
		t.Errorf("%s is %v", where, v)
		return
	}
	if ref, ok := s["$ref"].(string); ok {
		if _, found := schemas[ref[len("#/components/schemas/"):]]; !found {
			t.Errorf("%s is %s, which is not there", where, ref)
		}
		return
	}
	for _, several := range []string{"oneOf", "anyOf"} {
		list, _ := s[several].([]any)
		for _, one := range list {
			untyped(t, schemas, where+" "+several, one)
		}
		if len(list) > 0 {
			return
		}
	}
	if s["type"] == nil {
		t.Errorf("%s has no type", where)
	}
	if items, ok := s["items"]; ok {
		untyped(t, schemas, where+"[]", items)
	}
	props, _ := s["properties"].(map[string]any)
	for name, p := range props {
		untyped(t, schemas, where+"."+name, p)
	}
	switch more := s["additionalProperties"].(type) {
	case map[string]any:
		untyped(t, schemas, where+".*", more)
	case bool:
	default:
		if props == nil && s["type"] == "object" {
			t.Errorf("%s is an object of nothing", where)
		}
	}
}
