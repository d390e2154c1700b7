// Package show makes views: boards (board.go), what is told of events (tell.go), odds, charts and overlays. What it
// gives to a reader depends only on what the reader may know.
//
// It may import data, game and law. It must not know how an order is carried out: it rolls no die and changes no
// position, except that Tell applies events to the state that it is given.
package show

import (
	"slices"

	"grognard/rules/handicap"
	"grognard/rules/hex"
	"grognard/rules/internal/audience"
	"grognard/rules/internal/score"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/game"
	"grognard/rules/scs/law"
	"grognard/rules/view"
)

// moveKinds is what a map shows of counters that the series moves, by state.Moved.How.
var moveKinds = map[string]view.MapEventKind{"march": view.Marched, "retreat": view.Retreated, "advance": view.Advanced,
	"lost": view.Died, "enter": view.Came}

// teller turns events into what is told of them. Each event is told of in the position that it leaves.
// An event that it has no words for is told to nobody.
type teller struct {
	game     *game.Game
	state    *state.State
	lastRoll *state.Rolled
	was      before   // what the current event has changed
	withheld []uint64 // the numbers of rolls that have not been told yet
	audience.Told
}

// Tell applies events to a state and returns what the public and each side are told of them.
func Tell(g *game.Game, st *state.State, events state.Events) ([]view.Line, map[order.Side][]view.Line, error) {
	t := &teller{game: g, state: st, Told: audience.Told{Sides: g.Def.Sides}}
	for _, ev := range events {
		if next, is := ev.(state.Entered); is && next.Depth == 0 {
			t.tellSupplied(t.state.Phase())
		}
		t.was = t.before(ev)
		if err := t.state.Apply(ev); err != nil {
			return nil, nil, err
		}
		t.tell(t.was, ev)
	}
	return t.Public, t.Side, nil
}

// before is what an event changes, as it was before the event. What the event does not concern is zero.
type before struct {
	from     []hex.Hex                // the hexes of the units that move, each once
	each     map[order.UnitID]hex.Hex // the hex of each of these units; nil if all stood in one
	steps, n int                      // the steps of a unit; the value of a tally
	holder   order.Side               // the side that held a hex, or that owed losses
	forced   view.Rule                // the paragraph that left no choice of losses, "" if there was a choice
}

func (t *teller) before(ev state.Event) before {
	switch ev := ev.(type) {
	case state.Moved:
		was := before{from: t.hexes(ev.Units)}
		if len(was.from) > 1 {
			was.each = map[order.UnitID]hex.Hex{}
			for _, id := range ev.Units {
				was.each[id] = t.state.Piece(id).At.Hex
			}
		}
		return was
	case state.Stepped:
		if p := t.state.Piece(ev.Unit); p != nil {
			return before{steps: p.Steps}
		}
	case state.Answered:
		if q := t.state.Owed(); q != nil && q.Kind == "losses" {
			if _, rule, forced := law.FirstToPay(t.game, t.state, *q); forced {
				return before{forced: rule, holder: q.Side}
			}
		}
	case state.Counted:
		return before{n: t.state.Tally(ev.Tally)}
	case state.Controlled:
		if t.game.Def.Grid.Contains(ev.Hex) {
			return before{holder: t.state.Controls(ev.Hex)}
		}
	}
	return before{}
}

// hexes lists the hexes of units on the map, each hex once.
func (t *teller) hexes(ids []order.UnitID) (out []hex.Hex) {
	for _, id := range ids {
		if p := t.state.Piece(id); p != nil && p.OnMap() && !slices.Contains(out, p.At.Hex) {
			out = append(out, p.At.Hex)
		}
	}
	return out
}

// All tells a line to everybody.
func (t *teller) All(l view.Line) { t.tellSeparately("", l, &l) }

// tellSeparately tells a side one line and everybody else another, or nothing.
func (t *teller) tellSeparately(owner order.Side, own view.Line, others *view.Line) {
	t.Apart(t.state.Turn, owner, own, others)
}

