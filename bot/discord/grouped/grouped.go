// Package grouped says once what several things have in common.
//
//	var able grouped.Words
//	able.Add("4 MP left", "25 Pz Rgt")
//	able.Add("4 MP left", "9 Pz Rgt")
//
// Limits: two reasons are the same only if their words are.
package grouped

// Words are words by what they have in common. The zero value has none.
type Words struct {
	Keys []string            // in the order in which they came first
	Of   map[string][]string // the words of each key
}

// Add adds a word to those of a key.
func (g *Words) Add(key, word string) {
	if g.Of == nil {
		g.Of = map[string][]string{}
	}
	if g.Of[key] == nil {
		g.Keys = append(g.Keys, key)
	}
	g.Of[key] = append(g.Of[key], word)
}
