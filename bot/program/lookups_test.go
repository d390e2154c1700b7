package program_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/bot/programtest"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/must"
)

const fire = "../../rules/scs/feature/rangedfire/testdata/modules"

var update = flag.Bool("update", false, "write the answers in testdata/lookups anew")

// questions are asked as players ask them; the answers lie in testdata/lookups.
var questions = map[string][]string{
	"odds":            {"odds", "--module", "afb", "--attack", "9+4/2", "--defence", "4", "--shift", "-1"},
	"odds-left":       {"odds", "--module", "afb", "--attack", "½", "--defence", "9"},
	"odds-no-defence": {"odds", "--module", "drill", "--attack", "(1+2)/7", "--defence", "0"},
	"odds-strength":   {"odds", "--modules", fire, "--module", "gunnery", "--table", "ranged-fire", "--attack", "7½"},
	"roll":            {"roll", "2d6"},
	"roll-keep":       {"roll", "4d6kh3 - d4 + 1", "--times", "3", "--label", " the  ford "},
	"roll-tens":       {"roll", "d66"},
	"roll-many":       {"roll", "100d100"},
	"crt":             {"crt", "--module", "afb"},
	"crt-lit":         {"crt", "--module", "afb", "--odds", "11:4", "--roll", "7"},
	"crt-left":        {"crt", "--module", "drill", "--odds", "1:9"},
	"crt-strength": {"crt", "--modules", fire, "--module", "gunnery", "--table", "ranged-fire", "--odds", "7",
		"--roll", "6"},
	"odds-rating":      {"odds", "--module", "afb", "--table", "air-strike", "--attack", "3", "--shift", "-1"},
	"crt-kill":         {"crt", "--module", "afb", "--table", "air-kill", "--roll", "5"},
	"terrain":          {"terrain", "--module", "afb"},
	"terrain-one":      {"terrain", "--module", "afb", "--kind", "Swamp", "--side", "German"},
	"terrain-several":  {"terrain", "--module", "afb", "--kind", "river", "--side", "soviet"},
	"terrain-together": {"terrain", "--modules", fire, "--module", "gunnery"},
}

// answer returns what the program prints, without an error.
func answer(t *testing.T, args ...string) string {
	t.Helper()
	status, stdout, stderr := programtest.Command(t, args...)
	if status != 0 || stderr != "" {
		t.Errorf("grognard %v: status %d\n%s", args, status, stderr)
	}
	return stdout
}

// The answers in text and in JSON stay as they are, and text fits a terminal.
func TestLookups_AnswersStayAsTheyAre(t *testing.T) {
	t.Parallel()
	for name, args := range questions {
		for file, args := range map[string][]string{name + ".txt": args,
			name + ".json": append(args[:len(args):len(args)], "--json")} {
			got, golden := answer(t, args...), filepath.Join("testdata", "lookups", file)
			if *update {
				programtest.WriteFile(t, golden, got)
			}
			want, err := os.ReadFile(golden)
			if err != nil || got != string(want) {
				t.Errorf("grognard %s: %v\n%s", strings.Join(args, " "), err, got)
			}
			if strings.HasSuffix(file, ".json") {
				if !json.Valid([]byte(got)) {
					t.Errorf("%s is no JSON", file)
				}
				continue
			}
			narrow(t, file, got)
		}
	}
}

// narrow checks that a text fits a terminal of 80 columns.
func narrow(t *testing.T, what, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > 80 ||
			strings.TrimRight(line, " ") != line {
			t.Errorf("%s: a line of %d columns: %q", what, utf8.RuneCountInString(line), line)
		}
	}
}

// Paragraphs are found by number and in words, the game's own first. What the books say stands in
// them, and is not told again here.
func TestLookups_Paragraphs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args  []string
		first string
		has   []string
	}{
		{[]string{"9.1c"}, "9.1c: ", []string{"9.1b", "9.1d", "Ruling: ", "for: ", "against: ", "Example: "}},
		{[]string{"9"}, "9.0: ", []string{"Also found:", "9.1c: ", "9.2: "}},
		{[]string{"--module", "afb", "stacking", "limit?"}, "afb 1.5: ", []string{"Also found:"}},
		{[]string{"afb 1.8a"}, "afb 1.8a: ", []string{"Nearby: "}},
	} {
		got := answer(t, append([]string{"rule"}, c.args...)...)
		if !strings.HasPrefix(got, c.first) {
			t.Errorf("rule %v: begins not with %s\n%s", c.args, c.first, got)
		}
		for _, want := range c.has {
			if !strings.Contains(got, want) {
				t.Errorf("rule %v: no %q\n%s", c.args, want, got)
			}
		}
		narrow(t, strings.Join(c.args, " "), got)
	}
	var told struct {
		Exact      bool
		Paragraphs []struct {
			Rule, Book, Before, After string
			Rulings                   []struct{ Says, For, Against string }
			Example                   struct {
				Name string
				Play []struct{ By, Command string }
			}
		}
	}
	must.Do(t, json.Unmarshal([]byte(answer(t, "rule", "9.1c", "--json")), &told))
	p := told.Paragraphs[0]
	if !told.Exact || p.Rule != "9.1c" || p.Book != "scs" || p.Before != "9.1b" || p.After != "9.1d" ||
		p.Rulings[0].Against == "" || p.Example.Play[0].By == "" {
		t.Errorf("%+v", told)
	}
}

