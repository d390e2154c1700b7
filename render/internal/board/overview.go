package board

import (
	"image"
	"image/color"
	"slices"

	"grognard/render/internal/geom"
	"grognard/render/internal/ground"
	"grognard/render/internal/layout"
	"grognard/render/internal/sprite"
	"grognard/render/scene"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// OverviewLines returns how many lines the head and the foot of an overview have: two in the head and one in the foot,
// one more in the head if there are points, and one more in the foot if something happened that has a mark.
func OverviewLines(s scene.Scene, list []scene.Cluster) (head, foot int) {
	head, foot = 2, 1
	if s.Board.Score() != nil {
		head++
	}
	if marksOf(s, list) != (marks{}) {
		foot++
	}
	return head, foot
}

// marks says which kinds of marks an overview has.
type marks struct {
	closeUps, fights, losses bool
	came                     scene.Spot // only its Side is set: whose units arrived first; zero without arrivals
	taken                    scene.Spot // the first place that changed hands; zero for none
}

func marksOf(s scene.Scene, list []scene.Cluster) marks {
	m := marks{closeUps: len(list) > 0, fights: len(s.Fights)+len(s.Strikes) > 0,
		losses: slices.ContainsFunc(s.Losses, func(l scene.Loss) bool { return !l.Gone })}
	if came := s.Came(); len(came) > 0 {
		m.came.Side = came[0].Side
	}
	if spots := s.Spots(list); len(spots) > 0 && spots[0].Taken { // those that changed hands come first
		m.taken = spots[0]
	}
	return m
}

// overview is a picture of a whole map for a phone that is being drawn.
type overview struct {
	c     canvas
	list  []scene.Cluster
	signs layout.Signs
	size  float64 // of the type, in pixels
}

// DrawOverview draws a scene on its plain map, for a phone: stacks as blocks, the front, where units went and
// fought, what changed hands, and the parts of the map that the close-ups of a list show, each with its number.
func DrawOverview(a sprite.Atlas, g ground.Sheet, s scene.Scene, list []scene.Cluster, pic *image.Paletted) {
	g.Reprint(pic, pic.Rect)
	o := &overview{canvas{a, g, s, pic}, list, layout.Signs{Body: g.Body}, layout.TypeOf(g.Size.X)}
	o.draw()
}

func (o *overview) draw() {
	body := o.c.pic.SubImage(o.c.Body).(*image.Paletted)
	o.front(body)
	o.moves()
	o.blocks(body)
	o.events(body)
	for _, c := range o.list {
		o.frame(body, c)
	}
	o.arrivals()
	o.places()
	o.numbers()
	o.head()
	o.foot()
}

// front draws the line between the sides. It is unbroken, and thicker than maps with such small hexes have it.
func (o *overview) front(body *image.Paletted) {
	for _, pass := range []struct {
		ink   color.RGBA
		thick float64
	}{{o.c.Style.Halo, 0.3}, {o.c.Style.Ink, 0.15}} {
		frontLine(o.c, func(h hex.Hex, l sprite.FrontLook) {
			s := sprite.Edge(o.c.Atlas,
				sprite.EdgeLook{I: l.I, D: o.c.HexSize, Thick: pass.thick * o.size, Ink: pass.ink})
			sprite.StampAt(body, s, geom.Lerp(o.c.Corner(h, l.I), o.c.Corner(h, l.I+1), 0.5))
		})
	}
}

// moves draws where units went before they fought.
func (o *overview) moves() {
	for i := range o.c.Moves {
		if m := &o.c.Moves[i]; (m.Kind == view.Marched || m.Kind == view.Came) && len(m.Path) > 2 {
			o.move(m)
		}
	}
}

// move draws the path of a move as an arrow.
func (o *overview) move(m *scene.Move) {
	l := o.c.Path(m.Path).Trim(0.2*o.c.HexSize, 0.3*o.c.HexSize)
	k := max(o.c.HexSize, 1.5*o.size)
	p, ok := newPatch(o.c, l.Bounds(headWide*k))
	if !ok || len(l) < 2 {
		return
	}
	s := o.c.SideStyle(m.Side)
	drawArrow(o.c, p, l, k, s.Ink, s.Base, s.Base)
	layPatch(o.c, p)
}

func (o *overview) blocks(body *image.Paletted) {
	for _, s := range o.c.Board.Stacks {
		b := sprite.Block(o.c.Atlas, sprite.BlockLook{Side: s.Side, Height: max(s.Height, len(s.Known)),
			Px: max(o.c.HexSize, blockLeast)})
		sprite.StampAt(body, b, o.c.Centre(s.Hex))
		o.signs.Counters = append(o.signs.Counters, b.Rect.Add(sprite.Corner(b.Rect, o.c.Centre(s.Hex))))
	}
}

// blockLeast is the least height of a hex, in pixels, that blocks are scaled to, however small the hexes are.
const blockLeast = 12

// events marks the hexes in which units fought, and those in which they were lost.
func (o *overview) events(body *image.Paletted) {
	target := sprite.Target(o.c.Atlas, sprite.TargetLook{Size: max(1.25*o.c.HexSize, o.size)})
	for _, f := range o.c.Fights {
		o.mark(body, target, o.c.Centre(f.At))
	}
	for _, r := range o.c.Strikes {
		o.mark(body, target, o.c.Centre(r.At))
	}
	cross := sprite.Cross(o.c.Atlas, sprite.CrossLook{Px: max(o.c.HexSize, 0.9*o.size) / 26})
	for _, l := range o.c.Losses {
		at := o.c.Centre(l.At)
		if o.c.Occupied(l.At) { // beside the block, not on it
			at = at.Offset(0.4*o.c.HexSize, -0.4*o.c.HexSize)
		}
		if !l.Gone {
			o.mark(body, cross, at)
		}
	}
}

// mark stamps a sign on the map and notes that numbers and names must not cover it.
func (o *overview) mark(body, s *image.Paletted, at geom.Point) {
	sprite.StampAt(body, s, at)
	o.signs.Taken = append(o.signs.Taken, s.Rect.Add(sprite.Corner(s.Rect, at)))
}

// arrivals marks the hexes where units arrived with the number of units, unless it would cover another mark or more
// than a third of it would lie on stacks.
func (o *overview) arrivals() {
	for _, n := range o.c.Came() {
		s := sprite.Tally(o.c.Atlas, sprite.TallyLook{Side: n.Side, N: n.N, Px: o.size / 16})
		o.stamp(n.At, s, 0.7, func(at image.Rectangle, earlier []image.Rectangle) bool {
			return at.In(o.c.Body) && covered(at, earlier) == 0 && 3*covered(at, o.signs.Counters) <= at.Dx()*at.Dy()
		})
	}
}

// stamp stamps a sign at the best place beside a hex, at a corner k times as far out, unless fits refuses it.
func (o *overview) stamp(h hex.Hex, s *image.Paletted, k float64, fits func(image.Rectangle, []image.Rectangle) bool) {
	w, high := float64(s.Rect.Dx())/2/o.c.HexSize, float64(s.Rect.Dy())/2/o.c.HexSize
	near := 0.45 + 2/o.c.HexSize
	x, y := w+k*near, high+k*near
	spots := geom.Points(0, near+high, 0, -near-high, near+w, 0, -near-w, 0, x, y, -x, y, x, -y, -x, -y)
	earlier := o.signs.Taken
	at := o.signs.Place(o.c.Centre(h), o.c.HexSize, s.Rect.Size(), spots)
	if !fits(at, earlier) {
		o.signs.Taken = earlier
		return
	}
	sprite.Stamp(o.c.pic, s, at.Min)
}

// part returns the box on the picture that a close-up shows.
func (o *overview) part(c scene.Cluster) image.Rectangle {
	box, _ := o.c.Bounds(c.Part)
	return image.Rectangle{Min: geom.Pt(box.X0, box.Y0).Pixel(), Max: geom.Pt(box.X1, box.Y1).Pixel()}.Inset(-2)
}

// frame draws a line round the part of the map that a close-up shows.
func (o *overview) frame(body *image.Paletted, c scene.Cluster) {
	r := o.part(c)
	outline := func(r image.Rectangle, thick int, entry uint8) {
		for _, side := range edges(r, thick) {
			ground.Fill(body, side, entry)
		}
	}
	outline(r.Inset(-1), 5, o.c.Index(o.c.Style.Halo))
	outline(r, 3, o.c.Index(o.c.Style.Ring))
}

// edges returns the four sides of a box, as lines inside it that are thick pixels wide.
func edges(r image.Rectangle, thick int) []image.Rectangle {
	return []image.Rectangle{image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+thick),
		image.Rect(r.Min.X, r.Max.Y-thick, r.Max.X, r.Max.Y), image.Rect(r.Min.X, r.Min.Y, r.Min.X+thick, r.Max.Y),
		image.Rect(r.Max.X-thick, r.Min.Y, r.Max.X, r.Max.Y)}
}

