package randomgames

import (
	"encoding/json"
	"reflect"
	"slices"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/feature/airstrikes"
	"grognard/rules/view"
)

// invariants hold after every command: SCS 3.3a, 3.2d, 4.0c, 8.0 and 13.0, and that units neither vanish nor double.
func (p *randomPlayer) invariants() {
	p.t.Helper()
	found := map[order.UnitID]int{}
	held := map[hex.Hex]order.Side{}
	for _, h := range p.board.Control {
		held[h.Hex] = h.Side
	}
	for _, side := range p.def.Sides {
		b := p.own[side.ID]
		for _, st := range b.Stacks {
			for _, k := range st.Known {
				p.asPrinted(b.Map, k, k.Steps < k.MaxSteps)
				if k.Side != st.Side {
					p.t.Fatalf("3.3a: %s stands among %s in %v", k.ID, st.Side, st.Hex)
				}
				if k.Side == side.ID {
					found[k.ID]++
				}
			}
			if st.Side == side.ID {
				p.soundStack(st)
			}
			if held[st.Hex] != st.Side {
				p.t.Fatalf("13.0: %s stands in %v, which %q controls", st.Side, st.Hex, held[st.Hex])
			}
		}
		for _, pile := range b.OffMap {
			for _, k := range pile.Known {
				p.asPrinted(b.Map, k, k.Steps < k.MaxSteps && pile.Box != "dead")
				if k.Side == side.ID {
					found[k.ID]++
				}
			}
		}
	}
	for _, u := range p.pos.Units {
		if found[u.ID] != 1 {
			p.t.Fatalf("%s is in %d places", u.ID, found[u.ID])
		}
	}
	p.stocked(found)
	p.toPlace()
	p.asMadeAnew()
}

// asMadeAnew: a match with caches shows the same boards, and offers the same orders, as one without. (A board may share
// parts with an earlier one.)
func (p *randomPlayer) asMadeAnew() {
	p.t.Helper()
	if p.bare == nil {
		p.bare = freeze(p.t, p.m, p.pos).open(p.t)
	}
	anew := p.bare
	for _, e := range p.log[anew.Seq():] {
		must(anew.Apply(e.Seq, e.Record))(p.t)
	}
	anew.DropCaches()
	if !reflect.DeepEqual(anew.Public().Board(), p.board) {
		p.t.Fatalf("the public board is not that of a match without caches")
	}
	for _, side := range p.def.Sides {
		if !reflect.DeepEqual(anew.View(side.ID).Board(), p.own[side.ID]) {
			p.t.Fatalf("the board of side %s is not that of a match without caches", side.ID)
		}
		verbs := anew.Verbs(side.ID)
		if !slices.Equal(verbs, p.m.Verbs(side.ID)) {
			p.t.Fatalf("%s can give %v, and without caches %v", side.ID, p.m.Verbs(side.ID), verbs)
		}
		for _, v := range verbs {
			was, is := must(p.m.Offer(side.ID, v, nil))(p.t), must(anew.Offer(side.ID, v, nil))(p.t)
			if !reflect.DeepEqual(was, is) {
				p.t.Fatalf("/%s is offered to %s as %+v, and without caches as %+v", v, side.ID, was, is)
			}
		}
	}
}

// idled: a phase that everybody can see to be idle is one in which its player can do nothing but put stacks in order.
func (p *randomPlayer) idled() {
	p.t.Helper()
	side, _, idle := p.m.Idle()
	if !idle {
		return
	}
	p.reached.add("idle", view.Rule(p.board.Phase.Name))
	for _, v := range p.m.Verbs(side) {
		if v != "end" && v != "stack order" {
			p.t.Fatalf("1.0: %s %s is called idle, and /%s can be given", side, p.board.Phase.Name, v)
		}
	}
}

// toPlace: afb 1.11, 2.1a: a side asked where to place units is shown those that are still off the map, and enough.
func (p *randomPlayer) toPlace() {
	p.t.Helper()
	due := p.board.Due
	if due == nil || due.Kind != "replace" && due.Kind != "withdraw" {
		return
	}
	for _, u := range due.Units {
		if _, at, _ := p.board.Find(u.ID); at != hex.None {
			p.t.Fatalf("%s is to be placed and stands in %v", u.ID, at)
		}
	}
	if len(due.Units) < due.N {
		p.t.Fatalf("%d units are to be placed, of %v", due.N, due.Units)
	}
}

