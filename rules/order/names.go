package order

import (
	"slices"
	"strings"
	"unicode"

	"grognard/rules/hex"
)

// Names finds what the words of a side may mean: its units by their identifiers and
// names, hexes by the places in them.
type Names interface {
	// Full is what is called so, in any case and with or without accents.
	Full(words string) Means
	// Short is what has a name that the words shorten.
	Short(words string) Means
	// Longest is how many words the longest name has, and whether any has a comma in it.
	Longest() (words int, commas bool)
}

// Means is what words may mean: nothing, one thing, or several that are called the same.
type Means struct {
	Units []UnitID
	Hexes []hex.Hex
}

// Term is one entry of a list that can mean several things, and which of them is for
// whoever knows the position to say: units called the same, whoever stands in a hex, units
// called so that stand in a hex, or a place in several hexes.
type Term struct {
	Words string   // as they were typed
	Units []UnitID // called so; none where a hex alone is named
	Hexes []hex.Hex

	option, before, after string
}

// Plain says whether the term can mean one unit alone, wherever it stands.
func (t Term) Plain() bool { return len(t.Units) == 1 && len(t.Hexes) == 0 }

// With is the whole option with other words in the place of the term.
func (t Term) With(words string) string { return strings.TrimSpace(t.before + words + t.after) }

// problem says that the term can mean several things.
func (t Term) problem(id string, v Verb) *Problem {
	return &Problem{ID: id, Verb: v, Option: t.option, Value: t.Words}
}

// Which is the problem that the term means several units or hexes. Whoever chooses one of
// them says the option with it in the place of the term.
func (t Term) Which(v Verb, among Means) *Problem {
	p := t.problem("order.which-unit", v)
	if len(among.Units) == 0 {
		p.ID = "order.which-hex"
	}
	for _, u := range among.Units {
		p.Means = append(p.Means, Candidate{Unit: u, Value: t.With(string(u))})
	}
	for _, h := range among.Hexes {
		p.Means = append(p.Means, Candidate{Hex: h, Value: t.With(h.String())})
	}
	return p
}

// The problems of units that are not where they are said to be, but may come there.
const (
	NobodyThere = "order.nobody-there"
	NotThere    = "order.not-there"
)

// Nobody is the problem that nobody of the term's stands in its hex.
func (t Term) Nobody(v Verb) *Problem {
	if len(t.Units) > 0 {
		return t.problem(NotThere, v)
	}
	return t.problem(NobodyThere, v)
}

// list is an option's value as words, with the commas between them.
type list struct {
	names  Names
	option Option
	text   string
	words  []word
}

// word is one word of a list, or a comma, and where it stands.
type word struct {
	text     string
	from, to int
}

func (w word) comma() bool { return w.text == "," }

func newList(names Names, opt Option, text string) list {
	l := list{names: names, option: opt, text: text}
	from := -1
	end := func(to int) {
		if from >= 0 {
			l.words = append(l.words, word{text[from:to], from, to})
		}
		from = -1
	}
	for i, r := range text {
		switch {
		case r == ',':
			end(i)
			l.words = append(l.words, word{",", i, i + 1})
		case unicode.IsSpace(r):
			end(i)
		case from < 0:
			from = i
		}
	}
	end(len(text))
	return l
}

// said is the words from one to before another as one text.
func (l list) said(from, to int) string {
	parts := make([]string, to-from)
	for i := range parts {
		parts[i] = l.words[from+i].text
	}
	return strings.Join(parts, " ")
}

// term is the words from one to before another, which mean something.
func (l list) term(from, to int, m Means) Term {
	a, b := l.words[from].from, l.words[to-1].to
	return Term{Words: l.text[a:b], Units: m.Units, Hexes: m.Hexes, option: l.option.Name, before: l.text[:a],
		after: l.text[b:]}
}

