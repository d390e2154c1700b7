package law_test

// A second, independent reading of the static rules of the Battalion Combat Series: zones of control, engagement
// zones, Safe Paths, Command Radius, MSRs, Legal Hexes and the Optimal Distance. It was written from rulebook.txt and
// format.md alone, as an oracle for tests: brute force, no caches, nothing shared with the implementation but hex.Grid.
//
// Where the texts leave a choice, a comment says "CHOICE" and which one is taken; those that may well be read
// otherwise are the constants below, so that a test can see what a difference depends on.

import (
	"slices"

	"grognard/rules/hex"
)

const (
	// CHOICE, 6.1-2: "reaches as far as their range": the unit's own hex, at distance 0, is in it. (No enemy can be
	// there, so that nothing but a direct question shows it.)
	oFireOwnHex = false

	// CHOICE, 1.6-3: it names zones that rest on Support only; but tactical movement takes no notice of plain zones
	// either (6.0-3), which are weaker: for it only real zones count.
	oTacIgnoresPlain = false

	// CHOICE, 1.6-5: "toward" is "nearer with every hex" (format.md), by distance and not along the road.
	// Trains nearer than three hexes: the way ends at them.
	//
	// CHOICE, 1.6-5 and format.md "toward a source if off the map": every hex is nearer to one and the same source,
	// whichever; if true, every hex must be nearer to the nearest source.
	oTowardNearestSource = false

	// CHOICE, 10.3-5 "such roads": those of 10.3-3, primary, secondary, and a track at a source: so a hexside with a
	// track counts if one of its hexes is a source. If false: primary and secondary alone.
	oTrackIntoSource = false

	// CHOICE, 10.3-4: an enemy MSR is the whole way HQ - Trains - source ("the whole MSR", 10.3-8). If false: HQ -
	// Trains only.
	oBackPartCanBeBlocked = true

	// CHOICE, 10.3-4: an enemy MSR "that exists" exists on the board as it is, on which the Trains in question still
	// stand where they stand and bar their hex. If true: judged with these Trains taken up.
	oTakeUpTrains = false

	// CHOICE, 10.3-19 "to the rear" = "nearer to a supply source of its side" (format.md): the distance to the nearest
	// source is compared. If false: to be nearer to any one source is enough.
	oRearByNearestSource = true
)

type oBoard struct {
	Grid       hex.Grid
	Terrain    map[hex.Hex][]string // kinds; none = open
	Rivers     map[hex.Side]bool
	Roads      map[hex.Side][]string // primary secondary track railroad
	Units      []oUnit
	Formations []oFormation
	Sources    map[string][]hex.Hex // by side: supply sources, which are entry hexes too
	Visibility int                  // 0 unlimited
	KeyRivers  bool                 // rivers are Key hexsides
}

// oUnit is a combat unit, as the side of its counter is that is up.
type oUnit struct {
	ID, Side, Formation string
	At                  hex.Hex
	Class               string // tac truck leg
	Arrow               bool
	AV, Range           int
	Dropped             bool

	Other  string // the class of the other side of the counter, "" where there is none
	MoveUp bool   // that other side is the deployed one
	Lent   bool   // an Independent that is assigned to the Formation
}

type oFormation struct {
	ID, Side  string
	HQ        hex.Hex
	Radius    int
	HasTrains bool
	Trains    hex.Hex // hex.None: off the map
	Supports  []oSupport
	Prepared  bool // in Prepared Defense
}

type oSupport struct {
	AV, Range, Steps int
	StandOff         bool
}

// ---- The drill's terrain (format.md, last section) ----

// oKinds says for each kind of terrain which classes it is closed to, and whether it is `terrain` and `blocking`.
var oKinds = map[string]struct {
	closed            []string
	terrain, blocking bool
}{
	"open":  {},
	"hills": {blocking: true},
	"woods": {closed: []string{"truck"}, terrain: true, blocking: true},
	"rough": {closed: []string{"truck"}, terrain: true},
	"swamp": {closed: []string{"tac", "truck"}, terrain: true},
	"city":  {terrain: true, blocking: true},
	"water": {closed: []string{"tac", "truck", "leg"}},
}

// A hex of several kinds has what any of them has (CHOICE: the texts do not say how kinds add up).

func (b oBoard) isBlocking(h hex.Hex) bool {
	return slices.ContainsFunc(b.Terrain[h], func(k string) bool { return oKinds[k].blocking })
}

func (b oBoard) isClosed(class string, h hex.Hex) bool {
	return slices.ContainsFunc(b.Terrain[h], func(k string) bool { return slices.Contains(oKinds[k].closed, class) })
}

