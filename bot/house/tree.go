package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// module is the path of the module that is measured.
const module = "grognard"

// folder is what is measured of a folder with Go files.
type folder struct {
	path       string // such as "bot/discord"
	files      int    // without tests
	longest    int    // lines of the longest file, tests too
	lines      int    // of the files without tests
	testLines  int
	stated     [2]int // the most lines without tests, and of tests, that its README allows; zero if it says nothing
	long       int    // lines of files beyond column 120
	arrows     int    // pairs of files of which one names something in the other
	against    int    // arrows against the order that graph.order finds
	methods    int    // of the type with the most methods
	methodType string // the name of that type
}

// tree type-checks the packages of the module. It is the importer of its own packages.
type tree struct {
	root    string
	set     *token.FileSet
	files   map[string][]*ast.File // by folder, without tests
	checked map[string]*types.Package
	uses    map[string]map[*ast.Ident]types.Object // by folder
	others  types.Importer                         // of packages from elsewhere
}

// readTree measures every folder below root, the folder of go.mod.
func readTree(root string) ([]*folder, error) {
	t := &tree{root: root, set: token.NewFileSet(), files: map[string][]*ast.File{},
		checked: map[string]*types.Package{}, uses: map[string]map[*ast.Ident]types.Object{}}
	folders := map[string]*folder{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		relative, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		name := path.Dir(filepath.ToSlash(relative))
		if folders[name] == nil {
			folders[name] = &folder{path: name}
		}
		return t.read(folders[name], file)
	})
	if err != nil {
		return nil, err
	}
	if t.others, err = exported(root, t.set); err != nil {
		return nil, err
	}
	var list []*folder
	for _, f := range folders {
		list = append(list, f)
		if f.stated, err = statedSize(filepath.Join(root, f.path, "README.md")); err != nil {
			return nil, err
		}
		if len(t.files[f.path]) == 0 {
			continue
		}
		if _, err := t.Import(module + "/" + f.path); err != nil {
			return nil, err
		}
		f.methodType, f.methods = mostMethods(t.checked[f.path])
		g := t.arrows(f.path)
		f.arrows, f.against = g.size(), g.against(g.order())
	}
	slices.SortFunc(list, func(a, b *folder) int { return strings.Compare(a.path, b.path) })
	return list, nil
}

// read counts the lines of a file, and parses it unless it is a test.
func (t *tree) read(f *folder, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	lines := bytes.Count(text, []byte("\n"))
	f.longest = max(f.longest, lines)
	if strings.HasSuffix(file, "_test.go") {
		f.testLines += lines
		return nil
	}
	parsed, err := parser.ParseFile(t.set, file, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	f.files, f.lines, f.long = f.files+1, f.lines+lines, f.long+longLines(t.set, parsed, string(text))
	built, err := build.Default.MatchFile(filepath.Dir(file), filepath.Base(file))
	if built { // for this system
		t.files[f.path] = append(t.files[f.path], parsed)
	}
	return err
}

// statedSize returns the most lines without tests, and of tests, that a README states for its folder: "Size: at most
// 900 lines, 400 of tests." It returns zeros if there is no such line.
func statedSize(readme string) (size [2]int, err error) {
	text, err := os.ReadFile(readme)
	if errors.Is(err, fs.ErrNotExist) {
		return size, nil
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "Size: ") && err == nil {
			_, err = fmt.Sscanf(line, "Size: at most %d lines, %d of tests.", &size[0], &size[1])
		}
	}
	return size, err
}

// Import type-checks a package of the module, or reads one from elsewhere.
func (t *tree) Import(name string) (*types.Package, error) {
	folder, ours := strings.CutPrefix(name, module+"/")
	if !ours {
		return t.others.Import(name)
	}
	if p := t.checked[folder]; p != nil {
		return p, nil
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	p, err := (&types.Config{Importer: t}).Check(name, t.set, t.files[folder], info)
	t.checked[folder], t.uses[folder] = p, info.Uses
	return p, err
}

// exported returns an importer that reads the export data of the packages that the module needs from elsewhere.
func exported(root string, set *token.FileSet) (types.Importer, error) {
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", "./...")
	var failed strings.Builder
	list.Dir, list.Stderr = root, &failed
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, &failed)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		files[name] = file
	}
	return importer.ForCompiler(set, "gc", func(name string) (io.ReadCloser, error) {
		if files[name] == "" {
			return nil, errors.New("no export data of " + name)
		}
		return os.Open(files[name])
	}), nil
}

// mostMethods returns the type of a package with the most methods and their number. Methods of embedded types count if
// they are of the module; interfaces do not count.
func mostMethods(p *types.Package) (name string, most int) {
	for _, each := range p.Scope().Names() {
		named, ok := p.Scope().Lookup(each).(*types.TypeName)
		if !ok || types.IsInterface(named.Type()) {
			continue
		}
		n := 0
		for method := range types.NewMethodSet(types.NewPointer(named.Type())).Methods() {
			if from := method.Obj().Pkg(); from != nil && strings.HasPrefix(from.Path(), module+"/") {
				n++
			}
		}
		if n > most {
			name, most = each, n
		}
	}
	return name, most
}

// longLines counts the lines beyond column 120, where a tab is four columns. It does not count lines on which a string,
// or the tag of a field, goes across that column: those cannot be broken.
func longLines(set *token.FileSet, f *ast.File, text string) (n int) {
	const limit = 120
	across := map[int]bool{} // lines
	lines := strings.Split(text, "\n")
	column := func(line, upTo int) int {
		before := lines[line-1][:min(upTo, len(lines[line-1]))]
		return len([]rune(before)) + 3*strings.Count(before, "\t")
	}
	ast.Inspect(f, func(node ast.Node) bool {
		if s, ok := node.(*ast.BasicLit); ok && s.Kind == token.STRING {
			from, to := set.Position(s.Pos()), set.Position(s.End())
			for line := from.Line; line <= to.Line; line++ {
				begins, ends := 0, limit+1
				if line == from.Line {
					begins = column(line, from.Column-1)
				}
				if line == to.Line {
					ends = column(line, to.Column-1)
				}
				across[line] = across[line] || begins < limit && ends > limit
			}
		}
		return true
	})
	for i := range lines {
		if column(i+1, len(lines[i])) > limit && !across[i+1] {
			n++
		}
	}
	return n
}
