package show

import (
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// reckoned tells of a roll on a table.
func (t *teller) reckoned(ev state.Reckoned) {
	var r view.Reckoning
	switch ev.Table {
	case data.Engagement, data.CombatT:
		r = t.fight(ev)
	case data.Barrage:
		r = t.barrage(ev)
	default:
		r = t.command(ev)
	}
	r.Means = t.meaningOf(ev)
	r.NoEffect = len(r.Means) == 1 && r.Means[0].ID == "bcs.result-safe"
	l := view.Line{Text: r.Text, Rule: r.Rule, Reckoned: &r}
	if t.rolled != nil {
		l.Dice, l.Roll = t.rolled.Faces, int(t.rolled.Number)
		l.SingleFaces = ev.Table == data.Barrage // a die a point, each read by itself
	}
	t.all(l)
}

// command is a roll of the active Formation: SNAFU, a second activation, Fatigue.
func (t *teller) command(ev state.Reckoned) view.Reckoning {
	side, formation := t.st.Phase().Side, t.g.FormationName(activeGroup(t.st))
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
	return map[string]view.Rule{data.Snafu: law.Sequence, data.Second: "10.4-13", data.Fatigue: "10.4-1",
		data.Engagement: "7.1", data.CombatT: "7.2", data.Barrage: "8.0"}[table]
}

// drm returns the name of a die-roll modifier as a reason.
func drm(label string) view.Text { return view.T("bcs.why", "name", label) }

// fight is an Engagement, an Attack or a Shock Attack with its roll.
func (t *teller) fight(ev state.Reckoned) view.Reckoning {
	f := t.st.Frames[len(t.st.Frames)-1]
	by, against := t.st.Piece(f.Units[0]), t.st.Piece(f.Against[0])
	for _, m := range ev.Terms {
		if m.Unit != "" && m.Side != by.Side { // the unit whose Action Rating counts in a combat
			against = t.st.Piece(m.Unit)
		}
	}
	return fightOf(f.Name, t.names(f.Units[1:]), by, t.g.Counter(by), t.g.Counter(against)).reckoning(ev)
}

// duel is who meets in a fight: the two counters that are compared, and what is told of them.
type duel struct {
	by       *state.Piece
	acting   view.Counter
	against  view.Counter
	strength string // the kind of their ratings that is compared
	rule     view.Rule
	text     string // what is told of the fight
	sign     string // the text beside its sign on the map
	helpers  []view.Name
}

// fightOf returns who meets in a fight, by the name of its frame. An Engagement compares AVs, a combat Action Ratings.
func fightOf(name string, helpers []view.Name, by *state.Piece, acting, against view.Counter) duel {
	d := duel{by: by, acting: acting, against: against, helpers: helpers, strength: game.RatingKind}
	switch {
	case name == game.Shock:
		d.rule, d.text, d.sign = "7.3", "bcs.told.shocks", "bcs.sign.shock"
	case name == game.Attack && len(helpers) > 0:
		d.rule, d.text, d.sign = "7.2", "bcs.told.attacks-helped", "bcs.sign.attack"
	case name == game.Attack:
		d.rule, d.text, d.sign = "7.2", "bcs.told.attacks", "bcs.sign.attack"
	default:
		d.rule, d.text, d.sign, d.strength = "7.1", "bcs.told.engages", "bcs.sign.engagement", game.AVKind
	}
	return d
}

// reckoning is the calculation of a fight. What counts beside the ratings that are compared is added to them: in an
// Engagement Action Ratings, and the AV of Support.
func (d duel) reckoning(ev state.Reckoned) view.Reckoning {
	side := d.by.Side
	text := view.T(d.text, "side", side, "hex", ev.Hex, "units", d.helpers)
	r := view.Reckoning{Text: text, Brief: text, Rule: d.rule, Sign: view.Burst, Note: view.T(d.sign), Side: side,
		Target: ev.Hex, From: []hex.Hex{d.by.At.Hex}, Attackers: []view.Counter{d.acting},
		Defender: []view.Counter{d.against}, Strength: d.strength, Against: d.strength, Attack: ev.Attack,
		Defence: ev.Defence, ByNet: true, Net: ev.Net, Roll: ev.Roll, Result: ev.Result}
	var terms []view.Text
	bySupport := map[order.Side]bool{}
	for _, m := range ev.Terms {
		c := d.acting
		if m.Side != side {
			c = d.against
		}
		kind, why := game.AVKind, view.T("bcs.why-av")
		switch m.Label {
		case law.AVTerm:
			bySupport[m.Side] = c.Rating(kind).N != m.N
		case law.RatingTerm:
			kind, why = game.RatingKind, view.T("bcs.why-rating")
			if bySupport[m.Side] {
				why = view.T("bcs.why-support-rating")
			}
		default:
			r.Terms = append(r.Terms, view.Term{Side: side, N: m.N, Rule: view.Rule(m.Rule), Reason: drm(m.Label)})
			terms = append(terms, view.T("bcs.task.term", "name", m.Label, "n", signed(m.N)))
			continue
		}
		if kind != d.strength || c.Rating(kind).N != m.N {
			r.Terms = append(r.Terms, view.Term{Unit: view.Name{ID: c.ID, Name: c.Name}, N: m.N,
				Rule: view.Rule(m.Rule), Reason: why})
		}
	}
	r.Brought = view.T("bcs.brought", "units", d.helpers, "attack", ev.Attack, "defence", ev.Defence, "terms", terms)
	return r
}
