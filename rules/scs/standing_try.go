package scs

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// mostFights is how many threatened hexes are looked at.
const mostFights = 24

// Fights are those about a hex that a side can think of, one for each result by which it has
// something to decide, or one without any; for hex.None those in which the enemy could attack it
// in his next combat phase, those about hexes worth points first.
func (e *Engine) Fights(by order.Side, seen *view.Board, sight func(order.Side) *state.Sight,
	at hex.Hex) (out []series.Fight) {
	if at != hex.None {
		return e.fightsAt(by, seen, sight, at)
	}
	var stacks []hex.Hex
	for _, st := range seen.Stacks {
		if st.Side == by {
			stacks = append(stacks, st.Hex)
		}
	}
	slices.SortStableFunc(stacks, func(a, b hex.Hex) int { return e.vp[e.def.Grid.Index(b)] - e.vp[e.def.Grid.Index(a)] })
	hexes := 0
	for _, h := range stacks {
		fights := e.fightsAt(by, seen, sight, h)
		if fights[0].Throws == 0 {
			continue
		}
		if hexes++; hexes > mostFights {
			break
		}
		out = append(out, fights...)
	}
	return out
}

// fightsAt are the fights about one hex: an attack on the side's stack there, by all who are seen
// and could make it, or by all of the side's that could attack the enemies there.
func (e *Engine) fightsAt(by order.Side, seen *view.Board, sight func(order.Side) *state.Sight,
	at hex.Hex) (out []series.Fight) {
	i := slices.IndexFunc(seen.Stacks, func(st view.Stack) bool { return st.Hex == at })
	if i < 0 {
		return nil
	}
	f := series.Fight{Hex: at, By: e.def.Enemy(seen.Stacks[i].Side)}
	for _, u := range seen.Stacks[i].Known {
		f.Against = append(f.Against, u.ID)
	}
	if f.By == by {
		f.Units = e.couldStrike(sight(by), at)
	} else {
		for _, t := range e.threats(sight(f.By), at, seen).stacks {
			for _, u := range t.units {
				f.Units = append(f.Units, u.ID)
			}
		}
	}
	for _, share := range e.shares(f, seen) {
		own := bearing(share.Result, f.By == by)
		i := slices.IndexFunc(out, func(o series.Fight) bool { return o.Result == own.String() })
		switch {
		case own == chart.Result{}:
		case i >= 0:
			out[i].Throws += share.Throws
		default:
			f.Result, f.Throws = own.String(), share.Throws
			out = append(out, f)
		}
	}
	if len(out) == 0 { // nothing that is rolled, but it can be described
		f.Result, f.Throws = "", 0
		out = append(out, f)
	}
	return out
}

// bearing is the part of a result that a side decides something by.
func bearing(res chart.Result, attacks bool) chart.Result {
	if !attacks {
		return chart.Result{DefenderSteps: res.DefenderSteps, DefenderRetreat: res.DefenderRetreat}
	}
	return chart.Result{AttackerSteps: res.AttackerSteps, AttackerRetreat: res.AttackerRetreat,
		DefenderRetreat: res.DefenderRetreat}
}

// couldStrike are the side's units that could attack a hex from where they stand, in a combat
// phase to come.
func (e *Engine) couldStrike(s *state.Sight, at hex.Hex) (out []order.UnitID) {
	c := e.begin(s, "attack")
	for i := range s.Own {
		p := s.Own[i]
		p.Flags = nil
		if p.OnMap() && s.Def.Grid.Touch(p.At.Hex, at) && len(c.mayAttackHex(&p, at)) == 0 {
			out = append(out, p.ID)
		}
	}
	return out
}

// shares is what such a fight can bring, as far as the units in it are seen.
func (e *Engine) shares(f series.Fight, seen *view.Board) []chart.Share {
	b := battle{name: attackFight, side: f.By, target: f.Hex}
	for _, id := range f.Units {
		b.attackers = append(b.attackers, e.seenFighter(seen, id, attackRating))
	}
	for _, id := range f.Against {
		b.defenders = append(b.defenders, e.seenFighter(seen, id, defenceRating))
	}
	column := e.columnOf(e.reckon(b))
	if column < 0 || len(f.Units) == 0 {
		return nil
	}
	return e.data.Combat.Shares(column)
}

// seenFighter is a unit as it shows, with a printed strength.
func (e *Engine) seenFighter(seen *view.Board, id order.UnitID, rating string) fighter {
	u, at, _ := seen.Find(id)
	return fighter{id: id, at: at, factor: chart.Whole(max(u.Rating(rating).N, 0)), marks: e.marksOf(u.Marks)}
}

// Suppose begins a fight that is only thought of, with its result: in a combat phase of the
// attacker, everybody where he stands now. Only what a side decides in it is asked. All that comes
// of it depends on what that side may know: of enemies only where they stand and their zones count.
func (e *Engine) Suppose(sc *state.Scratch, by order.Side, f series.Fight) error {
	res, err := chart.ParseResult(f.Result)
	if err != nil {
		return &view.Mistake{Why: view.T("standing.no-result", "result", view.Typed(f.Result))}
	}
	for q := sc.Owed(); q != nil; q = sc.Owed() {
		sc.Do(state.Answered{ID: q.ID})
	}
	if sc.Tally(ending) != 0 {
		sc.Do(state.Counted{Tally: ending})
	}
	frame := state.Frame{Name: attackFight, Side: f.By, Hex: f.Hex, Units: f.Units, Against: f.Against}
	sc.Do(state.Entered{Frame: state.Frame{Name: combat, Side: f.By}}, state.Entered{Depth: 1, Frame: frame},
		state.Flagged{Units: f.Units, Flag: attacked}, state.Flagged{Units: f.Against, Flag: defended})
	if f.By == by {
		e.supposeWon(sc, frame, &res)
	}
	e.oweOne(sc, by, frame, res)
	return e.settle(sc, nil)
}

// supposeWon empties the hex that a result drives the enemy out of.
func (e *Engine) supposeWon(sc *state.Scratch, f state.Frame, res *chart.Result) {
	if res.DefenderRetreat == 0 {
		return
	}
	var gone []order.UnitID
	for _, p := range sc.Stack(f.Hex) {
		gone = append(gone, p.ID)
	}
	sc.Do(state.Moved{Units: gone, Box: state.Dead, How: "lost"})
	e.offerAdvance(sc, f, res.DefenderRetreat)
}

// oweOne puts what a result demands of one side, the first decision last.
func (e *Engine) oweOne(sc *state.Scratch, side order.Side, f state.Frame, res chart.Result) {
	steps, hexes, units := res.DefenderSteps, res.DefenderRetreat, f.Against
	if side == f.Side {
		steps, hexes, units = res.AttackerSteps, res.AttackerRetreat, f.Units
	}
	if hexes > 0 {
		sc.Ask(state.Question{Side: side, Kind: "retreat", Rule: "9.0", N: hexes, Hex: f.Hex, Units: units})
	}
	if steps > 0 {
		sc.Ask(state.Question{Side: side, Kind: "losses", Rule: "8.0a", Word: lossResult, N: steps, Hex: f.Hex,
			Units: units})
	}
}
