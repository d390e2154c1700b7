package search

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"grognard/rules/rulebook"
)

// citation is a question for a paragraph or section by its number.
type citation struct {
	book        string   // the book that it names, "" for any
	unknownBook bool     // it names a book that is not here
	meant       []string // the numbers as books have them, all of which are asked for
	near        []string // the sections to show if one of them is not there
}

var (
	chapters = regexp.MustCompile(`^(\d{1,3})([a-z]?)$`)
	// 9.1, 9.1c, 9.1 c, 9.1/c, 9, 1-c, 7.3-4, 9.1c-d, and more than any book has: 9.1c 2
	sections = regexp.MustCompile(
		`^(\d{1,3})([ .,_:/-]+)(\d{1,3})(?:([ .,_:/-]*)([a-z]))?(?:([ .,_:/-]*)(\d{1,3}|[a-z]{1,3}))?$`)
	// a number among other words: 9.1c, 9.1(c), rule 9.1
	among    = regexp.MustCompile(`(?:(§|\pL+)[ :.-]*)?\b(\d{1,2}[.,]\d{1,2}) ?(?:([a-z])\b|\(([a-z])\))?`)
	edition  = regexp.MustCompile(`^\d\.\d[ :,]+(\d{1,2}[.,])`) // of a book, before a number: SCS 1.8 9.1c
	ending   = regexp.MustCompile(`(?:\b(?:says?|means?|please)|とは|って|について|の|は|を|項|[^\pL\d])+$`)
	signed   = regexp.MustCompile(`^[-+.×]\d`)               // +1, ×2: no number of a paragraph
	leading  = regexp.MustCompile(`^[^\pL\d]*\d`)            // the question begins with a number
	odds     = regexp.MustCompile(`\b\d{1,2} ?: ?\d{1,2}\b`) // 3:1
	lastPart = regexp.MustCompile(` (?:\d|[A-Z])$`)          // set-up 1, map A
)

// parseCitation reads a question that is a number: "9.1c", "SCS 9.1(c)", "rule 9" and "what does afb 1.5 say?". A name
// before the number is that of a book. Before a chapter's number alone it must be one of these books.
func (s *Books) parseCitation(asked string) (c citation, ok bool) {
	for _, b := range s.all { // a name with signs or digits in it is no word
		if rest, named := strings.CutPrefix(asked, b.Name+" "); named && strings.ContainsAny(b.Name, "-0123456789") {
			asked, c.book = rest, b.Name
		}
	}
	bare := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(".,-:/+_×", r) {
			return r
		}
		return ' '
	}, asked)
	bare = strings.Join(strings.Fields(ending.ReplaceAllString(bare, "")), " ")
	at := strings.IndexFunc(bare, unicode.IsDigit)
	if at < 0 || signed.MatchString(bare) {
		return c, false
	}
	for _, w := range strings.FieldsFunc(bare[:at], func(r rune) bool { return !unicode.IsLetter(r) }) {
		if !s.readBefore(w, &c) {
			return c, false
		}
	}
	return c, c.readNumber(edition.ReplaceAllString(bare[at:], "$1")) && (!c.unknownBook || len(c.near) > 1)
}

// readBefore reads a word that stands before a number: one that asks for a rule, or the name of a book, which it stores
// in c. It reports whether the number can be that of a rule.
func (s *Books) readBefore(word string, c *citation) bool {
	words := s.index.words
	switch {
	case words.citing[word] || words.silent["en"][word]:
	case slices.ContainsFunc(s.all, func(b rulebook.Book) bool { return b.Name == word }):
		c.book = word
	case len(word) > 1 && len(word) <= 4 && !s.index.knows(word):
		c.unknownBook = true
	default:
		return false
	}
	return true
}

// readNumber stores in c the paragraphs that a number asks for. It reports whether the number can be that of a rule.
func (c *citation) readNumber(number string) bool {
	if m := chapters.FindStringSubmatch(number); m != nil {
		c.meant, c.near = []string{unpadded(m[1]) + m[2]}, []string{unpadded(m[1])}
		return true
	}
	m := sections.FindStringSubmatch(number)
	if m == nil {
		return false
	}
	first, joint, second, letter, more := unpadded(m[1]), m[2], m[3], m[5], m[7]
	beforeLetter, beforeMore := m[4], m[6] // signs and blanks
	hyphen, section := strings.Contains(joint, "-"), first+"."+second
	several := more != "" && unicode.IsLetter(rune(more[0]))
	switch {
	case letter == "" && (joint == " " || strings.ContainsAny(joint, ":/") || hyphen && more != ""):
		return false // two figures, odds, or a unit's factors 9-5-10
	case several && (beforeLetter != "" && beforeMore == "" || len(more) > 1 && strings.Contains(beforeMore, " ")):
		return false // a word: 2.1 zoc
	case several && more > letter:
		if strings.Contains(beforeMore, "-") {
			more = lettersBetween(letter[0]+1, more[0]) + more
		}
		for _, l := range letter + more {
			c.meant = append(c.meant, section+string(l))
		}
		c.near = []string{section, first}
	case more != "":
		c.meant, c.near = []string{section + letter + "-" + more}, []string{section + letter, section, first}
	case hyphen && letter == "": // 2-1 is a clause, or odds
		c.meant, c.near = []string{first + "-" + second}, []string{section, first}
	default:
		c.meant, c.near = []string{section + letter}, []string{section, first}
	}
	return true
}

