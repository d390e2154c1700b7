// Package rules is the face of the rules engine: a Match is one game.
//
// Orders go in, records come out; a record holds everything that happened, dice
// included, and applying records is the only way in which a match changes:
//
//	d, err := rules.Modules().Load("drill")
//	pos, err := rules.Setup(d, "")
//	m, err := rules.New(d, pos)
//	rec, err := m.Begin(roller) // the first phase
//	read, err := m.Parse("blue", "/move units:b-1-arm to:9.10")
//	rec, err = m.Decide("blue", read.Order, roller) // m is unchanged
//	account, err := m.Apply(2, rec)
//
// Nothing outside this package's folder can see the true state: a match shows
// itself through views. The same records give the same match, for ever.
//
// Limits: a Match is not safe for use by several goroutines; records and
// snapshots are bytes to everybody else.
package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"grognard/rules/dice"
	"grognard/rules/internal/seal"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Match is one game.
type Match struct {
	*Prepared
	st   *state.State
	seq  uint64
	past past // what can be taken back

	next   *state.State   // memory for the state that a record leads to
	before bool           // next is the state before the last record, which was not empty
	work   *state.Scratch // memory to resolve orders in
	sights []sight        // what each side may know, kept while the state stays
	boards []board        // as everybody sees it and then each side, kept likewise
}

// sight is what a side may know of the present state, when it is fresh.
type sight struct {
	*state.Sight
	fresh bool
}

// board is what a viewer sees of the present state, nil until somebody looks, and what of it
// stays as it was in the last one that the viewer saw.
type board struct {
	now  *view.Board
	same series.Same
}

// on makes a match of a state.
func (p *Prepared) on(st *state.State) *Match {
	m := &Match{Prepared: p, st: st, next: &state.State{}, work: state.NewScratch(&state.State{}),
		boards: make([]board, 1+len(p.def.Sides))}
	for range p.def.Sides {
		m.sights = append(m.sights, sight{Sight: &state.Sight{}})
	}
	return m
}

// Rest lets go of the memory that the match works in and of what viewers see, which are made anew
// when they are needed: of a match that is kept and not used, it leaves less than half.
func (m *Match) Rest() {
	m.next, m.before = &state.State{}, false
	m.work = state.NewScratch(m.next)
	for i := range m.sights {
		m.sights[i] = sight{Sight: &state.Sight{}}
	}
	clear(m.boards)
}

// look is what a side may know. It is kept until the next record is applied.
func (m *Match) look(s order.Side) *state.Sight {
	i := slices.IndexFunc(m.def.Sides, func(x order.Nation) bool { return x.ID == s })
	if i < 0 {
		stranger := &state.Sight{}
		m.engine.Look(stranger, m.st, s)
		return stranger
	}
	if kept := &m.sights[i]; !kept.fresh {
		m.engine.Look(kept.Sight, m.st, s)
		kept.fresh = true
	}
	return m.sights[i].Sight
}

// Record is one command's doing: the events that it brought. It reads and
// writes itself as JSON; nobody else looks inside.
type Record struct{ events state.Events }

// MarshalJSON writes the record for the log.
func (r Record) MarshalJSON() ([]byte, error) { return r.events.MarshalJSON() }

// UnmarshalJSON reads a record from the log.
func (r *Record) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &r.events) }

// Entry is a record with its sequence in the log, or an undo with its own.
type Entry struct {
	Seq    uint64
	Record Record
	To     uint64 // of an undo: the record that the match returns to; 0 for others
}

// New is a match at a position, before anything has happened: Begin comes next.
func New(d *modules.Definition, p Position) (*Match, error) {
	common, err := Prepare(d, p)
	if err != nil {
		return nil, err
	}
	return common.resume(p, nil)
}

// Seq is the sequence of the last record applied.
func (m *Match) Seq() uint64 { return m.seq }

// ErrNotYours: the command came from nobody who plays.
var ErrNotYours = errors.New("not a side of this game")

// Begin enters the first phase and rolls what it orders to be rolled.
func (m *Match) Begin(r dice.Roller) (Record, error) {
	m.work.Reset(m.st, nil)
	if err := m.engine.Begin(m.work, r); err != nil {
		return Record{}, err
	}
	return Record{m.work.Events()}, m.work.Err()
}

