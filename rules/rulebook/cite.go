package rulebook

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var missingTable = regexp.MustCompile(`^table [a-z]+(?:-[a-z]+)*$`)

// Meets reports whether a citation is of the paragraph asked for or, if that is a section, of a clause of it.
func Meets(asked, cited string) bool {
	if asked == cited {
		return true
	}
	section, isClause := sectionOf(cited)
	return isClause && section == asked
}

// sectionOf returns the section of a clause: 7.3 for 7.3-4. For any other rule, such as set-up 1, isClause is false.
func sectionOf(rule string) (section string, isClause bool) {
	i := strings.LastIndexByte(rule, '-')
	if i < 0 {
		return "", false
	}
	_, err := strconv.ParseUint(rule[i+1:], 10, 8) // decimal, in 8 bits: up to 255
	return rule[:i], err == nil
}

// MissingTable reports whether a citation such as "table combat" means that an order was refused because the game
// lacks a table. No book has a paragraph for that.
func MissingTable(cited string) bool { return missingTable.MatchString(cited) }

// Find returns the paragraph with a citation. A section that is listed only as its clauses is skipped when all of
// them are, else done when none is todo; it refuses or differs when one of them does.
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

// Opens returns the section without a line of its own whose first clause in the book is p; first is false for none.
func (b Book) Opens(p Paragraph) (section string, first bool) {
	section, isClause := sectionOf(p.Rule)
	return section, isClause && b.clauses(section)[0].Rule == p.Rule
}
