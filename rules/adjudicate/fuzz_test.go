package adjudicate

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"grognard/rules/must"
)

// FuzzCases: whatever stands in a case file, each case passes or fails with a line of the file and a reason; a file
// that is no list of cases fails as a whole. The seeds are the cases of the tree, one by one; without -fuzz every
// eighth, because TestCases runs them all, and none of them fails.
func FuzzCases(f *testing.F) {
	stride := 8
	if flag.Lookup("test.fuzz").Value.String() != "" {
		stride = 1
	}
	n := 0
	for _, pattern := range []string{"../*/cases/*.yaml", "../modules/*/cases/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatalf("no cases in %s: %v", pattern, err)
		}
		for _, file := range files {
			b, err := os.ReadFile(file)
			must.Do(f, err)
			for _, c := range strings.Split(string(b), "\n- name:")[1:] {
				n++
				if n%stride == 0 {
					f.Add([]byte("- name:" + c + "\n"))
				}
			}
		}
	}
	games := Beside{}.modules()
	told := regexp.MustCompile(`^FAIL cases\.yaml: (?:file: .|line (\d+): )`)
	f.Fuzz(func(t *testing.T, text []byte) {
		var out strings.Builder
		s := &session{w: &out, games: games}
		s.text("cases.yaml", text)
		lines := strings.Count(string(text), "\n") + 1
		failed := 0
		for l := range strings.Lines(out.String()) {
			if !strings.HasPrefix(l, "FAIL ") {
				continue // a reason of several lines
			}
			failed++
			m := told.FindStringSubmatch(l)
			if m == nil {
				t.Fatalf("a failure without its place: %q", l)
			}
			if line, err := strconv.Atoi(m[1]); m[1] != "" && (err != nil || line < 1 || line > lines) {
				t.Fatalf("line %s of %d: %q", m[1], lines, l)
			}
		}
		if failed != s.failed {
			t.Fatalf("%d failures, %d told of", s.failed, failed)
		}
	})
}
