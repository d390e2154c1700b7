package requests

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"grognard/bot/discord/wording"
	"grognard/bot/league/request"
	"grognard/bot/lookup"
	"grognard/rules/rulebook/search"
)

// mostCited is how many paragraphs are quoted.
const mostCited = 8

// numbered finds the numbers of paragraphs in a text, such as 9.4 or 7.2b.
var numbered = regexp.MustCompile(`\b\d{1,2}\.\d{1,2}[a-z]?\b`)

// cited returns the paragraphs that an appeal names: those in the field for them, then those in its reason.
func cited(a *request.Appeal) (list []string) {
	add := func(rule string) {
		rule = strings.ToLower(strings.Trim(rule, " .;"))
		if rule != "" && !slices.Contains(list, rule) && len(list) < mostCited {
			list = append(list, rule)
		}
	}
	for part := range strings.FieldsFuncSeq(a.Cites, func(r rune) bool { return r == ',' || r == ';' }) {
		if numbers := numbered.FindAllString(part, -1); len(numbers) > 1 { // with blanks between them
			for _, number := range numbers {
				add(number)
			}
			continue
		}
		add(part)
	}
	for _, rule := range numbered.FindAllString(a.Reason, -1) {
		add(rule)
	}
	return list
}

// paragraphs returns the texts of the paragraphs that an appeal cites, from the rulebooks of the game in a channel, and
// says which of them don't exist. It is "" if none is cited or the rulebooks can't be read.
func (f *Face) paragraphs(ctx context.Context, loc wording.Localizer, channel string, a *request.Appeal) string {
	rules := cited(a)
	if len(rules) == 0 {
		return ""
	}
	books, err := f.rules()
	if err != nil {
		return ""
	}
	if printed, err := f.Looks.GameHere(ctx, channel); err == nil {
		books = books.Of(printed.Book)
	}
	index := books.Index()
	parts := []string{loc.Say("request.paragraphs")}
	for _, rule := range rules {
		found, err := lookup.Find(index, rule)
		i := slices.IndexFunc(found.Hits, func(h search.Hit) bool { return strings.EqualFold(h.Paragraph.Rule, rule) })
		switch {
		case i >= 0: // the paragraph with that very number
		case err != nil || !found.Exact:
			parts = append(parts, loc.Say("request.no-paragraph", "rule", wording.Quoted(rule)))
			continue
		default:
			i = 0
		}
		h := found.Hits[i]
		text := "**" + h.Cited() + "** " + h.Paragraph.About
		if h.Paragraph.Says != "" {
			text += "\n" + h.Paragraph.Says
		}
		for _, e := range h.Paragraph.Editions {
			text += "\n**" + strings.Join(e.Names, ", ") + "** " + e.Says
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "\n\n")
}
