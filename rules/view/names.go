package view

import (
	"slices"
	"strings"
	"unicode"

	"grognard/rules/hex"
	"grognard/rules/order"
)

// Names finds the units of some sides by their identifiers and printed names, hexes by the names of places in them, and
// the sides' formations by their names on the cards and as groups, where nothing else has the name. An identifier
// always means its own unit, even when something else has the same name. Building the tables takes time: callers that
// look up often should keep the result.
func (m *Map) Names(sides ...order.Side) order.Names {
	n := &names{ids: map[string]order.UnitID{}, full: map[string]order.Means{}, longest: 1}
	formations := &names{full: map[string]order.Means{}, longest: 1}
	known := map[string]bool{"": true} // the formations so far; "" is none
	for _, c := range m.Cards {
		lower := strings.ToLower(string(c.ID))
		own := slices.Contains(sides, c.Side)
		if own || lower != string(c.ID) { // a reader takes an unknown word for an identifier in lower case by himself
			n.ids[lower] = c.ID
		}
		if own {
			n.add(c.Name, order.Means{Units: []order.UnitID{c.ID}})
			if !known[c.Formation] {
				known[c.Formation] = true
				formations.add(c.Formation, order.Means{Formations: []string{c.Formation}})
			}
		}
	}
	for _, p := range m.Places {
		n.add(p.Name, order.Means{Hexes: []hex.Hex{p.Hex}})
	}
	for _, g := range m.Groups {
		if known[g.Name] && order.Fold(g.Name) != order.Fold(string(g.ID)) {
			formations.add(string(g.ID), order.Means{Formations: []string{g.Name}})
		}
	}
	for _, table := range []*names{n, formations} {
		for i := range table.short {
			table.short[i].Means = table.full[squeeze(table.short[i].words)]
		}
	}
	n.formations = formations
	n.longest, n.commas = max(n.longest, formations.longest), n.commas || formations.commas
	return n
}

// names implements order.Names for the names that a side can use.
type names struct {
	ids     map[string]order.UnitID // by the identifier in lower case
	full    map[string]order.Means  // by the name as squeeze writes it
	short   []namedThing            // each name once
	longest int                     // words in the longest name
	commas  bool                    // in a name

	formations *names // for words that mean nothing else; nil in the table of formations itself
}

// namedThing is a name and what it means.
type namedThing struct {
	words []string // of the name, folded
	order.Means
}

// add enters a name for something.
func (n *names) add(name string, what order.Means) {
	words := strings.Fields(order.Fold(name))
	key := squeeze(words)
	if key == "" {
		return
	}
	was, known := n.full[key]
	if !known {
		n.short = append(n.short, namedThing{words: words})
		n.longest = max(n.longest, len(words)+strings.Count(key, ","))
		n.commas = n.commas || strings.Contains(key, ",")
	}
	n.full[key] = order.Means{Units: append(was.Units, what.Units...), Hexes: append(was.Hexes, what.Hexes...),
		Formations: append(was.Formations, what.Formations...)}
}

// squeeze joins words without blanks, except between two digits: 1 1 is not 11.
func squeeze(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	var b strings.Builder
	for i, w := range words {
		if i > 0 && digit(words[i-1][len(words[i-1])-1]) && digit(w[0]) {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// Longest returns how many words the longest name has, and whether any has a comma in it.
func (n *names) Longest() (words int, commas bool) { return n.longest, n.commas }

// Full implements order.Names.
func (n *names) Full(words string) order.Means {
	if id, ok := n.ids[strings.ToLower(words)]; ok {
		return order.Means{Units: []order.UnitID{id}}
	}
	key := squeeze(strings.Fields(order.Fold(words)))
	if m, known := n.full[key]; known || n.formations == nil {
		return m
	}
	return n.formations.full[key]
}

// Short returns what has a name that the words abbreviate: each is the beginning of a word of the name, in order.
// Numbers are never abbreviated or left out. If names begin with several words as typed, only those are meant: 86 Inf
// is 86 Inf Div and not 86 Mtr Inf Rgt.
func (n *names) Short(words string) (m order.Means) {
	if strings.ContainsAny(words, "-.") && strings.ContainsFunc(words, unicode.IsDigit) {
		return m // an identifier or a hex, which cannot be abbreviated
	}
	typed := strings.Fields(order.Fold(words))
	if len(typed) == 0 {
		return m
	}
	begins := func(c namedThing) bool {
		return len(typed) > 1 && len(typed) <= len(c.words) && slices.Equal(typed, c.words[:len(typed)])
	}
	anyBegins := slices.ContainsFunc(n.short, begins)
	for _, c := range n.short {
		if shortens(typed, c.words) && (!anyBegins || begins(c)) {
			m.Units = append(m.Units, c.Units...)
			m.Hexes = append(m.Hexes, c.Hexes...)
			m.Formations = append(m.Formations, c.Formations...)
		}
	}
	if len(m.Units)+len(m.Hexes) == 0 && n.formations != nil {
		return n.formations.Short(words)
	}
	return m
}

// shortens reports whether typed words abbreviate those of a name.
func shortens(typed, name []string) bool {
	for _, w := range name {
		switch number := digit(w[0]); {
		case len(typed) == 0:
			return true // a number may be left out at the end: Garrison 4
		case number && w != typed[0]:
			return false
		case strings.HasPrefix(w, typed[0]):
			typed = typed[1:]
		}
	}
	return len(typed) == 0
}
