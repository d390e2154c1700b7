package stages_test

import (
	"errors"
	"strings"
	"testing"

	"grognard/rules/order"
	"grognard/rules/stages"
)

// The phases of lines follow from their order: an end ends its phase, and a line for later has the first that takes it.
func TestInPhases(t *testing.T) {
	t.Parallel()
	turn := []stages.Stage{{Phase: "arrival", Verbs: []order.Verb{order.Reinforce}},
		{Phase: "march", Verbs: []order.Verb{order.Move, order.Overrun}},
		{Phase: "battle", Verbs: []order.Verb{order.Attack}}, {Phase: "pursuit", Verbs: []order.Verb{order.Move}}}
	for _, tt := range []struct {
		text, from string
		later      bool
		want       string
	}{
		{"1.01>1.02; 1.02<1.01", "march", false, "march march"}, // which the rules refuse
		{"1.01>1.02; end; 1.02<1.01; end; 1.01>1.02", "march", false, "march march battle battle pursuit"},
		{"1.01>1.02; end; 1.01>1.02", "march", false, "march march pursuit"},
		{"1.01>1.02; 1.02<1.01; 1.01>1.02; end", "arrival", true, "march battle pursuit pursuit"},
		{"+ 5 Inf 1.10; end; 1.01>1.02x1.03; end; end", "arrival", true, "arrival arrival march march battle"},
		{"1.02<1.01; 1.01>1.02x1.03", "battle", true, "battle battle"},
		{"end; 1.01>1.02", "set-up", false, "set-up march"},
		{"end; 1.01>1.02", "pursuit", true, "order.list-after-end"},
	} {
		lines, err := order.ReadList(tt.text, nil)
		if err == nil {
			lines, err = stages.InPhases(lines, turn, tt.from, tt.later)
		}
		var got []string
		for _, l := range lines {
			got = append(got, l.Phase)
		}
		var problem *order.Problem
		if errors.As(err, &problem) {
			got = []string{problem.ID}
		}
		if words := strings.Join(got, " "); words != tt.want {
			t.Errorf("%q from %s is for %q, want %q", tt.text, tt.from, words, tt.want)
		}
	}
}

// An attack with options of its own is written by the sign if that can give them: the first attacks, others assist.
func TestReadList_AttackInRoles(t *testing.T) {
	turn := []stages.Stage{{Phase: "play", Verbs: []order.Verb{order.Attack, order.Move, order.End}}}
	specs := []order.Spec{{Verb: order.Attack, Options: []order.Option{{Name: "unit", Kind: order.Units, Required: true},
		{Name: "target", Kind: order.Hex, Required: true}, {Name: "assist", Kind: order.Units},
		{Name: "arty", Kind: order.Count}}}}
	written := stages.Written(specs, turn)
	for text, want := range map[string]string{
		"9.10 < b1":                          "/attack target:9.10 unit:b1",
		"9.10 < b1, b2, b3":                  "/attack assist:b2, b3 target:9.10 unit:b1",
		"/attack unit:b1 target:9.10":        "/attack target:9.10 unit:b1",
		"/attack arty:1 target:9.10 unit:b1": "/attack arty:1 target:9.10 unit:b1",
	} {
		lines, err := order.ReadList(text, nil, written...)
		if err != nil || order.WriteList(lines) != want {
			t.Errorf("%q is read as %v, %v; want %q", text, lines, err, want)
			continue
		}
		if again, err := order.ReadList(want, nil, written...); err != nil || order.WriteList(again) != want {
			t.Errorf("%q is read again as %v, %v", want, again, err)
		}
	}
}

// Commands without a sign are written out, with the options of their game. An end can end a part of a phase.
func TestReadList_Commands(t *testing.T) {
	turn := []stages.Stage{{Phase: "play", Verbs: []order.Verb{"charge", order.Move, order.End}}, {Phase: "rest"}}
	specs := []order.Spec{{Verb: "charge", Options: []order.Option{{Name: "unit", Kind: order.Units, Required: true},
		{Name: "target", Kind: order.Hex, Required: true}, {Name: "path", Kind: order.Path}}},
		{Verb: "move"}, {Verb: "rest"}}
	written := stages.Written(specs, turn)
	if len(written) != 1 || written[0].Verb != "charge" {
		t.Fatalf("%v are written out", written)
	}
	const text = "/charge path:9.08, 9.09 target:9.10 unit:b1\n9.20 > 12.20\nend\n/charge target:9.10 unit:b2"
	lines, err := order.ReadList(strings.Replace(text, "/charge path", "/Charge  path", 1), nil, written...)
	if err == nil {
		lines, err = stages.InPhases(lines, turn, "play", false)
	}
	if err != nil || order.WriteList(lines) != text || !lines[2].Part || lines[3].Phase != "play" {
		t.Errorf("%q is read as %+v, %v", text, lines, err)
	}
	for wrong, want := range map[string]string{"/charge unit:b1": "order.missing-option",
		"/charge at:9.10": "order.unknown-option",
		"/rest":           "order.list-no-sign"} {
		_, err := order.ReadList(wrong, nil, written...)
		if problem := (*order.Problem)(nil); !errors.As(err, &problem) || problem.ID != want || problem.Line != 1 {
			t.Errorf("%q: %v; want %s", wrong, err, want)
		}
	}
}
