package play_test

import (
	"log/slog"
	"strings"
	"testing"

	"grognard/bot/discord"
	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/page"
	"grognard/bot/localtable/player"
	"grognard/rules/modules"

	"github.com/bwmarrin/discordgo"
)

// Orders take the names of units that are shown. If two units have a name, the bot asks which one is meant.
func TestOrders_ByShownNames(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.WithFile(discordtest.Breach(t), "units.yaml",
		discordtest.TwoGuards)))
	f.Says(f.Anna, "/move units:2 armour, 2 Motorised to:7.11", "2 Armour, 2 Motorised moved from 5.12 to 7.11")
	for _, typed := range []string{"/move units:b-2-arm, 2 Mot", "/move units:2 Armour, 2 Mot",
		"/move units:2 armour,2 Mot"} {
		f.Suggests(f.Anna, typed, "b-2-arm,b-2-mot")
	}
	f.Refused(f.Anna, "/move units:Guards to:8.12", "which one is “Guards”?")
	f.Refused(f.Anna, "/move units:3 Grenadiers to:8.12", "You have no unit or formation 3 Grenadiers")
	f.Refused(f.Anna, "/move units:1 Militia, 2 Security to:8.12", "You have no unit or formation 2 Security")
	f.Refused(f.Boris, "/attack target:12.10 units:1 Militia", "It is the Blue movement phase")
}

// A formation's name stands for its units, in orders, lists and suggestions. The refusal of a name that nobody has
// cites no paragraph.
func TestOrders_Formations(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.WithFile(discordtest.Breach(t), "units.yaml",
		"units:\n  b-2-arm: {formation: 2 Pz Div}\n  b-2-mot: {formation: 2 Pz Div}\n  b-1-inf: {formation: 9 Corps}\n"+
			"  b-2-inf: {formation: 9 Corps}\n")))
	f.Suggests(f.Anna, "/move units:2 Pz", "2 Pz Div")
	f.Refused(f.Anna, "/move units:9 Corps to:8.08", "“9 Corps” stands in several hexes: `7.0")
	f.Refused(f.Anna, "/move units:8 Corps to:8.08",
		"You have no unit or formation 8 Corps. Name units as they are shown, with commas between them (`unit, unit`), or")
	f.Reads(f.Say(f.Anna, "/orders list:9 Corps > 8.08; 2 Pz Div > 7.11"),
		"**1** `9 Corps > 8.08` ✗ No single unit has that name. “9 Corps” stands in", "**2** `2 Pz Div > 7.11` 2 Armour, 2 Motorised: 5.12 → 7.11")
	f.Says(f.Anna, "/move units:2 pz div to:7.11", "2 Armour, 2 Motorised moved from 5.12 to 7.11")
}

// The commonest mistakes are answered in plain English, with what to do instead and the paragraph at the end.
func TestOrders_Refusals(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
	f.Refused(f.Anna, "/attack target:13.10", "**Refused.** You can't attack in the movement phase;")
	f.Refused(f.Anna, "/advance units:b-1-arm path:13.10",
		"**Refused.** There is no advance to make or decline (10.0).")
	f.Refused(f.Anna, "/retreat units:b-1-arm path:12.11", "**Refused.** There is no retreat to make or hold (9.0")
	f.Refused(f.Anna, "/losses units:b-1-arm", "**Refused.** There are no step losses to take (8.0")
	f.Refused(f.Anna, "/move units:b-3-inf to:banana", "“banana” is not a hex (try 10.07).")
	f.Refused(f.Anna, "/move units:b-3-inf path:12.11,banana", "“banana” is not a hex (try 10.07).")
	f.Refused(f.Anna, "/unit show unit:r-3-inf", "Location unknown")
	f.Say(f.Anna, "/end")
	f.Refused(f.Anna, "/move units:b-3-inf to:12.11", "**Refused.** You can't move in the combat phase;")
	f.Lacks(f.Says(f.Olga, "/due", ">, it is your move: Blue combat.", "Last move: <t:"), "since")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	f.AwaitPosted(f.Boris, "<@"+f.Anna.User().ID+">, advance after the fight at 13.10, or pass: ")
	const first = "**Refused.** First decide the advance at 13.10: /advance or /pass ("
	for _, order := range []string{"/end", "/losses units:b-1-arm", "/attack target:13.12 units:b-3-inf"} {
		f.HasLabel(f.Says(f.Anna, order, first), "Decide", true)
	}
	f.Refused(f.Boris, "/pass", "**Refused.** The Blue player must decide first: see `/due` (")
	f.Refused(f.Anna, "/advance units:b-1-arm path:13.10", "1 Armour advanced from 12.10 to 13.10 (10.0)")
}

