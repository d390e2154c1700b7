package scs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/rulebook"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
)

// source parses the files of the series rules and its features, without their tests.
func source(t *testing.T) (*token.FileSet, []*ast.File) {
	t.Helper()
	var names []string
	for _, folder := range []string{"*.go", "*/*.go", "feature/*/*.go"} {
		found := must.Get(filepath.Glob(folder))(t)
		names = append(names, found...)
	}
	files := token.NewFileSet()
	var out []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f := must.Get(parser.ParseFile(files, name, nil, parser.ParseComments))(t)
		out = append(out, f)
	}
	return files, out
}

func book(t *testing.T, name, text string) rulebook.Book {
	t.Helper()
	return must.Get(rulebook.Parse(name, text))(t)
}

// withBook is a game with its rulebook, which has no paragraphs if the game has no book.
type withBook struct {
	def  *modules.Definition
	book rulebook.Book
}

// allGames returns the games that ship, and the games in the tests of features.
func allGames(t *testing.T) (games []withBook) {
	t.Helper()
	for _, id := range modules.Embedded() {
		if d := must.Get(rules.Modules().Load(id))(t); d.Series == data.SeriesName {
			games = append(games, withBook{d, bookOf(t, id, modules.Rulebook(id))})
		}
	}
	folders := must.Get(filepath.Glob("feature/*/testdata/modules"))(t)
	for _, folder := range folders {
		own := must.Get(adjudicate.Games(folder))(t)
		for _, d := range own.Games {
			text := must.Get(os.ReadFile(filepath.Join(folder, d.ID, "rulebook.txt")))(t)
			games = append(games, withBook{d, bookOf(t, d.ID, string(text))})
		}
	}
	return games
}

// bookOf parses a game's book. It has no paragraphs if the text is empty.
func bookOf(t *testing.T, id, text string) (b rulebook.Book) {
	t.Helper()
	if text == "" {
		return b
	}
	return book(t, id, text)
}

// ofGames returns the books of games by the games' identifiers.
func ofGames(t *testing.T) map[string]rulebook.Book {
	t.Helper()
	out := map[string]rulebook.Book{}
	for _, g := range allGames(t) {
		if len(g.book.Paragraphs) > 0 {
			out[g.def.ID] = g.book
		}
	}
	return out
}

const number = `\d{1,2}\.\d[a-z]?`

var (
	named     = `fog of war|cumulative|rounding|precedence|map [A-Z]|set-up \d`
	item      = `(?:` + number + `|` + named + `)`
	opening   = regexp.MustCompile(`SCS (` + item + `(?:(?:, | and )` + item + `)*)`)    // SCS 9.1c, 9.1d
	again     = regexp.MustCompile(`(` + item + `(?:, ` + item + `)*)(?: \([^)]*\))?: `) // 9.1c, 9.1d (1.8):
	ofGame    = regexp.MustCompile(`[a-z]+ ` + number)                                   // afb 1.5
	items     = regexp.MustCompile(item)                                                 // each of these
	mention   = regexp.MustCompile(`([a-z]+ )?\b(` + number + `)(\d?)\b`)                // either, anywhere
	isEdition = regexp.MustCompile(`^1\.[678]$`)
)

// TestComments: comments cite only paragraphs that are in the book, and each paragraph that is done
// opens a comment: "SCS 9.1b: each hex is farther …".
func TestComments(t *testing.T) {
	series, games := book(t, "scs", scs.Series{}.Rulebook()), ofGames(t)
	files, all := source(t)
	opened := map[string]bool{}
	for _, f := range all {
		for _, c := range f.Comments {
			text := strings.Join(strings.Fields(c.Text()), " ")
			if strings.Contains(text, "# game.yaml") {
				continue // an example module: its hexes and its own paragraphs are not in the book
			}
			ours := ofGame.ReplaceAllStringFunc(text, func(cited string) string {
				if _, ok := games[strings.Fields(cited)[0]]; ok {
					return ""
				}
				return cited
			})
			for _, m := range slices.Concat(opening.FindAllStringSubmatch(ours, -1),
				again.FindAllStringSubmatch(ours, -1)) {
				for _, rule := range items.FindAllString(m[1], -1) {
					opened[rule] = true
				}
			}
			for _, m := range mention.FindAllStringSubmatch(text, -1) {
				rule, from := m[2]+m[3], series
				if game, ok := games[strings.TrimSuffix(m[1], " ")]; ok {
					rule, from = m[1]+rule, game
				} else if isEdition.MatchString(rule) {
					continue
				}
				if _, ok := from.Find(rule); !ok {
					t.Errorf("%v: %s is not in the book", files.Position(c.Pos()), rule)
				}
			}
		}
	}
	for _, p := range series.Paragraphs {
		if p.Status == rulebook.Done && !opened[p.Rule] {
			t.Errorf("%s: no comment opens with it (%s)", p.Rule, p.About)
		}
		if p.Status == rulebook.Skip && opened[p.Rule] {
			t.Errorf("%s: a comment opens with it, but it is skipped", p.Rule)
		}
	}
}

