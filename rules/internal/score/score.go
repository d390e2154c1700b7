// Package score counts the points of places, and says what they mean: one side counts those of the places that it
// holds, and at the end they determine a level of victory. Every series can have it.
//
// A series reads a File among its keys, and asks its Terms for the fact of a position and the lines of the end:
//
//	f := terms.Facts(def, sc.State, score.Rules{}, score.Other{})[0]
//
// Package victory shows the keys of a module. A case can expect a level and points: `victory: red-win`, `vp: {red: 2}`.
//
// Limits: one side counts points; levels go from the greatest down to 0, those that this side wins first, then draws. A
// module in which no level says who wins leaves it unknown. The package does not know how a side comes to hold a place.
package score

import (
	"slices"

	"grognard/rules/document"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Points is the kind of the public fact about victory points.
const Points = "points"

// Terms say which side counts points, "" for none, and the levels, from the greatest AtLeast down to 0.
type Terms struct {
	Count  order.Side
	Levels []Level
}

// CountsPoints reports whether a side counts points.
func (t Terms) CountsPoints() bool { return t.Count != "" }

// Level is a level of victory.
type Level struct {
	AtLeast  int
	ID, Name string
	Wins     order.Side // "" for a draw, and in all levels where the module does not say who wins
}

// Rules are the paragraphs on levels and on points for places.
type Rules struct{ Levels, Places view.Rule }

// File is what `victory` says in game.yaml.
type File struct {
	Count  document.Word
	Levels document.List[levelFile]
}

type levelFile struct{ AtLeast, ID, Name, Wins document.Word }

// Compile compiles what a module says of victory, and reports mistakes to c.
func (f *File) Compile(c *modules.Compiler) (t Terms) {
	switch {
	case f.Count.Given():
		t.Count = c.Side(f.Count, document.Spot{}, "count")
		t.levels(c, f.Count.Spot, f.Levels)
	case len(f.Levels) > 0:
		c.Report(f.Levels[0].Key.Spot, "the side whose points decide is missing: count")
	}
	return t
}

// levels compiles the levels. They go down from what the counting side wins, over draws, to what it loses.
func (t *Terms) levels(c *modules.Compiler, at document.Spot, l document.List[levelFile]) {
	last := won
	for i, e := range l {
		v := Level{
			AtLeast: c.Needed(e.Value.AtLeast, e.Key.Spot, "at-least", 0, 10000),
			ID:      c.Name(e.Value.ID, e.Key.Spot, "id"),
			Name:    c.Text(e.Value.Name, e.Key.Spot, "name"),
		}
		if i > 0 && v.AtLeast >= t.Levels[i-1].AtLeast {
			c.Report(e.Value.AtLeast.Spot, "levels of victory go down: %d comes after %d", v.AtLeast,
				t.Levels[i-1].AtLeast)
		}
		if e.Value.Wins.Given() {
			v.Wins = c.Side(e.Value.Wins, document.Spot{}, "wins")
		}
		switch outcome := t.outcome(v); {
		case outcome < last && c.Def.Plays(t.Count):
			c.Report(e.Key.Spot, "this level stands too low: first come levels that %s wins, then draws, which have "+
				"no wins, then levels that another side wins", t.Count)
		case v.Wins == "" || c.Def.Plays(v.Wins):
			last = outcome
		}
		t.Levels = append(t.Levels, v)
	}
	if n := len(t.Levels); n == 0 || t.Levels[n-1].AtLeast != 0 {
		c.Report(at, "the last level of victory must be at-least: 0")
	}
}

// The outcomes of a level for the counting side, from the top, by which outcome indexes them.
const won, drawn, lost = 0, 1, 2

// outcome returns won, drawn or lost, the first of the three whose winner is that of the level.
func (t Terms) outcome(l Level) int { return slices.Index([]order.Side{t.Count, "", l.Wins}, l.Wins) }

// outcomes counts the levels of each outcome. Those that the counting side wins are the highest.
func (t Terms) outcomes() (n [lost + 1]int) {
	for _, l := range t.Levels {
		n[t.outcome(l)]++
	}
	return n
}

// Degrees returns the highest degree of victory that a side can reach; 0 if the levels do not say who wins.
func (t Terms) Degrees() int { n := t.outcomes(); return max(n[won], n[lost]) }

// victory returns who wins by the level at an index; nil if the levels do not say who wins.
func (t Terms) victory(at int) *view.Victory {
	n := t.outcomes()
	if n[drawn] == len(t.Levels) {
		return nil
	}
	// The degree is counted from the draws outward, up or down; it is 0 for a draw.
	return &view.Victory{Side: t.Levels[at].Wins, Degree: max(n[won]-at, at+1-n[won]-n[drawn], 0), Most: t.Degrees()}
}

// Other is the points that the counting side has beside those of places, the reasons for them, and the side that can
// still earn some after the last phase.
type Other struct {
	N     int
	Why   []view.Text
	Claim order.Side
}

// Facts returns the points of the side that counts them, and their level; nil if no side counts points.
func (t Terms) Facts(d *modules.Definition, st *state.State, r Rules, more Other) []view.Fact {
	if t.Count == "" {
		return nil
	}
	f := view.Fact{Kind: Points, Side: t.Count, Rule: r.Levels}
	for _, side := range d.Sides {
		part := view.Part{Side: side.ID, Rule: r.Places}
		for _, p := range d.Places {
			if p.VP > 0 && st.Controls(p.Hex) == side.ID {
				part.N, part.Places = part.N+p.VP, append(part.Places, p)
			}
		}
		f.Parts = append(f.Parts, part)
		if side.ID == t.Count {
			f.N = part.N
		}
	}
	f.N += more.N
	if st.Tally(series.Stopped) > 0 {
		return []view.Fact{f} // the players ended the game: the points are shown without a level
	}
	if st.Over {
		f.Claim = more.Claim
	}
	for i, l := range t.Levels {
		f.Levels = append(f.Levels, view.T("score.level", "level", l.Name, "edges", t.edges(i)))
		f.Scale = append(f.Scale, view.Level{AtLeast: l.AtLeast, Victory: t.victory(i)})
	}
	if i := t.level(f.N); i >= 0 {
		f.ID, f.Name, f.Victory = t.Levels[i].ID, t.Levels[i].Name, t.victory(i)
	}
	return []view.Fact{f}
}

// level returns the index of the level for so many points, -1 for none.
func (t Terms) level(points int) int {
	return slices.IndexFunc(t.Levels, func(l Level) bool { return points >= l.AtLeast })
}

// Result tells how the game ended: the level of victory and each side's places; nothing if the players ended it.
func (t Terms) Result(d *modules.Definition, st *state.State, r Rules, more Other) (out []view.Line) {
	if st.Tally(series.Stopped) > 0 {
		return nil
	}
	for _, f := range t.Facts(d, st, r, more) {
		if f.Name != "" { // a stored module may have no level for so few points
			out = append(out, view.Line{Rule: f.Rule, Text: view.T("told.victory", "level", f.Name, "side", f.Side,
				"points", f.N, "others", more.Why, "edges", t.edges(t.level(f.N)))})
		}
		for _, part := range f.Parts {
			out = append(out, view.Line{Text: part.Text(), Rule: part.Rule})
		}
	}
	return out
}

// Taken tells that a side takes a place worth points; was is the side that held it. ok is false for other hexes.
func Taken(d *modules.Definition, was order.Side, ev state.Controlled, rule view.Rule) (l view.Line, ok bool) {
	p, ok := d.PlaceAt(ev.Hex)
	if !ok || p.VP == 0 {
		return l, false
	}
	l = view.Line{Text: view.T("told.control", "side", ev.Side, "place", p.Name, "hex", ev.Hex, "vp", p.VP), Rule: rule}
	if was != ev.Side {
		l.MapEvent = &view.MapEvent{Kind: view.Taken, Side: ev.Side, From: was, Path: []hex.Hex{ev.Hex}}
	}
	return l, true
}

// edges returns the range of points for level i in words.
func (t Terms) edges(i int) view.Text {
	switch from := t.Levels[i].AtLeast; {
	case i == 0:
		return view.T("score.at-least", "from", from)
	case from == 0:
		return view.T("score.at-most", "to", t.Levels[i-1].AtLeast-1)
	case from == t.Levels[i-1].AtLeast-1:
		return view.T("score.exactly", "to", from)
	default:
		return view.T("score.between", "from", from, "to", t.Levels[i-1].AtLeast-1)
	}
}
