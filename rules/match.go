// Package rules is the public interface of the rules engine: a Match is one game.
//
// An order is resolved into a record, which holds everything that happened, dice included. Applying records is
// the only way to change a match:
//
//	d, err := rules.Modules().Load("drill")
//	pos, err := rules.Setup(d, "")
//	m, err := rules.New(d, pos)
//	rec, err := m.Begin(roller) // the first phase
//	read, err := m.Parse("blue", "/move units:b-1-arm to:9.10")
//	rec, err = m.Decide("blue", read.Order, roller) // m is unchanged
//	account, err := m.Apply(2, rec)
//
// Nothing outside this package's folder can see the true state: everybody else sees a match through its views.
// The same records always give the same match.
//
// Limits: a Match is not safe for concurrent use, and only this package can read records and snapshots.
package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"grognard/rules/dice"
	"grognard/rules/handicap"
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
	st   *state.State // the true state
	seq  uint64       // of the last record applied
	past past         // what an undo can take back

	handicap handicap.Given // what Begin gives to a side

	next   *state.State   // memory for the state that a record leads to
	before bool           // whether next is the state before the last record, and that record was not empty
	work   *state.Scratch // memory to resolve orders in
	sights []sight        // what each side may know, cached until the state changes
	boards []board        // the public's, then each side's, cached likewise
}

// sight caches what a side may know of the present state and the orders that it can give; both count only while fresh.
type sight struct {
	*state.Sight
	fresh bool
	verbs []order.Verb // nil until they are asked for
}

// board caches what a viewer sees of the present state, nil until it is asked for, and the parts of the
// viewer's previous board that have not changed since.
type board struct {
	now  *view.Board
	same series.Unchanged
}

func newMatch(p *Prepared, st *state.State) *Match {
	m := &Match{Prepared: p, st: st, next: &state.State{}, work: state.NewScratch(&state.State{}),
		boards: make([]board, 1+len(p.def.Sides))}
	for range p.def.Sides {
		m.sights = append(m.sights, sight{Sight: &state.Sight{}})
	}
	return m
}

// DropCaches releases the match's working memory and its cached views, which are made again when they are needed. A
// match that is kept but not used then takes less than half the memory.
func (m *Match) DropCaches() {
	m.next, m.before = &state.State{}, false
	m.work = state.NewScratch(m.next)
	for i := range m.sights {
		m.sights[i] = sight{Sight: &state.Sight{}}
	}
	clear(m.boards)
}

// look returns what a side may know, cached until the next record is applied.
func (m *Match) look(s order.Side) *state.Sight { return m.sight(s).Sight }

// sight returns the cached sight of side s. For an ID that is no side of the game it makes a new one on each call.
func (m *Match) sight(s order.Side) *sight {
	i := slices.IndexFunc(m.def.Sides, func(x order.Nation) bool { return x.ID == s })
	if i < 0 {
		ofNoSide := &sight{Sight: &state.Sight{}}
		m.engine.Look(ofNoSide.Sight, m.st, s)
		return ofNoSide
	}
	cached := &m.sights[i]
	if !cached.fresh {
		m.engine.Look(cached.Sight, m.st, s)
		cached.fresh, cached.verbs = true, nil
	}
	return cached
}

// Record is what one command did, as events. It marshals to JSON for the log; other packages treat it as opaque.
type Record struct{ events state.Events }

// MarshalJSON writes the record for the log.
func (r Record) MarshalJSON() ([]byte, error) { return r.events.MarshalJSON() }

// UnmarshalJSON reads a record from the log.
func (r *Record) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &r.events) }

// Entry is a record, or an undo, with its sequence in the log.
type Entry struct {
	Seq    uint64
	Record Record
	To     uint64 // of an undo: the record that the match returns to; 0 for others
}

// New makes a match at a position, before anything has happened: Begin comes next.
func New(d *modules.Definition, p Position) (*Match, error) {
	common, err := Prepare(d, p)
	if err != nil {
		return nil, err
	}
	return common.Open(p, nil, func(func(Entry, error) bool) {}) // no snapshot, and an empty log
}

