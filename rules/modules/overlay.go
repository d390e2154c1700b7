package modules

// over lays one value over another. Where both are mappings it goes key by key: a
// key of the upper one stands in place of the lower one's, ~ takes that away, and
// a key with nothing behind it leaves it. Anything else, a list too, replaces the
// whole of what it covers. (RFC 7386, JSON Merge Patch, does the same, but for the
// key with nothing behind it, which YAML alone has.)
func (f *findings) over(lower, upper *node) *node {
	if lower == nil || lower.what != aMapping || upper.what != aMapping {
		return upper
	}
	at := make(map[string]int, len(lower.items))
	for i, it := range lower.items {
		at[it.key.text] = i
	}
	covered, added := make([]item, len(lower.items)), []item(nil)
	copy(covered, lower.items)
	for _, it := range upper.items {
		i, known := at[it.key.text]
		switch {
		case it.gone && !known:
			f.add(it.key.spot, "there is no %s here to take away", it.key.text)
		case it.gone:
			covered[i] = it
		case !known:
			added = append(added, it)
		case it.value != nil:
			covered[i] = item{key: it.key, value: f.over(covered[i].value, it.value)}
		}
	}
	out := &node{spot: upper.spot, what: aMapping}
	for _, it := range append(covered, added...) {
		if !it.gone {
			out.items = append(out.items, it)
		}
	}
	return out
}
