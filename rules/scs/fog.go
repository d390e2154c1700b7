package scs

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// seen says whether a viewer can identify a unit on the map; the viewer "" is the public. SCS, fog of
// war: the enemy sees the top unit of a stack. In 1.8 a marker on it hides nothing; in 1.7 the enemy
// sees the marker and not the unit. From its announcement until the fight is over, the units of an
// attack and the whole defending stack are open.
//
// RULING: fog of war: What a fight shows is open to everybody who looks on, until its last
// advance is over. For: the odds are told, and would give the units away. Against: the fog of
// war lets a player examine a stack only to calculate the odds.
func (e *Engine) seen(st *state.State, viewer order.Side, p *state.Piece) bool {
	if owns(viewer, p) {
		return true
	}
	if f := fightIn(st.Frames); f != nil && (slices.Contains(f.Units, p.ID) || slices.Contains(f.Against, p.ID)) {
		return true
	}
	return p.OnMap() && st.Top(p.At.Hex) == p && !(e.ed.marksCover && len(p.Marks) > 0)
}

// Known says whether a viewer can identify a unit, on the map or off it. Units to come are printed in
// the order of arrival, except those that are drawn at random.
func (e *Engine) Known(st *state.State, viewer order.Side, p *state.Piece) bool {
	switch {
	case p.OnMap():
		return e.seen(st, viewer, p)
	case e.undrawn(p):
		return owns(viewer, p)
	case p.At.Box == state.Coming:
		return owns(viewer, p) || !e.random(p.ID)
	}
	return true
}

// umpire is a viewer who sees everything.
const umpire order.Side = "\x00umpire"

func owns(viewer order.Side, p *state.Piece) bool { return viewer == p.Side || viewer == umpire }

// Open is the position with nothing hidden, for games that are over.
func (e *Engine) Open(st *state.State) view.Board { return e.Board(st, umpire, series.Unchanged{}) }

// Board is the position as a viewer may see it.
func (e *Engine) Board(st *state.State, viewer order.Side, same series.Unchanged) view.Board {
	b := view.Board{Phase: view.Phase{Side: st.Phase().Side, Name: st.Phase().Name}}
	if b.Control = same.Control; b.Control == nil {
		b.Control = e.held(st)
	}
	b.Stacks = e.stacks(st, viewer)
	for _, side := range e.def.Sides {
		for _, src := range e.def.Sources[side.ID] {
			if !works(st, side.ID, src) {
				b.IdleSources = append(b.IdleSources, src.Hex)
			}
		}
	}
	if b.OffMap = same.OffMap; b.OffMap == nil {
		b.OffMap = e.piles(st, viewer)
	}
	b.Stocks = e.stocks(st)
	b.Facts = e.facts(st)
	b.Due = e.prompt(st, viewer)
	b.Progress = e.progress(st, viewer)
	b.Marks = e.legend
	return b
}

// held lists every hex that a side controls.
func (e *Engine) held(st *state.State) []view.Held {
	out := make([]view.Held, 0, e.def.Grid.Size())
	for h := range e.def.Grid.All() {
		at := e.def.Grid.Index(h)
		if c := st.Control[at]; c > 0 {
			out = append(out, view.Held{Hex: h, Side: e.def.Sides[c-1].ID, VP: e.vp[at]})
		}
	}
	return out
}

// stacks lists the stacks on the map, with the units that a viewer may identify.
func (e *Engine) stacks(st *state.State, viewer order.Side) []view.Stack {
	tops, pieces := 0, 0
	for top := range st.Tops() {
		tops, pieces = tops+1, pieces+st.Height(top.At.Hex)
	}
	out := make([]view.Stack, 0, tops)
	known := make([]view.Counter, 0, pieces) // of all stacks, in one allocation
	for top := range st.Tops() {
		v := view.Stack{Hex: top.At.Hex, Side: top.Side}
		from := len(known)
		for p := range st.Pile(top.At.Hex) {
			v.Height++
			if e.seen(st, viewer, p) {
				known = append(known, e.counter(p))
			}
		}
		v.Known = known[from:len(known):len(known)]
		if !e.seen(st, viewer, top) {
			v.Marks = slices.Clone(top.Marks)
		}
		out = append(out, v)
	}
	return out
}

// counter returns a unit's counter as it is shown to viewers who may identify the unit. Dead units lie
// with their full side up, on which they would return (afb 1.11); a unit with a single step has no
// other side.
func (e *Engine) counter(p *state.Piece) view.Counter {
	u, f := &e.units[p.Number()], &e.faces[p.Number()]
	reduced := p.Steps < u.Steps && p.At.Box != state.Dead
	up := f.full
	if reduced {
		up = f.reduced
	}
	return view.Counter{ID: p.ID, Name: u.Name, Short: u.Short, Formation: u.Formation, Side: p.Side, Symbol: u.Symbol,
		Size: u.Size, Ratings: up, Traits: f.traits, Steps: p.Steps, MaxSteps: u.Steps, Reduced: reduced,
		Estimate: u.Estimate && !reduced || u.EstimateBack && reduced, Marks: slices.Clone(p.Marks)}
}

