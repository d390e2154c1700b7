//go:build ignore

// Mutants makes the faults of .ci/mutants.txt one by one in a copy of the tree and says which of them the tests notice.
// It fails if the tests pass with one of them, or if one no longer fits the program. Arguments are the numbers of the
// faults to make; without any it makes all. With fit as the only argument it runs no tests and makes none.
package main

import (
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

const list = ".ci/mutants.txt"

// mutant is an entry of the list.
type mutant struct {
	number, sentence string
	folders          []string // whose tests should notice
	was, becomes     string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	temporary, err := os.MkdirTemp("", "mutants")
	if err == nil {
		err = run(ctx, temporary, os.Args[1:])
		err = errors.Join(err, os.RemoveAll(temporary))
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, temporary string, numbers []string) error {
	raw, err := os.ReadFile(list)
	if err != nil {
		return err
	}
	fit := slices.Equal(numbers, []string{"fit"})
	mutants, err := read(string(raw), slices.DeleteFunc(numbers, func(string) bool { return fit }))
	if err != nil {
		return err
	}
	tree := filepath.Join(temporary, "tree")
	sources, err := copyTree(tree)
	if err != nil {
		return err
	}
	if shared, err := filepath.Abs("../shared"); err == nil { // tests read it beside the tree, where it exists
		if err := os.Symlink(shared, filepath.Join(temporary, "shared")); err != nil {
			return err
		}
	}
	t := tester{tree: tree, sources: sources, sound: map[string]string{}, fit: fit}
	words := map[bool]string{true: "PASSED", false: "FAILED"}
	ended := map[bool]int{}
	for _, m := range mutants {
		began := time.Now()
		verdict, killed := t.try(ctx, m)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		ended[killed]++
		fmt.Printf("%-8s %3s. %s (%s, %.0f s)\n", words[killed], m.number, m.sentence, verdict,
			time.Since(began).Seconds())
	}
	fmt.Printf("%d passed, %d failed\n", ended[true], ended[false])
	if ended[false] > 0 {
		return errors.New("the tests do not notice all faults, or the list no longer fits the program")
	}
	return nil
}

// read parses the list and returns the entries with the given numbers, all of them if numbers is empty.
func read(text string, numbers []string) (chosen []mutant, err error) {
	var all []mutant
	part := "" // what the next lines continue: a sentence, "-" or "+"
	for i, line := range strings.Split(text, "\n") {
		number, sentence, isHead := strings.Cut(line, ". ")
		first := line != "" && line[0] >= '1' && line[0] <= '9' && isHead
		if first {
			all = append(all, mutant{number: number, sentence: sentence})
			part = "."
			continue
		}
		if line == "" || strings.HasPrefix(line, "== ") || len(all) == 0 {
			part = ""
			continue
		}
		m := &all[len(all)-1]
		mark, rest, _ := strings.Cut(line, " ")
		switch {
		case mark == "in":
			m.folders, part = strings.Fields(rest), ""
		case mark == "-":
			m.was, part = rest, "-"
		case mark == "+":
			m.becomes, part = rest, "+"
		case part == ".":
			m.sentence += " " + line
		case part == "-":
			m.was += "\n" + line
		case part == "+":
			m.becomes += "\n" + line
		default:
			return nil, fmt.Errorf("%s:%d: this line belongs to nothing", list, i+1)
		}
	}
	for _, m := range all {
		if len(numbers) == 0 || slices.Contains(numbers, m.number) {
			chosen = append(chosen, m)
		}
	}
	for _, n := range numbers {
		if !slices.ContainsFunc(all, func(m mutant) bool { return m.number == n }) {
			return nil, fmt.Errorf("%s has no number %s", list, n)
		}
	}
	return chosen, nil
}

// copyTree copies the files that git knows or would add, and returns the texts of those in which faults can be made.
func copyTree(to string) (sources map[string]string, err error) {
	out, err := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	sources = map[string]string{}
	for _, name := range strings.Split(strings.TrimRight(string(out), "\x00"), "\x00") {
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) { // the file is deleted, but still in git's index
			continue
		}
		if err != nil {
			return nil, err
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, body, info.Mode()); err != nil {
			return nil, err
		}
		isGo := strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
		isTest := strings.Contains(name, "testdata/")
		if (isGo || strings.HasSuffix(name, ".sql")) && !isTest && !strings.HasPrefix(name, ".ci/") {
			sources[path] = string(body)
		}
	}
	return sources, nil
}

// tester makes faults in a copy of the tree, and runs tests there.
type tester struct {
	tree    string
	sources map[string]string // by path in the tree
	sound   map[string]string // by folder: what its tests print when they fail without a fault, "" if they pass
	fit     bool              // only look whether the texts are found
}

// try makes a fault, runs the tests, and takes the fault back. killed reports whether a test noticed it.
func (t tester) try(ctx context.Context, m mutant) (verdict string, killed bool) {
	path, n := "", 0
	for name, body := range t.sources {
		if found := strings.Count(body, m.was); found > 0 {
			path, n = name, n+found
		}
	}
	if m.was == "" || n != 1 {
		return fmt.Sprintf("its text stands %d times in the program and not once", n), false
	}
	if len(m.folders) == 0 {
		return "it names no folder", false
	}
	body := t.sources[path]
	mutated := strings.Replace(body, m.was, m.becomes, 1)
	if _, err := parser.ParseFile(token.NewFileSet(), path, mutated, 0); err != nil && strings.HasSuffix(path, ".go") {
		return err.Error(), false
	}
	if t.fit {
		return "its text is found", true
	}
	for _, folder := range m.folders {
		if verdict, known := t.sound[folder]; !known {
			_, output := t.test(ctx, folder)
			t.sound[folder] = output
			if output != "" {
				return folder + " fails without it:\n" + output, false
			}
		} else if verdict != "" {
			return folder + " fails without it", false
		}
		if err := os.WriteFile(path, []byte(mutated), 0o666); err != nil {
			return err.Error(), false
		}
		built, output := t.test(ctx, folder)
		if err := os.WriteFile(path, []byte(body), 0o666); err != nil {
			return err.Error(), false
		}
		if !built {
			return "it does not compile:\n" + output, false
		}
		if output != "" {
			return failedTest(output) + " in " + folder, true
		}
	}
	return "no test fails in " + strings.Join(m.folders, ", "), false
}

// test runs the tests of a folder. output is what failures print, "" for none. built is false if they don't compile.
func (t tester) test(ctx context.Context, folder string) (built bool, output string) {
	cmd := exec.CommandContext(ctx, "go", "test", "-short", "-failfast", "-timeout", "10m", "./"+folder)
	cmd.Dir = t.tree
	out, err := cmd.CombinedOutput()
	if err == nil {
		return true, ""
	}
	text := string(out)
	built = !strings.Contains(text, "[build failed]") && !strings.Contains(text, "[setup failed]")
	return built, text + err.Error()
}

func failedTest(output string) string {
	for _, line := range strings.Split(output, "\n") {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "--- FAIL: "); ok {
			return strings.Fields(name)[0]
		}
	}
	return "the tests end early"
}
