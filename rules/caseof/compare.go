package caseof

import (
	"fmt"
	"slices"
	"strings"

	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// layout is where units are, under the names that they have in a case.
type layout struct {
	ids    []string             // in the order of the board
	how    map[string]string    // by name: where the unit is, its steps and what it shows
	stacks map[hex.Hex][]string // from the top down
}

// differences lists how the beginning of a case differs from the position: units that are elsewhere or show something
// else, stacks in another order, and the points.
func (w *writer) differences(seen rules.Seen) (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	stacks, piles := w.owned(seen)
	is, begins := w.layout(w.Board.Stacks, w.Board.OffMap, w.id), w.layout(stacks, piles, caseName)
	for _, id := range is.ids {
		switch how := begins.how[id]; how {
		case is.how[id]:
		case "":
			add("%s %s; in the case it is nowhere.", id, is.how[id])
		default:
			add("%s %s; in the case %s.", id, is.how[id], how)
		}
	}
	for _, h := range sorted(begins.stacks) {
		was, now := is.stacks[h], begins.stacks[h]
		for _, id := range now {
			if is.how[id] == "" {
				add("%s is not in the position; in the case %s.", id, begins.how[id])
			}
		}
		same := slices.Equal(slices.Sorted(slices.Values(was)), slices.Sorted(slices.Values(now)))
		if same && !slices.Equal(was, now) {
			add("the stack in %s is from the top down %s; in the case %s.", h, strings.Join(was, ", "),
				strings.Join(now, ", "))
		}
	}
	if now, inCase := w.Board.Score(), seen.Public.Score(); now != nil && inCase != nil && now.N != inCase.N {
		add("the %s player has %d points; in the case %d.", now.Side, now.N, inCase.N)
	}
	return list
}

// owned returns the stacks and piles with which a case begins, each as its owner sees it: the reader may be shown more
// of the position, by a fight, than of the case.
func (w *writer) owned(seen rules.Seen) (stacks []view.Stack, piles []view.Pile) {
	for _, side := range w.Game.Sides {
		b := seen.Own[side.ID]
		for _, st := range b.Stacks {
			if st.Side == side.ID {
				stacks = append(stacks, st)
			}
		}
		for _, p := range b.OffMap {
			if p.Side == side.ID {
				piles = append(piles, p)
			}
		}
	}
	return stacks, piles
}

// layout lists the units that a case can have.
func (w *writer) layout(stacks []view.Stack, piles []view.Pile, name func(view.Counter) string) layout {
	l := layout{how: map[string]string{}, stacks: map[hex.Hex][]string{}}
	put := func(u view.Counter, how string) {
		id := name(u)
		l.ids, l.how[id] = append(l.ids, id), how
	}
	for _, st := range stacks {
		for _, u := range st.Known {
			put(u, fmt.Sprintf("stands in %s, steps: %d%s", st.Hex, u.Steps, w.words.shown(u)))
			l.stacks[st.Hex] = append(l.stacks[st.Hex], name(u))
		}
	}
	for _, p := range piles {
		for _, u := range p.Known {
			switch p.Box {
			case comingBox, returningBox:
				put(u, fmt.Sprintf("is %s%s", p.Box, ofTurn(p.Turn)))
			case deadBox, goneBox:
				put(u, "is dead")
			}
		}
	}
	return l
}

// caseName returns the name of a unit of a case.
func caseName(u view.Counter) string { return string(u.ID) }
