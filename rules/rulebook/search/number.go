package search

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/rulebook"
)

// number is a question for a paragraph or section by its number, in one book or in all.
type number struct{ book, rule string }

var (
	numbered = regexp.MustCompile(`^(?:([a-z]+) )?(\d{1,2}(?:\.\d{1,2} ?[a-z]?)?(?:-\d{1,2})?)$`)
	last     = regexp.MustCompile(` (?:\d|[A-Z])$`) // set-up 1, map A
	chapter  = regexp.MustCompile(`^\d+`)
	asking   = regexp.MustCompile(`^(?:(?:what (?:does|is|says)|show(?: me)?|see|find) )?(?:the )?(?:(?:rule|paragraph|section|para|clause) |§ ?)*|\s*(?:says?|mean)?[?!. ]*$`)
)

// parseNumber reads "9.1c", "SCS 9.1c", "rule 9" and "what does afb 1.5 say?". A name before the number is that
// of a book.
func (s *Books) parseNumber(question string) (n number, ok bool) {
	asked := strings.Join(strings.Fields(strings.ToLower(question)), " ")
	m := numbered.FindStringSubmatch(asking.ReplaceAllString(asked, ""))
	if m == nil || m[1] != "" && !slices.ContainsFunc(s.books, func(b rulebook.Book) bool { return b.Name == m[1] }) {
		return n, false
	}
	return number{m[1], strings.ReplaceAll(m[2], " ", "")}, true
}

// number finds a paragraph with its clauses. Where there is none, Near has its section, or else the section
// with the nearest number.
func (s *Books) number(n number) Found {
	books := s.books
	if n.book != "" {
		books = slices.DeleteFunc(slices.Clone(books), func(b rulebook.Book) bool { return b.Name != n.book })
	}
	if hits := sections(books, n.rule); len(hits) > 0 {
		return Found{Hits: hits, Exact: true}
	}
	for up := rulebook.Above(n.rule); up != ""; up = rulebook.Above(up) {
		if hits := sections(books, up); len(hits) > 0 {
			return Found{Near: hits}
		}
	}
	first, _ := strconv.Atoi(chapter.FindString(n.rule))
	for off := range 100 {
		if hits := slices.Concat(sections(books, strconv.Itoa(first-off)),
			sections(books, strconv.Itoa(first+off))); len(hits) > 0 {
			return Found{Near: hits}
		}
	}
	return Found{}
}

// sections are the paragraphs under a number in some books; the game's name may stand before the number.
func sections(books []rulebook.Book, rule string) (out []Hit) {
	for _, b := range books {
		for _, p := range slices.Concat(b.Section(rule), b.Section(b.Name+" "+rule)) {
			out = append(out, Hit{b.Name, p})
		}
	}
	return out
}

// named are the paragraphs with the name asked for, such as set-up; the game's name may stand before it.
func (s *Books) named(question string) (out []Hit) {
	asked := strings.Join(strings.Fields(question), " ")
	for _, h := range s.hits {
		rule := h.Paragraph.Rule
		for _, name := range []string{rule, strings.TrimPrefix(rule, h.Book+" "), last.ReplaceAllString(rule, "")} {
			if strings.EqualFold(asked, name) {
				out = append(out, h)
				break
			}
		}
	}
	return out
}
