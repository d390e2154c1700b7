package adjudicate

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/hex"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// node is a place in a case file. Its readers refuse what is not of the form
// that they read, by line; nothing is converted silently, so that an unquoted
// 10.10, which YAML takes for the number 10.1, never becomes a hex.
type node struct{ ast.Node }

// mistake is what is wrong with a file, and on which line.
func (n node) mistake(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", n.GetToken().Position.Line, fmt.Sprintf(format, args...))
}

// pair is a key of a mapping with its value.
type pair struct {
	key   string
	at    node // of the key
	value node
}

// mapping reads a mapping in the order written.
func (n node) mapping() ([]pair, error) {
	var values []*ast.MappingValueNode
	switch m := n.Node.(type) {
	case *ast.MappingNode:
		values = m.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{m}
	default:
		return nil, n.mistake("expected keys and values")
	}
	var out []pair
	seen := map[string]bool{}
	for _, v := range values {
		key := strings.Trim(v.Key.String(), `"'`)
		p := pair{key, node{v.Key}, node{v.Value}}
		if f, ok := v.Key.(*ast.FloatNode); ok {
			return nil, p.at.mistake("%s is a number: quote it", f.String())
		}
		if seen[key] {
			return nil, p.at.mistake("%s stands twice", key)
		}
		seen[key] = true
		out = append(out, p)
	}
	return out, nil
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
			return p.at.mistake("unknown key %s", p.key)
		}
		if err := read(p.value); err != nil {
			return err
		}
	}
	return nil
}

// list reads a sequence.
func (n node) list() ([]node, error) {
	s, ok := n.Node.(*ast.SequenceNode)
	if !ok {
		return nil, n.mistake("expected a list")
	}
	out := make([]node, len(s.Values))
	for i, v := range s.Values {
		out[i] = node{v}
	}
	return out, nil
}

// text reads a string; a number is none.
func (n node) text() (string, error) {
	switch s := n.Node.(type) {
	case *ast.StringNode:
		return s.Value, nil
	case *ast.LiteralNode:
		return s.Value.Value, nil
	case *ast.FloatNode, *ast.IntegerNode:
		return "", n.mistake("%s is a number: quote it", n.String())
	}
	return "", n.mistake("expected a word")
}

// cited reads the number of a rule or of an edition, quoted or not: it means what is
// written, where the end of a hex's number would be lost.
func (n node) cited() (string, error) {
	switch n.Node.(type) {
	case *ast.FloatNode, *ast.IntegerNode:
		return n.GetToken().Value, nil
	}
	return n.text()
}

// whole reads an integer.
func (n node) whole() (int, error) {
	if i, ok := n.Node.(*ast.IntegerNode); ok {
		if v, err := strconv.Atoi(i.String()); err == nil {
			return v, nil
		}
	}
	return 0, n.mistake("expected a whole number")
}

// number reads an integer or a decimal number exactly.
func (n node) number() (chart.Fraction, error) {
	switch n.Node.(type) {
	case *ast.IntegerNode, *ast.FloatNode, *ast.StringNode:
		if f, err := chart.ParseFraction(strings.Trim(n.String(), `"'`)); err == nil {
			return f, nil
		}
	}
	return chart.Fraction{}, n.mistake("expected a number")
}

// yes reads true or false.
func (n node) yes() (bool, error) {
	if b, ok := n.Node.(*ast.BoolNode); ok {
		return b.Value, nil
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
		return hex.None, p.at.mistake("%v", err)
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

// parse reads the cases of a file, each as it stands.
func parse(b []byte) (cases []node, err error) {
	defer func() { // a defect of the YAML parser must stay a failed case
		if r := recover(); r != nil {
			cases, err = nil, fmt.Errorf("the file cannot be read as YAML: %v", r)
		}
	}()
	f, err := parser.ParseBytes(b, 0)
	if err != nil {
		return nil, errors.New(firstLine(err.Error()))
	}
	if len(f.Docs) == 0 || f.Docs[0].Body == nil {
		return nil, nil
	}
	if len(f.Docs) > 1 {
		return nil, errors.New("a file is one list of cases")
	}
	return node{f.Docs[0].Body}.list()
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}
