package console

import (
	"errors"
	"slices"
	"strings"

	"grognard/bot/lookup"
	"grognard/rules/adjudicate"
	"grognard/rules/rulebook"
	"grognard/rules/rulebook/search"
	"grognard/rules/view"
)

// Rule prints what a question finds in some books: the first paragraph with everything about it, the titles of the
// others, and notes. game says whether the user has chosen a game; if not, a note may say how to choose one.
func (c Console) Rule(r *lookup.Rules, books *search.Books, game bool, question string) error {
	found, err := lookup.Find(books, question)
	notes := lookup.Notes(found, game, view.T("console.series-alone"))
	if err != nil {
		words := []string{c.Refused(err).Error()}
		for _, n := range notes {
			words = append(words, strings.TrimSuffix(c.text(n), "."))
		}
		return errors.New(strings.Join(words, ". "))
	}
	first, others := r.Paragraph(found.Hits[0]), found.Hits[1:]
	if c.json {
		return c.encode(rulesOf(question, found, first))
	}
	lines := c.paragraph(first)
	if len(others) > 0 {
		lines = append(lines, "", c.say("console.found"))
		for _, h := range others {
			lines = append(lines, wrapped("  "+h.Cited()+": "+h.Paragraph.About, "    ")...)
		}
	}
	for _, n := range notes {
		lines = append(append(lines, ""), wrapped(c.text(n), "")...)
	}
	return c.lines(lines...)
}

func (c Console) paragraph(p lookup.Paragraph) []string {
	lines := wrapped(p.Cited()+": "+p.Paragraph.About, "  ")
	for l := range strings.Lines(p.Paragraph.Says) {
		lines = append(lines, wrapped(strings.TrimRight(l, "\n"), "")...)
	}
	for _, e := range p.Paragraph.Editions {
		name := strings.Join(e.Names, ", ")
		if e.Errata {
			name = c.say("rule.errata", "editions", name)
		}
		lines = append(lines, wrapped(name+": "+e.Says, "  ")...)
	}
	if p.Paragraph.Because != "" {
		lines = append(lines, wrapped(c.say("console.not-done", "why", p.Paragraph.Because), "  ")...)
	}
	if len(p.Paragraph.See) > 0 {
		lines = append(lines, wrapped(c.say("console.see", "rules", p.Paragraph.See), "  ")...)
	}
	beside := slices.DeleteFunc([]string{p.Before, p.After}, func(rule string) bool { return rule == "" })
	lines = append(lines, c.say("console.beside", "rules", beside))
	for _, r := range p.Rulings {
		lines = append(append(lines, ""), c.ruling(r)...)
	}
	if p.Example != nil {
		lines = append(append(lines, ""), c.example(*p.Example)...)
	}
	return lines
}

func (c Console) ruling(r rulebook.Ruling) []string {
	lines := wrapped(c.say("console.ruling", "says", r.Says), "  ")
	lines = append(lines, wrapped("  "+c.say("console.for", "why", r.For), "    ")...)
	return append(lines, wrapped("  "+c.say("console.against", "why", r.Against), "    ")...)
}

func (c Console) example(x adjudicate.Example) []string {
	lines := wrapped(c.say("console.example", "name", x.Name, "file", x.File, "line", x.Line), "  ")
	lines = append(lines, wrapped("  "+x.When, "    ")...)
	for _, l := range x.Position {
		lines = append(lines, wrapped("  "+l, "    ")...)
	}
	if x.Dice != "" {
		lines = append(lines, "  "+c.say("console.dice", "faces", x.Dice))
	}
	for _, s := range x.Play {
		lines = append(lines, wrapped("  "+s.By+": "+s.Command, "    ")...)
		for _, l := range s.Comes {
			lines = append(lines, wrapped("    "+l, "      ")...)
		}
	}
	for _, l := range x.Ends {
		lines = append(lines, wrapped("  "+l, "    ")...)
	}
	return lines
}
