package show

import (
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/score"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The facts about a Formation, by kind.
const (
	GoneFact        = "gone"    // out of the game: there is no other fact about it
	FatigueFact     = "fatigue" // its level, data.FreshLevel for Fresh
	BlockedFact     = "msr-blocked"
	MSRFact         = "msr"         // hexes from the HQ to the Trains; its ID is "cut" if the MSR is not whole
	TrainsFact      = "trains"      // 1 for a Ghost; its ID says whether they lie well
	PreparedFact    = "prepared"    // 0 or 1
	RadiusFact      = "radius"      // of command, in hexes from the HQ
	CoordinatedFact = "coordinated" // 0 or 1
	ArtyFact        = "arty"        // Artillery Points; in its activation those that are left
	SupportFact     = "support"     // steps left
	ObjectivesFact  = "objectives"
	ReturningFact   = "returning" // units off the map after a retreat
	UsedFact        = "used"      // activations in this turn
	StepFact        = "step"      // of the activation of the active Formation; its ID
)

// facts tells a viewer how each Formation stands.
func facts(pos *law.Position, viewer order.Side) (out []view.Fact) {
	st := pos.St
	active, step := pos.G.Active(st), game.Step(st.Frames)
	taught := pos.G.Pupil(st) != "" // a short status post leaves room for what to do
	for i := range pos.G.Data.Formations {
		f := &pos.G.Data.Formations[i]
		add := func(kind string, n int, rule view.Rule) {
			out = append(out, view.Fact{Kind: kind, Side: f.Side, Group: f.ID, N: n, Rule: rule,
				Detail: taught && f != active})
		}
		if pos.IsGone(f) {
			add(GoneFact, 1, "9.1i-2")
			continue
		}
		steps, supports := 0, []view.Text(nil)
		for _, s := range pos.G.Supports(st, f) {
			left := max(0, s.Left-st.Tally(game.Shots(s.Name)))
			steps, supports = steps+s.Left, append(supports, view.T("bcs.support", "name", s.Asset.Name, "n", s.Left,
				"av", s.AV.Value, "range", s.AV.Range, "off", s.StandOff, "left", left))
		}
		add(FatigueFact, pos.FatigueOf(f), "10.4")
		add(BlockedFact, pos.BlockedLevel(f), "10.3-1")
		if trains := pos.G.Trains(st, f); trains != nil {
			msr := view.Fact{Kind: MSRFact, Side: f.Side, Group: f.ID, ID: "cut", Rule: "10.3-5"}
			if m := pos.MSROf(f); m.Whole() { // what is as it should be is a detail
				msr.N, msr.ID, msr.Detail = len(m.Forward)-1, "", true
			}
			lie := trainsLie(pos, f)
			out = append(out, msr, view.Fact{Kind: TrainsFact, Side: f.Side, Group: f.ID, N: int(trains.Face), ID: lie,
				Rule: "10.3-17", Detail: trains.Face == 0 && (lie == "optimal" || lie == "legal")})
		}
		add(RadiusFact, f.Radius, "4.2d")
		out[len(out)-1].Detail = true // of the fact added last, here the radius; likewise below
		add(PreparedFact, flag(pos.G.IsPrepared(st, f)), "4.5")
		add(CoordinatedFact, flag(pos.G.IsCoordinated(st, f)), "4.4")
		add(ArtyFact, pos.G.Arty(st, f), "8.0")
		if f == active {
			out[len(out)-1].ID, out[len(out)-1].Detail = "left", step == game.Rolled // after a failed roll of no use
			switch {
			case game.IsPartial(st, f.ID): // its SNAFU roll halves them
				out[len(out)-1].ID = "half"
			case step == game.Objectives || step == game.Activities:
				out[len(out)-1].ID = "full"
			}
		}
		add(SupportFact, steps, "1.2d-5")
		if supports != nil && (viewer == f.Side || !pos.G.Data.Hidden) { // what is assigned to an enemy may be secret
			add(SupportFact+"-units", steps, "1.2d-5")
			out[len(out)-1].Detail, out[len(out)-1].Text = true, view.T("bcs.supports", "list", supports)
		}
		add(ObjectivesFact, len(law.Objectives(pos, f)), "4.3")
		add(ReturningFact, len(state.Where(st.Pieces, func(u *state.Piece) bool {
			return u.Group == f.ID && u.At.Box == game.Returning
		})), "7.5-18")
		add(UsedFact, st.Tally(game.Of(game.UsedOf, f.ID)), law.Sequence)
		out[len(out)-1].Detail = st.Phase().Name != game.Activations // once it ends, all count as active
		if f == active {
			out[len(out)-1].ID = "now"
			out = append(out, view.Fact{Kind: StepFact, Side: f.Side, Group: f.ID, ID: step, Rule: law.Sequence})
		}
	}
	return out
}

// trainsLie returns how the Trains of a Formation lie: optimal, else in a Legal Hex, in another or off the map.
func trainsLie(pos *law.Position, f *data.Formation) string {
	switch {
	case law.IsOff(pos, f):
		return "off-map"
	case !law.InLegalHex(pos, f):
		return "illegal"
	case law.IsOptimal(pos, f):
		return "optimal"
	}
	return "legal"
}

// ofScore has the rules that facts about points cite; the notes have no paragraph for points.
var ofScore = score.Rules{Levels: law.Victory, Places: law.Victory}

// The kinds of areas.
const (
	PlainZone     = "zone-plain" // of control, by what it rests on; of several in a hex the strongest
	SupportZone   = "zone-support"
	RealZone      = "zone-real"
	FireArea      = "fire" // Engagement Zones
	TrafficArea   = "traffic"
	ObjectiveArea = "objective"
	MSRArea       = "msr" // a way: from the HQ to the Trains and on to the supply source, without a blocked part
)

// zones are the kinds of areas of zones of control, by law.Zone.
var zones = [...]string{law.None: "", law.Plain: PlainZone, law.Support: SupportZone, law.Real: RealZone}

// areas lists zones, Traffic Stopped markers, objectives and MSRs, each with its hexes.
func areas(pos *law.Position) (out []view.Area) {
	for _, s := range pos.G.Def.Sides {
		out = append(out, areasOfSide(pos, s.ID)...)
	}
	var traffic []hex.Hex
	for _, m := range pos.St.Marks {
		if pos.St.Flagged(m.Hex, game.Traffic) {
			traffic = append(traffic, m.Hex)
		}
	}
	out = appendArea(out, view.Area{Kind: TrafficArea, Hexes: sorted(traffic)})
	for i := range pos.G.Data.Formations {
		f := &pos.G.Data.Formations[i]
		out = appendArea(out, view.Area{Kind: ObjectiveArea, Side: f.Side, Group: f.ID,
			Hexes: sorted(law.Objectives(pos, f))})
		out = appendArea(out, view.Area{Kind: MSRArea, Side: f.Side, Group: f.ID, Hexes: way(pos, f)})
	}
	return out
}

func areasOfSide(pos *law.Position, side order.Side) (out []view.Area) {
	var kinds [len(zones)][]hex.Hex
	var fire []hex.Hex
	for h := range pos.G.Def.Grid.All() {
		z := pos.ZoneOf(side, h)
		kinds[z] = append(kinds[z], h)
		if pos.FireAt(side, h) {
			fire = append(fire, h)
		}
	}
	for z := law.Plain; z <= law.Real; z++ {
		out = appendArea(out, view.Area{Kind: zones[z], Side: side, Hexes: sorted(kinds[z])})
	}
	return appendArea(out, view.Area{Kind: FireArea, Side: side, Hexes: sorted(fire)})
}

// appendArea appends an area that has any hexes.
func appendArea(to []view.Area, a view.Area) []view.Area {
	if len(a.Hexes) == 0 {
		return to
	}
	return append(to, a)
}

// sorted returns hexes by column and row, each once.
func sorted(hexes []hex.Hex) []hex.Hex {
	slices.SortFunc(hexes, hex.Compare)
	return slices.Compact(hexes)
}

// way returns the hexes of a Formation's MSR from HQ to Trains and on to the supply source, without blocked parts.
func way(pos *law.Position, f *data.Formation) (out []hex.Hex) {
	m := pos.MSROf(f)
	if m == nil {
		return nil
	}
	for _, at := range m.Forward {
		out = append(out, pos.G.At(at))
	}
	for i, at := range m.Back {
		if h := pos.G.At(at); i > 0 || len(out) == 0 {
			out = append(out, h)
		}
	}
	return out
}

// flag returns the number of a fact that is yes or no: 1 or 0.
func flag(is bool) int {
	if is {
		return 1
	}
	return 0
}
