// Package nearest suggests names for a mistyped word.
//
// The distance of two words is the number of letters to insert, delete or replace (Levenshtein), so a typing
// mistake is close to what was meant.
//
//	likely := nearest.Names("armur", []string{"infantry", "armour"}) // armour first
package nearest

import (
	"slices"
	"strings"
)

// Most is the greatest number of suggestions.
const Most = 6

// read is how many letters of a word are compared. Names are shorter, and the time grows with it.
const read = 100

// Names are the names that somebody may have meant, most likely first.
func Names(typed string, names []string) []string {
	if letters := []rune(typed); len(letters) > read {
		typed = string(letters[:read])
	}
	typed = strings.ToLower(typed)
	out := slices.Compact(slices.Sorted(slices.Values(names)))
	far := map[string]int{}
	for _, name := range out {
		far[name] = Edits(typed, strings.ToLower(name))
	}
	slices.SortStableFunc(out, func(a, b string) int { return far[a] - far[b] })
	return out[:min(len(out), Most)]
}

// Edits is the Levenshtein distance of two words.
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
