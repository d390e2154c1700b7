package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grognard/rules/must"
)

// shared are the folders that know no series, and no rule of a single game.
var shared = []string{"bot/catalogue", "bot/console", "bot/discord", "bot/discord/rest", "bot/discord/wording",
	"bot/lookup", "bot/luck", "bot/referee", "bot/referee/api", "bot/referee/arrange", "bot/referee/drafts",
	"bot/referee/games", "bot/referee/ledger", "bot/referee/notify", "bot/referee/ordering", "bot/referee/people",
	"bot/referee/proof", "bot/referee/rounds", "bot/referee/titles", "bot/referee/upkeep", "bot/referee/views", "bot/workshop", "render", "rules/adjudicate", "rules/casefile",
	"rules/chart", "rules/dice", "rules/document", "rules/geography", "rules/hex",
	"rules/internal/choice", "rules/internal/score", "rules/internal/series", "rules/internal/state",
	"rules/modules", "rules/nearest", "rules/notation", "rules/order", "rules/proofread", "rules/route", "rules/rulebook", "rules/rulebook/search", "rules/slips", "rules/stages", "rules/standing",
	"rules/view"}

// ofCases are the shared folders that read and play cases.
var ofCases = []string{"rules/adjudicate", "rules/casefile", "rules/internal/series", "rules/rulebook"}

// strange are words of series and of rules of single games: in names and texts of what is
// shared they say that something lies in the wrong folder.
var strange = regexp.MustCompile(`(?i)\bscs\b|\bafb\b|barbarossa|garrison|air.?strike|breakdown|replacement|withdraw|\baccent\b|exploit|\bdg\b|\boos\b|overstack`)

// renderParts are the packages that render is made of.
func renderParts() (parts []string) {
	for pkg := range drawing {
		if strings.HasPrefix(pkg, "render/") && !strings.HasSuffix(pkg, "test") {
			parts = append(parts, pkg)
		}
	}
	slices.Sort(parts)
	return parts
}

// keptAnswer is what logs say of an offer that was taken back: no unit withdraws by it.
const keptAnswer = `"withdrawn"`

// ofPictures are the folders that are shown and drawn without a series.
var ofPictures = append([]string{"rules/view", "render"}, renderParts()...)

// strangeToPictures are what overlays, fights and events of single series mean.
var strangeToPictures = regexp.MustCompile(`(?i)overr[ua]n|air.?strike|barrage|withdraw|\breach|unsupplied|cut.?off|threat`)

// strangeToCases are words that cases of one series have. The data of any game may have them: a place is worth points.
var strangeToCases = regexp.MustCompile(`(?i)victory|\bvp\b|score|reduced|heading|"full"|parseresult`)

// featured are words of the features of the series, which lie in folders of their own; so are the
// names of these folders, and what their keys for paragraphs are called (featureWords).
var featured = regexp.MustCompile(`(?i)garrison|air.?(strike|break)|strikes|breakdown|barrage|\bdg\b|replacement|cup\b|withdr|keeper|strand|accent|victor`)

// TestSharedFoldersKnowNoSeries reads the names and texts of the shared folders, and those of
// the series for the words of its features, which have folders of their own.
func TestSharedFoldersKnowNoSeries(t *testing.T) {
	look := func(folder string, strange *regexp.Regexp) {
		names, err := filepath.Glob(filepath.Join("../..", folder, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d files, %v", folder, len(names), err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			files := token.NewFileSet()
			f := must.Get(parser.ParseFile(files, name, nil, 0))(t)
			ast.Inspect(f, func(n ast.Node) bool {
				word := ""
				switch n := n.(type) {
				case *ast.Ident:
					word = n.Name
				case *ast.BasicLit:
					word = n.Value
				}
				if strange.MatchString(word) && word != keptAnswer {
					t.Errorf("%v: %s", files.Position(n.Pos()), word)
				}
				return true
			})
		}
	}
	for _, folder := range slices.Concat(shared, renderParts()) {
		look(folder, strange)
	}
	for _, folder := range ofCases {
		look(folder, strangeToCases)
	}
	for _, folder := range ofPictures {
		look(folder, strangeToPictures)
	}
	words := featureWords(t)
	for pkg := range house {
		if pkg == "rules/scs" || strings.HasPrefix(pkg, "rules/scs/") {
			look(pkg, featured)
			look(pkg, words)
		}
	}
}

// shadowed are keys of features that are words of the series too.
var shadowed = []string{"air", "places"}

// featureWords are the names of the folders of features and the keys of their paragraphs, as words of their own.
func featureWords(t *testing.T) *regexp.Regexp {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join("../..", filepath.FromSlash(features), "*"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("%d features, %v", len(folders), err)
	}
	var words []string
	for _, folder := range folders {
		words = append(words, filepath.Base(folder))
		names := must.Get(filepath.Glob(filepath.Join(folder, "*.go")))(t)
		for _, name := range names {
			f := must.Get(parser.ParseFile(token.NewFileSet(), name, nil, 0))(t)
			words = append(words, paragraphKeys(f)...)
		}
	}
	words = slices.DeleteFunc(words, func(w string) bool { return slices.Contains(shadowed, w) })
	return regexp.MustCompile(`(?i)\b(` + strings.Join(words, "|") + `)\b`)
}

// paragraphKeys are the texts of the field Rules of a feature, where a file makes one.
func paragraphKeys(f *ast.File) (keys []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		field, ok := n.(*ast.KeyValueExpr)
		if !ok {
			return true
		}
		key, named := field.Key.(*ast.Ident)
		list, many := field.Value.(*ast.CompositeLit)
		if !named || !many || key.Name != "Rules" {
			return true
		}
		for _, e := range list.Elts {
			if lit, ok := e.(*ast.BasicLit); ok {
				if word, err := strconv.Unquote(lit.Value); err == nil {
					keys = append(keys, word)
				}
			}
		}
		return false
	})
	return keys
}
