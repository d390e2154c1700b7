package seriestest

import (
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// teller turns events into lines.
type teller struct {
	e      *engine
	state  *state.State
	rolled state.Rolled
	public []view.Line
	side   map[order.Side][]view.Line
}

// Tell applies events to a state and says what the public and each side are told of them.
func (e *engine) Tell(st *state.State, events state.Events) ([]view.Line, map[order.Side][]view.Line, error) {
	t := &teller{e: e, state: st, side: map[order.Side][]view.Line{}}
	for _, ev := range events {
		var from hex.Hex
		if m, ok := ev.(state.Moved); ok && len(m.Units) > 0 && st.Piece(m.Units[0]) != nil {
			from = st.Piece(m.Units[0]).At.Hex
		}
		if err := st.Apply(ev); err != nil {
			return nil, nil, err
		}
		t.tell(from, ev)
	}
	return t.public, t.side, nil
}

// all tells everybody the same.
func (t *teller) all(l view.Line) { t.apart("", l, l) }

// apart tells a side one thing and everybody else another.
func (t *teller) apart(owner order.Side, own, others view.Line) {
	own.Turn, others.Turn = t.state.Turn, t.state.Turn
	t.public = append(t.public, others)
	for _, s := range t.e.def.Sides {
		if s.ID == owner {
			t.side[s.ID] = append(t.side[s.ID], own)
		} else {
			t.side[s.ID] = append(t.side[s.ID], others)
		}
	}
}

func (t *teller) tell(from hex.Hex, ev state.Event) {
	switch ev := ev.(type) {
	case state.Entered:
		switch side := ev.Frame.Side; ev.Depth {
		case 0:
			t.all(view.Line{Text: view.T("told.turn", "turn", t.state.Turn, "side", side), Rule: "1-1"})
		case 1:
			t.all(view.Line{Text: view.T("told.activated", "side", side, "formation", string(ev.Frame.Group)),
				Rule: "1-2"})
		}
	case state.Moved:
		t.moved(from, ev)
	case state.Rolled:
		t.rolled = ev
	case state.Reckoned:
		t.reckoned(ev)
	case state.Stepped:
		if p := t.state.Piece(ev.Unit); ev.Left > 0 {
			t.all(view.Line{Text: view.T("told.step", "unit", t.e.name(ev.Unit), "left", ev.Left, "side", p.Side),
				Rule: view.Rule(ev.Rule),
				MapEvent: &view.MapEvent{Kind: view.Reduced, Side: p.Side, Path: []hex.Hex{p.At.Hex},
					Units: []view.Counter{t.e.counter(p)}, Count: 1}})
		}
	case state.Marked:
		t.marked(ev)
	case state.Noted:
		f := t.state.Frames[1]
		t.all(view.Line{Text: view.T("told.rested", "side", f.Side, "formation", string(f.Group)),
			Rule: view.Rule(ev.Rule)})
	case state.Ended:
		t.all(view.Line{Text: view.T("told.over"), Rule: view.Rule(ev.Rule)})
		for _, s := range t.e.def.Sides {
			t.all(view.Line{Text: view.T("told.trophies", "side", s.ID, "n", t.e.trophies(t.state, s.ID)), Rule: "5-1"})
		}
	}
}

// moved: of a marching stack the others see the top unit and the number of units.
func (t *teller) moved(from hex.Hex, ev state.Moved) {
	first := t.state.Piece(ev.Units[0])
	own := view.Line{Rule: view.Rule(ev.Rule)}
	event := view.MapEvent{Kind: view.Marched, Side: first.Side, Path: append([]hex.Hex{from}, ev.Path...),
		Count: len(ev.Units)}
	if ev.How == "lost" {
		event.Kind, event.Units = view.Died, []view.Counter{t.e.counter(first)}
		own.Text, own.MapEvent = view.T("told.lost", "units", t.e.names(ev.Units), "side", first.Side), &event
		t.all(own)
		return
	}
	others, seen := own, event
	var open []order.UnitID
	for _, id := range ev.Units {
		p := t.state.Piece(id)
		event.Units = append(event.Units, t.e.counter(p))
		if t.e.Known(t.state, "", p) {
			open, seen.Units = append(open, id), append(seen.Units, t.e.counter(p))
		}
	}
	text := func(units []order.UnitID) view.Text {
		return view.T("told.march", "units", t.e.names(units), "more", len(ev.Units)-len(units), "side", first.Side,
			"from", from, "to", first.At.Hex)
	}
	cost := chart.Whole(ev.Cost)
	own.Text, own.MapEvent, own.Cost = text(ev.Units), &event, &cost
	others.Text, others.MapEvent = text(open), &seen
	t.apart(first.Side, own, others)
}

// reckoned: both units in a strike were on top of their stacks or are revealed by it, so everybody sees them.
func (t *teller) reckoned(ev state.Reckoned) {
	f := t.state.Frames[2]
	by, against := t.state.Piece(f.Units[0]), t.state.Piece(f.Against[0])
	r := view.Reckoning{Text: view.T("told.strike", "side", f.Side, "hex", f.Hex), Rule: "4-2", Sign: view.Swords,
		Note: view.T("sign.pocket-strike"), Side: f.Side, Target: f.Hex,
		From: []hex.Hex{by.At.Hex}, Attackers: []view.Counter{t.e.counter(by)},
		Defender: []view.Counter{t.e.counter(against)}, Strength: "force", Against: "force",
		Attack: ev.Attack, Defence: ev.Defence, ByNet: true, Net: ev.Net, Column: ev.Column, Roll: ev.Roll,
		Result: ev.Result}
	t.all(view.Line{Text: r.Text, Rule: r.Rule, Reckoned: &r,
		Dice: t.rolled.Faces, Roll: int(t.rolled.Number)})
}

// marked: 4-3 marks only top units, which everybody sees; that a unit below others is no longer shaken is told
// only to its side.
func (t *teller) marked(ev state.Marked) {
	m, _ := t.e.def.Mark(ev.Mark)
	for _, id := range ev.Units {
		p := t.state.Piece(id)
		l := view.Line{Text: view.T("told.unmarked", "units", t.e.names([]order.UnitID{id}), "mark", m.ID),
			Rule: view.Rule(ev.Rule)}
		if ev.On {
			l.Text = view.T("told.marked", "units", t.e.names([]order.UnitID{id}), "mark", m.ID)
		}
		if t.e.Known(t.state, "", p) {
			t.all(l)
			continue
		}
		l.Turn = t.state.Turn
		t.side[p.Side] = append(t.side[p.Side], l)
	}
}
