package look

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/lookup"
	"grognard/rules"
	"grognard/rules/must"
	"grognard/rules/view"
)

// Nothing is cut of any paragraph, its rulings or its example: what one message has no room for follows in parts.
func TestRule_PartsHaveAll(t *testing.T) {
	r := must.Get(lookup.NewRules())(t)
	books := must.Get(rules.Rulebooks())(t)
	index, long, english := r.Index(), 0, inEnglish(t)
	for _, b := range books {
		for _, at := range b.Paragraphs {
			hits := must.Get(lookup.Find(index, at.Rule))(t)
			p, whole := paragraphs{loc: english}, r.Paragraph(hits.Hits[0])
			for show, text := range map[string]string{"": p.paragraph(whole.Hit), showRulings: p.rulings(whole),
				showExample: p.example(whole)} {
				n := partsHave(t, &p, ask.TypedCommand{Verb: ruleVerb, Values: map[string]string{"find": at.Rule,
					showValue: show}}, text)
				if n > 1 {
					long++
				}
			}
		}
	}
	if long == 0 {
		t.Error("no text is longer than a message, so nothing was tried")
	}
}

// partsHave checks that the parts of an answer have all of its text, and returns how many there are.
func partsHave(t *testing.T, p *paragraphs, m ask.TypedCommand, text string) int {
	t.Helper()
	var got []string
	for parts := 1; len(got) < parts; {
		one := page.Page[view.Public]{Text: text}
		if p.splitParts(&one, m.With(partValue, strconv.Itoa(len(got)))) != nil {
			parts = len(rest.Split(text, page.PageRoom))
			_, one.Text, _ = strings.Cut(one.Text, "\n")
		}
		if n := utf8.RuneCountInString(one.Text); n > page.PageRoom {
			t.Errorf("%v: a part of %d characters", m.Values, n)
		}
		got = append(got, one.Text)
	}
	if strings.Join(strings.Fields(strings.Join(got, " ")), " ") != strings.Join(strings.Fields(text), " ") {
		t.Errorf("%v: the parts have other words than %q: %q", m.Values, text, got)
	}
	return len(got)
}
