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

// maxLetters limits the letters of a typed word that are compared, because they take time. Names are shorter.
const maxLetters = 100

// Names returns up to Most of the names, those that are nearest to the typed word first.
func Names(typed string, names []string) []string {
	if letters := []rune(typed); len(letters) > maxLetters {
		typed = string(letters[:maxLetters])
	}
	typed = strings.ToLower(typed)
	out := slices.Compact(slices.Sorted(slices.Values(names)))
	distance := map[string]int{}
	for _, name := range out {
		distance[name] = Edits(typed, strings.ToLower(name))
	}
	slices.SortStableFunc(out, func(a, b string) int { return distance[a] - distance[b] })
	return out[:min(len(out), Most)]
}

// Edits returns the Levenshtein distance of two words.
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
