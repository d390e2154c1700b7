package state

import "grognard/rules/dice"

// Scratch is a copy of a state to resolve a command on, and the events that
// changed it so far. The state itself stays as it was.
type Scratch struct {
	*State
	events Events
	err    error
}

// NewScratch copies a state.
func NewScratch(s *State) *Scratch { return &Scratch{State: s.Clone()} }

// Do applies events to the copy and keeps them. After the first event that does
// not fit nothing more is done, and Err says why.
func (sc *Scratch) Do(events ...Event) {
	for _, e := range events {
		if sc.err == nil {
			sc.err = sc.State.Apply(e)
		}
		sc.events = append(sc.events, e)
	}
}

// Err is the first event that did not fit: a fault of the rules' code.
func (sc *Scratch) Err() error { return sc.err }

// Events is what was done, for the log.
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

// AskAgain puts a changed question in the place of the one owed first.
func (sc *Scratch) AskAgain(q Question) {
	q.ID = sc.Asked + 1
	sc.Do(Asked{Question: q, Again: true})
}