// numbers draws the number of each close-up at its frame, at a corner if it covers nothing there. If the whole frame is
// taken, the number lies farther out, and a line leads from it to the frame.
func (o *overview) numbers() {
	signs := make([]*image.Paletted, len(o.list))
	at := make([]image.Rectangle, len(o.list))
	for i, c := range o.list {
		signs[i] = sprite.Number(o.c.Atlas, sprite.NumberLook{N: c.Number, Size: 1.15 * o.size})
		size, room := signs[i].Rect.Size(), o.signs
		room.Counters = slices.Concat(room.Counters, o.otherFrames(c)) // on a frame it would seem that frame's number
		at[i] = room.PlaceFirst(size, besideFrame(o.part(c), float64(size.X)))
		o.signs.Taken = room.Taken
	}
	for i, c := range o.list {
		if r := o.part(c); at[i].Intersect(r).Empty() {
			mid := geom.Pt(float64(at[i].Min.X+at[i].Max.X)/2, float64(at[i].Min.Y+at[i].Max.Y)/2)
			drawLeader(o.c, geom.Line{mid, nearest(r, mid)}, 1.5)
		}
	}
	for i := range o.list {
		sprite.Stamp(o.c.pic, signs[i], at[i].Min)
	}
}

// otherFrames returns the lines of the frames of all close-ups but one.
func (o *overview) otherFrames(but scene.Cluster) (lines []image.Rectangle) {
	const half = 3
	for _, c := range o.list {
		if c.Number != but.Number {
			lines = append(lines, edges(o.part(c).Inset(-half), 2*half)...)
		}
	}
	return lines
}