// Seq returns the sequence of the last record applied.
func (m *Match) Seq() uint64 { return m.seq }

// ErrNotYours: the command came from somebody who plays no side of the game.
var ErrNotYours = errors.New("not a side of this game")

// Begin gives a side its handicap, enters the first phase and makes the rolls with which that phase begins.
func (m *Match) Begin(r dice.Roller) (Record, error) {
	m.work.Reset(m.st, nil) // nobody gave an order
	if h, ok := m.def.Handicaps.Of(m.handicap.Side); ok {
		stock := state.Of(h.Gives, h.Side)
		m.work.Do(state.Noted{What: handicap.Note, Side: h.Side, N: m.handicap.Steps},
			state.Counted{Tally: stock, N: m.work.Tally(stock) + m.handicap.Steps*h.Step})
	}
	if err := m.engine.Begin(m.work, r); err != nil {
		return Record{}, err
	}
	return Record{m.work.Events()}, m.work.Err()
}

// Decide resolves an order. The match is unchanged: Apply the record once it is safe. The error is a *view.Denial that
// says why the order is illegal, or an *order.Problem when the order does not have the form of its verb.
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

// Stop returns the record by which the players end the game at any moment: no decision is owed after it, and its
// points mean no level of victory. Like Decide it leaves the match unchanged.
func (m *Match) Stop() (Record, error) {
	m.work.Reset(m.st, nil) // nobody gave an order
	m.work.AnswerAll()
	for len(m.work.Frames) > 1 {
		m.work.Do(state.Left{})
	}
	m.work.Do(state.Counted{Tally: series.Stopped, N: 1}, state.Ended{})
	return Record{m.work.Events()}, m.work.Err()
}

// Apply changes the match by a record and tells what happened. A record that does not fit leaves the match as it was.
func (m *Match) Apply(seq uint64, r Record) (view.Account, error) {
	m.st.CopyTo(m.spare())
	public, side, err := m.engine.Tell(m.next, r.events)
	if err != nil {
		return view.Account{}, fmt.Errorf("record %d: %w", seq, err)
	}
	m.past.keep(m.st, m.next, seq, r)
	was := stageOf(m.st)
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
	told := view.NewAccount(seal.Key{}, public, side)
	if now := stageOf(m.st); was.phase.Name != "" && was.closes(now) { // "": the game had not begun
		told = told.Closing(seal.Key{}, view.Moment{Turn: was.turn, Phase: was.phase}, r.isIdle())
	}
	return told, nil
}

// Announce puts a line for everybody in front of what is told of a record. The line does not come from the rules.
func (m *Match) Announce(seq uint64, told view.Account, text view.Text) view.Account {
	line := []view.Line{{Seq: seq, Turn: m.st.Turn, Text: text}}
	each := map[order.Side][]view.Line{}
	for _, s := range m.def.Sides {
		each[s.ID] = append(slices.Clip(line), told.For(s.ID)...)
	}
	return told.Retold(seal.Key{}, append(slices.Clip(line), told.Public()...), each)
}

// Confide puts a line for one side alone in front of what is told of a record. The line does not come from the rules.
func (m *Match) Confide(seq uint64, told view.Account, to order.Side, text view.Text) view.Account {
	each := map[order.Side][]view.Line{}
	for _, s := range m.def.Sides {
		each[s.ID] = told.For(s.ID)
	}
	each[to] = append([]view.Line{{Seq: seq, Turn: m.st.Turn, Text: text}}, each[to]...)
	return told.Retold(seal.Key{}, told.Public(), each)
}

// run applies an entry of the log, and tells nothing.
func (m *Match) run(e Entry) error {
	if e.To > 0 {
		return m.returnTo(e.Seq, e.To)
	}
	m.st.CopyTo(m.spare())
	if err := e.Record.applyTo(m.next, e.Seq); err != nil {
		return err
	}
	m.past.keep(m.st, m.next, e.Seq, e.Record)
	m.advance(e.Seq)
	m.before = len(e.Record.events) > 0
	return nil
}

// advance makes the next state the match's own and drops the cached views.
func (m *Match) advance(seq uint64) {
	m.forget(m.next)
	m.st, m.next, m.seq = m.next, m.st, seq
}

