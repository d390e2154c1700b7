package look_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/must"
)

// places are where a look-up is asked without a game: a channel, direct messages with the bot,
// and as the user's own, a channel of another server and direct messages of others.
func places(f *discordtest.Fixture, p *player.Player) map[string]string {
	f.T.Helper()
	places := map[string]string{"channel": f.Channel, "DM": f.DM(p)}
	for _, name := range []string{"foreign", "friends"} {
		id := must.Get(p.Channel(name))(f.T)
		places[name] = id
	}
	return places
}

// autumnChosen is a fixture in which Anna looks things up in Autumn for Barbarossa.
func autumnChosen(t *testing.T) *discordtest.Fixture {
	t.Helper()
	f := discordtest.New(t, discordtest.Everywhere)
	f.Tap(f.Anna, f.Ask(f.Anna, "/crt"), "Autumn for Barbarossa")
	return f
}

// Every look-up is answered wherever it is asked, to the asker alone, and shown to everybody
// there by a button, once. Whose tables are meant is asked once.
func TestLookups_WithoutAGame(t *testing.T) {
	f := discordtest.New(t, discordtest.Everywhere)
	which := f.Ask(f.Anna, "/odds attack:9+4/2 defence:4")
	if got := discordtest.Labels(which); !slices.Equal(got, titles(t)) {
		t.Errorf("%q is asked with the buttons %q", which.Content, got)
	}
	f.Has(f.Tap(f.Anna, which, "Autumn for Barbarossa"), "9+4/2 = 11 against 4")
	everywhere, tried := places(f, f.Anna), map[string]bool{}
	for _, c := range lookUpsTried {
		verb, _, _ := strings.Cut(c.text, " ")
		for where, channel := range everywhere {
			if tried[verb] && where != "channel" { // the words of an answer are the same there
				continue
			}
			m := f.Reads(discordtest.AskIn(f, f.Anna, channel, c.text), c.wants...)
			for _, a := range m.Attachments {
				discordtest.Equal(t, c.text+" has a picture without words: %t", a.Description == "", false)
			}
			shared := f.Tap(f.Anna, m, "Share")
			b, _ := discordtest.Labelled(shared, "Shared")
			discordtest.Equal(t, c.text+" in "+where+" can be shared again: %t", b.Disabled && shared.ID == m.ID, true)
			reader := f.Boris
			if where == "DM" {
				reader = f.Anna
			}
			open := f.Await(reader, player.Posted(channel,
				append([]string{"<@" + f.Anna.User().ID + "> ", "`" + c.text + "`"}, c.wants...)...))
			for _, now := range []player.Message{shared, open} {
				discordtest.Equal(t, c.text+" in "+where+" is shown with %d pictures", len(now.Attachments), len(m.Attachments))
			}
			if len(open.Components) > 0 || len(open.Pinged) > 0 {
				t.Errorf("%s in %s: %d rows, pings %v", c.text, where, len(open.Components), open.Pinged)
			}
		}
		tried[verb] = true
	}
}

