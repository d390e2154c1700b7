package rulebook

import (
	"errors"
	"regexp"
	"slices"
)

var edition = regexp.MustCompile(`\b\d\.\d\b`)

// has says whether the text is about an edition.
func (e Edition) has(name string) bool { return slices.Contains(e.Names, name) }

// Check checks books against one another: each paragraph needs an answer, its editions must be in the first
// line of some book, and the paragraphs after see: must be in some book. The error joins all mistakes.
func Check(books ...Book) error {
	var names []string
	for _, b := range books {
		names = append(names, edition.FindAllString(b.Edition, -1)...)
	}
	var errs []error
	for _, b := range books {
		for _, p := range b.Paragraphs {
			wrong := func(format string, args ...any) { errs = append(errs, fault(b, p.Line, format, args...)) }
			if p.Says == "" {
				wrong("%s has no answer", p.Rule)
			}
			for _, e := range p.Editions {
				for _, n := range e.Names {
					if !slices.Contains(names, n) {
						wrong("%s: no book is of edition %s", p.Rule, n)
					}
				}
			}
			for _, rule := range p.See {
				if !slices.ContainsFunc(books, func(b Book) bool { _, ok := b.Find(rule); return ok }) {
					wrong("%s: see %s, which is in no book", p.Rule, rule)
				}
			}
		}
	}
	return errors.Join(errs...)
}
