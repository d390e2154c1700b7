// Package casefile reads the keys and values of adjudication cases, strictly. The runner of cases uses it for
// the keys that all cases have, and each series for its own.
//
//	var turn int
//	err = n.Fields(casefile.Keys{"turn": casefile.Into(&turn, casefile.Node.Whole)})
package casefile

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// Node is a value in a case file. Its methods read a value of one form and refuse others, with line and column.
// Nothing is converted silently: an unquoted 10.10, which is the number 10.1 in YAML, never becomes a hex.
type Node struct{ *document.Node }

// Mistake returns an error at the node's place in the file.
func (n Node) Mistake(format string, args ...any) error { return Mistake(n.Spot, format, args...) }

// Mistake returns an error at a place in a file.
func Mistake(at document.Spot, format string, args ...any) error {
	return fmt.Errorf("line %d, column %d: %s", at.Line, at.Column, fmt.Sprintf(format, args...))
}

// Pair is a key of a mapping with its value.
type Pair struct {
	Key   string
	At    document.Spot // of the key
	Value Node
}

// Mapping reads a mapping in the order written. The parser has already refused duplicate keys.
func (n Node) Mapping() ([]Pair, error) {
	if n.What != document.Mapping {
		return nil, n.Mistake("expected keys and values")
	}
	out := make([]Pair, len(n.Items))
	for i, it := range n.Items {
		if it.Key.Number && strings.Contains(it.Key.Text, ".") {
			return nil, Mistake(it.Key.Spot, "%s is a number: quote it", it.Key.Text)
		}
		out[i] = Pair{it.Key.Text, it.Key.Spot, valueOf(it)}
	}
	return out, nil
}

// valueOf returns an item's value, a Node without a kind if none is written.
func valueOf(it document.Item) Node {
	if it.Value == nil {
		return Node{&document.Node{Spot: it.Key.Spot}}
	}
	return Node{it.Value}
}

// Keys are the functions that read the values of a mapping, by key.
type Keys map[string]func(Node) error

// Beside returns both sets of keys as one. It panics if they share a key, which is a fault of the program.
func (k Keys) Beside(more Keys) Keys { return beside(k, more) }

func beside[M ~map[string]V, V any](k, more M) M {
	all := maps.Clone(k)
	for key, read := range more {
		if _, is := all[key]; is {
			panic(fmt.Sprintf("two readers of one mapping name %q", key))
		}
		all[key] = read
	}
	return all
}

// Fields reads a mapping by its keys: a key without a reader is an error.
func (n Node) Fields(readers Keys) error { return n.FieldsOf("", readers) }

// FieldsOf does what Fields does for keys some of which belong to a series. Errors name it; "" is none.
func (n Node) FieldsOf(series string, readers Keys) error {
	pairs, err := n.Mapping()
	if err != nil {
		return err
	}
	for _, p := range pairs {
		read, ok := readers[p.Key]
		if !ok {
			return p.unknown(series)
		}
		if err := read(p.Value); err != nil {
			return err
		}
	}
	return nil
}

// unknown returns the error that a key is none of those that all cases have or, unless series is "", that it has.
func (p Pair) unknown(series string) error {
	if series == "" {
		return Mistake(p.At, "unknown key %s", p.Key)
	}
	return Mistake(p.At, "unknown key %s: the series %s has none such here", p.Key, series)
}

// List reads a sequence.
func (n Node) List() ([]Node, error) {
	if n.What != document.Listed {
		return nil, n.Mistake("expected a list")
	}
	out := make([]Node, len(n.Items))
	for i, it := range n.Items {
		out[i] = valueOf(it)
	}
	return out, nil
}

// Word reads a string; a number is an error.
func (n Node) Word() (string, error) {
	switch {
	case n.What != document.Single || n.Truth:
		return "", n.Mistake("expected a word")
	case n.Number:
		return "", n.Mistake("%s is a number: quote it", n.Text)
	}
	return n.Text, nil
}

// Side reads the name of a side.
func (n Node) Side() (order.Side, error) {
	s, err := n.Word()
	return order.Side(s), err
}

