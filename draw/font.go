package draw

import (
	"bytes"
	"compress/zlib"
	"embed"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

//go:embed fonts/*.woff
var fontFiles embed.FS

// A face is fonts of one look: what the first lacks the next may have.
type face []*sfnt.Font

var (
	facesOnce sync.Once
	facesRead map[string]face
)

// faces are read once, when the first text is drawn. Programs that write SVG alone
// do without the fonts, so only functions refer to them.
func faces() map[string]face {
	facesOnce.Do(func() { facesRead = readFaces() })
	return facesRead
}

func readFaces() map[string]face {
	file := func(name string) *sfnt.Font {
		data, err := fontFiles.ReadFile("fonts/" + name + "-normal.woff")
		if err == nil {
			data, err = unpackWOFF(data)
		}
		return parseFont(data, err)
	}
	regular, bold := parseFont(goregular.TTF, nil), parseFont(gobold.TTF, nil)
	return map[string]face{
		"serif":      {file("besley-latin-700"), file("besley-latin-ext-700"), bold},
		"sans":       {file("figtree-latin-400"), file("figtree-latin-ext-400"), regular},
		"sans heavy": {file("figtree-latin-600"), file("figtree-latin-ext-600"), bold},
		"mono":       {parseFont(gomonobold.TTF, nil), bold},
	}
}

func parseFont(data []byte, err error) *sfnt.Font {
	var f *sfnt.Font
	if err == nil {
		f, err = sfnt.Parse(data)
	}
	if err != nil {
		panic("draw: a font of the program cannot be read: " + err.Error())
	}
	return f
}

// unpackWOFF turns a WOFF file into the OpenType file that it holds.
func unpackWOFF(data []byte) ([]byte, error) {
	if len(data) < 44 || string(data[:4]) != "wOFF" {
		return nil, errors.New("not a WOFF file")
	}
	be := binary.BigEndian
	count := int(be.Uint16(data[12:]))
	if len(data) < 44+20*count {
		return nil, errors.New("a WOFF file without its directory")
	}
	var search, power uint16 = 1, 0
	for int(search)*2 <= count {
		search, power = search*2, power+1
	}
	out := append([]byte(nil), data[4:8]...)
	for _, n := range []uint16{uint16(count), search * 16, power, uint16(count)*16 - search*16} {
		out = be.AppendUint16(out, n)
	}
	at := len(out) + 16*count
	var tables []byte
	for i := range count {
		entry := data[44+20*i:]
		from, packed, full := int(be.Uint32(entry[4:])), int(be.Uint32(entry[8:])), int(be.Uint32(entry[12:]))
		if from+packed > len(data) {
			return nil, errors.New("a WOFF file that is cut off")
		}
		table := data[from : from+packed]
		if packed != full {
			z, err := zlib.NewReader(bytes.NewReader(table))
			if err != nil {
				return nil, err
			}
			if table, err = io.ReadAll(z); err != nil {
				return nil, err
			}
		}
		out = append(out, entry[:4]...)
		out = append(out, entry[16:20]...)
		out = be.AppendUint32(out, uint32(at+len(tables)))
		out = be.AppendUint32(out, uint32(full))
		tables = append(tables, table...)
		for len(tables)%4 != 0 {
			tables = append(tables, 0)
		}
	}
	return append(out, tables...), nil
}

func faceOf(family, weight string) face {
	name := "sans"
	switch {
	case strings.HasPrefix(family, "Besley"):
		name = "serif"
	case strings.HasPrefix(family, "Go Mono"):
		name = "mono"
	case weight >= "600":
		name = "sans heavy"
	}
	return faces()[name]
}

// glyph finds the font that has a character. If none has it, the glyph is the empty box of the
// first font.
func (f face) glyph(buf *sfnt.Buffer, r rune) (*sfnt.Font, sfnt.GlyphIndex, bool) {
	for _, font := range f {
		if i, err := font.GlyphIndex(buf, r); err == nil && i != 0 {
			return font, i, true
		}
	}
	return f[0], 0, false
}

// CanWrite reports whether every character of a text can be drawn.
func CanWrite(text string) bool {
	var buf sfnt.Buffer
	for _, r := range text {
		if _, _, ok := faces()["sans"].glyph(&buf, r); !ok {
			return false
		}
	}
	return true
}

// Width is how wide a text is in a size; the attributes are those of its drawing.
func Width(text string, size float64, style string) float64 {
	family, weight := "", ""
	if strings.Contains(style, Serif) {
		family = "Besley"
	} else if strings.Contains(style, Mono) {
		family = "Go Mono"
	}
	if strings.Contains(style, `font-weight="6`) || strings.Contains(style, `font-weight="7`) {
		weight = "600"
	}
	return faceOf(family, weight).width(text, size)
}

func (f face) width(text string, size float64) float64 {
	var buf sfnt.Buffer
	sum := 0.0
	for _, r := range text {
		font, i, _ := f.glyph(&buf, r)
		sum += advance(font, &buf, i)
	}
	return sum * size
}

// em is the size in which glyphs are read; pixels come of it by scaling.
const em = 1024

func advance(f *sfnt.Font, buf *sfnt.Buffer, i sfnt.GlyphIndex) float64 {
	a, err := f.GlyphAdvance(buf, i, fixed.I(em), 0)
	if err != nil {
		return .5
	}
	return float64(a) / 64 / em
}

// outline is a text as a shape, its baseline beginning at the origin.
func (f face) outline(text string, size float64) *path {
	var buf sfnt.Buffer
	p, x := &path{}, 0.0
	at := func(q fixed.Point26_6) pt { return pt{x + float64(q.X)/64/em*size, float64(q.Y) / 64 / em * size} }
	for _, r := range text {
		font, i, _ := f.glyph(&buf, r)
		segments, err := font.LoadGlyph(&buf, i, fixed.I(em), nil)
		if err != nil {
			segments = nil
		}
		var last pt
		for _, s := range segments {
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				p.begin(at(s.Args[0]))
				p.close()
				last = at(s.Args[0])
			case sfnt.SegmentOpLineTo:
				last = at(s.Args[0])
				p.to(last)
			case sfnt.SegmentOpQuadTo:
				p.quad(last, at(s.Args[0]), at(s.Args[1]), 1)
				last = at(s.Args[1])
			case sfnt.SegmentOpCubeTo:
				p.curve(last, at(s.Args[0]), at(s.Args[1]), at(s.Args[2]), 1)
				last = at(s.Args[2])
			}
		}
		x += advance(font, &buf, i) * size
	}
	return p
}
