package view

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/seal"
	"grognard/rules/order"
)

// Rule cites a paragraph: "9.1b" of the series rules, or of a game's own rules "afb 1.8a", with the module's name.
type Rule string

// Text is a message of the catalogue with its arguments as alternating keys and values. Values are strings,
// ints, hexes, Numbers for hexes without the names of places, units as Name or Described, rules, sides, Texts,
// Points, lists of these, and in Odds a Chance or AtLeast.
type Text struct {
	ID   string
	Args []any
}

// T makes a Text: T("move.too-far", "unit", Name{…}, "left", Points{…}).
func T(id string, args ...any) Text { return Text{id, args} }

// String writes the text for logs and case files; players see the catalogue's words.
func (t Text) String() string {
	var b strings.Builder
	b.WriteString(t.ID)
	for i := 0; i+1 < len(t.Args); i += 2 {
		fmt.Fprintf(&b, " %v=%v", t.Args[i], t.Args[i+1])
	}
	return b.String()
}

// Arg returns an argument of the text by its key, nil if it has none.
func (t Text) Arg(key string) any {
	for i := 0; i+1 < len(t.Args); i += 2 {
		if t.Args[i] == key {
			return t.Args[i+1]
		}
	}
	return nil
}

// Name is a unit in a text: its identifier, and its name where that is known.
type Name struct {
	ID   order.UnitID
	Name string
}

func (n Name) String() string { return string(n.ID) }

// Described is a unit in a text with everything that shows on it; Legend explains its markers.
type Described struct {
	Counter
	Legend []MarkLegend
}

// Numbers are hexes in a text by their numbers alone.
type Numbers []hex.Hex

// Denial is the refusal of an order. Rule is the first broken rule in the order of the book, and Also lists the
// others. Instead is a legal order close to the refused one, nil for none, and Risks what that may cost.
type Denial struct {
	Rule    Rule
	Also    []Rule
	Why     Text
	Instead *order.Order
	Risks   []Risk
}

// Error returns the denial as logs and case files write it.
func (d *Denial) Error() string {
	rules := []string{string(d.Rule)}
	for _, r := range d.Also {
		rules = append(rules, string(r))
	}
	return fmt.Sprintf("refused by %s: %v", strings.Join(rules, ", "), d.Why)
}

// Offer is what can be picked next. Every pick in Next leads to at least one legal order. Done says that the
// picks so far are a legal order, Fatal that this order destroys at least one unit of its own side however its
// decisions go; it is false where that would take too long to work out.
type Offer struct {
	Next        []Pick
	Costs       []Cost // what picks in Next take from what their units can still spend, cheapest first
	Risks       []Risk // what else picks in Next may cost, which their player may have overlooked
	Notes       []Text // what the order does and what it costs, before anything of it is decided
	Set         []Pick // what earlier orders of the same kind have set, which cannot be picked again
	Used        []Pick // what earlier orders of the same kind were about, which cannot be picked again
	Done, Fatal bool
}

// Risk is what some picks may cost beside what they take from their units.
type Risk struct {
	Picks []Pick
	Text  Text
	Brief Text // the text for a button; the zero Text for nothing
	Rule  Rule
	Grave bool // picks without it come first
	Fatal bool // they destroy units of the player's own, however the order goes on
}

// Cost is what some picks take from what their units can still spend, such as movement points.
type Cost struct {
	Picks  []Pick
	Points chart.Fraction // what each of them costs
	Left   chart.Fraction // what the unit with the least has left after it
	Merit  bool           // it is no cost but a reason for these picks: they come first
	All    bool           // it takes everything that the units have, however much that is
	Text   Text           // Points and Left in words: 3 MP, 2 left
	Price  Text           // Points alone in words: 3 MP
}

// CostOf returns what a pick of the offer costs; false for one that costs nothing.
func (o Offer) CostOf(p Pick) (Cost, bool) {
	return first.In(o.Costs, func(c Cost) bool { return slices.Contains(c.Picks, p) })
}

// RisksOf returns what a pick of the offer may cost beside what it takes. For the zero Pick it returns the risks of the
// picks so far, which have no Picks.
func (o Offer) RisksOf(p Pick) []Risk {
	return slices.DeleteFunc(slices.Clone(o.Risks), func(r Risk) bool {
		return !slices.Contains(r.Picks, p) && (p != Pick{} || len(r.Picks) > 0)
	})
}

