package play_test

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/page"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

// A list is shown before anything of it is done, with a picture, and then done by one tap.
func TestOrderList_PreviewAndRun(t *testing.T) {
	f := discordtest.Begun(t)
	channel := len(f.Posted(f.Olga))
	m := f.Reads(f.Say(f.Anna, "/orders list:b-1-arm b-1-mot > 8.08; 5.12>8.12;1 Cav > 8.06 9.07"), "Your 3 orders",
		"**1** `b-1-arm b-1-mot > 8.08` 1 Armour, 1 Motorised: 5.09 → 8.08, 3 MP",
		"**2** `5.12 > 8.12` 2 Armour, 2 Motorised: 5.12 → 8.12, 3 MP",
		"**3** `1 Cav > 8.06 9.07` 1 Cavalry: 7.06 → 9.07, 2 MP")
	discordtest.Contains(t, f.Alt(f.Anna, m, "list.png"), "8.08")
	f.Says(f.Anna, "/stack show hex:5.09", "1 Armour")
	done := f.Reads(f.Tap(f.Anna, m, "Carry out 3 lines"), "3 of 3 lines done", "**1**",
		"1 Armour, 1 Motorised: 5.09 → 8.08, 3 MP", "**3**", "1 Cavalry: 7.06 → 9.07, 2 MP")
	discordtest.Contains(t, f.Alt(f.Anna, done, page.CloseUpName), "Latest: Blue: 1 Armour", "moved from 7.06 to 9.07")
	f.Reads(f.Tap(f.Anna, done, "Undo the last order", "Undo"), "2 Armour")
	f.Say(f.Anna, "/move units:b-1-cav path:8.06,9.07")
	f.Says(f.Anna, "/stack show hex:9.07", "1 unit: 1 Cavalry")
	discordtest.Equal(t, "after moves there are %d messages in the channel", len(f.Posted(f.Olga)), channel)
}

// The form takes a list of many lines, and what is left of a list to be changed.
func TestOrderList_Form(t *testing.T) {
	f := discordtest.Begun(t)
	form := must.Get(f.Anna.SayForm(f.Ctx, f.Channel, "/orders"))(t)
	field := form.Components[0].Components[0]
	if form.Title != "Type orders" || field.Style != 2 ||
		!strings.Contains(field.Placeholder, "26 Inf, 35 Inf > 6.20\n10.15 > 11.13 x 12.13") || field.Value != "" {
		t.Errorf("the form is %+v", form)
	}
	m := f.Reads(f.Fill(f.Anna, form,
		"# the north\nb-1-arm,b-1-mot > 8.08\n\nb-1-cav > 30.30\nb-2-inf > 8.09"), "**1**", "5.09 → 8.08",
		"**2** `b-1-cav > 30.30` ✗", "3.3c", "**3** `b-2-inf > 8.09` 2 Infantry: ", "1 of 3 lines can't be carried out")
	done := f.Reads(f.Tap(f.Anna, m, "Carry out line 1"), "1 of 3 lines done", "**1**", "Stopped before line 2", "3.3c")
	f.HasLabel(done, "Carry out all but line 2", true)
	for _, from := range []player.Message{f.Say(f.Anna, "/due"), f.Tap(f.Anna, f.Started, "Orders")} {
		f.Reads(from, "Your list of 3 lines is at line 2")
		f.Reads(f.Tap(f.Anna, from, "Go on: 2 lines left"), "is at line 2", "**2** `b-1-cav > 30.30` ✗")
	}
	f.Lacks(f.Say(f.Boris, "/due"), "list")
	form = discordtest.TapForm(f, f.Anna, done, "Edit")
	discordtest.Equal(t, "left is %q", form.Components[0].Components[0].Value, "b-1-cav > 30.30\nb-2-inf > 8.09")
	m = f.Fill(f.Anna, form, "b-1-cav > 8.07\nb-2-inf > 8.09")
	f.Reads(f.Tap(f.Anna, m, "Carry out 2 lines"), "2 of 2 lines done")
	f.Lacks(f.Say(f.Anna, "/due"), "list")
}