// lookUpsTried are look-ups with words of their answers. Dice are thrown by the entropy that a
// fixture hands in, so that the faces are not told here.
var lookUpsTried = []struct {
	text  string
	wants []string
}{
	{"/games", []string{"**Autumn for Barbarossa** (`afb`): SCS 1.8; German, Soviet; scenarios: Autumn for Barbarossa (10 turns) · ",
		"**Drill** (`drill`)"}},
	{"/roll dice:2d6", []string{"**2d6**\n", " = **"}},
	{"/roll dice:4d6kh3+1 times:3 label:barrage of the ford", []string{"**4d6kh3+1** · barrage of the ford\n1) ",
		"\n3) ", "~~", " +1 = **"}},
	{"/roll dice:2d20-d66", []string{"**2d20-d66**\n[", " − "}},
	{"/odds attack:9+4/2 defence:4",
		[]string{"**Autumn for Barbarossa** · Combat Results\n9+4/2 = 11 against 4\nOdds **3:1**: ",
			"; column **3:1** (7.4)\n",
			"**A2D1** 3% (1/36) · **A1D1** 14% (5/36) · **D1r1** 25% (9/36)",
			"defender loses steps: 1+ 100%, 2+ 58% (21/36)", "defender retreats hexes: 1+ 83% (30/36)"}},
	{"/odds attack:(4+4)x2 defence:5 shift:-1",
		[]string{"(4+4)x2 = 16 against 5", "column **3:1**, shifted −1 to **2:1**"}},
	{"/odds attack:4 defence:0", []string{"column **6:1+**, by a ruling on a defense of 0 (7.4)"}},
	{"/odds attack:1 defence:40", []string{"column **below 1:3**", "No die is rolled", "**A1** 100%"}},
	{"/crt", []string{"Combat Results · 2d6 (7.4)", "Columns: 1:3, 1:2, 1:1"}},
	{"/crt odds:1:4 roll:7", []string{"Below 1:3: automatic A1. No die is rolled, and the attacker loses a step (7.4)."}},
	{"/crt odds:3:1", []string{"Column 3:1: **A2D1** 3% (1/36)"}},
	{"/crt odds:9:4 roll:7", []string{"Column 2:1, roll 7: **D1r1**. Chance of this roll: 17% (6/36); of this result in the column: 31% (11/36)"}},
	{"/crt odds:7–2 roll:6+1", []string{"Column 4:1, roll 7: "}},
	{"/crt odds:3:1 roll:7", []string{"**D2r2**. Chance of this roll: 17% (6/36); of this result in the column: 31% (11/36)"}},
	{"/crt roll:7", []string{"Roll 7: 1:3 **A1D1** · 1:2 **A1D1**"}},
	{"/terrain", []string{"German (afb 1.3a): open ground, road", "Soviet (afb 1.3a): "}},
	{"/terrain kind:woods", []string{"- **light woods** (afb 1.3a): Movement 3 MP · Combat 1 column left",
		"Soviet (afb 1.3a)\n- **light woods**: Movement 2 MP"}},
	{"/terrain kind:open ground", []string{"- **open ground**: Movement 1 MP"}},
	{"/rule find:9.1c", []string{"**9.1c** Toward supply where possible\n", "**Edition 1.8", "**Edition 1.6, 1.7:** "}},
	{"/rule find:can I advance across a lake?", []string{"**afb 1.3a**"}},
	{"/rule find:suply lien", []string{"**"}},
	{"/terrain kind:river side:soviet", []string{"- **minor river**: Movement +1 MP · Combat attackers ×½"}},
}

// What cannot be looked up is answered in one line, which shows what would be right.
func TestLookups_BadInput(t *testing.T) {
	f := autumnChosen(t)
	for text, want := range map[string]string{
		"/roll dice:9999d9999":                  "“9999d9999” is not a roll of 1 to 100 dice (try 2d6",
		"/roll dice:nonsense`**":                "is not a roll of dice (try 2d6",
		"/roll dice:100d6 times:20":             "2000 dice are too many: one answer shows at most",
		"/odds":                                 "For printed strengths, `/odds attack:9+4/2 defence:4`",
		"/odds attack:4 target:10.07":           "Give one or the other",
		"/odds attack:4":                        "The defenders' strength is missing. Write one such as 9+4/2",
		"/odds attack:4/0 defence:4":            "“4/0” divides by 0. Write",
		"/odds attack:4 defence:4 table:ranged": "This game has no table “ranged”. It has combat",
		"/odds target:13.10":                    "There is no game in this channel",
		"/odds units:8.06":                      "name the enemy's hex: `/odds target:`",
		"/odds target:10.07 units:x":            "There is no game in this channel",
		"/crt roll:6+7":                         "with a roll of “6+7”: it uses 2d6, from 2 to 12",
		"/crt odds:7:":                          "Table combat has no column “7:”. It has 1:3, 1:2",
		"/rule find:xyzzy plugh":                "The rules have nothing on this; nearest: ",
		"/terrain kind:lava":                    "No terrain chart of this game has “lava” (try ",
		"/terrain kind:woods side:french":       "This game has no side “french”. It has german, soviet",
	} {
		m := f.Ask(f.Anna, text)
		if !strings.Contains(m.Content, want) || strings.Contains(m.Content, "\n") || len(m.Attachments) > 0 {
			t.Errorf("%s is answered %q, want %q", text, m.Content, want)
		}
	}
}

// A look-up with public:true is posted to everybody at once, and its asker is told only that it was posted.
func TestLookups_Public(t *testing.T) {
	f := discordtest.New(t, discordtest.Everywhere)
	for where, channel := range places(f, f.Anna) {
		asked := "/roll dice:2d6 label:" + where
		discordtest.Equal(t, "in "+where+" the asker reads %q", discordtest.AskIn(f, f.Anna, channel, asked+" public:true").Content,
			"Posted in the channel.")
		f.Await(f.Anna, player.Posted(channel,
			"<@"+f.Anna.User().ID+"> used `"+asked+"`:\n**2d6** · "+where+"\n"))
	}
}

