package game

import (
	"strconv"

	"grognard/rules/bcs/data"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// The kinds of ratings on counters.
const (
	RatingKind = "rating" // the Action Rating
	MoveKind   = "move"   // the movement allowance; its class is the kind of movement
	AVKind     = "av"     // its class is the kind of AV, "" for a plain one
	RangeKind  = "range"  // of the AV, in hexes
)

// What the sides of counters can have beside ratings.
const (
	ArrowTrait = "arrow" // an Assault Arrow
	ReconTrait = "recon"
)

// The names of the sides of counters.
const (
	DeployedSide = "deployed"
	MoveSide     = "move"
	TrainsSide   = "trains"
	GhostSide    = "ghost"
)

// print compiles what is printed on the counters.
func (g *Game) print() {
	g.sides = make([][]view.Face, len(g.Units))
	g.traits = make([][2][]string, len(g.Units))
	for i := range g.Units {
		u := &g.Units[i]
		names := [2]string{DeployedSide, MoveSide}
		if u.Role == data.Trains {
			names = [2]string{TrainsSide, GhostSide}
		}
		for n := range u.Faces {
			if n > 0 && !u.Two && u.Role != data.Trains {
				break
			}
			f := &u.Faces[n]
			g.sides[i] = append(g.sides[i], view.Face{Name: names[n], Ratings: ratings(u, f)})
			g.traits[i][n] = traits(f)
		}
	}
}

// ratings lists the numbers on one side of a counter. The Action Rating is lit where there is an Assault Arrow.
func ratings(u *data.Printed, f *data.Face) (out []view.Rating) {
	add := func(kind, class string, n int, at view.Place, lit bool) {
		out = append(out, view.Rating{Kind: kind, N: n, Text: strconv.Itoa(n), Place: at, Lit: lit, Class: class})
	}
	if f.AV.Value > 0 {
		add(AVKind, f.AV.Kind, f.AV.Value, view.Left, false)
		add(RangeKind, "", f.AV.Range, view.Right, false)
	}
	if u.Role == data.Combat {
		add(RatingKind, "", f.AR, view.Foot, f.Arrow)
	}
	if f.Move > 0 {
		add(MoveKind, string(f.Class), f.Move, view.Foot, false)
	}
	return out
}

func traits(f *data.Face) (out []string) {
	if f.Arrow {
		out = append(out, ArrowTrait)
	}
	if f.Recon {
		out = append(out, ReconTrait)
	}
	return out
}

// Sides lists what is printed on the sides of a unit's counter, by its place in the roster. It must not be changed.
func (g *Game) Sides(number int) []view.Face { return g.sides[number] }

// Traits lists what a side of a unit's counter has beside ratings, by its place in the roster. Do not change the list.
func (g *Game) Traits(number int, side uint8) []string { return g.traits[number][side&1] }

// Counter is a piece as its counter shows it, without the markers that follow from what it has done.
func (g *Game) Counter(p *state.Piece) view.Counter {
	u, sides := g.Def.Units[p.ID], g.sides[p.Number()]
	face := int(p.Face & 1)
	if face >= len(sides) {
		face = 0
	}
	up := sides[face]
	return view.Counter{ID: p.ID, Name: u.Name, Short: u.Short, Formation: g.FormationName(p.Group), Side: p.Side,
		Symbol: u.Symbol, Size: u.Size, Ratings: up.Ratings, Traits: g.traits[p.Number()][face], Steps: p.Steps,
		MaxSteps: u.Steps, Up: view.Up{Face: face, Name: up.Name}}
}

// SampleRatings is what the sample counter of the legend shows: an AV to two hexes, an Action Rating and movement.
func SampleRatings() []view.Rating {
	f := &data.Face{AR: 4, Move: 8, Class: data.Tac, Arrow: true, AV: data.AV{Value: 3, Range: 2}}
	return ratings(&data.Printed{}, f)
}
