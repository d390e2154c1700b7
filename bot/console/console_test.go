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
	"grognard/rules/must"
)

// Every paragraph of every book// Every paragraph of every book can be looked up by its name, as text that fits a terminal and as JSON.
func TestEveryParagraph(t *testing.T) {
	var text, coded bytes.Buffer
	plain, asJSON := must.Get(console.New(&text, false))(t), must.Get(console.New(&coded, true))(t)
	r, books := must.Get(lookup.NewRules())(t), must.Get(rules.Rulebooks())(t)
	index := r.Index()
	for _, b := range books {
		for _, p := range b.Paragraphs {
			text.Reset()
			coded.Reset()
			question, series := p.Rule, strings.ToUpper(b.Name)+" "
			if _, ok := rules.Modules()[b.Name]; ok {
				question = series + p.Rule
			}
			if err := plain.Rule(r, index, false, question); err != nil ||
				!strings.HasPrefix(strings.TrimPrefix(text.String(), series), p.Rule+": ") {
				t.Errorf("%s: %v\n%s", p.Rule, err, &text)
			}
			for line := range strings.Lines(text.String()) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
					t.Errorf("%s: a line of %d columns: %q", p.Rule, n, line)
				}
			}
			var told struct{ Paragraphs []struct{ Rule, Says string } }
			if err := asJSON.Rule(r, index, false, question); err != nil {
				t.Errorf("%s: %v", p.Rule, err)
			} else if err := json.Unmarshal(coded.Bytes(), &told); err != nil || told.Paragraphs[0].Rule != p.Rule ||
				told.Paragraphs[0].Says != p.Says {
				t.Errorf("%s: %v\n%s", p.Rule, err, &coded)
			}
		}
	}
}

// Where nothing is found, the answer still says what was not read and that it is from the series alone.
func TestRule_NothingFound(t *testing.T) {
	plain, r := must.Get(console.New(&bytes.Buffer{}, false))(t), must.Get(lookup.NewRules())(t)
	err := plain.Rule(r, r.Index(), false, "99.9"+strings.Repeat("?", 200))
	for _, want := range []string{"nearest: ", "first 200", "--module"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: lacks %q", err, want)
		}
	}
}
