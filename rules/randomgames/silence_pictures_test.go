package randomgames

import (
	"bytes"
	"fmt"
	"testing"

	"grognard/bot/catalogue"
	"grognard/render"
	"grognard/rules"
	"grognard/rules/view"
)

// samePictures compares pictures to the byte: the map, the stacks, the reach of a unit, supply, and recent
// events, as a whole map, close-up and film, and as the overview and the numbered close-ups of a report.
func (w *witness) samePictures(m, twin *rules.Match, told, toldTwin []view.Account) {
	w.t.Helper()
	w.drawn++
	a, b := w.pictures(m, told), w.pictures(twin, toldTwin)
	if len(a) != len(b) {
		w.t.Fatalf("there are %d pictures, of the twin %d", len(a), len(b))
	}
	for i := range a {
		if !bytes.Equal(a[i], b[i]) {
			w.t.Fatalf("picture %d tells twins of %v apart", i, w.hexes)
		}
	}
}

func (w *witness) pictures(m *rules.Match, told []view.Account) [][]byte {
	w.t.Helper()
	layers := view.Layer{Kind: "supply"}
	reach := view.Layer{Kind: "reach"}
	for _, st := range m.Public().Board().Stacks {
		if len(st.Known) > 0 {
			reach.Unit = st.Known[0].ID
		}
	}
	out := drawn(w, []view.Public{m.Public().After(told...), m.Public(layers), m.Public(reach)})
	out = append(out, drawn(w, []view.Secret{m.View(w.observer).After(told...), m.View(w.observer, layers),
		m.View(w.observer, reach)})...)
	out = append(out, reported(w, m.Public().After(told...))...)
	out = append(out, reported(w, m.View(w.observer).After(told...))...)
	for _, h := range w.hexes {
		if _, stands := stackAt(m.Public().Board(), h); !stands {
			continue
		}
		stack := must(render.DrawStack(w.painter, m.View(w.observer), render.Paper(), h))(w.t)
		out = append(out, stack.PNG())
	}
	return out
}

// reported returns the pictures of a report: its overview and its close-ups. A twin must have as many.
func reported[A view.Audience](w *witness, v A) (out [][]byte) {
	w.t.Helper()
	r := render.NewReport(v)
	over := must(r.Overview(w.painter, render.Paper()))(w.t)
	out = append(out, over.PNG(), fmt.Append(nil, r.CloseUps()))
	for _, c := range r.CloseUps() {
		near := must(r.CloseUp(w.painter, render.Paper(), c.Number))(w.t)
		out = append(out, near.PNG())
	}
	return out
}

// painterOf returns a painter with the words of the catalogue.
func painterOf(t testing.TB) *render.Painter {
	t.Helper()
	return must(render.New(must(catalogue.New(nil))(t).In(catalogue.Default)))(t)
}
