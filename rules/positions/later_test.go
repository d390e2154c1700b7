package positions

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// later tries a list for a side's next turn.
func later(t *testing.T, m *rules.Match, by order.Side, text string) (p view.Preview, turn int) {
	t.Helper()
	turn = rules.Coming(m, by, "")
	lines := must.Get(m.List(by, text))(t)
	lines = must.Get(m.InPhases(by, lines, m.ListPhases(by)[0], true))(t) // true for a later turn
	return must.Get(m.Preview(by, lines, turn, nil))(t), turn             // nil refuses nothing
}

// What a list for later says of the phases of the other side's turn, and of one's own.
func TestPreview_Later(t *testing.T) {
	d := load(t, "drill")
	for _, tt := range []struct {
		name, text string
		by         order.Side
		turn       int
		want       string // of each line: holds, fight or refused
	}{
		{"the enemy's next turn", "r-1-arm > 14.10; end; 7.10 < r-1-inf", "red", 1, "holds holds refused"},
		{"a move leads to an attack", "9.10 > 8.10; 7.10 < 8.10", "red", 1, "holds fight"},
		{"nobody there yet", "12.11 > 14.10", "red", 1, "refused"},
		{"a move goes on", "r-1-arm > 13.10; r-1-arm > 14.10", "red", 1, "holds holds"},
		{"a line that is refused stops no other", "r-1-arm > 2.02; r-1-inf > 9.11", "red", 1, "refused holds"},
		{"an enemy's unit", "b-1-arm > 14.10", "red", 1, "refused"},
		{"a dead unit", "r-1-cav > 14.10", "red", 1, "refused"},
		{"no hex", "r-1-arm > 99.99", "red", 1, "refused"},
		{"a unit that attacks twice", "r-1-inf > 8.10; 7.10 < r-1-inf; 7.10 < 8.10", "red", 1, "holds fight refused"},
		{"a unit that is gone by then", "r-1-arm > 13.10; 12.10 > 13.11", "red", 1, "holds refused"},
		{"the next turn of the side that plays", "b-1-inf > 7.11; end; 9.10 < b-1-inf", "blue", 2, "holds holds refused"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := ground(t)
			was, _ := m.Snapshot()
			p, turn := later(t, m, tt.by, tt.text)
			if is, _ := m.Snapshot(); !bytes.Equal(was, is) {
				t.Error("the match is another one")
			}
			var got []string
			for _, l := range p.Lines {
				switch {
				case l.Err != nil:
					got = append(got, "refused")
				case l.Odds != nil:
					got = append(got, "fight")
				default:
					got = append(got, "holds")
				}
			}
			if is := strings.Join(got, " "); is != tt.want || turn != tt.turn {
				t.Errorf("for turn %d: %s, not %s; %+v", turn, is, tt.want, p.Lines)
			}
		})
	}
	last := begun(t, d, rules.Position{Turn: d.Turns, Phase: view.Phase{Side: "blue", Name: "exploitation"},
		Units: []rules.Placed{
			{ID: "b-1-inf", At: hexOf(t, "7.10")}, {ID: "r-1-inf", At: hexOf(t, "9.10")}}}, &dice.Script{})
	for _, tt := range []struct {
		by    order.Side
		phase string
		want  int
	}{{"blue", "", 0}, {"blue", "movement", 0}, {"blue", "exploitation", 0}, {"red", "", d.Turns},
		{"red", "combat", d.Turns}, {"green", "movement", 0}} {
		if got := rules.Coming(last, tt.by, tt.phase); got != tt.want {
			t.Errorf("in the last turn the next %q of %s is in turn %d, not %d", tt.phase, tt.by, got, tt.want)
		}
	}
}

// A list tried before its phase says the same as the list tried when the phase has come.
func TestPreview_LaterIsWhatComes(t *testing.T) {
	m := ground(t)
	red, _ := later(t, m, "red", "r-1-arm > 14.10")
	for m.Standing().Phase != (view.Phase{Side: "red", Name: "movement"}) {
		rec := must.Get(m.Decide(m.Standing().Phase.Side, order.Order{Verb: order.End}, &dice.Script{}))(t)
		must.Get(m.Apply(m.Seq()+1, rec))(t)
	}
	now := preview(t, m, "red", "r-1-arm > 14.10")
	if !reflect.DeepEqual(now.Lines[0].Orders, red.Lines[0].Orders) ||
		len(now.Lines[0].Told) != len(red.Lines[0].Told) {
		t.Errorf("beforehand it is %+v, then %+v", red.Lines[0], now.Lines[0])
	}
	if p, turn := later(t, m, "blue", "b-1-inf > 7.11; 9.10 < b-1-inf"); turn != 2 || p.Lines[0].Err != nil {
		t.Errorf("Blue's list is for turn %d: %+v", turn, p.Lines)
	}
}
