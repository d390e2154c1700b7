package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"grognard/rules/must"
)

// TestNames_NoneHidesAnImport: nothing that a function declares, and no parameter, has the name of a package that its
// file imports. A reader could not tell the two apart, and the function could not use the package.
func TestNames_NoneHidesAnImport(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		files++
		for _, at := range hiding(t, file, nil) {
			t.Errorf("%v: call it otherwise than the package that the file imports", at)
		}
		return nil
	})
	if err != nil || files < 500 {
		t.Errorf("%d files, %v", files, err)
	}
}

func TestHiding_EveryDeclaration(t *testing.T) {
	const head = "package p\nimport (\n\"x/hex\"\nview \"x/look\"\n_ \"x/dice\"\n\"x/unit/v2\"\n\"x/go-yaml\"\n)\n"
	for name, c := range map[string]struct {
		code string
		want int
	}{
		"an assignment":              {"func f() { hex, a := 1, 2 }", 1},
		"a variable, by a new name":  {"func f() { var view int }", 1},
		"a constant":                 {"func f() { const unit = 1 }", 1},
		"a type":                     {"func f() { type yaml int }", 1},
		"a range":                    {"func f() { for hex, view := range f {} }", 2},
		"a type switch":              {"func f() { switch hex := f.(type) {} }", 1},
		"parameters":                 {"func f(hex int) (view int) { return }", 2},
		"a receiver":                 {"func (hex T) f() {}", 1},
		"a parameter of a literal":   {"var f = func(hex int) {}", 1},
		"a type parameter":           {"func f[hex any]() {}", 1},
		"a field":                    {"type T struct { hex int }", 0},
		"a use":                      {"func f() { hex.A = view.B }", 0},
		"an import without a name":   {"func f(dice int) {}", 0},
		"the package's name in full": {"func f(look int) {}", 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := hiding(t, "p.go", head+c.code); len(got) != c.want {
				t.Errorf("%v, want %d", got, c.want)
			}
		})
	}
}

// hiding returns the places where a function of a file declares what is called like a package that the file imports.
// Text is that of the file, nil if it is to be read.
func hiding(t *testing.T, file string, text any) (places []token.Position) {
	t.Helper()
	set := token.NewFileSet()
	f := must.Get(parser.ParseFile(set, file, text, parser.SkipObjectResolution))(t)
	imported := importNames(t, f)
	look := func(names ...ast.Expr) {
		for _, n := range names {
			if id, ok := n.(*ast.Ident); ok && imported[id.Name] {
				places = append(places, set.Position(id.Pos()))
			}
		}
	}
	fields := func(lists ...*ast.FieldList) {
		for _, list := range lists {
			if list == nil {
				continue
			}
			for _, field := range list.List {
				for _, name := range field.Names {
					look(name)
				}
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			fields(n.Recv)
		case *ast.FuncType:
			fields(n.TypeParams, n.Params, n.Results)
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				look(n.Lhs...)
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				look(n.Key, n.Value)
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				look(name)
			}
		case *ast.TypeSpec:
			look(n.Name)
		}
		return true
	})
	return places
}

// version is the last element of the path of a module of a later major version.
var version = regexp.MustCompile(`^v[0-9]+$`)

// importNames returns the names by which a file names the packages that it imports. Without the package itself its name
// is taken from its path.
func importNames(t *testing.T, f *ast.File) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, spec := range f.Imports {
		if spec.Name != nil {
			names[spec.Name.Name] = spec.Name.Name != "_"
			continue
		}
		name := must.Get(strconv.Unquote(spec.Path.Value))(t)
		if version.MatchString(path.Base(name)) {
			name = path.Dir(name)
		}
		names[strings.TrimPrefix(path.Base(name), "go-")] = true
	}
	return names
}
