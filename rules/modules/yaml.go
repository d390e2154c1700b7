package modules

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// spot is a place in a file, counted from 1; the zero spot is no place.
type spot struct {
	file         string
	line, column int
}

func spotOf(file string, n ast.Node) spot {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return spot{file, t.Position.Line, t.Position.Column}
	}
	return spot{file: file}
}

// node is a value as it stands in a file; nil is none. It is a scalar, or has
// items; what names it in findings.
type node struct {
	spot
	what   string
	text   string // of a scalar, as it is written: 1.10 stays 1.10
	number bool   // written as a number, without quotes
	items  []item // of a list or a mapping, in the order of the file
}

// item is a value with its key, or with the place where an item of a list begins.
type item struct {
	key   word
	value *node
	gone  bool // ~ is written for it
}

const (
	aScalar  = "a single value"
	aList    = "a list"
	aMapping = "keys with values"
)

// tree is the values under a node of the YAML library, with the file that they
// stand in.
func tree(file string, n ast.Node) (*node, error) {
	out := &node{spot: spotOf(file, n), what: aScalar}
	switch n := n.(type) {
	case *ast.StringNode:
		out.text = n.Value
	case *ast.LiteralNode:
		out.text = strings.TrimSpace(n.Value.Value)
	case *ast.BoolNode:
		out.text = n.GetToken().Value
	case *ast.IntegerNode, *ast.FloatNode:
		out.text, out.number = n.GetToken().Value, true
	case *ast.SequenceNode:
		out.what = aList
		for _, v := range n.Values {
			if err := out.add(item{}, v); err != nil {
				return nil, err
			}
		}
	case ast.MapNode:
		return out, out.mapping(n)
	default:
		return nil, Finding{file, out.line, out.column, "a " + strings.ToLower(n.Type().String()) + " is not used in modules"}
	}
	return out, nil
}

// mapping adds the keys of a mapping. The parser has refused those that stand twice.
func (n *node) mapping(m ast.MapNode) error {
	n.what = aMapping
	flow, ok := m.(*ast.MappingNode)
	for it := m.MapRange(); it.Next(); {
		key, err := tree(n.file, it.Key())
		if err != nil {
			return err
		}
		if len(n.items) == 0 && !(ok && flow.IsFlowStyle) { // without braces the library points at the colon
			n.spot = key.spot
		}
		if err := n.add(item{key: word{key.spot, key.text, key.number}}, it.Value()); err != nil {
			return err
		}
	}
	return nil
}

// add adds an item. The place of one in a list is where its value begins.
func (n *node) add(it item, v ast.Node) (err error) {
	at := spotOf(n.file, v)
	if _, null := v.(*ast.NullNode); null {
		it.gone = v.GetToken().Type == token.NullType
	} else if it.value, err = tree(n.file, v); err != nil {
		return err
	} else {
		at = it.value.spot
	}
	if !it.key.given() {
		it.key.spot = at
	}
	n.items = append(n.items, it)
	return nil
}

// Limits on what is parsed: many times more than any game needs, and little
// enough that a file made to hurt does not. The YAML parser recurses, and a Go
// program whose stack is full ends: hence the bounds on brackets and on the length
// of lines, which bounds how deep they can be indented. Its time grows with the
// square of keys and items: hence those on the size and on the number of lines.
const (
	maxFile  = 256 << 10 // bytes
	maxLines = 10000
	maxLine  = 4 << 10 // bytes
	maxDepth = 16      // brackets and braces within one another
)

// read parses one file. One that holds nothing but comments is nil.
func read(name string, text []byte) (n *node, err error) {
	// A defect of the parser must stay an error of this file.
	defer func() {
		if r := recover(); r != nil {
			n, err = nil, Finding{File: name, Message: fmt.Sprintf("cannot be read as YAML: %v", r)}
		}
	}()
	if f, ok := tooMuch(name, text); ok {
		return nil, f
	}
	tokens := lexer.Tokenize(strings.TrimPrefix(string(text), "\ufeff")) // with which some editors begin a file
	if f, ok := unwanted(name, tokens); ok {
		return nil, f
	}
	file, err := parser.Parse(tokens, 0)
	switch {
	case err != nil:
		return nil, located(name, err)
	case len(file.Docs) > 1:
		return nil, Finding{File: name, Message: "must hold one YAML document"}
	case len(file.Docs) == 0 || file.Docs[0].Body == nil:
		return nil, nil
	}
	return tree(name, file.Docs[0].Body)
}

func tooMuch(name string, text []byte) (Finding, bool) {
	if len(text) > maxFile {
		return Finding{File: name, Message: fmt.Sprintf("is larger than %d bytes", maxFile)}, true
	}
	line := 0
	for l := range strings.Lines(string(text)) {
		if line++; len(l) > maxLine {
			return Finding{name, line, 1, fmt.Sprintf("the line is longer than %d bytes", maxLine)}, true
		}
	}
	if line > maxLines {
		return Finding{File: name, Message: fmt.Sprintf("has more than %d lines", maxLines)}, true
	}
	return Finding{}, false
}

// unwanted finds what YAML has and modules do without: anchors and aliases, with
// which a small file unfolds into a huge one, tags, and nesting without end.
func unwanted(name string, tokens token.Tokens) (Finding, bool) {
	depth := 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		case token.AnchorType, token.AliasType, token.MergeKeyType, token.TagType:
			return Finding{name, t.Position.Line, t.Position.Column, "anchors, aliases, merges and tags are not used in modules"}, true
		}
		if depth > maxDepth {
			return Finding{name, t.Position.Line, t.Position.Column, "too many brackets within one another"}, true
		}
	}
	return Finding{}, false
}

// located turns an error of the YAML library into a finding.
func located(name string, err error) error {
	f := Finding{File: name, Message: err.Error()}
	var at yaml.Error
	if errors.As(err, &at) {
		f.Message = at.GetMessage()
		if t := at.GetToken(); t != nil && t.Position != nil {
			f.Line, f.Column = t.Position.Line, t.Position.Column
		}
	}
	return f
}