// State returns the position that the event has left.
func (t *teller) State() *state.State { return t.state }

// TallyBefore returns the value of a tally before the event that changed it.
func (t *teller) TallyBefore() int { return t.was.n }

// tell tells of one event, in the words of a feature where one has any for it.
func (t *teller) tell(was before, ev state.Event) {
	if _, is := ev.(state.Rolled); is {
		rolled := ev.(state.Rolled) // declared here so that only this case allocates
		t.lastRoll = &rolled
	}
	for _, tells := range t.game.Added.Tell.Event {
		if tells(t, ev) {
			return
		}
	}
	switch ev := ev.(type) {
	case state.Moved:
		t.tellMoved(was.from, ev)
	case state.Spent:
		cost := t.game.Fraction(ev.Cost)
		t.All(view.Line{Text: view.T("told.spent"), Rule: view.Rule(ev.Rule), Cost: &cost})
	case state.Answered:
		switch was.forced {
		case "8.0a":
			t.All(view.Line{Text: view.T("told.strongest-pays", "side", was.holder), Rule: was.forced})
		case "8.0b":
			t.All(view.Line{Text: view.T("told.each-pays", "side", was.holder), Rule: was.forced})
		}
	case state.Stepped:
		t.tellStepped(was.steps, ev)
	case state.Marked:
		t.tellMarked(ev)
	case state.Flagged:
		switch ev.Flag {
		case game.DeadSource:
			t.All(view.Line{Text: view.T("told.source-dead", "hex", ev.Hex),
				Rule: game.Cite(t.game.Data.Rules.Supply, "12.1a")})
		case law.Missed: // the order of arrival is printed, but not which units were drawn for it
			side := t.state.Piece(ev.Units[0]).Side
			t.tellSeparately(side, view.Line{Text: view.T("told.missed", "side", side, "units", t.game.Names(ev.Units)),
				Rule: "5.0"}, nil)
		}
	case state.Entered:
		if ev.Depth == 0 {
			t.All(view.Line{Text: view.T("told.phase", "turn", t.state.Turn, "side", ev.Frame.Side,
				"phase", ev.Frame.Name), Rule: "1.0"})
		}
	case state.Ended:
		t.All(view.Line{Text: view.T("told.over"), Rule: view.Rule(ev.Rule)})
		t.Result()
	case state.Controlled:
		if l, ok := score.Taken(t.game.Def, was.holder, ev, "13.0"); ok {
			t.All(l)
		}
		t.tellAreaTaken(was.holder, ev)
	case state.Reckoned:
		t.tellReckoned(ev)
	case state.Noted:
		t.tellNoted(ev)
	}
}

// tellSupplied tells which units of a side are out of supply when its supply phase ends (SCS 12.0), also if none is.
func (t *teller) tellSupplied(ended state.Frame) {
	if ended.Name != data.Supply {
		return
	}
	var out []order.UnitID
	for _, p := range t.state.Pieces {
		if p.Side == ended.Side && p.OnMap() && p.Marks.Has(data.Oos) {
			out = append(out, p.ID)
		}
	}
	line := func(units []order.UnitID) view.Line {
		return view.Line{Rule: game.Cite(t.game.Data.Rules.Supply, "12.0"),
			Text: view.T("told.supplied", "side", ended.Side, "units", t.game.Names(units))}
	}
	t.tellSeparately(ended.Side, line(out), new(line(t.seenAmong(out))))
}

// tellNoted tells of an event that changes nothing.
func (t *teller) tellNoted(ev state.Noted) {
	l := view.Line{Rule: view.Rule(ev.Rule)}
	switch ev.What {
	case "held":
		l.Text = view.T("told.held", "side", ev.Side, "hex", ev.Hex, "n", ev.N)
	case law.Drowned:
		l.Text = view.T("told.drowned", "side", ev.Side, "hex", ev.Hex, "units", t.game.Names(ev.Units))
	case law.HeldBack:
		l.Text = view.T("told.held-back", "side", ev.Side, "units", t.game.Names(ev.Units))
		t.tellSeparately(ev.Side, l, nil)
		return
	case series.Idle:
		l.Text = view.T("told.idle", "turn", t.state.Turn, "side", ev.Side, "phase", t.state.Phase().Name)
	case law.Passed:
		l.Text = view.T("told.passed", "side", ev.Side)
	case handicap.Note:
		l.Text = t.game.Def.Handicaps.Told(ev.Side, ev.N)
	default:
		return
	}
	t.All(l)
}

