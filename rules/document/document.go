// Package document reads YAML files that people write, strictly, and keeps the place of everything in its file,
// so that every mistake can be reported with line and column.
//
// A file becomes a tree of Nodes with their text as written: 1.10 stays 1.10, although it is the number 1.1 in YAML. A
// Reader fills Go structs from a tree, for files with keys known beforehand; for others the caller reads the Nodes:
//
//	file, err := document.Read("map.yaml", text, document.Limits{Bytes: 1 << 18, Lines: 1000, Line: 4096, Depth: 16})
//	var shape struct {
//		Title  document.Word
//		Places document.List[document.Word]
//	}
//	var r document.Reader
//	r.Fill(&shape, file)
//
// Limits: one document per file, and no YAML anchors, aliases, merges or tags.
package document

import (
	"errors"
	"fmt"
	"strconv"
)

// Spot is a place in a file, counted from 1; the zero Spot is no place.
type Spot struct {
	File         string
	Line, Column int
}

// Node is a value in a file, nil for none. It is a single value or has items.
type Node struct {
	Spot
	What   What
	Text   string // of a single value: a number as written, a text without its quotes and escapes
	Number bool   // written as a number, without quotes
	Truth  bool   // written as true or false, without quotes
	Items  []Item // of a list or of keys with values, in the order of the file
}

// Item is a value with its key, or with the place where an item of a list begins.
type Item struct {
	Key   Word
	Value *Node
	Gone  bool  // its value is written as ~ or null
	Lost  error // why it has no value, where its writer probably meant one; a Finding
}

// Item returns the item of a mapping under a key, or that of a list at a number from 0; ok is false if there is none.
func (n *Node) Item(key string) (it Item, ok bool) {
	for i := 0; n != nil && i < len(n.Items); i++ {
		it = n.Items[i]
		if n.What == Mapping && it.Key.Text == key || n.What == Listed && strconv.Itoa(i) == key {
			return it, true
		}
	}
	return Item{}, false
}

// Count returns how often a text stands in a node as a key or a value.
func (n *Node) Count(text string) (times int) {
	if n == nil {
		return 0
	}
	if n.What == Single && n.Text == text {
		times++
	}
	for _, it := range n.Items {
		times += it.Value.Count(text)
		if n.What == Mapping && it.Key.Text == text {
			times++
		}
	}
	return times
}

// What is the kind of a Node, as findings name it.
type What string

// The kinds of Nodes.
const (
	Single  What = "a single value"
	Listed  What = "a list"
	Mapping What = "keys with values"
)

// Finding is one thing wrong with a file. Line and Column count from 1 and are 0 where the finding has no place.
type Finding struct {
	File         string
	Line, Column int
	Message      string
}

// Error is the form that editors make links of: map.yaml:12:5: what is wrong.
func (f Finding) Error() string {
	if f.Line == 0 {
		return f.File + ": " + f.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Message)
}

// Finding returns a Finding at this place.
func (s Spot) Finding(format string, args ...any) Finding {
	return Finding{s.File, s.Line, s.Column, fmt.Sprintf(format, args...)}
}

// Findings are the mistakes in some files, in the order in which they were found.
type Findings []error

// MaxFindings limits the findings, because a file of another format would have one in every line.
const MaxFindings = 200

// Add adds a finding, unless there are too many already.
func (f *Findings) Add(at Spot, format string, args ...any) {
	switch n := len(*f); {
	case n < MaxFindings:
		*f = append(*f, at.Finding(format, args...))
	case n == MaxFindings:
		*f = append(*f, errors.New("and more"))
	}
}

// Overlay merges an upper value into a lower one. Two mappings are merged key by key: a key of the upper one replaces
// the same key of the lower one, ~ removes it, and a key without a value keeps it. Any other value, lists too, replaces
// the whole lower value. (This is RFC 7386, JSON Merge Patch, except for the key without a value, which only YAML has.)
func (f *Findings) Overlay(lower, upper *Node) *Node {
	if lower == nil || lower.What != Mapping || upper.What != Mapping {
		return upper
	}
	at := make(map[string]int, len(lower.Items))
	for i, it := range lower.Items {
		at[it.Key.Text] = i
	}
	covered, added := make([]Item, len(lower.Items)), []Item(nil) // of lower; of upper alone
	copy(covered, lower.Items)
	for _, it := range upper.Items {
		i, known := at[it.Key.Text]
		switch {
		case it.Gone && !known:
			f.Add(it.Key.Spot, "there is no %s here to take away", it.Key.Text)
		case it.Gone:
			covered[i] = it
		case !known:
			added = append(added, it)
		case it.Value != nil:
			covered[i] = Item{Key: it.Key, Value: f.Overlay(covered[i].Value, it.Value)}
		case it.Lost != nil:
			covered[i].Lost = it.Lost
		}
	}
	out := &Node{Spot: upper.Spot, What: Mapping}
	for _, it := range append(covered, added...) {
		if !it.Gone {
			out.Items = append(out.Items, it)
		}
	}
	return out
}
