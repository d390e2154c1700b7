package rulebook

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var missing = regexp.MustCompile(`^table [a-z]+(?:-[a-z]+)*$`)

// Meets says whether a citation is what somebody asks for: a section is met by itself and by any
// clause of it, a clause by itself alone.
func Meets(asked, cited string) bool {
	if asked == cited {
		return true
	}
	section, is := sectionOf(cited)
	return is && section == asked
}

// sectionOf is the section that a paragraph is a clause of: 7.3 for 7.3-4, none for set-up 1.
func sectionOf(rule string) (section string, is bool) {
	i := strings.LastIndexByte(rule, '-')
	if i < 0 {
		return "", false
	}
	_, err := strconv.ParseUint(rule[i+1:], 10, 8)
	return rule[:i], err == nil
}

// MissingTable says whether a citation refuses an order because its table is not there: "table
// combat". No book has a paragraph for that.
func MissingTable(cited string) bool { return missing.MatchString(cited) }

// Find is the paragraph that is cited so. A section that stands as its clauses is done when all
// of them are that are not skipped, and refuses or differs when one of them does.
func (b Book) Find(rule string) (Paragraph, bool) {
	if p, ok := b.line(rule); ok {
		return p, true
	}
	clauses := b.clauses(rule)
	if len(clauses) == 0 {
		return Paragraph{}, false
	}
	section := Paragraph{Rule: rule, Status: Done, Line: clauses[0].Line}
	is := func(s Status) func(Paragraph) bool { return func(p Paragraph) bool { return p.Status == s } }
	switch {
	case slices.ContainsFunc(clauses, is(Todo)):
		section.Status = Todo
	case !slices.ContainsFunc(clauses, is(Done)):
		section.Status = Skip
	}
	for _, p := range clauses {
		section.Refuses = section.Refuses || p.Refuses
		section.Differs = section.Differs || p.Differs
	}
	return section, true
}

// Opens is the section that stands as its clauses, of which the paragraph is the first in the
// book; first is false for all others.
func (b Book) Opens(p Paragraph) (section string, first bool) {
	section, is := sectionOf(p.Rule)
	return section, is && b.clauses(section)[0].Rule == p.Rule
}
