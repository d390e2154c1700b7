package rules

import (
	"cmp"
	"errors"
	"slices"

	"grognard/rules/internal/seal"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/stages"
	"grognard/rules/view"
)

// List reads a side's list of orders as order.ReadList does. Beside signs it takes the commands of the side's stages.
func (m *Match) List(by order.Side, text string) ([]order.Line, error) {
	return order.ReadList(text, m.names(by), stages.Written(m.Specs(), m.engine.Stages(by))...)
}

// InPhases returns the lines of a side's list with the phases in which they are given, as stages.InPhases does.
func (m *Match) InPhases(by order.Side, lines []order.Line, from string, later bool) ([]order.Line, error) {
	return stages.InPhases(lines, m.engine.Stages(by), from, later)
}

// ListPhases returns the phases of a side's turn for which it can write lists of orders, in the order of play.
func (m *Match) ListPhases(by order.Side) (names []string) {
	for _, s := range m.engine.Stages(by) {
		names = append(names, s.Phase)
	}
	return names
}

// Coming returns the turn in which a phase of a side begins next, not counting one that is being played. For "" it
// returns the side's next turn. It returns 0 if the game is over before that.
func Coming(m *Match, by order.Side, phase string) (turn int) {
	phases, now := m.ListPhases(by), m.st.Phase()
	if len(phases) == 0 {
		return 0
	}
	isPlaying := now.Side == by && slices.Contains(phases, now.Name)
	turn, ok := m.engine.Coming(m.st, by, cmp.Or(phase, phases[0]))
	if isPlaying && (phase == "" || phase == now.Name) {
		turn, ok = m.st.Turn+1, !m.st.Over && m.st.Turn < m.def.Turns
	}
	if !ok {
		return 0
	}
	return turn
}

// ReadSaid makes an order from a command of a list, as Read does. before are the units of the command before it in the
// same line, which give it if it says Same.
func (m *Match) ReadSaid(by order.Side, s order.Said, before []order.UnitID) (Reading, error) {
	if s.Same {
		s = order.Line{Said: []order.Said{s}}.By(before).Said[0]
	}
	return m.Read(by, s.Verb, s.Values)
}

// Preview tries lines of a list one after the other on a copy of the match. Each line is tried in the position
// to which the legal lines before it led, and an illegal one does nothing. The outcome of dice is left open, so the
// lines after them are provisional. may refuses orders that the rules allow; it may be nil.
//
// Lines for a later phase are tried at its beginning, as far as the side can know it: what the enemy does until then,
// what dice decide, and what happens as a phase begins is left open. turn is 0 for a list whose first line is for now.
// For any other list it is the turn that the list is for, and all lines that can be read are provisional.
func (m *Match) Preview(by order.Side, lines []order.Line, turn int,
	may func(order.Order) error) (view.Preview, error) {
	if !m.def.Plays(by) {
		return view.Preview{}, ErrNotYours
	}
	c := trial{Freeze(m), by, may}
	var p view.Preview
	var told []view.Line
	var bad, fights []claim
	// Before a line, dice says that the outcome of a die is unknown, and open that of more than fights is.
	dice, open, phase, reached := turn != 0, turn != 0, "", m.st.Phase().Name
	if turn == 0 && len(lines) > 0 && Awaited(m, by, reached, lines[0].Phase) == "" {
		phase = lines[0].Phase
	}
	for _, l := range lines {
		if l.Phase != phase {
			if err := c.ahead(l.Phase, cmp.Or(turn, Coming(c.m, by, l.Phase))); err != nil {
				return p, err
			}
			phase, dice, open = l.Phase, true, true
		}
		t := view.Tried{}
		if l.Ends() && !l.Part { // what would follow is left open
			t = trial{Freeze(c.m), by, may}.try(l)
			t.Told = nil
		} else {
			t = c.try(l)
		}
		if turn == 0 && l.Unread == nil {
			t.Waits = Awaited(m, by, reached, l.Phase)
		}
		if t.Waits == "" {
			reached = stages.Reached(m.engine.Stages(by), reached, l)
		}
		own := c.claim(t)
		t.Provisional = dice && l.Unread == nil && (t.Err == nil || open || !c.isSettled(t, own, fights))
		if t.Rolls {
			dice, open, fights = true, open || t.Odds == nil, append(fights, own)
		}
		t.Needs = own.needs(bad, t.Err != nil)
		if t.IsBad() {
			bad = append(bad, own)
		}
		p.Lines, told = append(p.Lines, t), append(told, t.Told...)
	}
	after := view.NewAccount(seal.Key{}, nil, map[order.Side][]view.Line{by: told})
	p.After = c.m.View(by).After(after)
	return p, nil
}

// Awaited returns reached, where the turn of a side has come to, if that has to end before a line for phase can be
// given; "" if it need not, or if it is not the side's turn.
func Awaited(m *Match, by order.Side, reached, phase string) string {
	if m.st.Phase().Side != by {
		return ""
	}
	return stages.Awaited(m.engine.Stages(by), reached, phase)
}

