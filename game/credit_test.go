package game

import "testing"

func TestCreditInSentences(t *testing.T) {
	for want, c := range map[string]Credit{
		"":                          {},
		"Designed by Ann. Ask her.": {Designers: []string{"Ann"}, Box: "Ask her."},
		"Designed by Ann and Ben. Developed by Cy, Di and Ed. Published by F.": {Designers: []string{"Ann", "Ben"}, Developers: []string{"Cy", "Di", "Ed"}, Publisher: "F"},
		"Nobody is named. Make it yourself.":                                   {About: "Nobody is named.", Box: "Make it yourself."},
	} {
		if got := c.Text(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
