package leagues_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"grognard/bot/catalogue"
	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// announced announces a season by Anna, and returns its panel.
func announced(f *discordtest.Fixture, options string) player.Message {
	f.T.Helper()
	m := f.Says(f.Anna, "/league name:Summer module:drill "+options, "**Summer**", "Only you see them so far")
	f.Has(f.Tap(f.Anna, m, "Announce"), "The season is announced in <#"+f.Channel+">")
	return f.AwaitPosted(f.Anna, "**Summer**", "Sign-up is open")
}

// seen returns a message as a player sees it now.
func seen(f *discordtest.Fixture, p *player.Player, m player.Message) player.Message {
	f.T.Helper()
	return f.Await(p, func(x player.Message) bool { return x.ID == m.ID })
}

// elsewhere returns a condition for the first message in the thread of game 1.
func elsewhere(f *discordtest.Fixture) func(player.Message) bool {
	return func(m player.Message) bool {
		return strings.Contains(m.Content, "game 1") && m.ChannelID != f.Channel
	}
}

// manages shows Anna what she can do as an organiser, and taps the buttons with these labels.
func manages(f *discordtest.Fixture, labels ...string) player.Message {
	f.T.Helper()
	return f.Tap(f.Anna, f.Say(f.Anna, "/league"), append([]string{"Manage"}, labels...)...)
}

// signed signs players up on a panel, on which nobody stands yet.
func signed(f *discordtest.Fixture, panel player.Message, players ...*player.Player) {
	f.T.Helper()
	for i, p := range players {
		f.Has(f.Tap(p, seen(f, p, panel), "Sign up"), "signed up for **Summer**")
		f.Await(p, func(m player.Message) bool {
			return m.ID == panel.ID && strings.Contains(m.Content, strconv.Itoa(i+1)+" player")
		})
	}
}

// started starts a season by its organiser's buttons.
func started(f *discordtest.Fixture) {
	f.T.Helper()
	f.Has(f.Tap(f.Anna, manages(f, "Start"), "Start it"), "It is announced")
}

// fields fills in a form of an organiser.
func fields(f *discordtest.Fixture, form player.Form, written map[string]string, picked player.Picked) player.Message {
	f.T.Helper()
	return must.Get(f.Anna.Fill(f.Ctx, form, written, picked))(f.T)
}

