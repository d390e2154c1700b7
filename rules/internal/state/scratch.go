package state

import (
	"grognard/rules/dice"
	"grognard/rules/order"
)

// Scratch is a copy of a state to resolve a command on, and the events that changed it so far. The state itself
// does not change. A Scratch can be reset for the next command, which reuses its memory.
type Scratch struct {
	*State
	events Events
	err    error
	seen   *Sight // what the giver of the order saw
	sights map[order.Side]*Sight
}

// NewScratch copies a state.
func NewScratch(s *State) *Scratch {
	sc := &Scratch{State: &State{}, sights: map[order.Side]*Sight{}}
	sc.Reset(s, nil)
	return sc
}

// Reset starts again with a copy of a state, and with the sight of the side that gave the order, nil if nobody did.
func (sc *Scratch) Reset(s *State, seen *Sight) {
	s.CopyTo(sc.State)
	sc.events, sc.err, sc.seen = nil, nil, seen
}

// Sight returns the sight with which a side gave the order, as long as no event has happened since. Otherwise fresh is
// false, and s is only memory in which the caller has to make a new sight.
func (sc *Scratch) Sight(side order.Side) (s *Sight, fresh bool) {
	if sc.seen != nil && sc.seen.Side == side && len(sc.events) == 0 {
		return sc.seen, true
	}
	s, ok := sc.sights[side]
	if !ok {
		if sc.sights == nil {
			sc.sights = map[order.Side]*Sight{}
		}
		s = &Sight{}
		sc.sights[side] = s
	}
	return s, false
}

// Do applies events to the copy and records them. After the first that does not fit it ignores others; Err says why.
func (sc *Scratch) Do(events ...Event) {
	for _, e := range events {
		if sc.err == nil {
			sc.err = sc.State.Apply(e)
		}
		sc.events = append(sc.events, e)
	}
}

// Err returns the error of the first event that did not fit: a fault of the rules' code.
func (sc *Scratch) Err() error { return sc.err }

// Events is what happened, for the log.
func (sc *Scratch) Events() Events { return sc.events }

// Roll throws dice and records the roll.
func (sc *Scratch) Roll(r dice.Roller, n int, purpose, rule string) ([]int, error) {
	number := sc.Rolls + 1
	faces, err := r.Roll(number, n)
	if err != nil {
		return nil, err
	}
	sc.Do(Rolled{Number: number, Faces: faces, For: purpose, Rule: rule})
	return faces, sc.err
}

// Ask puts a question before all others that are pending.
func (sc *Scratch) Ask(q Question) {
	q.ID = sc.Asked + 1
	sc.Do(Asked{Question: q})
}

// AskRest replaces the first pending question by q if left says that something of it is still to be decided. Otherwise
// it records that the question was answered.
func (sc *Scratch) AskRest(q Question, left bool) {
	if left {
		sc.AskAgain(q)
	} else {
		sc.Do(Answered{ID: sc.Owed().ID})
	}
}

// AnswerAll records that all pending questions were answered.
func (sc *Scratch) AnswerAll() {
	for q := sc.Owed(); q != nil; q = sc.Owed() {
		sc.Do(Answered{ID: q.ID})
	}
}

// AskAgain replaces the first pending question by a changed one.
func (sc *Scratch) AskAgain(q Question) {
	q.ID = sc.Asked + 1
	sc.Do(Asked{Question: q, Again: true})
}
