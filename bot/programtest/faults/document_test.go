package faults

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"grognard/rules/must"
)

// faultRow is a fault of a row of faults.txt.
type faultRow struct {
	name, effects, log, identifies string
	tests                          []string // as in `TestX`, `TestX/subtest` or `bot/discord.TestX`
}

// identifying matches what a row says if the program needs another number of sessions than one.
var identifying = regexp.MustCompile(`(\d+) IDENTIFYs`)

// quoted returns the texts between back quotes.
func quoted(cell string) (list []string) {
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1) {
		list = append(list, m[1])
	}
	return list
}

// readFaults reads faults.txt, whose head explains its form.
func readFaults(t testing.TB) (list []faultRow) {
	t.Helper()
	b, test := must.Get(os.ReadFile("faults.txt"))(t), ""
	for line := range strings.Lines(string(b)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case !strings.HasPrefix(line, "|"):
			continue
		case len(cells) != 3:
			t.Fatalf("%d cells in %s", len(cells), line)
		case cells[0] == "fault":
			test = cells[2]
			continue
		}
		effects, log, _ := strings.Cut(cells[1], "Log")
		identifies := identifying.FindStringSubmatch(effects + " 1 IDENTIFYs")[1]
		for name := range strings.SplitSeq(cells[0], "; ") {
			tests := quoted(strings.ReplaceAll(cmp.Or(cells[2], test), "/…", "/"+name))
			list = append(list, faultRow{name, effects, log, identifies, tests})
		}
	}
	return list
}

// faultNamed returns the row of a fault, and ends the test if there is none.
func faultNamed(t testing.TB, name string) faultRow {
	t.Helper()
	for _, row := range readFaults(t) {
		if row.name == name {
			return row
		}
	}
	t.Fatalf("faults.txt has no row %q", name)
	return faultRow{}
}

// survived are the faults that the document must have, each as the beginning of at least one row.
var survived = []string{
	"close 4000", "close 4001", "close 4002", "close 4003", "close 4004", "close 4005", "close 4007", "close 4008", "close 4009",
	"close 4010", "close 4011", "close 4012", "close 4013", "close 4014",
	"op 7", "op 9", "op 11 missing", "HELLO missing", "READY missing", "RESUMED missing",
	"401", "403", "404", "429 with JSON, for the route", "429 with JSON, for all", "429 by a header alone", "500", "501", "502", "503", "504", "HTML",
	"a connection cut", "a black hole", "60 s without network", "duplicate", "disorder", "a deleted channel", "a lost permission", "a lost server",
	"a full disk", "a read-only disk", "a corrupted page", "a deleted database", "two processes", "a jumping clock", "a forged custom ID", "kill -9",
	"a database of 0 bytes", "a lost, cut or corrupted journal", "a database cut", "rows acknowledged and then lost",
	"a removed database", "an accepted loss", "a count",
}

// TestFaultsDocument compares faults.txt with the program: every fault has a row, its tests exist, and the program has
// every text that the row quotes of the log and of what operators see.
func TestFaultsDocument(t *testing.T) {
	t.Parallel()
	rows := readFaults(t)
	for _, fault := range survived {
		found := false
		for _, row := range rows {
			found = found || strings.HasPrefix(row.name, fault)
		}
		if !found {
			t.Errorf("faults.txt has no row for %s", fault)
		}
	}
	said := sourceTexts(t)
	names := map[string]bool{}
	for _, row := range rows {
		if names[row.name] {
			t.Errorf("two rows %q", row.name)
		}
		names[row.name] = true
		if len(row.tests) == 0 || row.effects == "" {
			t.Errorf("%s: the row is not complete: %+v", row.name, row)
		}
		for _, text := range append(quoted(row.log), quoted(row.effects)...) {
			if !strings.Contains(said, text) {
				t.Errorf("%s: nothing in the program says %q", row.name, text)
			}
		}
		for _, name := range row.tests {
			if !testExists(t, name) {
				t.Errorf("%s: there is no test %s", row.name, name)
			}
		}
	}
}

// sourceTexts returns the texts in the program's sources, without its tests.
func sourceTexts(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, root := range []string{"../..", "../../../storage"} {
		must.Do(t, filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			for _, text := range literals(t, file) {
				all.WriteString(text + "\n")
			}
			return nil
		}))
	}
	return all.String() + string(must.Get(os.ReadFile("../../catalogue/active.en.yaml"))(t))
}

// literals returns the texts in a source file.
func literals(t *testing.T, file string) (list []string) {
	t.Helper()
	f := must.Get(parser.ParseFile(token.NewFileSet(), file, nil, 0))(t)
	ast.Inspect(f, func(n ast.Node) bool {
		if b, ok := n.(*ast.BasicLit); ok && b.Kind == token.STRING {
			if text, err := strconv.Unquote(b.Value); err == nil {
				list = append(list, text)
			}
		}
		return true
	})
	return list
}

// testExists looks for a test by its name, such as bot/discord.TestX/subtest: a function, and, for a subtest, its name
// among the texts of the package's tests.
func testExists(t *testing.T, name string) bool {
	t.Helper()
	folder := "."
	if at, rest, ok := strings.Cut(name, ".Test"); ok {
		folder, name = filepath.Join("../../..", at), "Test"+rest
	}
	function, sub, _ := strings.Cut(name, "/")
	files := must.Get(filepath.Glob(filepath.Join(folder, "*_test.go")))(t)
	var hasFunction, hasSub bool
	for _, file := range files {
		b := must.Get(os.ReadFile(file))(t)
		hasFunction = hasFunction || strings.Contains(string(b), "\nfunc "+function+"(")
		hasSub = hasSub || strings.Contains(string(b), strconv.Quote(sub))
	}
	return hasFunction && (hasSub || sub == "")
}
