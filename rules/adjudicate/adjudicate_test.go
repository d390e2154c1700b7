package adjudicate_test

import (
	"os"
	"strings"
	"testing"

	"grognard/rules/adjudicate"
)

const shared = "../../../shared/adjudication"

func TestSharedExamples(t *testing.T) {
	if _, err := os.Stat(shared); err != nil {
		t.Skip("skipped: the shared examples are not beside this checkout")
	}
	var out strings.Builder
	if passed, failed := adjudicate.Run(&out, false, shared); failed > 0 || passed == 0 {
		t.Error(out.String())
	}
}
