package document

// Overlay merges an upper value into a lower one. Two mappings are merged key by key: a key of the upper one replaces
// the same key of the lower one, ~ removes it, and a key without a value keeps it. Any other value, lists too, replaces
// the whole lower value. (This is RFC 7386, JSON Merge Patch, except for the key without a value, which only YAML has.)
func (f *Findings) Overlay(lower, upper *Node) *Node {
	if lower == nil || lower.What != Mapping || upper.What != Mapping {
		return upper
	}
	at := make(map[string]int, len(lower.Items))
	for i, it := range lower.Items {
		at[it.Key.Text] = i
	}
	covered, added := make([]Item, len(lower.Items)), []Item(nil)
	copy(covered, lower.Items)
	for _, it := range upper.Items {
		i, known := at[it.Key.Text]
		switch {
		case it.Gone && !known:
			f.Add(it.Key.Spot, "there is no %s here to take away", it.Key.Text)
		case it.Gone:
			covered[i] = it
		case !known:
			added = append(added, it)
		case it.Value != nil:
			covered[i] = Item{Key: it.Key, Value: f.Overlay(covered[i].Value, it.Value)}
		}
	}
	out := &Node{Spot: upper.Spot, What: Mapping}
	for _, it := range append(covered, added...) {
		if !it.Gone {
			out.Items = append(out.Items, it)
		}
	}
	return out
}
