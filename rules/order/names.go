package order

import (
	"slices"
	"strings"
	"unicode"

	"grognard/rules/hex"
)

// Names finds what a side's words may mean: units by identifiers and names, hexes by places in them, else formations.
type Names interface {
	// Full returns what has this name, whatever its case and accents.
	Full(words string) Means
	// Short returns what has a name that the words abbreviate.
	Short(words string) Means
	// Longest returns the number of words in the longest name, and whether any name has a comma in it.
	Longest() (words int, commas bool)
}

// Means is what words may mean: nothing, one thing, or several things of the same name.
type Means struct {
	Units      []UnitID
	Hexes      []hex.Hex
	Formations []string
}

func (m Means) isNothing() bool { return len(m.Units)+len(m.Hexes)+len(m.Formations) == 0 }

// Term is an entry of a list that can mean several things; only the position tells which. It names units of the same
// name, the units in a hex, units of a name in a hex, the units of a formation in a hex or wherever they stand, or a
// place that lies in several hexes.
type Term struct {
	Words      string   // as they were typed
	Units      []UnitID // units of this name; none where only a hex or a formation is named
	Hexes      []hex.Hex
	Formations []string

	option, before, after string // the option's name, and its text before and after the term
}

// Plain reports whether the term can only mean one unit, wherever that stands.
func (t Term) Plain() bool { return len(t.Units) == 1 && len(t.Hexes)+len(t.Formations) == 0 }

// With returns the value of the whole option with the term replaced by other words.
func (t Term) With(words string) string { return strings.TrimSpace(t.before + words + t.after) }

// problem returns a problem with the term.
func (t Term) problem(id string, v Verb) *Problem {
	return &Problem{ID: id, Verb: v, Option: t.option, Value: t.Words}
}

// Which returns the problem that the term means several units, formations or hexes. The value of each of its candidates
// is the whole option with the term replaced.
func (t Term) Which(v Verb, among Means) *Problem {
	p := t.problem("order.which-unit", v)
	if len(among.Hexes) > 0 {
		p.ID = "order.which-hex"
	}
	for _, f := range among.Formations {
		p.Means = append(p.Means, Candidate{Formation: f, Value: t.With(f)})
	}
	for _, u := range among.Units {
		p.Means = append(p.Means, Candidate{Unit: u, Value: t.With(string(u))})
	}
	for _, h := range among.Hexes {
		p.Means = append(p.Means, Candidate{Hex: h, Value: t.With(h.String())})
	}
	return p
}

// The problems of units that are not in the named hex but may come there.
const (
	NobodyThere = "order.nobody-there"
	NotThere    = "order.not-there"
)

// FormationApart is the problem that a formation stands in several hexes and the order is for units of one.
const FormationApart = "order.formation-apart"

// Apart returns the problem FormationApart of the term. Each candidate's value names the formation in one of the hexes.
func (t Term) Apart(v Verb, hexes []hex.Hex) *Problem {
	p := t.problem(FormationApart, v)
	for _, h := range hexes {
		p.Means = append(p.Means, Candidate{Hex: h, Value: t.With(t.Words + " " + h.String())})
	}
	return p
}

// NoUnit is the problem that no unit of the side has the name that was typed.
const NoUnit = "order.no-unit"

// Nobody returns the problem that none of the term's units stands in its hex.
func (t Term) Nobody(v Verb) *Problem {
	if len(t.Units) > 0 {
		return t.problem(NotThere, v)
	}
	return t.problem(NobodyThere, v)
}

// list is an option's value, split into words and commas.
type list struct {
	names  Names
	option Option
	text   string
	words  []word
	full   bool // names are not abbreviated
}

// word is one word of a list, or a comma, and its position.
type word struct {
	text     string
	from, to int
}

func (w word) isComma() bool { return w.text == "," }

// newList splits the value of an option into words and commas.
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

// said returns the text of the words in [from, to).
func (l list) said(from, to int) string {
	parts := make([]string, to-from)
	for i := range parts {
		parts[i] = l.words[from+i].text
	}
	return strings.Join(parts, " ")
}

// term returns the term of the words in [from, to), which mean m.
func (l list) term(from, to int, m Means) Term {
	a, b := l.words[from].from, l.words[to-1].to
	return Term{Words: l.text[a:b], Units: m.Units, Hexes: m.Hexes, Formations: m.Formations,
		option: l.option.Name, before: l.text[:a], after: l.text[b:]}
}

