// Package heads keeps the headquarters of a formation apart from units that stand with it. A headquarters leads its
// formation from where it is, so it moves with other units only if it is named.
//
//	for _, st := range heads.Movable(board, "red", func(order.UnitID) bool { return true }) {
//		fmt.Println(st.Key(), len(st.Units), st.Idle)
//	}
//
// Limits: headquarters are known by their symbol; a stack of nothing else stays together.
package heads

import (
	"slices"
	"strconv"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Headquarters is the symbol of the counters that lead a formation.
const Headquarters = "headquarters"

// Stack is a stack with units that can still move.
type Stack struct {
	At    hex.Hex
	Units []view.Counter // those that can still move: first those that have not moved, the top one first
	Idle  int            // how many have not moved
	Alone order.UnitID   // a headquarters that goes by itself though others stand with it, "" for other stacks
}

// Movable returns the stacks of a side with units that can still move and that its player may order.
func Movable(b *view.Board, side order.Side, may func(order.UnitID) bool) (list []Stack) {
	for _, st := range b.Stacks {
		if st.Side != side {
			continue
		}
		units, alone := splitHeads(st.Known)
		list = add(list, b, Stack{At: st.Hex}, units, may)
		for _, hq := range alone {
			list = add(list, b, Stack{At: st.Hex, Alone: hq.ID}, []view.Counter{hq}, may)
		}
	}
	return list
}

// add adds s to list, with those of units that can still move and that may allows, unless there are none.
func add(list []Stack, b *view.Board, s Stack, units []view.Counter, may func(order.UnitID) bool) []Stack {
	for _, c := range units {
		switch done, _ := b.ProgressOf(c.ID); {
		case done.Left == nil || !may(c.ID):
		case done.Idle:
			s.Units, s.Idle = slices.Insert(s.Units, s.Idle, c), s.Idle+1
		default:
			s.Units = append(s.Units, c)
		}
	}
	if len(s.Units) > 0 {
		list = append(list, s)
	}
	return list
}

// splitHeads returns the units of a stack that go together, and the headquarters among them that go by themselves, none
// where nothing else is in the stack. Both keep their order.
func splitHeads(units []view.Counter) (others, alone []view.Counter) {
	for _, c := range units {
		if c.Symbol == Headquarters {
			alone = append(alone, c)
		} else {
			others = append(others, c)
		}
	}
	if len(others) == 0 {
		return units, nil
	}
	return others, alone
}

// Together returns the picks of a stack's units without those of its headquarters, all of them where nothing else is
// picked.
func Together(b *view.Board, picks []view.Pick) []view.Pick {
	others := slices.DeleteFunc(slices.Clone(picks), func(q view.Pick) bool {
		c, _, _ := b.Find(q.Unit)
		return c.Symbol == Headquarters
	})
	if len(others) == 0 {
		return picks
	}
	return others
}

// Others returns how many units of the stack there are beside the first, "" for none.
func (s Stack) Others() string {
	if len(s.Units) < 2 {
		return ""
	}
	return strconv.Itoa(len(s.Units) - 1)
}

// With returns row. If all has a stack at the hex and row, which must not be empty, has none, it replaces row's last.
func With(row, all []Stack, at hex.Hex) []Stack {
	isAt := func(s Stack) bool { return s.At == at }
	if i := slices.IndexFunc(all, isAt); i >= 0 && !slices.ContainsFunc(row, isAt) {
		row[len(row)-1] = all[i]
	}
	return row
}

// GoingOn returns how many of some stacks have only units that have moved already.
func GoingOn(stacks []Stack) (n int) {
	for _, s := range stacks {
		n += 1 - min(s.Idle, 1) // one if no unit is idle
	}
	return n
}

// Key returns what the button of a stack carries: its hex, and the identifier of a headquarters that goes by itself.
func (s Stack) Key() string {
	if s.Alone == "" {
		return s.At.String()
	}
	return s.At.String() + "/" + string(s.Alone)
}

// ParseKey reads what Key returned.
func ParseKey(key string) (at hex.Hex, alone order.UnitID, err error) {
	where, id, _ := strings.Cut(key, "/")
	at, err = hex.Parse(where)
	return at, order.UnitID(id), err
}

// Nearest returns the n stacks whose hexes far ranks lowest, the lowest first; all if there are fewer.
func Nearest(far func(hex.Hex) int, stacks []Stack, n int) []Stack {
	list := slices.SortedStableFunc(slices.Values(stacks), func(a, b Stack) int { return far(a.At) - far(b.At) })
	return list[:min(len(list), n)]
}
