package show

import (
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// reckoned tells of a roll on a table.
func (t *teller) reckoned(ev state.Reckoned) {
	var r view.Reckoning
	switch ev.Table {
	case data.Engagement:
		r = t.engagement(ev)
	case data.Barrage:
		r = t.barrage(ev)
	default:
		r = t.command(ev)
	}
	l := view.Line{Text: r.Text, Rule: r.Rule, Reckoned: &r}
	if t.rolled != nil {
		l.Dice, l.Roll = t.rolled.Faces, int(t.rolled.Number)
	}
	t.all(l)
}

// command is a roll of the active Formation: SNAFU, a second activation, Fatigue.
func (t *teller) command(ev state.Reckoned) view.Reckoning {
	side, formation := t.st.Phase().Side, t.formation(activeGroup(t.st))
	r := view.Reckoning{Text: view.T("bcs.told.rolls-"+ev.Table, "side", side, "formation", formation),
		Rule: tableRule(ev.Table), Side: side, Target: hex.None, Alone: true, Roll: ev.Roll, Result: ev.Result}
	if ev.Table == data.Snafu && ev.Result == data.Full && t.g.IsPrepared(t.st, t.g.Active(t.st)) { // BCS 4.5-3
		r.Result = data.Partial
	}
	for _, m := range ev.Terms {
		r.Terms = append(r.Terms, view.Term{N: m.N, Rule: view.Rule(m.Rule), Reason: drm(m.Label)})
	}
	return r
}

// tableRule is the clause by which a table is rolled on.
func tableRule(table string) view.Rule {
	switch table {
	case data.Snafu:
		return "10.2d"
	case data.Second:
		return "10.4-13"
	case data.Fatigue:
		return "10.4-1"
	case data.Engagement:
		return "7.1"
	case data.CombatT:
		return "7.2"
	}
	return "8.0"
}

// drm is the name of a modifier as a reason.
func drm(label string) view.Text { return view.T("bcs.why", "name", label) }

// engagement is an Engagement with its roll.
func (t *teller) engagement(ev state.Reckoned) view.Reckoning {
	f := t.st.Frames[len(t.st.Frames)-1]
	by, against := t.st.Piece(f.Units[0]), t.st.Piece(f.Against[0])
	return engagement(t.g, ev, by, t.g.Counter(by), t.g.Counter(against))
}

// engagement is the calculation of an Engagement. The AV of a counter is its strength; Action Ratings, and the AV of
// Support, are added to it.
func engagement(g *game.Game, ev state.Reckoned, by *state.Piece, firer, target view.Counter) view.Reckoning {
	r := view.Reckoning{Text: view.T("bcs.told.engages", "side", by.Side, "hex", ev.Hex), Rule: "7.1",
		Brief: view.T("bcs.told.engages", "side", by.Side, "hex", ev.Hex),
		Sign:  view.Burst, Note: view.T("bcs.sign.engagement"), Side: by.Side, Target: ev.Hex,
		From: []hex.Hex{by.At.Hex}, Attackers: []view.Counter{firer}, Defender: []view.Counter{target},
		Strength: game.AVKind, Against: game.AVKind, Attack: ev.Attack, Defence: ev.Defence, ByNet: true, Net: ev.Net,
		Roll: ev.Roll, Result: ev.Result}
	r.Column = r.Compared()
	for _, m := range ev.Terms {
		of, strength := firer, m.Label == law.AVTerm || m.Label == law.RatingTerm
		if m.Side != by.Side {
			of = target
		}
		switch {
		case !strength:
			r.Terms = append(r.Terms, view.Term{Side: by.Side, N: m.N, Rule: view.Rule(m.Rule), Reason: drm(m.Label)})
		case m.Label == law.RatingTerm:
			r.Terms = append(r.Terms, adds(of, m, view.T("bcs.why-rating")))
		case of.Rating(game.AVKind).N != m.N:
			r.Terms = append(r.Terms, adds(of, m, view.T("bcs.why-av")))
		}
	}
	return r
}

// adds is what is added to the AV of a counter.
func adds(to view.Counter, m state.Term, why view.Text) view.Term {
	return view.Term{Unit: view.Name{ID: to.ID, Name: to.Name}, N: m.N, Rule: view.Rule(m.Rule), Reason: why}
}