// besideFrame returns the places for the middle of a sign at the frame r, the best first: the frame's corners, points
// along its sides, and the same farther out. Size is the sign's width in pixels.
func besideFrame(r image.Rectangle, size float64) (places []geom.Point) {
	const parts = 8 // of a side
	for _, out := range []float64{0, 0.75, 1.25, 1.75, 2.5} {
		x0, y0 := float64(r.Min.X)-out*size, float64(r.Min.Y)-out*size
		x1, y1 := float64(r.Max.X)+out*size, float64(r.Max.Y)+out*size
		places = append(places, geom.Points(x1, y0, x0, y0, x1, y1, x0, y1)...)
		for i := 1; i < parts; i++ {
			x, y := x0+(x1-x0)*float64(i)/parts, y0+(y1-y0)*float64(i)/parts
			places = append(places, geom.Points(x, y0, x1, y, x0, y, x, y1)...)
		}
	}
	return places
}

// places writes the names of places that are worth points or in which something happened, if a name covers no sign and
// nearly no stack. Places that changed hands are named in any case.
func (o *overview) places() {
	for _, p := range o.c.Spots(o.list) {
		s := sprite.Place(o.c.Atlas, sprite.PlaceLook{Text: p.Name, Side: p.Side, Taken: p.Taken, Size: 0.68 * o.size})
		o.stamp(p.Hex, s, 1, func(at image.Rectangle, earlier []image.Rectangle) bool {
			return p.Taken || at.In(o.c.Body) && covered(at, earlier) == 0 &&
				covered(at, o.signs.Counters)*coveredMost <= at.Dx()*at.Dy()
		})
	}
}