// isRoad says whether a road of one of the kinds leads over the hexside between two hexes.
func (b oBoard) isRoad(from, to hex.Hex, kinds ...string) bool {
	return slices.ContainsFunc(b.Roads[hex.Between(from, to)], func(k string) bool { return slices.Contains(kinds, k) })
}

// anyRoad: roads "of any kind but rail" (10.3-7). The same is taken for the roads of 1.6-5 (CHOICE).
func (b oBoard) anyRoad(from, to hex.Hex) bool {
	return b.isRoad(from, to, "primary", "secondary", "track")
}

// canEnter says whether a class of movement can go from a hex to the next one. A road counts in place of hex and
// hexside, so it opens both; a railroad does nothing. A river is closed to trucks only.
func (b oBoard) canEnter(class string, from, to hex.Hex) bool {
	if !b.Grid.Contains(to) {
		return false
	}
	if b.anyRoad(from, to) {
		return true
	}
	if class == "truck" && b.Rivers[hex.Between(from, to)] {
		return false
	}
	return !b.isClosed(class, to)
}

// ---- Who is where ----

func (b oBoard) formation(id string) (oFormation, bool) {
	for _, f := range b.Formations {
		if f.ID == id {
			return f, true
		}
	}
	return oFormation{}, false
}

// unitIn says whether a unit of that side, or an HQ of it, stands in the hex.
func (b oBoard) unitIn(side string, h hex.Hex) bool {
	return slices.ContainsFunc(b.Units, func(u oUnit) bool { return u.Side == side && u.At == h }) ||
		slices.ContainsFunc(b.Formations, func(f oFormation) bool { return f.Side == side && f.HQ == h })
}

func (b oBoard) trainsIn(side string, h hex.Hex) bool {
	return slices.ContainsFunc(b.Formations, func(f oFormation) bool {
		return f.Side == side && f.HasTrains && f.Trains != hex.None && f.Trains == h
	})
}

