package view

import (
	"slices"

	"grognard/rules/chart"
	"grognard/rules/order"
)

// Reference is what a game prints beside its map, the same for everybody at any time: tables on
// which dice are read, and charts of terrain.
type Reference struct {
	Tables  []Table // that of combat first
	Terrain []TerrainChart
}

// Table is a table on which dice are read.
type Table struct {
	ID      string // "combat", as it is asked for
	Title   Text
	Rule    Rule   // the paragraph that says how it is read
	Read    Text   // how a column is found, in a few words
	Dice    string // "2d6", their sum; "d66", tens and units; "1d6"
	Beside  bool   // a strength alone is read in it: nobody's defence counts
	Columns []string
	Rows    []TableRow // from the lowest roll up
}

// TableRow is the entries of a roll, one for each column.
type TableRow struct {
	Roll    int
	Throws  int // in how many of all throws of the dice it comes
	Entries []string
}

// Throws is how many throws of the table's dice there are, each as likely as the others.
func (t Table) Throws() (n int) {
	for _, r := range t.Rows {
		n += r.Throws
	}
	return n
}

// Shares is what the throws bring in a column: each result once, from the lowest roll up.
func (t Table) Shares(column int) (out []Share) {
	for _, r := range t.Rows {
		if r.Throws == 0 {
			continue
		}
		i := slices.IndexFunc(out, func(s Share) bool { return s.Result == r.Entries[column] })
		if i < 0 {
			i, out = len(out), append(out, Share{Result: r.Entries[column]})
		}
		out[i].Throws += r.Throws
	}
	return out
}

// TerrainChart is what terrain does to a side, as its chart is printed.
type TerrainChart struct {
	Sides   []order.Side // whose it is: sides whose charts are alike share one
	Rule    Rule
	Columns []Text // headings: what entering costs, what combat there comes to
	Rows    []TerrainRow
}

// TerrainRow is a kind of terrain, of hexside or of road.
type TerrainRow struct {
	Kind    string // as it is asked for: "light-woods"
	Name    Text
	Entries []Text // one for each column; the zero Text where nothing is printed
	Rule    Rule   // an exception that the game makes of it; "" for none
}

// Mistake is what is wrong with something that somebody asked outside any game, in words that
// show what would be right.
type Mistake struct{ Why Text }

// Error is the mistake for logs.
func (m *Mistake) Error() string { return m.Why.String() }

// Typed is somebody's own words in a text, as he typed them: whoever shows them cuts them short
// and takes the marks out of them.
type Typed string

// Inquiry is a fight on paper: strengths, and not units.
type Inquiry struct {
	Table           string // "" for the first
	Attack, Defence chart.Fraction
	Shift           int // columns, to the left when negative
}

// Estimate is what the fight of an inquiry comes to. Its chances are counted in throws, of Throws.
// All estimates of a column share its results and chances: nobody changes them.
type Estimate struct {
	Inquiry
	// the attack divided by the defence, exactly; 0 where the table or the defence does not let it
	Ratio    chart.Fraction
	Compared string // both strengths as the table compares them: 3:1
	Unshift  int    // the column before the shift, -1 left of the first
	Column   int    // the column that is read, -1 left of the first: no die is rolled, and there is one result
	Rule     Rule
	Throws   int
	Results  []Share // those that can come, from the lowest roll up
	Chances  []Prospect
}

// Share is a result of a table, and the throws that bring it.
type Share struct {
	Result string
	Throws int
}

// Prospect is the chances that something happens at least once, twice and so on, as often as it
// can: steps that the attacker loses, hexes that the defender retreats.
type Prospect struct {
	What    Text
	AtLeast []int // throws
}

// Stake is what a fight could cost each side in steps by the column in which it was read, and what
// it did: as the table has it, whoever held his ground and however few steps he had.
type Stake struct {
	Table  Text
	Throws int
	Could  []Toll // by its throws
	Did    Toll
}

// Toll is the steps that a result costs, and in how many throws it comes.
type Toll struct{ Throws, Attacker, Defender int }