// TestEditions: the paragraphs marked in the book as different between editions are those that the policies cite.
func TestEditions(t *testing.T) {
	series := book(t, "scs", scs.Series{}.Rulebook())
	_, all := source(t)
	differ := map[string]bool{}
	for _, f := range all {
		ast.Inspect(f, func(n ast.Node) bool {
			d, ok := n.(*ast.TypeSpec)
			if !ok || d.Name.Name != "Edition" {
				return true
			}
			for _, policy := range d.Type.(*ast.StructType).Fields.List {
				for _, m := range again.FindAllStringSubmatch(policy.Comment.Text(), -1) {
					for _, rule := range items.FindAllString(m[1], -1) {
						differ[rule] = true
					}
				}
			}
			return false
		})
	}
	for _, p := range series.Paragraphs {
		if p.Differs != differ[p.Rule] {
			t.Errorf("%s: differs by the book: %v, by the policies: %v", p.Rule, p.Differs, differ[p.Rule])
		}
	}
}

// TestCases: each paragraph that is done has a case, and each that can refuse an order refuses one in a case.
func TestCases(t *testing.T) {
	folders := must.Get(filepath.Glob("../modules/*/cases"))(t)
	for _, folder := range append(folders, "cases") {
		var out strings.Builder
		adjudicate.Beside{}.Coverage(&out, false, folder)
		for gap := range strings.Lines(out.String()) {
			t.Error(gap)
		}
	}
}

// The types and functions that cite a paragraph without refusing an order by it.
var (
	toldTypes = []string{"Moved", "Spent", "Stepped", "Marked", "Noted", "Ended", "Modifier", "Line", "Table", "Risk"}
	toldCalls = []string{"times", "Roll", "goForward"}
	isRule    = regexp.MustCompile(`^(` + number + `|set-up \d)$`)
)

// TestRefusals: the paragraphs by which the code can refuse an order are those that the book marks. A paragraph in the
// code counts as a refusal unless it is in an event, in a line that is told or in a comparison.
func TestRefusals(t *testing.T) {
	series := book(t, "scs", scs.Series{}.Rulebook())
	files, all := source(t)
	refuses := map[string]token.Position{}
	for _, f := range all {
		if strings.HasSuffix(files.Position(f.Pos()).Filename, "tell.go") {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				return n.Op != token.EQL && n.Op != token.NEQ
			case *ast.CompositeLit:
				return !slices.Contains(toldTypes, lastName(n.Type))
			case *ast.CallExpr:
				return !slices.Contains(toldCalls, lastName(n.Fun))
			case *ast.BasicLit:
				if s, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil &&
					isRule.MatchString(s) && !isEdition.MatchString(s) {
					refuses[s] = files.Position(n.Pos())
				}
			}
			return true
		})
	}
	for rule, at := range refuses {
		if p, ok := series.Find(rule); !ok || !p.Refuses {
			t.Errorf("%v: %s refuses here, but not by the book", at, rule)
		}
	}
	for _, p := range series.Paragraphs {
		if _, ok := refuses[p.Rule]; p.Refuses && !ok {
			t.Errorf("line %d of the book: %s refuses nothing", p.Line, p.Rule)
		}
	}
}

// lastName is the name of a type or a function in its package, "" for an expression without a name.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// TestGames: the paragraphs that a game's files cite are in its book and marked there as refusing, and no others are.
func TestGames(t *testing.T) {
	for _, g := range allGames(t) {
		d, b, id := g.def, g.book, g.def.ID
		r := data.Of(d).Rules
		cited := []string{r.Sequence, r.Terrain, r.Stacking, r.Overrun, r.Supply}
		for key, rule := range data.Of(d).Paragraphs {
			if !slices.Contains([]string{"cup", "victory", "places"}, key) { // which are told and refuse nothing
				cited = append(cited, rule)
			}
		}
		for _, m := range d.Marks {
			cited = append(cited, m.Rule)
		}
		for _, rule := range cited {
			if p, _ := b.Find(rule); rule != "" && !p.Refuses {
				t.Errorf("%s: %s refuses, but not by the game's book", id, rule)
			}
		}
		for _, p := range b.Paragraphs {
			if p.Refuses && !slices.Contains(cited, p.Rule) {
				t.Errorf("%s: %s refuses nothing", id, p.Rule)
			}
			if !strings.HasPrefix(p.Rule, id+" ") {
				t.Errorf("%s: %s is not cited with the game's name", id, p.Rule)
			}
		}
	}
}
