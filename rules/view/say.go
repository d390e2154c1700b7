package view

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/seal"
	"grognard/rules/order"
)

// Rule cites a paragraph: "9.1b" of the series rules, or of a game's own rules
// with its module before it, "afb 1.8a".
type Rule string

// Text is a message of the catalogue with its arguments, as key and value in
// turn. Values are strings, ints, hexes, units as Name or Described, rules, sides, Texts,
// Points, and lists of them; Numbers are hexes without the names of places; and in Odds a
// Chance, or several as AtLeast.
type Text struct {
	ID   string
	Args []any
}

// T makes a Text: T("move.too-far", "unit", Name{…}, "left", Points{…}).
func T(id string, args ...any) Text { return Text{id, args} }

// String is for logs and case files; players get the catalogue's words.
func (t Text) String() string {
	var b strings.Builder
	b.WriteString(t.ID)
	for i := 0; i+1 < len(t.Args); i += 2 {
		fmt.Fprintf(&b, " %v=%v", t.Args[i], t.Args[i+1])
	}
	return b.String()
}

// Name is a unit in a text: its identifier, and its name where that is known.
type Name struct {
	ID   order.UnitID
	Name string
}

func (n Name) String() string { return string(n.ID) }

// Described is a unit in a text with all that shows of it; Legend names what lies on it.
type Described struct {
	Counter
	Legend []MarkLegend
}

// Numbers are hexes in a text by their numbers alone.
type Numbers []hex.Hex

// Denial is a refusal. Rule is the first rule broken in the order of the book,
// Also the others; Instead a legal order close to the one refused.
type Denial struct {
	Rule    Rule
	Also    []Rule
	Why     Text
	Instead *order.Order
}

// Error is the denial for logs and case files.
func (d *Denial) Error() string {
	rules := []string{string(d.Rule)}
	for _, r := range d.Also {
		rules = append(rules, string(r))
	}
	return fmt.Sprintf("refused by %s: %v", strings.Join(rules, ", "), d.Why)
}

// Offer is what can be picked next. Every Next leads to at least one legal
// order; Done says that the picks so far are one, Fatal that it would destroy the units
// that it names.
type Offer struct {
	Next        []Pick
	Done, Fatal bool
}

// Completion is what could stand next in an option of an order.
type Completion struct {
	Option order.Option // as the game has it; the zero Option where the order has none of the name
	Head   []string     // of a list: the entries before the one that is being typed, as briefly as they can be said
	Typed  string       // the one that is being typed
	Picks  []Pick
	Able   int         // so many of them, the first, make the order legal as it is given
	Stacks []HexUnits  // of an option of units: whole stacks, each named by its hex
	More   *Completion // what could stand after Typed, where that is one of these as it stands; else nil
}

// Text is a pick as it stands in the option.
func (c Completion) Text(p Pick) string {
	if c.Option.Kind == order.Units && p.Unit != "" {
		return string(p.Unit)
	}
	var held order.Arg
	p.Add(&held, c.Option)
	return c.Option.Text(held)
}

// Has says whether an entry is one of those that could stand next.
func (c Completion) Has(entry string) bool {
	return slices.ContainsFunc(c.Stacks, func(st HexUnits) bool { return st.Hex.String() == entry }) ||
		slices.ContainsFunc(c.Picks, func(p Pick) bool { return c.Text(p) == entry })
}

// HexUnits is several units that a hex means in an order.
type HexUnits struct {
	Hex   hex.Hex
	Units []order.UnitID // top first
}

// Prompt is a decision that somebody owes.
type Prompt struct {
	ID    int // the question's number in its game: an answer to another is stale
	Side  order.Side
	Kind  string // the command that answers it: losses retreat advance remove …
	Rule  Rule
	N     int // steps, hexes or units still owed
	Hex   hex.Hex
	Units []Counter // those that it is about, as far as the reader may know
	Left  []int     // of an advance: how many hexes each of Units may still go

	Doomed []hex.Hex // of a retreat: out of these it leads only to destruction
}

