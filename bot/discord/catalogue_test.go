package discord

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
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
	"grognard/rules/view"

	"github.com/goccy/go-yaml"
)

func english(t *testing.T) map[string]any {
	t.Helper()
	m := map[string]any{}
	for _, file := range must.Get(filepath.Glob("../catalogue/*.en.yaml"))(t) {
		var part map[string]any
		must.Do(t, yaml.Unmarshal(must.Get(os.ReadFile(file))(t), &part))
		for id, words := range part {
			if m[id] != nil {
				t.Errorf("%s: %q has words already", file, id)
			}
			m[id] = words
		}
	}
	return m
}

// use is a message that the source asks for, with the arguments that are
// written out beside it; spread says that there may be others.
type use struct {
	at     string
	id     string
	args   []string
	spread bool
}

// speakers are the functions that take a message, and which of their arguments it is.
var speakers = map[string]int{"T": 0, "say": 0, "Say": 0, "Try": 0, "TextReply": 0, "Refusal": 0, "answerChange": 1,
	"confirmed": 1}

// speaking are the packages that say something by the identifier of a message.
var speaking = []string{"audit", "beside", "briefly", "grouped", "discord", "summary", "lately", "wording", "console", "page", "ask", "tell", "look", "play", "away",
	"table", "deliver", "direct", "places", "ticks", "fightodds", "fightways", "barred", "likely", "statuspost", "welcome",
	"serversettings", "gamelist", "moving", "leagues", "charttext", "ownside", "rated", "turn", "lobby", "requests", "report", "reports", "bring", "cases", "ranks", "reliable", "refill", "remaining", "destinations", "losses", "outcome", "forward", "stages", "seldom"}

// boardsOfTests is the folder of the boards that tests of pictures draw, which say what no game says.
const boardsOfTests = "../../render/internal/rendertest"

// sourceUses reads every message that the program's source asks for by name.
func sourceUses(t *testing.T) (uses []use, problems []string) {
	t.Helper()
	files := token.NewFileSet()
	for _, root := range []string{"../../rules", "../../render", "../../bot"} {
		must.Do(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && path == boardsOfTests {
				return fs.SkipDir
			}
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				return err
			}
			ours := slices.Contains(speaking, f.Name.Name)
			problem := problemIDs[f.Name.Name]
			if problem == nil && ours {
				problem = problemIDs["discord"]
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					if u, ok := asksFor(n, ours); ok {
						u.at = files.Position(n.Pos()).String()
						uses = append(uses, u)
					}
				case *ast.BasicLit:
					if id, err := strconv.Unquote(n.Value); err == nil && problem != nil && problem.MatchString(id) {
						problems = append(problems, id)
					}
				}
				return true
			})
			return nil
		}))
	}
	return uses, problems
}

// problemIDs are messages that stand in tables and errors, by package.
var problemIDs = map[string]*regexp.Regexp{
	"order":   regexp.MustCompile(`^order\.[a-z-]+$`),
	"discord": regexp.MustCompile(`^(order|table|stale|error)\.[a-z-]+$`),
}

func asksFor(call *ast.CallExpr, ours bool) (use, bool) {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		name = f.Sel.Name
	case *ast.Ident:
		name = f.Name
	}
	at, ok := speakers[name]
	if !ok || name != "T" && !ours || len(call.Args) <= at {
		return use{}, false
	}
	lit, ok := call.Args[at].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return use{}, false
	}
	id, err := strconv.Unquote(lit.Value)
	if err != nil {
		return use{}, false
	}
	u := use{id: id, spread: call.Ellipsis.IsValid()}
	for i := at + 1; i < len(call.Args); i += 2 {
		if key, ok := call.Args[i].(*ast.BasicLit); ok {
			if word, err := strconv.Unquote(key.Value); err == nil {
				u.args = append(u.args, word)
			}
		}
	}
	return u, true
}

// families are messages that the code finds by an identifier of the game's.
var families = []string{"phase.", "kind.", "verb.", "command.", "option.", "mark.", "pile.", "owed.", "pick.",
	"word.", "symbol.", "size.", "effect.", "stock.", "fact.", "trait.", "rating.", "strength.", "style.", "scope.", "layer.",
	"list.part.", "list.form.", "list.hint.", "ending.", "caution.", "accept.", "warn.finished.", "warn.destroyed",
	"dice.own", "dice.beacon", "dice.for-", "undo.answer-", "undo.told-", "answer.consent", "answer.decline",
	"answer.take", "from.now", "clock.preset-", "warn.could-overrun.",
	"doing.", "told-apart.", "deny.nothing-owed.", "deny.other-owed.",
	"origin.", "date.weekday-", "date.day-", "date.month-", "picture.month-", "picture.phase-", "picture.fact-",
	"picture.stock-", "picture.length-", "legend.kind-", "legend.trait-",
	"bcs.note.", "bcs.barred-", "paper.letters-", "bcs.task.", "bcs.trains-", "with.", "bcs.side-", "bcs.told.", "bcs.tables.", "bcs.terrain-",
	"bcs.line-", "bcs.sign.", "bcs.retreat-situational", "bcs.retreat-automatic", "bcs.result-", "result.",
	"unit.side-", "card.side-", "card.up-", "picture.side-", "picture.estimated-", "legend.side-", "legend.class-",
	"class.", "task.", "setting.", "lost.", "digest.lost-", "permission.", "thread.", "league.", "lobby.", "in-short.", "bring.file-", "bring.line-", "reliable.", "request.", "pace.", "format.", "button.undo-", "use."}

