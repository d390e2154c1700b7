package rules

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"grognard/rules/handicap"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Position is where a match begins: the set-up of a scenario or of an adjudication case.
type Position struct {
	Scenario string     // its orders of arrival are played; "" for the module's first scenario
	Turn     int        // the first turn to be played; 0 for turn 1
	Turns    int        // the last turn; 0 for the scenario's own
	Drawn    []string   // types whose units exchange their places at random; empty if all stand as placed
	Phase    view.Phase // the zero Phase for the first phase of the first side
	Units    []Placed   // in each hex the first one is on top
	Control  map[hex.Hex]order.Side
	Handicap handicap.Given // Match.Begin gives it to its side; zero for none, as in a case

	// Own is the part of the starting position that only the series knows: what modules.Payload.Start or Case.Begins
	// returned, or its JSON as a json.RawMessage if the position comes from a log. nil for none.
	Own any
}

// Placed is one unit of a position.
type Placed struct {
	ID    order.UnitID
	At    hex.Hex   // None for a dead unit, one in a box of the series, or one that arrives on turn Due
	Box   string    // a box of the series in which it lies; "" for a dead unit, or one that is not in any
	Due   int       // the turn on which it arrives; 0 for a unit that begins the game
	Entry []hex.Hex // where it arrives, or may be set up
	Area  string    // the name of the entry area, if it has one
	Waits bool      // until its side controls the entry area
	Steps int       // 0 for all
	Face  uint8     // the index of the face of its counter that is up
	Marks []string
}

// Setup returns the position of a scenario; "" is the module's first one. Units with a choice of hexes stand in the
// nearest one; their sides may change that in a set-up phase.
func Setup(d *modules.Definition, scenario string) (Position, error) {
	if _, err := seriesOf(d); err != nil {
		return Position{}, err
	}
	sc, ok := d.Scenario(scenario)
	if !ok {
		return Position{}, fmt.Errorf("%s has no scenario %q", d.Title, scenario)
	}
	p := Position{Scenario: sc.ID, Turn: 1, Turns: sc.Turns, Drawn: d.Own.Random(sc), Control: d.Control,
		Own: d.Own.Start(sc)}
	for _, g := range sc.Setup {
		p.deploy(g)
	}
	for _, a := range sc.Arrivals {
		for _, g := range a.Groups {
			p.expect(d, g, a.Turn)
		}
	}
	return p, nil
}

// deploy adds the units of a group that is set up when the scenario begins.
func (p *Position) deploy(g modules.Group) {
	for i, id := range slices.Concat(g.Units, g.Reduced) {
		u := Placed{ID: id, At: g.Stands[i], Entry: g.Choice}
		if i >= len(g.Units) {
			u.Steps = 1
		}
		p.Units = append(p.Units, u)
	}
}

// expect schedules a group's arrival on a turn.
func (p *Position) expect(d *modules.Definition, g modules.Group, due int) {
	u := Placed{Due: due, Entry: []hex.Hex{g.At}, Area: g.Entry, Waits: g.IfControlled}
	if area, ok := d.Area(g.Entry); ok {
		u.Entry = area.Hexes
	}
	for _, u.ID = range g.Units {
		p.Units = append(p.Units, u)
	}
	u.Steps = 1
	for _, u.ID = range g.Reduced {
		p.Units = append(p.Units, u)
	}
}

// played returns the module as the position plays it, with its scenario, turns and random types, and the rules for it.
func (p Position) played(d *modules.Definition) (*modules.Definition, series.Engine, error) {
	if _, err := seriesOf(d); err != nil {
		return nil, nil, err
	}
	d = d.Playing(p.Scenario, p.Turns, p.Drawn)
	engine, err := engineFor(d)
	return d, engine, err
}

// state builds the true state of a position.
func (p Position) state(d *modules.Definition, e series.Engine) (*state.State, error) {
	pieces, err := p.pieces(d, e)
	if err != nil {
		return nil, err
	}
	st := state.New(d, pieces)
	st.Turn = max(p.Turn, 1)
	if p.Phase != (view.Phase{}) {
		st.Frames = []state.Frame{{Name: p.Phase.Name, Side: p.Phase.Side}}
	}
	return st, p.place(st, e)
}

// pieces returns the units of a position, not yet on the map, in the order of the roster. It adds the pieces that only
// an order brings into play (Beside), unless the position lists them.
func (p Position) pieces(d *modules.Definition, e series.Engine) ([]state.Piece, error) {
	pieces := make([]state.Piece, 0, len(p.Units))
	for _, u := range p.Units {
		def, ok := d.Units[u.ID]
		if !ok {
			return nil, fmt.Errorf("no unit %q in %s", u.ID, d.Title)
		}
		piece := state.Piece{ID: u.ID, Side: def.Side, Steps: def.Steps, Face: u.Face,
			At:      state.Place{Box: cmp.Or(u.Box, state.Dead)},
			Arrival: &state.Arrival{Due: u.Due, Entry: u.Entry, Area: u.Area, Waits: u.Waits}}
		if u.Steps > 0 {
			piece.Steps = min(u.Steps, def.Steps)
		}
		if u.Due > 0 {
			piece.At.Box = e.Waits(u.ID)
		}
		pieces = append(pieces, piece)
	}
	for _, b := range e.Beside() {
		if !slices.ContainsFunc(p.Units, func(u Placed) bool { return u.ID == b.ID }) {
			pieces = append(pieces, b)
		}
	}
	slices.SortFunc(pieces, func(a, b state.Piece) int {
		return strings.Compare(string(a.ID), string(b.ID)) // the order of the roster
	})
	return pieces, nil
}

// place puts control, units and markers on the map by events, as play does. Then the series sets up its part from Own.
func (p Position) place(st *state.State, e series.Engine) error {
	sc := &state.Scratch{State: st}
	for h := range st.Def.Grid.All() {
		if s, ok := p.Control[h]; ok {
			sc.Do(state.Controlled{Hex: h, Side: s})
		}
	}
	for _, u := range slices.Backward(p.Units) { // a unit that moves in goes on top
		if u.At != hex.None {
			if by := st.Holder(u.At); by != "" && by != st.Piece(u.ID).Side {
				return fmt.Errorf("%s stands in %s with the enemy", u.ID, u.At)
			}
			sc.Do(state.Moved{Units: []order.UnitID{u.ID}, Path: []hex.Hex{u.At}, How: "setup"})
		}
		for _, m := range u.Marks {
			sc.Do(state.Marked{Units: []order.UnitID{u.ID}, Mark: m, On: true})
		}
	}
	own, err := p.own(st.Def)
	if err == nil {
		err = e.Prepare(sc, own)
	}
	return cmp.Or(err, sc.Err())
}

// own returns p.Own as the series' own type: it decodes the JSON of a log.
func (p Position) own(d *modules.Definition) (any, error) {
	if raw, kept := p.Own.(json.RawMessage); kept {
		return d.Own.ReadStart(raw)
	}
	return p.Own, nil
}
