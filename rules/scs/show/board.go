package show

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// Board returns the position as a viewer may see it. It keeps the parts in same, and makes anew those that are nil.
func Board(g *game.Game, st *state.State, viewer order.Side, same series.Unchanged) view.Board {
	b := view.Board{Phase: view.Phase{Side: st.Phase().Side, Name: st.Phase().Name}}
	if b.Control = same.Control; b.Control == nil {
		b.Control = controlledHexes(g, st)
	}
	b.Stacks = stacks(g, st, viewer)
	for _, side := range g.Def.Sides {
		for _, src := range g.Def.Sources[side.ID] {
			if !law.SuppliesNow(st, side.ID, src) {
				b.IdleSources = append(b.IdleSources, src.Hex)
			}
		}
	}
	if b.OffMap = same.OffMap; b.OffMap == nil {
		b.OffMap = offMapPiles(g, st, viewer)
	}
	if f := st.Phase(); g.Ed.NoDelay && f.Name == g.Data.ArrivalPhase(f.Side) {
		var sight state.Sight
		law.Look(g, &sight, st, f.Side)
		b.Entering = len(law.Entering(g, &sight, true))
	}
	b.Stocks = stocksOf(g, st)
	for _, facts := range g.Added.Show.Facts {
		b.Facts = append(b.Facts, facts(st)...)
	}
	b.Due = prompt(g, st, viewer)
	b.Marks = g.Legend
	return b
}

// controlledHexes lists every hex that a side controls.
func controlledHexes(g *game.Game, st *state.State) []view.Held {
	out := make([]view.Held, 0, g.Def.Grid.Size())
	for h := range g.Def.Grid.All() {
		at := g.Def.Grid.Index(h)
		if c := st.Control[at]; c > 0 {
			out = append(out, view.Held{Hex: h, Side: g.Def.Sides[c-1].ID, VP: g.Vp[at]})
		}
	}
	return out
}

// stacks lists the stacks on the map, with the units that a viewer may identify.
func stacks(g *game.Game, st *state.State, viewer order.Side) []view.Stack {
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
			if law.IsSeen(g, st, viewer, p) {
				known = append(known, g.Counter(p))
			}
		}
		v.Known = known[from:len(known):len(known)]
		if !law.IsSeen(g, st, viewer, top) {
			v.Marks = slices.Clone(top.Marks)
		}
		out = append(out, v)
	}
	return out
}

