package rulebook

import "strings"

// Section returns the paragraphs of a section, in the order of the book: for 9 all from 9.0 on, for 9.1 itself and
// 9.1a to 9.1d, for 7.3 its clauses, for set-up all of that name.
func (b Book) Section(rule string) (out []Paragraph) {
	for _, p := range b.Paragraphs {
		if within(rule, p.Rule) {
			out = append(out, p)
		}
	}
	return out
}

// within reports whether the paragraph rule is the section itself or belongs to it.
func within(section, rule string) bool {
	rest, ok := strings.CutPrefix(rule, section)
	switch {
	case !ok || section == "":
		return false
	case rest == "":
		return true
	case rest[0] == '-': // a clause
		return len(rest) > 1 && digit(rest[1])
	case digit(section[len(section)-1]): // 9.1 in 9, or 9.1a in 9.1
		return rest[0] == '.' || rest[0] >= 'a' && rest[0] <= 'z'
	}
	return rest[0] == ' ' // set-up 1 in set-up
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// Neighbours returns the paragraphs before and after one in the book, nil at its ends.
func (b Book) Neighbours(rule string) (before, after *Paragraph) {
	at := b.index(rule)
	if at > 0 {
		before = &b.Paragraphs[at-1]
	}
	if at >= 0 && at+1 < len(b.Paragraphs) {
		after = &b.Paragraphs[at+1]
	}
	return before, after
}