// What cannot be answered is told in a line that shows what would be right.
func TestLookups_Refusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"roll", "9999d9999"}, "2d6, d66 or 3d6+1"},
		{[]string{"roll", "two dice"}, "2d6"},
		{[]string{"roll", "2d6", "--times", "21"}, "use 1 to 20"},
		{[]string{"roll", "2d6", "--times", "0"}, "use 1 to 20"},
		{[]string{"roll", "2d6", "--times", "some"}, "--times"},
		{[]string{"roll", "2d6", "--label", strings.Repeat("x", 61)}, "60 characters"},
		{[]string{"roll"}, "<dice>"},
		{[]string{"odds", "--module", "afb", "--attack", "9/0", "--defence", "4"}, "9+4/2"},
		{[]string{"odds", "--module", "afb", "--attack", "9/(2-2)", "--defence", "4"}, "divides by 0"},
		{[]string{"odds", "--module", "afb", "--attack", "(9+4", "--defence", "4"}, "(4+4)x2"},
		{[]string{"odds", "--module", "afb", "--attack", "9", "--defence", "4)"}, "(4+4)x2"},
		{[]string{"odds", "--module", "afb", "--attack", "-4", "--defence", "4"}, "below 0"},
		{[]string{"odds", "--module", "afb", "--attack", "9\x1b[31m\n4", "--defence", "4"}, "doesn't fit there"},
		{[]string{"odds", "--module", "afb", "--attack", "9"}, "The defenders' strength is missing"},
		{[]string{"odds", "--module", "afb", "--attack", " ", "--defence", "4"}, "The attackers' strength is missing"},
		{[]string{"odds", "--module", "afb", "--attack", "9999", "--defence", "4"}, "use 0 to 999"},
		{[]string{"odds", "--module", "afb", "--attack", "0", "--defence", "4"}, "(7.2e)"},
		{[]string{"odds", "--module", "afb", "--attack", "9", "--defence", "4", "--shift", "99"}, "at most 20"},
		{[]string{"odds", "--module", "afb", "--attack", "9", "--defence", "4", "--table", "fire"}, "It has combat"},
		{[]string{"odds", "--modules", fire, "--module", "gunnery", "--attack", "½", "--table", "ranged-fire"},
			"(gunnery 2.1)"},
		{[]string{"odds", "--module", "abf", "--attack", "9", "--defence", "4"}, "try afb"},
		{[]string{"odds", "--attack", "9", "--defence", "4"}, "--module"},
		{[]string{"odds", "--module", "afb", "--modules", "none", "--attack", "9", "--defence", "4"}, "none"},
		{[]string{"crt", "--module", "afb", "--table", "strike"}, "It has combat"},
		{[]string{"crt", "--module", "afb", "--roll", "13"}, "from 2 to 12"},
		{[]string{"crt", "--module", "afb", "--roll", "many"}, "from 2 to 12"},
		{[]string{"crt", "--module", "afb", "--odds", "good"}, "odds such as 3:1"},
		{[]string{"crt", "--module", "afb", "--odds", "0:3"}, "odds such as 3:1"},
		{[]string{"crt", "--modules", fire, "--module", "gunnery", "--table", "ranged-fire", "--odds", "3:1"},
			"1, 5, 11"},
		{[]string{"terrain", "--module", "afb", "--kind", "swmap"}, "try swamp"},
		{[]string{"terrain", "--module", "afb", "--side", "french"}, "german, soviet"},
		{[]string{"rule", "99.9"}, "nearest"},
		{[]string{"rule", "--module", "abf", "9.1c"}, "try afb"},
		{[]string{"rule"}, "<words>"},
	} {
		if said := programtest.Fails(t, c.args...); !strings.Contains(said, c.want) {
			t.Errorf("grognard %q: %q does not say %q", c.args, said, c.want)
		}
	}
}

// The odds of a table without losses end with its results.
func TestLookups_OddsWithoutLosses(t *testing.T) {
	t.Parallel()
	for _, id := range modules.Embedded() {
		for _, table := range must.Get(rules.HandbookOf(must.Get(rules.Modules().Load(id))(t)))(t).Reference().Tables {
			args := []string{"odds", "--module", id, "--table", table.ID, "--attack", "4", "--defence", "3"}
			status, got, _ := programtest.Command(t, args...)
			if status == 0 && strings.HasSuffix(got, "at least\n") {
				t.Errorf("%q\n%s", args, got)
			}
		}
	}
}

// A module that cannot be read does not keep others from answering, and says why it does not.
func TestLookups_BesideABrokenModule(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	programtest.WriteFile(t, filepath.Join(dir, "own", "game.yaml"), "turns: none\n")
	programtest.WriteFile(t, filepath.Join(dir, "drill", "game.yaml"), "title: Own Drill\n")
	if got := answer(t, "crt", "--modules", dir, "--module", "drill"); !strings.HasPrefix(got, "Own Drill: ") {
		t.Errorf("an overlay is called\n%s", got)
	}
	if status, _, said := programtest.Command(t, "crt", "--modules", dir, "--module", "own"); status != 1 ||
		!strings.Contains(said, "own/game.yaml: series is missing") {
		t.Errorf("status %d: %s", status, said)
	}
}