// A season of pools goes, by buttons and forms alone, from its announcement to a ruling, a withdrawal and its end.
func TestSeason_ByThumb(t *testing.T) {
	f := discordtest.New(t)
	carla := discordtest.Sit(f, "Carla")
	panel := announced(f, "")
	signed(f, panel, f.Anna, f.Boris, f.Olga, carla)
	order := discordtest.TapForm(f, f.Anna, manages(f), "Order of strength")
	discordtest.Contains(t, order.Components[0].Components[0].Value, discordtest.Mention(f.Boris)+" Boris")
	f.Has(f.Fill(f.Anna, order, discordtest.Mention(f.Boris)), "named exactly once")
	f.Has(f.Tap(f.Boris, seen(f, f.Boris, panel), "Sign up"), "already done")
	started(f)
	told := f.AwaitPosted(f.Boris, "**Summer** begins", "**Pool 1**", discordtest.Mention(f.Olga))
	f.Calls(told)
	first := f.Await(f.Boris, elsewhere(f))
	f.Has(first, "**Summer**", "pool 1", "Blue: ", "Red: ", "Organizer: "+discordtest.Mention(f.Anna))
	f.Lacks(first, "player ")
	status := f.Says(f.Boris, "/league", "0 of 12 games of all pools are over. All must be over", "You are in place 1 of 4 in pool 1",
		"can still finish 1 to 4")
	f.HasLabel(status, "Manage", false)
	table := f.Has(f.Tap(f.Boris, status, "Standings"), "**Pool 1**", discordtest.Mention(carla)+" **0**")
	discordtest.Equal(t, "%d pictures", len(discordtest.Images(f, f.Boris, table)), 1)
	file := f.Tap(f.Boris, f.Has(f.Tap(f.Boris, table, "Cross table"), "no game yet"), "JSON and CSV")
	var sheets []string
	for _, a := range file.Attachments {
		sheets = append(sheets, a.Filename)
	}
	discordtest.Equal(t, "%s", fmt.Sprint(sheets), "[season.json season.csv players.csv results.csv standings.csv]")
	said := string(must.Get(f.Boris.Picture(f.Ctx, file.Attachments[4]))(t)) // standings.csv
	discordtest.Contains(t, said, "1,1,player 2,Boris,0,0,0,0,0,0,0,0,0,0,0,0,1,4,,\r\n")
	f.Has(f.Tap(f.Boris, file, "Season"), "0 of 12 games")
	file = f.Tap(f.Olga, f.Say(f.Olga, "/league"), "Standings", "Page")
	discordtest.Contains(t, discordtest.File(f, f.Olga, file, "season.html"), "Summer", f.Boris.User().Username)

	// Anna plays in the only pool, so Olga's games are ruled by an organiser who does not.
	ruling := manages(f, "Rule on a game")
	f.Has(f.Tap(f.Anna, ruling, "1"), "another organizer must rule")
	leaves := f.Tap(carla, f.Say(carla, "/league"), "Withdraw")
	f.Has(leaves, "you cannot come back to it", "Your 6 open games", "finished games stand")
	f.Has(f.Tap(carla, leaves, "Withdraw"), "You have left")
	f.AwaitPosted(f.Boris, discordtest.Mention(carla)+" has left **Summer**")
	f.AwaitPosted(f.Boris, "By forfeit: a player has left the season", "place ")
	mine := discordtest.TapForm(f, f.Boris, seen(f, f.Boris, panel), "My settings")
	cancel := discordtest.TapForm(f, f.Anna, manages(f), "Cancel the season")
	f.Has(fields(f, cancel, map[string]string{"reason": "holidays"}, nil), "Canceled: holidays")
	f.AwaitPosted(f.Boris, "**Summer** is canceled", "holidays")
	f.Has(must.Get(f.Boris.Fill(f.Ctx, mine, nil))(t), "Sign-up is over")
}

// Both players press, and the game begins; a stranger's press does nothing.
func TestHere_BeginsTheGame(t *testing.T) {
	f := discordtest.New(t)
	panel := announced(f, "format:knock")
	signed(f, panel, f.Anna, f.Boris)
	f.Has(manages(f, "Start"), "named first plays the Blue side")
	started(f)
	undone := f.Await(f.Boris, elsewhere(f))
	f.Has(manages(f, "Undo the round"), "The round is undone")
	started(f)
	first := f.Await(f.Boris, func(m player.Message) bool {
		return elsewhere(f)(m) && m.ChannelID != undone.ChannelID
	})
	f.Has(f.Tap(f.Boris, undone, "I am here"), "was undone")
	f.Has(f.Tap(f.Olga, first, "I am here"), "not your game")
	f.Has(f.Tap(f.Anna, first, "I am here"), discordtest.Mention(f.Boris)+" has not tapped the button yet")
	f.Has(f.Says(f.Boris, "/league"), "I am here**")
	home := f.Channel
	f.Channel = first.ChannelID
	f.Has(f.Say(f.Anna, "/game start"), "have tapped **I am here**, below its first message", "one player alone")
	f.Channel = home
	for _, m := range must.Get(f.Boris.Messages(f.Ctx, first.ChannelID))(t) {
		if _, offered := discordtest.Labelled(m, "Start the game"); offered {
			t.Errorf("one player alone can start the game below %q", m.Content)
		}
	}
	f.Has(f.Tap(f.Boris, first, "I am here"), "the game begins now")
	f.Await(f.Anna, player.Posted(first.ChannelID, "The game begins"))
	f.Has(f.Tap(f.Boris, first, "I am here"), "The game has begun")
	f.Says(f.Anna, "/league", "your move")
	f.Channel = first.ChannelID
	f.Resign()
	f.Channel = home
	m := f.AwaitPosted(f.Olga, "By resignation")
	discordtest.Equal(t, "%d pictures", len(discordtest.Images(f, f.Olga, m)), 1)
	film := f.Tap(f.Olga, m, "Film")
	f.Has(film, "The game is over and nothing is hidden anymore.")
	discordtest.Equal(t, "%d films", len(film.Attachments), 1)
	report := f.Tap(f.Olga, m, "Report").Attachments[1] // as Markdown
	discordtest.Contains(t, string(must.Get(f.Olga.Picture(f.Ctx, report))(t)), "Red player resigns (Boris)")
	f.AwaitPosted(f.Olga, "**Summer** is over")
	file := f.Tap(f.Olga, f.Say(f.Olga, "/league"), "Standings", "Page")
	text := discordtest.File(f, f.Olga, file, "season.html")
	discordtest.Contains(t, text, "data:image/png;base64,")
	discordtest.Equal(t, "%v of 8 MiB", len(text) < 8<<20, true)
}

