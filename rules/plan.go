package rules

import (
	"errors"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/seal"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// ReadPlan reads orders that a side means to give later, as order.ReadPlan does.
func (m *Match) ReadPlan(by order.Side, text string) ([]order.Planned, error) {
	names := m.names(by)
	return order.ReadPlan(text, m.engine.Stages(by), func(words string) []hex.Hex { return names.Full(words).Hexes })
}

// Plan tries the lines of a plan in order on a copy of the match, each at the beginning of its phase. Every
// result is provisional: Plan leaves open what the enemy does until then, what dice decide, and what happens as
// a phase begins. It uses only what the side may know. The error is ErrNotYours, or a *view.Denial when the
// game ends before the first of the phases.
func (m *Match) Plan(by order.Side, lines []order.Planned) (view.Plan, error) {
	if !m.def.Plays(by) {
		return view.Plan{}, ErrNotYours
	}
	c := newTrial(m, by)
	var p view.Plan
	var told []view.Line
	phase, fights := "", false
	for _, l := range lines {
		if l.Phase != phase {
			phase, fights = l.Phase, false
			turn, ok := m.engine.Coming(c.m.st, by, phase)
			if !ok {
				return p, &view.Denial{Rule: planning, Why: view.T("deny.plan-too-late")}
			}
			if p.Turn == 0 {
				p.Turn = turn
			}
			if err := c.ahead(phase); err != nil {
				return p, err
			}
		}
		t := c.tryPlanned(l)
		t.Provisional = fights
		fights = fights || t.Odds != nil
		p.Lines, told = append(p.Lines, t), append(told, t.Told...)
	}
	p.After = c.m.View(by).After(view.NewAccount(seal.Key{}, nil, map[order.Side][]view.Line{by: told}))
	return p, nil
}

// planning is what refusals of plans cite.
const planning view.Rule = "plan"

// ahead moves the copy to the beginning of one of the side's phases. In the phase that is being played it moves
// to the end of the present fight, whose outcome is left open.
func (c trial) ahead(phase string) error {
	m := c.m
	m.work.Reset(m.st, nil)
	if now := m.st.Phase(); now.Side == c.by && now.Name == phase {
		for q := m.work.Owed(); q != nil; q = m.work.Owed() {
			m.work.Do(state.Answered{ID: q.ID})
		}
		for len(m.work.Frames) > 1 && m.work.Frames[1].Fights() {
			m.work.Do(state.Left{})
		}
	} else {
		m.engine.Ahead(m.work, c.by, phase)
	}
	if err := m.work.Err(); err != nil {
		return err
	}
	_, err := m.Apply(m.seq, Record{m.work.Events()})
	return err
}

// tryPlanned carries out the commands of a plan's line if its condition holds. It ends no phase.
func (c trial) tryPlanned(l order.Planned) view.Planned {
	t := view.Planned{Tried: view.Tried{Line: l.Line}, Plan: l}
	meets, err := c.m.Meets(c.by, l.When)
	switch {
	case err != nil:
		t.Err, t.Never = err, true
		return t
	case l.Ends() && meets:
		end := newTrial(c.m, c.by).try(l.Line)
		t.Err, t.Warnings = end.Err, end.Warnings
		return t
	case meets:
		t.Tried = c.try(l.Line)
	default:
		t.Tried, t.Skipped = newTrial(c.m, c.by).try(l.Line), true
		t.Told, t.Odds, t.Warnings = nil, nil, nil
	}
	t.Never = c.never(t.Tried)
	if t.Skipped && !t.Never {
		t.Err = nil
	}
	return t
}

// never reports whether a line can never become legal: it cannot be read, its units belong to another side or are
// dead, or its hexes are not on the map. Ambiguous words, and units that are not yet in the named hex, may
// still resolve later.
func (c trial) never(t view.Tried) bool {
	if t.Err == nil {
		return false
	}
	if p := (*order.Problem)(nil); errors.As(t.Err, &p) {
		return len(p.Means) == 0 && p.ID != order.NobodyThere && p.ID != order.NotThere
	}
	orders := t.Orders
	for _, s := range t.Line.Said[min(len(orders), len(t.Line.Said)):] {
		if read, err := c.m.ReadSaid(c.by, s, nil); err == nil {
			orders = append(slices.Clip(orders), read.Order)
		}
	}
	return slices.ContainsFunc(orders, func(o order.Order) bool {
		return slices.ContainsFunc(o.Args, func(a order.Arg) bool {
			return slices.ContainsFunc(a.Units, func(id order.UnitID) bool { return !c.lives(id) }) ||
				slices.ContainsFunc(a.Hexes, func(h hex.Hex) bool { return !c.m.def.Grid.Contains(h) })
		})
	})
}

// lives reports whether a unit is the side's and not dead, as the side knows.
func (c trial) lives(id order.UnitID) bool {
	p := c.m.look(c.by).Piece(id)
	return p != nil && p.At.Box != state.Dead
}

// Meets reports whether the conditions of a line hold, as its side sees the position and nothing else. The
// error is an *order.Problem for words that mean no unit or no hex of the game.
func (m *Match) Meets(by order.Side, w order.When) (bool, error) {
	holds := true
	for _, c := range w.All {
		one, err := conditionHolds(m, by, c)
		if err != nil {
			return false, err
		}
		holds = holds && one
	}
	return holds != w.Unless || len(w.All) == 0, nil
}

func conditionHolds(m *Match, by order.Side, c order.Condition) (bool, error) {
	h, unit := hex.None, order.UnitID("")
	var err error
	if c.Hex != "" {
		if h, err = hexNamed(m, by, c.Hex); err != nil {
			return false, err
		}
	}
	if c.Unit != "" {
		if unit, err = unitNamed(m, by, c.Unit); err != nil {
			return false, err
		}
	}
	b := m.board(by, nil)
	holder := order.Side("")
	if i := slices.IndexFunc(b.Stacks, func(s view.Stack) bool { return s.Hex == h }); i >= 0 {
		holder = b.Stacks[i].Side
	}
	switch c.Is {
	case order.Empty:
		return holder == "", nil
	case order.Mine:
		return holder == by, nil
	case order.Enemy:
		return holder != "" && holder != by, nil
	case order.In:
		_, at, seen := b.Find(unit)
		return seen && at == h, nil
	}
	return !slices.ContainsFunc(b.OffMap, func(p view.Pile) bool {
		return p.Box == state.Dead && slices.ContainsFunc(p.Known, func(k view.Counter) bool { return k.ID == unit })
	}), nil
}

// hexNamed returns the hex on the map that words of a side mean.
func hexNamed(m *Match, by order.Side, words string) (hex.Hex, error) {
	h, err := hex.Parse(words)
	if err != nil {
		hexes := m.names(by).Full(words).Hexes
		switch {
		case len(hexes) == 0:
			return hex.None, &order.Problem{ID: order.NoSuchHex, Value: words}
		case len(hexes) > 1:
			return hex.None, severalSuch(words, order.Means{Hexes: hexes})
		}
		h = hexes[0]
	}
	if !m.def.Grid.Contains(h) {
		return hex.None, &order.Problem{ID: order.NoSuchHex, Value: words}
	}
	return h, nil
}

// unitNamed returns the one unit that words of a side mean, of its own or else of all that the game has.
func unitNamed(m *Match, by order.Side, words string) (order.UnitID, error) {
	own := m.names(by)
	var all []order.Side
	for _, s := range m.def.Sides {
		all = append(all, s.ID)
	}
	for _, find := range []func(string) order.Means{own.Full, own.Short, m.printed.Names(all...).Full} {
		switch units := find(words).Units; {
		case len(units) == 1:
			return units[0], nil
		case len(units) > 1:
			return "", severalSuch(words, order.Means{Units: units})
		}
	}
	return "", &order.Problem{ID: order.NoSuchUnit, Value: words}
}

// severalSuch returns the problem that words of a condition can mean several units or hexes.
func severalSuch(words string, among order.Means) *order.Problem {
	p := order.Term{Words: words}.Which("", among)
	p.ID = order.SeveralSuch
	return p
}
