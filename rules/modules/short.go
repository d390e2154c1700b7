package modules

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"grognard/rules/document"
	"grognard/rules/order"
)

// usualWords has the abbreviations that every module has.
//
//go:embed abbreviations.yaml
var usualWords []byte

// abbreviations is how words of names are printed on counters, by the word in small letters.
type abbreviations map[string]string

// How a word that is not simply replaced is entered.
const (
	neverPrinted = "-" // a size
	openingMark  = "(" // before a word that is printed only to tell counters apart
)

// readAbbreviations returns the usual abbreviations, and those of the module over them.
func readAbbreviations(own document.Dict[document.Word]) (abbreviations, error) {
	n, err := read("abbreviations.yaml", usualWords)
	if err != nil {
		return nil, fmt.Errorf("the usual abbreviations: %w", err)
	}
	var usual struct {
		Words document.Dict[document.Word] `yaml:"abbreviations"`
	}
	var r document.Reader
	r.Fill(&usual, n)
	out := abbreviations{}
	for _, e := range slices.Concat(usual.Words, own) {
		out[strings.ToLower(e.Key.Text)] = e.Value.Text
	}
	return out, nil
}

// shortNames gives each unit the name on its counter: the one under `short`, or one by rule. The rule leaves out what
// the symbol and the size show already, abbreviates known words, adds what distinguishes counters that would look the
// same, and cuts what is still too wide, with a full stop.
func (c *Compiler) shortNames(f *unitsFile) {
	words, err := readAbbreviations(f.Abbreviations)
	if err != nil {
		c.Report(document.Spot{}, "%v", err)
		return
	}
	alike, looks := map[look][]order.UnitID{}, []look{}
	for _, e := range f.Units {
		id := order.UnitID(e.Key.Text)
		u, ok := c.Def.Units[id]
		if !ok {
			continue
		}
		c.Def.rename(id, e.Value.Short.Text)
		l := lookOf(u)
		if alike[l] == nil {
			looks = append(looks, l)
		}
		alike[l] = append(alike[l], id)
	}
	for _, l := range looks {
		c.Def.tellApart(alike[l], words)
	}
}

// look is what a counter shows of a unit beside its name and ratings.
type look struct {
	side         order.Side
	symbol, size string
}

func lookOf(u Unit) look { return look{u.Side, u.Symbol, u.Size} }

// tellApart names the units of one look that have no short name yet: each by the first of its names that no other unit
// of the look wants or has; by the first of all if there is none.
func (d *Definition) tellApart(ids []order.UnitID, words abbreviations) {
	taken := map[string]int{}
	names := map[order.UnitID][]string{}
	for _, id := range ids {
		if u := d.Units[id]; u.Short != "" {
			taken[u.Short]++
		} else {
			names[id] = words.names(u)
		}
	}
	open := slices.DeleteFunc(slices.Clone(ids), func(id order.UnitID) bool { return names[id] == nil })
	for level := 0; len(open) > 0 && level < nameLevels; level++ {
		wanted := map[string]int{}
		for _, id := range open {
			wanted[names[id][level]]++
		}
		open = slices.DeleteFunc(open, func(id order.UnitID) bool {
			name := names[id][level]
			if name == "" || wanted[name]+taken[name] > 1 {
				return false
			}
			d.rename(id, name)
			return true
		})
		for _, id := range ids {
			if n := d.Units[id].Short; n != "" {
				taken[n] = 1
			}
		}
	}
	for _, id := range open {
		i := slices.IndexFunc(names[id], func(n string) bool { return n != "" })
		d.rename(id, names[id][max(0, i)])
	}
}

func (d *Definition) rename(id order.UnitID, short string) {
	u := d.Units[id]
	u.Short = short
	d.Units[id] = u
}

// nameLevels is how many names the rule finds for a unit: three lists of words, each shortened in two ways.
const nameLevels = 6

// names returns the nameLevels names that a counter may have, the best first; "" stands for one that has no room.
func (a abbreviations) names(u Unit) (out []string) {
	brief, full := a.abbreviate(u.Name)
	withNumber := slices.Clone(brief)
	if n := numberOf(u.Formation); n != "" && len(withNumber) > 0 {
		withNumber[len(withNumber)-1] += "/" + n
	}
	if len(full) == 0 {
		full = strings.Fields(u.Name)
	}
	for _, words := range [][]string{brief, full, withNumber} {
		out = append(out, cutEnd(words), cutWords(words))
	}
	return out
}