// offMapPiles lists the units off the map. Everybody can read the printed order of arrival.
//
// RULING: fog of war: Both sides may look through the dead of both. For: what dies is seen to
// die. Against: the fog of war says nothing of the dead pile.
// RULING: afb 5.0: Who has been drawn at random is known to his own side alone until he lies
// on top of a stack. For: the owner draws and places his units; the enemy may look at tops.
// Against: an open cup would show both sides what is left in it.
func offMapPiles(g *game.Game, st *state.State, viewer order.Side) (out []view.Pile) {
	places := map[pileKey]int{}
	add := func(pile view.Pile, p *state.Piece, known bool) {
		key := pileKey{pile.Side, pile.Box, pile.Turn, pile.Entry, pile.Waits, 0}
		at, ok := places[key]
		for ; ok && !slices.Equal(out[at].Hexes, pile.Hexes); at, ok = places[key] { // it differs in Hexes alone
			key.n++
		}
		if !ok {
			at, places[key] = len(out), len(out)
			out = append(out, pile)
		}
		out[at].Count++
		if known {
			out[at].Known = append(out[at].Known, g.Counter(p))
		}
	}
	for i := range st.Pieces {
		p := &st.Pieces[i]
		pile := view.Pile{Side: p.Side, Box: p.At.Box}
		known := law.IsKnown(g, st, viewer, p)
		arrival := view.Pile{Side: p.Side, Box: state.Coming, Turn: p.Due, Entry: p.Area, Waits: p.Waits,
			Hexes: p.Entry}
		if p.Waits {
			arrival.Letter = g.Letter(p)
		}
		switch {
		case p.OnMap() || g.Pooled(p): // units in a feature's pool are interchangeable: stocks counts them
		case p.At.Box == state.Coming:
			add(arrival, p, known)
		case g.Undrawn(p): // it counts in two piles: as an unknown arrival, and in the cup
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

// pileKey is what the units of a pile have in common. n distinguishes piles that differ only in the hexes of arrival.
type pileKey struct {
	side  order.Side
	box   string
	turn  int
	entry string
	waits bool
	n     int
}

// stocksOf lists the counters beside the map, which both sides may see as on a table; nil where the game has none.
func stocksOf(g *game.Game, st *state.State) []view.Stock {
	if !g.HasStocks() {
		return nil
	}
	out := make([]view.Stock, len(g.Def.Sides))
	for i, side := range g.Def.Sides {
		dead := 0
		items, now, next := make([]view.Item, 0, 4), []view.Item(nil), make([]view.Item, 0, 2)
		arrival := state.Frame{Side: side.ID, Name: g.Data.ArrivalPhase(side.ID)}
		for j := range st.Pieces {
			if p := &st.Pieces[j]; p.Side == side.ID && p.At.Box == state.Dead {
				dead++
			}
		}
		for _, t := range g.Added.Tallies {
			if t.Item != "" {
				items = append(items, view.Item{What: t.Item, N: st.Tally(state.Of(t.Name, side.ID)),
					Must: t.Must && st.Phase().Side == side.ID && st.Phase().Name == arrival.Name})
				if t.Brings != nil {
					what := cmp.Or(t.Dice, t.Item)
					next = append(next, view.Item{What: what, N: t.Brings(arrival, st.Turn+1)})
					if g.PhaseIndex(st.Phase()) < g.PhaseIndex(arrival) {
						now = append(now, view.Item{What: what, N: t.Brings(arrival, st.Turn)})
					}
				}
			}
		}
		for _, pool := range g.Added.Pools {
			items = append(items, view.Item{What: pool.Stock, N: len(state.Where(st.Pieces, func(p *state.Piece) bool {
				return p.At.Box == pool.Box && p.Side == side.ID && g.Pooled(p)
			}))})
		}
		out[i] = view.Stock{Side: side.ID, Items: items, Now: now, Next: next, Dead: dead}
	}
	return out
}

// prompt returns the first pending decision with the units that the viewer may see, nil if none is pending. Units to be
// placed lie beside the map, visible to all, until they have been placed.
func prompt(g *game.Game, st *state.State, viewer order.Side) *view.Prompt {
	q := st.Owed()
	if q == nil {
		return nil
	}
	p := &view.Prompt{ID: q.ID, Side: q.Side, Kind: q.Kind, Rule: view.Rule(q.Rule), N: q.N, Hex: q.Hex,
		Doomed: law.DoomedHexes(g, st, *q), First: st.Tally(game.Opening) != 0}
	units := q.Units
	if q.Kind == "losses" {
		p.N = min(q.N, law.StepsLeft(st, *q))
		if ids, rule, _ := law.FirstToPay(g, st, *q); rule != "" && !slices.ContainsFunc(ids,
			func(id order.UnitID) bool { return !law.IsSeen(g, st, viewer, st.Piece(id)) }) {
			p.Why = view.T("owed.first-"+string(rule), "n", len(ids), "units", g.Names(ids))
			if p.N == 1 { // no other unit can pay
				units = ids
			}
		}
	}
	f := law.FightIn(st.Frames)
	if f != nil && f.Name == game.OverrunFight && q.Kind == "advance" {
		p.Why = view.T("owed.overrun-ends")
	}
	if f != nil && f.Fights() && f.Side != q.Side { // fog of war: the attackers are open to the defender
		p.Fight = []view.Text{view.T("owed.attacked", "units", g.Names(f.Units))}
		for _, next := range st.Pending {
			if next.Kind == "retreat" && next.Side == q.Side && next.ID != q.ID {
				p.Fight = append(p.Fight, view.T("owed.then-retreat", "n", next.N))
			}
		}
	}
	placing := g.Question(q.Kind).Beside
	for i, id := range units {
		if u := st.Piece(id); placing && !u.OnMap() || !placing && u.OnMap() && law.IsSeen(g, st, viewer, u) {
			p.Units = append(p.Units, g.Counter(u))
			if len(q.Left) > 0 {
				p.Left = append(p.Left, q.Left[i])
			}
		}
	}
	return p
}
