package adjudicate

import (
	"strings"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
)

// Cases of a module whose cases begin on a blank map play on its bare ground; cases of others on the map.
func TestCase_BeginsBlank(t *testing.T) {
	drill := shelf(t)["drill"]
	lake, err := drill.With(modules.Edit{Hexes: map[hex.Hex][]string{{Col: 10, Row: 11}: {"lake"}}})
	must.Do(t, err)
	for _, blank := range []bool{true, false} {
		lake := lake.Clone()
		lake.Blank = blank
		var out strings.Builder
		s := session{w: &out, games: moduleCache{"drill": lake}}
		s.text("cases.yaml", []byte(`- name: over the lake
  rules: ["3.1"]
  module: drill
  units: {b1: {side: blue, at: "10.10", full: 3-3-6}, r1: {side: red, at: "19.10", full: 4-4-4}}
  turn: 1
  phase: blue movement
  play:
    - blue: "/move units:b1 path:10.11"
      shows: {cost: 1}
`))
		if passed := s.failed == 0; passed != blank {
			t.Errorf("blank %t: %s", blank, &out)
		}
	}
}
