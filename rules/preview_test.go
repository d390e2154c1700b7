package rules_test

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// inLists are the verbs of lines of a list.
var inLists = []order.Verb{order.Move, order.Overrun, order.Attack, order.Reinforce}

// lineOf is an order as a line of a list.
func lineOf(specs []order.Spec, n int, o order.Order) order.Line {
	spec, _ := order.Find(specs, o.Verb)
	said := order.Said{Verb: o.Verb, Values: map[string]string{}}
	_, text, _ := strings.Cut(order.Format(spec, o), " ")
	for _, part := range strings.Fields(text) {
		option, value, _ := strings.Cut(part, ":")
		said.Values[option] = value
	}
	return order.Line{Number: n, Said: []order.Said{said}}
}

// lines are legal and other orders of a side for the present position as a list; empty when lists cannot
// contain any of its orders.
func (p *randomPlayer) lines(side order.Side, n int) (out []order.Line) {
	p.t.Helper()
	verbs := slices.DeleteFunc(p.m.Verbs(side), func(v order.Verb) bool { return !slices.Contains(inLists, v) })
	for len(verbs) > 0 && len(out) < n {
		v := oneOf(p.rng, verbs)
		o := p.m.Order(v, p.walk(side, v))
		if p.rng.IntN(6) == 0 {
			if spoilt, _ := p.spoil(o, side); slices.Contains(inLists, spoilt.Verb) {
				o = spoilt
			}
		}
		out = append(out, lineOf(p.m.Specs(), len(out)+1, o))
	}
	return out
}

// TestPreviewIsWhatComes: what a preview says of lines before any fight is what happens when they are carried
// out, and trying them does not change the match.
func TestPreviewIsWhatComes(t *testing.T) {
	for _, module := range []string{"drill", "skirmish", "afb"} {
		t.Run(module, func(t *testing.T) {
			t.Parallel()
			held, refused, fights, open := 0, 0, 0, 0
			for seed := range uint64(3) {
				p := newPlayer(t, module, 300+seed)
				for n := 0; n < 120 && !p.board.Over; n++ {
					side := p.acting()
					lines := p.lines(side, 4)
					was := p.snapshot()
					preview, err := p.m.Preview(side, lines)
					if err != nil {
						t.Fatal(err)
					}
					if !bytes.Equal(was, p.snapshot()) {
						t.Fatalf("a preview of %v changes the match", lines)
					}
					for _, l := range preview.Lines {
						switch {
						case l.Provisional:
							open++
						case l.Err != nil:
							refused++
							p.refusedAlike(side, l)
						case l.Odds != nil:
							fights++
						default:
							held++
							p.carriedOut(side, l)
						}
					}
					p.order(p.acting())
				}
			}
			t.Logf("%d lines held, %d were refused, %d were fights, %d came after one", held, refused, fights, open)
			if held < 50 || refused < 10 || fights < 5 || open < 5 {
				t.Errorf("only %d lines held, %d were refused, %d were fights, %d came after one", held, refused,
					fights, open)
			}
		})
	}
}

// refusedAlike: the match refuses a line as the preview did.
func (p *randomPlayer) refusedAlike(side order.Side, l view.Tried) {
	p.t.Helper()
	read, err := p.m.ReadSaid(side, l.Line.Said[0], nil)
	if err == nil {
		_, err = p.m.Decide(side, read.Order, p.roll)
	}
	if err == nil || !reflect.DeepEqual(err, l.Err) {
		p.t.Fatalf("the preview of %v says %v, and then %v comes", l.Line, l.Err, err)
	}
}

// carriedOut gives the order of a line and compares what is told with what the preview told.
func (p *randomPlayer) carriedOut(side order.Side, l view.Tried) {
	p.t.Helper()
	rec, err := p.m.Decide(side, l.Orders[0], p.roll)
	if err != nil {
		p.t.Fatalf("%v holds in the preview, and then %v comes", l.Line, err)
	}
	told := slices.Clone(p.apply(rec).For(side))
	for i := range told {
		told[i].Seq = l.Told[min(i, len(l.Told)-1)].Seq
	}
	if !reflect.DeepEqual(told, l.Told) {
		p.t.Fatalf("the preview of %v tells\n%+v\nand then comes\n%+v", l.Line, l.Told, told)
	}
}

// drill is the first blue movement phase of the module for tests.
func drill(t *testing.T) *rules.Match {
	t.Helper()
	d, err := rules.Modules().Load("drill")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.Setup(d, "")
	if err != nil {
		t.Fatal(err)
	}
	return begun(t, d, pos, &dice.Script{})
}

func preview(t *testing.T, m *rules.Match, by order.Side, text string) view.Preview {
	t.Helper()
	lines, err := m.List(by, text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Preview(by, lines)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Nothing of the first illegal line is done, and nothing after it is tried. Lines after a fight are provisional
// and still tried.
func TestPreviewStops(t *testing.T) {
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
	if _, err := m.Preview("green", nil); !errors.Is(err, rules.ErrNotYours) {
		t.Errorf("green gets %v", err)
	}
}

func where(p view.Preview, id order.UnitID) hex.Hex {
	_, at, _ := p.After.Board().Find(id)
	return at
}

// An overrun after a move is made by the units that moved, whatever else stands in their hex.
func TestPreviewOfAnOverrun(t *testing.T) {
	d, err := rules.Modules().Load("drill")
	if err != nil {
		t.Fatal(err)
	}
	at := func(h string) hex.Hex {
		out, err := hex.Parse(h)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
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