// piles lists the units off the map. Everybody can read the printed order of arrival.
//
// RULING: fog of war: Both sides may look through the dead of both. For: what dies is seen to
// die. Against: the fog of war says nothing of the dead pile.
// RULING: afb 5.0: Who has been drawn at random is known to his own side alone until he lies
// on top of a stack. For: the owner draws and places his units; the enemy may look at tops.
// Against: an open cup would show both sides what is left in it.
func (e *Engine) piles(st *state.State, viewer order.Side) []view.Pile {
	var out []view.Pile
	places := map[pileKey]int{}
	add := func(pile view.Pile, p *state.Piece, known bool) {
		key := pileKey{pile.Side, pile.Box, pile.Turn, pile.Entry, pile.Waits, 0}
		at, ok := places[key]
		for ; ok && !slices.Equal(out[at].Hexes, pile.Hexes); at, ok = places[key] {
			key.n++
		}
		if !ok {
			at, places[key] = len(out), len(out)
			out = append(out, pile)
		}
		if out[at].Count++; known {
			out[at].Known = append(out[at].Known, e.counter(p))
		}
	}
	for i := range st.Pieces {
		p := &st.Pieces[i]
		pile := view.Pile{Side: p.Side, Box: p.At.Box}
		known := e.Known(st, viewer, p)
		arrival := view.Pile{Side: p.Side, Box: state.Coming, Turn: p.Due, Entry: p.Area, Waits: p.Waits,
			Hexes: p.Entry}
		if p.Waits {
			arrival.Letter = e.letter(p)
		}
		switch {
		case p.OnMap() || e.boxed(p) != nil: // units in a feature's box are interchangeable: stocks counts them
		case p.At.Box == state.Coming:
			add(arrival, p, known)
		case e.undrawn(p): // it is counted where a unit will arrive, and lies in the cup
			add(arrival, p, false)
			pile.Lot = true
			add(pile, p, known)
		default:
			add(pile, p, known)
		}
	}
	slices.SortFunc(out, func(a, b view.Pile) int { // the order of the piles must not reveal who is in them
		return cmp.Or(a.Turn-b.Turn, strings.Compare(string(a.Side), string(b.Side)), strings.Compare(a.Box, b.Box),
			strings.Compare(a.Entry, b.Entry),
			strings.Compare(strconv.FormatBool(a.Waits), strconv.FormatBool(b.Waits)),
			slices.CompareFunc(a.Hexes, b.Hexes, hex.Compare))
	})
	return out
}

// pileKey is what the units of a pile have in common. n distinguishes piles that arrive in
// different hexes and are otherwise equal.
type pileKey struct {
	side  order.Side
	box   string
	turn  int
	entry string
	waits bool
	n     int
}

// stocks lists the counters beside the map, which both sides may see as on a table. It is nil where
// the game has none.
func (e *Engine) stocks(st *state.State) []view.Stock {
	if !e.hasStocks() {
		return nil
	}
	out := make([]view.Stock, len(e.def.Sides))
	for i, side := range e.def.Sides {
		dead := 0
		items := make([]view.Item, 0, 4)
		for j := range st.Pieces {
			if p := &st.Pieces[j]; p.Side == side.ID && p.At.Box == state.Dead {
				dead++
			}
		}
		for j := range e.features {
			for _, t := range e.features[j].Tallies {
				items = append(items, view.Item{What: t.Item, N: st.Tally(state.Of(t.Name, side.ID))})
			}
		}
		for j := range e.features {
			if f := &e.features[j]; f.Stock != "" {
				items = append(items, view.Item{What: f.Stock, N: e.countInBox(st, side.ID, f)})
			}
		}
		out[i] = view.Stock{Side: side.ID, Items: items, Dead: dead}
	}
	return out
}

// countInBox counts a side's units in a feature's box.
func (e *Engine) countInBox(st *state.State, side order.Side, f *feature) (n int) {
	for i := range st.Pieces {
		if p := &st.Pieces[i]; p.At.Box == f.Box && p.Side == side && e.boxed(p) == f {
			n++
		}
	}
	return n
}

// prompt is the decision owed first, with the units that the viewer may see. Units to be placed lie
// beside the map, visible to all, until they have been placed.
func (e *Engine) prompt(st *state.State, viewer order.Side) *view.Prompt {
	q := st.Owed()
	if q == nil {
		return nil
	}
	p := &view.Prompt{ID: q.ID, Side: q.Side, Kind: q.Kind, Rule: view.Rule(q.Rule), N: q.N, Hex: q.Hex,
		Doomed: e.doomed(st, *q)}
	if q.Kind == "losses" {
		p.N = min(q.N, e.stepsLeft(&state.Scratch{State: st}, *q))
	}
	placing := e.question(q.Kind).Beside
	for i, id := range q.Units {
		if u := st.Piece(id); placing && !u.OnMap() || !placing && u.OnMap() && e.seen(st, viewer, u) {
			p.Units = append(p.Units, e.counter(u))
			if len(q.Left) > 0 {
				p.Left = append(p.Left, q.Left[i])
			}
		}
	}
	return p
}

// worth finds the place in a hex; ok is false if it has no victory points.
func (e *Engine) worth(h hex.Hex) (geography.Place, bool) {
	p, ok := e.def.PlaceAt(h)
	return p, ok && p.VP > 0
}
