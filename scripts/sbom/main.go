// Command sbom writes the software bill of materials of atoll as SPDX 2.3 JSON:
// every module that is linked into the binary, from the module graph.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

type module struct {
	Path, Version, Sum string
	Main               bool
}

type pkg struct {
	Name      string     `json:"name"`
	ID        string     `json:"SPDXID"`
	Version   string     `json:"versionInfo"`
	Download  string     `json:"downloadLocation"`
	Analyzed  bool       `json:"filesAnalyzed"`
	Licence   string     `json:"licenseDeclared"`
	Copyright string     `json:"copyrightText"`
	Refs      []external `json:"externalRefs,omitempty"`
}

type external struct {
	Category string `json:"referenceCategory"`
	Type     string `json:"referenceType"`
	Locator  string `json:"referenceLocator"`
}

type relation struct {
	From string `json:"spdxElementId"`
	Type string `json:"relationshipType"`
	To   string `json:"relatedSpdxElement"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: sbom VERSION")
		os.Exit(2)
	}
	if err := write(os.Stdout, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func write(out io.Writer, version string) error {
	list, err := exec.Command("go", "list", "-deps", "-json=Module", "./cmd/atoll").Output()
	if err != nil {
		return fmt.Errorf("listing modules: %w", err)
	}
	seen := map[string]bool{}
	packages := []pkg{{Name: "atoll", ID: "SPDXRef-atoll", Version: version, Download: "NOASSERTION", Licence: "Apache-2.0", Copyright: "NOASSERTION"}}
	relations := []relation{{"SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-atoll"}}
	for dec := json.NewDecoder(bytes.NewReader(list)); ; {
		var p struct{ Module *module }
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		if p.Module == nil || p.Module.Main || seen[p.Module.Path] {
			continue
		}
		seen[p.Module.Path] = true
		id := "SPDXRef-" + strings.NewReplacer("/", "-", "_", "-", "~", "-").Replace(p.Module.Path)
		packages = append(packages, pkg{
			Name: p.Module.Path, ID: id, Version: p.Module.Version, Download: "NOASSERTION", Licence: "NOASSERTION", Copyright: "NOASSERTION",
			Refs: []external{{"PACKAGE-MANAGER", "purl", "pkg:golang/" + p.Module.Path + "@" + p.Module.Version}},
		})
		relations = append(relations, relation{"SPDXRef-atoll", "DEPENDS_ON", id})
	}
	enc := json.NewEncoder(out)
	enc.SetIndent("", " ")
	return enc.Encode(map[string]any{
		"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
		"name": "atoll-" + version, "documentNamespace": "https://atoll.invalid/spdx/" + version,
		"creationInfo": map[string]any{"created": time.Now().UTC().Format(time.RFC3339), "creators": []string{"Tool: atoll-sbom"}},
		"packages":     packages, "relationships": relations,
	})
}
