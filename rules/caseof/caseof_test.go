package caseof_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/caseof"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The cases of positions of random games run, and the position that they begin with shows its reader what he saw in the
// game, but for what the note names.
func TestCase_ReadBack(t *testing.T) {
	for _, g := range []struct {
		module, scenario string
		orders, every    int
		late             int // from which turn on every phase is looked at as it begins, 0 for none
	}{{"drill", "", 300, 11, 0}, {"afb", "", 400, 90, 6}, {"bcs-drill", "valley", 300, 13, 0},
		{"bcs-drill", "kessing", 300, 13, 0}} {
		for seed := range uint64(2) {
			t.Run(fmt.Sprint(g.module, g.scenario, "/", seed), func(t *testing.T) {
				game := newGame(t, g.module, g.scenario, seed)
				n := 0
				var was view.Phase
				for i := range g.orders {
					b := game.board()
					if b.Over {
						break
					}
					begins := g.late > 0 && b.Turn >= g.late && b.Phase != was && b.Phase.Name == "reinforcements"
					was = b.Phase
					if begins || i%g.every == 0 {
						n += game.readBack(g.scenario)
					}
					game.acts()
				}
				t.Logf("%d cases, to turn %d", n, game.board().Turn)
			})
		}
	}
}

// The note of a case says with what it begins otherwise than the game: points that come of no unit and no hex, such as
// that for the accent in Autumn for Barbarossa.
func TestCase_Points(t *testing.T) {
	game := newGame(t, "afb", "", 20)
	for range 481 {
		game.acts()
	}
	b := game.board()
	text := must.Get(caseof.Case{Game: game.def, Board: b}.Write())(t)
	seen := must.Get(adjudicate.Beside{}.Play("case", text))(t)
	want := fmt.Sprintf("# Not said: the soviet player has %d points; in the case %d.", b.Score().N, seen.Public.Score().N)
	if b.Score().N == seen.Public.Score().N || !bytes.Contains(text, []byte(want)) {
		t.Errorf("no %q in\n%s", want, text)
	}
}

// The note names a stack that the case piles up in another order, such as that of a HQ and its Trains in one hex.
func TestCase_OrderOfAStack(t *testing.T) {
	game := newGame(t, "bcs-drill", "kessing", 10)
	for range 67 {
		game.acts()
	}
	text := must.Get(caseof.Case{Game: game.def, Scenario: "kessing", Board: game.board()}.Write())(t)
	want := "# Not said: the stack in 14.20 is from the top down hq-rifles, trains-rifles; in the case trains-rifles, hq-rifles."
	if !bytes.Contains(text, []byte(want)) {
		t.Errorf("no %q in\n%s", want, text)
	}
}

// readBack writes the position for everybody, plays the cases and compares. It returns how many they were.
func (g *randomGame) readBack(scenario string) (n int) {
	g.t.Helper()
	boards := g.readers()
	for _, reader := range slices.Sorted(maps.Keys(boards)) {
		b := boards[reader]
		text := must.Get(caseof.Case{Game: g.def, Scenario: scenario, Board: b, Reader: reader}.Write())(g.t)
		seen, err := adjudicate.Beside{}.Play("case", text)
		if err != nil {
			g.t.Fatalf("%v\n%s", err, text)
		}
		back := seen.Public
		if reader != "" {
			back = seen.Own[reader]
		}
		want, got := said(b, b.Stacks), said(back, allStacks(seen))
		if bytes.Contains(text, []byte("# Not said: the phase waits.")) {
			want[0] = got[0]
		}
		for i, w := range want {
			if i >= len(got) || got[i] != w && !bytes.Contains(text, []byte("# Not said: "+w)) {
				g.t.Fatalf("seq %d, reader %q: the case begins with\n%s\nmust be\n%s", b.Seq, reader, got[min(i, len(got)-1)], w)
			}
		}
		if len(got) > len(want) {
			g.t.Fatalf("the case has more: %v", got[len(want):])
		}
		for _, id := range g.def.Roster {
			if _, _, known := b.Find(id); !known && bytes.Contains(text, []byte(" "+string(id)+": {")) {
				g.t.Fatalf("reader %q does not see %s, which the case names", reader, id)
			}
		}
		n++
	}
	return n
}

// said returns, line by line, what a case can say of a board, under the names that cases use.
func said(b *view.Board, stacks []view.Stack) (lines []string) {
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	add("turn %d, %s %s of %q", b.Turn, b.Phase.Side, b.Phase.Name, b.Phase.Group)
	for _, st := range stacks {
		for _, u := range st.Known {
			add("%s: %s", st.Hex, unit(b, u))
		}
	}
	piles := len(lines)
	for _, p := range b.OffMap {
		if !slices.Contains([]string{"dead", "coming", "gone", "returning"}, p.Box) {
			continue // of these a note tells
		}
		for _, u := range p.Known {
			if p.Box != "coming" && p.Box != "returning" {
				u.Steps = 0
			}
			add("%s %d %v %t: %s", cmp.Or(map[string]string{"gone": "dead"}[p.Box], p.Box), p.Turn, p.Hexes, p.Waits, unit(b, u))
		}
	}
	slices.Sort(lines[piles:])
	for _, c := range b.Control {
		add("%s is %s's", c.Hex, c.Side)
	}
	for _, s := range b.Stocks {
		for _, it := range s.Items {
			add("%d of %s at hand for the %s player", it.N, it.What, s.Side)
		}
	}
	for _, f := range b.Facts {
		if f.Kind != "msr" {
			add("%s %s %s: %d %s", f.Kind, f.Side, f.Group, f.N, f.ID)
		}
	}
	for _, a := range b.Areas {
		if a.Kind == "objective" || a.Kind == "traffic" || a.Kind != "msr" && b.Phase.Group == "" {
			add("%s %s %s: %v", a.Kind, a.Side, a.Group, a.Hexes)
		}
	}
	return lines
}

// allStacks are the stacks of a case with all their units, as their owners see them: a fight can show its reader more in
// the game than in the case, which begins without it.
func allStacks(seen rules.Seen) (all []view.Stack) {
	for side, b := range seen.Own {
		for _, st := range b.Stacks {
			if st.Side == side {
				all = append(all, st)
			}
		}
	}
	slices.SortFunc(all, func(a, b view.Stack) int { return hex.Compare(a.Hex, b.Hex) })
	return all
}

// unit returns what a case can say of a unit.
func unit(b *view.Board, u view.Counter) string {
	u.Marks = slices.DeleteFunc(slices.Clone(u.Marks), func(m string) bool { // a note tells of these
		return strings.HasPrefix(string(u.ID), "hq-") && (m == "stopped" || m == "finished") ||
			m == "support" && b.Phase.Group != ""
	})
	return fmt.Sprint(u.Side, " ", order.UnitID(strings.TrimPrefix(string(u.ID), "placed-")), " ", u.Ratings, u.Steps, u.Up.Face, u.Marks)
}
