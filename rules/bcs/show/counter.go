package show

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/bcs/reasons"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The markers that follow from what units have done and where they stand, beside those that game names.
const (
	Stopped     = "stopped"
	Finished    = "finished"
	HasSupport  = "support"
	NoSafePath  = "no-safe-path"
	OutOfRadius = "out-of-radius"
	Blocked1    = "msr-blocked-1"
	Blocked2    = "msr-blocked-2"
)

// legend explains the markers.
func legend() []view.MarkLegend {
	return []view.MarkLegend{
		{ID: game.Dropped, Name: "Dropped Support", Rule: "9.2"},
		{ID: game.Coordinated, Name: "Coordination", Rule: "4.4"},
		{ID: game.Prepared, Name: "Prepared Defense", Rule: "4.5"},
		{ID: Blocked1, Name: "MSR Blocked 1", Rule: "10.3-1"},
		{ID: Blocked2, Name: "MSR Blocked 2", Rule: "10.3-1"},
		{ID: Stopped, Name: "Stopped", Rule: "6.0"},
		{ID: Finished, Name: "Finished", Rule: "7.4-6"},
		{ID: "fire-1", Name: "1 Fire Event", Rule: "7.0d"},
		{ID: "fire-2", Name: "2 Fire Events", Rule: "7.0d-1"},
		{ID: HasSupport, Name: "Has Support", Rule: "1.2d-5"},
		{ID: NoSafePath, Name: "No Safe Path", Rule: "1.6"},
		{ID: OutOfRadius, Name: "Out of Command Radius", Rule: "4.2d"},
	}
}

// counter returns a piece as it shows, with its markers.
func counter(pos *law.Position, p *state.Piece) view.Counter {
	c := pos.G.Counter(p)
	if !p.OnMap() {
		return c
	}
	switch pos.G.Of(p).Role {
	case data.Combat:
		c.Marks = marksOfUnit(pos, p)
	case data.HQ:
		c.Marks = marksOfHQ(pos, p)
	}
	return c
}

// marksOfUnit lists the markers of a combat unit: those that lie on it, what it has done in the activation, whether it
// has Support, and how it is in command of the HQ of its Formation.
func marksOfUnit(pos *law.Position, p *state.Piece) (marks []string) {
	if p.Marks.Has(game.Dropped) {
		marks = append(marks, game.Dropped)
	}
	marks = appendHalts(marks, p)
	if n := game.Fires(p); n > 0 {
		marks = append(marks, []string{"fire-1", "fire-2"}[n-1])
	}
	if pos.HasSupport(p) {
		marks = append(marks, HasSupport)
	}
	if f := pos.G.FormationOf(p); f == nil || reasons.IsJumped(pos.St.Pending, f.HQ) { // that HQ has no hex for now
		return marks
	}
	if !pos.SafePath(p, pos.G.Face(p).Class) {
		marks = append(marks, NoSafePath)
	}
	if !pos.InRadius(p) {
		marks = append(marks, OutOfRadius)
	}
	return marks
}

// appendHalts appends the markers of a piece that is finished or stopped.
func appendHalts(marks []string, p *state.Piece) []string {
	if len(game.Finishes(p)) > 0 {
		marks = append(marks, Finished)
	}
	if len(game.Stops(p)) > 0 {
		marks = append(marks, Stopped)
	}
	return marks
}

// marksOfHQ lists the markers of an HQ: how its Formation stands.
func marksOfHQ(pos *law.Position, p *state.Piece) (marks []string) {
	for _, m := range []string{game.Prepared, game.Coordinated} {
		if p.Marks.Has(m) {
			marks = append(marks, m)
		}
	}
	if f := pos.G.FormationOf(p); f != nil && pos.BlockedLevel(f) > 0 {
		marks = append(marks, []string{Blocked1, Blocked2}[pos.BlockedLevel(f)-1])
	}
	return appendHalts(marks, p)
}

// Print adds what is printed on the counters, what explains them beside the map, and the degrees of victory.
func Print(g *game.Game, m *view.Map) {
	for i := range m.Cards {
		m.Cards[i].Formation, m.Cards[i].Faces = g.FormationName(order.GroupID(m.Cards[i].Formation)), g.Sides(i)
		traits := slices.Concat(g.Traits(i, data.Deployed), g.Traits(i, data.Moving))
		m.Cards[i].Traits = slices.Compact(slices.Sorted(slices.Values(traits)))
	}
	for _, f := range g.Data.Formations {
		m.Groups = append(m.Groups, view.Group{ID: f.ID, Name: f.Name})
	}
	m.Traits = []view.Trait{{ID: game.ArrowTrait}, {ID: game.ReconTrait}}
	m.Backs = []string{game.MoveSide, game.GhostSide}
	for _, c := range data.Classes {
		m.Classes = append(m.Classes, string(c))
	}
	m.Classes = append(m.Classes, data.Light, data.Hard, data.Breakthrough)
	m.Sample = game.SampleRatings()
	m.NoFront, m.NoEstimates, m.Degrees = true, true, g.Data.Score.Degrees()
}
