package order

import "strings"

// Names finds the units that words may mean, in any case: none, one, or several that are
// called the same. Identifiers are among the words that it knows.
type Names func(words string) []UnitID

// longest is the most words that a name is looked for in.
const longest = 8

// units reads a list of units, parted by commas or blanks, each by its identifier or its
// name; where names have blanks in them the longest one counts. What means no unit is
// taken as one identifier, up to the next that does, for whoever knows the units to refuse.
// Without names every word is an identifier. several is a name that more than one unit has,
// and called those units.
func (names Names) units(list string) (ids []UnitID, several string, called []UnitID) {
	for _, part := range strings.Split(list, ",") {
		words, unknown := strings.Fields(part), []string{}
		settle := func() {
			if len(unknown) > 0 {
				ids, unknown = append(ids, UnitID(strings.ToLower(strings.Join(unknown, " ")))), nil
			}
		}
		for len(words) > 0 {
			n, found := names.first(words)
			switch {
			case len(found) > 1:
				return nil, strings.Join(words[:n], " "), found
			case len(found) == 1:
				settle()
				ids = append(ids, found[0])
			default:
				unknown = append(unknown, words[0])
			}
			if words = words[n:]; names == nil {
				settle()
			}
		}
		settle()
	}
	return ids, "", nil
}

// first is the units that the longest beginning of some words means, and how many words
// that are; one word where none means any.
func (names Names) first(words []string) (n int, called []UnitID) {
	for n := min(len(words), longest); n > 0 && names != nil; n-- {
		if called := names(strings.Join(words[:n], " ")); len(called) > 0 {
			return n, called
		}
	}
	return 1, nil
}
