package bcs_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"grognard/rules"
	"grognard/rules/bcs/data"
	"grognard/rules/modules"
)

// Battles without a table, or with a blank one, come to their end: an order that needs it is refused, all else goes on.
func TestBattles_BlankTables(t *testing.T) {
	missing := map[string]string{"support": "support: ~\n"}
	for _, name := range data.TableNames() {
		missing["no "+name] = "tables: {" + name + ": ~}\n"
		missing["blank "+name] = "tables:\n  " + name + ":\n    " +
			strings.ReplaceAll(strings.TrimSpace(data.Blank(name)), "\n", "\n    ") + "\n"
	}
	for name, charts := range missing {
		t.Run(name, func(t *testing.T) {
			d, _, err := rules.Modules().Folder(modules.Folder{ID: "bcs-drill", Where: name,
				Files: fstest.MapFS{modules.InCharts: {Data: []byte(charts)}}})
			if err != nil {
				t.Fatal(err)
			}
			newBattle(t, d, uint64(len(name))).plays()
		})
	}
}