// Withhold remembers a roll whose faces are told to nobody.
func (t *teller) Withhold(ev state.Rolled) { t.withheld = append(t.withheld, ev.Number) }

// Withheld returns the numbers of the rolls that were withheld since the last call, so that no number
// is missing from what is told; "" if there were none.
func (t *teller) Withheld() any {
	if len(t.withheld) == 0 {
		return ""
	}
	first, last := t.withheld[0], t.withheld[len(t.withheld)-1]
	t.withheld = nil
	if first == last {
		return view.T("rolls.unseen-one", "roll", int(first))
	}
	return view.T("rolls.unseen", "from", int(first), "to", int(last))
}

// Result tells how the game has ended. It is called again when something changes the result later.
func (t *teller) Result() {
	for _, result := range t.game.Added.Tell.Result {
		result(t)
	}
}

// AddDice adds the dice rolled last to a line, if they were rolled for this purpose.
func (t *teller) AddDice(l *view.Line, purpose string) {
	if t.lastRoll != nil && t.lastRoll.For == purpose {
		l.Dice, l.Roll = t.lastRoll.Faces, int(t.lastRoll.Number)
	}
}

// tellMoved tells of units that move. A moving unit is seen while it moves; of a stack, the top unit and
// the number are seen. In a fight all units are open, and so is a unit that is lost or leaves the map.
func (t *teller) tellMoved(from []hex.Hex, ev state.Moved) {
	first := t.state.Piece(ev.Units[0])
	own := view.Line{Rule: view.Rule(ev.Rule)}
	args := []any{"units", t.game.Names(ev.Units), "more", 0, "side", first.Side}
	own.MapEvent = t.mapEvent(from, ev, ev.Units)
	if openly, ok := t.openText(ev, args); ok {
		own.Text = openly
		t.All(own)
		return
	}
	for _, entry := range t.game.Added.Tell.Entry { // of counters that are placed openly and then lie hidden
		if mine, theirs, ok := entry(t, ev, first.Side, args); ok {
			others := own
			others.MapEvent = t.mapEvent(from, ev, nil)
			own.Text, others.Text = mine, theirs
			t.tellSeparately(first.Side, own, &others)
			return
		}
	}
	to := ev.Path[len(ev.Path)-1]
	start := hex.None // for units that enter the map
	if len(from) > 0 {
		start = from[0]
	}
	args = append(args, "from", start, "to", to, "path", ev.Path)
	others := own
	others.Text = t.movedText(ev, args)
	if hidden := t.hiddenAmong(ev.Units); len(hidden) > 0 {
		seen, rest := t.seenAmong(ev.Units), slices.Clone(args)
		rest[1], rest[3] = t.game.Names(seen), len(hidden)
		others.MapEvent = t.mapEvent(from, ev, seen)
		others.Text = t.movedText(ev, rest)
	}
	own.Text = t.movedText(ev, args)
	if ev.How == "march" { // the points spent would reveal allowances of units under the top
		own.Cost = new(t.game.Fraction(ev.Cost))
	}
	t.tellSeparately(first.Side, own, &others)
}

