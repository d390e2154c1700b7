package rules

import (
	"errors"
	"fmt"
	"slices"

	"grognard/rules/internal/seal"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Undo says how the last order of a side can be taken back: the match returns to the state after an earlier record.
type Undo struct {
	Side    order.Side
	To      uint64    // the record before the order; all after it is taken back
	Consent bool      // the other side has to agree
	Why     view.Text // why consent is needed, for the side that asks
	Master  bool      // a game master takes it back without consent; the caller decides who is told
	Passed  bool      // of an end of a phase: its player has passed on a second activation
}

// past is what can be taken back: the state after the last record that no undo can take back, and the records
// since. It is a value, so copies of a match share nothing that changes.
type past struct {
	begun bool         // the first record was applied
	base  *state.State // the state before the first record of since, nil if since is empty; never changed
	from  uint64       // the sequence of the last record that no undo can take back
	since []given
}

// given is a record that can be taken back, and who gave the order. Nobody did where an undo asked the pending
// questions again, or a phase ended automatically.
type given struct {
	Seq    uint64     `json:"seq"`
	By     order.Side `json:"by,omitempty"`
	Record Record     `json:"record"`
}

// Final reports whether no undo can take the record back: a die was rolled, a fight announced, or the game ended.
//
// RULING: undo: An attack or overrun that costs its attacker a step and throws no die (7.4) is final like any other.
// For: what is announced stands, and it has opened the stacks of both sides. Against: nothing of it was left to chance.
func (r Record) Final() bool {
	return slices.ContainsFunc(r.events, func(ev state.Event) bool {
		switch ev := ev.(type) {
		case state.Rolled, state.Reckoned, state.Ended:
			return true
		case state.Entered:
			return ev.Frame.Fights()
		}
		return false
	})
}

// keep remembers a record that led from one state to another. The first record, which begins the game, and an
// empty record are nobody's order. A state is copied only where an order can be taken back to it.
func (p *past) keep(was, now *state.State, seq uint64, r Record) {
	switch {
	case len(r.events) == 0:
		return
	case !p.begun || now.Over || r.Final():
		*p = past{begun: true, from: seq}
		return
	case p.base == nil:
		p.base = was.Clone()
	}
	g := given{Seq: seq, Record: r}
	if !r.isIdle() {
		g.By = was.Phase().Side
		if q := was.Owed(); q != nil {
			g.By = q.Side
		}
	}
	p.since = append(p.since, g)
}

// isIdle reports whether the record ends a phase in which its player could do nothing.
func (r Record) isIdle() bool { return r.hasNote(series.Idle) }

func (r Record) hasNote(what string) bool {
	return slices.ContainsFunc(r.events, func(ev state.Event) bool {
		noted, ok := ev.(state.Noted)
		return ok && noted.What == what
	})
}

// replay sets a state to what it was after the first n records.
func (p past) replay(st *state.State, n int) error {
	p.base.CopyTo(st)
	for _, g := range p.since[:n] {
		if err := g.Record.applyTo(st, g.Seq); err != nil {
			return err
		}
	}
	return nil
}

// applyTo applies the record to the state before it.
func (r Record) applyTo(st *state.State, seq uint64) error {
	for _, ev := range r.events {
		if err := st.Apply(ev); err != nil {
			return fmt.Errorf("record %d: %w", seq, err)
		}
	}
	return nil
}

// countUpTo returns how many of the records remain when all after a sequence are taken back.
func (p past) countUpTo(seq uint64) int {
	n := slices.IndexFunc(p.since, func(g given) bool { return g.Seq > seq })
	if n < 0 {
		return len(p.since)
	}
	return n
}

// Undo says how the last order of a side can be taken back. The error is a *view.Denial where it never can.
//
// RULING: undo: Whoever has done since what everybody can see counts as having acted, and must consent. An order of
// which nobody else is told, such as one for a stack, does not: it is taken back as well, and its side is told so. For:
// the one who asks must not learn whether such an order was given. Against: it is taken back without asking its side.
// RULING: undo: What a fight has shown does not stand in the way of taking back a decision that came after its dice.
// For: it was shown by the fight, and not by the decision. Against: the decision was taken in the knowledge of it.
func (m *Match) Undo(by order.Side) (Undo, error) {
	if !m.def.Plays(by) {
		return Undo{}, ErrNotYours
	}
	at := len(m.past.since) - 1
	for at >= 0 && m.past.since[at].By != by {
		at--
	}
	if at < 0 {
		return Undo{}, &view.Denial{Rule: undoing, Why: view.T("deny.undo-nothing")}
	}
	u := Undo{Side: by, To: m.past.since[at].Seq - 1}
	acted, err := actedAfter(m, by, at)
	if acted || err != nil {
		u.Consent, u.Why = true, view.T("deny.undo-acted")
		return u, err
	}
	shown, err := showedUnit(m, by, at)
	if shown {
		u.Consent, u.Why = true, view.T("deny.undo-shown")
	}
	return u, err
}

// actedAfter reports whether another side has given, after the record at, an order of which everybody is told.
func actedAfter(m *Match, by order.Side, at int) (acted bool, err error) {
	others := func(g given) bool { return g.By != "" && g.By != by }
	if !slices.ContainsFunc(m.past.since[at+1:], others) {
		return false, nil
	}
	return acted, tellAgain(m, at+1, func(g given, public []view.Line, _ map[order.Side][]view.Line) {
		acted = acted || others(g) && len(public) > 0
	})
}

// tellAgain calls each with the records after the first n, and what everybody and each side was told of them.
func tellAgain(m *Match, n int, each func(given, []view.Line, map[order.Side][]view.Line)) error {
	st := m.spare()
	if err := m.past.replay(st, n); err != nil {
		return err
	}
	for _, g := range m.past.since[n:] {
		public, side, err := m.engine.Tell(st, g.Record.events)
		if err != nil {
			return fmt.Errorf("record %d: %w", g.Seq, err)
		}
		each(g, public, side)
	}
	return nil
}

// ErrNoEnd: there is no end of a phase to take back.
var ErrNoEnd = errors.New("no phase has ended since the last die, attack or overrun")

// UndoEnd says how a game master takes back the last end of a phase with everything after it, and to which turn
// and phase the match returns. The error is ErrNoEnd where an undo can reach none.
func (m *Match) UndoEnd() (u Undo, turn int, phase view.Phase, err error) {
	if len(m.past.since) == 0 {
		return u, 0, phase, ErrNoEnd
	}
	st, found := m.spare(), false
	m.past.base.CopyTo(st)
	for _, g := range m.past.since {
		was := stageOf(st)
		if err := g.Record.applyTo(st, g.Seq); err != nil {
			return u, 0, phase, err
		}
		if now := stageOf(st); g.By != "" && was.closes(now) {
			u, turn, phase, found = Undo{Side: g.By, To: g.Seq - 1, Master: true,
				Passed: g.Record.hasNote(series.Passed)}, was.turn, was.phase, true
		}
	}
	if !found {
		return u, 0, phase, ErrNoEnd
	}
	return u, turn, phase, nil
}

// undoing is what refusals to take back an order cite.
const undoing view.Rule = "undo"

// Denial returns the refusal of an undo for which there is nobody to ask.
func (u Undo) Denial() *view.Denial { return &view.Denial{Rule: undoing, Why: u.Why} }

// showedUnit reports whether a record, or what followed it automatically, let a side identify another side's unit,
// even for a moment, that it could not identify before. What another side has shown since by an order of its own, such
// as a stack with another unit on top, does not count: the answer must not tell of such an order.
func showedUnit(m *Match, by order.Side, at int) (bool, error) {
	last := m.before && at == len(m.past.since)-1 // then m.spare has the state before the record already
	st := m.spare()
	if !last {
		if err := m.past.replay(st, at); err != nil {
			return false, err
		}
	}
	known := make([]bool, len(st.Pieces))
	for i := range st.Pieces {
		known[i] = m.engine.Known(st, by, &st.Pieces[i])
	}
	for _, g := range m.past.since[at:] {
		for _, ev := range g.Record.events {
			if err := st.Apply(ev); err != nil {
				return false, err
			}
			for i := range st.Pieces {
				if known[i] || !m.engine.Known(st, by, &st.Pieces[i]) {
					continue
				}
				if g.By == by || g.By == "" {
					return true, nil
				}
				known[i] = true
			}
		}
	}
	return false, nil
}

// Taken returns what an undo takes back, in the words in which it was told. The side that takes back is told of its own
// orders alone, the public of the same orders, and each other side of everything that it was told before.
func (m *Match) Taken(u Undo) (view.Account, error) {
	at := m.past.countUpTo(u.To)
	if err := m.past.checkRevert(u.To); err != nil {
		return view.Account{}, err
	}
	var all []view.Line
	each := map[order.Side][]view.Line{}
	err := tellAgain(m, at, func(g given, public []view.Line, side map[order.Side][]view.Line) {
		if g.By == u.Side {
			all = append(all, public...)
		}
		for _, s := range m.def.Sides {
			if s.ID != u.Side || g.By == u.Side {
				each[s.ID] = append(each[s.ID], side[s.ID]...)
			}
		}
	})
	return view.NewAccount(seal.Key{}, all, each), err
}

// checkRevert checks that there is something to take back after a sequence, and that all of it can be taken back.
func (p past) checkRevert(to uint64) error {
	if to < p.from || p.countUpTo(to) == len(p.since) {
		return fmt.Errorf("nothing can be taken back to record %d", to)
	}
	return nil
}

// Revert takes back an order and everything after it; seq is the sequence of the undo itself. Undo says what can be
// taken back; the caller has to make sure that the other side consents. told says whether others have been told of
// anything that is taken back: if not, they are told nothing of the undo either.
func (m *Match) Revert(seq uint64, u Undo, told bool) (view.Account, error) {
	taken, err := m.Taken(u)
	if err != nil {
		return view.Account{}, err
	}
	var secret []order.Side // other sides whose orders, told to nobody else, are taken back too
	err = tellAgain(m, m.past.countUpTo(u.To), func(g given, public []view.Line, _ map[order.Side][]view.Line) {
		if g.By != "" && g.By != u.Side && len(public) == 0 {
			secret = append(secret, g.By)
		}
	})
	if err != nil {
		return view.Account{}, err
	}
	was := stageOf(m.st)
	if err := m.returnTo(seq, u.To); err != nil {
		return view.Account{}, err
	}
	if u.Master {
		return view.Account{}, nil
	}
	own := takenBack(taken.For(u.Side), seq)
	now := stageOf(m.st)
	header := view.Line{Seq: seq, Text: view.T("told.undone", "side", u.Side)}
	if now != was {
		header.Text = view.T("told.undone-end", "side", u.Side, "turn", now.turn, "of", now.phase.Side,
			"phase", now.phase.Name)
	}
	if told || len(own) == 0 {
		own = append([]view.Line{header}, own...)
	}
	each := map[order.Side][]view.Line{u.Side: own}
	var all []view.Line
	if told {
		all = append(all, header)
	}
	if told && !u.Consent && now == was { // the other side was told of the order when it was given
		all = append(all, takenBack(taken.Public(), seq)...)
	}
	for _, s := range m.def.Sides {
		if s.ID != u.Side {
			each[s.ID] = slices.Clip(all)
		}
		if slices.Contains(secret, s.ID) {
			each[s.ID] = append(each[s.ID], view.Line{Seq: seq, Text: view.T("told.undone-silent")})
		}
	}
	return view.NewAccount(seal.Key{}, all, each), nil
}

// takenBack rewrites lines that were told as taken back, except those of phases, which the new phase line replaces.
func takenBack(lines []view.Line, seq uint64) []view.Line {
	var out []view.Line
	for _, l := range lines {
		if l.Text.ID != "told.phase" {
			out = append(out, view.Line{Seq: seq, Rule: l.Rule, Cost: l.Cost,
				Text: view.T("told.taken-back", "what", l.Text)})
		}
	}
	return out
}

// returnTo sets the match to its state after a record. The questions that are pending there are asked again
// under new numbers, and no number is used twice, so an answer to a question that was taken back stays stale.
func (m *Match) returnTo(seq, to uint64) error {
	if err := m.past.checkRevert(to); err != nil {
		return err
	}
	n, st := m.past.countUpTo(to), m.spare()
	if err := m.past.replay(st, n); err != nil {
		return err
	}
	st.Asked = m.st.Asked
	again := askAgain(st)
	if err := (Record{again}).applyTo(st, seq); err != nil {
		return err
	}
	m.past.since = slices.Clip(m.past.since[:n])
	if len(again) > 0 {
		m.past.since = append(m.past.since, given{Seq: seq, Record: Record{again}})
	}
	m.advance(seq)
	return nil
}

// askAgain gives all pending questions new numbers.
func askAgain(st *state.State) (events state.Events) {
	for _, q := range slices.Backward(st.Pending) {
		events = append(events, state.Answered{ID: q.ID})
	}
	for i, q := range st.Pending {
		q.ID = st.Asked + 1 + i
		events = append(events, state.Asked{Question: q})
	}
	return events
}