// spare returns the memory in which a second state can be made. What it held is lost.
func (m *Match) spare() *state.State {
	m.before = false
	return m.next
}

// forget drops the cached views, except for parts that are the same in the next state.
func (m *Match) forget(next *state.State) {
	for i := range m.sights {
		m.sights[i].fresh = false
	}
	for i := range m.boards {
		b := &m.boards[i]
		if b.now != nil {
			b.now, b.same = nil, series.Unchanged{Control: b.now.Control, OffMap: b.now.OffMap}
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

// Layers returns the kinds of overlays that the game has.
func (m *Match) Layers() []view.LayerKind { return m.printed.Layers }

// Spec describes an order, or an attack that is planned; false for a verb that the game does not have.
func (m *Match) Spec(v order.Verb) (order.Spec, bool) { return m.engine.Spec(v) }

// Spell writes an order in its canonical form, whose hash the dice depend on.
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

// Verbs returns the orders that a side can give now.
func (m *Match) Verbs(s order.Side) []order.Verb {
	seen := m.sight(s)
	if seen.verbs == nil {
		seen.verbs = append([]order.Verb{}, m.engine.Verbs(seen.Sight)...)
	}
	return slices.Clone(seen.verbs)
}

// Offer returns what a side can pick next for an order. The error is a *view.Denial when the picks so far are illegal.
func (m *Match) Offer(s order.Side, v order.Verb, picks []view.Pick) (view.Offer, error) {
	offer, d := m.engine.Offer(m.look(s), v, picks)
	if d != nil {
		return view.Offer{}, d
	}
	return offer, nil
}

// Odds returns what an attack or overrun of a side would come to, worked out from what the side may know alone. For an
// order.PlannedAttack the phase of attacks may lie ahead. The error is ErrNotYours or a *view.Denial, as of Decide.
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

// Complete returns what could come next in one option of an order. The other options may be filled in part.
func (m *Match) Complete(s order.Side, partial order.Order, option string) []view.Pick {
	return m.engine.Complete(m.look(s), partial, option)
}

// Warnings returns the costs of a legal order that its player may have overlooked; none for an illegal one.
func (m *Match) Warnings(by order.Side, o order.Order) []view.Warning {
	return m.engine.Warnings(m.look(by), o)
}

// Idle returns the order that ends the present phase, and the side that would give it. idle is true only when
// everybody can see that this side can do nothing else in the phase but reorder stacks.
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

// Order makes an order from picks: the inverse of Picks. Units that it stacks keep the order in which they lie.
func (m *Match) Order(v order.Verb, picks []view.Pick) order.Order {
	o := m.engine.Order(v, picks)
	if spec, _ := m.Spec(v); spec.Stacks {
		for i := range o.Args {
			o.Args[i].Units = m.st.FromTop(o.Args[i].Units)
		}
	}
	return o
}

// Default returns the answer that the game gives to what a side owes, when the side never does; ok is false for none.
func (m *Match) Default(s order.Side) (o order.Order, ok bool) { return m.engine.Default(m.look(s)) }

// Sides returns the sides of the game in the order of play.
func (m *Match) Sides() []order.Nation { return m.printed.Sides }

// Seat is what a player at one side of a match has: what he may see, what he is offered, and the odds of a fight.
type Seat struct {
	Match *Match
	Side  order.Side
}

// View is what the side may see.
func (s Seat) View() view.Secret { return s.Match.View(s.Side) }

// Verbs are the orders that the side can give.
func (s Seat) Verbs() []order.Verb { return s.Match.Verbs(s.Side) }

// Offer is what the side can pick next for an order.
func (s Seat) Offer(v order.Verb, picks []view.Pick) (view.Offer, error) {
	return s.Match.Offer(s.Side, v, picks)
}

// Order is the order that picks spell.
func (s Seat) Order(v order.Verb, picks []view.Pick) order.Order { return s.Match.Order(v, picks) }

// Odds are what a fight of the side would come to, before anything is rolled.
func (s Seat) Odds(o order.Order) (view.Odds, error) { return s.Match.Odds(s.Side, o) }
