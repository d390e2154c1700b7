package discord

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"

	"github.com/bwmarrin/discordgo"
)

// Every command has words of its own for itself and for each of its options, and somebody who carries it out; what is
// completed is so by somebody. Each stands once in the order in which Discord lists them: one which moves is a change that
// users see.
func TestCommandTable_Complete(t *testing.T) {
	t.Parallel()
	known, ordered := english(t), commandOrder()
	specs := new(bot).commandSpecs([]string{"supply"})
	if len(specs) != len(ordered) {
		t.Errorf("%d commands are registered, the order names %d", len(specs), len(ordered))
	}
	for i, c := range specs {
		verb := string(c.Verb)
		if at := slices.Index(ordered, c.Verb); at != i {
			t.Errorf("/%s is registered as number %d, and stands in the order at %d", verb, i, at)
		}
		if c.Run == nil {
			t.Errorf("nobody carries out /%s", verb)
		}
		first, _, _ := strings.Cut(verb, " ")
		for _, id := range []string{"command." + verb, "command." + first} {
			if known[id] == nil {
				t.Errorf("/%s has no words: %q", verb, id)
			}
		}
		for _, o := range c.Options {
			if known["option."+o.Name] == nil && known["option."+verb+"."+o.Name] == nil {
				t.Errorf("/%s %s has no words", verb, o.Name)
			}
			if o.Autocomplete != (o.Complete != nil) {
				t.Errorf("/%s %s is completed by nobody, or unasked", verb, o.Name)
			}
		}
	}
}

// Every name of a press in the source is in the table once, and the table has no other.
func TestPressTable_Complete(t *testing.T) {
	t.Parallel()
	named := pressNames(t)
	if len(named) < 60 {
		t.Fatalf("only %d names were found: the reader of the source is broken", len(named))
	}
	for _, p := range new(bot).pressSpecs() {
		i := slices.Index(named, p.Name)
		if i < 0 {
			t.Errorf("the press %q is in the table twice, or has no name in the source", p.Name)
			continue
		}
		if named = slices.Delete(named, i, i+1); p.Run == nil || page.IsChoice(p.Name) ||
			strings.ContainsAny(p.Name, ":|"+page.MarkSign) {
			t.Errorf("the press %q does nothing, or cannot be told from others", p.Name)
		}
	}
	if len(named) > 0 {
		t.Errorf("not in the table: %q", named)
	}
}

// pressNames are the constants of this package that name presses.
func pressNames(t *testing.T) (names []string) {
	t.Helper()
	files := must.Get(filepath.Glob("*.go"))(t)
	below := must.Get(filepath.Glob("*/*.go"))(t)
	files = append(files, below...)
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f := must.Get(parser.ParseFile(token.NewFileSet(), path, nil, 0))(t)
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 || !strings.HasPrefix(strings.ToLower(spec.Names[0].Name), "press") {
				return true
			}
			if lit, ok := spec.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
				name := must.Get(strconv.Unquote(lit.Value))(t)
				names = append(names, name)
			}
			return true
		})
	}
	return names
}

// The tests of all that is sent find a custom ID that the table does not know.
func TestPressable_UnknownPress(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]bool{"s0:0:move:abcd:": true, "list:g~r-1": true, "text": true,
		"nothing:g": false, "list-nothing:g": false} {
		if got := Pressable()(id); got != want {
			t.Errorf("%q is in the table: %v", id, got)
		}
	}
}

// A button of a look-up that was made by another program is stale, and one of a game that is gone
// asks whose tables are meant.
func TestLookups_CustomIDs(t *testing.T) {
	t.Parallel()
	m := ask.TypedCommand{Verb: look.CrtVerb, Values: map[string]string{"odds": "3:1", look.GameValue: "afb"}}
	id, ok := m.ID(page.PressLook)
	if !ok || id != "look:crt|game=afb|odds=3:1" {
		t.Fatalf("written as %q", id)
	}
	b := &bot{look: look.Handlers{Lookups: &look.Lookups{Commands: new(bot).commandTable(nil)}}}
	back, err := b.look.Lookups.MeantBy("crt|game=afb|odds=3:1")
	if err != nil || back.Verb != m.Verb || fmt.Sprint(back.Values) != fmt.Sprint(m.Values) {
		t.Errorf("read back as %v (%v)", back, err)
	}
	for _, rest := range []string{"", "nothing", "move|units=x", "crt|odds", "crt|"} {
		if _, err := b.look.Lookups.MeantBy(rest); !errors.Is(err, page.ErrStale) {
			t.Errorf("%q: %v", rest, err)
		}
	}
	for _, odds := range []string{"a|b", "a~b", string(make([]rune, 100))} {
		if id, ok := m.With("odds", odds).ID(page.PressLook); ok {
			t.Errorf("%q is a custom ID", id)
		}
	}
}

// The most rows of the manual's table of commands that concern the players of one series, of which the richest has 25
// kinds of orders, and the most names that Discord lists: it takes 100, and leagues and more series are to come.
const (
	mostRows  = 76
	mostNames = 90
)

// The commands are few enough to be found: as the manual's rows, with the games that ship, and as names with all games.
func TestCommandTable_Limits(t *testing.T) {
	t.Parallel()
	count := func(games []*modules.Definition) (rows, names int) {
		var specs [][]order.Spec
		for _, d := range games {
			specs = append(specs, must.Get(rules.New(d, rules.Position{}))(t).Specs())
		}
		for _, c := range commandsOf(inEnglish(t), new(bot).commandSpecs(nil), order.Union(specs...)) {
			if names++; len(c.Options) == 0 || c.Options[0].Type != discordgo.ApplicationCommandOptionSubCommand {
				rows++
				continue
			}
			rows += len(c.Options)
		}
		return rows, names
	}
	all := shipped(t)
	ofSeries := map[string][]*modules.Definition{}
	for _, d := range all[:len(modules.Embedded())] {
		ofSeries[d.Series] = append(ofSeries[d.Series], d)
	}
	for name, games := range ofSeries {
		if rows, _ := count(games); rows > mostRows || rows < mostRows/2 {
			t.Errorf("%s: %d rows of commands, at most %d", name, rows, mostRows)
		}
	}
	if _, names := count(all); names > mostNames || names < mostNames/3 {
		t.Errorf("%d names of commands, at most %d", names, mostNames)
	}
}
