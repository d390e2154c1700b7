package scene

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// written are the literals of the source that are not shown as words: what games call terrain, symbols and
// sizes, parts of file formats and of the names of emojis, and signs that are the same on counters in every language.
var written = strings.Fields(`
	open light-woods heavy-woods woods forest swamp marsh rough hills water sea village city river minor-river major-river
	lake track secondary road primary railroad km miles
	infantry armour armor motorised motorized mechanised cavalry reconnaissance airborne mountain mountain-cavalry marine
	engineer artillery rocket anti-tank anti-air headquarters supply air security militia HQ
	company battalion regiment brigade division corps army bn rgt regt bde div
	inf pz tk mot mtr cav mil abn mnt mtn sec gar arm mech tank panzer
	paper dark high-contrast palettes maps sprites none thrust d6 1d6 d66 3:1 D1 %d/%d
	GIF89a NETSCAPE2.0 PNG IHDR PLTE IDAT IEND
	reduced moved again grog_ die own`)

// What pictures say comes from the catalogue or from the game: no literal of the source is written on one.
func TestSource_HasNoWords(t *testing.T) {
	files, found, letters := token.NewFileSet(), 0, regexp.MustCompile(`\p{L}`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && strings.HasSuffix(path, "test") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.CallExpr:
				name, _ := n.Fun.(*ast.SelectorExpr)
				if name != nil && slices.Contains([]string{"T", "Plain", "Errorf", "New", "Use", "Format"},
					name.Sel.Name) {
					found++
					return false
				}
			case *ast.BasicLit:
				text, err := strconv.Unquote(n.Value)
				if err != nil || n.Kind != token.STRING || !letters.MatchString(text) {
					return true
				}
				family := regexp.MustCompile(`^(picture|legend)\.[a-z]+-$`).MatchString(text)
				if word := strings.TrimFunc(text, frames); !family && !slices.Contains(written, word) {
					t.Errorf("%s: %q is no message of the catalogue", files.Position(n.Pos()), text)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || found < 40 {
		t.Errorf("%d messages and errors found: %v", found, err)
	}
}

// frames says whether a character belongs to the frame of a file, such as the marks of a PNG, and not to words.
func frames(r rune) bool { return r <= '!' || r == utf8.RuneError }
