package share

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"net/http"
	"slices"

	"atoll/draw"
	"atoll/game"
	"atoll/match"
	"atoll/server/wire"
)

const (
	gifSide   = 420 // pixels
	gifBar    = 44  // below the board
	mostSteps = 16
	gifDelay  = 90 // hundredths of a second
	gifLast   = 260
)

// serveGIF is the animation of one turn (?at=) or of the last steps (?last=).
func (s *Share) serveGIF(w http.ResponseWriter, r *http.Request, p page) {
	ctx := r.Context()
	t, sight := s.stranger(ctx, p.id)
	if t == nil || t.Status == match.Open {
		s.Refuse(w, noPicture)
		return
	}
	last := int(min(mostSteps, number(r.URL.Query().Get("last"))))
	if last == 0 {
		last = 8
	}
	if p.at > 0 {
		last = 0
	}
	l, names := tongueOf(r.URL.Query().Get("lang")), namesOf(wire.SeatInfos(t.Config, t.Seats, 0, 0))
	title := l.say("against", names[0], l.list(names[1:]))
	if t.Status == match.Over {
		title = outcome(names, t.Result(), l)
	}
	title = writable(title, t.Config.Game.Name)
	sum := sha256.Sum256(fmt.Appendf(nil, "gif %s %s %d %d %d %s", drawing, t.ID, t.Step, p.at, last, title))
	key := hex.EncodeToString(sum[:12])
	if s.unchanged(w, r, key) {
		return
	}
	data, err := s.make(ctx, key, func() ([]byte, error) { return s.animate(ctx, t, sight, p.at, last, title) })
	s.answer(w, r, "image/gif", data, err)
}

// animate draws the steps of a turn, or the last ones.
func (s *Share) animate(ctx context.Context, t *match.Table, sight game.Viewer, at int64, last int, title string) ([]byte, error) {
	_, _, steps, err := t.At(at)
	if err != nil {
		return nil, err
	}
	from, to := max(0, len(steps)-1-last), len(steps)-1
	if at > 0 {
		if from, to, err = turnAround(t, steps, slices.Index(steps, at)); err != nil {
			return nil, err
		}
	}
	var frames []*image.RGBA
	var before game.State
	for i := from; i <= to; i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		st, _, _, err := t.At(steps[i])
		if err != nil {
			return nil, err
		}
		look := game.Look(st, sight)
		if i > from && bytes.Equal(look.AppendText(nil), before.AppendText(nil)) {
			continue // nothing that a stranger could see
		}
		frames = append(frames, s.frame(look, before, title, i, len(steps)-1))
		before = look
	}
	return encode(frames)
}

// turnAround finds the steps of the turn that led to steps[i]: what the same seat
// decided in a row with what chance added, or one simultaneous choice.
func turnAround(t *match.Table, steps []int64, i int) (from, to int, err error) {
	mover := func(k int) (game.Seats, error) {
		st, _, _, err := t.At(steps[k])
		if err != nil {
			return 0, err
		}
		return st.Acting(), nil
	}
	if i == 0 {
		return 0, 0, nil
	}
	from, to = i-1, i
	who, err := mover(from)
	for ; err == nil && from > 0 && to-from < mostSteps; from-- {
		var prev game.Seats
		if prev, err = mover(from - 1); err != nil {
			break
		}
		nature := game.Only(game.Nature)
		if who == nature {
			who = prev
		} else if prev != who && prev != nature || who.Len() > 1 {
			break
		}
	}
	return from, to, err
}

