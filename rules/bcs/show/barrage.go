package show

import (
	"slices"
	"strconv"
	"strings"

	"grognard/rules/bcs/chances"
	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/law"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// barrage tells of a mission of Destruction, or of an Attack by Fire, with its dice.
func (t *teller) barrage(ev state.Reckoned) view.Reckoning {
	f := t.st.Frames[len(t.st.Frames)-1]
	byFire := f.Name == data.Barrage
	r := fallOn(ev.Hex, t.st.Phase().Side, byFire)
	r.Result = ev.Result
	rows, needed := make([]string, 0, len(ev.Terms)), data.Faces{}
	for _, m := range ev.Terms {
		r.Rule = view.Rule(m.Rule)
		if m.Unit == "" && m.N != 0 {
			r.Terms = append(r.Terms, view.Term{Side: r.Side, N: m.N, Rule: r.Rule, Reason: drm(m.Label)})
		} else if m.Unit != "" {
			rows, needed = append(rows, m.Label), t.g.Data.Tables[data.Barrage].Faces[m.Label]
			if c := t.g.Counter(t.st.Piece(m.Unit)); len(r.Defender) == 0 || r.Defender[len(r.Defender)-1].ID != c.ID {
				r.Defender = append(r.Defender, c)
			}
		}
	}
	names, how := rowNames(rows), "bcs.told.spotted"
	if len(t.spotter) == 0 && !byFire { // BCS 8.0-14: in an attack the attacking unit spots
		t.spotter, r.Note = f.Units[:min(len(f.Units), 1)], view.T("bcs.sign.destruction")
	}
	id, args := "bcs.told.barrages", []any{"side", r.Side, "hex", ev.Hex, "rows", names}
	if byFire {
		how, t.spotter = "bcs.told.fired", f.Units[:1]
		id, args = "bcs.told.fires", append(args, "unit", t.name(f.Units[0]))
		r.From = []hex.Hex{t.st.Piece(f.Units[0]).At.Hex}
	}
	if len(rows) == 1 {
		r.Roll = ev.Roll
	}
	r.Text = view.T(id, args...)
	r.Brief = r.Text
	r.Brought = view.T(how, "units", t.names(t.seen(t.spotter)), "from", needed.From, "to", needed.To,
		"plain", len(names) == 1 && len(r.Terms) == 0)
	return r
}

// fallOn begins the reckoning of a barrage outside an attack (BCS 8.0-4) or of an Attack by Fire (8.3-3), without dice.
func fallOn(h hex.Hex, side order.Side, byFire bool) view.Reckoning {
	r := view.Reckoning{Rule: "8.0-4", Sign: view.Burst, Note: view.T("bcs.sign.barrage"), Side: side, Target: h,
		Alone: true}
	if byFire {
		r.Rule, r.Note = "8.3-3", view.T("bcs.sign.fire")
	}
	return r
}

// rowNames names rows of the Barrage Table in the order of the dice; equal rows of successive dice are named once.
func rowNames(rows []string) (names []view.Text) {
	for _, row := range slices.Compact(rows) {
		names = append(names, view.T("bcs.tables.row-"+row))
	}
	return names
}

// barrageOdds returns the chance that an Attack by Fire, or a barrage of one point, costs the target a step.
func barrageOdds(s *state.Sight, b *view.Board, o order.Order) view.Odds {
	pos, h := law.Of(s), o.Hex("target")
	target := combat.Target(pos, h)
	r := fallOn(h, s.Side, o.Verb == "fire")
	r.Defender = []view.Counter{counter(pos, target)}
	for _, m := range combat.BarrageModifiers(pos, h) {
		r.Terms = append(r.Terms, view.Term{Side: s.Side, N: m.N, Rule: r.Rule, Reason: drm(m.Name)})
	}
	out := view.Odds{Order: o, Turn: b.Turn, Phase: b.Phase, Table: data.Barrage, Means: map[string][]view.Text{
		data.StepLost: shellMeaning(data.StepLost), data.NoEffect: shellMeaning(data.NoEffect)}}
	row, hits, rolls := "", 0, []string(nil)
	for face := 1; face <= 6; face++ {
		shell, result := combat.Shells(pos, h, []int{face})[0], data.NoEffect
		row = shell.Row // of the target, whatever the face
		if shell.Hit {
			result, hits, rolls = data.StepLost, hits+view.Throws/6, append(rolls, strconv.Itoa(face))
		}
		out.Results = addChance(out.Results, result, view.Throws/6)
	}
	r.Brief = view.T("bcs.odds-barrage", "unit", pos.Name(target.ID), "hex", h, "rows", rowNames([]string{row}),
		"crowd", pos.Crowd(pos.G.Def.Grid.Index(h)), "rolls", strings.Join(rolls, ", "))
	r.Text = r.Brief
	if row == data.RowOther && slices.ContainsFunc(pos.G.Data.Formations, func(f data.Formation) bool {
		return f.Side == target.Side && pos.G.IsPrepared(pos.St, &f)
	}) {
		out.Aside = append(out.Aside, view.T("bcs.odds-exposed", "unit", pos.Name(target.ID),
			"why", law.WhyExposed(pos, target)))
	}
	out.Best, out.Worst = r, r
	out.DefenceSteps = view.Span{Least: target.Steps, Most: target.Steps}
	dies := 0
	if target.Steps == 1 { // a hit takes one step
		dies = hits
	}
	out.Outlook = []view.Text{view.T("bcs.odds-against", "losses", atLeast([]int{view.Throws - hits, hits}), "stay", 0,
		"all", chance(dies), "n", target.Steps)}
	out.Gist.Against, out.Gist.Dies = chances.Percent(hits), chances.Percent(dies)
	out.Outlook = append(out.Outlook, out.Aside...)
	out.Aside = nil
	if o.Verb == "fire" {
		out.Outlook = slices.Concat(out.Outlook, lastFire(pos, s.Piece(o.Units("unit")[0])), inReach(s, o))
	} else {
		out.Outlook = append(out.Outlook, spots(pos, s.Piece(o.Units("spotter")[0])))
	}
	return out
}