// An organiser who does not play rules a game; the ruling is told with its reason.
func TestRule_ToldWithReason(t *testing.T) {
	f := discordtest.New(t)
	panel := announced(f, "format:knock")
	signed(f, panel, f.Boris, f.Olga)
	started(f)
	form := discordtest.TapForm(f, f.Anna, manages(f, "Rule on a game"), "1")
	won := player.Picked{"result": {"20"}} // the half points: 2 for the first player, 0 for the second
	f.Has(fields(f, form, map[string]string{"reason": "Olga is ill"}, won), "Your ruling on game 1 is announced")
	m := f.AwaitPosted(f.Boris, "Ruled by "+discordtest.Mention(f.Anna), "Olga is ill", "**1:0**")
	f.Calls(m)
	f.AwaitPosted(f.Boris, "**Summer** is over")
}

// A season whose only organiser is forgotten is taken over by who may manage the channel.
func TestOrganiser_Forgotten(t *testing.T) {
	f := discordtest.New(t)
	panel := announced(f, "format:knock")
	signed(f, panel, f.Boris, f.Olga)
	f.Has(f.Tap(f.Anna, f.Say(f.Anna, "/privacy"), "Delete my data", "Delete for good"), "Done")
	f.Table.Deny(f.Channel, f.Boris.User().ID, 1<<4|1<<5) // Manage Channels and Manage Server
	if labels := discordtest.Labels(f.Say(f.Boris, "/league")); slices.Contains(labels, "Organize it") {
		t.Errorf("Boris is offered %v", labels)
	}
	m := f.Tap(f.Anna, f.Says(f.Anna, "/league", "no organizer"), "Organize it")
	f.Has(f.Tap(f.Anna, m, "Start"), "this is how it would begin")
}

// A bot is made no organiser. Who is taken out is none any more, with the reason told; the last one stays.
func TestOrganiser_TakenOut(t *testing.T) {
	f := discordtest.New(t)
	panel := announced(f, "format:knock")
	office := func(why string, picked player.Picked) player.Message {
		t.Helper()
		form := discordtest.TapForm(f, f.Anna, manages(f), "Organizers")
		return fields(f, form, map[string]string{"reason": why}, picked)
	}
	boris, olga := f.Boris.User().ID, f.Olga.User().ID
	f.Has(office("", player.Picked{"add": {panel.Author.ID}}), "is a bot")
	f.Has(office("", player.Picked{"add": {boris}}), discordtest.Mention(f.Boris))
	f.Has(office("He is away.", player.Picked{"out": {olga}}), "is not an organizer of this season")
	f.Has(office("", player.Picked{"add": {olga}, "out": {boris}}), "Say why")
	f.Has(office("She helps.", player.Picked{"out": {olga}}), "is not an organizer") // nothing was done by halves
	f.Has(office("Both.", player.Picked{"add": {olga}, "out": {olga}}), discordtest.Mention(f.Boris))
	m := office("He is away.", player.Picked{"out": {boris}})
	if strings.Contains(m.Content, discordtest.Mention(f.Boris)) {
		t.Errorf("he is still an organiser: %q", m.Content)
	}
	f.AwaitPosted(f.Olga, discordtest.Mention(f.Anna)+" has removed "+discordtest.Mention(f.Boris), "He is away.")
	f.Has(office("I go.", player.Picked{"out": {f.Anna.User().ID}}), "You are the last organizer")
}

