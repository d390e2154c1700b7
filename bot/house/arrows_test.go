package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grognard/rules/must"
)

// features are the folders of rules of single games, and feature is the room of each: it knows its
// series, which does not know it.
const features = "rules/scs/feature/"

var feature = room{[]string{"rules/casefile", "rules/chart", "rules/dice", "rules/document", "rules/first", "rules/hex",
	"rules/internal/choice", "rules/internal/score", "rules/internal/series",
	"rules/internal/state", "rules/modules", "rules/order", "rules/proofread", "rules/scs", "rules/scs/data",
	"rules/scs/game", "rules/scs/law", "rules/scs/play", "rules/view"},
	"a rule of single games knows its series, and no other"}

// beside are the features that know another one, with the reason.
var beside = map[string]room{features + "replacements": {[]string{features + "cup"}, "it draws by the dice of the cup"}}

// roomOf is what a package may import, with what the list of features is there for.
func roomOf(pkg string) (r room, ok bool) {
	if strings.HasPrefix(pkg, features) {
		return room{slices.Concat(feature.may, beside[pkg].may), feature.why}, true
	}
	if r, ok = drawing[pkg]; !ok {
		r, ok = house[pkg]
	}
	return r, ok
}

// lists reports whether a package may import one of ours because it is the list of them.
func lists(pkg, ours string) bool { return pkg == "rules" && strings.HasPrefix(ours, features) }

// impure is what a ruling must not depend on: a clock, the machine, chance.
var impure = []string{"time", "os", "net", "net/http", "math/rand", "math/rand/v2", "crypto/rand", "database/sql",
	"math", "sync", "sync/atomic"}

// mayBeImpure are packages under rules/ that read files for people.
var mayBeImpure = map[string]string{"rules/adjudicate": "os", "rules/modules": "time"}

// TestHouse holds every package's imports against the arrows. It parses the
// files itself: the answers of the go command are kept between tests.
func TestHouse(t *testing.T) {
	found := map[string]bool{}
	must.Do(t, filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		pkg := filepath.ToSlash(path.Dir(strings.TrimPrefix(filepath.ToSlash(file), "../../")))
		found[pkg] = true
		room, ok := roomOf(pkg)
		if !ok {
			t.Errorf("%s: the package has no room in the house", pkg)
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if ours, is := strings.CutPrefix(name, "grognard/"); is && !slices.Contains(room.may, ours) &&
				!lists(pkg, ours) {
				t.Errorf("%s imports %s: %s", file, ours, room.why)
			}
			if (pkg == "rules" || strings.HasPrefix(pkg, "rules/")) && slices.Contains(impure, name) &&
				mayBeImpure[pkg] != name {
				t.Errorf("%s imports %s: the rules are pure", file, name)
			}
		}
		return nil
	}))
	for _, pkg := range slices.AppendSeq(slices.Collect(maps.Keys(house)), maps.Keys(drawing)) {
		if !found[pkg] {
			t.Errorf("%s: a room without a package", pkg)
		}
	}
}

// support matches the packages that tests alone use.
var support = regexp.MustCompile(`^grognard/.*(test|must|/oracle|/player|/house)(/|$)`)

// TestProgram_LinksNoTestSupport: what makes things fail for tests is no part of the program.
func TestProgram_LinksNoTestSupport(t *testing.T) {
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "grognard/bot")
	list.Stderr = os.Stderr
	out, err := list.Output()
	must.Do(t, err)
	names := strings.Fields(string(out))
	if !slices.Contains(names, "grognard/bot/localtable") {
		t.Errorf("the local table is no part of the program: %q", names)
	}
	for _, name := range slices.DeleteFunc(names, func(name string) bool { return !support.MatchString(name) }) {
		t.Errorf("the program links %s", name)
	}
}

// TestTheRulesHaveNoGoroutines: nothing under rules/ runs beside anything else, so that the
// race detector, which takes minutes, has nothing to look for there.
func TestTheRulesHaveNoGoroutines(t *testing.T) {
	must.Do(t, filepath.WalkDir("../../rules", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, file, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.GoStmt, *ast.ChanType, *ast.SelectStmt:
				t.Errorf("%v: the rules know no goroutines", files.Position(n.Pos()))
			}
			return true
		})
		return nil
	}))
}

// room is what a package may import of ours, and why no more.
type room struct {
	may []string
	why string
}
