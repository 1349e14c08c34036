package share

import (
	"bytes"
	"fmt"
	"image/png"
	"strings"
	"unicode/utf8"

	"atoll/draw"
)

// The size that every site which shows links asks for.
const (
	cardW = 1200
	cardH = 630
)

// Card is what a picture of a link shows, and all of it: equal cards are equal
// pictures.
type Card struct {
	Eyebrow string // a short line above the title
	Live    bool   // the eyebrow has the mark of what goes on right now
	Title   string
	Line    string
	Rows    []Row
	Bar     []Part // shares of a whole, as chances of winning

	board Drawn
}

// Row is a line with a name.
type Row struct {
	Place string      // before the name
	Chip  *draw.Board `json:"-"`
	Free  bool        // a seat that nobody has taken
	Name  string
	Value string // at the right
	Lead  bool   // who has won or leads
}

// Part is a share of a bar.
type Part struct {
	Colour string
	Share  float64
	Name   string
}

// Drawn is a board, or a text where a game has no picture.
type Drawn struct {
	Board draw.Board
	Text  string
}

const (
	seaPale  = "#DCEDF0"
	seaLight = "#C6E3E9"
	seaLine  = "#A6D1DA"
	textAt   = 652.0
	textWide = 508.0
)

// svg draws the card.
func (card *Card) svg() *draw.Canvas {
	c := &draw.Canvas{}
	c.Rect(0, 0, cardW, cardH, 0, draw.Fill(seaPale))
	c.Raw(`<ellipse cx="280" cy="322" rx="420" ry="330" fill="%s"/>`, seaLight)
	for _, x := range []float64{806, 1012} {
		c.Path(fmt.Sprintf("M%s -10C%s 130 %s 210 %s 330S%s 520 %s 640", draw.Num(x), draw.Num(x+70), draw.Num(x+10), draw.Num(x+96), draw.Num(x+140), draw.Num(x+66)),
			`fill="none" stroke="`+seaLine+`" stroke-width="3"`)
	}
	if card.board.Board.Draw != nil {
		c.Fit(card.board.Board, 36, 30, 570, 570)
	} else {
		textBoard(c, card.board.Text, 36, 30, 570, 570)
	}
	card.words(c)
	mark(c, textAt, 556, 52)
	c.Raw(`<text x="%s" y="%s" font-size="44" %s font-weight="700" fill="%s">Atoll</text>`, draw.Num(textAt+68), "596", draw.Serif, draw.Ink)
	return c
}

// words writes the right half, from the top.
func (card *Card) words(c *draw.Canvas) {
	y := 96.0
	if card.Eyebrow != "" {
		x, colour := textAt, draw.Note
		if card.Live {
			c.Circle(x+14, y-13, 15, draw.Fill("#FBE3E0"))
			c.Circle(x+14, y-13, 9, draw.Fill(draw.Danger))
			x, colour = x+40, draw.Danger
		}
		write(c, x, y, 36, clip(card.Eyebrow, 36, heavy, textWide-(x-textAt)), heavy, colour)
		y += 72
	} else {
		y += 14
	}
	const serif = draw.Serif + ` font-weight="700"`
	size, lines := 64.0, wrap(card.Title, 64, serif, textWide)
	if small := wrap(card.Title, 54, serif, textWide); len(small) < len(lines) || len(lines) > 2 {
		size, lines = 54, small
	}
	if most := 3; len(lines) > most {
		lines = append(lines[:most-1], clip(strings.Join(lines[most-1:], " "), size, serif, textWide))
	}
	for _, line := range lines {
		write(c, textAt, y, size, line, serif, draw.Ink)
		y += size * 1.14
	}
	if card.Line != "" {
		for _, line := range limit(wrap(card.Line, 36, "", textWide), 3) {
			write(c, textAt, y-4, 36, line, "", draw.Ink2)
			y += 46
		}
	}
	y += 26
	card.rows(c, y)
}

// rows writes the list of names: in two columns where one is too short.
func (card *Card) rows(c *draw.Canvas, y float64) {
	const bottom, least, gap = 540.0, 54.0, 24.0
	room := bottom - y
	if len(card.Bar) > 0 {
		room -= 96
	}
	columns, wide := 1, textWide
	fit := max(1, int(room/least))
	if len(card.Rows) > fit {
		columns, wide = 2, (textWide-gap)/2
	}
	rows := card.Rows[:min(len(card.Rows), columns*fit)]
	each := (len(rows) + columns - 1) / columns
	step := min(66, room/float64(max(1, each)))
	for i, r := range rows {
		r.draw(c, textAt+float64(i/each)*(wide+gap), y+float64(i%each)*step, wide)
	}
	if len(card.Bar) > 0 {
		card.bar(c, y+float64(each)*step-10)
	}
}

