package show

import (
	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// noted tells of facts that change nothing.
func (t *teller) noted(ev state.Noted) {
	text := t.noteText(ev)
	if text.ID == "" {
		return
	}
	l := view.Line{Text: text, Rule: view.Rule(ev.Rule)}
	if ev.What == "objective" || ev.What == "no-recon" {
		t.recon(&l, ev)
	}
	t.all(l)
}

func (t *teller) noteText(ev state.Noted) view.Text {
	formation := ""
	if len(ev.Units) > 0 {
		formation = t.formation(t.st.Piece(ev.Units[0]).Group)
	}
	switch ev.What {
	case "partial-at-best":
		return view.T("bcs.told.partial-at-best")
	case "no-second":
		return view.T("bcs.told.no-second", "side", ev.Side)
	case "objective":
		return view.T("bcs.told.objective", "side", ev.Side, "hex", ev.Hex)
	case "no-recon":
		return view.T("bcs.told.no-recon", "units", t.names(ev.Units), "hex", ev.Hex)
	case game.Traffic:
		return view.T("bcs.told.traffic", "hex", ev.Hex)
	case "drops":
		return view.T("bcs.told.drops", "units", t.names(ev.Units))
	case "support-lost":
		return view.T("bcs.told.support-lost", "side", ev.Side, "n", ev.N)
	case "dissolved":
		return view.T("bcs.told.dissolved", "formation", formation)
	case "cut-off":
		return view.T("bcs.told.cut-off", "formation", formation)
	case "recovers":
		return view.T("bcs.told.recovers", "formation", formation)
	case combat.Suppression:
		return view.T("bcs.told.suppresses", "side", ev.Side, "hex", ev.Hex)
	case "jumped":
		return view.T("bcs.told.jumped", "units", t.names(ev.Units), "hex", ev.Hex)
	case "hq-jumped":
		return view.T("bcs.told.hq-jumped", "units", t.names(ev.Units), "hex", ev.Hex)
	case "no-retreat":
		return view.T("bcs.told.no-retreat", "units", t.names(ev.Units))
	case "holds":
		return view.T("bcs.told.holds", "side", ev.Side, "units", t.names(ev.Units), "hex", ev.Hex)
	case series.Idle:
		return view.T("told.idle", "side", ev.Side, "phase", t.st.Phase().Name)
	}
	return view.Text{}
}

// recon adds the die of a reconnaissance to its line. BCS 4.3-6: it succeeds with at most the unit's Action Rating.
func (t *teller) recon(l *view.Line, ev state.Noted) {
	if t.rolled == nil || t.rolled.For != "recon" {
		return
	}
	result := "found"
	if ev.What == "no-recon" {
		result = "nothing"
	}
	r := view.Reckoning{Text: l.Text, Rule: "4.3-6", Side: t.st.Phase().Side, Target: hex.None, Alone: true,
		Roll: t.rolled.Faces[0], Result: result}
	l.Reckoned, l.Dice, l.Roll = &r, t.rolled.Faces, int(t.rolled.Number)
	t.rolled = nil
}
