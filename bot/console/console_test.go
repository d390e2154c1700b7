package console_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/bot/console"
	"grognard/bot/lookup"
	"grognard/rules"
)

// Every paragraph of every book can be looked up by its name, as text that fits a terminal and as JSON.
func TestEveryParagraph(t *testing.T) {
	var text, coded bytes.Buffer
	plain, err := console.New(&text, false)
	if err != nil {
		t.Fatal(err)
	}
	asJSON, err := console.New(&coded, true)
	if err != nil {
		t.Fatal(err)
	}
	r, err := lookup.NewRules()
	if err != nil {
		t.Fatal(err)
	}
	books, err := rules.Rulebooks()
	if err != nil {
		t.Fatal(err)
	}
	index := r.BooksOf(nil)
	for _, b := range books {
		for _, p := range b.Paragraphs {
			text.Reset()
			coded.Reset()
			if err := plain.Rule(r, index, false, p.Rule); err != nil || !strings.HasPrefix(text.String(), p.Rule) {
				t.Errorf("%s: %v\n%s", p.Rule, err, &text)
			}
			for line := range strings.Lines(text.String()) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
					t.Errorf("%s: a line of %d columns: %q", p.Rule, n, line)
				}
			}
			var told struct{ Paragraphs []struct{ Rule, Says string } }
			if err := asJSON.Rule(r, index, false, p.Rule); err != nil {
				t.Errorf("%s: %v", p.Rule, err)
			} else if err := json.Unmarshal(coded.Bytes(), &told); err != nil || told.Paragraphs[0].Rule != p.Rule ||
				told.Paragraphs[0].Says != p.Says {
				t.Errorf("%s: %v\n%s", p.Rule, err, &coded)
			}
		}
	}
}
