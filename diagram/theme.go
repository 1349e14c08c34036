package diagram

import (
	"fmt"
	"strings"

	"atoll/draw"
)

// A shade is the dark side of a colour that turns with the page: of fills, and
// of strokes where these differ.
type shade struct{ light, dark, stroke string }

// theme has the colours of all games; each game adds its own. What is in neither
// (gold, lapis, lava, ivory) is the same by day and by night.
var theme = []shade{
	{light: draw.Ground, dark: "#0B1620"},
	{light: draw.Paper, dark: "#13222E"},
	{light: draw.Halo, dark: "#08131C"},
	{light: draw.Shade, dark: "#02080D"},
	{light: draw.Lit, dark: "#03161C"},
	{light: draw.Foam, dark: "#2D5A68"},
	{light: draw.Badge, dark: "#08131C"},
	{light: draw.Ink, dark: "#EAF1F3"},
	{light: draw.Ink2, dark: "#B0C2CD"},
	{light: draw.Ink3, dark: "#90A6B4"},
	{light: draw.Hair, dark: "#294152"},
	{light: draw.Primary, dark: "#62C6D8"},
	{light: draw.Note, dark: "#FF8FC7"},
	{light: draw.OK, dark: "#84D094"},
	{light: draw.Danger, dark: "#FF9B91"},
	{light: draw.Last, dark: "#C08F2A"},
	{light: draw.SeatColours[0], dark: "#5C98F5"},
	{light: draw.SeatColours[1], dark: "#F57B4B"},
	{light: draw.SeatColours[2], dark: "#44B57C"},
	{light: draw.SeatColours[3], dark: "#EBB43B"},
	{light: draw.SeatColours[4], dark: "#A28AC7"},
	{light: draw.SeatColours[5], dark: "#A9B8C2"},
}

// rules returns the style rules that turn the colours which occur in a drawing.
// The attributes keep the light side, for viewers that know no styles.
func rules(scope, drawing string) string {
	var out strings.Builder
	for _, t := range shades() {
		stroke := t.stroke
		if stroke == "" {
			stroke = t.dark
		}
		for _, a := range []struct{ name, dark string }{{"fill", t.dark}, {"stroke", stroke}} {
			if strings.Contains(drawing, a.name+`="`+t.light+`"`) {
				fmt.Fprintf(&out, `%s[%s="%s"]{%s:light-dark(%s,%s)}`, scope, a.name, t.light, a.name, t.light, a.dark)
			}
		}
	}
	return out.String()
}

// Theme returns the style sheet of pages that have the drawings inside them:
// there the page's own theme decides, and its fonts are at hand.
func Theme() []byte {
	var all strings.Builder
	for _, f := range Figures() {
		all.Write(f.Render())
	}
	css := strings.ReplaceAll(rules(".diagram ", all.String()), "}", "}\n")
	return []byte("/* Made by package diagram: go test ./diagram -update. */\n" + css)
}