// lettersBetween returns the letters from one up to another, without the latter.
func lettersBetween(from, to byte) (letters string) {
	for ; from < to; from++ {
		letters += string(rune(from))
	}
	return letters
}

func unpadded(number string) string {
	n, _ := strconv.Atoi(number) // digits alone
	return strconv.Itoa(n)
}

// byNumbers finds the paragraphs that a longer question names by their numbers. A number counts with a letter, after a
// word such as "rule", or as the question's first word if there is such a paragraph.
func (s *Books) byNumbers(asked string) (f Found) {
	first := leading.MatchString(asked)
	for i, m := range among.FindAllStringSubmatch(asked, -1) {
		var c citation
		word, letter := m[1], m[3]+m[4]
		named := s.readBefore(word, &c) && (c.book != "" || word == "§" || s.index.words.citing[word])
		if !c.readNumber(m[2] + letter) {
			continue
		}
		if letter != "" || named || first && i == 0 && m[1] == "" && len(findUnder(s.books, c.meant)) > 0 {
			one := s.findCited(c)
			f.Hits, f.Near, f.Number = append(f.Hits, one.Hits...), append(f.Near, one.Near...), true
		}
	}
	if len(f.Near) > 0 { // if one number is unknown, the others are only near
		f.Hits, f.Near = nil, append(f.Near, f.Hits...)
	}
	return f
}

// findCited finds a paragraph with its clauses. Where there is none, Near has the same number in other books, its
// section, or else the section with the nearest number.
func (s *Books) findCited(c citation) Found {
	books := s.books
	if c.book != "" {
		books = slices.DeleteFunc(slices.Clone(s.all), func(b rulebook.Book) bool { return b.Name != c.book })
	}
	lacks := func(number string) bool { return len(findUnder(books, []string{number})) == 0 }
	if !c.unknownBook && !slices.ContainsFunc(c.meant, lacks) {
		return Found{Hits: findUnder(books, c.meant), Exact: true, Number: true}
	}
	near := findUnder(s.books, c.meant)
	for _, section := range c.near {
		for _, h := range findUnder(books, []string{section}) {
			if !slices.ContainsFunc(near, func(n Hit) bool { return n.Paragraph.Rule == h.Paragraph.Rule }) {
				near = append(near, h)
			}
		}
		if len(near) > 0 {
			return Found{Near: near, Number: true}
		}
	}
	chapter, _ := strconv.Atoi(c.near[len(c.near)-1])
	for off := range 1000 {
		near = findUnder(books, []string{strconv.Itoa(chapter - off), strconv.Itoa(chapter + off)})
		if len(near) > 0 {
			break
		}
	}
	return Found{Near: near, Number: true}
}

// findUnder returns the paragraphs under some numbers in some books; a number in the book may follow the game's name.
func findUnder(books []rulebook.Book, numbers []string) (out []Hit) {
	for _, n := range numbers {
		for _, b := range books {
			for _, p := range slices.Concat(b.Section(n), b.Section(b.Name+" "+n)) {
				out = append(out, Hit{Book: b.Name, Paragraph: p})
			}
		}
	}
	return out
}

// findNamed returns the paragraphs with the name asked for, such as set-up; the book's name may stand before it, and
// must for a book that Beside added.
func (s *Books) findNamed(asked string) (out []Hit) {
	asked = joined(asked)
	for i, b := range s.all {
		for _, p := range b.Paragraphs {
			own := strings.TrimPrefix(p.Rule, b.Name+" ")
			if asked == "" || unicode.IsDigit(rune(own[0])) {
				continue
			}
			if asked == joined(p.Rule) || asked == joined(b.Name+" "+own) ||
				i < len(s.books) && (asked == joined(own) || asked == joined(lastPart.ReplaceAllString(p.Rule, ""))) {
				out = append(out, Hit{Book: b.Name, Paragraph: p})
			}
		}
	}
	return out
}

// joined returns the letters and digits of a name: setup1 for Set-up 1.
func joined(name string) string { return strings.Join(split(name), "") }