// stocked: afb 1.10, 1.11: each garrison is on the map or still to be made, and nobody spends replacements he lacks.
func (p *randomPlayer) stocked(found map[order.UnitID]int) {
	p.t.Helper()
	for _, s := range p.board.Stocks {
		all, made := 0, 0
		for _, id := range p.def.Roster {
			if p.def.Units[id].Made && p.def.Units[id].Side == s.Side {
				all, made = all+1, made+found[id]
			}
		}
		if made+s.Of("garrison") != all || s.Of("replacement") < 0 {
			p.t.Fatalf("%s has made %d of %d garrisons: %+v", s.Side, made, all, s)
		}
	}
}

// asPrinted: a counter shows what is printed on the side that is up: in the dead pile the full one, as units come back.
func (p *randomPlayer) asPrinted(m *view.Map, k view.Counter, reduced bool) {
	p.t.Helper()
	i := slices.IndexFunc(m.Cards, func(c view.Card) bool { return c.ID == k.ID })
	if i < 0 {
		p.t.Fatalf("%s is not printed", k.ID)
	}
	face := 0
	if reduced {
		face = 1
	}
	want := m.Cards[i].Face(face)
	want.Steps, want.Marks = k.Steps, k.Marks
	if !reflect.DeepEqual(k, want) {
		p.t.Fatalf("%s shows %+v, and printed is %+v", k.ID, k, want)
	}
}

func (p *randomPlayer) soundStack(st view.Stack) {
	p.t.Helper()
	fights := false
	for _, k := range st.Known {
		fights = fights || k.Rating("attack").N >= 1
		if k.Steps < 1 || k.Steps > k.MaxSteps {
			p.t.Fatalf("8.0: %s has %d of %d steps", k.ID, k.Steps, k.MaxSteps)
		}
	}
	if fights && st.Known[0].Rating("attack").N < 1 {
		p.t.Fatalf("4.0c: %s lies on top in %v", st.Known[0].ID, st.Hex)
	}
	if len(st.Known) != st.Height {
		p.t.Fatalf("%s cannot see its own stack in %v", st.Side, st.Hex)
	}
	if p.closed(st.Side, st.Hex) {
		p.t.Fatalf("3.2d: %s stands in %v", st.Side, st.Hex)
	}
}

// closed: SCS 3.2d: no unit stands in prohibited terrain, except where a road leads in.
func (p *randomPlayer) closed(side order.Side, h hex.Hex) bool {
	prohibited := func(kind string) bool { return data.Of(p.def).Charts[side][kind].Prohibited }
	road := func(n hex.Hex) bool { return len(p.def.Roads[hex.Between(h, n)]) > 0 }
	return slices.ContainsFunc(p.def.Kinds(h), prohibited) && !p.def.Grid.AnyNeighbour(h, road)
}

// audit is the player's own record of what the rules count. Phases have numbers from 1 on.
type audit struct {
	phases  int                              // begun so far
	retreat map[hex.Hex]int                  // the phase of the last retreat into a hex
	began   map[order.Side]int               // the phase of a side's last movement phase
	spent   map[order.UnitID]*chart.Fraction // movement points, in this phase
	came    map[order.UnitID]int             // the turn in which a reinforcement came in
	moved   bool                             // somebody has moved or overrun in this phase
}

// audited compares a command's account with the player's own record.
func (p *randomPlayer) audited(was *view.Board, acc view.Account) {
	p.t.Helper()
	mover := was.Phase.Side
	p.struck(was, acc)
	for _, l := range acc.For(mover) {
		p.setOff(l)
		switch {
		case l.Text.ID == "told.retreat":
			p.audit.retreat[l.Text.Arg("to").(hex.Hex)] = p.audit.phases
		case l.Text.ID == "told.march" && l.Cost != nil:
			p.marched(mover, l)
		}
	}
	if p.board.Phase == was.Phase && p.board.Turn == was.Turn {
		return
	}
	p.phaseEnded(was.Phase)
	p.audit.phases++
	p.audit.spent, p.audit.moved = map[order.UnitID]*chart.Fraction{}, false
	if p.board.Phase.Name == "movement" {
		p.audit.began[p.board.Phase.Side] = p.audit.phases
	}
}

// setOff: SCS 5.0: nobody comes in once a unit has moved or overrun in the phase.
func (p *randomPlayer) setOff(l view.Line) {
	p.t.Helper()
	switch l.Text.ID {
	case "told.march", "told.overrun":
		p.audit.moved = true
	case "told.enter":
		for _, n := range l.Text.Arg("units").([]view.Name) {
			p.audit.came[n.ID] = p.board.Turn
			if p.audit.moved {
				p.t.Fatalf("5.0: %s comes in after others have moved", n.ID)
			}
		}
	}
}