// coveredMost limits the part of a name that may lie on stacks: one pixel in 20.
const coveredMost = 20

// covered returns how many pixels of a box lie on others.
func covered(box image.Rectangle, others []image.Rectangle) (n int) {
	for _, r := range others {
		in := box.Intersect(r)
		n += in.Dx() * in.Dy()
	}
	return n
}

// head writes one line each: whose phase the picture tells of, when that is, and, if there is a score, the score.
func (o *overview) head() {
	v, w, edge := o.c.Board, float64(o.c.Size.X), 0.6*o.size
	line := func(i int, s *image.Paletted, at float64) { // at: 0 is left, 1 is right
		y := (0.2+1.65*(float64(i)+0.5))*o.size - float64(s.Rect.Dy())/2
		sprite.Stamp(o.c.pic, s, geom.Pt(edge+at*(w-2*edge-float64(s.Rect.Dx())), y).Pixel())
	}
	line(0, phasePlate(o.c.Atlas, v, 0.85*o.size, w-2*edge, false), 0)
	line(1, sprite.Words(o.c.Atlas, sprite.WordsLook{Turn: true,
		Text: scene.When(o.c.Labels, v), Size: 0.8 * o.size, Room: w - 2*edge}), 0)
	if f := v.Score(); f != nil {
		line(2, sprite.Titled(o.c.Atlas, sprite.TitledLook{
			Side: f.Side, Text: scene.Points(o.c.Labels, *f), Size: 0.95 * o.size, Room: 0.55 * (w - 2*edge)}), 0)
		line(2, sprite.Words(o.c.Atlas, sprite.WordsLook{
			Text: f.Name, Size: 0.95 * o.size, Room: 0.4 * (w - 2*edge)}), 1)
	}
}

// foot explains the blocks in one line, and in a second the marks that this overview has.
func (o *overview) foot() {
	k, px := scene.KeyOf(o.c.Labels), max(o.c.HexSize, 1.2*o.size)
	px = min(px, 1.5*o.size)
	block := func(side int, high int) *image.Paletted {
		return sprite.Block(o.c.Atlas, sprite.BlockLook{Side: o.c.Sides[side], Height: high, Px: px})
	}
	var first []keyPart
	for i, side := range o.c.Sides {
		first = append(first, keyPart{[]*image.Paletted{block(i, 1)}, o.c.SideStyle(side).Name})
	}
	if len(o.c.Sides) > 0 {
		first = append(first, keyPart{[]*image.Paletted{block(0, 1), block(0, 2), block(0, 3)}, k.Heights})
	}
	o.keyLine(0, first)
	o.keyLine(1, o.eventKey(k))
}

// eventKey returns the parts of the line that explains the marks of this overview.
func (o *overview) eventKey(k scene.Key) (parts []keyPart) {
	m := marksOf(o.c.Scene, o.list)
	add := func(there bool, sign *image.Paletted, text string) {
		if there {
			parts = append(parts, keyPart{[]*image.Paletted{sign}, text})
		}
	}
	add(m.closeUps, sprite.Number(o.c.Atlas, sprite.NumberLook{N: 1, Size: 0.8 * o.size}), k.CloseUp)
	add(m.fights, sprite.Target(o.c.Atlas, sprite.TargetLook{Size: o.size}), k.Fight)
	add(m.losses, sprite.Cross(o.c.Atlas, sprite.CrossLook{Px: o.size / 24}), k.Loss)
	add(m.came.Side != "", sprite.Tally(o.c.Atlas, sprite.TallyLook{Side: m.came.Side, N: 1, Px: o.size / 16}), k.Came)
	if m.taken.Taken {
		add(true, sprite.Place(o.c.Atlas, sprite.PlaceLook{Text: k.Taken, Side: m.taken.Side, Taken: true,
			Size: 0.68 * o.size}), "")
	}
	return parts
}

