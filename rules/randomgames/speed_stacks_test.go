package randomgames

import (
	"grognard/bot/catalogue"
	"grognard/render"
	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/view"
	"testing"
	"time"
)

// BenchmarkWhole finds the units of each stack that can move together in the middle of a turn.
func BenchmarkWhole(b *testing.B) {
	m, hexes := midTurn(b)
	for n := 0; b.Loop(); n++ {
		m.Whole("german", "move", nil, hexes[n%len(hexes)])
	}
}

// BenchmarkReachPicture does what a tap on a stack asks for in the middle of a turn: the whole stack, where it can go,
// its reach with the nearest destinations lettered, and the close-up of that.
func BenchmarkReachPicture(b *testing.B) {
	m, hexes := midTurn(b)
	painter := painterOf(b)
	var all, rest []time.Duration
	for n := 0; b.Loop(); n++ {
		began := time.Now()
		v, ok := lettered(b, m, hexes[n%len(hexes)])
		if !ok {
			continue
		}
		asked := time.Since(began)
		near, _ := render.Focus(v.Board())
		if _, err := render.Draw(painter, v, render.Paper(), near); err != nil {
			b.Fatal(err)
		}
		all, rest = append(all, time.Since(began)), append(rest, asked)
	}
	b.ReportMetric(micros(all)/1000, "median-ms")
	b.ReportMetric(micros(rest)/1000, "without-picture-ms")
}

// painterOf draws with the words of the catalogue.
func painterOf(t testing.TB) *render.Painter {
	t.Helper()
	words := must(catalogue.New(nil))(t)
	return must(render.New(words.In(catalogue.Default)))(t)
}

// lettered is the view of a German stack's reach with its first destinations lettered; false where it cannot move.
func lettered(t testing.TB, m *rules.Match, h hex.Hex) (view.Secret, bool) {
	t.Helper()
	whole := m.Whole("german", "move", nil, h)
	if whole == nil {
		return view.Secret{}, false
	}
	offer := must(m.Offer("german", "move", whole))(t)
	reach := view.Layer{Kind: "reach"}
	for _, p := range whole {
		reach.Units = append(reach.Units, p.Unit)
	}
	for _, c := range offer.Costs {
		for _, p := range c.Picks {
			if p.N == 0 && len(reach.Letters) < view.MostLetters {
				reach.Letters = append(reach.Letters, p.Hex)
			}
		}
	}
	return m.View("german", reach), true
}

// midTurn is a German movement phase in the middle of a campaign, and where the stacks of several units stand.
func midTurn(t testing.TB) (*rules.Match, []hex.Hex) {
	t.Helper()
	s, _ := newScript(t, 600)
	m := s.begin(t)
	for i, o := range s.orders {
		b := m.Public().Board()
		if i > 300 && b.Phase.Name == "movement" && b.Phase.Side == "german" && b.Due == nil {
			break
		}
		s.give(t, m, o)
	}
	var hexes []hex.Hex
	for _, st := range m.View("german").Board().Stacks {
		if st.Side == "german" && st.Height > 1 {
			hexes = append(hexes, st.Hex)
		}
	}
	if now := m.Standing().Phase; now.Side != "german" || now.Name != "movement" || len(hexes) == 0 {
		t.Fatalf("the game is in %+v with %d stacks", now, len(hexes))
	}
	return m, hexes
}