// A call that nobody can be told is made later, and the season waits for it.
func TestCall_ChannelWithheld(t *testing.T) {
	f := discordtest.New(t)
	panel := announced(f, "format:knock")
	signed(f, panel, f.Boris, f.Olga)
	f.SetFault(discordtest.Always(discordtest.Fault{Status: 403, Code: 50013},
		discordtest.To("POST", "/messages")))
	started(f)
	f.Eventually("the status says so", func() bool {
		time.Sleep(10 * time.Millisecond)
		return strings.Contains(f.Say(f.Anna, "/league").Content, "I can't post in")
	})
	f.SetFault(nil)
	f.Await(f.Boris, func(m player.Message) bool {
		return m.ChannelID != f.Channel && strings.Contains(m.Content, "your game against")
	})
}

// Who may not manage the channel announces nothing, and what cannot be carried out is refused with what would be right.
func TestAnnounce_Refused(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/league", "There is no season here")
	f.Refused(f.Anna, "/league name:Summer module:nothing", "There is no game")
	f.Refused(f.Anna, "/league name:Summer module:drill clock:never", "never")
	f.Refused(f.Boris, "/league challenge:"+f.Anna.User().ID, "There is no season here")
	f.Says(f.Anna, "/league name:Summer module:drill clock:none format:ladder", "no clock", "3 places above you")
	m := f.Says(f.Anna, "/league name:Summer module:drill format:swiss", "clock 3d + 1d per phase, at most 5d")
	form := discordtest.TapForm(f, f.Anna, m, "Change")
	chosen := player.Picked{"unfinished": {"ruling"}, "dropped": {"stand"}, "tied": {"seed"}}
	refused := f.Has(fields(f, form, map[string]string{"atonce": "many"}, chosen), "not a number")
	f.HasLabel(seen(f, f.Anna, m), "Announce", true) // the terms stay as they were
	form = discordtest.TapForm(f, f.Anna, refused, "Back to the form")
	discordtest.Equal(t, "%s", form.Components[3].Component.Value, "many")
	form = discordtest.TapForm(f, f.Anna, f.Say(f.Anna, "/league name:Summer module:drill format:swiss"), "Change")
	f.Has(fields(f, form, map[string]string{"atonce": "99"}, chosen), "1 to 20 games at once")
	form = discordtest.TapForm(f, f.Anna, f.Say(f.Anna, "/league name:Summer module:drill format:swiss"), "Change")
	f.Has(fields(f, form, map[string]string{"playoff": "4"}, chosen), "knockout of the best 4",
		"an organizer decides at the deadline", "the better seed")
	panel := announced(f, "format:swiss")
	f.Has(manages(f, "Start"), "Too few players")
	f.Has(f.Tap(f.Boris, panel, "Withdraw"), "do not take part")
	f.Refused(f.Anna, "/league season:Sumer", "There is no season Sumer")
	f.Says(f.Anna, "/league season:summer", "Sign-up is open")
	f.Says(f.Anna, "/league name:Autumn module:drill like:summer", "Swiss")
}

// Whatever a season refuses is said in a sentence of its own, which says what would be right.
func TestRefusals_AllHaveWords(t *testing.T) {
	words := must.Get(catalogue.New(nil))(t).In(catalogue.Default)
	said := map[string]string{}
	for _, why := range whys(t) {
		id := "league.refused-" + why
		text, ok := words.Say(func(_ string, v any) string { return fmt.Sprint(v) }, id)
		if !ok || said[text] != "" {
			t.Errorf("%s has no words of its own: %q", id, text)
		}
		said[text] = id
	}
	if len(said) < 35 {
		t.Errorf("only %d refusals were found", len(said))
	}
}