// mapEvent returns how units moved, for a reader who may identify the units in seen. It is nil for moves off the map.
func (t *teller) mapEvent(from []hex.Hex, ev state.Moved, seen []order.UnitID) *view.MapEvent {
	d := &view.MapEvent{Side: t.state.Piece(ev.Units[0]).Side, Path: slices.Concat(from, ev.Path), Count: len(ev.Units)}
	if kind, ok := moveKinds[ev.How]; ok {
		d.Kind = kind
	} else if added, ok := t.game.Added.Tell.MapEvents[ev.How]; ok {
		d.Kind, d.Note = added.Kind, added.Note
	} else {
		d.Kind, d.Path = view.Placed, ev.Path
	}
	if len(d.Path) == 0 {
		return nil
	}
	for _, id := range seen {
		d.Units = append(d.Units, t.game.Counter(t.state.Piece(id)))
		if t.was.each != nil && d.Kind == view.Died {
			d.Where = append(d.Where, t.was.each[id])
		}
	}
	return d
}

// openText returns the text for counters that come and go openly; ok is false where units moved along a path.
//
// RULING: fog of war, afb 1.11, afb 2.1a: Who comes back onto the map is seen, under a top too. For: the counters that
// lie beside the map are open, and so is which of them leave. Against: once under a top a unit is not to be looked at.
func (t *teller) openText(ev state.Moved, args []any) (text view.Text, ok bool) {
	for _, exit := range t.game.Added.Tell.Exit {
		if text, ok := exit(ev, args); ok {
			return text, true
		}
	}
	switch {
	case ev.How == "lost":
		return view.T("told.lost", args...), true
	case ev.How == "return":
		return view.T("told.return", append(args, "to", ev.Path[0])...), true
	}
	return view.Text{}, false
}

// movedText returns the text for units that moved along a path; args are its arguments.
func (t *teller) movedText(ev state.Moved, args []any) view.Text {
	switch ev.How {
	case "setup":
		return view.T("told.place", args...)
	case "enter":
		return view.T("told.enter", args...)
	case "retreat":
		return view.T("told.retreat", args...)
	case "advance":
		return view.T("told.advance", append(args, "must", ev.Rule == "10.0d")...)
	}
	return view.T("told.march", args...)
}

// hiddenAmong lists the units that others cannot identify where they are now.
func (t *teller) hiddenAmong(ids []order.UnitID) (out []order.UnitID) {
	for _, id := range ids {
		if !law.IsSeen(t.game, t.state, "", t.state.Piece(id)) {
			out = append(out, id)
		}
	}
	return out
}

// tellStepped tells of steps that a unit has lost or regained; was is the number of its steps before.
func (t *teller) tellStepped(was int, ev state.Stepped) {
	p := t.state.Piece(ev.Unit)
	if ev.Left == 0 || !p.OnMap() {
		return // the move to the dead pile, or back from it, is told instead
	}
	l := view.Line{Text: view.T("told.step", "unit", t.game.Name(ev.Unit), "left", ev.Left, "side", p.Side),
		Rule: view.Rule(ev.Rule),
		MapEvent: &view.MapEvent{Kind: view.Reduced, Side: p.Side, Path: []hex.Hex{p.At.Hex},
			Units: []view.Counter{t.game.Counter(p)}, Count: 1}}
	if ev.Left > was {
		l.MapEvent = nil
		l.Text = view.T("told.restored", "unit", t.game.Name(ev.Unit), "side", p.Side)
	}
	others := &l
	if len(t.hiddenAmong([]order.UnitID{ev.Unit})) > 0 {
		others = nil
	}
	t.tellSeparately(p.Side, l, others)
}

// tellMarked tells of markers. They are seen on units that are seen.
func (t *teller) tellMarked(ev state.Marked) {
	m, _ := t.game.Marker(ev.Mark)
	line := func(ids []order.UnitID) view.Line {
		text := view.T("told.unmarked", "units", t.game.Names(ids), "mark", m.Name)
		if ev.On {
			text = view.T("told.marked", "units", t.game.Names(ids), "mark", m.Name)
		}
		return view.Line{Text: text, Rule: view.Rule(ev.Rule)}
	}
	var others *view.Line
	if seen := t.seenAmong(ev.Units); len(seen) > 0 {
		others = new(line(seen))
	}
	t.tellSeparately(t.state.Piece(ev.Units[0]).Side, line(ev.Units), others)
}

