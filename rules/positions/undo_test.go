package positions

import (
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// What a phase that passes by itself shows the one who ended the phase before it counts as
// shown: in a game in which supply comes first a marker is taken off an enemy top that it hid
// (1.7), and the end before it is not taken back at once.
func TestUndo_PassedPhaseShowedAUnit(t *testing.T) {
	for name, marks := range map[string][]string{"a marker comes off": {"oos"}, "there is no marker": nil} {
		units := append(stands(5, 10, "b1"), rules.Placed{ID: "r1", At: hex.Hex{Col: 15, Row: 10}, Marks: marks})
		d := drillOf(t, "1.7", nil, units...)
		data.Of(d).Phases = map[order.Side][]string{"blue": {"movement", "combat"},
			"red": {"supply", "movement", "combat"}}
		m := begun(t, d, rules.Position{Turn: 1, Phase: view.Phase{Side: "blue", Name: "movement"}, Units: units},
			&dice.Script{})
		given(t, m, "blue", order.Order{Verb: "end"}, &dice.Script{})
		by, end, idle := m.Idle()
		if by != "blue" || !idle {
			t.Fatalf("%s: the combat phase is not idle", name)
		}
		given(t, m, by, end, &dice.Script{})
		u, err := m.Undo("blue")
		if err != nil || u.To != 1 || u.Consent != (marks != nil) || u.Consent && u.Why.ID != "deny.undo-shown" {
			t.Errorf("%s: %+v, %v", name, u, err)
		}
	}
}
