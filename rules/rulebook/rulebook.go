// Package rulebook reads the lists of a rulebook's paragraphs: what each says in our words, and if the program does it.
//
//	SCS 1.8, with 1.7 and 1.6                     # the first line names the editions
//	rulings: SCS: what the books leave open       # where its rulings have a heading in the list
//
//	# Zones of control
//	2.1      skip          what zones do because it is a heading
//	    The paragraphs below say what a zone does to movement, combat and supply.
//	9.1d     done refuses differs  around enemy zones where possible
//	    A retreating unit keeps out of enemy zones where it can, and the answer goes on
//	    in the next line.
//	    1.8: A unit may choose the way that is around enemy zones, against 9.1c too.
//	    1.6, 1.7: A unit must choose it.
//	    1.7 errata: What holds instead where the publisher's errata are chosen.
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
// The head line begins with the paragraph as players see it cited: its number, or a name where the book has no
// number. Then comes its status: done, or todo or skip with the reason after "because". The word "refuses" says
// that an order can be refused by it, "differs" that editions disagree on it. A section may be listed only as
// its clauses, which are numbered after a hyphen: it is done when they are.
//
// Indented lines right below a head line are its answer: at most four sentences, then what holds only in some editions,
// after their numbers; see: with related paragraphs; and words: with other words by which players ask for it. A line
// without a label continues the line above; an entry of a table or list begins with a hyphen on its own line.
//
// Limits: a head line is one phrase; a line of an answer has at most 120 columns.
package rulebook

import "slices"

// Book is a list of paragraphs in the order of the book.
type Book struct {
	Name       string // the name of the series or the game: scs, afb
	Edition    string // the first line of the list
	Rulings    string // the heading of its rulings in the list, "" for a book whose rulings have none
	Paragraphs []Paragraph
}

// Paragraph is one paragraph, with a number or a name.
type Paragraph struct {
	Rule     string // as cited: 9.1b, set-up 2, afb 1.5, 7.3-4, afb terrain chart
	Status   Status
	Refuses  bool      // an order can be refused by it
	Differs  bool      // editions disagree on it
	About    string    // what it is about, in a phrase
	Because  string    // why it is not done
	Says     string    // what it says, in sentences; a list has its entries on lines of their own
	Editions []Edition // what it says in some editions alone
	See      []string  // paragraphs worth reading beside it
	Words    []string  // other words by which players ask for it
	Line     int
}

// Edition is what a paragraph says only in some editions.
type Edition struct {
	Names  []string `json:"editions"`         // 1.6, 1.7
	Errata bool     `json:"errata,omitempty"` // only where these editions are played with the publisher's errata
	Says   string   `json:"says"`
}

// has reports whether the text is about an edition.
func (e Edition) has(name string) bool { return slices.Contains(e.Names, name) }

// InForce reports whether e, one of p.Editions, holds in a game of an edition. In a game with the errata, the text
// that they give for the edition replaces the printed one.
func (p Paragraph) InForce(e Edition, edition string, errata bool) bool {
	mended := slices.ContainsFunc(p.Editions, func(o Edition) bool { return o.Errata && o.has(edition) })
	return e.has(edition) && e.Errata == (errata && mended)
}

// Status tells whether the program does a paragraph.
type Status string

// The statuses of paragraphs.
const (
	Done Status = "done"
	Todo Status = "todo"
	Skip Status = "skip"
)

// line finds a paragraph that has a line of its own.
func (b Book) line(rule string) (p Paragraph, ok bool) {
	i := b.index(rule)
	if i < 0 {
		return Paragraph{}, false
	}
	return b.Paragraphs[i], true
}

func (b Book) index(rule string) int {
	return slices.IndexFunc(b.Paragraphs, func(p Paragraph) bool { return p.Rule == rule })
}

// clauses returns the clauses of a section, in the order of the book.
func (b Book) clauses(section string) (out []Paragraph) {
	for _, p := range b.Paragraphs {
		if p.Rule != section && Meets(section, p.Rule) {
			out = append(out, p)
		}
	}
	return out
}
