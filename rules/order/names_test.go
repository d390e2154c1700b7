package order_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules/order"
)

// roster knows some units, of which two are called the same, and one is called as another
// begins.
func roster(words string) (ids []order.UnitID) {
	for id, name := range map[order.UnitID]string{"g-7": "7 Pz", "g-7-rgt": "7 Pz Rgt", "g-25": "25 Pz Rgt", "g-a": "SS Rgt", "g-b": "SS Rgt"} {
		if strings.EqualFold(words, string(id)) {
			return []order.UnitID{id}
		}
		if strings.EqualFold(words, name) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// Units go by identifier or name, mixed and in any case; the longest name counts; what means
// nothing stays as it was typed, to be refused as a unit that nobody has.
func TestUnitsByName(t *testing.T) {
	for list, want := range map[string][]order.UnitID{
		"g-25":                      {"g-25"},
		"25 Pz Rgt":                 {"g-25"},
		"25 pz rgt,G-7":             {"g-25", "g-7"},
		"25 Pz Rgt, 7 Pz Rgt, 7 Pz": {"g-25", "g-7-rgt", "g-7"},
		"7 Pz Rgt 7 Pz g-25":        {"g-7-rgt", "g-7", "g-25"},
		"7 Pz 25 Pz Rgt":            {"g-7", "g-25"},
		"8 Pz Rgt":                  {"8 pz rgt"},
		"8 Pz Rgt 7 Pz":             {"8 pz rgt", "g-7"},
		"g-25 s-1":                  {"g-25", "s-1"},
		"g-a, g-b":                  {"g-a", "g-b"},
		strings.Repeat("x ", 2000):  {order.UnitID(strings.TrimSpace(strings.Repeat("x ", 2000)))},
	} {
		o, err := order.Parse(specs, "/move to:10.11 units:"+list, roster)
		if err != nil || !reflect.DeepEqual(o.Units, want) {
			t.Errorf("%.60q is read as %q, %v; want %q", list, o.Units, err, want)
		}
	}
	var problem *order.Problem
	_, err := order.Parse(specs, "/move to:10.11 units:g-7 ss rgt", roster)
	if !errors.As(err, &problem) || problem.ID != "order.which-unit" || problem.Value != "ss rgt" || !slices.Equal(problem.Units, []order.UnitID{"g-a", "g-b"}) {
		t.Errorf("a name of two units: %+v", err)
	}
}
