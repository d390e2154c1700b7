package scs

import (
	"strings"
	"testing"

	"grognard/rules/modules"
)

// TestCostsThatNoFloodCanCount: an engine is not made for a module whose roads cost
// nothing, or whose steps cost more than a flood has buckets for; the error names
// the module.
func TestCostsThatNoFloodCanCount(t *testing.T) {
	d, err := modules.Load("afb")
	if err != nil {
		t.Fatal(err)
	}
	for kind, cost := range map[string]int{"road": 0, "open": 1 << 16} {
		broken := d.Clone()
		row := broken.Charts["soviet"][kind]
		row.Move = cost
		broken.Charts["soviet"][kind] = row
		if _, err := New(broken); err == nil || !strings.Contains(err.Error(), d.Title) || !strings.Contains(err.Error(), "soviet") {
			t.Errorf("%s that costs %d: got %v", kind, cost, err)
		}
	}
}
