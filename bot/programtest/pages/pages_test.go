// Package pages tests that what the pages of the repository say of it is so.
package pages

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"grognard/rules/must"
)

func text(t *testing.T, path string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(path))(t))
}

// The README can be read in a few minutes. Its two commands are the one that a newcomer types first, and the one that
// is run before a change lands.
func TestReadme_IsShort(t *testing.T) {
	readme := text(t, "../../../README.md")
	if n := len(strings.Fields(readme)); n > 900 {
		t.Errorf("%d words: what is for some readers alone has a page of its own", n)
	}
	for _, command := range []string{"\n    go run ./bot\n", "\n    go test ./...\n"} {
		if !strings.Contains(readme, command) {
			t.Errorf("the README lacks %q", command)
		}
	}
}

// pages returns all pages of the repository, by their paths.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		if err == nil && strings.HasSuffix(path, ".md") {
			all[path] = text(t, path)
		}
		return err
	})
	if err != nil || len(all) < 15 {
		t.Fatalf("%d pages, %v", len(all), err)
	}
	return all
}

var (
	fenced   = regexp.MustCompile("(?ms)^```.*?^```$")
	codeSpan = regexp.MustCompile("`[^`\n]+`")
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	title    = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// anchors returns the names under which the headings of a page can be linked to, as GitHub makes them.
func anchors(page string) (list []string) {
	for _, m := range title.FindAllStringSubmatch(fenced.ReplaceAllString(page, ""), -1) {
		list = append(list, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
				return unicode.ToLower(r)
			}
			return -1
		}, m[1]))
	}
	return list
}

// Every link of a page within the repository leads to a file or folder that is there, and to a heading of it.
func TestPages_LinksLeadSomewhere(t *testing.T) {
	all, found := pages(t), 0
	for path, page := range all {
		page = codeSpan.ReplaceAllString(fenced.ReplaceAllString(page, ""), "")
		for _, m := range link.FindAllStringSubmatch(page, -1) {
			file, heading, _ := strings.Cut(m[1], "#")
			if strings.Contains(m[1], "://") {
				continue
			}
			found++
			to := filepath.Join(filepath.Dir(path), file)
			if file == "" {
				to = path
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %s leads nowhere", path, m[1])
			}
			if heading != "" && !slices.Contains(anchors(all[to]), heading) {
				t.Errorf("%s: %s has no such heading", path, m[1])
			}
		}
	}
	if found < 80 {
		t.Errorf("only %d links were found", found)
	}
}

// typed returns the command lines in pages that begin so, in blocks of code or within a line, each with its page.
func typed(t *testing.T, begin string) map[string]string {
	t.Helper()
	lines := map[string]string{}
	inCode := regexp.MustCompile(`(?m)(?:^    .*?|` + "`" + `)` + regexp.QuoteMeta(begin) + `([^` + "`" + `\n]*)`)
	for path, page := range pages(t) {
		for _, m := range inCode.FindAllStringSubmatch(page, -1) {
			line, _, _ := strings.Cut(m[1], "  #")
			lines[strings.TrimSpace(strings.ReplaceAll(line, `\|`, "|"))] = path
		}
	}
	return lines
}

// ofGo are flags that every test has.
var ofGo = []string{"run", "bench", "benchtime", "v", "timeout", "count", "cpu", "short", "race"}

var (
	testName = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark)\w+)\(`)
	testFlag = regexp.MustCompile(`flag\.\w+\("([^"]+)"`)
)

// testsIn returns the tests and benchmarks in folders, and the flags that these define.
func testsIn(t *testing.T, folders []string) (tests, flags []string) {
	t.Helper()
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join("../../..", folder, "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s has no tests (%v)", folder, err)
		}
		for _, f := range files {
			source := text(t, f)
			for _, m := range testName.FindAllStringSubmatch(source, -1) {
				tests = append(tests, m[1])
			}
			for _, m := range testFlag.FindAllStringSubmatch(source, -1) {
				flags = append(flags, m[1])
			}
		}
	}
	return tests, flags
}

// Every test, benchmark or flag that a page names after "go test" is in one of the folders of that command.
func TestPages_TestsTheyNameExist(t *testing.T) {
	lines := typed(t, "go test ")
	for line, path := range lines {
		words := strings.Fields(strings.ReplaceAll(line, "'", ""))
		tests, flags := testsIn(t, slices.DeleteFunc(slices.Clone(words), func(w string) bool {
			return !strings.HasPrefix(w, "./") || strings.HasSuffix(w, "...")
		}))
		for i, word := range words {
			name, _, _ := strings.Cut(strings.TrimPrefix(word, "-"), "=")
			switch {
			case !strings.HasPrefix(word, "-"):
			case (name == "run" || name == "bench") && i+1 == len(words):
				t.Errorf("%s: go test %s: the line is broken", path, line)
			case name == "run" && strings.EqualFold(words[i+1], "xxx"): // none
			case name == "run" || name == "bench":
				for one := range strings.SplitSeq(words[i+1], "|") {
					if !slices.ContainsFunc(tests, regexp.MustCompile(one).MatchString) {
						t.Errorf("%s: go test %s: nothing is called %s", path, line, one)
					}
				}
			case !slices.Contains(ofGo, name) && !slices.Contains(flags, name):
				t.Errorf("%s: go test %s: there is no flag -%s", path, line, name)
			}
		}
	}
	if len(lines) < 30 {
		t.Errorf("only %d lines were found", len(lines))
	}
}

// The table of dependencies has every module that is used directly, and no other.
func TestDependencies_HaveReasons(t *testing.T) {
	_, table, _ := strings.Cut(text(t, "../../README.md"), "## Dependencies")
	table, _, _ = strings.Cut(table, "\n## ")
	var listed []string
	for _, m := range regexp.MustCompile(`\(https://([^)]+)\)`).FindAllStringSubmatch(table, -1) {
		listed = append(listed, strings.TrimPrefix(m[1], "pkg.go.dev/"))
	}
	used := regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(text(t, "../../../go.mod"), -1)
	has := func(module string) bool {
		return slices.ContainsFunc(listed, func(l string) bool { return strings.HasPrefix(module, l) })
	}
	for _, m := range used {
		if !has(m[1]) {
			t.Errorf("no reason is given for %s", m[1])
		}
	}
	for row := range strings.Lines(table) {
		for _, m := range regexp.MustCompile(`^\| \[([^\]]+)\]`).FindAllStringSubmatch(row, 1) {
			if !slices.ContainsFunc(used, func(u []string) bool { return strings.Contains(u[1], m[1]) }) {
				t.Errorf("%s is not used", m[1])
			}
		}
	}
	if len(used) < 10 {
		t.Errorf("only %d modules are used", len(used))
	}
}