// Share shows an answer once, even if it is pressed twice at once.
func TestShare_TwoTaps(t *testing.T) {
	f := discordtest.New(t, discordtest.Everywhere)
	channel := places(f, f.Anna)["foreign"]
	m := discordtest.AskIn(f, f.Anna, channel, "/roll dice:2d6 label:twice")
	share, _ := discordtest.Labelled(m, "Share")
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if _, err := f.Anna.Click(f.Ctx, m.ID, share.CustomID); err != nil && !strings.Contains(err.Error(),
				"no such button") {
				t.Error(err)
			}
		})
	}
	both.Wait()
	discordtest.AskIn(f, f.Anna, channel, "/roll dice:2d6 public:true")
	f.Await(f.Boris, player.Posted(channel, "> used "))
	shown := slices.DeleteFunc(must.Get(f.Boris.Messages(f.Ctx, channel))(t), func(m player.Message) bool {
		return !strings.Contains(m.Content, "twice")
	})
	discordtest.Equal(t, "what was shared once is shown %d times", len(shown), 1)
}

// Each answer of a message that is read on can be shared: what was shared before it is another. What is too long for a
// button is shared with its picture all the same, as the shorter question that has the same answer.
func TestShare_Question(t *testing.T) {
	f := autumnChosen(t)
	m := f.Tap(f.Anna, f.Ask(f.Anna, "/rule find:9.1c"), "Share")
	f.Tap(f.Anna, m, "9.1d ▶", "Share")
	for _, rule := range []string{"9.1c", "9.1d"} {
		f.AwaitPosted(f.Boris, "used `/rule find:"+rule+"` and shares the answer:\n**"+rule+"**")
	}
	long := strings.Repeat("1+1+", 10)
	for text, want := range map[string]string{
		"/odds attack:(" + long + "0)/3 defence:" + long + "1": "used `/odds attack:20/3 defence:21` and shares the answer:\n",
		"/rule find:9.1b" + strings.Repeat("?", 90):            "used `/rule find:9.1b` and shares the answer:\n",
	} {
		m := f.Ask(f.Anna, text)
		for _, now := range []player.Message{f.Tap(f.Anna, m, "Share"), f.AwaitPosted(f.Boris, want)} {
			discordtest.Equal(t, text+" is shown with %d pictures", len(now.Attachments), len(m.Attachments))
		}
	}
}

// What a player writes is shown to everybody without mentions, links or marks of its own.
func TestLookups_WordsOfTheUser(t *testing.T) {
	f := discordtest.New(t, discordtest.Everywhere)
	f.Ask(f.Anna, "/roll dice:2d6 label:[dice](https://example.org) <@1> @everyone \u202eabc `x` public:true")
	m := f.Lacks(f.AwaitPosted(f.Boris, "used `/roll"), "](", "<@1>", "\u202e", "`x`")
	discordtest.Equal(t, "%d are pinged", len(m.Pinged), 0)
	f.Tap(f.Anna, f.Ask(f.Anna, "/crt"), "Autumn for Barbarossa")
	f.Reads(f.Ask(f.Anna, "/odds attack:4*2 defence:3"), "4×2 = 8 against 3")
	f.Reads(f.Ask(f.Anna, "/odds attack:4**2 defence:3"), "“×” doesn't fit there in “4××2”")
	f.Has(f.Tap(f.Anna, f.Ask(f.Anna, "/games"), "Share"), "**Drill**")
	f.Lacks(f.AwaitPosted(f.Boris, "used `/games`"), "Your look-ups")
}

// The name of an order opens the whole rule of it.
func TestRule_NameOfAnOrder(t *testing.T) {
	f := discordtest.New(t)
	f.Open("module:bcs-drill scenario:kessing side:blue", "red")
	f.Has(f.Say(f.Anna, "/rule find:prepared defense"), "**4.5-1** ", "**4.5-7** ", "**4.5-8** ")
}

// Before a game is chosen a question is answered from the series alone, which is said, and each game is a tap away.
func TestRule_NoGameChosen(t *testing.T) {
	f := discordtest.New(t, discordtest.Everywhere)
	m := f.Reads(f.Ask(f.Anna, "/rule find:stacking"), "**4.0** ", "From the series rules only.")
	if labels := discordtest.Labels(m); !slices.Contains(labels, "Drill") || labels[len(labels)-1] != "Share" {
		t.Errorf("the buttons are %q", labels)
	}
	f.Lacks(f.Ask(f.Anna, "/rule find:afb 1.5"), "series' rules alone")
	f.Reads(f.Ask(f.Anna, "/rule find:umbrellas"), "The rules have nothing on this", "From the series rules only.")
	f.Lacks(f.Reads(f.Tap(f.Anna, m, "Autumn for Barbarossa"), "**afb 1.5** "), "series' rules alone")
	f.Lacks(f.Reads(f.Ask(f.Anna, "/rule find:stacking"), "**afb 1.5** "), "series' rules alone")
}

