package main

import (
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grognard/rules/must"
)

// unshown are packages without an example, with the reason.
var unshown = map[string]string{
	"bot":                               "the command lines in its comment are its examples, and tests give them",
	".ci":                               "it is a program, which .ci/mutants runs",
	"bot/house":                         "it is a program, and the page of bot has what it prints",
	"bot/programtest":                   "it starts the program for a test, and an example has none to hand over",
	"rules/must":                        "it ends a test, and an example has none to hand over",
	"bot/discord/away":                  "it answers what Discord sends, as the example of bot/discord shows",
	"bot/discord/deliver":               "it sends to Discord, as the example of bot/discord shows",
	"bot/discord/direct":                "it answers what Discord sends, as the example of bot/discord shows",
	"bot/discord/look":                  "it answers what Discord sends, as the example of bot/discord shows",
	"bot/discord/play":                  "it answers what Discord sends, as the example of bot/discord shows",
	"bot/discord/table":                 "it answers what Discord sends, as the example of bot/discord shows",
	"bot/referee/arrange":               "it is a room of bot/referee, whose example goes through it",
	"bot/referee/drafts":                "it is a room of bot/referee, whose example goes through it",
	"bot/referee/games":                 "it is a room of bot/referee, whose example goes through it",
	"bot/referee/notify":                "it is a room of bot/referee, whose example goes through it",
	"bot/referee/ordering":              "it is a room of bot/referee, whose example goes through it",
	"bot/referee/people":                "it is a room of bot/referee, whose example goes through it",
	"bot/referee/rounds":                "it is a room of bot/referee, whose example goes through it",
	"bot/referee/titles":                "it is a room of bot/referee, whose example goes through it",
	"bot/referee/upkeep":                "it is a room of bot/referee, whose example goes through it",
	"bot/referee/views":                 "it is a room of bot/referee, whose example goes through it",
	"bot/discord/discordtest":           "it plays for a test, and an example has none to hand over",
	"bot/discord/oracle":                "it judges for a test, and an example has none to hand over",
	"bot/localtable/announce":           "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/organiser":          "it plays at a table, and the example of bot/localtable shows one that does",
	"bot/localtable/bare":               "it is for tests, and an example has none to hand over",
	"bot/localtable/threads":            "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/places":             "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/pins":               "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/guilds":             "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/action":             "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/place":              "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/call":               "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/check":              "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/emojis":             "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/gateway":            "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/interact":           "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/page":               "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/wire/parts":         "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/forms":              "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/layout":             "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/faults":             "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/registry":           "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/rest":               "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/shape":              "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/state":              "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/pagetest":           "it opens a browser for a test, and an example has none to hand over",
	"bot/localtable/player":             "it plays at a table, and the example of bot/localtable shows one that does",
	"bot/localtable/typed":              "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/welcome":            "it is a room of bot/localtable, whose example goes through all of them",
	"bot/localtable/wire":               "it is a room of bot/localtable, whose example goes through all of them",
	"storage/storagetest":               "it tests a store for a test, and an example has none to hand over",
	"bot/gallery":                       "its test makes the pictures, which takes a second",
	"render/internal/rendertest":        "it has boards for tests, and the examples beside it draw them",
	"render/internal/sprite/spritetest": "it has sprites for tests, and the examples beside it draw with them",
	"rules/internal/seal":               "it has a key alone, with which nothing can be done",
	"rules/bcs/barriers":                "it is a room of rules/bcs, whose example goes through all of them",
	"rules/bcs/chances":                 "it is a room of rules/bcs, whose example goes through all of them",
	"rules/bcs/combat":                  "it is a room of rules/bcs, whose example goes through all of them",
	"rules/bcs/game":                    "it is a room of rules/bcs, whose example goes through all of them",
	"rules/bcs/costs":                   "it is a room of rules/bcs, whose example goes through all of them",
	"rules/bcs/guide":                   "it is a room of rules/bcs, whose example goes through all of them",
	"rules/bcs/idle":                    "it is a room of rules/bcs, whose example goes through all of them",
	"rules/scs/idle":                    "it is a room of rules/scs, whose example goes through all of them",
	"rules/bcs/law":                     "it is a room of rules/bcs, whose example goes through all of them",
	"rules/bcs/play":                    "it is a room of rules/bcs, whose example goes through all of them",
	"rules/bcs/policy":                  "it plays at a seat, and the battles of rules/bcs have some to hand over",
	"rules/bcs/reasons":                 "it is a room of rules/bcs, whose example goes through all of them",
	"rules/bcs/show":                    "it is a room of rules/bcs, whose example goes through all of them",
	"rules/scs/data":                    "it is a room of rules/scs, whose example goes through all of them",
	"rules/scs/game":                    "it is a room of rules/scs, whose example goes through all of them",
	"rules/scs/ground":                  "it is a room of rules/scs, whose example goes through all of them",
	"rules/scs/law":                     "it is a room of rules/scs, whose example goes through all of them",
	"rules/scs/play":                    "it is a room of rules/scs, whose example goes through all of them",
	"rules/scs/show":                    "it is a room of rules/scs, whose example goes through all of them",
	"rules/scs/answers":                 "it is a room of rules/scs, whose example goes through all of them",
	"bot/league/otherhand":              "it has tests alone, and nothing to call",
	"rules/internal/series":             "it has interfaces alone, and the examples of rules/scs and rules/bcs use them",
}