// find is what the longest run of words from one on means, and where it ends; nothing
// where none means anything.
func (l list) find(from int, in func(Means) Means) (to int, m Means) {
	if l.names == nil || from == len(l.words) || l.words[from].comma() {
		return from, m
	}
	longest, commas := l.names.Longest()
	last := min(from+longest, len(l.words))
	if i := slices.IndexFunc(l.words[from:last], word.comma); i >= 0 && !commas {
		last = from + i
	}
	for to := last; to > from; to-- {
		words := l.said(from, to)
		if m := in(l.names.Full(words)); len(m.Units)+len(m.Hexes) > 0 {
			return to, m
		}
		if to-from > 1 || l.alone(from) {
			if m := in(l.names.Short(words)); len(m.Units)+len(m.Hexes) > 0 {
				return to, m
			}
		}
	}
	return from, m
}

// alone says whether a word is a whole entry, or all of it but a hex: one word can only
// shorten a name there, since among other words it would be taken for what nobody meant.
func (l list) alone(at int) bool {
	from, to := at, at+1
	for from > 0 && !l.words[from-1].comma() {
		from--
	}
	for to < len(l.words) && !l.words[to].comma() {
		to++
	}
	return (from == at || l.place(l.said(from, at))) && (at+1 == to || l.place(l.said(at+1, to)))
}

// place says whether words are a hex and nothing else.
func (l list) place(words string) bool {
	_, err := hex.Parse(words)
	return err == nil || len(l.names.Full(words).Hexes) > 0
}

func onlyUnits(m Means) Means { return Means{Units: m.Units} }
func onlyHexes(m Means) Means { return Means{Hexes: m.Hexes} }

// unitsFirst takes words that mean units and places for units.
func unitsFirst(m Means) Means {
	if len(m.Units) > 0 {
		return onlyUnits(m)
	}
	return m
}

// hexes reads the hex that stands from a word on: a number, the place in it, or both.
func (l list) hexes(from int) (to int, hexes []hex.Hex) {
	if from == len(l.words) {
		return from, nil
	}
	h, err := hex.Parse(l.words[from].text)
	if err != nil {
		to, m := l.find(from, onlyHexes)
		return to, m.Hexes
	}
	if to, m := l.find(from+1, onlyHexes); slices.Contains(m.Hexes, h) {
		return to, []hex.Hex{h} // as hexes are shown: 11.07 Mogilev
	}
	return from + 1, []hex.Hex{h}
}

// units reads a list of units, parted by commas or blanks: each by its identifier or name,
// by the hex that it stands in, or by both; where names have blanks in them the longest
// one counts. What means nothing is taken as one identifier, up to the next that means
// something, for whoever knows the units to refuse. Without names every word is one.
func (l list) units() (terms []Term) {
	unknown := -1 // where what means nothing begins
	settle := func(to int) {
		if unknown >= 0 {
			terms = append(terms, l.term(unknown, to,
				Means{Units: []UnitID{UnitID(strings.ToLower(l.said(unknown, to)))}}))
		}
		unknown = -1
	}
	for at := 0; at < len(l.words); {
		to, m := at, Means{}
		if !l.words[at].comma() && l.names != nil {
			to, m = l.unit(at)
		}
		if to > at {
			settle(at)
			terms = append(terms, l.term(at, to, m))
			at = to
			continue
		}
		if l.words[at].comma() {
			settle(at)
		} else if unknown < 0 {
			unknown = at
		}
		if at++; l.names == nil {
			settle(at)
		}
	}
	settle(len(l.words))
	return terms
}

// unit reads one entry: a name, a hex, a name and a hex or a hex and a name. A name that
// follows a hex without a comma belongs to it.
func (l list) unit(from int) (to int, m Means) {
	if to, m = l.find(from, unitsFirst); len(m.Units) > 0 {
		end, hexes := l.hexes(to)
		return end, Means{m.Units, hexes}
	}
	if to, m.Hexes = l.hexes(from); to == from {
		return from, Means{}
	}
	end, named := l.find(to, onlyUnits)
	return max(end, to), Means{named.Units, m.Hexes}
}
