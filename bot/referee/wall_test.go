package referee_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// kernel are the packages that have a match, or lead to one.
var kernel = []string{"grognard/rules", "grognard/bot/referee/games", "grognard/bot/referee/ledger", "grognard/bot/referee/proof"}

// isKernel reports whether an import path is one of the kernel or lies below one in bot/referee.
func isKernel(pkg string) bool {
	return slices.ContainsFunc(kernel, func(k string) bool {
		return pkg == k || k != "grognard/rules" && strings.HasPrefix(pkg, k+"/")
	})
}

// Nothing that others can name leads to a match or a record: no exported function or method of bot/referee and the
// packages below it, and no field that they can read, mentions a package of the kernel. A function that wants a value of
// package games tells of the game that it is given: without one, with nil, there is nothing to tell.
// DESIGN.md: the referee is the only holder of a match. What bot/discord may import bot/house holds.
func TestReferee_NoMatchLeaves(t *testing.T) {
	entries := must(os.ReadDir("."))(t)
	folders := []string{"."}
	for _, e := range entries {
		if e.IsDir() {
			folders = append(folders, e.Name())
		}
	}
	exported := 0
	for _, folder := range folders {
		if isKernel("grognard/bot/referee/" + filepath.Base(folder)) {
			continue
		}
		for name, f := range parseFolder(t, folder) {
			imported := kernelNames(f)
			for _, d := range f.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok && wantsGames(fd, imported) {
					continue
				}
				for part, node := range openParts(d) {
					exported++
					ast.Inspect(node, func(n ast.Node) bool {
						if s, ok := n.(*ast.SelectorExpr); ok {
							if x, ok := s.X.(*ast.Ident); ok && imported[x.Name] != "" {
								t.Errorf("%s: %s shows %s.%s", name, part, x.Name, s.Sel.Name)
							}
						}
						return true
					})
				}
			}
		}
	}
	wrong(t, exported < 300, "only %d exported declarations were found: the test looks in the wrong place", exported)
}

// parseFolder parses the files of a folder, without its tests.
func parseFolder(t *testing.T, folder string) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	mustNot(t, err != nil || len(names) == 0, "%s: %d files, %v", folder, len(names), err)
	files := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		files[name] = must(parser.ParseFile(token.NewFileSet(), name, nil, 0))(t)
	}
	return files
}

// kernelNames returns the packages of the kernel that a file imports, by the names that they have in it.
func kernelNames(f *ast.File) map[string]string {
	imported := map[string]string{}
	for _, i := range f.Imports {
		p := strings.Trim(i.Path.Value, `"`)
		if !isKernel(p) {
			continue
		}
		name := path.Base(p)
		if i.Name != nil {
			name = i.Name.Name
		}
		imported[name] = p
	}
	return imported
}

// wantsGames reports whether a parameter of a function is of a type of package games, or a pointer to one.
func wantsGames(d *ast.FuncDecl, imported map[string]string) bool {
	return slices.ContainsFunc(d.Type.Params.List, func(p *ast.Field) bool {
		typ := p.Type
		if star, ok := typ.(*ast.StarExpr); ok {
			typ = star.X
		}
		s, ok := typ.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		x, ok := s.X.(*ast.Ident)
		return ok && imported[x.Name] == "grognard/bot/referee/games"
	})
}

// openParts returns the parts of a declaration that other packages can use.
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
