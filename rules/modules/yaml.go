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

// The five files of a module as they are written. Every scalar is a word, which
// remembers where it stands, and is given its meaning in compile: so all that is
// wrong with a module is told at once, each with its line and column.
type (
	gameFile struct {
		ID       word             `yaml:"id"`
		Title    word             `yaml:"title"`
		Series   word             `yaml:"series"`
		Edition  word             `yaml:"edition"`
		Turns    word             `yaml:"turns"`
		TurnDays word             `yaml:"turn-days"`
		FirstDay word             `yaml:"first-day"`
		Sides    list[sideFile]   `yaml:"sides"`
		Phases   dict[list[word]] `yaml:"phases"`
		Stacking stackingFile     `yaml:"stacking"`
		Overrun  word             `yaml:"overrun"`
		Rules    struct {
			Stacking word `yaml:"stacking"`
			Overrun  word `yaml:"overrun"`
			Supply   word `yaml:"supply"`
		} `yaml:"rules"`
		Marks  dict[markFile] `yaml:"marks"`
		Supply struct {
			Dies list[word] `yaml:"dies"`
		} `yaml:"supply"`
		Control dict[list[word]] `yaml:"control"`
		Victory struct {
			Count  word            `yaml:"count"`
			Levels list[levelFile] `yaml:"levels"`
		} `yaml:"victory"`
	}
	sideFile struct {
		ID    word `yaml:"id"`
		Name  word `yaml:"name"`
		Color word `yaml:"color"`
	}
	stackingFile struct {
		Limit   word       `yaml:"limit"`
		Phases  list[word] `yaml:"phases"`
		Retreat word       `yaml:"retreat"`
	}
	markFile struct {
		Name     word `yaml:"name"`
		Rule     word `yaml:"rule"`
		Attack   word `yaml:"attack"`
		Defence  word `yaml:"defence"`
		Movement word `yaml:"movement"`
		Zone     word `yaml:"zone"`
		Exploit  word `yaml:"exploit"`
	}
	levelFile struct {
		AtLeast word `yaml:"at-least"`
		ID      word `yaml:"id"`
		Name    word `yaml:"name"`
	}

	chartsFile struct {
		Terrain dict[dict[rowFile]] `yaml:"terrain"`
		Combat  struct {
			Dice    word             `yaml:"dice"`
			Columns list[word]       `yaml:"columns"`
			Rows    dict[list[word]] `yaml:"rows"`
		} `yaml:"combat"`
	}
	rowFile struct {
		Move       word `yaml:"move"`
		Shift      word `yaml:"shift"`
		Barrage    word `yaml:"barrage"`
		Attack     word `yaml:"attack"`
		Defence    word `yaml:"defence"`
		Overrun    word `yaml:"overrun"`
		Prohibited word `yaml:"prohibited"`
	}

	mapFile struct {
		Columns word             `yaml:"columns"`
		Rows    rowsFile         `yaml:"rows"`
		High    word             `yaml:"high"`
		Ground  word             `yaml:"ground"`
		Note    word             `yaml:"note"`
		Hexes   dict[list[word]] `yaml:"hexes"`
		Water   list[courseFile] `yaml:"water"`
		Ways    list[wayFile]    `yaml:"ways"`
		Places  list[placeFile]  `yaml:"places"`
		Entry   dict[areaFile]   `yaml:"entry"`
		Supply  dict[list[word]] `yaml:"supply"`
	}
	rowsFile struct {
		Odd  list[word] `yaml:"odd"`
		Even list[word] `yaml:"even"`
	}
	courseFile struct {
		Name  word       `yaml:"name"`
		Kind  word       `yaml:"kind"`
		Sides list[word] `yaml:"sides"`
	}
	wayFile struct {
		Name word       `yaml:"name"`
		Kind word       `yaml:"kind"`
		Path list[word] `yaml:"path"`
	}
	placeFile struct {
		Hex  word `yaml:"hex"`
		Name word `yaml:"name"`
		Kind word `yaml:"kind"`
		VP   word `yaml:"vp"`
	}
	areaFile struct {
		Side  word       `yaml:"side"`
		Hexes list[word] `yaml:"hexes"`
	}

	unitsFile struct {
		Types dict[typeFile] `yaml:"types"`
		Units dict[unitFile] `yaml:"units"`
	}
	typeFile struct {
		Side     word `yaml:"side"`
		Symbol   word `yaml:"symbol"`
		Size     word `yaml:"size"`
		Full     word `yaml:"full"`
		Reduced  word `yaml:"reduced"`
		Exploit  word `yaml:"exploit"`
		Estimate word `yaml:"estimate"`
	}
	unitFile struct {
		Type      word `yaml:"type"`
		Name      word `yaml:"name"`
		Formation word `yaml:"formation"`
	}

	setupFile struct {
		Scenarios list[scenarioFile] `yaml:"scenarios"`
	}
	scenarioFile struct {
		ID       word                  `yaml:"id"`
		Name     word                  `yaml:"name"`
		Turns    word                  `yaml:"turns"`
		Setup    dict[list[groupFile]] `yaml:"setup"`
		Arrivals list[arrivalFile]     `yaml:"arrivals"`
	}
	groupFile struct {
		At           word       `yaml:"at"`
		Within       word       `yaml:"within"`
		Hexes        list[word] `yaml:"hexes"`
		Entry        word       `yaml:"entry"`
		IfControlled word       `yaml:"if-controlled"`
		Units        list[word] `yaml:"units"`
		Reduced      list[word] `yaml:"reduced"`
	}
	arrivalFile struct {
		Turn         word            `yaml:"turn"`
		Side         word            `yaml:"side"`
		Air          word            `yaml:"air"`
		Replacements word            `yaml:"replacements"`
		Withdrawal   list[word]      `yaml:"withdrawal"`
		Groups       list[groupFile] `yaml:"groups"`
	}
)

