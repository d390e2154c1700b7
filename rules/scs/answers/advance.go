package answers

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/scs/law"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// advance: SCS 10.0: as many units as may be in the emptied hex enter it. Then units that can go
// further do so, if the act names a direction. When nothing more is to be done, the rest stay.
func (a *owedDecision) advance(act standing.Act, units []order.UnitID) (order.Order, view.Text, bool) {
	here, in := a.candidates(act, units)
	if picks := a.enter(act, here, in); picks != nil {
		return a.legal(a.game.Machine.Order("advance", a.further(act, picks)))
	}
	for _, group := range a.together(in) {
		if picks := a.goOn(act, group); picks != nil {
			return a.legal(a.game.Machine.Order("advance", picks))
		}
	}
	if a.countEntered() > 0 {
		return a.legal(order.Order{Verb: "pass"})
	}
	return order.Order{}, view.T("standing.no-advance"), false
}

// candidates lists the units that an act lets advance, in order of preference: those that are still
// where they attacked from, and those that have entered the hex.
func (a *owedDecision) candidates(act standing.Act, units []order.UnitID) (here, in []order.UnitID) {
	with, chosen := act.Arg("with")
	p := a.preference(act)
	p.first = with.Of
	units = slices.Clone(units)
	p.sort(a.sight, units)
	for _, id := range units {
		u := a.sight.Piece(id)
		switch {
		case law.HexesLeftToAdvance(a.sight.Owed, id) == 0, chosen &&
			!slices.ContainsFunc(with.Of, func(c standing.Choice) bool { return p.isNamed(c, u) }):
		case u.Flags.Has(law.Advanced):
			in = append(in, id)
		default:
			here = append(here, id)
		}
	}
	return here, in
}

// enter returns picks by which units enter the emptied hex, as many as may and should; nil if none.
func (a *owedDecision) enter(act standing.Act, here, in []order.UnitID) (picks []view.Pick) {
	room := len(here)
	if most, limited := act.Arg("most"); limited {
		room = most.N - a.countEntered()
	}
	var chosen []order.UnitID
	for _, id := range here {
		if len(chosen) >= room {
			break
		}
		with := slices.Sorted(slices.Values(append(slices.Clone(chosen), id)))
		var tried []view.Pick
		for _, u := range with {
			tried = append(tried, view.Pick{Unit: u})
		}
		tried = append(tried, view.Pick{Hex: a.sight.Owed.Hex, N: 1})
		if offer, d := a.game.Machine.Offer(a.sight, "advance", tried); d == nil && offer.Done {
			chosen, picks = with, tried
		}
	}
	return picks
}

// countEntered returns how many units have entered the hex in this advance, including those that went further.
func (a *owedDecision) countEntered() (n int) {
	for _, id := range a.fight().Units {
		if a.sight.Piece(id).Flags.Has(law.Advanced) {
			n++
		}
	}
	return n
}

// goOn returns picks by which units that have entered the hex go further; nil if they cannot.
func (a *owedDecision) goOn(act standing.Act, units []order.UnitID) []view.Pick {
	var picks []view.Pick
	for _, id := range slices.Sorted(slices.Values(units)) {
		picks = append(picks, view.Pick{Unit: id})
	}
	if on := a.further(act, picks); len(on) > len(picks) {
		return on
	}
	return nil
}

// further extends picks hex by hex, each nearer to where the act leads, up to the last hex in which
// the advance can end.
func (a *owedDecision) further(act standing.Act, picks []view.Pick) []view.Pick {
	if _, ok := act.Arg("toward"); !ok {
		return picks
	}
	aim, grid := a.aimOf(act), a.sight.Def.Grid
	at := a.At(picks[0].Unit)
	if last := picks[len(picks)-1]; last.Hex != hex.None {
		at = last.Hex
	}
	done := picks
	for range a.sight.Owed.N {
		offer, d := a.game.Machine.Offer(a.sight, "advance", picks)
		if d != nil {
			break
		}
		next := at
		for _, p := range offer.Next {
			if p.Hex != hex.None && aim.distance(grid, p.Hex) < aim.distance(grid, next) {
				next = p.Hex
			}
		}
		if next == at {
			break
		}
		at, picks = next, append(slices.Clip(picks), view.Pick{Hex: next, N: 1})
		if after, d := a.game.Machine.Offer(a.sight, "advance", picks); d == nil && after.Done {
			done = picks
		}
	}
	return done
}

// place places the preferred unit in the best of the hexes offered: one with room, outside enemy
// zones, near to where the act leads.
func (a *owedDecision) place(act standing.Act, units []order.UnitID) (order.Order, view.Text, bool) {
	verb, p, aim := order.Verb(a.sight.Owed.Kind), a.preference(act), a.aimOf(act)
	first, d := a.game.Machine.Offer(a.sight, verb, nil)
	if d != nil {
		return order.Order{}, d.Why, false
	}
	var ids []order.UnitID
	for _, pick := range first.Next {
		if pick.Unit != "" && slices.Contains(units, pick.Unit) {
			ids = append(ids, pick.Unit)
		}
	}
	p.sort(a.sight, ids)
	for _, id := range ids {
		picks := []view.Pick{{Unit: id}}
		offer, d := a.game.Machine.Offer(a.sight, verb, picks)
		if d != nil {
			continue
		}
		if h, ok := a.best(offer.Next, aim); ok {
			return a.legal(a.game.Machine.Order(verb, append(picks, view.Pick{Hex: h})))
		}
	}
	return order.Order{}, view.T("standing.no-place"), false
}

// best returns the best hex of some picks. If the act names hexes, it considers only these.
func (a *owedDecision) best(next []view.Pick, t retreatAim) (best hex.Hex, ok bool) {
	weigh := func(h hex.Hex) (w score) {
		if a.sight.Height(h) >= a.game.Limit() {
			w.overstacked = 1
		}
		if law.InEnemyZone(a.sight, h) {
			w.zones = 1
		}
		w.far = t.distance(a.sight.Def.Grid, h)
		return w
	}
	for _, p := range next {
		if p.Hex == hex.None || len(t.to) > 0 && !slices.Contains(t.to, p.Hex) {
			continue
		}
		if !ok || weigh(p.Hex).less(weigh(best)) {
			best, ok = p.Hex, true
		}
	}
	return best, ok
}