func TestOrders_Typed(t *testing.T) {
	f := discordtest.Begun(t)
	f.Says(f.Anna, "/move units:b-1-arm,b-1-mot to:8.08", "Blue: 1 Armour, 1 Motorised moved from 5.09 to 8.08")
	mine := f.Says(f.Anna, "/stack show hex:8.08", "1 Armour 8-6-8, 1 Motorised 4-5-8")
	f.Picture(f.Anna, mine)
	f.Lacks(f.Says(f.Boris, "/stack show hex:8.08", "1 unseen unit"), "Motorised")
	f.Says(f.Olga, "/due",
		"<@"+f.Anna.User().ID+">, it is your move: Blue movement. `/end` ends the phase. Last move: <t:")
	f.Picture(f.Olga, f.Say(f.Olga, "/map"))
	f.Say(f.Anna, "/end")
	phase := f.AwaitPosted(f.Olga, "Blue combat", "Blue: 1 Armour and 1 more moved from 5.09 to 8.08")
	discordtest.Images(f, f.Olga, phase)
	discordtest.Equal(t, "the pictures of a phase are %v", discordtest.PictureNames(phase),
		[]string{"overview.png", "close-up-1.png"})
	for i, want := range []string{"Overview of Drill: turn 1 of 10, Blue movement. " +
		"Number 1, at 8.08: Blue: 1 Armour and 1 more moved from 5.09 to 8.08.",
		"Number 1 on the overview. Close-up of Drill around "} {
		discordtest.Contains(t, phase.Attachments[i].Description, want, "8.08")
	}
	f.Says(f.Olga, "/game status", "turn 1 of 10", "Scenario: Skirmish", "Blue: <@", "Module: as shipped")
}

// A move that leaves too many units in a hex is asked about, tapped or typed, and Back leads to the page of the move.
func TestOrders_Overstacking(t *testing.T) {
	f := discordtest.Begun(t)
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:5.11")
	const over = "1 unit too many in 5.11, destroyed if still over the limit at the end of the movement phase"
	f.Has(f.Ask(f.Anna, "/move units:b-2-arm,b-2-mot to:5.11"), "**Move now?**", over)
	m := f.TapStarting(f.Anna, f.Tap(f.Anna, f.Started, "Orders", "2 Armour +1 5.12"), "▶ all others within")
	m = f.Has(f.TapLetter(f.Anna, m, " 5.11 · overstacks"), "**Move now?**", over)
	m = f.Has(f.Tap(f.Anna, m, "Back"), "**Move** from 5.12")
	m = f.TapStarting(f.Anna, m, "▶ all others within")
	m = f.Tap(f.Anna, f.TapLetter(f.Anna, m, " 5.11 · overstacks"), "Yes, give it")
	f.Has(m, "2 Armour, 2 Motorised moved from 5.12 to 5.11")
}

