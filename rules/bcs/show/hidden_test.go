package show_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules/bcs/game"
	"grognard/rules/bcs/show"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// hiding returns the drill with stacks that hide what lies under their tops.
func hiding(t *testing.T) *modules.Definition {
	t.Helper()
	return changed(t, "game.yaml", func(text string) string {
		return strings.Replace(text, "stacking: 2", "stacking: 2\nhidden: yes", 1)
	})
}

// known returns the identifiers of the units in a hex that a board shows, and the height of the stack there.
func known(b *view.Board, at hex.Hex) (ids []order.UnitID, height int) {
	for _, s := range b.Stacks {
		if s.Hex == at {
			for _, c := range s.Known {
				ids = append(ids, c.ID)
			}
			return ids, s.Height
		}
	}
	return nil, 0
}

// Others see the top of a stack and how high it is; its own side sees it whole. Zones are told to everybody.
func TestBoard_ModuleThatHides(t *testing.T) {
	p := newTable(t, hiding(t), 1)
	for _, c := range []struct {
		who   string
		board *view.Board
		known int
	}{{"the public", p.m.Public().Board(), 1}, {"red", p.m.View("red").Board(), 1},
		{"blue", p.m.View("blue").Board(), 2}} {
		if ids, height := known(c.board, hex.Hex{Col: 6, Row: 8}); height != 2 || len(ids) != c.known ||
			ids[0] != "lancers-1" {
			t.Errorf("%s sees %v of %d units", c.who, ids, height)
		}
		isReal := func(a view.Area) bool { return a.Side == "blue" && a.Kind == "zone-real" }
		if !slices.ContainsFunc(c.board.Areas, isReal) {
			t.Errorf("%s is not told of blue zones", c.who)
		}
	}
}

// HQs and Trains are seen under combat units, too.
func TestBoard_HQUnderATop(t *testing.T) {
	p := inActivities(t, hiding(t))
	p.says("blue", "/move units:lancers-2 to:6.07")
	if ids, height := known(p.m.View("red").Board(), hex.Hex{Col: 6, Row: 7}); height != 2 ||
		!slices.Equal(ids, []order.UnitID{"lancers-2", "hq-lancers"}) {
		t.Errorf("red sees %v of %d units", ids, height)
	}
}

// inActivities returns a game in which blue's lancers can move.
func inActivities(t *testing.T, d *modules.Definition, before ...string) *table {
	t.Helper()
	p := newTable(t, d, 1)
	for p.m.Standing().Phase.Name != "activation" {
		p.says(p.acts(), "/end")
	}
	p.goesOn(5, slices.Concat([]string{"/activate formation:lancers", "/snafu"}, before, []string{"/end"})...)
	return p
}

// Of units that move together others are told of the first, how many there are, and nothing of what they pay.
func TestTell_HiddenUnitsMove(t *testing.T) {
	p := inActivities(t, hiding(t))
	told := p.says("blue", "/move units:lancers-1,lancers-3 to:7.10")
	for _, c := range []struct {
		who   string
		lines []view.Line
		known int
		cost  bool
	}{{"the public", told.Public(), 1, false}, {"red", told.For("red"), 1, false},
		{"blue", told.For("blue"), 2, true}} {
		i := slices.IndexFunc(c.lines, func(l view.Line) bool { return l.Text.ID == "told.march" })
		l := c.lines[i]
		if (l.Cost != nil) != c.cost || len(l.MapEvent.Units) != c.known || l.MapEvent.Count != 2 ||
			strings.Contains(l.Text.String(), "lancers-3") != c.cost {
			t.Errorf("%s is told %+v of %+v", c.who, l, l.MapEvent)
		}
	}
}

// Nobody but its side is told that a unit turns over under a top.
func TestTell_HiddenUnitFlips(t *testing.T) {
	p := inActivities(t, hiding(t))
	told := p.says("blue", "/flip unit:lancers-3")
	if len(told.Public()) > 0 || len(told.For("red")) > 0 || len(told.For("blue")) == 0 {
		t.Errorf("the public is told %v, red %v, blue %v", told.Public(), told.For("red"), told.For("blue"))
	}
}

// position returns the true state of a match; nil if orders that can still be taken back are not part of it yet.
func position(t *testing.T, p *table, d *modules.Definition) *state.State {
	t.Helper()
	var stored struct {
		State json.RawMessage
		Since []json.RawMessage
	}
	if err := json.Unmarshal(must(p.m.Snapshot())(t), &stored); err != nil {
		t.Fatal(err)
	}
	if len(stored.Since) > 0 {
		return nil
	}
	var pieces []state.Piece
	for _, id := range d.Roster {
		pieces = append(pieces, state.Piece{ID: id, Side: d.Units[id].Side, Steps: d.Units[id].Steps})
	}
	return must(state.Restore(d, pieces, stored.State))(t)
}

// What the public sees of a random game is the true position, field by field.
func TestOpen_IsWhatThePublicSees(t *testing.T) {
	d := drill(t)
	g := must(game.New(d.Playing("", 0, nil)))(t)
	p, compared := newTable(t, d, 5), 0
	for n := 0; n < 240 && !p.m.Standing().Over; n++ {
		p.random()
		st := position(t, p, d)
		if st == nil {
			continue
		}
		compared++
		truth, public := show.Open(g, st), open(p.m.Public().Board())
		truth = open(&truth)
		public.Map, public.Seq, public.Turn, public.Turns, public.Over = nil, 0, 0, 0, false // added by the match
		if !reflect.DeepEqual(truth, public) {
			t.Fatalf("order %d: the public sees\n%+v\nand the truth is\n%+v", n, public, truth)
		}
	}
	if compared < 8 {
		t.Errorf("only %d positions were compared", compared)
	}
}
