package scs_test

import (
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/must"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
)

// TestCostsThatNoFloodCanCount: no engine is made for a module whose roads cost nothing, or whose
// steps cost more than a flood can handle; the error names the module.
func TestCostsThatNoFloodCanCount(t *testing.T) {
	d := must.Get(rules.Modules().Load("afb"))(t)
	for kind, cost := range map[string]int{"road": 0, "open": 1 << 16} {
		broken := d.Clone()
		row := data.Of(broken).Charts["soviet"][kind]
		row.Move = cost
		data.Of(broken).Charts["soviet"][kind] = row
		if _, err := scs.New(broken); err == nil || !strings.Contains(err.Error(), d.Title) ||
			!strings.Contains(err.Error(), "soviet") {
			t.Errorf("%s that costs %d: got %v", kind, cost, err)
		}
	}
}
