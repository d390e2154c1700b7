package positions

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

func preview(t *testing.T, m *rules.Match, by order.Side, text string) view.Preview {
	t.Helper()
	return must.Get(m.Preview(by, must.Get(m.List(by, text))(t), 0, nil))(t) // 0 for now; nil refuses nothing
}

// Nothing of an illegal line is done, and the lines after it are tried without it.
func TestPreview_IllegalLine(t *testing.T) {
	m := drill(t)
	p := preview(t, m, "blue", "b-1-arm,b-1-mot > 8.08; b-2-arm > 12.08 x 13.08; b-1-cav > 7.07")
	var denial *view.Denial
	if len(p.Lines) != 3 || p.Holding() != 1 || p.Lines[0].Err != nil || !errors.As(p.Lines[1].Err, &denial) ||
		p.Lines[2].Err != nil || !slices.Equal(p.Skips(), []int{2}) {
		t.Fatalf("the preview is %+v", p.Lines)
	}
	for id, want := range map[order.UnitID]string{"b-1-arm": "8.08", "b-2-arm": "5.12", "b-1-cav": "7.07"} {
		if at := where(p, id); at.String() != want {
			t.Errorf("%s has gone to %v, not to %s", id, at, want)
		}
	}
	p = preview(t, m, "red", "r-1-arm > 14.08; end")
	if len(p.Lines) != 2 || p.Lines[0].Err == nil || p.Skips() != nil {
		t.Errorf("red moves in blue's phase: %+v", p.Lines)
	}
	if _, err := m.Preview("green", nil, 0, nil); !errors.Is(err, rules.ErrNotYours) {
		t.Errorf("green gets %v", err)
	}
}

// A line needs an illegal one if it orders the same units or the stack that these would join. If it is illegal itself,
// it also needs one whose units would leave the hex that it enters. Each line is judged by itself.
func TestPreview_NeedsIllegalLine(t *testing.T) {
	for text, want := range map[string][]string{
		"b-1-arm > 99.10; b-1-arm > 8.08":                                {"bad", "1"},
		"b-1-arm > 99.10; b-2-arm > 8.12":                                {"bad", ""},
		"b-1-arm > 13.08; 13.08 x 14.08; b-1-cav > 7.07":                 {"bad", "bad 1", ""},
		"nobody > 8.08; b-1-cav > 7.07; 8.08 > 8.09":                     {"bad", "", "bad 1"},
		"b-1-arm > 99.10; b-1-arm > 98.10; b-1-arm x 9.09; end":          {"bad", "bad 1", "bad 1 2", ""},
		"b-1-arm > 8.08; b-1-cav > 99.10; b-1-cav > 7.07; +b-1-inf 1.01": {"", "bad", "2", "bad"},
	} {
		p := preview(t, drill(t), "blue", text)
		var got []string
		for _, l := range p.Lines {
			words := ""
			if l.IsBad() {
				words = "bad "
			}
			got = append(got, strings.TrimSpace(words+strings.Trim(fmt.Sprint(l.Needs), "[]")))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
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
		{ID: "b-1-arm", At: at("5.09")}, {ID: "b-1-mot", At: at("5.09")}, {ID: "b-1-inf", At: at("18.10")},
		{ID: "b-2-arm", At: at("5.12")}, {ID: "r-1-cav", At: at("9.10")}, {ID: "r-2-inf", At: at("19.10")}}}
	m := begun(t, d, pos, &dice.Script{})
	p := preview(t, m, "blue", "b-1-arm,b-1-mot > 8.10 x 9.10; b-1-arm > 7.09; b-2-arm > 8.10; b-2-arm x 9.10; b-1-inf > 19.10")
	if len(p.Lines) != 5 || p.Lines[0].Err != nil || p.Lines[0].Odds == nil || p.Lines[0].Provisional ||
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
	if p.Holding() != 4 { // no die of an overrun so far away drives the enemy from 19.10
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
