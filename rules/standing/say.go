package standing

import (
	"slices"
	"strings"

	"grognard/rules/order"
	"grognard/rules/view"
)

// Say puts the line into plain words.
func (l Line) Say(w Words) view.Text {
	var where, does []view.Text
	for _, a := range l.Where {
		where = append(where, w.where(a))
	}
	for _, b := range l.Branches {
		does = append(does, w.branch(b))
	}
	if len(where) == 0 {
		where = []view.Text{view.T("standing.everywhere")}
	}
	said := view.T("standing.line", "where", where, "does", chain(does))
	if l.Within > 0 {
		return view.T("standing.within", "line", said, "n", l.Within)
	}
	return said
}

// chain joins acts by "otherwise".
func chain(does []view.Text) view.Text {
	if len(does) == 1 {
		return does[0]
	}
	return view.T("standing.else", "does", does[0], "other", chain(does[1:]))
}

func (w Words) branch(b Branch) view.Text {
	if b.If.Op == "" {
		return w.act(b.Do)
	}
	return view.T("standing.if", "does", w.act(b.Do), "cond", w.cond(b.If))
}

// act puts an act with its operands into words.
func (w Words) act(a Act) view.Text {
	action, _ := w.action(a.Word)
	text := action.Text
	var with []view.Text
	switch a.Word {
	case AskMe:
		text = view.T("standing.ask")
	case Default:
		text = view.T("standing.default")
	}
	for _, x := range a.Args {
		if o, ok := action.operand(x.Name); ok {
			with = append(with, o.Say(Said{x.N, w.each(x)}))
		} else if x.Name == wordAbout {
			with = append(with, view.T("standing.about", "decisions", w.each(x)))
		}
	}
	if len(with) == 0 {
		return text
	}
	return view.T("standing.with", "act", text, "with", with)
}

// each puts the entries of a list into words.
func (w Words) each(a Arg) (out []view.Text) {
	for _, c := range a.Of {
		out = append(out, w.entry(c))
	}
	return out
}

func (w Words) entry(c Choice) view.Text {
	if len(c.Hexes) > 0 {
		if c.N > 0 {
			return view.T("standing.around", "n", c.N, "hexes", c.Hexes)
		}
		return view.T("standing.hexes", "hexes", c.Hexes)
	}
	if len(c.Units) > 0 {
		return w.unitsSaid(c.Units)
	}
	for _, list := range [][]Word{w.Kinds, w.Ways} {
		if i := slices.IndexFunc(list, func(x Word) bool { return x.Word == c.Word }); i >= 0 {
			return list[i].Text
		}
	}
	i := slices.IndexFunc(w.Decisions, func(d Decision) bool { return d.Word == c.Word })
	if i < 0 {
		return view.Text{}
	}
	return w.Decisions[i].Text
}

// unitsSaid names units by their formation or type where they are all of its units, else one by one.
func (w Words) unitsSaid(ids []order.UnitID) view.Text {
	if len(ids) > 1 {
		if name, all := w.common(ids, func(u Unit) string { return u.Formation }); all {
			return view.T("standing.formation", "name", name)
		}
		if name, all := w.common(ids, func(u Unit) string { return u.Type }); all {
			return view.T("standing.type", "symbol", name)
		}
	}
	var names []view.Name
	for _, id := range ids {
		i := slices.IndexFunc(w.Units, func(u Unit) bool { return u.ID == id })
		if i >= 0 && !slices.ContainsFunc(names, func(n view.Name) bool { return n.Name == w.Units[i].Name }) {
			names = append(names, view.Name{ID: id, Name: w.Units[i].Name})
		}
	}
	return view.T("standing.units", "units", names)
}

// common is the name that the units share; all says that no other unit has it.
func (w Words) common(ids []order.UnitID, of func(Unit) string) (name string, all bool) {
	for _, u := range w.Units {
		if u.ID == ids[0] {
			name = of(u)
		}
	}
	same := 0
	for _, u := range w.Units {
		if strings.EqualFold(of(u), name) {
			if same++; !slices.Contains(ids, u.ID) {
				return "", false
			}
		}
	}
	return name, name != "" && same == len(ids)
}

// where puts the hexes or units that a line is about into words.
func (w Words) where(a Arg) view.Text {
	switch a.Name {
	case scopeAt, scopeArea:
		return view.T("standing.where-at", "places", w.each(a))
	case scopeNear:
		return view.T("standing.where-near", "places", w.each(a))
	}
	return view.T("standing.where-units", "units", w.each(a))
}

// cond puts a condition into words.
func (w Words) cond(c Cond) view.Text {
	switch c.Op {
	case opIs:
		s, _ := w.situation(c.Word)
		return s.Text
	case opNot:
		return view.T("standing.not", "cond", w.cond(c.Of[0]))
	case opAnd:
		return w.joined(c.Of, func(a, b view.Text) view.Text { return view.T("standing.and", "cond", a, "other", b) })
	case opOr:
		return w.joined(c.Of, func(a, b view.Text) view.Text { return view.T("standing.or", "cond", a, "other", b) })
	}
	q, _ := w.quantity(c.Word)
	var than any = c.N
	if other, ok := w.quantity(c.Than); ok {
		than = other.Text
	}
	switch c.Op {
	case ">":
		return view.T("standing.more", "what", q.Text, "than", than)
	case ">=":
		return view.T("standing.at-least", "what", q.Text, "than", than)
	case "<":
		return view.T("standing.fewer", "what", q.Text, "than", than)
	case "<=":
		return view.T("standing.at-most", "what", q.Text, "than", than)
	case "!=":
		return view.T("standing.other-than", "what", q.Text, "than", than)
	}
	return view.T("standing.exactly", "what", q.Text, "than", than)
}

// joined puts conditions into words, joined by word.
func (w Words) joined(of []Cond, word func(a, b view.Text) view.Text) view.Text {
	out := w.cond(of[0])
	for _, c := range of[1:] {
		out = word(out, w.cond(c))
	}
	return out
}
