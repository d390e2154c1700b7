package show

import (
	"strings"

	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/law"
	"grognard/rules/bcs/reasons"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// meaning returns a result of an Engagement or a combat in words. acting and against are the steps that it costs; safe
// says that the acting side is out of range, and loses none (BCS 7.1-5); bySupport that Support is the target. Of all
// units that would retreat, stays units lose a step each and stay, by the box Retreat Execution.
func meaning(table string, r data.Result, acting, against int, safe, bySupport bool, stays, all int) (out []view.Text) {
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
	switch {
	case r.Retreat == "":
	case stays == 0:
		out = append(out, view.T("bcs.result-automatic"))
	case stays == all:
		out = append(out, view.T("bcs.result-stays"))
	default:
		out = append(out, view.T("bcs.result-situational"))
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

// meaningOf returns in words what a roll has brought, nil if the result is plain or depends on a condition.
func (t *teller) meaningOf(ev state.Reckoned) []view.Text {
	switch {
	case ev.Table == data.Barrage:
		return shellMeaning(ev.Result)
	case ev.Table == data.Snafu && ev.Result == data.Partial:
		return []view.Text{view.T("bcs.result-partial")}
	case ev.Table == data.Fatigue && ev.Result != "-":
		f, pos := t.g.Active(t.st), law.NewPosition(t.g, t.st)
		read, _ := t.g.Data.Tables[data.Fatigue].Read(ev.Roll, law.ConditionsOfCommand(pos, f))
		now := min(pos.FatigueOf(f)+read.Levels, law.WorstFatigue)
		return []view.Text{view.T("bcs.result-fatigue", "was", level(pos.FatigueOf(f)), "level", level(now),
			"idle", reasons.Idle(pos, f))}
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
	pos, firer := law.NewPosition(t.g, t.st), t.st.Piece(t.st.Frames[len(t.st.Frames)-1].Units[0])
	if ev.Table != data.Engagement {
		stays, all := staying(pos, ev.Hex, firer.At.Hex, r.Retreat)
		if t.g.Data.Hidden && all > 1 {
			stays = 1 // what all units do would tell what lies below the top
		}
		return meaning(ev.Table, r, r.Acting, r.Against, false, false, stays, all)
	}
	target := law.TargetOf(pos, ev.Hex)
	if target == nil {
		return nil
	}
	safe := !law.Returns(pos, target, ev.Hex, firer)
	return meaning(ev.Table, r, r.Acting, r.Against, safe, target.Support != nil, 0, 0)
}

// staying returns how many of the combat units in a hex that is attacked from another stay for a step each where a
// result has them retreat, and how many there are.
func staying(pos *law.Position, at, from hex.Hex, kind string) (stays, all int) {
	units := combat.UnitsAt(pos, at)
	return first.Count(units, func(u *state.Piece) bool {
		return law.Stays(law.RetreatLine(pos, u, kind, from))
	}), len(units)
}

// shellMeaning returns the dice of a barrage in words: how many steps they cost in all.
func shellMeaning(result string) []view.Text {
	if n := strings.Count(result, data.StepLost); n > 0 {
		return []view.Text{view.T("bcs.result-target", "n", n)}
	}
	return []view.Text{view.T("result.none")}
}