// Whatever is typed is answered in a message that Discord takes, and says what of it was read.
func TestRule_BadInput(t *testing.T) {
	f := discordtest.New(t, discordtest.Everywhere)
	for question, want := range map[string]string{
		strings.Repeat("retreat ", 120):          "Only the first 200 characters",
		strings.Repeat("x", 1000):                "Only the first 200 characters",
		strings.Repeat("退却", 400):                "Only the first 200 characters",
		"退却":                                     "**9.0** ",
		"😀🎲":                                     "The rules have nothing on “😀🎲”",
		"?!… — ()":                               "The rules have nothing on",
		"'; SELECT password FROM sqlite; --":     "The rules have nothing on this",
		"**9.1(c)** [x](https://example.org)":    "**9.1c** ",
		"OCS 5.2":                                "There is no paragraph “OCS 5.2” here; nearest: 5.0",
		"9.1(c)(2)":                              "; nearest: 9.1c",
		"`@everyone` <@1> how far can I retreat": "**9.",
	} {
		if m := f.Reads(f.Ask(f.Anna, "/rule find:"+question), want); len(m.Pinged) > 0 {
			t.Errorf("%q pings %v", question, m.Pinged)
		}
	}
}

// A paragraph's neighbours, the rulings on it and its example are a tap away, in one message.
func TestRule_Neighbours(t *testing.T) {
	f := autumnChosen(t)
	m := f.Ask(f.Anna, "/rule find:9.1c")
	if got := strings.Join(discordtest.Labels(m), ", "); !strings.HasPrefix(got,
		"◀ 9.1b, 9.1d ▶, 3 rulings, Example, See ") || !strings.HasSuffix(got, ", Share") {
		t.Errorf("9.1c has the buttons %s", got)
	}
	first := m
	for _, step := range []struct{ press, reads string }{
		{"3 rulings", "**9.1c** Toward supply where possible\n- The number of hexes outranks the direction"},
		{"9.1c", "**9.1c** Toward supply where possible\nWhere it can"},
		{"Example", "Example: "},
		{"9.1d ▶", "**9.1d** "},
		{"◀ 9.1c", "**9.1c** "},
		{"◀ 9.1b", "**9.1b** "},
	} {
		m = f.Reads(f.Tap(f.Anna, m, step.press), step.reads)
		discordtest.Equal(t, step.press+" opens message %s", m.ID, first.ID)
	}
	near := f.Ask(f.Anna, "/rule find:9.9z")
	f.Has(near, "; nearest: 9.0")
	f.Reads(f.Tap(f.Anna, near, discordtest.Labels(near)[0]), "**9.")
}

// What is longer than a message is read in parts, and shared whole.
func TestRule_LongRulings(t *testing.T) {
	f := autumnChosen(t)
	m := f.Ask(f.Anna, "/rule find:afb 1.11")
	i := slices.IndexFunc(discordtest.Labels(m), func(l string) bool { return strings.HasSuffix(l, "rulings") })
	m = f.Reads(f.Tap(f.Anna, m, discordtest.Labels(m)[i]), "(part 1 of ")
	next := f.Reads(f.TapStarting(f.Anna, m, "▶ Page 2 of "), "(part 2 of ")
	discordtest.Equal(t, "the second part opens message %s", next.ID, m.ID)
	f.Reads(f.TapStarting(f.Anna, next, "◀ Page 1 of "), "(part 1 of ")
}

// Below a refusal a button opens the paragraphs that it cites, and the refusal stays.
func TestRule_BelowARefusal(t *testing.T) {
	f := discordtest.Begun(t)
	refused := f.Reads(f.Ask(f.Anna, "/move units:b-1-arm to:99.09"), "3.3c)")
	shown := f.Tap(f.Anna, refused, "Rules")
	discordtest.Equal(t, "the refusal is gone: %t", shown.ID == refused.ID, false)
	f.Reads(shown, "**3.3c** ")
	discordtest.Equal(t, "what cites no paragraph has %d buttons", len(discordtest.Labels(f.Ask(f.Anna, "/game start"))), 0)
}

