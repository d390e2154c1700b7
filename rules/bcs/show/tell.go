package show

import (
	"cmp"
	"slices"

	"grognard/rules/bcs/costs"
	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/bcs/reasons"
	"grognard/rules/chart"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/audience"
	"grognard/rules/internal/score"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// teller turns events into what is told of them. Each event is told of in the position that it leaves.
type teller struct {
	g       *game.Game
	st      *state.State
	was     before
	rolled  *state.Rolled         // the last roll
	cost    *chart.Fraction       // of the last move: what its dearest unit has paid; it points into the told line
	moved   int                   // what every unit of the last move has paid, in 1/Scale
	stops   []stop                // to be told before the next line
	stopped map[order.UnitID]bool // units that were stopped before, so that a further stop is not told
	began   string                // the step of an activation that was entered last
	spotter []order.UnitID        // who spots for a mission, or fires, by the order that is told
	audience.Told
}

// stop is what is told of units that a clause stops, finishes or lets go on.
type stop struct {
	id     string // of the text
	clause view.Rule
	side   order.Side // whose units they are
	units  []order.UnitID
}

// before is what an event changes, as it was before.
type before struct {
	from  []hex.Hex // of the units, each hex once
	steps int
	n     int // a tally
	group order.GroupID
	held  order.Side // who controlled a hex
	waits view.Line  // why units wait as a Reinforcements Phase ends, see reasons.Withheld; the zero Line for nothing
}

// Tell applies events to a state and returns what the public and each side are told of them.
func Tell(g *game.Game, st *state.State, events state.Events) ([]view.Line, map[order.Side][]view.Line, error) {
	t := &teller{g: g, st: st, Told: audience.Told{Sides: g.Def.Sides}, stopped: map[order.UnitID]bool{}}
	for i := range st.Pieces {
		t.stopped[st.Pieces[i].ID] = len(game.Stops(&st.Pieces[i])) > 0
	}
	var trains func() []view.Line
	if slices.ContainsFunc(events, moves) {
		trains = reasons.Trains(g, st)
	}
	for _, ev := range events {
		t.was = t.before(ev)
		if moves(ev) {
			t.toldStops()
		}
		if err := st.Apply(ev); err != nil {
			return nil, nil, err
		}
		t.tell(ev)
	}
	t.begins()
	t.toldStops()
	if trains != nil {
		for _, l := range trains() {
			t.all(l)
		}
	}
	marchFirst(t.Public)
	for _, s := range t.Sides {
		marchFirst(t.Side[s.ID])
	}
	return t.Public, t.Side, nil
}

// marchFirst puts the line of a move before the lines of what it jumps on its way, though that leaves the map first.
func marchFirst(lines []view.Line) {
	where := func(ids ...string) int {
		return slices.IndexFunc(lines, func(l view.Line) bool { return slices.Contains(ids, l.Text.ID) })
	}
	from, to := where("bcs.told.jumped", "bcs.told.hq-jumped"), where("told.march", "bcs.told.advances")
	if from >= 0 && from < to {
		march := lines[to]
		copy(lines[from+1:], lines[from:to])
		lines[from] = march
	}
}

// moves reports whether an event can change where units lie or who lies on top, and so who can identify them.
func moves(ev state.Event) bool {
	switch ev.(type) {
	case state.Flagged, state.Spent, state.Counted, state.Noted, state.Rolled, state.Reckoned:
		return false
	}
	return true
}

// before returns what an event that has not been applied yet will change.
func (t *teller) before(ev state.Event) (was before) {
	switch ev := ev.(type) {
	case state.Moved:
		for _, id := range ev.Units {
			if p := t.st.Piece(id); p != nil && p.OnMap() && !slices.Contains(was.from, p.At.Hex) {
				was.from = append(was.from, p.At.Hex)
			}
		}
	case state.Stepped:
		if p := t.st.Piece(ev.Unit); p != nil {
			was.steps = p.Steps
		}
	case state.Counted:
		was.n = t.st.Tally(ev.Tally)
	case state.Controlled:
		was.held = t.st.Controls(ev.Hex)
	case state.Entered:
		was.waits = reasons.Withheld(t.g, t.st)
	case state.Left:
		if len(t.st.Frames) == 2 {
			was.group = t.st.Frames[1].Group
		}
	}
	return was
}

// all tells a line to everybody.
func (t *teller) all(l view.Line) { t.apart("", l, &l) }

// apart tells a side the line own, and everybody else the line others, or nothing if others is nil.
func (t *teller) apart(owner order.Side, own view.Line, others *view.Line) {
	t.toldStops()
	t.Apart(t.st.Turn, owner, own, others)
}

// ofUnits tells a line of some units: all of them to their own side, those that others can identify now to the others.
func (t *teller) ofUnits(ids []order.UnitID, line func([]order.UnitID) view.Line) {
	seen := t.seen(ids)
	if len(seen) == len(ids) {
		t.all(line(ids))
		return
	}
	var others *view.Line
	if len(seen) > 0 {
		others = new(line(seen))
	}
	t.apart(t.st.Piece(ids[0]).Side, line(ids), others)
}

// seen lists those of some units that everybody can identify where they are now.
func (t *teller) seen(ids []order.UnitID) []order.UnitID {
	return slices.DeleteFunc(slices.Clone(ids), func(id order.UnitID) bool {
		return !law.IsKnown(t.g, t.st, "", t.st.Piece(id))
	})
}

// tell tells of one event. Events that only keep count, such as that a unit has acted, are not told.
func (t *teller) tell(ev state.Event) {
	switch ev := ev.(type) {
	case state.Entered:
		t.entered(ev)
	case state.Left:
		if t.was.group != "" {
			t.all(view.Line{Text: view.T("bcs.told.ends", "formation", t.g.FormationName(t.was.group)),
				Rule: "sequence"})
		}
	case state.Moved:
		t.movedUnits(ev)
	case state.Spent:
		t.spent(ev)
	case state.Stepped:
		t.stepped(ev)
	case state.Flipped:
		t.flipped(ev)
	case state.Marked:
		t.marked(ev)
	case state.Flagged:
		t.flagged(ev)
	case state.Joined:
		t.joined(ev)
	case state.Counted:
		t.counted(ev)
	case state.Rolled:
		t.rolled = &ev
	case state.Reckoned:
		t.reckoned(ev)
	case state.Noted:
		t.noted(ev)
	case state.Ended:
		if t.g.Pupil(t.st) != "" { // nobody wins, and what follows says that the tutorial is over
			return
		}
		t.all(view.Line{Text: view.T("told.over"), Rule: view.Rule(ev.Rule)})
		for _, l := range t.g.Data.Score.Result(t.g.Def, t.st, ofScore, score.Other{}) {
			t.all(l)
		}
	case state.Controlled:
		if l, ok := score.Taken(t.g.Def, t.was.held, ev, law.Victory); ok {
			t.all(l)
		}
	}
}

func (t *teller) entered(ev state.Entered) {
	switch f := ev.Frame; ev.Depth {
	case 0:
		if t.was.waits.Text.ID != "" {
			t.all(t.was.waits)
		}
		text := view.T("told.phase", "turn", t.st.Turn, "side", f.Side, "phase", f.Name)
		switch pupil := t.g.Pupil(t.st); {
		case f.Name == game.Admin:
			text = view.T("bcs.told.admin", "turn", t.st.Turn, "last", t.st.Turn >= t.g.Def.Turns)
		case f.Name == game.Activations && pupil != "" && pupil != f.Side:
			text = view.T("bcs.told.unplayed", "side", f.Side)
		}
		t.all(view.Line{Text: text, Rule: "sequence"})
	case 1:
		text := view.T("bcs.told.activates", "side", f.Side, "formation", t.g.FormationName(f.Group))
		if f.Name == game.Another {
			text = view.T("bcs.told.activates-again", "side", f.Side, "formation", t.g.FormationName(f.Group))
		}
		t.all(view.Line{Text: text, Rule: "sequence"})
	default:
		t.began = f.Name
		if f.Name == game.Isolation {
			t.rested(t.g.Formation(f.Group))
		}
	}
}

// rested tells that no Fatigue is rolled for a Formation that has acted, where the game has a table for it.
func (t *teller) rested(f *data.Formation) {
	pos := law.NewPosition(t.g, t.st)
	if !law.CanTire(pos, f) || law.WillTire(pos, f) {
		return
	}
	var orders []view.Text
	for _, v := range t.g.Data.Tires {
		orders = append(orders, law.VerbText(pos, order.Verb(v)))
	}
	t.all(view.Line{Text: view.T("bcs.told.no-fatigue", "formation", f.Name, "orders", orders), Rule: "10.4-1"})
}

// begins tells which step of an activation begins, if its player has something to decide in it. The declarations have
// no line of their own: the line of the activation tells of them.
func (t *teller) begins() {
	f := t.g.Active(t.st)
	if f == nil || t.began != game.Step(t.st.Frames) {
		return
	}
	switch t.began {
	case game.Rolled, game.Objectives, game.Activities, game.SecondStep:
		t.all(view.Line{Text: view.T("bcs.told.step-"+t.began, "side", f.Side, "formation", f.Name), Rule: "sequence"})
	}
}

func (t *teller) name(id order.UnitID) view.Name {
	return view.Name{ID: id, Name: t.g.Def.Units[id].Name}
}

func (t *teller) names(ids []order.UnitID) (out []view.Name) {
	for _, id := range ids {
		out = append(out, t.name(id))
	}
	return out
}

// spent puts into the line of the last move what its dearest unit has paid; with no such move it is a line of its own.
func (t *teller) spent(ev state.Spent) {
	if t.cost == nil {
		n := costs.Points(t.g, ev.Cost)
		t.all(view.Line{Text: view.T("told.spent"), Rule: view.Rule(ev.Rule), Cost: &n})
		return
	}
	if n := costs.Points(t.g, t.moved+ev.Cost); n.Compare(*t.cost) > 0 {
		*t.cost = n
	}
}

// stepped tells of a step lost or restored. Of the last step, the unit's move to the Dead Pile or back is told instead.
func (t *teller) stepped(ev state.Stepped) {
	p := t.st.Piece(ev.Unit)
	if ev.Left == 0 || !p.OnMap() || t.was.steps == 0 {
		return
	}
	l := view.Line{Text: view.T("told.step", "unit", t.name(ev.Unit), "left", ev.Left, "side", p.Side),
		Rule: view.Rule(ev.Rule),
		MapEvent: &view.MapEvent{Kind: view.Reduced, Side: p.Side, Path: []hex.Hex{p.At.Hex},
			Units: []view.Counter{t.g.Counter(p)}, Count: 1}}
	if ev.Left > t.was.steps {
		l.MapEvent = nil
		l.Text = view.T("bcs.told.restored", "unit", t.name(ev.Unit), "side", p.Side, "left", ev.Left)
		t.ofUnits([]order.UnitID{ev.Unit}, func([]order.UnitID) view.Line { return l })
		return
	}
	t.all(l)
}

func (t *teller) flipped(ev state.Flipped) {
	p := t.st.Piece(ev.Units[0])
	sides := t.g.Sides(p.Number())
	if int(ev.Face) >= len(sides) {
		return
	}
	t.ofUnits(ev.Units, func(ids []order.UnitID) view.Line {
		return view.Line{Text: view.T("bcs.told.flips", "units", t.names(ids), "side", p.Side,
			"up", view.T("bcs.side-"+sides[ev.Face].Name)), Rule: view.Rule(ev.Rule)}
	})
}

func (t *teller) marked(ev state.Marked) {
	mark, _ := first.In(legend(), func(m view.MarkLegend) bool { return m.ID == ev.Mark })
	name := cmp.Or(mark.Name, ev.Mark)
	id := "bcs.told.unmarked"
	switch {
	case ev.On && ev.Mark == game.Coordinated:
		id = "bcs.told.coordinated"
	case ev.On:
		id = "told.marked"
	}
	if p := t.st.Piece(ev.Units[0]); t.g.Of(p).Role == data.HQ { // where the markers of a Formation lie
		t.all(view.Line{Text: view.T(id, "units", t.g.FormationName(p.Group), "mark", name), Rule: view.Rule(ev.Rule)})
		return
	}
	t.ofUnits(ev.Units, func(ids []order.UnitID) view.Line {
		return view.Line{Text: view.T(id, "units", t.names(ids), "mark", name), Rule: view.Rule(ev.Rule)}
	})
}

// flagged keeps which units a clause stops, finishes or frees, until the next line is told or units may have moved.
func (t *teller) flagged(ev state.Flagged) {
	if len(ev.Units) == 0 {
		return
	}
	id, clause := "bcs.told.stops", game.StopOf(ev.Flag)
	if clause == "" {
		id, clause = "bcs.told.finishes", game.FinishOf(ev.Flag)
	}
	switch clause {
	case "":
		return
	case "8.0-14":
		t.spotter = ev.Units
	}
	// Of the stops of a unit it tells the first alone, and when the last one is lifted.
	units := slices.DeleteFunc(slices.Clone(ev.Units), func(u order.UnitID) bool {
		return id == "bcs.told.stops" && (ev.Off && len(game.Stops(t.st.Piece(u))) > 0 || !ev.Off && t.stopped[u])
	})
	if len(units) == 0 {
		return
	}
	if ev.Off {
		id, clause = "bcs.told.freed", "" // the text has its two clauses
		for _, u := range units {
			t.stopped[u] = false
		}
	}
	side := t.st.Piece(units[0]).Side
	i := slices.IndexFunc(t.stops, func(s stop) bool {
		return s.id == id && s.clause == view.Rule(clause) && s.side == side
	})
	if i < 0 {
		i, t.stops = len(t.stops), append(t.stops, stop{id: id, clause: view.Rule(clause), side: side})
	}
	t.stops[i].units = append(t.stops[i].units, units...)
}

// toldStops tells the stops that wait, a line for each clause with all units of a side that it stops or frees.
func (t *teller) toldStops() {
	stops := t.stops
	t.stops = nil
	for _, s := range stops {
		t.ofUnits(s.units, func(ids []order.UnitID) view.Line {
			return view.Line{Text: view.T(s.id, "units", t.names(ids)), Rule: s.clause}
		})
	}
}

// joined tells of Independents that are assigned or freed. An event without a rule is part of the set-up and not told.
func (t *teller) joined(ev state.Joined) {
	if ev.Rule == "" {
		return
	}
	l := view.Line{Text: view.T("bcs.told.independent", "units", t.names(ev.Units)), Rule: view.Rule(ev.Rule)}
	if ev.Group != "" {
		l.Text = view.T("bcs.told.joins", "units", t.names(ev.Units), "formation", t.g.FormationName(ev.Group))
	}
	t.all(l)
}

// counted tells how Fatigue and the mark MSR Blocked of Formations change, and what sides get.
func (t *teller) counted(ev state.Counted) {
	if ev.N == t.was.n {
		return
	}
	for i := range t.g.Data.Formations {
		f := &t.g.Data.Formations[i]
		switch ev.Tally {
		case game.Of(game.FatigueOf, f.ID):
			t.all(view.Line{Text: view.T("bcs.told.fatigue", "formation", f.Name, "was", level(t.was.n),
				"level", level(ev.N)), Rule: "10.4"})
		case game.Of(game.BlockedOf, f.ID):
			t.all(view.Line{Text: view.T("bcs.told.blocked", "formation", f.Name, "level", ev.N), Rule: "10.3-1"})
		}
	}
	t.lent(ev)
	for _, s := range t.g.Def.Sides {
		what := map[string]string{game.AirOf(s.ID): AirItem, game.PointsOf(game.AVPoint, s.ID): AVItem,
			game.PointsOf(game.OtherPoint, s.ID): OtherItem}[ev.Tally]
		if what != "" && ev.N > t.was.n {
			t.all(view.Line{Text: view.T("bcs.told.gets", "side", s.ID, "what",
				view.T("stock."+what, "n", ev.N-t.was.n)), Rule: "9.4"})
		}
	}
}

// level is a level of Fatigue in a text.
func level(n int) view.Text {
	if n == data.FreshLevel {
		return view.T("bcs.fresh")
	}
	return view.T("bcs.fatigue", "level", n)
}

// lent tells of assets of higher levels that are assigned to a Formation or freed.
func (t *teller) lent(ev state.Counted) {
	for i := range t.g.Data.Assets {
		a := &t.g.Data.Assets[i]
		if ev.Tally != game.Lent(a.ID) {
			continue
		}
		l := view.Line{Text: view.T("bcs.told.released", "asset", a.Name), Rule: "9.1i-1"}
		if to := t.g.LentTo(t.st, a.ID); to != "" {
			l.Text = view.T("bcs.told.assigned", "asset", a.Name, "formation", t.g.FormationName(to))
		}
		t.all(l)
	}
}