func (r *Row) draw(c *draw.Canvas, x, y, wide float64) {
	style, right := "", x+wide
	if r.Lead {
		style = heavy
	}
	switch {
	case r.Free:
		c.Rect(x+3, y-35, 42, 42, 11, `fill="none" stroke="`+draw.Ink3+`" stroke-width="3" stroke-dasharray="7 5"`)
		x += 60
	case r.Chip != nil:
		c.Fit(*r.Chip, x, y-37, 48, 48)
		x += 60
	case r.Place != "":
		write(c, x, y, 38, r.Place, draw.Serif+` font-weight="700"`, draw.Ink)
		x += 54
	}
	if r.Value != "" {
		c.Raw(`<text x="%s" y="%s" font-size="38" text-anchor="end" font-weight="600" %s fill="%s">%s</text>`,
			draw.Num(right), draw.Num(y), draw.Sans, draw.Ink, draw.Escape(r.Value))
		right -= draw.Width(r.Value, 38, heavy) + 20
	}
	colour := draw.Ink
	if r.Free {
		colour = draw.Ink2
	}
	write(c, x, y, 38, clip(r.Name, 38, style, right-x), style, colour)
}

func (card *Card) bar(c *draw.Canvas, y float64) {
	x := textAt
	for i, p := range card.Bar {
		w := p.Share * textWide
		if w > 0 {
			c.Rect(x, y, w, 26, 0, draw.Fill(p.Colour))
		}
		x += w
		if i == 0 {
			write(c, textAt, y+66, 36, clip(p.Name, 36, "", textWide), "", draw.Ink2)
		}
	}
}

const heavy = `font-weight="600"`

func write(c *draw.Canvas, x, y, size float64, text, style, colour string) {
	if !strings.Contains(style, "font-family") {
		style += " " + draw.Sans
	}
	c.Raw(`<text x="%s" y="%s" font-size="%s" %s fill="%s">%s</text>`, draw.Num(x), draw.Num(y), draw.Num(size), style, colour, draw.Escape(text))
}

// mark draws Atoll's sign.
func mark(c *draw.Canvas, x, y, size float64) {
	c.Raw(`<g transform="translate(%s %s) scale(%.4f)">`, draw.Num(x), draw.Num(y), size/64)
	c.Circle(32, 32, 21.5, draw.Fill("#8FD3E0"))
	c.Path("M6.3 35.6A29 29 0 0 1 37.4 6.6A52 52 0 0 0 6.3 35.6ZM44.2 9.0A24 24 0 0 1 57.4 37.4A60 60 0 0 0 44.2 9.0Z"+
		"M55.6 44.0A20 20 0 0 1 29.2 58.4A70 70 0 0 0 55.6 44.0ZM22.9 56.9A15 15 0 0 1 7.6 42.4A60 60 0 0 0 22.9 56.9Z",
		`fill="`+draw.Ink+`" stroke="`+draw.Ink+`" stroke-width="4.5" stroke-linejoin="round"`)
	c.Path("M24 33c2.7-4 5.3-4 8 0s5.3 4 8 0", `fill="none" stroke="`+draw.Primary+`" stroke-width="3" stroke-linecap="round"`)
	c.Raw(`</g>`)
}

// textBoard writes a position that has no drawing, as large as its longest line
// allows.
func textBoard(c *draw.Canvas, text string, x, y, w, h float64) {
	if text == "" {
		mark(c, x+w/2-200, y+h/2-200, 400)
		return
	}
	c.Rect(x, y, w, h, 28, `fill="`+draw.Paper+`" stroke="`+draw.Hair+`" stroke-width="3"`)
	const most = 30
	lines := limit(strings.Split(strings.TrimRight(text, "\n"), "\n"), most)
	wide := 1.0
	for _, line := range lines {
		wide = max(wide, draw.Width(line, 1, draw.Mono))
	}
	size := min(32, (w-60)/wide, (h-60)/(1.35*float64(len(lines))))
	top := y + (h-1.35*size*float64(len(lines)))/2 + size
	left := x + (w-wide*size)/2
	for i, line := range lines {
		write(c, left, top+1.35*size*float64(i), size, line, draw.Mono+` font-weight="700"`, draw.Ink)
	}
}

// wrap breaks a text into lines no wider than wide, where it has spaces.
func wrap(text string, size float64, style string, wide float64) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		word = clip(word, size, style, wide)
		switch {
		case line == "":
			line = word
		case draw.Width(line+" "+word, size, style) <= wide:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

func limit(lines []string, n int) []string { return lines[:min(n, len(lines))] }

// clip shortens a text to a width.
func clip(text string, size float64, style string, wide float64) string {
	const dots = "…"
	left, end := wide, -1 // end: where the text is cut if it must be
	more := draw.Width(dots, size, style)
	for i, r := range text {
		if left < more && end < 0 {
			end = i
		}
		if left -= draw.Width(string(r), size, style); left < 0 {
			if end < 0 {
				end = i
			}
			for end > 0 && draw.Width(text[:end]+dots, size, style) > wide {
				_, n := utf8.DecodeLastRuneInString(text[:end])
				end -= n
			}
			return strings.TrimRight(text[:end], " ") + dots
		}
	}
	return text
}

// PNG is the card as a picture.
func (card *Card) PNG() ([]byte, error) {
	var out bytes.Buffer
	err := png.Encode(&out, card.svg().Raster(cardW, cardH, 1, seaPale))
	return out.Bytes(), err
}
