package randomgames

import (
	"bytes"
	"grognard/rules/order"
	"grognard/rules/view"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// inLists are the verbs that a list of orders can contain.
var inLists = []order.Verb{order.Move, order.Overrun, order.Attack, order.Reinforce}

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

// lines returns a list of n orders for the present position, most of them legal; none if a list cannot contain any that
// the side can give now.
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

// TestPreview_IsWhatComes: what a preview says of lines before any fight is what happens when they are carried
// out, and trying them does not change the match.
func TestPreview_IsWhatComes(t *testing.T) {
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
					preview := must(p.m.Preview(side, lines, 0, nil))(t) // 0 for now; nil refuses nothing
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

// refusedAlike checks that the match refuses a line for the reason that the preview gave.
func (p *randomPlayer) refusedAlike(side order.Side, l view.Tried) {
	p.t.Helper()
	read, err := p.m.ReadSaid(side, l.Line.Said[0], nil)
	if err == nil {
		_, err = p.m.Decide(side, read.Order, p.roll)
	}
	if err == nil || !reflect.DeepEqual(err, l.Err) {
		p.t.Fatalf("the preview of %v says %v, and the match %v", l.Line, l.Err, err)
	}
}

// carriedOut gives the order of a line and compares what is told with what the preview told.
func (p *randomPlayer) carriedOut(side order.Side, l view.Tried) {
	p.t.Helper()
	rec, err := p.m.Decide(side, l.Orders[0], p.roll)
	if err != nil {
		p.t.Fatalf("%v is legal in the preview, and the match says %v", l.Line, err)
	}
	told := slices.Clone(p.apply(rec).For(side))
	for i := range told {
		told[i].Seq = l.Told[min(i, len(l.Told)-1)].Seq
	}
	if !reflect.DeepEqual(told, l.Told) {
		p.t.Fatalf("the preview of %v tells\n%+v\nand then comes\n%+v", l.Line, l.Told, told)
	}
}
