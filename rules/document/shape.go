package document

import "reflect"

// Word is a single value and where it stands. One that is not in the file is empty and has no
// spot of its own.
type Word struct {
	Spot
	Text   string
	Number bool // written as a number, without quotes
}

// Given says whether the word is in the file.
func (w Word) Given() bool { return w.Line > 0 }

// Entry is a value with its key, or with the place where an item of a list begins.
type Entry[T any] struct {
	Key   Word
	Value T
}

// List is a sequence in the order of the file.
type List[T any] []Entry[T]

// Dict is a mapping in the order of the file.
type Dict[T any] []Entry[T]

// Reader gives files their shapes and gathers what does not fit.
type Reader struct{ Findings }

// shape is what reads itself; other shapes are structs, with a field for each key.
type shape interface{ take(*Reader, *Node) }

// Fill reads a node into a shape: a Word, a List, a Dict, or a struct whose fields are shapes
// and name their keys, `yaml:"key"`. A key that no field names is a finding.
func (r *Reader) Fill(into any, n *Node) {
	if s, ok := into.(shape); ok {
		s.take(r, n)
		return
	}
	if !r.expect(n, Mapping) {
		return
	}
	v := reflect.ValueOf(into).Elem()
	fields := map[string]any{}
	for i := range v.NumField() {
		fields[v.Type().Field(i).Tag.Get("yaml")] = v.Field(i).Addr().Interface()
	}
	for _, it := range n.Items {
		if f, ok := fields[it.Key.Text]; ok {
			r.Fill(f, it.Value)
		} else {
			r.Add(it.Key.Spot, "unknown field %q", it.Key.Text)
		}
	}
}

// expect says whether a node is what a shape asks for. None is, and leaves the
// shape empty.
func (r *Reader) expect(n *Node, what What) bool {
	if n != nil && n.What != what {
		r.Add(n.Spot, "here should stand %s, not %s", what, n.What)
	}
	return n != nil && n.What == what
}

func (w *Word) take(r *Reader, n *Node) {
	if r.expect(n, Single) {
		*w = Word{n.Spot, n.Text, n.Number}
	}
}

func (l *List[T]) take(r *Reader, n *Node) {
	if r.expect(n, Listed) {
		*l = entries[T](r, n)
	}
}

func (m *Dict[T]) take(r *Reader, n *Node) {
	if r.expect(n, Mapping) {
		*m = entries[T](r, n)
	}
}

func entries[T any](r *Reader, n *Node) []Entry[T] {
	out := make([]Entry[T], len(n.Items))
	for i, it := range n.Items {
		out[i].Key = it.Key
		r.Fill(&out[i].Value, it.Value)
	}
	return out
}
