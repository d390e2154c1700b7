package adjudicate

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/hex"
)

// node is a place in a case file. Its readers refuse what is not of the form
// that they read, by line; nothing is converted silently, so that an unquoted
// 10.10, which YAML takes for the number 10.1, never becomes a hex.
type node struct{ *document.Node }

// mistake is what is wrong with a file, and on which line.
func (n node) mistake(format string, args ...any) error { return mistake(n.Spot, format, args...) }

func mistake(at document.Spot, format string, args ...any) error {
	return fmt.Errorf("line %d: %s", at.Line, fmt.Sprintf(format, args...))
}

// pair is a key of a mapping with its value.
type pair struct {
	key   string
	at    document.Spot // of the key
	value node
}

// mapping reads a mapping in the order written. The parser has refused keys that stand twice.
func (n node) mapping() ([]pair, error) {
	if n.What != document.Mapping {
		return nil, n.mistake("expected keys and values")
	}
	out := make([]pair, len(n.Items))
	for i, it := range n.Items {
		if it.Key.Number && strings.Contains(it.Key.Text, ".") {
			return nil, mistake(it.Key.Spot, "%s is a number: quote it", it.Key.Text)
		}
		out[i] = pair{it.Key.Text, it.Key.Spot, valueOf(it)}
	}
	return out, nil
}

// valueOf is an item's value; where nothing is written it is one of no kind.
func valueOf(it document.Item) node {
	if it.Value == nil {
		return node{&document.Node{Spot: it.Key.Spot}}
	}
	return node{it.Value}
}

// fields reads a mapping by its keys: a key without a reader is an error.
func (n node) fields(readers map[string]func(node) error) error {
	pairs, err := n.mapping()
	if err != nil {
		return err
	}
	for _, p := range pairs {
		read, ok := readers[p.key]
		if !ok {
			return mistake(p.at, "unknown key %s", p.key)
		}
		if err := read(p.value); err != nil {
			return err
		}
	}
	return nil
}

// list reads a sequence.
func (n node) list() ([]node, error) {
	if n.What != document.Listed {
		return nil, n.mistake("expected a list")
	}
	out := make([]node, len(n.Items))
	for i, it := range n.Items {
		out[i] = valueOf(it)
	}
	return out, nil
}

// text reads a string; a number is none.
func (n node) text() (string, error) {
	switch {
	case n.What != document.Single || n.Truth:
		return "", n.mistake("expected a word")
	case n.Number:
		return "", n.mistake("%s is a number: quote it", n.Text)
	}
	return n.Text, nil
}

// cited reads the number of a rule or of an edition, quoted or not: it means what is
// written, where the end of a hex's number would be lost.
func (n node) cited() (string, error) {
	if n.What == document.Single && n.Number {
		return n.Text, nil
	}
	return n.text()
}

// whole reads an integer.
func (n node) whole() (int, error) {
	if v, err := strconv.Atoi(n.Text); err == nil && n.What == document.Single && n.Number {
		return v, nil
	}
	return 0, n.mistake("expected a whole number")
}

// number reads an integer or a decimal number exactly.
func (n node) number() (chart.Fraction, error) {
	if f, err := chart.ParseFraction(n.Text); err == nil && n.What == document.Single {
		return f, nil
	}
	return chart.Fraction{}, n.mistake("expected a number")
}

// yes reads true or false.
func (n node) yes() (bool, error) {
	if v, err := strconv.ParseBool(strings.ToLower(n.Text)); err == nil && n.Truth {
		return v, nil
	}
	return false, n.mistake("expected true or false")
}

// hex reads a hex number.
func (n node) hex() (hex.Hex, error) {
	s, err := n.text()
	if err != nil {
		return hex.None, err
	}
	h, err := hex.Parse(s)
	if err != nil {
		return hex.None, n.mistake("%v", err)
	}
	return h, nil
}

func (p pair) hexKey() (hex.Hex, error) {
	h, err := hex.Parse(p.key)
	if err != nil {
		return hex.None, mistake(p.at, "%v", err)
	}
	return h, nil
}

// each reads every item of a list.
func each[T any](n node, read func(node) (T, error)) ([]T, error) {
	items, err := n.list()
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

// into makes a field reader of a reader and the place that it fills.
func into[T any](dst *T, read func(node) (T, error)) func(node) error {
	return func(n node) (err error) {
		*dst, err = read(n)
		return err
	}
}

// Limits on case files: many times more than any needs. They are read at the command line,
// from who runs it.
const (
	maxFile  = 16 << 20 // bytes
	maxLines = 200_000
	maxLine  = 64 << 10 // bytes
	maxDepth = 64       // brackets and braces within one another
)

// parse reads the cases of a file, each as it stands. Its errors name the line, not the file.
func parse(name string, b []byte) ([]node, error) {
	file, err := document.Read(name, b, document.Limits{Bytes: maxFile, Lines: maxLines, Line: maxLine, Depth: maxDepth})
	var at document.Finding
	switch {
	case errors.As(err, &at) && at.Line > 0:
		return nil, fmt.Errorf("line %d: %s", at.Line, at.Message)
	case errors.As(err, &at):
		return nil, errors.New(at.Message)
	case err != nil || file == nil:
		return nil, err
	}
	return node{file}.list()
}
