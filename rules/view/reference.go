package view

import (
	"cmp"
	"strconv"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/first"
	"grognard/rules/order"
)

// Reference is what a game prints beside its map, which is public and never changes: tables on which dice are
// read, and terrain charts.
type Reference struct {
	Tables    []Table // in the order in which the game prints them
	Terrain   []TerrainChart
	Modifiers []Modifier // those that have a name, and can be asked for with a fight or a table
}

// Modifier is a named modifier of a fight or a roll, terrain among them.
type Modifier struct {
	Name            string // as it is printed, or its identifier
	Said            Text   // what it is called; the zero Text for its name
	Rule            Rule
	Tables          []string       // in which tables it counts, by their IDs; nil for all
	Shift, Roll     int            // what it adds to the column and to the dice
	Attack, Defence chart.Fraction // what it multiplies a strength by, 0 where it does not
}

// FightTable returns the index of the table for fights with an ID, in any case ("": of the first one), or a *Mistake.
func (r Reference) FightTable(id string) (int, error) {
	var fights []string
	isOther := false
	for i, t := range r.Tables {
		named := strings.EqualFold(t.ID, strings.Join(strings.Fields(id), "-"))
		switch {
		case t.NoFight:
			isOther = isOther || named
		case named, id == "":
			return i, nil
		default:
			fights = append(fights, t.ID)
		}
	}
	switch {
	case len(r.Tables) == 0:
		return -1, &Mistake{Why: T("ask.no-tables")}
	case len(fights) == 0:
		return -1, &Mistake{Why: T("ask.no-fights")}
	case isOther:
		return -1, &Mistake{Why: T("ask.no-fight", "table", Typed(id), "tables", fights)}
	}
	return -1, &Mistake{Why: T("ask.no-table", "table", Typed(id), "tables", fights)}
}

// Table is a table on which dice are read.
type Table struct {
	ID      string // such as "combat"
	Title   Text
	Rule    Rule   // the paragraph that says how it is read
	Read    Text   // how a column is found, in a few words
	Dice    string // "1d6"; "2d6", the sum of two dice; "d66", tens and units
	Beside  bool   // it is read with one strength alone, without a defence
	NoFight bool   // no strengths are read in it: odds are not asked of it
	Columns []string
	Rows    []TableRow // from the lowest roll up
	Zero    bool       // the highest face of its die is 0
	Below   string     // the result left of the first column, without a roll, if the game prints one; else ""
	Legend  []Meaning  // what marks in its results mean, if the game explains them in its own words
}

// Meaning explains a mark, as the game does.
type Meaning struct {
	Mark, Words string
	In          []string // the results that have the mark
}

// TableRow is the entries of a roll, or of several rolls, one for each column.
type TableRow struct {
	Name    string // as it is printed, "" for the roll's number
	Roll    int    // the lowest roll
	Last    int    // the highest roll if the row is for several, else Roll or 0
	Throws  int    // the number of throws of the dice that give it
	Entries []string
}

// Label returns the row's name as it is printed.
func (r TableRow) Label() string { return cmp.Or(r.Name, strconv.Itoa(r.Roll)) }

// Holds reports whether a roll is read in the row.
func (r TableRow) Holds(roll int) bool { return r.Roll <= roll && roll <= max(r.Roll, r.Last) }

// Row returns the index of the row in which a number is read. A number beyond the rows is read in the nearest, one
// between two rows in the lower one.
func (t Table) Row(number int) (i int) {
	for i < len(t.Rows)-1 && t.Rows[i+1].Roll <= number {
		i++
	}
	return i
}

// Shifted returns a column after a shift: at most the last, and at least the first, or -1 for left of it if there is a
// result Below. A column that is -1 already stays -1.
func (t Table) Shifted(column, by int) int {
	switch {
	case column < 0 || column+by < 0 && t.Below != "":
		return -1
	default:
		return max(0, min(column+by, len(t.Columns)-1))
	}
}

// Throws returns the number of equally likely throws of the table's dice.
func (t Table) Throws() (n int) {
	for _, r := range t.Rows {
		n += r.Throws
	}
	return n
}

// Share returns in how many throws a column gives a result, whatever roll gives it.
func (t Table) Share(column int, result string) (throws int) {
	for _, r := range t.Rows {
		if r.Entries[column] == result {
			throws += r.Throws
		}
	}
	return throws
}