// A button opens an empty form, and a list that is discarded is gone.
func TestOrderList_Discarded(t *testing.T) {
	f := discordtest.Begun(t)
	form := discordtest.TapForm(f, f.Anna, f.Tap(f.Anna, f.Started, "Orders"), "Type orders")
	m := f.Reads(f.Fill(f.Anna, form, "b-3-inf > 8.10"), "Your order**")
	f.Reads(f.Tap(f.Anna, m, "Delete this list"), "The list is deleted")
	m = f.Reads(f.Say(f.Anna, "/orders list:end; b-1-arm > 8.08; b-1-mot > 8.09"),
		"**exploitation**, once combat has ended (no line of the list ends it)\n**2**", "**3**")
	f.Lacks(m, "the roll in line")
	done := f.Reads(f.Tap(f.Anna, m, "Carry out line 1 · line 2 after combat"),
		"1 of 3 lines done", "Line 2 waits until combat has ended.")
	if b, ok := discordtest.Labelled(done, "Go on: 2 lines left · after combat"); !ok || !b.Disabled {
		t.Errorf("in combat the list goes on by %+v", b)
	}
	f.Lacks(f.Reads(f.Say(f.Anna, "/orders"), "is at line 2, which waits until combat has ended.**", "**exploitation**, once",
		"**2** `b-1-arm > 8.08` 1 Armour: "), "Carry out", "can be carried")
	f.Say(f.Anna, "/end")
	f.Reads(f.Tap(f.Anna, f.Say(f.Anna, "/orders"), "Carry out 2 lines"), "3 of 3 lines done")
}

// A list that its user saw in an earlier position is shown anew instead of being carried out.
func TestOrderList_Stale(t *testing.T) {
	f := discordtest.Begun(t)
	first := f.Say(f.Anna, "/orders list:b-1-arm > 8.08")
	list := f.Say(f.Anna, "/orders list:b-2-arm,b-2-mot > 8.12; b-1-inf > 8.07")
	f.Has(f.Tap(f.Anna, first, "Carry out 1 line"), "carried out, replaced or discarded")
	f.Say(f.Anna, "/move units:b-1-inf to:8.07")
	m := f.Reads(f.Tap(f.Anna, list, "Carry out 2 lines"), "Your 2 orders", "has changed since you saw it", "**1**",
		"5.12 → 8.12", "**2**", "✗")
	f.Reads(f.Tap(f.Anna, m, "Carry out line 1"), "1 of 2 lines done", "Stopped before line 2")
	f.Say(f.Anna, "/game undo")
	f.Reads(f.Say(f.Anna, "/due"), "is at line 2", "You took line 1 back; the list won't repeat it.")
	f.Say(f.Anna, "/end")
	f.Lacks(f.Say(f.Anna, "/due"), "list")
}

// A list stops where a fight leaves a decision, and goes on after it.
func TestOrderList_Fights(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t, `{at: "5.12", units: [b-2-arm, b-2-mot]}`,
		`{at: "12.12", units: [b-2-arm, b-2-mot]}`)))
	f.Say(f.Anna, "/end")
	m := f.Reads(f.Say(f.Anna, "/orders list:13.10 < b-1-arm b-3-inf; 13.12 < b-2-arm, b-2-mot"),
		"**1** `13.10 < b-1-arm b-3-inf` attack on 13.10 with 1 Armour, 3 Infantry at ", " against ",
		"depend on the roll in line 1", "**2**", "attack on 13.12")
	f.Picture(f.Anna, m)
	f.HasLabel(m, "Carry out line 1", false)
	done := f.Reads(f.Tap(f.Anna, m, "Carry out 2 lines"), "1 of 2 lines done", "**1**", "The Blue player attacks 13.10", "D1r3",
		"Blue: advance ")
	f.HasLabel(f.Lacks(done, "**2**"), "Pass", true)
	discordtest.Equal(t, "it goes on in message %s", done.ID, m.ID)
	if b, ok := discordtest.Labelled(done, "Go on: 1 line left"); !ok || !b.Disabled {
		t.Errorf("while an advance is open, the list goes on by %+v", b)
	}
	rest := f.Reads(f.Say(f.Anna, "/orders"), "is at line 2", "**2**", "✗",
		"First decide the advance at 13.10: /advance or /pass")
	due := f.Reads(f.Tap(f.Anna, rest, "Decide"), "Blue: advance ")
	passed := f.Reads(f.Tap(f.Anna, due, "Pass"), "is at line 2", "You can give orders now")
	fought := f.Reads(f.Tap(f.Anna, passed, "Go on: 1 line left · 13.12 < b-2-arm, b-2-mot", "Carry out 1 line"), "2 of 2 lines done", "attacks 13.12")
	discordtest.Contains(t, f.Alt(f.Anna, fought, page.CloseUpName), "Latest: The Blue player attacks 13.12")
}