func TestCatalogue_EveryMessageHasWords(t *testing.T) {
	known := english(t)
	uses, problems := sourceUses(t)
	for _, id := range problems {
		uses = append(uses, use{at: "a problem", id: id})
	}
	wordsFor(t, uses, known)
	if len(uses) < 100 {
		t.Errorf("only %d uses were found: the reader of the source is broken", len(uses))
	}
}

// wordsFor holds that there are words for what is said, and that somebody says each of the words.
func wordsFor(t *testing.T, uses []use, words map[string]any) {
	t.Helper()
	used := map[string]bool{}
	for _, u := range uses {
		used[u.id] = true
		if words[u.id] == nil && !strings.HasSuffix(u.id, ".") {
			t.Errorf("%s: no words for %q", u.at, u.id)
		}
	}
	for id := range words {
		if !used[id] && !slices.ContainsFunc(families, func(f string) bool { return strings.HasPrefix(id, f) }) {
			t.Errorf("nobody says %q", id)
		}
	}
}

// shipped are the games that come with the program, and those in the tests of features that no such game has.
func shipped(t *testing.T) (games []*modules.Definition) {
	t.Helper()
	for _, id := range modules.Embedded() {
		d := must.Get(rules.Modules().Load(id))(t)
		games = append(games, d)
	}
	folders := must.Get(filepath.Glob("../../rules/scs/feature/*/testdata/modules"))(t)
	for _, folder := range folders {
		games = append(games, must.Get(adjudicate.Games(folder))(t).Games...)
	}
	return games
}

// What the game's identifiers are said by is said by somebody: a verb and a command by a form, a phase by a game.
func TestCatalogue_NothingUnused(t *testing.T) {
	named := map[string]bool{"phase." + view.SetUp: true}
	for _, f := range new(bot).commandSpecs(nil) {
		named["command."+string(f.Verb)] = true
	}
	for _, d := range shipped(t) {
		for _, side := range d.Sides {
			for _, p := range d.Own.PhasesOf(side.ID) {
				named["phase."+p] = true
			}
		}
		m := must.Get(rules.New(d, rules.Position{}))(t)
		for _, s := range m.Specs() {
			named["verb."+cmp.Or(s.Label, string(s.Verb))], named["command."+string(s.Verb)] = true, true
		}
	}
	for name := range named { // a verb of two words is a command in a command
		if first, _, two := strings.Cut(name, " "); two {
			named[first] = true
		}
	}
	for id := range english(t) {
		family, _, _ := strings.Cut(id, ".")
		if slices.Contains([]string{"verb", "command", "phase"}, family) && !named[id] {
			t.Errorf("nothing is called %q", id)
		}
	}
}

var variable = regexp.MustCompile(`\.([a-z]+)`)

// variables are the arguments that a message's templates name.
func variables(message any) []string {
	var out []string
	switch m := message.(type) {
	case string:
		for _, action := range regexp.MustCompile(`{{[^}]*}}`).FindAllString(m, -1) {
			for _, v := range variable.FindAllStringSubmatch(action, -1) {
				out = append(out, v[1])
			}
		}
	case map[string]any:
		for _, form := range m {
			out = append(out, variables(form)...)
		}
	}
	return out
}

func TestCatalogue_ArgumentsAreGiven(t *testing.T) {
	known := english(t)
	uses, _ := sourceUses(t)
	for _, u := range uses {
		for _, v := range variables(known[u.id]) {
			if !u.spread && !slices.Contains(u.args, v) {
				t.Errorf("%s: %q is not given {{.%s}}", u.at, u.id, v)
			}
		}
	}
}

// A message of one form has it for every count, one of something included.
func TestCatalogue_EveryCountHasAForm(t *testing.T) {
	loc := inEnglish(t)
	for id := range english(t) {
		for n := range 3 {
			if _, ok := loc.Try(id, "n", n); !ok {
				t.Errorf("%s has no words for %d", id, n)
			}
		}
	}
}