// enemies returns the sides other than one.
func (b oBoard) enemies(side string) []string {
	var out []string
	add := func(s string) {
		if s != side && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, u := range b.Units {
		add(u.Side)
	}
	for _, f := range b.Formations {
		add(f.Side)
	}
	return out
}

// enemyIn says whether an enemy unit or HQ stands in the hex (1.6-2, 10.3-8), or enemy Trains. These are no unit, but
// bar the hex to paths all the same: 10.3-4 supposes that Trains can block an MSR.
func (b oBoard) enemyIn(side string, h hex.Hex) bool {
	return slices.ContainsFunc(b.enemies(side), func(e string) bool { return b.unitIn(e, h) || b.trainsIn(e, h) })
}

// ---- 6.0 Zones of control ----

// prepared: the visible side shows an AV or an Assault Arrow (1.2d-1).
func (u oUnit) prepared() bool { return u.AV > 0 || u.Arrow }

// support is the Support that a unit has: that of its Formation which has steps left, if the unit is prepared (1.2d-5)
// and without AV, and has not dropped it (format.md). Stand Off Support is Support like any other.
func (b oBoard) support(u oUnit) []oSupport {
	f, ok := b.formation(u.Formation)
	if !ok || !u.prepared() || u.AV > 0 || u.Dropped {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(f.Supports), func(s oSupport) bool { return s.Steps <= 0 })
}

// Zone is the zone of control of that side in the hex: none plain support real. It is the six hexes round a prepared
// unit (format.md; 1.2d-2), not the unit's own, whatever terrain or hexside lies there; the strongest counts. HQs and
// Trains have none.
func (b oBoard) Zone(side string, h hex.Hex) string {
	names := []string{"none", "plain", "support", "real"}
	strongest := 0
	for _, u := range b.Units {
		if u.Side != side || !u.prepared() || b.Grid.Distance(u.At, h) != 1 {
			continue
		}
		switch {
		case u.AV > 0:
			strongest = max(strongest, 3)
		case len(b.support(u)) > 0:
			strongest = max(strongest, 2)
		default:
			strongest = max(strongest, 1)
		}
	}
	return names[strongest]
}

// ---- 6.1 Engagement zones ----

// Fire says whether the hex lies in an Engagement Zone of that side. Units have one by their own AV, and by Stand Off
// Support that they have (6.1-1).
func (b oBoard) Fire(side string, h hex.Hex) bool {
	for _, u := range b.Units {
		if u.Side != side {
			continue
		}
		if u.AV > 0 && b.reaches(u.At, h, u.Range) {
			return true
		}
		reaches := func(s oSupport) bool { return s.StandOff && b.reaches(u.At, h, s.Range) }
		if slices.ContainsFunc(b.support(u), reaches) {
			return true
		}
	}
	return false
}

// reaches: as far as the range, as terrain and weather allow (6.1-2).
func (b oBoard) reaches(from, to hex.Hex, rng int) bool {
	d := b.Grid.Distance(from, to)
	switch {
	case d == 0 && !oFireOwnHex:
		return false
	case d > rng:
		return false
	case b.Visibility > 0 && d > b.Visibility: // visibility limits engagement zones
		return false
	case d > 1 && slices.ContainsFunc(b.Terrain[to], func(k string) bool { return oKinds[k].terrain }): // 7.1-5: a target in terrain is in reach of one hex only
		return false
	}
	return len(b.lineCut(from, to)) == 0 // 6.1-3
}

// An oPoint is in thirds of a column's breadth and halves of a hex's height: so neighbouring centres differ by (0,±2)
// or (±3,±1), and the corners of a hex lie (±2,0) and (±1,±1) from its centre. The figure is stretched, which leaves
// straight lines straight and insides inside, and everything is an integer.
type oPoint struct{ x, y int }

func (b oBoard) centre(h hex.Hex) oPoint {
	y := 2 * int(h.Row)
	if hex.Parity(h.Col&1) == b.Grid.High {
		y++
	}
	return oPoint{3 * int(h.Col), y}
}

func (p oPoint) minus(q oPoint) oPoint { return oPoint{p.x - q.x, p.y - q.y} }

// lineCut: blocking terrain in a hex between the two on the straight line cuts it (6.1-3), hexsides and the terrain at
// both ends never do (6.1-4). Where the line runs along a hexside it is cut if both of its hexes block (format.md);
// what lies off the map does not block (CHOICE). It lists the hexes that cut.
func (b oBoard) lineCut(from, to hex.Hex) (by []hex.Hex) {
	p, q := b.centre(from), b.centre(to)
	for h := range b.Grid.All() {
		if h != from && h != to && b.isBlocking(h) && (oCrosses(p, q, b.centre(h)) ||
			b.Grid.AnyNeighbour(h, func(n hex.Hex) bool { return b.isBlocking(n) && oAlong(p, q, b.centre(h), b.centre(n)) })) {
			by = append(by, h)
		}
	}
	return by
}

// oCrosses says whether the segment from p to q runs through the interior of the hex round c. That interior is the
// points with |y| < 1, |x+y| < 2 and |x-y| < 2 from c. Each of the three holds for an open range of t, where
// the segment is p + t(q-p); the three ranges and 0 ≤ t ≤ 1 must have a t in common.
func oCrosses(p, q, c oPoint) bool {
	type frac struct{ n, d int } // d > 0
	less := func(a, b frac) bool { return a.n*b.d < b.n*a.d }
	lo, hi := frac{-1, 1}, frac{2, 1}
	start, way := p.minus(c), q.minus(p)
	for _, form := range []struct{ x, y, k int }{{0, 1, 1}, {1, 1, 2}, {1, -1, 2}} { // |x·dx + y·dy| < k
		s, w := form.x*start.x+form.y*start.y, form.x*way.x+form.y*way.y
		if w < 0 { // the mirror image, whose condition is the same
			s, w = -s, -w
		}
		if w == 0 {
			if s <= -form.k || s >= form.k {
				return false
			}
			continue
		}
		if f := (frac{-form.k - s, w}); less(lo, f) {
			lo = f
		}
		if f := (frac{form.k - s, w}); less(f, hi) {
			hi = f
		}
	}
	return less(lo, hi) && less(lo, frac{1, 1}) && less(frac{0, 1}, hi)
}

// oAlong says whether the segment from p to q runs along the hexside of the hexes round c and d, for more than a point.
func oAlong(p, q, c, d oPoint) bool {
	corners := []oPoint{{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}}
	var shared []oPoint
	for _, v := range corners {
		for _, w := range corners {
			if a := (oPoint{c.x + v.x, c.y + v.y}); a == (oPoint{d.x + w.x, d.y + w.y}) {
				shared = append(shared, a)
			}
		}
	}
	if len(shared) != 2 {
		return false
	}
	way := q.minus(p)
	var at [2]int // how far along the segment, times its length
	for i, s := range shared {
		r := s.minus(p)
		if way.x*r.y-way.y*r.x != 0 {
			return false
		}
		at[i] = way.x*r.x + way.y*r.y
	}
	return max(0, min(at[0], at[1])) < min(way.x*way.x+way.y*way.y, max(at[0], at[1]))
}
