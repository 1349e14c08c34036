package share

import (
	"fmt"
	"strings"
)

// Words of links: they stand outside of the front end, in other people's pages. A
// reader of links says no language, and gets English.
var words = map[string]map[string]string{
	"en": {
		"atoll":      "Board games, against friends or strong bots. No account needed.",
		"start":      "Play a board game",
		"invites":    "%s invites you to %s",
		"invitation": "A table of %s",
		"open":       "Open the link and you sit. No account.",
		"play":       "Play %s with %s",
		"free1":      "one seat free",
		"free":       "%d seats free",
		"freeSeat":   "free",
		"full":       "all seats taken",
		"live":       "on now",
		"watch":      "Watch the game as it is played.",
		"against":    "%s against %s",
		"beat":       "%s beat %s",
		"drew":       "%s drew",
		"see":        "See the moment and try your own plan.",
		"again":      "See the game again, move by move.",
		"move":       "Move %d of %d",
		"moves":      "%s, %d moves",
		"and":        "and",
		"win":        "Win within %d moves",
		"escape":     "Only one way out",
		"toMove":     "to move",
		"puzzle":     "A puzzle",
		"solve":      "Find the move. The answer is proven.",
		"leads":      "%s: %s leads with %s",
		"won":        "%s: %s won with %s",
		"soon":       "announced",
		"over":       "over",
		"players":    "%s, %d players.",
		"mayJoin":    "You may still join.",
		"standings":  "See the standings.",
		"person":     "%s on Atoll",
		"personLine": "Ratings, games and form. Challenge them to a game.",
		"noRating":   "No rated games yet",
		"chance":     "%s's chance: %d to %d %%",
		"untimed":    "no clock",
		"rated":      "rated",
		"unrated":    "unrated",
		"minutes":    "%s min + %d s",
		"days":       "%d days a move",
		"seconds":    "%d s a move",
	},
	"de": {
		"atoll":      "Brettspiele, gegen Freunde oder starke Bots. Ohne Konto.",
		"start":      "Spiel ein Brettspiel",
		"invites":    "%s lädt dich zu %s ein",
		"invitation": "Ein Tisch für %s",
		"open":       "Öffne den Link und du sitzt am Tisch. Ohne Konto.",
		"play":       "%s mit %s spielen",
		"free1":      "ein Platz frei",
		"free":       "%d Plätze frei",
		"freeSeat":   "frei",
		"full":       "alle Plätze besetzt",
		"live":       "läuft gerade",
		"watch":      "Sieh der Partie zu, während sie läuft.",
		"against":    "%s gegen %s",
		"beat":       "%s schlägt %s",
		"drew":       "%s spielen unentschieden",
		"see":        "Sieh den Moment und probiere deinen eigenen Plan.",
		"again":      "Sieh die Partie noch einmal, Zug für Zug.",
		"move":       "Zug %d von %d",
		"moves":      "%s, %d Züge",
		"and":        "und",
		"win":        "Gewinne in höchstens %d Zügen",
		"escape":     "Nur ein Ausweg",
		"toMove":     "ist am Zug",
		"puzzle":     "Eine Aufgabe",
		"solve":      "Finde den Zug. Die Lösung ist bewiesen.",
		"leads":      "%s: %s führt mit %s",
		"won":        "%s: %s gewinnt mit %s",
		"soon":       "angekündigt",
		"over":       "beendet",
		"players":    "%s, %d Teilnehmer.",
		"mayJoin":    "Du kannst noch mitmachen.",
		"standings":  "Sieh den Stand.",
		"person":     "%s auf Atoll",
		"personLine": "Wertungen, Partien und Form. Fordere zum Spiel heraus.",
		"noRating":   "Noch keine gewerteten Partien",
		"chance":     "Chance von %s: %d auf %d %%",
		"untimed":    "ohne Uhr",
		"rated":      "gewertet",
		"unrated":    "ungewertet",
		"minutes":    "%s Min. + %d s",
		"days":       "%d Tage je Zug",
		"seconds":    "%d s je Zug",
	},
}

// tongue writes in one language.
type tongue string

func (l tongue) say(key string, args ...any) string {
	text, ok := words[string(l)][key]
	if !ok {
		panic("share: no words for " + key)
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// tongueOf reads a header that names languages; what it is not sure of is English.
func tongueOf(header string) tongue {
	first, _, _ := strings.Cut(header, ",")
	first, _, _ = strings.Cut(strings.TrimSpace(first), ";")
	first, _, _ = strings.Cut(strings.ToLower(first), "-")
	if _, ok := words[first]; ok {
		return tongue(first)
	}
	return "en"
}

// list joins names.
func (l tongue) list(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " " + l.say("and") + " " + names[n-1]
	}
	return strings.Join(names, "")
}