func TestOrders_BadInput(t *testing.T) {
	f := discordtest.New(t)
	for text, want := range map[string]string{
		"/game status":                          "There is no game in this channel",
		"/move units:b-1-arm to:8.08":           "There is no game in this channel",
		"/game new module:chess":                "There is no such game",
		"/game new module:drill scenario:chess": "no such scenario",
	} {
		f.Refused(f.Anna, text, want)
	}
	f.Begin()
	channel := len(f.Posted(f.Olga))
	for _, c := range []struct {
		who  *player.Player
		text string
		want string
	}{
		{f.Anna, "/move units:nobody to:8.08", "You have no unit or formation nobody"},
		{f.Anna, "/move units:r-1-arm to:8.08", "You have no unit or formation r-1-arm"},
		{f.Anna, "/move units:b-1-arm to:99.09", "99.09 is not on the map (3.0, 3.3c)"},
		{f.Anna, "/move units:b-1-arm to:somewhere", "“somewhere” is not a hex (try 10.07)"},
		{f.Anna, "/move units:b-1-arm", "needs exactly one of these: to, path"},
		{f.Anna, "/attack target:13.06 units:13.06", "You can't attack in the movement phase"},
		{f.Boris, "/move units:r-1-arm to:12.08", "It is the Blue movement phase"},
		{f.Boris, "/end", "It is the Blue movement phase"},
		{f.Olga, "/end", "You don't play in this game. `/help` shows what you can do"},
		{f.Olga, "/game join side:blue", "That seat is taken"},
		{f.Anna, "/game join side:red", "You already have a seat"},
		{f.Anna, "/game new module:drill", "This channel already has a game"},
		{f.Anna, "/game start", "The game has already started"},
		{f.Anna, "/stack show hex:99.09", "is not on this map"},
		{f.Anna, "/move units:" + strings.Repeat("x", 900) + " to:7.07", "You have no unit or formation " +
			strings.Repeat("x", 59) + "…"},
		{f.Anna, "/stack show hex:1.01", "There is no stack at 1.01"},
		{f.Anna, "/stack show hex:x`@everyone", "“x @everyone” is not a hex (try 10.07)"},
		{f.Anna, "/map at:nowhere", "“nowhere” is not a hex (try 10.07)"},
	} {
		f.Refused(c.who, c.text, c.want)
	}
	discordtest.Equal(t, "after refusals there are %d messages in the channel", len(f.Posted(f.Olga)), channel)
}

// A phase in which nothing can be done passes by itself, and one line says so. A player can switch that off.
func TestAutopass_IdlePhase(t *testing.T) {
	f := discordtest.Begun(t, func(f *discordtest.Fixture) {
		f.Passes = discord.Passes(f.Store, slog.New(slog.DiscardHandler))
	})
	ended := f.Say(f.Anna, "/end")
	const line = "Turn 1, Blue combat passed automatically: nothing to do (1.0)"
	f.Lacks(f.Has(ended, line, "Turn 1, Blue exploitation"), "**Turn 1, Blue combat")
	report := f.AwaitPosted(f.Olga, line, "it is your move: Blue exploitation")
	pictured := 0
	for _, m := range f.Posted(f.Olga) {
		if strings.Contains(m.Content, "it is your move: Blue combat") || m.ID != report.ID &&
			strings.Contains(m.Content, "Blue exploitation") && len(m.Attachments) > 0 {
			pictured++
		}
	}
	if pictured > 0 || len(report.Attachments) != 1 {
		t.Errorf("%d messages with pictures beside the report, which has %d", pictured, len(report.Attachments))
	}
	f.Says(f.Boris, "/settings autopass:False", "waits for your /end")
	f.Say(f.Anna, "/end")
	f.Lacks(f.Says(f.Boris, "/end", "Turn 1, Red combat"), "passes")
}

