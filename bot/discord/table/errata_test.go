package table_test

import (
	"testing"

	"grognard/bot/discord/discordtest"
)

// A game by an edition with errata says in its invitation and in its status which reading is played; so does /rule, by
// marking it. Others have none to choose.
func TestErrata_Chosen(t *testing.T) {
	const printed, mended = "Rules: SCS 1.7 as printed, without the publisher's errata",
		"Rules: SCS 1.7 with the publisher's errata"
	own := discordtest.Drill(t, map[string]string{"game.yaml": "edition: \"1.7\"\n"})
	for _, c := range []struct{ option, reading, hides string }{
		{"", printed, "**1.6, 1.7 (in force here)** The top is a unit or a marker"},
		{" errata:false", printed, "**1.6, 1.7 (in force here)** The top is a unit or a marker"},
		{" errata:true", mended, "**1.6, 1.7 with the publisher's errata (in force here)** The publisher's list of 13"},
	} {
		f := discordtest.New(t, discordtest.With(own))
		f.Says(f.Anna, "/game new module:drill side:blue"+c.option, "")
		f.AwaitPosted(f.Boris, c.reading, "Drill")
		f.Says(f.Anna, "/game status", c.reading)
		f.Says(f.Anna, "/rule find:fog of war", c.hides)
		f.Says(f.Anna, "/rule find:7.2d", "with the publisher's errata")
	}
	f := discordtest.New(t)
	f.Refused(f.Anna, "/game new module:drill side:blue errata:true", "an option of SCS 1.6 and 1.7 alone")
}