func TestOrderList_BadInput(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/orders list:1.01 > 1.02", "There is no game in this channel")
	f.Begin()
	channel := len(f.Posted(f.Olga))
	for text, want := range map[string]string{
		"b-1-arm > 8.08; b-1-cav 8.07": "**2** `b-1-cav 8.07` ✗ it isn't an order without `>`, `x`, `<` or `+`",
		"b-1-arm > 8.08; b-1-cav >":    "✗ it doesn't say where to (read as: Move). A move is units, `>` and",
		"b-1-cav 8.07":                 "Line 1, `b-1-cav 8.07`: it isn't an order without `>`, `x`, `<` or `+`",
		"b-1-arm + 8.08":               "`+` comes before the units. To bring units on, write `+`, the units and a hex",
		"b-1-arm < > x":                "Line 1, `b-1-arm < > x`: no order combines these signs. If these are several orders, separate them with `;`",
		"+ 5.05":                       "it doesn't say which units (read as: Reinforce). To bring units on, write `+`",
		"; # nothing":                  "That list has no orders",
		strings.Repeat("a>1.01;", 61):  "A list can have up to 60 lines",
		"nobody > 8.08":                "✗ You have no unit or formation nobody. ",
		"r-1-mot > 8.08":               "✗ You have no unit or formation r-1-mot",
		"b-1-arm > somewhere":          "✗",
	} {
		m := f.Say(f.Anna, "/orders list:"+text)
		if !strings.Contains(m.Content, want) || len(m.Content) > 700 {
			t.Errorf("%.60s is answered %q, want %q", text, m.Content, want)
		}
		runs := func(label string) bool { return strings.HasPrefix(label, "Carry out ") }
		if slices.ContainsFunc(discordtest.Labels(m), runs) && !strings.Contains(m.Content, "1 of 2 lines can't") {
			t.Errorf("%.60s can be carried out: %q", text, m.Content)
		}
	}
	f.Refused(f.Olga, "/orders list:b-1-arm > 8.08", "You don't play in this game")
	f.Refused(f.Boris, "/orders list:r-1-arm > 12.08", "It is the Blue movement phase")
	discordtest.Equal(t, "after bad lists there are %d messages in the channel", len(f.Posted(f.Olga)), channel)
}

// The lines after a bad one are checked too, and a button leaves the bad lines out and carries out the others, once.
func TestOrderList_SkipLine(t *testing.T) {
	f := discordtest.Begun(t)
	f.Lacks(f.Say(f.Anna, "/orders list:b-1-cav > 30.30; b-1-inf > 5.12; 5.12 > 13.08"), "all but", "Needs")
	const text = "/orders list:b-1-inf > 30.30; b-1-arm 8.08\nb-2-inf > 8.09; 30.30 > 8.07; b-1-inf > 8.07; end"
	old := f.Say(f.Anna, text)
	m := f.Reads(f.Say(f.Anna, text), "**1** `b-1-inf > 30.30` ✗", "**2** `b-1-arm 8.08` ✗ it isn't an order",
		"**3** `b-2-inf > 8.09` 2 Infantry: ", "**4** `30.30 > 8.07` ✗ Needs line 1. ", "no unit in “30.30”",
		"**5** `b-1-inf > 8.07` (without line 1) 1 Infantry: ", "**6** `end`", "3 of 6 lines can't be carried out")
	f.Reads(f.Tap(f.Anna, old, "Carry out all but lines 1, 2, 4"), "carried out, replaced or discarded")
	f.Restart()
	done := f.Reads(f.Tap(f.Anna, m, "Carry out all but lines 1, 2, 4"), "3 of 6 lines done", "Lines 1, 2, 4 were left out", "**3**",
		"2 Infantry: ", "**5**", "**6**")
	f.Lacks(done, "Stopped")
	f.Says(f.Anna, "/due", "Blue combat")
}

