package order_test

import (
	"errors"
	"reflect"
	"testing"

	"grognard/rules/order"
)

var stages = []order.Stage{
	{Phase: "arrivals", Verbs: []order.Verb{order.Reinforce}},
	{Phase: "march", Verbs: []order.Verb{order.Move, order.Overrun}},
	{Phase: "battle", Verbs: []order.Verb{order.Attack}},
	{Phase: "pursuit", Verbs: []order.Verb{order.Move, order.Overrun}},
}

// A plan is written in the order of its phases, and read back as the same.
func TestReadPlan(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"sorted by what the lines do", "12.13 < 11.13; 9.20>12.20; + 5 Inf Div 1.10",
			"# arrivals\n+ 5 Inf Div 1.10\n# march\n9.20 > 12.20\n# battle\n12.13 < 11.13"},
		{"headings", "# Pursuit\n9.20 > 12.20\nbattle:\n12.13 < 11.13\nmarch\n9.20 > 10.20",
			"# march\n9.20 > 10.20\n# battle\n12.13 < 11.13\n# pursuit\n9.20 > 12.20"},
		{"notes", "# to Minsk!\n9.20 > 12.20 # by road: fast\n#\n", "# march\n9.20 > 12.20"},
		{"an end belongs to the line before it", "9.20 > 12.20; end; 12.13 < 11.13; /END !",
			"# march\n9.20 > 12.20\nend\n# battle\n12.13 < 11.13\nend !"},
		{"an end alone", "battle:\nend", "# battle\nend"},
		{"whatever it costs", "12.13 < 11.13 12.14!; 9.20 > 12.20 ! if 13.14 is empty",
			"# march\n9.20 > 12.20 ! if 13.14 is empty\n# battle\n12.13 < 11.13 12.14 !"},
		{"conditions", "9.20 > 12.20 x 13.20 IF 13.14 IS Mine; 9.20 > 12.20 unless 5 Inf Div is in 12.13 and 8 Inf Div is alive; end if 1.1 is enemy",
			"# march\n9.20 > 12.20 x 13.20 if 13.14 is mine\n9.20 > 12.20 unless 5 Inf Div is in 12.13 and 8 Inf Div is alive\nend if 1.01 is enemy"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lines, err := order.ReadPlan(tt.text, stages, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := order.WritePlan(lines); got != tt.want {
				t.Errorf("it is\n%s\nnot\n%s", got, tt.want)
			}
			again, err := order.ReadPlan(tt.want, stages, nil)
			if err != nil || !reflect.DeepEqual(again, lines) {
				t.Errorf("written it reads as %+v, %v, not %+v", again, err, lines)
			}
			for i, l := range lines {
				if l.Number != i+1 {
					t.Errorf("line %d is numbered %d", i+1, l.Number)
				}
			}
		})
	}
}

func TestReadPlan_Refused(t *testing.T) {
	for _, tt := range []struct {
		text, id string
		line     int
	}{
		{" \n# nothing\n", "order.plan-empty", 0},
		{"batle:\n12.13 < 11.13", "order.plan-phase", 0},
		{"# march\n9.20 > 12.20\n12.13 < 11.13", "order.plan-wrong-phase", 2},
		{"9.20 > 12.20; end; 9.20 > 12.21", "order.plan-after-end", 3},
		{"end", "order.plan-which-end", 1},
		{"9.20 12.20", "order.list-no-sign", 1},
		{"9.20 > 12.20 if 13.14", "order.plan-condition", 1},
		{"9.20 > 12.20 if", "order.plan-condition", 1},
		{"9.20 > 12.20 if is empty", "order.plan-condition", 1},
		{"9.20 > 12.20 if 13.14 is full", "order.plan-condition", 1},
		{"9.20 > 12.20 if 13.14 is empty and", "order.plan-condition", 1},
		{"9.20 > 12.20 if 5 Inf Div is in", "order.plan-condition", 1},
		{"if 13.14 is empty", "order.list-no-sign", 1},
	} {
		_, err := order.ReadPlan(tt.text, stages, nil)
		var p *order.Problem
		if !errors.As(err, &p) || p.ID != tt.id || p.Line != tt.line {
			t.Errorf("%q: %v in line %d, not %s in line %d", tt.text, err, p.Line, tt.id, tt.line)
		}
	}
	few := []order.Stage{{Phase: "battle", Verbs: []order.Verb{order.Attack}}}
	var p *order.Problem
	if _, err := order.ReadPlan("9.20 > 12.20", few, nil); !errors.As(err, &p) || p.ID != "order.plan-no-phase" {
		t.Errorf("an order of no phase: %v", err)
	}
	long := ""
	for range order.MaxLines + 1 {
		long += "9.20 > 12.20\n"
	}
	if _, err := order.ReadPlan(long, stages, nil); !errors.As(err, &p) || p.ID != "order.plan-too-long" {
		t.Errorf("a plan too long: %v", err)
	}
}
