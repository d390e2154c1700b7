package games

import "grognard/bot/localtable/player"

// badInput is all that the program must refuse in the German movement phase: in
// private, in plain words, with the rule where there is one.
func (g *game) badInput() {
	g.T.Helper()
	empty, err := g.German.Open(g.T.Context(), "empty")
	if err != nil {
		g.T.Fatal(err)
	}
	for _, c := range []struct {
		what  string
		who   *player.Player
		text  string
		words []string
	}{
		{"an unknown unit", g.German, "/move units:g-99-pz to:9.02", []string{"Refused", "You have no unit g-99-pz"}},
		{"the enemy's unit", g.German, "/move units:s-57-tk to:9.02", []string{"Refused", "You have no unit"}},
		{"a hex off the map", g.German, "/move units:g-1-cav to:60.01", []string{"Refused", "60.01 is not on the map"}},
		{"no hex", g.German, "/move units:g-1-cav to:Krasnoyarsk", []string{"“Krasnoyarsk” is not a hex (try 10.07)"}},
		{"a place of two hexes", g.German, "/move units:g-1-cav to:Smolensk", []string{"“Smolensk”"}},
		{"no way named", g.German, "/move units:g-1-cav", []string{"takes exactly one of these"}},
		{"a hex too far", g.German, "/move units:g-1-cav to:25.10", []string{"Refused", "(3.", "movement points"}},
		{"the wrong phase", g.German, "/attack target:9.01 units:g-1-cav",
			[]string{"Refused", "(1.0", "You can't attack in the movement phase"}},
		{"an answer that nobody asked for", g.German, "/retreat units:g-1-cav path:7.01",
			[]string{"Refused", "(9.0", "There is no"}},
		{"the wrong side", g.Soviet, "/move units:s-57-tk to:24.12", []string{"Refused", "(1.0", "German movement"}},
		{"the wrong side's end", g.Soviet, "/end", []string{"Refused", "(1.0", "German movement"}},
		{"a stranger's order", g.Looker, "/move units:g-1-cav to:9.02", []string{"You don't play in this game"}},
		{"a taken seat", g.Looker, "/game join side:german", []string{"That seat is taken"}},
		{"a second start", g.Soviet, "/game start", []string{"already started"}},
		{"a second game", g.Looker, "/game new module:drill", []string{"already has a game"}},
		{"an empty hex", g.German, "/stack show hex:46.01", []string{"There is no stack at 46.01"}},
	} {
		g.refuse(c.what, g.Say(c.who, c.text), c.words...)
	}
	there := g.Channel
	g.Channel = empty
	g.refuse("no game", g.Say(g.German, "/move units:g-1-cav to:9.02"), "There is no game in this channel")
	g.refuse("no game", g.Say(g.German, "/game status"), "There is no game in this channel")
	if list := g.Suggest(g.German, "/move units:"); len(list) > 0 {
		g.T.Errorf("in a channel without a game units are suggested: %v", list)
	}
	g.Channel = there
	// What the table's own form of the command forbids never reaches the bot.
	if _, err := g.German.Say(g.T.Context(), g.Channel, "/hold hexes:many"); err == nil {
		g.T.Error("a word passes for a number")
	}
	if list := g.Received(g.Looker, empty); len(list) > 0 {
		g.T.Errorf("a channel without a game is told %q", list[0].Content)
	}
}
