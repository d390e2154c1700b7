// Package phone holds at what a player stumbled who had never seen the program.
package phone

import (
	"testing"

	"grognard/bot/discord/discordtest"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// A refusal of an overrun says which it is: the terrain of the hex, the hexside, or its cost.
func TestOverrun_RefusalSaysWhatOfTheGround(t *testing.T) {
	for ground, want := range map[string]string{
		`land: [{name: Woods, kind: heavy-woods, hexes: ["13.10"]}]`: "The terrain in 13.10 can't be overrun from any side: heavy woods (6.0c",
		`water: [{name: Brook, kind: minor-river, sides: ["12.10/13.10"]}]`: "An overrun can't cross the hexside " +
			"12.10 – 13.10: minor river. From another side it may be possible (6.0c",
	} {
		t.Run(want, func(t *testing.T) {
			f := discordtest.Begun(t, discordtest.With(discordtest.Drill(t, map[string]string{"map.yaml": ground},
				`{at: "5.09", units: [b-1-arm, b-1-mot]}`, `{at: "10.10", units: [b-1-arm, b-1-mot]}`)))
			f.Say(f.Anna, "/move units:b-1-arm to:12.10")
			f.Refused(f.Anna, "/overrun units:b-1-arm target:13.10", want)
		})
	}
}