// find returns what the longest run of words from an index on means, and the index after the run. keep picks the
// meanings that count. If no run has one of them, to is from.
func (l list) find(from int, keep func(Means) Means) (to int, m Means) {
	if l.names == nil || from == len(l.words) || l.words[from].isComma() {
		return from, m
	}
	longest, commas := l.names.Longest()
	last := min(from+longest, len(l.words))
	if i := slices.IndexFunc(l.words[from:last], word.isComma); i >= 0 && !commas {
		last = from + i
	}
	for end := last; end > from; end-- {
		words := l.said(from, end)
		if means := keep(l.names.Full(words)); !means.isNothing() {
			return end, means
		}
		if !l.full && (end-from > 1 || l.isAlone(from)) {
			if means := keep(l.names.Short(words)); !means.isNothing() {
				return end, means
			}
		}
	}
	return from, m
}

// isAlone reports whether a word is a whole entry, or all of an entry but its hex. Only there may a single word
// abbreviate a name: among other words it would match names that nobody meant.
func (l list) isAlone(at int) bool {
	from, to := at, at+1
	for from > 0 && !l.words[from-1].isComma() {
		from--
	}
	for to < len(l.words) && !l.words[to].isComma() {
		to++
	}
	return (from == at || l.isPlace(l.said(from, at))) && (at+1 == to || l.isPlace(l.said(at+1, to)))
}

// isPlace reports whether words are the number of a hex or the full name of a place.
func (l list) isPlace(words string) bool {
	_, err := hex.Parse(words)
	return err == nil || len(l.names.Full(words).Hexes) > 0
}

func onlyHexes(m Means) Means { return Means{Hexes: m.Hexes} }

// unitsFirst drops the hexes of words that mean units too.
func unitsFirst(m Means) Means {
	if len(m.Units) > 0 {
		m.Hexes = nil
	}
	return m
}

// hexes reads the hex that begins at a word: a number, a place, or both. to is the index after it, or from for none.
func (l list) hexes(from int) (to int, hexes []hex.Hex) {
	if from == len(l.words) {
		return from, nil
	}
	h, err := hex.Parse(l.words[from].text)
	if err != nil {
		end, m := l.find(from, onlyHexes)
		if end < len(l.words) {
			if number, ok := bracketed(l.words[end].text); ok && slices.Contains(m.Hexes, number) {
				return end + 1, []hex.Hex{number} // the form in which hexes are shown: Mogilev (11.07)
			}
		}
		return end, m.Hexes
	}
	if end, m := l.find(from+1, onlyHexes); slices.Contains(m.Hexes, h) {
		return end, []hex.Hex{h} // the other way round: 11.07 Mogilev
	}
	return from + 1, []hex.Hex{h}
}

// bracketed returns the hex of a word that is a number in brackets; ok is false for any other word.
func bracketed(word string) (h hex.Hex, ok bool) {
	inside, open := strings.CutPrefix(word, "(")
	inside, closed := strings.CutSuffix(inside, ")")
	h, err := hex.Parse(inside)
	return h, open && closed && err == nil
}

// units reads a list of units, separated by commas or blanks. Each is an identifier or a name, the hex in which it
// stands, or both; of names with blanks the longest one counts. Words without a meaning, up to a comma or the next word
// with one, become one identifier, which is refused later. Without names every word is an identifier.
func (l list) units() (terms []Term) {
	unknown := -1 // the first of the words without a meaning
	settle := func(to int) {
		if unknown >= 0 {
			id := l.said(unknown, to)
			if to == unknown+1 { // perhaps an identifier, which has no blanks
				id = strings.ToLower(id)
			}
			terms = append(terms, l.term(unknown, to, Means{Units: []UnitID{UnitID(id)}}))
		}
		unknown = -1
	}
	for at := 0; at < len(l.words); {
		to, m := at, Means{}
		if !l.words[at].isComma() && l.names != nil {
			to, m = l.unit(at)
		}
		if to > at {
			settle(at)
			terms = append(terms, l.term(at, to, m))
			at = to
			continue
		}
		if l.words[at].isComma() {
			settle(at)
		} else if unknown < 0 {
			unknown = at
		}
		at++
		if l.names == nil {
			settle(at)
		}
	}
	settle(len(l.words))
	return terms
}

// unit reads one entry: a name, a hex, or both in any order. A name that follows a hex without a comma belongs to it.
func (l list) unit(from int) (to int, m Means) {
	to, m = l.find(from, unitsFirst)
	if len(m.Units)+len(m.Formations) > 0 {
		to, m.Hexes = l.hexes(to)
		return to, m
	}
	to, m.Hexes = l.hexes(from)
	if to == from {
		return from, Means{}
	}
	end, named := l.find(to, func(m Means) Means { return Means{Units: m.Units, Formations: m.Formations} })
	named.Hexes = m.Hexes
	return max(end, to), named
}
