package tables

import (
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"grognard/rules"
	"grognard/rules/must"
	"grognard/rules/view"
)

// breaks is a row of breaks as a file has it: what rolls bring, such as 2-6 or 7.
type breaks map[string]string

// at returns what a modified roll brings. What lies beyond the ends of the row belongs to the entries there.
func (b breaks) at(t *testing.T, roll int) string {
	t.Helper()
	least, most, entries := 0, 0, map[int]string{}
	for span, entry := range b {
		from, to, several := strings.Cut(span, "-")
		if !several {
			to = from
		}
		first, err := strconv.Atoi(from)
		must.Do(t, err)
		last, err := strconv.Atoi(to)
		must.Do(t, err)
		for n := first; n <= last; n++ {
			entries[n] = entry
			if least == 0 || n < least {
				least = n
			}
			most = max(most, n)
		}
	}
	return entries[min(max(roll, least), most)]
}

// rolls is a table by modified rolls as a file has it.
type rolls struct {
	Dice      int
	Modifiers map[string]struct{ N int }
	Breaks    []breaks
}

// entries returns what each of the throws brings, with what is added to the dice.
func (r rolls) entries(t *testing.T, added int) (out []string) {
	t.Helper()
	for a := 1; a <= 6; a++ {
		if r.Dice == 1 {
			out = append(out, r.Breaks[0].at(t, a+added))
			continue
		}
		for b := 1; b <= 6; b++ {
			out = append(out, r.Breaks[0].at(t, a+b+added))
		}
	}
	return out
}

// modified returns a sum, or the one nearest to it that the table's modifiers can come to.
func (r rolls) modified(sum int) int {
	least, most := 0, 0
	for _, m := range r.Modifiers {
		least, most = least+min(m.N, 0), most+max(m.N, 0)
	}
	return min(max(sum, least), most)
}

// modifiedTables returns the handbook of a game of another series, and its tables as they are written.
func modifiedTables(t *testing.T) (*rules.Handbook, map[string]rolls) {
	t.Helper()
	d, err := rules.Modules().Load("bcs-drill")
	must.Do(t, err)
	text, err := os.ReadFile("../modules/bcs-drill/charts.yaml")
	must.Do(t, err)
	book, err := rules.HandbookOf(d)
	must.Do(t, err)
	var file struct{ Tables map[string]rolls }
	must.Do(t, yaml.Unmarshal(text, &file))
	return book, file.Tables
}

// A table in which no strengths are compared has a column for each sum of its modifiers that makes a difference.
func TestTables_BySumOfModifiers(t *testing.T) {
	book, written := modifiedTables(t)
	for _, printed := range book.Reference().Tables {
		in := written[printed.ID]
		if !printed.NoFight || len(in.Breaks) == 0 {
			continue
		}
		for i, heading := range printed.Columns {
			sum, err := strconv.Atoi(strings.Replace(heading, "−", "-", 1))
			must.Do(t, err)
			got := view.Estimate{Results: printed.Shares(i), Throws: printed.Throws()}
			if want := enumerate(in.entries(t, sum), nil); !want.is(got) || in.modified(sum) != sum {
				t.Errorf("%s at %s: %+v, want %+v", printed.ID, heading, got, want)
			}
		}
	}
}

// In the tables of fights another series adds the difference of the strengths to the dice, rounded down, and a shift.
func TestReckon_ByDifference(t *testing.T) {
	book, written := modifiedTables(t)
	for _, table := range []string{"engagement", "combat"} {
		in := written[table]
		known := map[int]outcome{}
		for _, attack := range strengths() {
			for _, defence := range strengths() {
				if q := attack.Minus(defence).Denominator(); q > 1000 {
					continue
				}
				for _, shift := range []int{0, -3, 2} {
					got, err := book.Reckon(view.Inquiry{Table: table, Attack: attack, Defence: defence, Shift: shift})
					net := new(big.Rat).Sub(rat(t, attack), rat(t, defence))
					added := int(new(big.Int).Div(net.Num(), net.Denom()).Int64()) + shift // divided as Euclid does: down
					want, ok := known[added]
					if !ok {
						want = enumerate(in.entries(t, added), nil)
						known[added] = want
					}
					if err != nil || !want.is(got) || len(in.Breaks) != 1 {
						t.Fatalf("%s: %s to %s, shifted by %d: %+v, %v; want %+v", table, attack.Exact(), defence.Exact(), shift,
							got, err, want)
					}
				}
			}
		}
	}
}