// Decide resolves an order. The match is unchanged: Apply the record once it is
// safe. A *view.Denial says why an order is illegal, an *order.Problem that it has not the form
// of its verb.
func (m *Match) Decide(by order.Side, o order.Order, r dice.Roller) (Record, error) {
	if !m.def.Plays(by) {
		return Record{}, ErrNotYours
	}
	if spec, ok := m.Spec(o.Verb); ok {
		if err := spec.Fits(o); err != nil {
			return Record{}, err
		}
	}
	seen := m.look(by)
	if d := m.engine.Legal(seen, o); d != nil {
		return Record{}, d
	}
	m.work.Reset(m.st, seen)
	if err := m.engine.Resolve(m.work, by, o, r); err != nil {
		return Record{}, fmt.Errorf("/%s: %w", o.Verb, err)
	}
	return Record{m.work.Events()}, m.work.Err()
}

// Stop is the record by which the players end the game, in whatever it is: nothing is
// owed after it, and its points mean no level of victory. The match is unchanged, as by Decide.
func (m *Match) Stop() (Record, error) {
	m.work.Reset(m.st, nil)
	for q := m.work.Owed(); q != nil; q = m.work.Owed() {
		m.work.Do(state.Answered{ID: q.ID})
	}
	for len(m.work.Frames) > 1 {
		m.work.Do(state.Left{})
	}
	m.work.Do(state.Counted{Tally: series.Stopped, N: 1}, state.Ended{})
	return Record{m.work.Events()}, m.work.Err()
}

// Apply changes the match by a record and tells what happened. A record that
// does not fit leaves the match as it was.
func (m *Match) Apply(seq uint64, r Record) (view.Account, error) {
	m.st.CopyTo(m.other())
	public, side, err := m.engine.Tell(m.next, r.events)
	if err != nil {
		return view.Account{}, fmt.Errorf("record %d: %w", seq, err)
	}
	m.past.keep(m.st, m.next, seq, r)
	m.advance(seq)
	m.before = len(r.events) > 0
	for i := range public {
		public[i].Seq = seq
	}
	for _, lines := range side {
		for i := range lines {
			lines[i].Seq = seq
		}
	}
	return view.NewAccount(seal.Key{}, public, side), nil
}

// Announce adds to what is told of a record something that everybody is told of it first, and that
// is not of the rules' making.
func (m *Match) Announce(seq uint64, told view.Account, text view.Text) view.Account {
	line := []view.Line{{Seq: seq, Turn: m.st.Turn, Text: text}}
	each := map[order.Side][]view.Line{}
	for _, s := range m.def.Sides {
		each[s.ID] = append(slices.Clip(line), told.For(s.ID)...)
	}
	return view.NewAccount(seal.Key{}, append(slices.Clip(line), told.Public()...), each)
}

// Confide adds to what is told of a record something that one side alone is told of it first, and that
// is not of the rules' making.
func (m *Match) Confide(seq uint64, told view.Account, to order.Side, text view.Text) view.Account {
	each := map[order.Side][]view.Line{}
	for _, s := range m.def.Sides {
		each[s.ID] = told.For(s.ID)
	}
	each[to] = append([]view.Line{{Seq: seq, Turn: m.st.Turn, Text: text}}, each[to]...)
	return view.NewAccount(seal.Key{}, told.Public(), each)
}

func (m *Match) run(e Entry) error {
	if e.To > 0 {
		return m.restore(e.Seq, e.To)
	}
	m.st.CopyTo(m.other())
	for _, ev := range e.Record.events {
		if err := m.next.Apply(ev); err != nil {
			return fmt.Errorf("record %d: %w", e.Seq, err)
		}
	}
	m.past.keep(m.st, m.next, e.Seq, e.Record)
	m.advance(e.Seq)
	m.before = len(e.Record.events) > 0
	return nil
}

// advance makes the next state the match's own; what was seen before is stale.
func (m *Match) advance(seq uint64) {
	m.forget(m.next)
	m.st, m.next, m.seq = m.next, m.st, seq
}

// other is memory for a state beside the match's own.
func (m *Match) other() *state.State {
	m.before = false
	return m.next
}

