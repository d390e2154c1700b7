package modules_test

import (
	"os"
	"strings"
	"testing"

	"grognard/rules/must"
	"grognard/rules/scs"
)

// The page for owners lists every symbol.
func TestReadmeListsTheSymbols(t *testing.T) {
	page := must.Get(os.ReadFile("README.md"))(t)
	for _, s := range games()[scs.Series{}.Name()].Symbols() {
		if !strings.Contains(string(page), "`"+s+"`") {
			t.Errorf("README.md lacks the symbol %s", s)
		}
	}
}
