package data

import (
	"fmt"
	"strconv"
	"strings"

	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/view"
)

// Type compiles what is printed on the counters of a type.
func (p *Module) Type(c *modules.Compiler, u *modules.Unit, at document.Spot, own any) {
	f := own.(document.Several)[0].(*typeFile)
	v := Printed{Full: readFactors(c, f.Full, at), Exploit: c.Flag(f.Exploit)}
	u.Steps = 1
	if f.Reduced.Given() {
		v.Reduced, u.Steps = readFactors(c, f.Reduced, at), 2
	}
	if f.Estimate.Text == "reduced" {
		v.EstimateBack = true
		if u.Steps == 1 {
			c.Report(f.Estimate.Spot, "the type has no reduced side")
		}
	} else if c.Flag(f.Estimate) {
		v.Estimate, v.EstimateBack = true, u.Steps == 2
	}
	v.Own = p.own(own, func(part Part, shape any, compiled Own) {
		if part.Type != nil {
			part.Type(c, u, at, shape, compiled)
		}
	})
	u.Own = v
	by, made := p.madeBy(u)
	u.Made = made
	if made && p.data.Paragraphs[by.Rules[0]] == "" {
		c.Report(at, "%s needs the game's own paragraphs under rules", by.Name)
	}
}

// Unit compiles nothing: everything of the series is in the unit's type.
func (p *Module) Unit(*modules.Compiler, *modules.Unit, document.Spot) {}

// Units compiles the features' keys in units.yaml.
func (p *Module) Units(c *modules.Compiler) {
	for _, part := range p.parts {
		if part.Units != nil {
			part.Units(c.In(modules.InUnits))
		}
	}
}

// Scenario compiles the features' keys of a scenario, and which types are drawn at random in it.
func (p *Module) Scenario(c *modules.Compiler, s *modules.Scenario, own any) {
	var x Extras
	x.Own = p.own(own, func(part Part, shape any, compiled Own) {
		if part.Scenario != nil {
			x.Drawn = append(x.Drawn, part.Scenario(c, shape, compiled)...)
		}
	})
	s.Own = x
}

// Arrival compiles what an order of arrival brings beside units.
func (p *Module) Arrival(c *modules.Compiler, a *modules.Arrival, at document.Spot, own any) {
	var s Supplies
	s.Own = p.own(own, func(part Part, shape any, compiled Own) {
		if part.Arrival != nil {
			part.Arrival(c, a, at, shape, compiled)
		}
	})
	a.Own = s
}

// readFactors reads the factors on one side of a counter: attack-defence-movement, with x for one that is not printed.
func readFactors(c *modules.Compiler, w document.Word, at document.Spot) Values {
	if c.Text(w, at, "full") == "" {
		return Values{}
	}
	v, _ := modules.Parsed(c, w, func(s string) (Values, error) {
		v, err := ParseValues(s)
		if err == nil && max(v.Attack, v.Defence, v.Move) > maxFactor {
			err = notValues(s)
		}
		return v, err
	})
	return v
}

// ParseValues reads attack-defence-movement: 8-9-6, or x-3-6 where no attack strength is printed.
func ParseValues(s string) (Values, error) {
	parts := strings.Split(s, "-")
	if len(parts) != 3 {
		return Values{}, notValues(s)
	}
	var v Values
	for i, into := range []*int{&v.Attack, &v.Defence, &v.Move} {
		if parts[i] == "x" {
			*into = view.Blank
			continue
		}
		n, err := strconv.ParseUint(parts[i], 10, 16)
		if err != nil || n > maxValue {
			return Values{}, notValues(s)
		}
		*into = int(n)
	}
	return v, nil
}

func notValues(s string) error {
	return fmt.Errorf("%q is not attack-defence-movement, such as 8-9-6", s)
}

// formatValues writes values as modules do.
func formatValues(v Values) string {
	var parts []string
	for _, n := range []int{v.Attack, v.Defence, v.Move} {
		if n == view.Blank {
			parts = append(parts, "x")
		} else {
			parts = append(parts, strconv.Itoa(n))
		}
	}
	return strings.Join(parts, "-")
}

// maxFactor is the greatest printed strength or movement allowance in a module. A case may go up to
// maxValue, to test odds that no counters reach.
const (
	maxFactor = 99
	maxValue  = 999
)