// trial tries orders of a side on a copy of a match, as far as the side can know their results.
type trial struct {
	m   *Match // the copy
	by  order.Side
	may func(order.Order) error // refuses orders that the rules allow; may be nil
}

// Freeze returns a match as it is now, to be looked at while m goes on. It copies the state and shares the views of m.
func Freeze(m *Match) *Match {
	c := newMatch(m.Prepared, m.st.Clone())
	c.seq, c.past = m.seq, m.past
	c.past.since = slices.Clip(c.past.since) // it may add records of its own
	copy(c.boards, m.boards)
	return c
}

// ahead moves the copy to the beginning of one of the side's phases. In the phase that is being played it moves
// to the end of the present fight, whose outcome is left open.
func (c trial) ahead(phase string, turn int) error {
	m := c.m
	m.work.Reset(m.st, nil) // nobody gave an order
	if now := m.st.Phase(); now.Side == c.by && now.Name == phase && m.st.Turn == turn {
		m.work.AnswerAll()
		for len(m.work.Frames) > 1 && m.work.Frames[1].Fights() {
			m.work.Do(state.Left{})
		}
	} else {
		m.engine.Ahead(m.work, c.by, phase, turn)
	}
	if err := m.work.Err(); err != nil {
		return err
	}
	_, err := m.Apply(m.seq, Record{m.work.Events()})
	return err
}

// try carries out the commands of a line: either all of them, or none.
func (c trial) try(l order.Line) view.Tried {
	m, t := c.m, view.Tried{Line: l}
	if l.Unread != nil {
		unread := *l.Unread
		unread.Line = 0 // t.Line says where
		t.Err = &unread
		return t
	}
	was := m.st.Clone()
	var before []order.UnitID
	for _, s := range l.Said {
		read, err := m.ReadSaid(c.by, s, before)
		if err == nil {
			t.Orders, t.Behind = append(t.Orders, read.Order), append(t.Behind, read.Behind...)
			before = read.Order.Units(order.ListUnits)
			if c.may != nil {
				err = c.may(read.Order)
			}
		}
		if err == nil {
			t.Warnings = append(t.Warnings, // only those that need a confirmation
				slices.DeleteFunc(c.m.Warnings(c.by, read.Order), func(w view.Warning) bool { return !w.Ask })...)
			err = c.foresee(read.Order, &t)
		}
		if err != nil {
			m.forget(was)
			m.st = was
			return view.Tried{Line: l, Orders: t.Orders, Err: err}
		}
	}
	return t
}

// errDie: a preview was about to roll.
var errDie = errors.New("a preview rolls no die")

// noDice is the roller of previews.
type noDice struct{}

func (noDice) Roll(uint64, int) ([]int, error) { return nil, errDie }

// foresee applies an order as far as the side may know the result beforehand, and adds to t what its side would be
// told, and the odds of the fight that decides the rest. Of a fight it applies only what it costs the units to fight:
// whether a die is rolled at all, which the worst odds rule out, could reveal what the target hides.
func (c trial) foresee(o order.Order, t *view.Tried) error {
	m := c.m
	rec, err := m.Decide(c.by, o, noDice{})
	t.Rolls = errors.Is(err, errDie)
	if t.Rolls {
		rec, err = Record{m.work.Events()}, nil
	}
	if err != nil {
		return err
	}
	rec, fight := rec.announced()
	if fight {
		reckoned, err := m.Odds(c.by, o)
		if err != nil {
			return err
		}
		t.Odds, t.Rolls = &reckoned, true
	}
	account, err := m.Apply(m.seq, rec)
	if err != nil {
		return err
	}
	t.Told = append(t.Told, account.For(c.by)...)
	if fight {
		t.Told = append(t.Told, intended(*t.Odds))
	}
	return nil
}

// announced cuts the fight's outcome off a record that begins a fight. It returns other records as they are, and false.
func (r Record) announced() (cut Record, isFight bool) {
	begins := slices.IndexFunc(r.events, func(e state.Event) bool {
		f, ok := e.(state.Entered)
		return ok && f.Frame.Fights()
	})
	if begins < 0 {
		return r, false
	}
	depth := r.events[begins].(state.Entered).Depth
	var kept state.Events
	for _, e := range r.events {
		switch e := e.(type) {
		case state.Rolled, state.Reckoned, state.Asked:
			return Record{kept}, true
		case state.Spent:
			kept = append(kept, e)
		case state.Flagged:
			if e.Depth < depth { // the other flags end with the fight, which is left open
				kept = append(kept, e)
			}
		}
	}
	return Record{kept}, true
}

// intended returns the line for a fight that is intended, without what the target may hide.
func intended(o view.Odds) view.Line {
	f := o.Worst
	f.Defender, f.Terms, f.Roll, f.Result = nil, nil, 0, ""
	if best := o.Best.Column; best != f.Column {
		f.Column += "–" + best
	}
	return view.Line{Text: f.Text, Rule: f.Rule, Reckoned: &f}
}
