package main

import (
	"cmp"
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"grognard/rules/first"
)

// graph says which files of a folder name something that another file declares: g[from][to]. Such a pair is an arrow;
// how often the one names the other does not matter. Every file has an entry.
type graph map[string]map[string]bool

// arrows returns the graph of a folder. A file names another one by a function, type, variable, constant, method or
// field of the same package that the other one declares. What is declared within a function does not count.
func (t *tree) arrows(folder string) graph {
	g := graph{}
	for _, f := range t.files[folder] {
		g[t.file(f)] = map[string]bool{}
	}
	p := t.checked[folder]
	for name, object := range t.uses[folder] {
		if object.Pkg() == p && ofPackage(object) {
			if from, to := t.file(name), t.set.Position(object.Pos()).Filename; from != to {
				g[from][to] = true
			}
		}
	}
	return g
}

func (t *tree) file(node ast.Node) string { return t.set.Position(node.Pos()).Filename }

// ofPackage reports whether an object is declared outside of functions, or is a method or a field.
func ofPackage(object types.Object) bool {
	switch o := object.(type) {
	case *types.Func:
		return true
	case *types.Var:
		if o.IsField() {
			return true
		}
	}
	return object.Parent() == object.Pkg().Scope()
}

func (g graph) size() (n int) {
	for _, to := range g {
		n += len(to)
	}
	return n
}

// against counts the arrows that lead from a file to one before it in order: every file should stand before those that
// it names.
func (g graph) against(order []string) (n int) {
	for i, file := range order {
		n += first.Count(order[:i], func(earlier string) bool { return g[file][earlier] })
	}
	return n
}

// order returns the files in an order with few arrows against it, by the greedy search of Eades, Lin and Smyth (1993).
// It takes away one file after the other. A file that names none of those left goes to the end, one that none of them
// names to the beginning. If there is neither, the file with the largest surplus of files that it names over files that
// name it goes to the beginning. Finding the very best order takes too long for large folders.
func (g graph) order() []string {
	var front, last []string
	left := slices.Sorted(maps.Keys(g))
	for len(left) > 0 {
		outgoing := func(file string) int { // arrows from file to others that are left
			return first.Count(left, func(other string) bool { return g[file][other] })
		}
		incoming := func(file string) int {
			return first.Count(left, func(other string) bool { return g[other][file] })
		}
		pick := slices.IndexFunc(left, func(file string) bool { return outgoing(file) == 0 })
		if pick >= 0 {
			last = append(last, left[pick])
		} else {
			if pick = slices.IndexFunc(left, func(file string) bool { return incoming(file) == 0 }); pick < 0 {
				most := slices.MaxFunc(left, func(a, b string) int {
					return cmp.Compare(outgoing(a)-incoming(a), outgoing(b)-incoming(b))
				})
				pick = slices.Index(left, most)
			}
			front = append(front, left[pick])
		}
		left = slices.Delete(left, pick, pick+1)
	}
	slices.Reverse(last) // it was filled from the end
	return append(front, last...)
}
