package answers

import (
	"cmp"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// retreatAim is where a retreat should lead, within the rules: to a hex, or toward the nearest of some hexes.
type retreatAim struct {
	to     hex.Hex // hex.None for anywhere
	toward []hex.Hex
}

// sources lists the supply sources that the side can use now.
func (a *owedDecision) sources() (out []hex.Hex) {
	for _, src := range a.sight.Def.Sources[a.sight.Side] {
		if law.CanUseSource(a.sight, src) {
			out = append(out, src.Hex)
		}
	}
	return out
}

// distance returns how far a hex is from the nearest one to retreat toward, 0 if there is none.
func (t retreatAim) distance(grid hex.Grid, h hex.Hex) int {
	best := 0
	for i, to := range t.toward {
		if d := grid.Distance(h, to); i == 0 || d < best {
			best = d
		}
	}
	return best
}

// retreatFinder finds the best retreat of units in one hex: among the paths that the rules allow
// (9.0a, 9.1c, 9.1d), the one that fits an aim best.
type retreatFinder struct {
	a     *owedDecision
	f     law.StackRetreat
	units []order.UnitID
	retreatAim
	scores map[leg]score     // cached by bestFrom
	next   map[leg][]hex.Hex // cached by nextHexes
}

// leg is the rest of a retreat: from a hex, with k hexes still owed.
type leg struct {
	at hex.Hex
	k  int
}

// score is how well the rest of a retreat fits an aim, the most important number first; smaller ones are better. next
// is the first hex of that rest, hex.None if the retreat ends here.
type score struct {
	missed      int // 1 if it does not end where it should
	zones       int // hexes in enemy zones
	overstacked int // 1 if it ends in a stack over the limit
	unsupplied  int // 1 if it ends where no supply line reaches
	far         int // distance from the aim
	next        hex.Hex
}

func (a *owedDecision) retreatFinder(at hex.Hex, units []order.UnitID, t retreatAim) *retreatFinder {
	return &retreatFinder{a: a, f: law.RetreatFrom(a.attempt, at), units: units, retreatAim: t,
		scores: map[leg]score{}, next: map[leg][]hex.Hex{}}
}

// find returns the best retreat; ok is false if no retreat of even one hex is possible.
func (o *retreatFinder) find() (best score, ok bool) {
	w := o.bestFrom(leg{o.f.Origin, o.f.N})
	return w, w.next != hex.None
}

// path lists the hexes of the best retreat.
func (o *retreatFinder) path() (out []hex.Hex) {
	rest := leg{o.f.Origin, o.f.N}
	for w := o.bestFrom(rest); w.next != hex.None; w = o.bestFrom(rest) {
		rest = leg{w.next, rest.k - 1}
		out = append(out, w.next)
	}
	return out
}

func (o *retreatFinder) nextHexes(l leg) []hex.Hex {
	if l.k == 0 {
		return nil
	}
	next, known := o.next[l]
	if !known {
		next = o.f.Steps(l.at, l.k)
		o.next[l] = next
	}
	return next
}

// bestFrom returns the score of the best rest of a retreat.
func (o *retreatFinder) bestFrom(l leg) score {
	if w, ok := o.scores[l]; ok {
		return w
	}
	out := o.scoreAtEnd(l.at)
	for _, to := range o.nextHexes(l) {
		w := o.bestFrom(leg{to, l.k - 1})
		w.next = to
		if law.InEnemyZone(o.a.sight, to) {
			w.zones++
		}
		// A retreat that can go on does not end here: the first next hex beats the end, whatever its score.
		if out.next == hex.None || cmp.Or(w.missed-out.missed, w.zones-out.zones, w.overstacked-out.overstacked,
			w.unsupplied-out.unsupplied, w.far-out.far) < 0 {
			out = w
		}
	}
	o.scores[l] = out
	return out
}

func (o *retreatFinder) scoreAtEnd(at hex.Hex) (w score) {
	if o.to != hex.None && o.to != at {
		w.missed = 1
	}
	if o.a.sight.Height(at)+len(o.units) > o.a.game.Limit() {
		w.overstacked = 1
	}
	if !law.IsSupplied(o.a.attempt, at) {
		w.unsupplied = 1
	}
	w.far = o.distance(o.a.sight.Def.Grid, at)
	return w
}

// retreat: SCS 9.0: units in one hex retreat together. The order is for the first hex whose units can retreat.
func (a *owedDecision) retreat(units []order.UnitID, t retreatAim) (o order.Order, why view.Text, ok bool) {
	why = view.T("standing.no-retreat")
	for _, group := range law.GroupByHex(a.At, slices.Sorted(slices.Values(units))) {
		if o, why, ok = a.retreatGroup(t, group); ok {
			break
		}
	}
	return o, why, ok
}

// retreatGroup returns the retreat of units that stand together. A retreat that destroys them is refused.
func (a *owedDecision) retreatGroup(t retreatAim, units []order.UnitID) (retreat order.Order, why view.Text, ok bool) {
	out := a.retreatFinder(a.At(units[0]), units, t)
	w, ok := out.find()
	switch {
	case !ok:
		return order.Order{}, view.T("standing.no-retreat"), false
	case w.missed > 0:
		return order.Order{}, view.T("standing.no-retreat-to", "hex", t.to), false
	}
	o := order.Order{Verb: "retreat"}.WithUnits("units", units...).WithHexes("path", out.path()...)
	switch offer, d := a.game.Machine.Offer(a.sight, o.Verb, a.game.Machine.Picks(o)); {
	case d != nil:
		return order.Order{}, d.Why, false
	case !offer.Done || law.OrderDrowns(a.game, a.sight, o):
		return order.Order{}, view.T("standing.drowns"), false
	}
	return o, view.Text{}, true
}