// A list that stops after lines were left out shows the rest with the numbers that its lines had.
func TestOrderList_SkipThenStop(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t, `{at: "5.12", units: [b-2-arm, b-2-mot]}`,
		`{at: "12.12", units: [b-2-arm, b-2-mot]}`)))
	f.Say(f.Anna, "/end")
	m := f.Reads(f.Say(f.Anna, "/orders list:99.10 < b-1-arm; 13.10 < b-1-arm b-3-inf; 13.12 < b-2-arm, b-2-mot"),
		"**1** `99.10 < b-1-arm` ✗", "**2** `13.10 < b-1-arm b-3-inf` (without line 1) attack on 13.10",
		"depend on the roll in line 2", "**3**", "attack on 13.12", "1 of 3 lines can't be carried out")
	f.Picture(f.Anna, m)
	done := f.Reads(f.Tap(f.Anna, m, "Carry out all but line 1"), "1 of 3 lines done", "Line 1 was left out", "**2**", "D1r3")
	f.HasLabel(done, "Go on: 1 line left", true)
	f.Reads(f.Say(f.Anna, "/orders"), "is at line 3", "Line 1 was left out", "**3**")
}

// If a word in a line can mean several things, the bot asks which, with a button for each. The button shows the list
// with that meaning in the line; the lines before stay.
func TestOrderList_Ambiguous(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(named(t)))
	m := f.Reads(f.Say(f.Anna, "/orders list:b-1-arm > 8.08 #Twin\n5.12 > 8.12; Guards > 8.14; 1 Inf > Twin"),
		"**3** `Guards > 8.14` ✗", "“Guards” could be", "2 of 4 lines can't be carried out")
	names := discordtest.Labels(m)
	if len(names) != 6 || !strings.HasPrefix(names[0], "Guards 6-7-5 at 7.12") ||
		!strings.HasPrefix(names[1], "Guards 6-7-5 at ") || names[2] != "Carry out lines 1–2 · line 3 is refused" {
		t.Fatalf("the buttons are %q", names)
	}
	clear := f.Reads(f.Tap(f.Anna, m, names[0]), "Your 4 orders", "**1**",
		"**3** `b-4-inf > 8.14` Guards: 7.12 → 8.14", "**4** `1 Inf > Twin` ✗")
	last := f.Reads(f.Tap(f.Anna, clear, discordtest.Labels(clear)[0]), "**4** `1 Inf > 8.08`")
	f.Reads(f.Tap(f.Anna, last, discordtest.Labels(last)[0]), "4 of 4 lines done", "**3**", "Guards: 7.12 → 8.14")
}

// A line in which a name is ambiguous may come after a fight, where the line is provisional.
func TestOrderList_AmbiguousAfterAFight(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.WithFile(discordtest.Breach(t), "units.yaml",
		discordtest.TwoGuards)))
	f.Say(f.Anna, "/end")
	m := f.Reads(f.Say(f.Anna, "/orders list:13.10 < b-1-arm b-3-inf; 13.12 < Guards"), "**1**", "attack on 13.10",
		"**2**", "“Guards” could be")
	if labels := discordtest.Labels(m); len(labels) != 6 || !strings.HasPrefix(labels[0], "Guards") ||
		labels[2] != "Carry out line 1 · line 2 only if the dice allow" {
		t.Fatalf("the buttons are %q", labels)
	}
	f.Reads(f.Tap(f.Anna, m, discordtest.Labels(m)[1]), "**2** `13.12 < b-5-inf`")
}
