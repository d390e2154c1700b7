package data_test

import (
	"testing"

	"grognard/rules/bcs/data"
	"grognard/rules/modules"
)

func dialects() modules.Dialects { return modules.Dialects{data.SeriesName: data.Dialect{}} }

// drill loads the module that ships.
func drill(t testing.TB) *modules.Definition {
	t.Helper()
	d, err := dialects().Load("bcs-drill")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestDrill_LoadsWithoutWarnings(t *testing.T) {
	d := drill(t)
	for _, w := range d.Warnings {
		t.Error(w)
	}
	own := data.Of(d)
	t.Log(own.Tables, own.Terrain, own.Formations)
}
