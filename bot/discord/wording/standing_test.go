package wording

import (
	"errors"
	"testing"

	"grognard/rules"
	language "grognard/rules/standing"
)

// Standing orders are shown in plain words, and so is what is wrong with them.
func TestStanding_Words(t *testing.T) {
	d := must(rules.Modules().Load("afb"))(t)
	pos := must(rules.Setup(d, ""))(t)
	m := must(rules.New(d, pos))(t)
	loc := english(t).On(m.Public().Board().Map)
	for typed, want := range map[string]string{
		"at:12.13 hold if steps>1 else retreat to:14.13":                 "in 12.13: hold if steps left > 1; else retreat to 14.13",
		"near:Orsha/3 unit:25 Pz Rgt,7 Pz Rgt ask me within 6 hours":     "within 3 hexes of Orsha (13.14), for 25 Pz Rgt, 7 Pz Rgt: ask me; you have 6 hours to answer first",
		"formation:3 Pz Div retreat along:13.14,14.14 toward:supply":     "for all of 3 Pz Div: retreat along Orsha (13.14), 14.14, toward supply",
		"type:armour lose first:full,weakest last:exploit,25 Pz Rgt":     "for all armour: lose steps first from units at full strength, the weakest, last from exploit-capable units, 25 Pz Rgt",
		"hold sparing:1 if (victory or city) and not across and not oos": "everywhere: hold until 1 step is left if (the hex is worth victory points or the hex has city) and not (all attackers attack over a hexside that weakens them) and not (a unit is out of supply)",
		"area:L advance with:exploit most:1 toward:north if not zone":    "in 20.26, 19.27, 21.27: advance with exploit-capable units, at most 1 unit, toward the top of the map if not (the hex is in an enemy zone)",
		"remove first:weakest":     "everywhere: remove excess units first from the weakest",
		"place to:Smolensk; agree": "everywhere: place units to Smolensk (25.13), Smolensk (25.14) | everywhere: agree",
		"retreat hexes:1 if attack>=9 and attackers!=1; hold if steps<=owed": "everywhere: retreat at most 1 hex, holding for the rest if their printed attack strength ≥ 9 and enemy units that could advance ≠ 1 | everywhere: hold if steps left ≤ hexes or steps owed",
		"default about:losses,withdraw within 1 hour":                        "everywhere: decide as the game does for a player who is away about step losses, units to bring back; you have 1 hour to answer first",
		"hold if steps>1 and cty":                                            "Line 1, column 21: there is no condition cty; try city",
		"unit:25 Pz Regt hold":                                               "Line 1, column 6: you have no unit, formation or type 25 Pz Regt; try 25 Pz Rgt, 21 Pz Rgt, 27 Pz Rgt, 29 Pz Rgt, 35 Pz Rgt",
		"at:99.99 hold":                                                      "Line 1, column 4: 99.99 is off the map",
		"hold; retreat":                                                      "Line 2, column 1: line 1 comes first and says otherwise for the same case",
		"hold; at:12.13 hold":                                                "Line 2, column 1: line 1 always answers first",
		"hold if steps<1 and steps>1":                                        "Line 1, column 1: this can never happen: hold",
	} {
		set, err := m.ReadStanding("german", typed)
		got := ""
		if p := (*language.Problem)(nil); errors.As(err, &p) {
			got = loc.Text(p.Say())
		}
		for i, l := range m.SayStanding("german", set) {
			if i > 0 {
				got += " | "
			}
			got += loc.Text(l)
		}
		if got != want {
			t.Errorf("%s is said\n%s, want\n%s", typed, got, want)
		}
	}
}