// The channel's game goes before what its asker chose, and /games changes that.
func TestLookups_WhoseTables(t *testing.T) {
	f := autumnChosen(t)
	f.Reads(f.Ask(f.Anna, "/terrain kind:woods"), "Autumn for Barbarossa")
	f.Say(f.Anna, "/game new module:drill")
	f.Reads(f.Ask(f.Anna, "/terrain kind:woods"), "Drill")
	direct := f.DM(f.Anna)
	f.Reads(discordtest.AskIn(f, f.Anna, direct, "/crt"), "Autumn for Barbarossa")
	f.Reads(f.Tap(f.Anna, discordtest.AskIn(f, f.Anna, direct, "/games"), "Look up Drill"), "**Drill**",
		"Your look-ups use this game.")
	f.Reads(discordtest.AskIn(f, f.Anna, direct, "/crt"), "Drill")
	f.Restart()
	f.Reads(discordtest.AskIn(f, f.Anna, direct, "/crt"), "Drill")
}

// Where there is no game, help says what can be looked up.
func TestHelp_WithoutAGame(t *testing.T) {
	f := discordtest.New(t, discordtest.Everywhere)
	for where, channel := range places(f, f.Anna) {
		m := discordtest.AskIn(f, f.Anna, channel, "/help")
		f.Has(m, "`/roll", "`/odds", "`/crt", "`/terrain", "`/rule", "`/games")
		discordtest.Equal(t, "help in "+where+" tells of new games: %t", strings.Contains(m.Content, "`/game new`"),
			where == "channel")
	}
}

// What can be looked up is suggested while it is typed.
func TestLookups_Suggestions(t *testing.T) {
	f := autumnChosen(t)
	for text, want := range map[string]player.Choice{
		"/rule find:9.1c":                   {Name: "9.1c · Toward supply where possible", Value: "9.1c"},
		"/rule find:toward suply":           {Name: "9.1c · Toward supply where possible", Value: "9.1c"},
		"/crt table:":                       {Name: "Combat Results", Value: "combat"},
		"/odds attack:4 defence:2 table:co": {Name: "Combat Results", Value: "combat"},
		"/terrain kind:heavy":               {Name: "heavy woods", Value: "heavy-woods"},
		"/terrain side:sov":                 {Name: "Soviet", Value: "soviet"},
	} {
		for where, channel := range places(f, f.Anna) {
			list, err := f.Anna.Complete(f.Ctx, channel, text)
			if err != nil || len(list) == 0 || list[0].Name != want.Name || list[0].Value != want.Value {
				t.Errorf("%s in %s offers %v (%v), want %v first", text, where, list, err, want)
			}
		}
	}
}

// Every picture of a look-up can be read, with words for who cannot see it.
func TestLookups_Pictures(t *testing.T) {
	f := autumnChosen(t)
	for text, want := range map[string]string{
		"/odds attack:9 defence:3": "Odds 3:1", "/crt odds:3:1 roll:7": "7 · 1:3–1:1 A1D1 · 2:1 D1r1", "/terrain": "light woods",
	} {
		m := f.Ask(f.Anna, text)
		if alt := f.Picture(f.Anna, m); !strings.Contains(alt, want) || strings.Contains(alt, "**") {
			t.Errorf("%s: the picture's words are %q", text, alt)
		}
	}
	discordtest.Equal(t, "/games shows %d maps", len(discordtest.Images(f, f.Anna, f.Ask(f.Anna, "/games"))), len(titles(t)))
}

// What a picture of a look-up shows is there in words, whole, in all games: a line for each kind of terrain and roll.
func TestLookups_WholeInWords(t *testing.T) {
	f := autumnChosen(t)
	for _, title := range titles(t) {
		if games := f.Ask(f.Anna, "/games"); slices.Contains(discordtest.Labels(games), "Look up "+title) {
			f.Tap(f.Anna, games, "Look up "+title)
		}
		for text, kinds := range map[string]int{"/terrain": 24, "/terrain kind:river": 4, "/crt": 0, "/crt roll:7": 0} {
			switch {
			case title == "Drill":
				kinds /= 2 // one chart for both sides
			case title == "BCS Drill" && text == "/terrain":
				kinds = 12 // one chart, too
			case title == "BCS Drill" && kinds > 0:
				kinds = 1 // one kind of river
			}
			m := f.Reads(f.Ask(f.Anna, text), title)
			f.Picture(f.Anna, m)
			words := discordtest.Words(f, f.Anna, m)
			if n := strings.Count(words, "\n- "); n != kinds || kinds == 0 && !strings.Contains(words, "\n12 · ") {
				t.Errorf("%s of %s has %d of %d kinds in words: %q", text, title, n, kinds, words)
			}
		}
	}
}

// titles are those of the games that ship.
func titles(t *testing.T) (all []string) {
	t.Helper()
	for _, id := range modules.Embedded() {
		d := must.Get(rules.Modules().Load(id))(t)
		all = append(all, d.Title)
	}
	return all
}
