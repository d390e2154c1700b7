package referee_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Nothing that others can name leads to a match or a record: no exported
// function or method, no field that they can read, mentions package rules or the ledger, whose games have one.
// DESIGN.md: the referee is the only holder of a match.
func TestNoMatchLeaves(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	shared, err := filepath.Glob("api/*.go")
	if err != nil || len(shared) == 0 {
		t.Fatal("no files of package api:", err)
	}
	files = append(files, shared...)
	exported := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			for name, node := range openParts(d) {
				exported++
				ast.Inspect(node, func(n ast.Node) bool {
					if s, ok := n.(*ast.SelectorExpr); ok {
						if x, ok := s.X.(*ast.Ident); ok && (x.Name == "rules" || x.Name == "ledger") {
							t.Errorf("%s shows %s.%s", name, x.Name, s.Sel.Name)
						}
					}
					return true
				})
			}
		}
	}
	if exported < 30 {
		t.Errorf("only %d exported declarations were found: the test looks in the wrong place", exported)
	}
}

// openParts are the parts of a declaration that other packages can use.
func openParts(d ast.Decl) map[string]ast.Node {
	parts := map[string]ast.Node{}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() {
			parts[d.Name.Name] = d.Type
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				openType(parts, s)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					if n.IsExported() {
						parts[n.Name] = s
					}
				}
			}
		}
	}
	return parts
}

func openType(parts map[string]ast.Node, s *ast.TypeSpec) {
	if !s.Name.IsExported() {
		return
	}
	st, ok := s.Type.(*ast.StructType)
	if !ok {
		parts[s.Name.Name] = s.Type
		return
	}
	for _, f := range st.Fields.List {
		if len(f.Names) == 0 {
			parts[s.Name.Name+" (embedded)"] = f.Type
		}
		for _, n := range f.Names {
			if n.IsExported() {
				parts[s.Name.Name+"."+n.Name] = f.Type
			}
		}
	}
}
