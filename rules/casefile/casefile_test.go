package casefile_test

import (
	"testing"

	"grognard/rules/casefile"
	"grognard/rules/document"
)

// A value of another form than its reader expects is an error with its line; a number is never taken for a hex.
func TestValues(t *testing.T) {
	for text, want := range map[string]string{
		"at: \"10.10\"\nturn: 3":   "",
		"at: 10.10\nturn: 3":       "line 1, column 5: 10.10 is a number: quote it",
		"at: \"10.10\"\nturn: two": "line 2, column 7: expected a whole number",
		"at: [1]\nturn: 3":         "line 1, column 5: expected a word",
		"turn: 3\nwhere: here":     "line 2, column 1: unknown key where",
		"- at":                     "line 1, column 1: expected keys and values",
	} {
		file, err := document.Read("a.yaml", []byte(text), document.Limits{Bytes: 1000, Lines: 20, Line: 100, Depth: 3})
		if err != nil {
			t.Fatal(err)
		}
		turn, n := 0, casefile.Node{Node: file}
		err = n.Fields(casefile.Keys{
			"turn": casefile.Into(&turn, casefile.Node.Whole),
			"at":   func(n casefile.Node) error { _, err := n.Hex(); return err },
		})
		if err != nil && err.Error() != want || err == nil && (want != "" || turn != 3) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
