package destinations

// Grouped collects words by what they have in common. The zero value has none.
type Grouped struct {
	Keys []string            // in the order in which they came first
	Of   map[string][]string // the words of each key
}

// Add adds a word to those of a key.
func (g *Grouped) Add(key, word string) {
	if g.Of == nil {
		g.Of = map[string][]string{}
	}
	if g.Of[key] == nil {
		g.Keys = append(g.Keys, key)
	}
	g.Of[key] = append(g.Of[key], word)
}