// arrivals returns how many units of a stack arrived in this turn.
func (p *randomPlayer) arrivals(st view.Stack) (n int) {
	own, _ := stackAt(p.own[st.Side], st.Hex)
	for _, k := range own.Known {
		if p.audit.came[k.ID] == p.board.Turn {
			n++
		}
	}
	return n
}

// struck: afb 1.9: each air strike flown is used up, and none is kept beyond the last phase in which the side
// can fly. afb 1.9a: every hit of a kill roll is a step lost.
func (p *randomPlayer) struck(was *view.Board, acc view.Account) {
	p.t.Helper()
	side, flown, hits, lost := was.Phase.Side, 0, 0, 0
	for _, l := range acc.For(p.other(side)) {
		switch {
		case l.Text.ID == "told.strike-hits", l.Text.ID == "told.strike-misses":
			flown++
		case l.Text.ID == "told.kill":
			hits += l.Text.Arg("hit").(int)
		case l.Rule == "afb 1.9a" && (l.Text.ID == "told.step" || l.Text.ID == "told.lost"):
			lost++
		}
	}
	if hits != lost {
		p.t.Fatalf("afb 1.9a: %d steps are lost by %d hits", lost, hits)
	}
	for i, s := range p.board.Stocks {
		phases, flies := data.Of(p.def).Phases[s.Side], airstrikes.Of(p.def)[s.Side].Phases
		done := func(phase string) bool {
			return s.Side != p.board.Phase.Side ||
				slices.Index(phases, phase) < slices.Index(phases, p.board.Phase.Name)
		}
		left := s.Of("air-strike") + s.Of("breakdown")
		if before := was.Stocks[i]; s.Side == side && flown > 0 &&
			flown > before.Of("air-strike")+before.Of("breakdown")-left {
			p.t.Fatalf("afb 1.9: %d air strikes were flown: %+v, before %+v", flown, s, before)
		}
		if over := !slices.ContainsFunc(flies, func(phase string) bool { return !done(phase) }); over && left > 0 {
			p.t.Fatalf("afb 1.9: air strikes are kept: %+v in %+v", s, p.board.Phase)
		}
	}
}

// marched: SCS 3.1b: nobody spends more in a phase than the allowance, but for one
// hex by 3.1e, and where terrain takes the whole allowance of the fastest.
func (p *randomPlayer) marched(side order.Side, l view.Line) {
	p.t.Helper()
	path := l.Text.Arg("path").([]hex.Hex)
	takesAll := slices.ContainsFunc(path, func(h hex.Hex) bool {
		return slices.ContainsFunc(p.def.Kinds(h),
			func(kind string) bool { return data.Of(p.def).Charts[side][kind].All })
	})
	for _, n := range l.Text.Arg("units").([]view.Name) {
		before, moved := p.audit.spent[n.ID]
		sum := *l.Cost
		if moved {
			sum = sum.Plus(*before)
		}
		p.audit.spent[n.ID] = &sum
		if !moved && len(path) == 1 || takesAll {
			continue
		}
		if most := p.allowance(side, n.ID); sum.Compare(chart.Whole(most)) > 0 {
			p.t.Fatalf("3.1b: %s has spent %v of %d", n.ID, sum, most)
		}
	}
}

// allowance returns a unit's movement allowance: the printed one, changed by its markers.
func (p *randomPlayer) allowance(side order.Side, id order.UnitID) int {
	k, _, _ := p.own[side].Find(id)
	f := chart.Whole(max(k.Rating("movement").N, 0))
	for _, m := range p.def.Marks {
		if slices.Contains(k.Marks, m.ID) {
			f = f.Times(m.Own.(data.Impact).Movement)
		}
	}
	return f.Round()
}

