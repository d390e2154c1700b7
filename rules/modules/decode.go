package modules

import "reflect"

// word is a scalar and where it stands. One that is not in the file is empty
// and has no spot of its own.
type word struct {
	spot
	text   string
	number bool // written as a number, without quotes
}

func (w word) given() bool { return w.line > 0 }

// entry is a value with its key, or with the place where an item of a list begins.
type entry[T any] struct {
	key   word
	value T
}

// list is a sequence in the order of the file.
type list[T any] []entry[T]

// dict is a mapping in the order of the file.
type dict[T any] []entry[T]

// decoder gives files their shapes and gathers what does not fit.
type decoder struct{ findings }

// expect says whether a node is what a shape asks for. None is, and leaves the
// shape empty.
func (d *decoder) expect(n *node, what string) bool {
	if n != nil && n.what != what {
		d.add(n.spot, "here should stand %s, not %s", what, n.what)
	}
	return n != nil && n.what == what
}

// shape is what reads itself; other shapes are structs, with a field for each key.
type shape interface{ take(*decoder, *node) }

func (d *decoder) fill(into any, n *node) {
	if s, ok := into.(shape); ok {
		s.take(d, n)
		return
	}
	if !d.expect(n, aMapping) {
		return
	}
	v := reflect.ValueOf(into).Elem()
	fields := map[string]any{}
	for i := range v.NumField() {
		fields[v.Type().Field(i).Tag.Get("yaml")] = v.Field(i).Addr().Interface()
	}
	for _, it := range n.items {
		if f, ok := fields[it.key.text]; ok {
			d.fill(f, it.value)
		} else {
			d.add(it.key.spot, "unknown field %q", it.key.text)
		}
	}
}

func (w *word) take(d *decoder, n *node) {
	if d.expect(n, aScalar) {
		*w = word{n.spot, n.text, n.number}
	}
}

func (l *list[T]) take(d *decoder, n *node) {
	if d.expect(n, aList) {
		*l = entries[T](d, n)
	}
}

func (m *dict[T]) take(d *decoder, n *node) {
	if d.expect(n, aMapping) {
		*m = entries[T](d, n)
	}
}

func entries[T any](d *decoder, n *node) []entry[T] {
	out := make([]entry[T], len(n.items))
	for i, it := range n.items {
		out[i].key = it.key
		d.fill(&out[i].value, it.value)
	}
	return out
}
