package positions

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// divided is a German movement phase with 3 Pz Div in one hex, 4 Pz Div in two, and one regiment of 7 Pz Div.
func divided(t *testing.T) *rules.Match {
	units := slices.Concat(stands(9, 20, "g-6-pz", "g-3-mtr", "g-394-mtr", "g-5-inf"),
		stands(9, 22, "g-35-pz", "g-12-mtr"), stands(9, 24, "g-33-mtr"), stands(10, 24, "g-25-pz"))
	return begun(t, load(t, "afb"), rules.Position{Turn: 2, Turns: 4, Units: units,
		Phase: view.Phase{Side: "german", Name: "movement"}}, fair())
}

// In an order the name of a formation means those of its units that can take part. If the order is for units of one hex
// and they stand in several, the player is asked which hex, and can give the name with the hex.
func TestFormations_InOrders(t *testing.T) {
	m := divided(t)
	for text, want := range map[string]string{
		"/move units:3 Pz Div to:9.19":               "[g-3-mtr g-394-mtr g-6-pz]",
		"/move units:3 PZ DIV 9.20 to:9.19":          "[g-3-mtr g-394-mtr g-6-pz]",
		"/move units:9.20 3 Pz to:9.19":              "[g-3-mtr g-394-mtr g-6-pz]",
		"/move units:3 Pz Div, 5 Inf Div to:9.19":    "[g-3-mtr g-394-mtr g-5-inf g-6-pz]",
		"/move units:4 Pz Div to:9.23":               "order.formation-apart [9.22 9.24] 4 Pz Div 9.22",
		"/move units:4 Pz Div 9.22 to:9.23":          "[g-12-mtr g-35-pz]",
		"/move units:7 Pz Div to:9.23":               "[g-25-pz]",
		"/move units:4 Pz Div 9.20 to:9.23":          "order.nobody-there",
		"/move units:12 Pz Div to:9.23":              "order.nobody-there",
		"/move units:99 Pz Div to:9.23":              "order.no-unit",
		"/move units:13 Tk Div to:9.23":              "order.no-unit",
		"/move units:SS Div to:9.23":                 "order.nobody-there",
		"/attack target:10.21 units:3 Pz Div":        "[g-3-mtr g-394-mtr g-6-pz]",
		"/stack order hex:9.20 units:3 Pz Div,5 Inf": "[g-3-mtr g-394-mtr g-6-pz g-5-inf]",
	} {
		read, err := m.Parse("german", text)
		got := fmt.Sprint(read.Order.Units("units"))
		if read.Order.Verb != "stack order" {
			got = fmt.Sprint(read.Order.Sorted().Units("units"))
		}
		if problem := (*order.Problem)(nil); errors.As(err, &problem) {
			got = problem.ID
			if len(problem.Means) > 0 {
				got += fmt.Sprint(" ", problem.Means, " ", problem.Means[0].Value)
			}
		}
		if got != want {
			t.Errorf("%s is read as %s, %v; want %s", text, got, err, want)
		}
	}
}

// Formations are completed with their number of units, where these can act together.
func TestFormations_Completed(t *testing.T) {
	m := divided(t)
	c := m.Completion("german", "move", map[string]string{"units": "3 Pz"}, "units")
	i := slices.IndexFunc(c.Stacks, func(s view.HexUnits) bool { return s.Formation == "3 Pz Div" })
	if i < 0 || len(c.Stacks[i].Units) != 3 || slices.ContainsFunc(c.Stacks,
		func(s view.HexUnits) bool { return s.Formation == "4 Pz Div" || s.Formation == "7 Pz Div" }) {
		t.Errorf("completed are %+v", c.Stacks)
	}
	c = m.Completion("german", "move", map[string]string{"units": "3 pz div"}, "units")
	if c.More == nil {
		t.Errorf("a formation is no whole entry: %+v", c.Stacks)
	}
}

// Lists name formations too.
func TestFormations_InLists(t *testing.T) {
	p := preview(t, divided(t), "german", "3 Pz Div > 9.19; 4 Pz Div > 9.23; 4 Pz Div 9.22 > 9.23")
	if len(p.Lines) != 3 || !slices.Equal(p.Skips(), []int{2}) || len(p.Lines[0].Orders[0].Units("units")) != 3 ||
		len(p.Lines[2].Orders[0].Units("units")) != 2 {
		t.Errorf("the preview is %+v", p.Lines)
	}
}