// phaseEnded: SCS 4.0a: no stack is over the limit when a phase ends, except in 1.8 one that a retreat made,
// until its owner's next movement phase has ended; in 1.6 reinforcements do not count before the end of their
// exploitation phase. afb 1.5: only movement and exploitation judge, and only the side that moves.
func (p *randomPlayer) phaseEnded(ended view.Phase) {
	p.t.Helper()
	if ended.Name == "movement" {
		for h, phase := range p.audit.retreat {
			if phase < p.audit.began[ended.Side] && p.holder(h) == ended.Side { // made before this movement phase
				delete(p.audit.retreat, h)
			}
		}
	}
	named := data.Of(p.def).Stacking.Phases
	for _, st := range p.board.Stacks {
		if st.Height <= data.Of(p.def).Stacking.Limit {
			continue
		}
		_, excused := p.audit.retreat[st.Hex]
		switch {
		case len(named) > 0:
			excused = st.Side != ended.Side || !slices.Contains(named, ended.Name)
		case p.def.Edition == "1.6" && ended.Name != "exploitation":
			excused = st.Side == ended.Side && st.Height-p.arrivals(st) <= data.Of(p.def).Stacking.Limit
		case p.def.Edition != "1.8":
			excused = false
		}
		if !excused {
			p.t.Fatalf("4.0a: %d units of %s stand in %v as %s %s ends", st.Height, st.Side, st.Hex, ended.Side,
				ended.Name)
		}
	}
}

func (p *randomPlayer) holder(h hex.Hex) order.Side {
	st, _ := stackAt(p.board, h)
	return st.Side
}

// onTheMap: what is told of moves, losses and fights says where on the map.
func (p *randomPlayer) onTheMap(was *view.Board, acc view.Account) {
	p.t.Helper()
	for _, l := range acc.Public() {
		if l.Text.ID == "told.attack" || l.Text.ID == "told.overrun" {
			p.fromWhere(was, l.Reckoned)
		}
		if l.MapEvent != nil {
			p.reached["event "+string(l.MapEvent.Kind)]++
			p.takesPlace(l)
		}
	}
}

// fromWhere: attackers stand beside their target; an overrun may come from farther off.
func (p *randomPlayer) fromWhere(was *view.Board, f *view.Reckoning) {
	p.t.Helper()
	for _, h := range f.From {
		if f.Text.ID != "told.overrun" && !was.Map.Grid.Touch(h, f.Target) {
			p.t.Fatalf("%v is attacked from %v", f.Target, h)
		}
	}
	if len(f.From) == 0 {
		p.t.Fatalf("%v is attacked from nowhere", f.Target)
	}
}

// takesPlace: a line's event on the map has a place, units (unless it is an air strike or an area taken) of one side
// only, and, if units go along its path, hexes that touch one another.
func (p *randomPlayer) takesPlace(l view.Line) {
	p.t.Helper()
	d := l.MapEvent
	if len(d.Path) == 0 || d.Kind != view.Struck && d.Kind != view.Taken && (d.Count == 0 || len(d.Units) > d.Count) {
		p.t.Fatalf("%v tells of %+v", l.Text, d)
	}
	onFoot := d.Kind == view.Marched || d.Kind == view.Retreated || d.Kind == view.Advanced
	for i, h := range d.Path[1:] {
		if onFoot && !p.def.Grid.Touch(d.Path[i], h) {
			p.t.Fatalf("%v goes from %v to %v", l.Text, d.Path[i], h)
		}
	}
	for _, u := range d.Units {
		if u.Side != d.Side {
			p.t.Fatalf("%v names %s", l.Text, u.ID)
		}
	}
}

// numbered: everybody is told the number of each roll in a record, in the order of the rolls, even without its faces.
func (p *randomPlayer) numbered(record []byte, acc view.Account) {
	p.t.Helper()
	var events []struct {
		Rolled struct {
			Number int `json:"number"`
		} `json:"rolled/1"`
	}
	noError(p.t, json.Unmarshal(record, &events))
	var fell []int
	for _, ev := range events {
		if n := ev.Rolled.Number; n > 0 {
			fell = append(fell, n)
		}
	}
	readers := [][]view.Line{acc.Public()}
	for _, s := range p.def.Sides {
		readers = append(readers, acc.For(s.ID))
	}
	for _, lines := range readers {
		var told []int
		for _, l := range lines {
			if l.Roll > 0 {
				told = append(told, l.Roll)
			}
			if n := len(l.Text.Args); n > 0 { // the last may be rolls
				told = append(told, unseen(l.Text.Args[n-1])...)
			}
		}
		if !slices.Equal(fell, told) {
			p.t.Fatalf("the rolls %v fell, and %v are told", fell, told)
		}
	}
}

// unseen returns the numbers of rolls whose faces nobody is told.
func unseen(arg any) (out []int) {
	text, _ := arg.(view.Text)
	switch text.ID {
	case "rolls.unseen-one":
		return []int{text.Arg("roll").(int)}
	case "rolls.unseen":
		for n := text.Arg("from").(int); n <= text.Arg("to").(int); n++ {
			out = append(out, n)
		}
	}
	return out
}
