package play_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/rules/modules"
)

// named returns a drill with places, one of which has two hexes, and two units of one name.
func named(t *testing.T) modules.Folder {
	return discordtest.Drill(t, map[string]string{"units.yaml": discordtest.TwoGuards, "map.yaml": `places:
  - {hex: "7.11", name: Spas Démyansk, kind: village}
  - {hex: "5.09", name: Yeln'ya, kind: village}
  - {hex: "8.08", name: Twin, kind: city}
  - {hex: "8.09", name: Twin, kind: city}
`})
}

// In an order a hex stands for the player's units there that can carry it out. The answer names those that cannot.
func TestUnits_ByHex(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(named(t)))
	for _, c := range []struct{ text, want string }{
		{"/move units:5.12 to:spas demyansk", "2 Armour, 2 Motorised moved from 5.12 to Spas Démyansk (7.11)"},
		{"/move units:yelnya 1 mot to:6.09", "1 Motorised moved from Yeln'ya (5.09) to 6.09"},
		{"/move units:7.10 to:2.10", "\n1 Militia takes no part: 2.10 costs 5 MP, more than the 4 MP left."},
		{"/move units:7.10 to:1.01", "1.01 costs"},
		{"/move units:1 Cav 7.06, 1 Infantry to:8.06", "1 Infantry, 1 Cavalry moved from 7.06 to 8.06"},
	} {
		f.Says(f.Anna, c.text, c.want)
	}
	for _, c := range []struct{ text, want string }{
		{"/move units:7.12 1 mil to:8.12", "there is no “7.12 1 mil”"},
		{"/move units:3.03 to:8.12", "you have no unit in “3.03”"},
		{"/move units:13.10 to:8.12", "you have no unit in “13.10”"},
		{"/move units:99.10 to:8.12", "you have no unit in “99.10”"},
		{"/move units:*x_y*`z` to:8.12", "You have no unit or formation  x y  z "},
		{"/move units:Atlantis to:8.12", "You have no unit or formation atlantis"},
		{"/move units:r-1-arm to:8.12", "You have no unit or formation r-1-arm"},
		{"/move units:1 Mil to:Atlantis", "“Atlantis” is not a hex (try 10.07)"},
		{"/map at:Atlantis", "“Atlantis” is not a hex (try 10.07)"},
	} {
		f.Refused(f.Anna, c.text, c.want)
	}
	f.Says(f.Anna, "/stack show hex:SPAS", "Spas Démyansk (7.11)")
	f.Picture(f.Anna, f.Say(f.Anna, "/map at:Yelnya"))
}

// If a word can mean several things, the bot asks which, with a button for each. The button gives the whole command
// with that meaning, and is stale after the phase.
func TestAmbiguous_Asked(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(named(t)))
	m := f.Say(f.Anna, "/move units:Guards, 1 Mil 7.10 to:8.12")
	labels := discordtest.Labels(f.Has(m, "which one is “Guards”?"))
	discordtest.Equal(t, "a name of two units has %d buttons", len(labels), 2)
	discordtest.Contains(t, labels[0], "Guards 6-7-5 at 7.12")
	f.Has(f.Tap(f.Anna, m, labels[0]), "Refused")
	m = f.Say(f.Anna, "/move units:1 to:Twin")
	m = f.Has(f.Tap(f.Anna, m, discordtest.Labels(m)[0]), "which one is “1”?")
	f.Has(f.Tap(f.Anna, m, discordtest.Labels(m)[0]), " to Twin (8.08)")
	m = f.Say(f.Anna, "/move units:8.08 to:Twin") // it asks although only one of the two can be moved to
	f.Has(f.Tap(f.Anna, m, discordtest.Labels(m)[1]), "Twin (8.09)")
	m = f.Say(f.Anna, "/map at:Twin")
	labels = discordtest.Labels(m)
	discordtest.Equal(t, "a place of two hexes has %d buttons", len(labels), 2)
	discordtest.Contains(t, labels[0], "Twin (8.08)")
	f.Picture(f.Anna, f.Tap(f.Anna, m, discordtest.Labels(m)[0]))
	m = f.Say(f.Olga, "/unit show unit:1 cav")
	labels = discordtest.Labels(m)
	discordtest.Equal(t, "a unit of either side has %d buttons", len(labels), 2)
	f.Has(f.Tap(f.Olga, m, labels[0]), "**1 Cavalry** · Blue")
	late := f.Say(f.Anna, "/move units:Guards to:8.14")
	f.Say(f.Anna, "/end")
	f.Has(f.Tap(f.Anna, late, discordtest.Labels(late)[0]), "The position has changed")
}

// A command that is too long for a button is answered with what to type.
func TestAmbiguous_TooLong(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(named(t)))
	long := strings.TrimSuffix(strings.Repeat("b-1-arm, ", 12), ", ")
	f.Refused(f.Anna, "/move units:Guards, "+long+" to:8.12",
		"“Guards” could be `b-4-inf`, `b-5-inf`. Name it by its identifier.")
}
