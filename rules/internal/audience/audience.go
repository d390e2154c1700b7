// Package audience keeps apart what one side may know from what everybody may: a line has an owner, who reads all of
// it, and a form for everybody else, or none.
//
//	told := audience.Told{Sides: sides}
//	told.Apart(1, "red", whole, &seen)
//
// Limits: who may know what is decided by the series.
package audience

import (
	"grognard/rules/order"
	"grognard/rules/view"
)

// Told is what the public and each side are told.
type Told struct {
	Sides  []order.Nation
	Public []view.Line
	Side   map[order.Side][]view.Line
}

// Apart tells owner the line own and everybody else the line others, nothing if that is nil. Both lines get the turn.
func (t *Told) Apart(turn int, owner order.Side, own view.Line, others *view.Line) {
	if t.Side == nil {
		t.Side = map[order.Side][]view.Line{}
	}
	own.Turn = turn
	if others != nil {
		others.Turn = turn
		t.Public = append(t.Public, *others)
	}
	for _, s := range t.Sides {
		switch {
		case s.ID == owner:
			t.Side[s.ID] = append(t.Side[s.ID], own)
		case others != nil:
			t.Side[s.ID] = append(t.Side[s.ID], *others)
		}
	}
}