// TestPackagesAreShown: every package has a comment on what it is for, and in example_test.go an
// example that runs. Code in the comment stands in the example too.
func TestPackagesAreShown(t *testing.T) {
	for pkg, files := range packages(t) {
		comment := packageComment(t, files)
		if comment == "" {
			t.Errorf("%s has no package comment", pkg)
		}
		example := filepath.Join("../..", filepath.FromSlash(pkg), "example_test.go")
		text, err := os.ReadFile(example)
		if strings.HasPrefix(pkg, features) && strings.Contains(comment, "\n\t# game.yaml\n") {
			continue // what it shows are the files of a module, which a test of rules/modules reads
		}
		if why, ok := unshown[pkg]; ok {
			if err == nil {
				t.Errorf("%s has an example: it is no exception because %s", pkg, why)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s has no example: %v", pkg, err)
			continue
		}
		f := must.Get(parser.ParseFile(token.NewFileSet(), example, text, parser.ParseComments))(t)
		if !slices.ContainsFunc(doc.Examples(f), func(e *doc.Example) bool { return e.Name == "" && e.Output != "" }) {
			t.Errorf("%s: no func Example with an Output", example)
		}
		shown := map[string]bool{}
		for line := range strings.Lines(string(text)) {
			shown[words(line)] = true
		}
		for _, line := range code(comment) {
			if !shown[words(line)] {
				t.Errorf("%s: the package comment has %q, and the example does not", pkg, line)
			}
		}
	}
}

// packages are the Go files of each package, without its tests.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir("../..", func(file string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") {
			pkg := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(file), "../../"))
			found[pkg] = append(found[pkg], file)
		}
		return err
	})
	if err != nil || len(found) < 60 {
		t.Fatalf("%d packages, %v", len(found), err)
	}
	return found
}

// packageComment is the comment on a package, wherever in it that stands.
func packageComment(t *testing.T, files []string) (comment string) {
	t.Helper()
	for _, file := range files {
		f := must.Get(parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments))(t)
		comment += f.Doc.Text()
	}
	return comment
}

// code is the lines of a comment that are Go: those of indented blocks in which something is assigned.
func code(comment string) (lines []string) {
	for block := range strings.SplitSeq(comment, "\n\n") {
		if strings.HasPrefix(block, "\t") && strings.Contains(block, ":=") {
			lines = append(lines, strings.Split(strings.TrimSpace(block), "\n")...)
		}
	}
	return lines
}

// words is a line however it is indented and its comment is aligned.
func words(line string) string { return strings.Join(strings.Fields(line), " ") }
