package document

import (
	"fmt"
	"reflect"
	"strings"
)

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

// Own is a struct's field for the keys of its mapping that somebody else names: the Reader's
// Own makes their shape, in which they are read as if they were fields of the struct. Its tag
// says of what they are a part, `yaml:"*unit"`.
type Own struct{ Shape any }

// Keys is a shape whose keys are known only where it is made: what reads each of them.
type Keys map[string]any

// Several is shapes that share the keys of one mapping; nil ones have none of them.
type Several []any

// Anything is a shape that takes whatever stands there.
type Anything struct{}

func (*Anything) take(*Reader, *Node) {}

// Unread is the keys of shapes, whatever stands behind them.
func Unread(shapes ...any) Keys {
	var r Reader
	keys := Keys{}
	for _, s := range shapes {
		fields := map[string]any{}
		r.name(fields, s)
		for key := range fields {
			keys[key] = &Anything{}
		}
	}
	return keys
}

// Reader gives files their shapes and gathers what does not fit.
type Reader struct {
	Findings
	Own func(of string) any // a shape for the keys beside those of a struct, nil for none
}

// shape is what reads itself; other shapes are structs, with a field for each key.
type shape interface{ take(*Reader, *Node) }

// Fill reads a node into a shape: a Word, a List, a Dict, or a struct whose fields are shapes
// and name their keys, `yaml:"key"`. A key that no field names is a finding. An Own names keys
// of others.
func (r *Reader) Fill(into any, n *Node) {
	if s, ok := into.(shape); ok {
		s.take(r, n)
		return
	}
	fields := map[string]any{}
	r.name(fields, into) // where nothing stands too, so that what others name has its shape
	if !r.expect(n, Mapping) {
		return
	}
	for _, it := range n.Items {
		if f, ok := fields[it.Key.Text]; ok {
			r.Fill(f, it.Value)
		} else {
			r.Add(it.Key.Spot, "unknown field %q", it.Key.Text)
		}
	}
}

// name adds the fields of a struct by their keys, and those of what it has beside them.
func (r *Reader) name(fields map[string]any, shape any) {
	take := func(key string, into any) {
		if fields[key] != nil { // of two shapes of the program's own one would go without
			panic(fmt.Sprintf("two shapes of one mapping name %q", key))
		}
		fields[key] = into
	}
	switch shape := shape.(type) {
	case Keys:
		for key, into := range shape {
			take(key, into)
		}
		return
	case Several:
		for _, one := range shape {
			if one != nil {
				r.name(fields, one)
			}
		}
		return
	}
	v := reflect.ValueOf(shape).Elem()
	for i := range v.NumField() {
		key, into := v.Type().Field(i).Tag.Get("yaml"), v.Field(i).Addr().Interface()
		own, others := into.(*Own)
		if !others {
			take(key, into)
			continue
		}
		if r.Own != nil {
			own.Shape = r.Own(strings.TrimPrefix(key, "*"))
		}
		if own.Shape != nil {
			r.name(fields, own.Shape)
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
