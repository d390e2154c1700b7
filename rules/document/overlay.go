package document

// Over lays one value over another. Where both are mappings it goes key by key: a
// key of the upper one stands in place of the lower one's, ~ takes that away, and
// a key with nothing behind it leaves it. Anything else, a list too, replaces the
// whole of what it covers. (RFC 7386, JSON Merge Patch, does the same, but for the
// key with nothing behind it, which YAML alone has.)
func (f *Findings) Over(lower, upper *Node) *Node {
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
			covered[i] = Item{Key: it.Key, Value: f.Over(covered[i].Value, it.Value)}
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