// Line is one thing that happened, with the rule that it happened by.
type Line struct {
	Seq      uint64
	Turn     int // in which it happened
	Text     Text
	Rule     Rule
	Reckoned *Reckoning      // of a fight
	Stake    *Stake          // of a fight on a table of the game
	Dice     []int           // for a roll: the faces
	Roll     int             // for a roll: its number in the game, from 1
	Apart    bool            // for a roll: the faces count one by one, not their sum
	Cost     *chart.Fraction // movement points that it took, nil where it took none
	MapEvent *MapEvent       // where it happened on the map, nil for a fight and for what has no place
	Forms    []Form          // drawn with what is told
	Notes    []Note          // what they mean; each is printed once for all lines that have it
}

// Rolls are the numbers of the rolls that the line tells of, with their faces or without.
func (l Line) Rolls() (numbers []int) {
	if l.Roll > 0 {
		numbers = append(numbers, l.Roll)
	}
	for _, a := range l.Text.Args {
		text, _ := a.(Text)
		switch text.ID {
		case "rolls.unseen-one":
			numbers = append(numbers, text.Args[1].(int))
		case "rolls.unseen":
			for n := text.Args[1].(int); n <= text.Args[3].(int); n++ {
				numbers = append(numbers, n)
			}
		}
	}
	return numbers
}

// Reckoning is how what two sides come to is set against each other, or what one comes to alone,
// and what came of it; it is open to everybody.
type Reckoning struct {
	Text                Text // says that it begins
	Brief               Text // says with whom it is meant to begin
	Rule                Rule // by which it is fought
	Sign                Sign // drawn beside the target
	Note                Text // what the sign means, in print
	Side                order.Side
	Target              hex.Hex
	From                []hex.Hex // where the attackers stand, each hex once, in the order of Attackers
	Attackers, Defender []Counter
	Strength, Against   string // the kinds of ratings that attackers and defenders fight with
	Attack, Defence     chart.Fraction
	Odds                chart.Odds
	Alone               bool // the attackers count alone, without odds
	ByNet               bool // one is not divided by the other but taken from it, and Net is what is left
	Net                 int
	Shift               int
	Column              string // "none" when no die is rolled
	Terms               []Term
	Roll                int // the number read in the table, 0 without a roll
	Result              string
}

// Compared is how the two sides compare, as a table has it: 3:1, or +2.
func (r Reckoning) Compared() string {
	if r.ByNet {
		return strings.Replace(fmt.Sprintf("%+d", r.Net), "-", "−", 1)
	}
	return r.Odds.String()
}

// Term is one reason for what was reckoned: it adds N to what a side comes to, multiplies a
// strength or shifts the column.
type Term struct {
	Side   order.Side // whose it is; "" where the unit says it, and of what counts for neither
	Unit   Name       // whose strength it is; the zero Name for others
	N      int
	Times  chart.Fraction
	Shift  int
	Rule   Rule
	Reason Text
}

// Account is what everybody and what each side is told of a command.
type Account struct {
	public []Line
	side   map[order.Side][]Line
}

// NewAccount is for the rules alone. A side's lines include the public ones.
func NewAccount(_ seal.Key, public []Line, side map[order.Side][]Line) Account {
	return Account{public, side}
}

// Public is what everybody is told.
func (a Account) Public() []Line { return a.public }

// Apart is the account without what everybody is told: each side is told the lines that
// are its own, and those that it is told more fully than the others.
func (a Account) Apart() Account {
	own := map[order.Side][]Line{}
	for side, lines := range a.side {
		for _, l := range lines {
			if !slices.ContainsFunc(a.public, func(p Line) bool { return reflect.DeepEqual(l, p) }) {
				own[side] = append(own[side], l)
			}
		}
	}
	return Account{nil, own}
}

// For is what a side is told: the public lines and its own.
func (a Account) For(s order.Side) []Line { return a.side[s] }