// Cited reads the number of a rule or edition, quoted or not: unlike a hex number it has no last zero that YAML drops.
func (n Node) Cited() (string, error) {
	if n.What == document.Single && n.Number {
		return n.Text, nil
	}
	return n.Word()
}

// Whole reads an integer.
func (n Node) Whole() (int, error) {
	if v, err := strconv.Atoi(n.Text); err == nil && n.What == document.Single && n.Number {
		return v, nil
	}
	return 0, n.Mistake("expected a whole number")
}

// Fraction reads an integer, a decimal number or a fraction such as 3/2 exactly.
func (n Node) Fraction() (chart.Fraction, error) {
	if f, err := chart.ParseFraction(n.Text); err == nil && n.What == document.Single {
		return f, nil
	}
	return chart.Fraction{}, n.Mistake("expected a number such as 2 or 3/2")
}

// Yes reads true or false.
func (n Node) Yes() (bool, error) {
	if v, err := strconv.ParseBool(strings.ToLower(n.Text)); err == nil && n.Truth {
		return v, nil
	}
	return false, n.Mistake("expected true or false")
}

// Hex reads a hex number.
func (n Node) Hex() (hex.Hex, error) { return Parsed(hex.Parse)(n) }

// Parsed makes the reader of a word from the function that makes a value of its text.
func Parsed[T any](parse func(string) (T, error)) func(Node) (T, error) {
	return func(n Node) (v T, err error) {
		s, err := n.Word()
		if err != nil {
			return v, err
		}
		return parsed(n.Spot, s, parse)
	}
}

func parsed[T any](at document.Spot, text string, parse func(string) (T, error)) (T, error) {
	v, err := parse(text)
	if err != nil {
		err = Mistake(at, "%v", err)
	}
	return v, err
}

// HexKey reads the key as a hex number.
func (p Pair) HexKey() (hex.Hex, error) { return parsed(p.At, p.Key, hex.Parse) }

// Each reads every item of a list.
func Each[T any](n Node, read func(Node) (T, error)) ([]T, error) {
	items, err := n.List()
	if err != nil {
		return nil, err
	}
	out := make([]T, len(items))
	for i, item := range items {
		if out[i], err = read(item); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Into makes the reader of a field from the reader of its value and the variable that it fills.
func Into[T any](dst *T, read func(Node) (T, error)) func(Node) error {
	return func(n Node) (err error) {
		*dst, err = read(n)
		return err
	}
}

// IntoNew does what Into does for a pointer, which stays nil if the file does not have the field.
func IntoNew[T any](dst **T, read func(Node) (T, error)) func(Node) error {
	return func(n Node) error {
		v, err := read(n)
		*dst = &v
		return err
	}
}

// IntoMap makes the reader of a mapping whose keys are values themselves. The reader stores a new map in dst.
func IntoMap[K comparable, V any](dst *map[K]V, key func(Pair) (K, error),
	value func(Node) (V, error)) func(Node) error {
	return func(n Node) error {
		*dst = map[K]V{}
		return Keyed(n, key, value, func(k K, v V) { (*dst)[k] = v })
	}
}

// Keyed reads a mapping whose keys are values themselves, such as hexes, and calls put for each key and its value.
func Keyed[K, V any](n Node, key func(Pair) (K, error), value func(Node) (V, error), put func(K, V)) error {
	pairs, err := n.Mapping()
	for _, p := range pairs {
		k, err := key(p)
		if err != nil {
			return err
		}
		v, err := value(p.Value)
		if err != nil {
			return err
		}
		put(k, v)
	}
	return err
}

// SideKey reads the key as a hexside.
func (p Pair) SideKey() (hex.Side, error) { return parsed(p.At, p.Key, hex.ParseSide) }

// Name returns the key as it is written.
func (p Pair) Name() (string, error) { return p.Key, nil }

// SideName reads the key as the name of a side.
func (p Pair) SideName() (order.Side, error) { return order.Side(p.Key), nil }
