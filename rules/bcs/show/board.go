// Package show makes views: boards (board.go), what is told of events (tell.go), odds, charts and overlays. What it
// gives to a reader depends only on what the reader may know: everything, except in modules that hide stacks.
//
// It may import data, game, law and combat. It must not know how an order is carried out: it rolls no die and changes
// no position, except that Tell applies events to the state that it is given.
package show

import (
	"cmp"
	"slices"
	"strings"

	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/costs"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/bcs/reasons"
	"grognard/rules/hex"
	"grognard/rules/internal/score"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Open returns the position with nothing hidden.
func Open(g *game.Game, st *state.State) view.Board {
	return Board(g, st, law.Umpire, series.Unchanged{})
}

// Board returns the position as a viewer may see it. It takes the parts that same has: they have not changed.
func Board(g *game.Game, st *state.State, viewer order.Side, same series.Unchanged) view.Board {
	pos := law.NewPosition(g, st)
	b := view.Board{Phase: view.Phase{Side: st.Phase().Side, Name: st.Phase().Name, Group: activeGroup(st)}}
	if game.Step(st.Frames) == game.Objectives {
		b.Step = view.T("bcs.step-objectives")
	}
	b.Control, b.OffMap, b.Stacks = same.Control, same.OffMap, stacks(pos, viewer)
	if b.Control == nil { // it may have changed
		b.Control = held(g, st)
	}
	if b.OffMap == nil {
		b.OffMap = piles(g, st)
	}
	b.Stocks, b.Facts, b.Areas, b.Marks = stocks(g, st), facts(pos, viewer), areas(pos), legend()
	if g.Pupil(st) == "" { // there is nothing to win in a tutorial
		b.Facts = append(b.Facts, g.Data.Score.Facts(g.Def, st, ofScore, score.Other{})...)
	}
	b.Due, b.Overlays = prompt(pos, viewer), markedHexes(g, &b)
	return b
}

// activeGroup returns the Formation whose activation it is, "" for none.
func activeGroup(st *state.State) order.GroupID {
	if len(st.Frames) < 2 {
		return ""
	}
	return st.Frames[1].Group
}

// held lists the places worth points that a side controls, by hex. Nobody controls other hexes.
func held(g *game.Game, st *state.State) []view.Held {
	out := []view.Held{}
	for h := range g.Def.Grid.All() {
		if side := st.Controls(h); side != "" {
			p, _ := g.Def.PlaceAt(h)
			out = append(out, view.Held{Hex: h, Side: side, VP: p.VP})
		}
	}
	return out
}

// stacks lists the stacks on the map, with the units that a viewer may identify.
func stacks(pos *law.Position, viewer order.Side) (out []view.Stack) {
	g, st := pos.G, pos.St
	for top := range st.Tops() {
		v := view.Stack{Hex: top.At.Hex, Side: top.Side}
		for p := range st.Pile(top.At.Hex) {
			v.Height++
			if law.IsKnown(g, st, viewer, p) {
				v.Known = append(v.Known, counter(pos, p))
			}
		}
		out = append(out, v)
	}
	return out
}

// piles lists the units off the map. Everybody can read the printed order of arrival, and look through the dead.
func piles(g *game.Game, st *state.State) (out []view.Pile) {
	for i := range st.Pieces {
		p := &st.Pieces[i]
		if p.OnMap() {
			continue
		}
		pile := view.Pile{Side: p.Side, Box: p.At.Box}
		if p.At.Box == state.Coming {
			pile.Turn, pile.Entry, pile.Waits, pile.Hexes = p.Due, p.Area, p.Waits, p.Entry
		}
		at := slices.IndexFunc(out, func(o view.Pile) bool {
			return o.Side == pile.Side && o.Box == pile.Box && o.Turn == pile.Turn && o.Entry == pile.Entry &&
				o.Waits == pile.Waits && slices.Equal(o.Hexes, pile.Hexes)
		})
		if at < 0 {
			at, out = len(out), append(out, pile)
		}
		out[at].Count, out[at].Known = out[at].Count+1, append(out[at].Known, g.Counter(p))
	}
	slices.SortStableFunc(out, func(a, b view.Pile) int {
		return cmp.Or(a.Turn-b.Turn, strings.Compare(string(a.Side), string(b.Side)), strings.Compare(a.Box, b.Box),
			strings.Compare(a.Entry, b.Entry), slices.CompareFunc(a.Hexes, b.Hexes, hex.Compare))
	})
	return out
}

// The things that a side has beside its units, as stocks name them.
const (
	AirItem   = "air-point"
	AVItem    = "av-replacement"
	OtherItem = "other-replacement"
)

// stocks lists what the sides have beside the map.
func stocks(g *game.Game, st *state.State) []view.Stock {
	out := make([]view.Stock, len(g.Def.Sides))
	for i, side := range g.Def.Sides {
		s := side.ID
		next, _ := g.Def.Arrives(s, st.Turn+1).Own.(data.Supplies)
		out[i] = view.Stock{Side: s, Items: []view.Item{{What: AirItem, N: st.Tally(game.AirOf(s))},
			{What: AVItem, N: st.Tally(game.PointsOf(game.AVPoint, s))},
			{What: OtherItem, N: st.Tally(game.PointsOf(game.OtherPoint, s))}},
			Next: []view.Item{{What: AirItem, N: next.Air}, {What: AVItem, N: next.Points.AV},
				{What: OtherItem, N: next.Points.Other}}}
		out[i].Dead = len(state.Where(st.Pieces, func(p *state.Piece) bool {
			return p.Side == s && p.At.Box == state.Dead
		}))
	}
	return out
}

// prompt returns the decision owed first, with the units that the viewer may identify.
func prompt(pos *law.Position, viewer order.Side) *view.Prompt {
	q := pos.St.Owed()
	if q == nil {
		return nil
	}
	p := &view.Prompt{ID: q.ID, Side: q.Side, Kind: q.Kind, Rule: view.Rule(q.Rule), N: q.N, Hex: q.Hex}
	units := q.Units
	if f := pos.G.Formation(order.GroupID(q.Word)); f != nil {
		units = []order.UnitID{f.Trains}
		if reasons.IsJumped(pos.St.Pending, f.HQ) {
			p.Why = view.T("bcs.owed-hq-next", "unit", pos.Name(f.HQ))
		}
	}
	var known []*state.Piece
	for _, id := range units {
		if u := pos.St.Piece(id); law.IsKnown(pos.G, pos.St, viewer, u) {
			known, p.Units = append(known, u), append(p.Units, counter(pos, u))
		}
	}
	if q.Rule == combat.EachByItsLine {
		p.Why = view.T("bcs.owed-lines", "lines", retreatLines(pos, known,
			func(u *state.Piece) string { return combat.LineOf(u, q) }))
	}
	if (q.Kind == "losses" || q.Kind == "advance") && law.IsKnown(pos.G, pos.St, viewer, pos.St.Piece(q.Units[0])) {
		first := pos.Name(q.Units[0])
		p.Why = view.T("bcs.owed-first", "unit", first, "rule", view.Rule(combat.RestRule(q)))
		if q.Kind == "advance" {
			p.Why = view.T("bcs.owed-must", "unit", first)
		}
	}
	if f := pos.G.Active(pos.St); q.Kind == "second" && f != nil {
		if now := commandNow(pos, f); now.chances(pos, data.Second) != nil {
			var acts []view.Text
			if viewer == f.Side || !pos.G.Data.Hidden { // the modifiers to come may tell where units lie
				acts = actsAgain(pos, f)
			}
			p.Why = view.T("bcs.owed-chances", "chances", now.chances(pos, data.Second),
				"terms", now.terms(pos, data.Second, "bcs.note.term"), "acts", acts)
		}
	}
	return p
}

// Progress returns, for their own side alone, what units of the active Formation on the map have left to move.
func Progress(s *state.Sight) (out []view.Progress) {
	pos := law.Of(s)
	f := pos.G.Active(pos.St)
	if f == nil || f.Side != s.Side {
		return nil
	}
	activities := game.Step(s.Frames) == game.Activities
	for i := range s.Own {
		p := &s.Own[i]
		if p.Group != f.ID || !p.OnMap() || pos.G.Face(p).Move == 0 {
			continue
		}
		done := view.Progress{Unit: p.ID}
		switch {
		case activities && law.CanGo(pos, p):
			n := costs.Points(pos.G, pos.Left(p))
			done.Left, done.Idle, done.Text = &n, p.Used == 0, view.T("units.left", "left", n)
			if p.Used > 0 {
				done.Text = view.T("units.moved-left", "left", n)
			}
		case p.Used > 0:
			done.Text = view.T("units.moved")
		}
		out = append(out, done)
	}
	return out
}
