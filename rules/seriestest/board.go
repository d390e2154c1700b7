package seriestest

import (
	"slices"
	"strconv"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Look fills a sight with what every series lets a side know.
func (e *engine) Look(s *state.Sight, st *state.State, side order.Side) { s.See(st, side) }

// Odds has none: a player sees both ratings and can read the table himself, so no order of the series is a Fight.
func (e *engine) Odds(_ *state.Sight, _ *view.Board, o order.Order) (view.Odds, *view.Denial) {
	return view.Odds{}, choice.NoSuchOrder(o.Verb)
}

// umpire is a viewer who sees everything.
const umpire order.Side = "\x00umpire"

// Known reports whether a viewer can identify a unit. Of an enemy stack on the map he knows only the top.
func (e *engine) Known(st *state.State, viewer order.Side, p *state.Piece) bool {
	return viewer == p.Side || viewer == umpire || !p.OnMap() || st.Top(p.At.Hex) == p
}

// Open returns the position with nothing hidden.
func (e *engine) Open(st *state.State) view.Board { return e.Board(st, umpire, series.Unchanged{}) }

// Board returns the position as a viewer may see it.
func (e *engine) Board(st *state.State, viewer order.Side, _ series.Unchanged) view.Board {
	b := view.Board{Phase: view.Phase{Side: st.Phase().Side, Name: st.Phase().Name, Group: st.Acting()}}
	for _, m := range e.def.Marks {
		b.Marks = append(b.Marks, view.MarkLegend{ID: m.ID, Name: m.Name, Rule: "4-4"})
	}
	for top := range st.Tops() {
		v := view.Stack{Hex: top.At.Hex, Side: top.Side}
		for p := range st.Pile(top.At.Hex) {
			v.Height++
			if e.Known(st, viewer, p) {
				v.Known = append(v.Known, e.counter(p))
			}
		}
		b.Stacks = append(b.Stacks, v)
	}
	b.Progress = progress(e, st, viewer)
	for _, s := range e.def.Sides {
		dead := view.Pile{Side: s.ID, Box: state.Dead}
		for i := range st.Pieces {
			if p := &st.Pieces[i]; p.Side == s.ID && !p.OnMap() {
				dead.Count, dead.Known = dead.Count+1, append(dead.Known, e.counter(p))
			}
		}
		if dead.Count > 0 {
			b.OffMap = append(b.OffMap, dead)
		}
		b.Stocks = append(b.Stocks, view.Stock{Side: s.ID, Dead: dead.Count,
			Items: []view.Item{{What: "formation", N: unused(e, st, s.ID)}}})
		b.Facts = append(b.Facts, view.Fact{Kind: "trophies", Side: s.ID, N: e.trophies(st, s.ID), Rule: "5-1"})
	}
	return b
}

// progress returns the movement that the viewer's units on the map have left in their formation's activation.
func progress(e *engine, st *state.State, viewer order.Side) (out []view.Progress) {
	for i := range st.Pieces {
		p := &st.Pieces[i]
		if p.Side != viewer || !p.OnMap() || p.Group != st.Acting() {
			continue
		}
		done := view.Progress{Unit: p.ID}
		if left := chart.Whole(e.data.Pace - p.Used); left.Compare(chart.Whole(0)) > 0 && !p.Flags.Has(struck) {
			done.Left, done.Idle, done.Text = &left, p.Used == 0, view.T("pace.left", "left", left)
		}
		out = append(out, done)
	}
	return out
}

// trophies: 5-1: the enemies that a side has destroyed.
func (e *engine) trophies(st *state.State, side order.Side) (n int) {
	for i := range st.Pieces {
		if p := &st.Pieces[i]; p.Side != side && p.At.Box == state.Dead {
			n++
		}
	}
	return n
}

// counter returns a unit as it shows: its counter has one side, whatever it has lost.
func (e *engine) counter(p *state.Piece) view.Counter {
	u := e.def.Units[p.ID]
	return view.Counter{ID: p.ID, Name: u.Name, Short: u.Short, Formation: u.Formation, Side: p.Side,
		Symbol: u.Symbol, Size: u.Size,
		Ratings: ratings(forceOf(e, p)), Steps: p.Steps, MaxSteps: u.Steps, Marks: slices.Clone(p.Marks)}
}

// ratings returns the single rating on a counter.
func ratings(force int) []view.Rating {
	return []view.Rating{{Kind: "force", N: force, Text: strconv.Itoa(force)}}
}

// Print adds the rating to the cards.
func (e *engine) Print(m *view.Map) {
	for i := range m.Cards {
		m.Cards[i].Faces = []view.Face{{Ratings: ratings(e.def.Units[m.Cards[i].ID].Own.(printed).Force)}}
	}
	m.Sample = ratings(4)
}

// Layers has one kind of overlay: the camps of each side.
func (e *engine) Layers() []view.LayerKind { return []view.LayerKind{{Name: "camps", Of: view.OfMap}} }

// Overlay draws a border round each side's hexes.
func (e *engine) Overlay(a series.OverlayRequest) (out view.Overlay, ok bool) {
	if a.Kind != "camps" {
		return view.Overlay{}, false
	}
	_, way := view.Stage()
	for _, s := range e.def.Sides {
		var hexes []hex.Hex
		for top := range a.State.Tops() {
			if top.Side == s.ID {
				hexes = append(hexes, top.At.Hex)
			}
		}
		out.Forms = append(out.Forms, view.Form{Shape: view.Border, Side: s.ID, Hexes: hexes})
		out.Notes = append(out.Notes, view.Note{Text: view.T("camps.print", "side", s.Name),
			Sample: []view.Form{{Shape: view.Border, Side: s.ID, Hexes: way}}})
		out.Texts = append(out.Texts, view.T("camps.stand", "side", s.ID, "hexes", hexes))
	}
	return out, true
}
