package document

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"grognard/rules/slips"
)

// Word is a single value and its place. A word that is not in the file is empty and has the zero Spot.
type Word struct {
	Spot
	Text   string
	Number bool // written as a number, without quotes
	Lost   bool // empty for a reason that has been reported
}

// Given reports whether the word is in the file.
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

// Own is a struct field for keys of the mapping that somebody else defines. Reader.Own makes a shape for them, filled
// as if its fields belonged to the struct. The field's tag names the mapping for Reader.Own, as in `yaml:"*unit"`.
type Own struct{ Shape any }

// Keys is a shape whose keys are known only at run time, with the shape of each value.
type Keys map[string]any

// Several is shapes that together have the keys of one mapping; nil ones have none.
type Several []any

// Anything is a shape that accepts any value.
type Anything struct{}

func (*Anything) take(*Reader, *Node) {}

// Unread returns a shape that accepts the keys of other shapes with any values, and reads nothing.
func Unread(shapes ...any) Keys {
	var r Reader
	keys := Keys{}
	for _, s := range shapes {
		fields := map[string]any{}
		r.addFields(fields, s)
		for key := range fields {
			keys[key] = &Anything{}
		}
	}
	return keys
}

// Reader fills shapes from files and collects what does not fit.
type Reader struct {
	Findings
	Doubts []error             // mistakes that do not change what is read
	Own    func(of string) any // makes a shape for the field Own of a struct, nil for none
}

// shape is implemented by shapes that read themselves; all others are structs with a field for each key.
type shape interface{ take(*Reader, *Node) }

// Fill reads a node into a shape: a Word, a List, a Dict, or a struct whose fields are the shapes of its keys. The
// field FirstDay reads the key first-day; the tag `yaml:"key"` gives a field another key. A key that no field has is a
// finding. An Own adds the keys of others.
func (r *Reader) Fill(into any, n *Node) {
	if s, ok := into.(shape); ok {
		s.take(r, n)
		return
	}
	fields := map[string]any{}
	r.addFields(fields, into) // even without a node, so that an Own gets its shape
	if !r.expect(n, Mapping) {
		return
	}
	for _, it := range n.Items {
		if f, ok := fields[it.Key.Text]; ok {
			r.item(f, it)
		} else {
			meant := slips.Meant(it.Key.Text, slices.Sorted(maps.Keys(fields)))
			r.Add(it.Key.Spot, "unknown field %q%s", it.Key.Text, slips.Perhaps(it.Key.Text, meant))
		}
	}
}

// addFields adds to fields what each key of a shape is read into: for a struct its fields, and those that its Own gets.
func (r *Reader) addFields(fields map[string]any, shape any) {
	claim := func(key string, into any) {
		if fields[key] != nil { // a duplicate key is a fault of the program
			panic(fmt.Sprintf("two shapes of one mapping name %q", key))
		}
		fields[key] = into
	}
	switch shape := shape.(type) {
	case Keys:
		for key, into := range shape {
			claim(key, into)
		}
		return
	case Several:
		for _, one := range shape {
			if one != nil {
				r.addFields(fields, one)
			}
		}
		return
	}
	v := reflect.ValueOf(shape).Elem()
	for i := range v.NumField() {
		key, into := KeyOf(v.Type().Field(i)), v.Field(i).Addr().Interface()
		own, others := into.(*Own)
		if !others {
			claim(key, into)
			continue
		}
		if r.Own != nil {
			own.Shape = r.Own(strings.TrimPrefix(key, "*"))
		}
		if own.Shape != nil {
			r.addFields(fields, own.Shape)
		}
	}
}

// KeyOf returns the key of a struct's field.
func KeyOf(f reflect.StructField) string {
	if key := f.Tag.Get("yaml"); key != "" {
		return key
	}
	key := ""
	for i, r := range f.Name {
		if i > 0 && r <= 'Z' && f.Name[i-1] > 'Z' { // a word begins
			key += "-"
		}
		key += string(r)
	}
	return strings.ToLower(key)
}

// expect reports whether a node has the kind that a shape needs. Another kind is a finding; a nil node leaves it empty.
func (r *Reader) expect(n *Node, what What) bool {
	if n != nil && n.What != what {
		r.Add(n.Spot, "here should stand %s, not %s", what, n.What)
	}
	return n != nil && n.What == what
}

func (w *Word) take(r *Reader, n *Node) {
	if r.expect(n, Single) {
		*w = Word{Spot: n.Spot, Text: n.Text, Number: n.Number}
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
		r.item(&out[i].Value, it)
	}
	return out
}

// item reads the value of an item into a shape.
func (r *Reader) item(into any, it Item) {
	if it.Lost != nil {
		r.Doubts = append(r.Doubts, it.Lost)
	}
	if w, ok := into.(*Word); ok {
		w.Lost = it.Lost != nil
	}
	r.Fill(into, it.Value)
}
