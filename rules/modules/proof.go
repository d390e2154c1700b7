package modules

import (
	"fmt"

	"grognard/rules/document"
	"grognard/rules/hex"
)

// Proof is a compiled module with its files, in which a Dialect looks for what is possible but more often a slip. A
// module with mistakes is not looked at, because one mistake would cause many warnings.
type Proof struct {
	*Definition
	Drawn map[hex.Side]document.Spot // hexsides with water
	Laid  map[hex.Hex]document.Spot  // hexes with terrain of their own
	files map[string]*document.Node
}

// Find returns the place of a value, and whether there is one. path is the file, then keys, or numbers from 0 in lists.
// If there is no such value, it returns the place of the last step of path that exists.
func (p *Proof) Find(path ...any) (place document.Spot, found bool) {
	n := p.files[fmt.Sprint(path[0])]
	at := document.Spot{File: n.File}
	for _, step := range path[1:] {
		it, ok := n.Item(fmt.Sprint(step))
		if !ok {
			return at, false
		}
		at, n = it.Key.Spot, it.Value
		if n != nil && n.What == document.Single {
			at = n.Spot
		}
	}
	return at, true
}

// At returns the place of a value, as Find does.
func (p *Proof) At(path ...any) document.Spot {
	at, _ := p.Find(path...)
	return at
}

// Warn adds a warning, at a place in the files.
func (p *Proof) Warn(at document.Spot, format string, args ...any) {
	if len(p.Warnings) < document.MaxFindings {
		p.Warnings = append(p.Warnings, at.Finding("warning: "+format, args...))
	}
}