// Completion is what could come next in an option of an order.
type Completion struct {
	Option order.Option // as the game defines it; the zero Option where the order has none of that name
	Head   []string     // of a list: the entries before the one that is being typed, in their shortest form
	Typed  string       // the entry that is being typed
	Picks  []Pick
	Able   int         // the first Able of the Picks make the order legal as it is
	Stacks []HexUnits  // of an option of units: stacks that can be named by their hex, then formations by their name
	More   *Completion // what could come after Typed where that is already a complete entry; else nil
}

// Text returns a pick as it is written in the option.
func (c Completion) Text(p Pick) string {
	if c.Option.Kind == order.Units && p.Unit != "" {
		return string(p.Unit)
	}
	var held order.Arg
	p.Add(&held, c.Option)
	return c.Option.Text(held)
}

// Has reports whether what is typed, whatever its case, is one of the entries that could come next.
func (c Completion) Has(typed string) bool {
	_, ok := c.Entry(typed)
	return ok
}

// Entry returns what is typed, whatever its case, as it is written among the entries that could come next; or false.
func (c Completion) Entry(typed string) (entry string, ok bool) {
	for _, st := range c.Stacks {
		if strings.EqualFold(st.String(), typed) {
			return st.String(), true
		}
	}
	for _, p := range c.Picks {
		if text := c.Text(p); strings.EqualFold(text, typed) {
			return text, true
		}
	}
	return "", false
}

// HexUnits is a hex, or a formation, that stands for several units in an order.
type HexUnits struct {
	Hex       hex.Hex
	Formation string         // its name, "" for a hex
	Units     []order.UnitID // of a hex the top first
}

// String returns the stack's name in an order.
func (s HexUnits) String() string { return cmp.Or(s.Formation, s.Hex.String()) }

// Prompt is a decision that a side has to make.
type Prompt struct {
	ID    int // the question's number in its game: an answer with another number is stale
	Side  order.Side
	Kind  string // the command that answers it: losses retreat advance remove …
	Rule  Rule
	N     int // steps, hexes or units still owed
	Hex   hex.Hex
	Units []Counter // the units that it is about, as far as the reader may know them
	Left  []int     // of an advance: how many hexes each of Units may still go
	Why   Text      // which losses come first, along which lines units retreat, a roll's chances; may be zero
	Fight []Text    // who attacks, and what comes after it; none where no enemy attacks

	Doomed []hex.Hex // of a retreat: hexes from which every way leads to destruction
	First  bool      // it has to be made before a die with which the phase goes on
}

// Line is one thing that happened, with the rule that it happened by.
type Line struct {
	Seq         uint64
	Turn        int // the turn in which it happened
	Text        Text
	Rule        Rule
	Reckoned    *Reckoning      // of a fight
	Stake       *Stake          // of a fight on a table of the game
	Dice        []int           // for a roll: the faces
	Roll        int             // for a roll: its number in the game, from 1
	SingleFaces bool            // for a roll: the faces count one by one, not their sum
	Cost        *chart.Fraction // movement points that it cost, nil where it cost none
	MapEvent    *MapEvent       // where it happened on the map, nil for a fight and for events without a place
	Forms       []Form          // drawn on the pictures of this line
	Notes       []Note          // what Forms mean; a note that several lines have is printed once
}

// Sum returns the sum of the faces of dice.
func Sum(faces []int) (sum int) {
	for _, face := range faces {
		sum += face
	}
	return sum
}

// Rolls returns the numbers of the rolls that the line tells of, whether it shows their faces or not.
func (l Line) Rolls() (numbers []int) {
	if l.Roll > 0 {
		numbers = append(numbers, l.Roll)
	}
	for _, a := range l.Text.Args {
		text, _ := a.(Text)
		switch text.ID {
		case "rolls.unseen-one":
			numbers = append(numbers, text.Arg("roll").(int))
		case "rolls.unseen":
			for n := text.Arg("from").(int); n <= text.Arg("to").(int); n++ {
				numbers = append(numbers, n)
			}
		}
	}
	return numbers
}