// frame is one picture of an animation.
func (s *Share) frame(look, before game.State, title string, step, of int) *image.RGBA {
	c := &draw.Canvas{}
	d := s.drawn(look, before)
	if d.Board.Draw != nil {
		c.Fit(d.Board, 10, 10, gifSide-20, gifSide-20)
	} else {
		textBoard(c, d.Text, 10, 10, gifSide-20, gifSide-20)
	}
	mark(c, 12, gifSide+4, 32)
	write(c, 54, gifSide+27, 20, clip(title, 20, heavy, gifSide-150), heavy, draw.Ink)
	c.Raw(`<text x="%d" y="%d" font-size="18" text-anchor="end" %s fill="%s">%d / %d</text>`, gifSide-14, gifSide+27, draw.Sans, draw.Ink2, step, of)
	return c.Raster(gifSide, gifSide+gifBar, 1, seaLight)
}

// encode makes an animation in which each frame has only what it changes.
func encode(frames []*image.RGBA) ([]byte, error) {
	palette, index := colours(frames)
	anim := &gif.GIF{Config: image.Config{ColorModel: palette, Width: gifSide, Height: gifSide + gifBar}}
	var shown *image.Paletted
	for i, frame := range frames {
		now := image.NewPaletted(frame.Bounds(), palette)
		for k := range now.Pix {
			now.Pix[k] = index(frame.Pix[4*k], frame.Pix[4*k+1], frame.Pix[4*k+2])
		}
		part := now
		if shown != nil {
			part = now.SubImage(changed(shown, now)).(*image.Paletted)
		}
		shown = now
		delay := gifDelay
		if i == len(frames)-1 {
			delay = gifLast
		}
		anim.Image, anim.Delay, anim.Disposal = append(anim.Image, part), append(anim.Delay, delay), append(anim.Disposal, gif.DisposalNone)
	}
	var out bytes.Buffer
	err := gif.EncodeAll(&out, anim)
	return out.Bytes(), err
}

// changed is the rectangle in which two frames differ; never an empty one.
func changed(a, b *image.Paletted) image.Rectangle {
	r := image.Rectangle{Min: b.Rect.Max}
	for y := range b.Rect.Dy() {
		for x := range b.Rect.Dx() {
			if a.Pix[y*a.Stride+x] != b.Pix[y*b.Stride+x] {
				r.Min.X, r.Min.Y = min(r.Min.X, x), min(r.Min.Y, y)
				r.Max.X, r.Max.Y = max(r.Max.X, x+1), max(r.Max.Y, y+1)
			}
		}
	}
	if r.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return r
}

// colours picks the 255 commonest colours of the frames, and a function that finds
// the nearest of them.
func colours(frames []*image.RGBA) (color.Palette, func(r, g, b uint8) uint8) {
	const bits = 4 // of each part, dropped: shades at edges fall together
	count := map[uint32]int{}
	id := func(r, g, b uint8) uint32 { return uint32(r>>bits)<<16 | uint32(g>>bits)<<8 | uint32(b>>bits) }
	exact := map[uint32]map[uint32]int{} // the commonest colour of each group stands for it
	for _, f := range frames {
		for k := 0; k < len(f.Pix); k += 4 {
			r, g, b := f.Pix[k], f.Pix[k+1], f.Pix[k+2]
			group := id(r, g, b)
			count[group]++
			if exact[group] == nil {
				exact[group] = map[uint32]int{}
			}
			exact[group][uint32(r)<<16|uint32(g)<<8|uint32(b)]++
		}
	}
	groups := make([]uint32, 0, len(count))
	for g := range count {
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b uint32) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return int(a) - int(b)
	})
	groups = groups[:min(255, len(groups))]
	var palette color.Palette
	for _, g := range groups {
		best, most := uint32(0), -1
		for c, n := range exact[g] {
			if n > most || n == most && c < best {
				best, most = c, n
			}
		}
		palette = append(palette, color.RGBA{uint8(best >> 16), uint8(best >> 8), uint8(best), 255})
	}
	near := map[uint32]uint8{}
	return palette, func(r, g, b uint8) uint8 {
		c := uint32(r)<<16 | uint32(g)<<8 | uint32(b)
		i, ok := near[c]
		if !ok {
			i = uint8(palette.Index(color.RGBA{r, g, b, 255}))
			near[c] = i
		}
		return i
	}
}
