package web

import "embed"

// Lessons are data that the pages and the terminal share: the steps, and their
// words in English.
//
//go:embed src/games/*/lesson.json src/games/*/lesson.en.json
var lessons embed.FS

// Lesson returns the steps of a game's lesson and their words, as JSON; nothing for
// a game that has none.
func Lesson(game string) (steps, words []byte) {
	steps, _ = lessons.ReadFile("src/games/" + game + "/lesson.json")
	words, _ = lessons.ReadFile("src/games/" + game + "/lesson.en.json")
	return steps, words
}