// Shares returns how often each result comes in a column, in the order of the lowest roll that gives it.
func (t Table) Shares(column int) (out []Share) {
	for _, r := range t.Rows {
		if r.Throws == 0 {
			continue
		}
		result := r.Entries[column]
		first.OrAdd(&out, func(s Share) bool { return s.Result == result }, Share{Result: result}).Throws += r.Throws
	}
	return out
}

// TerrainChart is a side's terrain effects chart, as it is printed.
type TerrainChart struct {
	Sides   []order.Side // the sides that use it; sides with equal charts share one
	Rule    Rule
	Columns []Text // headings, such as the cost to enter and the effect on combat
	Rows    []TerrainRow
}

// TerrainRow is a kind of terrain, of hexside or of road.
type TerrainRow struct {
	Kind    string // such as "light-woods"
	Name    Text
	Entries []Text // one for each column; the zero Text where nothing is printed
	Rule    Rule   // the paragraph of an exception that the game makes; "" for none
}

// Mistake is an error in a question that somebody asked outside any game. Why shows what would be right.
type Mistake struct{ Why Text }

// Error returns the mistake as logs write it.
func (m *Mistake) Error() string { return m.Why.String() }

// Typed is a user's own words in a Text, as he typed them: whoever shows them must shorten them and strip their markup.
type Typed string

// Inquiry is a hypothetical fight given by strengths instead of units.
type Inquiry struct {
	Table           string // its ID; "" for the first table for fights
	Attack, Defence chart.Fraction
	Shift           int // in columns; negative is to the left
	Modifiers       []Modifier
}

// Together returns what all modifiers and the shift do; strengths are multiplied by 1 where none does.
func (q Inquiry) Together() Modifier {
	all := Modifier{Shift: q.Shift, Attack: chart.Whole(1), Defence: chart.Whole(1)}
	for _, m := range q.Modifiers {
		all.Shift, all.Roll = all.Shift+m.Shift, all.Roll+m.Roll
		if !m.Attack.Zero() {
			all.Attack = all.Attack.Times(m.Attack)
		}
		if !m.Defence.Zero() {
			all.Defence = all.Defence.Times(m.Defence)
		}
	}
	return all
}

// Estimate is the answer to an Inquiry. Its chances are numbers of throws out of Throws. All estimates of a
// column share their results and chances, which must not be changed.
type Estimate struct {
	Inquiry
	// the exact attack divided by the defence; 0 where the table does not divide, or the defence is 0
	Ratio    chart.Fraction
	Compared string // both strengths as the table compares them, such as 3:1
	Unshift  int    // the column before the shift, -1 left of the first
	Column   int    // the column that is read; -1 left of the first, where no die is rolled and there is one result
	Ruled    Text   // says when a ruling decides on the column; the zero Text if none does
	Rule     Rule
	Modified Modifier // all of the inquiry's modifiers and its shift together, without a name
	Throws   int
	Results  []Share // the possible results, from the lowest roll up
	Chances  []Prospect
}

// Multiplied returns the strengths as modifiers have multiplied them; ok is false where none did.
func (e Estimate) Multiplied() (attack, defence chart.Fraction, ok bool) {
	for _, m := range e.Modifiers {
		ok = ok || !m.Attack.Zero() || !m.Defence.Zero()
	}
	return e.Attack.Times(e.Modified.Attack), e.Defence.Times(e.Modified.Defence), ok
}

// Share is a result of a table, and the number of throws that give it.
type Share struct {
	Result string
	Throws int
}

// Prospect holds the chances that something happens at least once, at least twice and so on, such as steps that
// the attacker loses or hexes that the defender retreats.
type Prospect struct {
	What    Text
	AtLeast []int // in throws, for once, twice and so on
}

// Stake compares the step losses that a fight could cost each side in its column with those of its actual
// result. Both are as the table prints them, whatever the sides could choose or had left to lose.
type Stake struct {
	Table  Text
	Throws int
	Could  []Toll // each with its throws
	Did    Toll
}

// Toll is the steps that a result costs each side, and the number of throws that give it.
type Toll struct{ Throws, Attacker, Defender int }
