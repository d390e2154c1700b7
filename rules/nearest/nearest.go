// Package nearest finds what somebody may have meant by a word that names nothing.
//
// Two words are as far from each other as letters have to be typed, left out or exchanged to make one of
// the other: so a slip of the finger is near to what was meant, whatever it names.
//
//	likely := nearest.Names("armur", []string{"infantry", "armour"}) // armour first
package nearest

import (
	"slices"
	"strings"
)

// Most is how many names are offered in place of one that nobody has.
const Most = 6

// Names are the names that somebody may have meant, the likeliest first.
func Names(typed string, names []string) []string {
	typed = strings.ToLower(typed)
	out := slices.Compact(slices.Sorted(slices.Values(names)))
	slices.SortStableFunc(out, func(a, b string) int {
		return Edits(typed, strings.ToLower(a)) - Edits(typed,
			strings.ToLower(b))
	})
	return out[:min(len(out), Most)]
}

// Edits is how many letters are typed, left out or exchanged between two words.
func Edits(a, b string) int {
	to := []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range []rune(a) {
		before := row[0]
		row[0] = i + 1
		for j, y := range to {
			change := before
			if x != y {
				change++
			}
			before, row[j+1] = row[j+1], min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