// Reckoning is the public calculation of a fight: how the strengths of two sides are compared, or what one side
// alone comes to, and the result.
type Reckoning struct {
	Text                Text // announces the fight
	Brief               Text // names the participants of an intended fight
	Rule                Rule // the paragraph by which it is fought
	Sign                Sign // drawn beside the target
	Note                Text // what the legend says of the sign
	Side                order.Side
	Target              hex.Hex
	From                []hex.Hex // where the attackers stand, each hex once, in the order of Attackers
	Attackers, Defender []Counter
	Strength, Against   string // the kinds of ratings that attackers and defenders fight with
	Attack, Defence     chart.Fraction
	Odds                chart.Odds
	Alone               bool // only the attackers count, without odds
	ByNet               bool // the strengths are subtracted instead of divided, and Net is the difference
	Net                 int
	Shift               int
	Column              string // "none" when no die is rolled
	Least               string // the heading of the first column, where Column is "none"
	Unshifted           string // the column from which shifts count, if not that of the same name; may be "none"
	ColumnRule          Rule   // the paragraph by which the column is found, where it is not Rule
	Terms               []Term
	Roll                int // the number looked up in the table, 0 without a roll
	Result              string
	NoEffect            bool   // the result, whatever it is called, does nothing here
	Means               []Text // what the result does; nil if its name says that
	Brought             Text   // who else took part for Side, and what made the sum; ID "" where the units say all
}

// OnMap reports whether the fight has a place on the map. What is rolled for units wherever they are has none.
func (r *Reckoning) OnMap() bool { return r.Target != hex.None }

// HasStrengths reports whether units fight with what they add up to. Dice of command, and those that fall on a hex
// without a unit's strength, have none.
func (r *Reckoning) HasStrengths() bool { return !r.Alone || len(r.Attackers) > 0 }

// Outcome returns the result; of several dice, only those that hit: d1 for - d1 -, and - if none does.
func (r Reckoning) Outcome() string {
	hits := slices.DeleteFunc(strings.Fields(r.Result), func(die string) bool { return die == "-" })
	if len(hits) == 0 && r.Result != "" {
		return "-"
	}
	return strings.Join(hits, " ")
}

// Compared returns the comparison of both sides as a table prints it: 3:1, or +2.
func (r Reckoning) Compared() string {
	if r.ByNet {
		return Signed(r.Net)
	}
	return r.Odds.String()
}

// Heading returns what the result is read under: the column, or the comparison where there is none.
func (r Reckoning) Heading() string {
	if r.Column == "none" {
		return r.OffTable()
	}
	return cmp.Or(r.Column, r.Compared())
}

// OffTable returns the comparison with the shift off the table, such as "1:2 −2": it names a fight without a column.
func (r Reckoning) OffTable() string {
	if r.Shift == 0 {
		return r.Compared()
	}
	return r.Compared() + " " + Signed(r.Shift)
}

// Signed returns a number with its sign, such as a shift: +1, −2.
func Signed(n int) string { return strings.Replace(fmt.Sprintf("%+d", n), "-", "−", 1) }

// Term is one entry of a Reckoning: it adds N to a side's total, multiplies a strength or shifts the column.
type Term struct {
	Side   order.Side // the side that it counts for; "" where Unit tells, and where it counts for neither
	Unit   Name       // the unit whose strength it is; the zero Name for other terms
	N      int
	Times  chart.Fraction
	Shift  int
	Rule   Rule
	Reason Text
}

// Account is what the public and what each side is told of a command.
type Account struct {
	public []Line
	side   map[order.Side][]Line
	closed *Moment // the phase that ended, nil where none did
	idle   bool    // nobody played in it
}

// NewAccount can only be called by the rules. A side's lines include the public ones.
func NewAccount(_ seal.Key, public []Line, side map[order.Side][]Line) Account {
	return Account{public: public, side: side}
}

// Closing returns the account as that of a command that ended a phase; idle says that nobody played in it. It can only
// be called by the rules.
func (a Account) Closing(_ seal.Key, m Moment, idle bool) Account {
	a.closed, a.idle = &m, idle
	return a
}

// Retold returns an account of the same command with other lines. It can only be called by the rules.
func (a Account) Retold(_ seal.Key, public []Line, side map[order.Side][]Line) Account {
	a.public, a.side = public, side
	return a
}

// Public returns what everybody is told.
func (a Account) Public() []Line { return a.public }

// SidesOnly returns the account without the public lines: each side is told only its own lines, and those that tell
// it more than the public. The cost of a move does not count as more: whoever gave the order was told it then.
func (a Account) SidesOnly() Account {
	own := map[order.Side][]Line{}
	for side, lines := range a.side {
		for _, l := range lines {
			free := l
			free.Cost = nil
			if !slices.ContainsFunc(a.public, func(p Line) bool {
				return reflect.DeepEqual(l, p) || reflect.DeepEqual(free, p)
			}) {
				own[side] = append(own[side], l)
			}
		}
	}
	a.public, a.side = nil, own
	return a
}

// For returns what a side is told: the public lines and its own.
func (a Account) For(s order.Side) []Line { return a.side[s] }