// abbreviate returns the abbreviated words of a name; those with openingMark are in full only, neverPrinted in none.
func (a abbreviations) abbreviate(name string) (brief, full []string) {
	for _, w := range strings.Fields(name) {
		short, known := a[strings.ToLower(strings.TrimRight(w, "."))]
		inner, marked := strings.CutPrefix(short, openingMark)
		switch {
		case !known:
			brief, full = append(brief, w), append(full, w)
		case short == neverPrinted:
		case marked:
			full = append(full, strings.TrimSuffix(inner, ")"))
		default:
			brief, full = append(brief, short), append(full, short)
		}
	}
	return brief, full
}

// numberOf returns the number of a formation: 3 of 3 Pz Div, "" where it has none.
func numberOf(formation string) string {
	for w := range strings.FieldsSeq(formation) {
		if hasDigit(w) {
			return w
		}
	}
	return ""
}

func hasDigit(w string) bool { return strings.ContainsFunc(w, unicode.IsDigit) }

// cutEnd returns a name of some words, without its end if it is too wide. Words with a number are then moved to the
// front, so that they are not cut off.
func cutEnd(words []string) string {
	name := strings.Join(words, " ")
	if nameFits(name) {
		return name
	}
	sorted := slices.Clone(words)
	slices.SortStableFunc(sorted, func(a, b string) int { return rankOf(a) - rankOf(b) })
	r := []rune(strings.Join(sorted, " "))
	for len(r) > 1 && !nameFits(string(r)+".") {
		r = r[:len(r)-1]
	}
	return strings.TrimRight(string(r), " ./-") + "."
}

// rankOf returns the place of a word in a name that is cut: 0 is at the front.
func rankOf(word string) int {
	if hasDigit(word) {
		return 0
	}
	return 1
}

// cutWords returns a name in which long words are cut to their beginnings, as little as possible; "" if none has room.
func cutWords(words []string) string {
	for most := len(strings.Join(words, "")); most > 0; most-- {
		name := ""
		for _, w := range words {
			if name != "" && !strings.HasSuffix(name, ".") {
				name += " "
			}
			if r := []rune(w); len(r) > most && !hasDigit(w) {
				w = string(r[:most]) + "."
			}
			name += w
		}
		if nameFits(name) {
			return name
		}
	}
	return ""
}

// nameRoom is how wide a name on a counter may be, in hundredths of the height of its type.
const nameRoom = 460

// nameFits reports whether a counter has room for a name, by how wide its letters are in bold type.
func nameFits(name string) bool {
	wide := 0
	for _, r := range name {
		switch {
		case strings.ContainsRune(" .,:;'’!|ijlI", r):
			wide += 30
		case strings.ContainsRune("frt", r):
			wide += 40
		case r > unicode.MaxLatin1, strings.ContainsRune("mwMW@%&", r):
			wide += 95
		case unicode.IsUpper(r):
			wide += 75
		default:
			wide += 60
		}
	}
	return wide <= nameRoom
}

// namesakes warns of counters that look the same, and of names for which a counter has no room.
func namesakes(p *Proof, f *unitsFile) {
	type face struct {
		look
		short string
	}
	seen := map[face]order.UnitID{}
	for _, e := range f.Units {
		id := order.UnitID(e.Key.Text)
		u := p.Units[id]
		at := face{lookOf(u), u.Short}
		switch other, twice := seen[at]; {
		case !nameFits(u.Short):
			p.Warn(e.Value.Short.Spot, "a counter has no room for %q, and shows its beginning", u.Short)
		case twice:
			p.Warn(e.Key.Spot, "the counters of %s and %s look the same, with the name %q: write short: for one", other,
				id, u.Short)
		case !e.Value.Short.Given() && strings.HasSuffix(u.Short, ".") && !strings.HasSuffix(u.Name, "."):
			p.Warn(e.Key.Spot, "the counter of %s has no room for its name and shows %q: short: gives it another", id,
				u.Short)
		}
		seen[at] = id
	}
}
