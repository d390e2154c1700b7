// Package rulebook reads the lists of paragraphs that stand beside the rules: what
// a rulebook says, in our own words, and what the program does of it.
//
//	SCS 1.8, with 1.7 and 1.6                     # the first line names the editions
//
//	# Zones of control
//	2.1      skip          what zones do because it is a heading
//	    The paragraphs below say what a zone does to movement, combat and supply.
//	9.1d     done refuses differs  around enemy zones where possible
//	    A retreating unit keeps out of enemy zones where it can, and the answer goes on
//	    in the next line.
//	    1.8: A unit may choose the way that is around enemy zones, against 9.1c too.
//	    1.6, 1.7: A unit must choose it.
//	    see: 9.1b, 9.1c, afb 1.5
//	    words: fall back, flee
//	afb 1.9  todo          air strikes because they have no orders yet
//	7.3-4    done refuses  a clause of a section
//	2-1      done          a clause of a section that is numbered alone
//	afb levels of victory  done  what points are worth
//	    The points at the end of the last turn decide.
//	    - 30 and more: massive victory
//	    - 27 to 29: major victory
//
// The head line names a paragraph as players see it cited; what has no number in the book
// goes by a name. It is done, or else to do or skipped because of something; refuses says that
// an order can be refused by it, differs that editions do not agree on it. A section may stand
// as its clauses, which are numbered after a hyphen: it has no line of its own then, and is done
// when they are.
//
// Indented lines right below a head line are its answer: at most four sentences, then what holds
// in some editions alone, after these; the paragraphs worth reading beside it; and other words
// by which players ask for it. A line that begins with no label goes on with what stands above; a
// table or list is printed in entries, each of which begins with a hyphen and stays a line of its own.
//
// Limits: a head line is one phrase; a line of an answer has at most 120 columns.
package rulebook

import "slices"

// Book is a list of paragraphs in the order of the book.
type Book struct {
	Name       string // of the series or the game: scs, afb
	Edition    string
	Paragraphs []Paragraph
}

// Paragraph is one numbered paragraph, or one that goes by a name.
type Paragraph struct {
	Rule     string // as cited: 9.1b, set-up 2, afb 1.5, 7.3-4, afb terrain chart
	Status   Status
	Refuses  bool      // an order can be refused by it
	Differs  bool      // editions do not agree on it
	About    string    // what it is about, in a phrase
	Because  string    // why it is not done
	Says     string    // what it says, in sentences; a list has its entries on lines of their own
	Editions []Edition // what it says in some editions alone
	See      []string  // paragraphs worth reading beside it
	Words    []string  // other words by which players ask for it
	Line     int
}

// Edition is what a paragraph says in some editions alone.
type Edition struct {
	Names []string // 1.6, 1.7
	Says  string
}

// Status is what the program does of a paragraph.
type Status string

// What the program does of a paragraph.
const (
	Done Status = "done"
	Todo Status = "todo"
	Skip Status = "skip"
)

// line is the paragraph that has a line of its own.
func (b Book) line(rule string) (Paragraph, bool) {
	i := b.index(rule)
	if i < 0 {
		return Paragraph{}, false
	}
	return b.Paragraphs[i], true
}

func (b Book) index(rule string) int {
	return slices.IndexFunc(b.Paragraphs, func(p Paragraph) bool { return p.Rule == rule })
}

// clauses are those of a section, in the order of the book.
func (b Book) clauses(section string) (out []Paragraph) {
	for _, p := range b.Paragraphs {
		if p.Rule != section && Meets(section, p.Rule) {
			out = append(out, p)
		}
	}
	return out
}