// spot is a place in a file, counted from 1; the zero spot is the file's head.
type spot struct{ line, column int }

func spotOf(n ast.Node) spot {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return spot{t.Position.Line, t.Position.Column}
	}
	return spot{}
}

// word is a scalar and where it stands. One that is not in the file is empty
// and has no spot of its own.
type word struct {
	spot
	text   string
	number bool // written as a number, without quotes
}

func (w word) given() bool { return w.line > 0 }

// UnmarshalYAML reads any scalar as it is written: 1.10 stays 1.10.
func (w *word) UnmarshalYAML(n ast.Node) error {
	w.spot = spotOf(n)
	switch n := n.(type) {
	case *ast.StringNode:
		w.text = n.Value
	case *ast.LiteralNode:
		w.text = strings.TrimSpace(n.Value.Value)
	case *ast.BoolNode:
		w.text = n.GetToken().Value
	case *ast.IntegerNode, *ast.FloatNode:
		w.text, w.number = n.GetToken().Value, true
	default:
		return misfit(n, "a single value")
	}
	return nil
}

// entry is a value with its key, or with the place where an item of a list begins.
type entry[T any] struct {
	key   word
	value T
}

// list is a sequence in the order of the file.
type list[T any] []entry[T]

// UnmarshalYAML reads a sequence.
func (l *list[T]) UnmarshalYAML(n ast.Node) error {
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		return misfit(n, "a list")
	}
	*l = make(list[T], len(seq.Values))
	for i, v := range seq.Values {
		(*l)[i].key.spot = spotOf(v)
		if err := decode(v, &(*l)[i].value); err != nil {
			return err
		}
	}
	return nil
}

// dict is a mapping in the order of the file.
type dict[T any] []entry[T]

// UnmarshalYAML reads a mapping. The parser has refused keys that stand twice.
func (d *dict[T]) UnmarshalYAML(n ast.Node) error {
	m, ok := n.(ast.MapNode)
	if !ok {
		return misfit(n, "keys with values")
	}
	for it := m.MapRange(); it.Next(); {
		var e entry[T]
		if err := e.key.UnmarshalYAML(it.Key()); err != nil {
			return err
		}
		if err := decode(it.Value(), &e.value); err != nil {
			return err
		}
		*d = append(*d, e)
	}
	return nil
}

func decode(n ast.Node, into any) error { return yaml.NodeToValue(n, into, yaml.Strict()) }

func misfit(n ast.Node, want string) error {
	return &yaml.SyntaxError{Message: "here stands " + want + ", not a " + strings.ToLower(n.Type().String()), Token: n.GetToken()}
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

// read parses one file into its shape.
func read(name string, text []byte, into any) (err error) {
	// A defect of the parser must stay an error of this file.
	defer func() {
		if r := recover(); r != nil {
			err = Finding{File: name, Message: fmt.Sprintf("cannot be read as YAML: %v", r)}
		}
	}()
	if f, ok := tooMuch(name, text); ok {
		return f
	}
	tokens := lexer.Tokenize(string(text))
	if f, ok := unwanted(name, tokens); ok {
		return f
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		return located(name, err)
	}
	if len(file.Docs) != 1 || file.Docs[0].Body == nil {
		return Finding{File: name, Message: "must hold one YAML document"}
	}
	if err := decode(file.Docs[0].Body, into); err != nil {
		return located(name, err)
	}
	return nil
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
