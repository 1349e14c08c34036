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

// PlainVerb turns "goes to" into "go to": what you do.
func PlainVerb(text string) string {
	verb, rest, _ := strings.Cut(text, " ")
	switch {
	case verb == "is":
		verb = "are"
	case verb == "has":
		verb = "have"
	case verb == "goes":
		verb = "go"
	case strings.HasSuffix(verb, "shes"):
		verb = strings.TrimSuffix(verb, "es")
	case strings.HasSuffix(verb, "s"):
		verb = strings.TrimSuffix(verb, "s")
	}
	return verb + " " + rest
}