// An end of a phase that costs something is asked about once, whether it is typed or tapped, and again if it costs
// something else by the time of the press.
func TestEnd_Cost(t *testing.T) {
	f := discordtest.Begun(t)
	asked := f.Has(f.Ask(f.Anna, "/end"), "End the phase?", "7 stacks haven't moved (3.0)")
	discordtest.Equal(t, "she is offered %d buttons", len(f.Says(f.Olga, "/due", "Blue movement").Parts()), 0)
	f.Has(f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Orders"), "You can give orders now")
	tapped := f.Has(f.Tap(f.Anna, f.Started, "Orders", "End the phase"), "7 stacks haven't moved (3.0)")
	f.Says(f.Anna, "/move units:b-1-arm to:6.09", "1 Armour still has 7 MP but can't move again once another unit moves")
	next := f.TapStarting(f.Anna, f.Tap(f.Anna, f.Started, "Orders"), "1 Infantry +1 7.06")
	f.Reads(next, "1 Armour still has 7 MP but can't move again once another unit moves (3.0)")
	f.Reads(f.Tap(f.Anna, next, "Continue 1 Armour 6.09 · 7 MP left"), "**Move** from 6.09")
	f.Says(f.Anna, "/move units:b-2-arm,b-2-mot to:7.11", "1 Armour can't move again this phase; it had 7 MP left (3.0)")
	anew := f.Has(f.Tap(f.Anna, asked, "End the phase"), "End the phase?", "6 stacks haven't moved")
	tapped = f.Has(f.Tap(f.Anna, tapped, "End the phase"), "6 stacks haven't moved")
	f.Has(f.Tap(f.Anna, anew, "End the phase"), "Blue combat")
	f.Has(f.Ask(f.Anna, "/end"), "Blue exploitation")
	f.Has(f.Tap(f.Anna, tapped, "End the phase"), "The position has changed")
	f.Says(f.Anna, "/end", "Blue supply: none of your units is Out of Supply")
}

// An order that destroys its giver's own units is asked about once, typed or tapped, and the question names them. Its
// button is red. If every answer destroys units, a tap asks nothing more, as its button says all.
func TestOrders_DestroyingAsksOnce(t *testing.T) {
	breach := func(f *discordtest.Fixture) *player.Player {
		f.Say(f.Anna, "/end")
		f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
		return f.Boris
	}
	crowd := func(f *discordtest.Fixture) *player.Player {
		f.Say(f.Anna, "/move units:5.09 to:7.06")
		f.Says(f.Anna, "/end", "1 unit to be destroyed at 7.06")
		return f.Anna
	}
	own := map[string]string{"charts.yaml": discordtest.Combat("Dr1")}
	shock := discordtest.WithFile(discordtest.Breach(t), "charts.yaml", own["charts.yaml"])
	for name, c := range map[string]struct {
		own    modules.Folder
		before func(f *discordtest.Fixture) *player.Player
		typed  string
		label  string // of the button
		asked  string
		done   string
	}{
		"a hold": {shock, breach, "/hold hexes:1", "Hold instead of 1 hex: lose 1 step, destroying 1 Militia", "destroying 1 Militia (9.2)", "1 Militia destroyed"},
		"a retreat into an enemy zone": {shock, breach, "/retreat units:r-1-mil path:13.11",
			"A 13.11 (destroyed)", "1 Militia is destroyed (9.0d)", "1 Militia destroyed"},
		"units over the limit": {discordtest.Drill(t, own), crowd, "/remove units:b-1-cav", "Remove 1 Cavalry (destroyed)",
			"1 Cavalry is destroyed (4.0a)", "1 Cavalry destroyed"},
	} {
		t.Run(name, func(t *testing.T) {
			f := discordtest.Begun(t, discordtest.With(c.own))
			p := c.before(f)
			f.Reads(f.Ask(p, c.typed), "Give this order?", c.asked)
			m := f.Tap(p, f.Say(p, "/due"), "Decide")
			b, _ := discordtest.Labelled(m, discordtest.LabelStarting(f, m, c.label))
			discordtest.Equal(t, c.label+" has style %d", b.Style, int(discordgo.DangerButton))
			m = f.Click(p, m, b.CustomID)
			if discordtest.Equal(t, "a tap asks nothing more: %t", b.CustomID[0] == page.ActAccept, c.typed == "/remove units:b-1-cav"); b.CustomID[0] == page.ActAccept {
				f.Reads(m, c.done)
				return
			}
			f.Reads(m, c.asked)
			yes := "Yes, give it"
			if b.CustomID[0] == page.ActTake { // the page of the choice asks
				yes = discordtest.LabelStarting(f, m, "Retreat 1 Militia (destroyed): 13.11")
			}
			f.Reads(f.Tap(p, m, yes), c.done)
		})
	}
}
