package document

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"grognard/rules/slips"
)

// Limits protect against files that are made to do harm. The YAML parser is recursive, and a stack overflow ends a Go
// program: hence the limits on brackets and on the length of lines, which limits the indentation. Its time grows with
// the square of the number of keys and items: hence the limits on the size and the number of lines.
type Limits struct {
	Bytes int // size of the file
	Lines int
	Line  int // length of a line in bytes
	Depth int // nesting of brackets and braces
}

// Read parses one file. The node is nil for a file with nothing but comments. The error is a Finding.
func Read(name string, text []byte, most Limits) (n *Node, err error) {
	// A panic of the parser must become an error of this file.
	defer func() {
		if r := recover(); r != nil {
			n, err = nil, Finding{File: name, Message: fmt.Sprintf("cannot be read as YAML: %v", r)}
		}
	}()
	if f, ok := most.exceeded(name, text); ok {
		return nil, f
	}
	if s, ok := slips.UTF16(text); ok {
		return nil, Finding{name, s.Line, s.Column, s.Message}
	}
	// the byte order mark with which some editors begin a file
	tokens := lexer.Tokenize(strings.TrimPrefix(string(text), "\ufeff"))
	if f, ok := unwanted(name, tokens, most.Depth); ok {
		return nil, f
	}
	file, err := parser.Parse(tokens, 0) // 0: without the comments
	switch {
	case err != nil:
		return nil, located(name, string(text), err)
	case len(file.Docs) > 1:
		return nil, Finding{File: name, Message: "must hold one YAML document"}
	case len(file.Docs) == 0 || file.Docs[0].Body == nil:
		return nil, nil
	}
	n, err = tree(name, file.Docs[0].Body)
	if err == nil {
		n.explain(slips.Emptied(string(text)))
	}
	return n, err
}

// explain stores in Lost why a key has no value, if one of the comments, which are by line, stands where it should be.
func (n *Node) explain(comments map[int]slips.Slip) {
	for i := range n.Items {
		it := &n.Items[i]
		if it.Value != nil {
			it.Value.explain(comments)
		} else if s, ok := comments[it.Key.Line]; ok && n.What == Mapping && !it.Gone {
			it.Lost = Finding{n.File, s.Line, s.Column, s.Message}
		}
	}
}

func (most Limits) exceeded(name string, text []byte) (f Finding, isExceeded bool) {
	if len(text) > most.Bytes {
		return Finding{File: name, Message: fmt.Sprintf("is larger than %d bytes", most.Bytes)}, true
	}
	line := 0
	for l := range strings.Lines(string(text)) {
		line++
		if len(l) > most.Line {
			return Finding{name, line, 1, fmt.Sprintf("the line is longer than %d bytes", most.Line)}, true
		}
	}
	if line > most.Lines {
		return Finding{File: name, Message: fmt.Sprintf("has more than %d lines", most.Lines)}, true
	}
	return Finding{}, false
}

// unwanted finds YAML features that these files must not use: anchors and aliases, with which a small file can
// expand into a huge one, tags, and brackets nested deeper than most.
func unwanted(name string, tokens token.Tokens, most int) (f Finding, found bool) {
	depth := 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		case token.AnchorType, token.AliasType, token.MergeKeyType, token.TagType:
			return Finding{name, t.Position.Line, t.Position.Column,
				"anchors, aliases, merges and tags are not used here"}, true
		}
		if depth > most {
			return Finding{name, t.Position.Line, t.Position.Column, "too many brackets within one another"}, true
		}
	}
	return Finding{}, false
}

// located turns an error of the YAML library into a finding.
func located(name, text string, err error) error {
	f := Finding{File: name, Message: err.Error()}
	if at, ok := errors.AsType[yaml.Error](err); ok {
		f.Message = at.GetMessage()
		if t := at.GetToken(); t != nil && t.Position != nil {
			f.Line, f.Column = t.Position.Line, t.Position.Column
		}
	}
	if s, ok := slips.Cause(text, f.Line); ok {
		return Finding{name, s.Line, s.Column, s.Message}
	}
	return f
}

func spotOf(file string, n ast.Node) Spot {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return Spot{file, t.Position.Line, t.Position.Column}
	}
	return Spot{File: file}
}

// tree converts a node of the YAML library.
func tree(file string, n ast.Node) (*Node, error) {
	out := &Node{Spot: spotOf(file, n), What: Single}
	switch n := n.(type) {
	case *ast.StringNode:
		out.Text = n.Value
	case *ast.LiteralNode:
		out.Text = strings.TrimSpace(n.Value.Value)
	case *ast.BoolNode:
		out.Text, out.Truth = n.GetToken().Value, true
	case *ast.IntegerNode, *ast.FloatNode:
		out.Text, out.Number = n.GetToken().Value, true
	case *ast.SequenceNode:
		out.What = Listed
		for _, v := range n.Values {
			if err := out.add(Item{}, v); err != nil {
				return nil, err
			}
		}
	case ast.MapNode:
		return out, out.mapping(n)
	default:
		return nil, out.Finding("%s is not used here", strings.ToLower(n.Type().String()))
	}
	return out, nil
}

// mapping adds the keys of a mapping. The parser has already refused duplicate keys.
func (n *Node) mapping(m ast.MapNode) error {
	n.What = Mapping
	flow, ok := m.(*ast.MappingNode)
	for it := m.MapRange(); it.Next(); {
		key, err := tree(n.File, it.Key())
		if err != nil {
			return err
		}
		// for a mapping without braces the library gives the place of the colon
		if len(n.Items) == 0 && !(ok && flow.IsFlowStyle) {
			n.Spot = key.Spot
		}
		if err := n.add(Item{Key: Word{Spot: key.Spot, Text: key.Text, Number: key.Number}}, it.Value()); err != nil {
			return err
		}
	}
	return nil
}

// add adds an item. The place of a list's item is where its value begins.
func (n *Node) add(it Item, v ast.Node) (err error) {
	at := spotOf(n.File, v)
	if _, null := v.(*ast.NullNode); null {
		it.Gone = v.GetToken().Type == token.NullType // else nothing is written
	} else {
		if it.Value, err = tree(n.File, v); err != nil {
			return err
		}
		at = it.Value.Spot
	}
	if !it.Key.Given() {
		it.Key.Spot = at
	}
	n.Items = append(n.Items, it)
	return nil
}