// forget makes what was seen stale, but for what is the same in the state that comes next.
func (m *Match) forget(next *state.State) {
	for i := range m.sights {
		m.sights[i].fresh = false
	}
	for i := range m.boards {
		b := &m.boards[i]
		if b.now != nil {
			b.now, b.same = nil, series.Same{Control: b.now.Control, OffMap: b.now.OffMap}
		}
		if b.same.Control != nil && !slices.Equal(m.st.Control, next.Control) {
			b.same.Control = nil
		}
		if b.same.OffMap != nil && !m.st.SameOffMap(next) {
			b.same.OffMap = nil
		}
	}
}

// Specs describes the orders of the game, for registration and parsing.
func (m *Match) Specs() []order.Spec { return m.engine.Specs() }

// Layers are the kinds of overlays that the game has.
func (m *Match) Layers() []view.LayerKind { return m.printed.Layers }

// Spec describes an order, or an attack that is planned.
func (m *Match) Spec(v order.Verb) (order.Spec, bool) {
	return m.engine.Spec(v)
}

// Spell writes an order of the game in its one spelling, by whose hash dice are thrown.
func (m *Match) Spell(o order.Order) ([]byte, error) {
	spec, ok := m.Spec(o.Verb)
	if !ok {
		return nil, &order.Problem{ID: "order.unknown-command", Value: string(o.Verb)}
	}
	return spec.Spell(o)
}

// Unspell reads an order of the game as Spell has written it.
func (m *Match) Unspell(raw []byte) (order.Order, error) {
	var named struct {
		Verb order.Verb `json:"verb"`
	}
	if err := json.Unmarshal(raw, &named); err != nil {
		return order.Order{}, fmt.Errorf("not an order: %w", err)
	}
	spec, ok := m.Spec(named.Verb)
	if !ok {
		return order.Order{}, &order.Problem{ID: "order.unknown-command", Value: string(named.Verb)}
	}
	return spec.Unspell(raw)
}

// Verbs are the orders that a side can give now.
func (m *Match) Verbs(s order.Side) []order.Verb { return m.engine.Verbs(m.look(s)) }

// Offer is what a side can pick next for an order. An error is a *view.Denial:
// the picks so far are illegal.
func (m *Match) Offer(s order.Side, v order.Verb, picks []view.Pick) (view.Offer, error) {
	offer, d := m.engine.Offer(m.look(s), v, picks)
	if d != nil {
		return view.Offer{}, d
	}
	return offer, nil
}

// Odds is what an attack or overrun of a side would come to, as far as the side may know:
// nothing else goes into it. An order.PlannedAttack can be made in this player-turn, but perhaps
// not yet. An error is ErrNotYours or a *view.Denial, as Decide has it.
func (m *Match) Odds(by order.Side, o order.Order) (view.Odds, error) {
	if !m.def.Plays(by) {
		return view.Odds{}, ErrNotYours
	}
	odds, d := m.engine.Odds(m.look(by), m.board(by, nil), o)
	if d != nil {
		return view.Odds{}, d
	}
	return odds, nil
}

// Complete is what could stand next in an option of an order of which the other
// options may be filled in part: what autocompletion shows.
func (m *Match) Complete(s order.Side, partial order.Order, option string) []view.Pick {
	return m.engine.Complete(m.look(s), partial, option)
}

// Warnings is what a legal order of a side costs it that its player may not have thought
// of; of an illegal one there is nothing to say.
func (m *Match) Warnings(by order.Side, o order.Order) []view.Warning {
	return m.engine.Warnings(m.look(by), o)
}

// Idle is the order that ends the present phase, and the side to give it, when everybody
// can see that this side can do nothing else in it but put stacks in order.
func (m *Match) Idle() (by order.Side, o order.Order, idle bool) {
	b := m.Public().Board()
	by = b.Phase.Side
	if !m.def.Plays(by) {
		return "", o, false
	}
	return by, order.Order{Verb: "end"}.WithWord(order.Idle, order.Idle), m.engine.Idle(b, m.look(by).Known)
}

// Picks spells an order as picks: the inverse of Order.
func (m *Match) Picks(o order.Order) []view.Pick { return m.engine.Picks(o) }

// Order makes an order of picks.
func (m *Match) Order(v order.Verb, picks []view.Pick) order.Order { return m.engine.Order(v, picks) }

// Default is the order by which the game answers what a side owes, when the
// side never does.
func (m *Match) Default(s order.Side) (order.Order, bool) {
	return m.engine.Default(m.look(s))
}

// Sides are the sides of the game in the order of play.
func (m *Match) Sides() []order.Nation { return m.printed.Sides }
