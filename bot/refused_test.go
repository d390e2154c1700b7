package main

import "grognard/bot/localtable/player"

// badInput is all that the program must refuse in the German movement phase: in
// private, in plain words, with the rule where there is one.
func (g *game) badInput() {
	g.t.Helper()
	empty, err := g.german.Open(g.t.Context(), "empty")
	if err != nil {
		g.t.Fatal(err)
	}
	for _, c := range []struct {
		what  string
		who   *player.Player
		text  string
		words []string
	}{
		{"an unknown unit", g.german, "/move units:g-99-pz to:9.02", []string{"Refused", "You have no unit g-99-pz"}},
		{"the enemy's unit", g.german, "/move units:s-57-tk to:9.02", []string{"Refused", "You have no unit"}},
		{"a hex off the map", g.german, "/move units:g-1-cav to:60.01", []string{"Refused", "60.01 is not on the map"}},
		{"no hex", g.german, "/move units:g-1-cav to:Krasnoyarsk", []string{"“Krasnoyarsk” is not a hex (try 10.07)"}},
		{"a place of two hexes", g.german, "/move units:g-1-cav to:Smolensk", []string{"“Smolensk”"}},
		{"no way named", g.german, "/move units:g-1-cav", []string{"takes exactly one of these"}},
		{"a hex too far", g.german, "/move units:g-1-cav to:25.10", []string{"Refused", "(3.", "movement points"}},
		{"the wrong phase", g.german, "/attack target:9.01 units:g-1-cav",
			[]string{"Refused", "(1.0", "You can't attack in the movement phase"}},
		{"an answer that nobody asked for", g.german, "/retreat units:g-1-cav path:7.01",
			[]string{"Refused", "(9.0", "There is no"}},
		{"the wrong side", g.soviet, "/move units:s-57-tk to:24.12", []string{"Refused", "(1.0", "German movement"}},
		{"the wrong side's end", g.soviet, "/end", []string{"Refused", "(1.0", "German movement"}},
		{"a stranger's order", g.looker, "/move units:g-1-cav to:9.02", []string{"You don't play in this game"}},
		{"a taken seat", g.looker, "/game join side:german", []string{"That seat is taken"}},
		{"a second start", g.soviet, "/game start", []string{"already started"}},
		{"a second game", g.looker, "/game new module:drill", []string{"already has a game"}},
		{"an empty hex", g.german, "/stack show hex:46.01", []string{"There is no stack at 46.01"}},
	} {
		g.refuse(c.what, g.say(c.who, c.text), c.words...)
	}
	there := g.channel
	g.channel = empty
	g.refuse("no game", g.say(g.german, "/move units:g-1-cav to:9.02"), "There is no game in this channel")
	g.refuse("no game", g.say(g.german, "/game status"), "There is no game in this channel")
	if list := g.suggest(g.german, "/move units:"); len(list) > 0 {
		g.t.Errorf("in a channel without a game units are suggested: %v", list)
	}
	g.channel = there
	// What the table's own form of the command forbids never reaches the bot.
	if _, err := g.german.Say(g.t.Context(), g.channel, "/hold hexes:many"); err == nil {
		g.t.Error("a word passes for a number")
	}
	if list := g.received(g.looker, empty); len(list) > 0 {
		g.t.Errorf("a channel without a game is told %q", list[0].Content)
	}
}
