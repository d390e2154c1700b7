package show

import (
	"strings"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/law"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// meaning returns a result of an Engagement or a combat in words. acting and against are the steps that it costs; safe
// says that the acting side is out of range, and loses none (BCS 7.1-5).
func meaning(table string, r data.Result, acting, against int, safe, bySupport bool) (out []view.Text) {
	us, them := "result.attacker", "result.defender"
	if table == data.Engagement {
		us, them = "bcs.result-firer", "bcs.result-target"
	}
	switch {
	case acting > 0 && safe:
		out = append(out, view.T("bcs.result-safe"))
	case acting > 0:
		out = append(out, view.T(us, "n", acting))
	}
	if against > 0 {
		out = append(out, view.T(them, "n", against))
	}
	if r.Retreat != "" {
		out = append(out, view.T("bcs.result-"+r.Retreat))
	}
	if r.Drop && bySupport {
		out = append(out, view.T("bcs.result-drop"))
	}
	if r.Traffic {
		out = append(out, view.T("bcs.result-traffic"))
	}
	if out == nil {
		out = []view.Text{view.T("result.none")}
	}
	return out
}

// meaningOf returns in words what a roll has brought, nil where the result says it or hangs on a condition.
func (t *teller) meaningOf(ev state.Reckoned) []view.Text {
	switch {
	case ev.Table == data.Barrage:
		return shellMeaning(ev.Result)
	case ev.Table == data.Snafu && ev.Result == data.Partial:
		return []view.Text{view.T("bcs.result-partial")}
	case ev.Table == data.Fatigue && ev.Result != "-":
		return []view.Text{view.T("bcs.result-fatigue", "level", ev.Result)}
	case ev.Table == data.Second && ev.Result == data.Denied:
		now := commandNow(law.NewPosition(t.g, t.st), t.g.Active(t.st))
		for _, r := range t.g.Data.Tables[data.Second].Rows(now.is) {
			if r.Result.Word == data.Granted {
				return []view.Text{view.T("bcs.result-needed", "n", r.From)}
			}
		}
		return nil
	case ev.Table != data.Engagement && ev.Table != data.CombatT:
		return nil
	}
	r, err := data.ParseResult(ev.Table, ev.Result)
	if err != nil || len(r.If) > 0 {
		return nil
	}
	if ev.Table != data.Engagement {
		return meaning(ev.Table, r, r.Acting, r.Against, false, false)
	}
	pos, firer := law.NewPosition(t.g, t.st), t.st.Piece(t.st.Frames[len(t.st.Frames)-1].Units[0])
	target := law.TargetOf(pos, ev.Hex)
	if target == nil {
		return nil
	}
	return meaning(ev.Table, r, r.Acting, r.Against, !law.Returns(pos, target, ev.Hex, firer), target.Support != nil)
}

// shellMeaning returns the dice of a barrage in words: how many steps they cost in all.
func shellMeaning(result string) []view.Text {
	if n := strings.Count(result, data.StepLost); n > 0 {
		return []view.Text{view.T("bcs.result-target", "n", n)}
	}
	return []view.Text{view.T("result.none")}
}