// keyPart is one or more signs of the foot with the text that explains them.
type keyPart struct {
	signs []*image.Paletted
	text  string
}

// keyLine writes a line of the foot in type that is small enough for all of it.
func (o *overview) keyLine(n int, parts []keyPart) {
	gap, size := 0.35*o.size, 0.85*o.size
	var texts []*image.Paletted
	room := float64(o.c.Size.X) - 2*gap
	for {
		wide := 0.0
		texts = texts[:0]
		for _, p := range parts {
			s := sprite.Caption(o.c.Atlas, sprite.CaptionLook{Text: p.text, Size: size})
			texts = append(texts, s)
			wide += float64(s.Rect.Dx()) + 3*gap
			for _, sign := range p.signs {
				wide += float64(sign.Rect.Dx()) + gap/2
			}
		}
		if wide <= room || size < 8 {
			break
		}
		size *= 0.95
	}
	x, y := 1.5*gap, float64(o.c.Foot.Min.Y)+(0.2+1.65*(float64(n)+0.5))*o.size
	stamp := func(s *image.Paletted) {
		sprite.Stamp(o.c.pic, s, geom.Pt(x, y-float64(s.Rect.Dy())/2).Pixel())
		x += float64(s.Rect.Dx()) + gap/2
	}
	for i, p := range parts {
		for _, sign := range p.signs {
			stamp(sign)
		}
		stamp(texts[i])
		x += 2 * gap
	}
}

// drawFrontLine draws the line between the hexes of different sides, with gaps where numbers and names stand.
func drawFrontLine(c canvas, pic *image.Paletted) {
	c.pic = pic
	frontLine(c, func(h hex.Hex, l sprite.FrontLook) {
		sprite.StampAt(pic, sprite.Front(c.Atlas, l), geom.Lerp(c.Corner(h, l.I), c.Corner(h, l.I+1), 0.5))
		for _, n := range [2]hex.Hex{h, c.Grid.Around(h)[l.I]} {
			c.Reprint(pic, c.Numbers[c.Grid.Index(n)])
		}
	})
	for _, r := range c.Names {
		c.Reprint(pic, r)
	}
}

// frontLine calls yield once for each hexside between hexes of different sides that the picture shows: with one of the
// two hexes, and how the hexside looks from there.
func frontLine(c canvas, yield func(hex.Hex, sprite.FrontLook)) {
	g, held := c.Grid, c.Front
	if held == nil {
		return
	}
	for h := range g.All() {
		own := held[g.Index(h)]
		if own == 0 || !c.Meets(c.pic, h) || !c.Shows(h) {
			continue
		}
		for i, n := range g.Around(h) {
			if i > 2 || !g.Contains(n) { // each hexside once
				continue
			}
			if far := held[g.Index(n)]; far != 0 && own != far {
				yield(h, sprite.FrontLook{I: i, Own: c.Sides[own-1], Far: c.Sides[far-1], D: c.HexSize,
					Bank: c.Rivers[hex.Between(h, n)]})
			}
		}
	}
}

// DrawNear draws the close-up of a cluster on its map, with its number and its place in the head.
func DrawNear(a sprite.Atlas, g ground.Sheet, s scene.Scene, k scene.Cluster, pic *image.Paletted) {
	drawScene(canvas{a, g, s, pic})
	size := layout.TypeOf(g.Size.X)
	middle := func(x float64, s *image.Paletted) {
		sprite.Stamp(pic, s, geom.Pt(x, float64(g.Head.Dy()-s.Rect.Dy())/2).Pixel())
	}
	number := sprite.Number(a, sprite.NumberLook{N: k.Number, Size: size})
	middle(0.4*size, number)
	x := 0.9*size + float64(number.Rect.Dx())
	middle(x, sprite.Words(a, sprite.WordsLook{Turn: true, Text: k.Title(a.Labels, s.Board.Map), Size: 0.9 * size,
		Room: float64(g.Size.X) - x - 0.5*size}))
}
