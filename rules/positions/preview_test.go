package positions

import (
	"errors"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

func preview(t *testing.T, m *rules.Match, by order.Side, text string) view.Preview {
	t.Helper()
	lines := must(m.List(by, text))(t)
	return must(m.Preview(by, lines, 0))(t)
}

// Nothing of the first illegal line is done, and nothing after it is tried. Lines after a fight are provisional
// and still tried.
func TestPreview_StopsAtTheFirstIllegalLine(t *testing.T) {
	m := drill(t)
	p := preview(t, m, "blue", "b-1-arm,b-1-mot > 8.08; b-2-arm > 12.08 x 13.08; b-1-cav > 7.07")
	var denial *view.Denial
	if len(p.Lines) != 2 || p.Holding() != 1 || p.Lines[0].Err != nil || !errors.As(p.Lines[1].Err, &denial) {
		t.Fatalf("the preview is %+v", p.Lines)
	}
	if at := where(p, "b-2-arm"); at.String() != "5.12" {
		t.Errorf("of a line that does not hold whole b-2-arm has gone to %v", at)
	}
	if at := where(p, "b-1-arm"); at.String() != "8.08" {
		t.Errorf("b-1-arm has gone to %v", at)
	}
	p = preview(t, m, "red", "r-1-arm > 14.08")
	if len(p.Lines) != 1 || p.Lines[0].Err == nil {
		t.Errorf("red moves in blue's phase: %+v", p.Lines)
	}
	if _, err := m.Preview("green", nil, 0); !errors.Is(err, rules.ErrNotYours) {
		t.Errorf("green gets %v", err)
	}
}

func where(p view.Preview, id order.UnitID) hex.Hex {
	_, at, _ := p.After.Board().Find(id)
	return at
}

// An overrun after a move is made by the units that moved, whatever else stands in their hex.
func TestPreview_Overrun(t *testing.T) {
	d := load(t, "drill")
	at := func(h string) hex.Hex { return hexOf(t, h) }
	pos := rules.Position{Turn: 1, Phase: view.Phase{Side: "blue", Name: "movement"}, Units: []rules.Placed{
		{ID: "b-1-arm", At: at("5.09")}, {ID: "b-1-mot", At: at("5.09")}, {ID: "b-1-inf", At: at("7.10")},
		{ID: "b-2-arm", At: at("5.12")}, {ID: "r-1-cav", At: at("9.10")}}}
	m := begun(t, d, pos, &dice.Script{})
	p := preview(t, m, "blue", "b-1-arm,b-1-mot > 8.10 x 9.10; b-1-arm > 7.09; b-2-arm > 8.10; b-2-arm x 9.10")
	if len(p.Lines) != 4 || p.Lines[0].Err != nil || p.Lines[0].Odds == nil || p.Lines[0].Provisional ||
		len(p.Lines[0].Orders) != 2 {
		t.Fatalf("the preview is %+v", p.Lines)
	}
	if over := p.Lines[0].Orders[1]; !slices.Equal(over.Units("units"), []order.UnitID{"b-1-arm", "b-1-mot"}) ||
		over.Hex("target") != at("9.10") {
		t.Errorf("the overrun is %+v", over)
	}
	for i, holds := range []bool{false, true, false} { // it has overrun, it goes its way, the hex was overrun
		if l := p.Lines[i+1]; !l.Provisional || (l.Err == nil) != holds {
			t.Errorf("line %d: %+v", i+2, l)
		}
	}
	if p.Holding() != 4 {
		t.Errorf("%d lines hold", p.Holding())
	}
	fights := 0
	for _, l := range p.After.Board().Told {
		if l.Reckoned != nil {
			fights++
			if l.Reckoned.Text.ID != "told.overrun" || l.Reckoned.Sign != view.Chevrons ||
				l.Reckoned.Target != at("9.10") || !slices.Equal(l.Reckoned.From, []hex.Hex{at("8.10")}) ||
				l.Reckoned.Result != "" || len(l.Dice) > 0 || len(l.Reckoned.Defender) > 0 {
				t.Errorf("the fight is told as %+v", l)
			}
		}
	}
	if fights != 1 {
		t.Errorf("%d fights are told", fights)
	}
}