// seenAmong returns those of the units that everybody sees.
func (t *teller) seenAmong(ids []order.UnitID) []order.UnitID {
	hidden := t.hiddenAmong(ids)
	return slices.DeleteFunc(slices.Clone(ids), func(id order.UnitID) bool { return slices.Contains(hidden, id) })
}

// tellReckoned tells of a fight with its roll.
func (t *teller) tellReckoned(ev state.Reckoned) {
	f := law.FightIn(t.state.Frames)
	v := reckoning(t.game, f.Name, f.Side, f.Hex, ev)
	attackers := make([]*state.Piece, len(f.Units))
	for i, id := range f.Units {
		attackers[i] = t.state.Piece(id)
	}
	addAttackers(t.game, &v, f.Name, attackers)
	for _, id := range f.Against {
		v.Defender = append(v.Defender, t.game.Counter(t.state.Piece(id)))
	}
	l := view.Line{Text: v.Text, Rule: v.Rule, Reckoned: &v, Stake: t.game.Tables.Stake(data.Combat, &v)}
	if ev.Roll > 0 && t.lastRoll != nil {
		l.Dice, l.Roll = t.lastRoll.Faces, int(t.lastRoll.Number)
	}
	t.All(l)
}

// reckoning returns the reckoning of a fight for those who may know it, without the units.
func reckoning(g *game.Game, name string, side order.Side, target hex.Hex, ev state.Reckoned) view.Reckoning {
	v := view.Reckoning{Text: view.T("told.attack", "hex", target, "side", side), Rule: "7.0", Sign: view.Swords,
		Note: view.T("sign.attack"), Side: side, Target: target, Strength: data.AttackRating,
		Against: data.DefenceRating, Attack: ev.Attack, Defence: ev.Defence, Odds: ev.Odds, Shift: ev.Shift,
		Column: ev.Column, ColumnRule: "7.4", Roll: ev.Roll, Result: ev.Result}
	if name == game.OverrunFight {
		v.Text, v.Rule, v.Sign, v.Note = view.T("told.overrun", "hex", target, "side", side), "6.0", view.Chevrons,
			view.T("sign.overrun")
	}
	if i, ok := g.Data.Combat.Find(ev.Column); ok { // the record names the column by its odds
		v.Column = g.Data.Combat.Heading(i)
	} else {
		v.Least = g.Data.Combat.Heading(0)
	}
	isShifted := slices.ContainsFunc(ev.Terms, func(m state.Term) bool { return m.Shift != 0 })
	switch i := law.ColumnFor(g, ev.Odds, 0); {
	case isShifted && i < 0:
		v.Unshifted = "none"
	case isShifted && g.Data.Combat.Columns[i] != ev.Odds:
		v.Unshifted = g.Data.Combat.Heading(i)
	}
	for _, m := range ev.Terms {
		v.Terms = append(v.Terms, view.Term{Side: m.Side, Unit: g.Name(m.Unit), N: m.N, Times: m.Times, Shift: m.Shift,
			Rule: view.Rule(m.Rule), Reason: reason(m)})
	}
	return v
}

// addAttackers adds the attacking units to a reckoning, the hexes that they attack from, and its text for lists.
func addAttackers(g *game.Game, v *view.Reckoning, name string, attackers []*state.Piece) {
	for _, p := range attackers {
		v.Attackers = append(v.Attackers, g.Counter(p))
		if !slices.Contains(v.From, p.At.Hex) {
			v.From = append(v.From, p.At.Hex)
		}
	}
	v.Brief = view.T("list.attack", "hex", v.Target, "units", v.Attackers)
	if name == game.OverrunFight {
		v.Brief = view.T("list.overrun", "hex", v.Target, "units", v.Attackers)
	}
}

// reason names the source of a modifier.
func reason(m state.Term) view.Text {
	switch m.Rule {
	case "7.3":
		return view.T("why.terrain", "kind", m.Label)
	case "7.2d":
		return view.T("why.retreated")
	}
	return view.T("why.mark", "mark", m.Label)
}
