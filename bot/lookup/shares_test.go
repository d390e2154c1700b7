package lookup_test

import (
	"strconv"
	"strings"
	"testing"

	"grognard/bot/lookup"
	"grognard/rules/modules"
	"grognard/rules/must"
)

// TestBook_Shares: every chance of a result in a column, for both games, is what all throws of the table's dice give.
func TestBook_Shares(t *testing.T) {
	l, cells := lookup.New(nil), 0
	for _, id := range modules.Embedded() {
		b := must.Get(l.Book(id))(t)
		for _, table := range b.Reference().Tables {
			count, _ := strconv.Atoi(strings.TrimSuffix(table.Dice, "d6"))
			sums := throws(count)
			if sums == nil {
				t.Errorf("%s: the dice of %s are %s", id, table.ID, table.Dice)
			}
			for column := range table.Columns {
				given := map[string]int{}
				for _, sum := range sums {
					for _, r := range table.Rows {
						if r.Roll == sum {
							given[r.Entries[column]]++
						}
					}
				}
				for _, r := range table.Rows {
					cells++
					if result := r.Entries[column]; table.Share(column, result) != given[result] || table.Throws() != len(sums) {
						t.Errorf("%s, %s, %s in column %s: %d of %d throws, not %d of %d", id, table.ID, result,
							table.Columns[column], table.Share(column, result), table.Throws(), given[result], len(sums))
					}
				}
			}
		}
	}
	if cells < 150 {
		t.Errorf("only %d cells were compared", cells)
	}
}

// throws are the sums of all throws of some dice.
func throws(dice int) (sums []int) {
	if dice < 1 || dice > 3 {
		return nil
	}
	sums = []int{0}
	for range dice {
		var next []int
		for _, s := range sums {
			for face := 1; face <= 6; face++ {
				next = append(next, s+face)
			}
		}
		sums = next
	}
	return sums
}
