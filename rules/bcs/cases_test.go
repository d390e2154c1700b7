package bcs_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grognard/rules/adjudicate"
)

// Each clause that is done has a case, each that can refuse an order refuses one in a case, and no other clause refuses.
func TestCases_CoverEveryClauseThatIsDone(t *testing.T) {
	var out strings.Builder
	adjudicate.Coverage(&out, false, "cases")
	for line := range strings.Lines(out.String()) {
		if !strings.Contains(line, ": to do (") && !strings.HasSuffix(line, " passed, 0 failed\n") {
			t.Error(strings.TrimSuffix(line, "\n"))
		}
	}
}

// The examples of the format that need only what is done pass as they are written.
func TestCases_SharedExamples(t *testing.T) {
	text, err := os.ReadFile("../../../shared/bcs/examples.yaml")
	if err != nil {
		t.Skip("skipped: the shared examples are not beside this checkout")
	}
	first, _, ok := bytes.Cut(text, []byte("# Second half"))
	if !ok {
		t.Fatal("the examples have no second half")
	}
	file := filepath.Join(t.TempDir(), "examples.yaml")
	if err := os.WriteFile(file, first, 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if passed, failed := (adjudicate.Beside{}).Run(&out, false, file); failed > 0 || passed != 3 {
		t.Errorf("%d passed, %d failed: %s", passed, failed, &out)
	}
}
