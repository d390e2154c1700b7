package positions

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/order"
	"grognard/rules/view"
)

func planOf(t *testing.T, m *rules.Match, by order.Side, text string) view.Plan {
	t.Helper()
	lines := must(m.ReadPlan(by, text))(t)
	return must(m.Plan(by, lines))(t)
}

// What a plan says of the phases of the other side's turn, and of one's own.
func TestPlan_LinesThatHold(t *testing.T) {
	d := load(t, "drill")
	for _, tt := range []struct {
		name, text string
		by         order.Side
		turn       int
		want       string // of each line: holds, fight, skipped, not now (of a rule's making) or never
	}{
		{"the enemy's next turn", "r-1-arm > 14.10; end; 7.10 < r-1-inf", "red", 1, "holds holds not-now"},
		{"a move leads to an attack", "9.10 > 8.10; 7.10 < 8.10", "red", 1, "holds fight"},
		{"out of reach", "r-1-arm > 2.02", "red", 1, "not-now"},
		{"nobody there yet", "12.11 > 14.10", "red", 1, "not-now"},
		{"a move goes on", "r-1-arm > 13.10; r-1-arm > 14.10", "red", 1, "holds holds"},
		{"a line that does not hold stops no other", "r-1-arm > 2.02; r-1-inf > 9.11", "red", 1, "not-now holds"},
		{"an enemy's unit", "b-1-arm > 14.10", "red", 1, "never"},
		{"no unit", "r-9-arm > 14.10", "red", 1, "never"},
		{"a dead unit", "r-1-cav > 14.10", "red", 1, "never"},
		{"no hex", "r-1-arm > 99.99", "red", 1, "never"},
		{"a condition on no hex", "r-1-arm > 14.10 if 99.99 is empty", "red", 1, "never"},
		{"a condition on no unit", "r-1-arm > 14.10 if Guards is alive", "red", 1, "never"},
		{"skipped", "r-1-arm > 14.10 if 7.10 is empty; r-1-arm > 13.10", "red", 1, "skipped holds"},
		{"skipped and dead", "r-1-cav > 14.10 if 7.10 is empty", "red", 1, "never"},
		{"a unit that attacks twice", "r-1-inf > 8.10; 7.10 < r-1-inf; 7.10 < 8.10", "red", 1, "holds fight not-now"},
		{"a unit that goes two ways", "r-1-arm > 14.10; r-1-arm > 2.02", "red", 1, "holds not-now"},
		{"a unit that is gone by then", "r-1-arm > 13.10; 12.10 > 13.11", "red", 1, "holds not-now"},
		{"the phase being played", "b-1-inf > 7.11", "blue", 1, "holds"},
		{"a later one", "# combat\n9.10 < b-1-inf", "blue", 1, "not-now"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := ground(t)
			was, _ := m.Snapshot()
			p := planOf(t, m, tt.by, tt.text)
			if is, _ := m.Snapshot(); !bytes.Equal(was, is) {
				t.Error("the match is another one")
			}
			var got []string
			for _, l := range p.Lines {
				switch {
				case l.Never:
					got = append(got, "never")
				case l.Skipped:
					got = append(got, "skipped")
				case l.Err != nil:
					got = append(got, "not-now")
				case l.Odds != nil:
					got = append(got, "fight")
				default:
					got = append(got, "holds")
				}
			}
			if is := strings.Join(got, " "); is != tt.want || p.Turn != tt.turn {
				t.Errorf("for turn %d: %s, not %s; %+v", p.Turn, is, tt.want, p.Lines)
			}
		})
	}
	if _, err := ground(t).Plan("green", nil); !errors.Is(err, rules.ErrNotYours) {
		t.Errorf("green gets %v", err)
	}
	last := begun(t, d, rules.Position{Turn: d.Turns, Phase: view.Phase{Side: "blue", Name: "exploitation"},
		Units: []rules.Placed{
			{ID: "b-1-inf", At: hexOf(t, "7.10")}, {ID: "r-1-inf", At: hexOf(t, "9.10")}}}, &dice.Script{})
	lines := must(last.ReadPlan("blue", "b-1-inf > 7.11"))(t)
	var denial *view.Denial
	if _, err := last.Plan("blue", lines); !errors.As(err, &denial) || denial.Why.ID != "deny.plan-too-late" {
		t.Errorf("after the last turn: %v", err)
	}
	lines = must(last.ReadPlan("red", "r-1-inf > 9.11"))(t)
	if p, err := last.Plan("red", lines); err != nil || p.Turn != d.Turns {
		t.Errorf("in the last turn: %d, %v", p.Turn, err)
	}
}

// A phase that is over in a side's present turn means that of its next turn.
func TestPlan_PhaseThatIsOver(t *testing.T) {
	m := ground(t)
	red := planOf(t, m, "red", "r-1-arm > 14.10")
	for m.Standing().Phase != (view.Phase{Side: "red", Name: "movement"}) {
		rec := must(m.Decide(m.Standing().Phase.Side, order.Order{Verb: order.End}, &dice.Script{}))(t)
		must(m.Apply(m.Seq()+1, rec))(t)
	}
	now := preview(t, m, "red", "r-1-arm > 14.10")
	if !reflect.DeepEqual(now.Lines[0].Orders, red.Lines[0].Orders) ||
		len(now.Lines[0].Told) != len(red.Lines[0].Told) {
		t.Errorf("planned as %+v, then it is %+v", red.Lines[0].Tried, now.Lines[0])
	}
	if p := planOf(t, m, "blue", "b-1-inf > 7.11; 9.10 < b-1-inf"); p.Turn != 2 || p.Lines[0].Err != nil {
		t.Errorf("Blue's plan is for turn %d: %+v", p.Turn, p.Lines)
	}
	if p := planOf(t, m, "red", "r-1-arm > 14.10"); p.Turn != 1 {
		t.Errorf("Red's plan is for turn %d", p.Turn)
	}
}

// Conditions are judged by what the side sees: r-2-inf, which lies under another unit, is not seen.
func TestMeets_BySightOfTheSide(t *testing.T) {
	m := ground(t)
	for _, tt := range []struct {
		by    order.Side
		when  string
		meets bool
	}{
		{"blue", "if 7.10 is mine", true},
		{"blue", "if 7.10 is enemy", false},
		{"blue", "if 7.10 is empty", false},
		{"red", "if 7.10 is enemy", true},
		{"red", "if 7.10 is mine", false},
		{"red", "if 8.10 is empty", true},
		{"red", "if 8.10 is mine", false},
		{"red", "unless 8.10 is empty", false},
		{"red", "unless 8.10 is enemy", true},
		{"red", "if r-2-inf is in 9.10", true},
		{"red", "if r-2-inf is in 9.11", false},
		{"blue", "if r-1-inf is in 9.10", true},
		{"blue", "if r-2-inf is in 9.10", false},
		{"blue", "if r-2-inf is alive", true},
		{"blue", "if b-1-inf is alive", true},
		{"blue", "if b-1-inf is alive and 8.10 is empty", true},
		{"blue", "if b-1-inf is alive and 8.10 is enemy", false},
		{"blue", "unless b-1-inf is alive and 8.10 is enemy", true},
	} {
		lines := must(m.ReadPlan(tt.by, "b-1-inf > 7.11 "+tt.when))(t)
		if got, err := m.Meets(tt.by, lines[0].When); got != tt.meets || err != nil {
			t.Errorf("%s: %s is %t, %v", tt.by, tt.when, got, err)
		}
	}
}
