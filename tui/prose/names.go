package prose

import (
	"slices"
	"strings"
)

// NameSeat puts a player's name in place of a seat of one letter or figure.
func NameSeat(text, seat, name string) string {
	figure := seat[0] >= '0' && seat[0] <= '9' // a bare one may count something
	words := strings.Split(text, " ")
	for i, w := range words {
		bare := strings.TrimRight(w, ".,:;")
		if bare != seat || figure && (i == 0 || strings.ToLower(words[i-1]) != "explorer") {
			continue
		}
		if figure {
			words[i-1] = ""
		}
		words[i] = Within(name) + w[len(bare):]
		if first := i == 0 || figure && i == 1; first && name == You && i+1 < len(words) {
			words[i+1] = strings.TrimSpace(PlainVerb(words[i+1] + " "))
			for j := i + 2; j+1 < len(words) && !strings.HasSuffix(words[j], "."); j++ { // "and has", "and discards"
				if words[j] == "and" && slices.Contains([]string{"has", "wins", "discards", "goes", "climbs", "springs", "swims"}, words[j+1]) {
					words[j+1] = strings.TrimSpace(PlainVerb(words[j+1] + " "))
				}
			}
		}
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// what a side itself does, where everything else after its name is a thing of its own:
// "South resigns.", but "South 4 stays."
var sideDoes = []string{"resigns", "is", "offers", "accepts", "wins"}

// NameSide puts a player's name in place of a side's in full.
func NameSide(text, side, name string) string {
	owner := name + "'s"
	if name == You {
		owner = "your"
	}
	words := strings.Split(text, " ")
	for i, w := range words {
		bare := strings.TrimRight(w, ".,:;")
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch {
		case bare == side+"'s":
			words[i] = owner + w[len(bare):]
		case bare != side:
		case slices.Contains(sideDoes, strings.TrimRight(next, ".,:;")):
			words[i] = Within(name)
			if i > 0 && strings.HasSuffix(words[i-1], ".") {
				words[i] = name
			}
			if name == You {
				words[i+1] = strings.TrimSpace(PlainVerb(next + " "))
			}
		case bare == w && next != "":
			words[i] = owner
		}
	}
	return strings.Join(words, " ")
}

// PlainVerb turns "goes to" into "go to": what you do.
func PlainVerb(text string) string {
	verb, rest, _ := strings.Cut(text, " ")
	if bare := strings.TrimRight(verb, ".,:;"); bare != verb {
		plain := strings.TrimSpace(PlainVerb(bare + " "))
		return plain + verb[len(bare):] + " " + rest
	}
	switch {
	case verb == "is":
		verb = "are"
	case verb == "has":
		verb = "have"
	case len(verb) > 4 && strings.HasSuffix(verb, "ies"):
		verb = strings.TrimSuffix(verb, "ies") + "y"
	case sibilant(verb):
		verb = strings.TrimSuffix(verb, "es")
	case strings.HasSuffix(verb, "s"):
		verb = strings.TrimSuffix(verb, "s")
	}
	return verb + " " + rest
}

// sibilant reports whether a verb takes a whole "es": goes, passes, pushes, catches.
func sibilant(verb string) bool {
	return slices.ContainsFunc([]string{"oes", "sses", "shes", "ches", "xes", "zzes"}, func(end string) bool {
		return strings.HasSuffix(verb, end)
	})
}