// whys are the reasons for which package season refuses commands, from its source.
func whys(t *testing.T) (list []string) {
	t.Helper()
	const folder = "../../league/season/"
	reason := regexp.MustCompile(`(?m)^\t\w+ +Why = "([\w-]+)"`)
	for _, m := range reason.FindAllStringSubmatch(string(must.Get(os.ReadFile(folder+"refusal.go"))(t)), -1) {
		if m[1] != "terms" {
			list = append(list, m[1])
		}
	}
	member := regexp.MustCompile(`(?m)[,)}] "(\w+)"},$`)
	for _, m := range member.FindAllStringSubmatch(string(must.Get(os.ReadFile(folder+"terms.go"))(t)), -1) {
		if id := "terms-" + m[1]; !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// A channel in which the bot may not write makes no noise, and the status says what is wrong.
func TestTell_ChannelWithheld(t *testing.T) {
	f := discordtest.New(t)
	panel := announced(f, "format:knock")
	signed(f, panel, f.Boris, f.Olga)
	f.Table.Deny(f.Channel, localtable.ApplicationID, 1<<11) // Send Messages
	cancel := discordtest.TapForm(f, f.Anna, manages(f), "Cancel the season")
	fields(f, cancel, map[string]string{"reason": "holidays"}, nil)
	f.Eventually("the status says so", func() bool {
		time.Sleep(10 * time.Millisecond)
		return strings.Contains(f.Say(f.Anna, "/league").Content, "I can't post in")
	})
}

// A program that has just started names players who have pressed nothing since; it looks them up once.
func TestNames_LookedUpAfterARestart(t *testing.T) {
	f := discordtest.New(t)
	carla := discordtest.Sit(f, "Carla")
	signed(f, announced(f, ""), f.Boris, f.Olga, carla)
	f.Restart()
	f.Table.Deny(localtable.GuildID, f.Olga.User().ID, 1<<10) // without View Channel she is no member
	looksUp := func(p *player.Player) func(localtable.Exchange) bool {
		return discordtest.To("GET", "/members/"+p.User().ID)
	}
	f.SetFault(discordtest.Always(discordtest.Fault{Status: 500}, looksUp(carla)))
	for _, names := range []map[*player.Player]string{
		{f.Boris: "Boris", f.Olga: "a player who has left the server", carla: "sign-up No. 3"},
		{carla: "Carla"}} {
		order := discordtest.TapForm(f, f.Anna, manages(f), "Order of strength").Components[0].Components[0].Value
		for p, name := range names {
			discordtest.Contains(t, order, discordtest.Mention(p)+" "+name)
		}
		f.SetFault(nil)
	}
	discordtest.Equal(t, "%d look-ups", len(f.Requests(looksUp(f.Boris))), 1)
}

// A game that was moved before it began, and whose thread is gone, begins by the buttons below /league.
func TestHere_GameMovedBeforeItBegan(t *testing.T) {
	f := discordtest.New(t)
	signed(f, announced(f, "format:knock"), f.Anna, f.Boris)
	started(f)
	first := f.Await(f.Boris, elsewhere(f))
	f.Await(f.Boris, func(m player.Message) bool { return m.ChannelID == first.ChannelID && m.ID != first.ID })
	home, there := f.Channel, f.OpenChannel("shelter")
	f.Channel = first.ChannelID
	f.Has(discordtest.MoveGame(f, there), "<#"+there+">")
	f.Await(f.Boris, player.Posted(there, "The game is moved", "below `/league`"))
	must.Do(t, f.Table.DeleteChannel(first.ChannelID))
	f.Channel = there
	f.Refused(f.Anna, "/game start", "below `/league`")
	f.Channel = home
	f.Has(f.Tap(f.Anna, f.Says(f.Anna, "/league", "press I am here"), "I am here: game 1"), "Noted: you are here")
	f.HasLabel(f.Say(f.Anna, "/league"), "I am here: game 1", false)
	f.Has(f.Tap(f.Boris, f.Say(f.Boris, "/league"), "I am here: game 1"), "the game begins now")
	f.Await(f.Boris, player.Posted(there, "The game begins"))
}
