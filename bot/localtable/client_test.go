package localtable_test

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/pagetest"
	"grognard/bot/localtable/player"
	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
	"github.com/chromedp/chromedp"
)

// unitMenu is a menu in which one or two of three units are chosen.
func unitMenu() discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
		CustomID: "units", Placeholder: "Which units?", MaxValues: 2,
		Options: []discordgo.SelectMenuOption{
			{Label: "12 Pz", Value: "12", Description: "in 9.20"}, {Label: "20 Mot", Value: "20"},
			{Label: "1 Cav", Value: "1"},
		},
	}}}
}

// ordersForm is a form with a multi-line field that already has one line.
func ordersForm() *discordgo.InteractionResponse {
	orders := discordgo.TextInput{
		CustomID: "orders", Label: "Orders", Style: discordgo.TextInputParagraph, Value: "9.20 > 12.20",
		MaxLength: 4000,
	}
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseModal,
		Data: &discordgo.InteractionResponseData{Title: "Your orders",
			CustomID: "orders", Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{orders}},
			}},
	}
}

// asRead describes the content of a field: its length, its first lines and its end, because all of it would not fit
// into a message.
func asRead(orders string) string {
	return fmt.Sprintf("read %d: %.90q … %q", len(orders), orders, orders[max(0, len(orders)-90):])
}

// habits is a bot that completes options, asks with a button and a menu, opens a form and reports what it receives.
func habits(t *testing.T, base string) *discordgo.Session {
	return seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		a := answer("", discordgo.MessageFlagsEphemeral)
		switch i.Type {
		case discordgo.InteractionApplicationCommandAutocomplete:
			a = &discordgo.InteractionResponse{
				Type: discordgo.InteractionApplicationCommandAutocompleteResult,
				Data: &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{
					{Name: "12 Panzer", Value: "12.Pz"}}},
			}
		case discordgo.InteractionModalSubmit:
			row := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow)
			a.Data.Content = asRead(row.Components[0].(*discordgo.TextInput).Value)
		case discordgo.InteractionMessageComponent:
			d := i.MessageComponentData()
			a.Data.Content = fmt.Sprint("took ", d.CustomID, d.Values)
			if d.CustomID == "write" {
				a = ordersForm()
			}
		default:
			a.Data.Content, a.Data.Components = "Which way?", append(button("north"), unitMenu())
			if i.ApplicationCommandData().Name == "game" {
				a = ordersForm()
			}
		}
		return s.InteractionRespond(i.Interaction, a)
	})
}

func showMenus(t *testing.T, bot *discordgo.Session, channel string) *discordgo.Message {
	t.Helper()
	none := 0
	return must.Get(bot.ChannelMessageSendComplex(channel,
		&discordgo.MessageSend{Content: "Who moves?", Components: []discordgo.MessageComponent{
			unitMenu(),
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
				CustomID: "way", MinValues: &none, Options: []discordgo.SelectMenuOption{{Label: "North", Value: "n"},
					{Label: "South", Value: "s"}},
			}}},
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.Button{Label: "Write orders", CustomID: "write"},
				discordgo.Button{Label: "Too late", CustomID: "late", Disabled: true},
			}},
		}}))(t)
}

// The client reports a changed choice in a menu once, and itself refuses what cannot be pressed, chosen or filled in.
func TestWhatTheClientReports(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot, anna := habits(t, base), sit(t, base, "Anna")
	table := channelOf(t, anna)
	m := showMenus(t, bot, table)
	outcome := func(got player.Message, err error) string {
		var refused player.Refused
		if errors.As(err, &refused) {
			return "refused"
		}
		return must.Get(got, err)(t).Content
	}
	for _, c := range []struct {
		menu   string
		values []string
		want   string
	}{
		{"units", nil, "refused"}, // opened and closed again
		{"units", []string{"12", "20", "1"}, "refused"},
		{"units", []string{"12", "20"}, "took units[12 20]"},
		{"units", []string{"20", "12"}, "refused"}, // no change
		{"units", []string{"9"}, "refused"},
		{"units", []string{"20", "20"}, "refused"},
		{"units", []string{"20"}, "took units[20]"},
		{"way", []string{"n"}, "took way[n]"},
		{"way", []string{"n"}, "refused"},
		{"way", nil, "took way[]"},
	} {
		if got := outcome(anna.Choose(t.Context(), m.ID, c.menu, c.values...)); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.menu, c.values, got, c.want)
		}
	}
	content := "drawn anew"
	must.Get(bot.ChannelMessageEdit(table, m.ID, content))(t)
	awaitContent(t, anna, m.ID, content)
	if got := outcome(anna.Choose(t.Context(), m.ID, "units", "20")); got != "took units[20]" {
		t.Errorf("of a menu drawn anew: %s", got)
	}
	for _, id := range []string{"late", "nothing"} {
		if got := outcome(anna.Click(t.Context(), m.ID, id)); got != "refused" {
			t.Errorf("pressed %s: %s", id, got)
		}
	}
	must.Get(bot.ChannelMessageEditComplex(&discordgo.MessageEdit{Channel: table, ID: m.ID, Content: &content,
		Components: &[]discordgo.MessageComponent{}}))(t)
	if got := outcome(anna.Click(t.Context(), m.ID, "write")); got != "refused" {
		t.Errorf("pressed what was taken away: %s", got)
	}

	lines := "9.20 > 12.20\n10.15 > 11.13 x 12.13\n\n  25 Pz Rgt > 13.20"
	long := strings.Repeat("9.20 > 12.20;\n", 285) + "9 > 12.20!" // of 4000 characters
	for _, c := range []struct {
		fields map[string]string
		want   string
	}{
		{map[string]string{"orders": lines}, asRead(lines)}, {map[string]string{"orders": long}, asRead(long)},
		{map[string]string{"orders": long + "x"}, "refused"}, {nil, asRead("9.20 > 12.20")},
	} {
		form := must.Get(anna.SayForm(t.Context(), table, "/game leave"))(t)
		if got := outcome(anna.Fill(t.Context(), form, c.fields)); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
		if got := outcome(anna.Fill(t.Context(), form, nil)); c.want != "refused" && got != "refused" {
			t.Errorf("handed in twice: %s", got)
		}
	}
}

// The page behaves as Discord's client: an edit notifies nobody, ephemeral messages are lost on
// reload, a menu of several values reports when it is closed, and a multi-line field keeps its lines.
func TestHabitsOfThePage(t *testing.T) {
	page := pagetest.Open(t)
	_, base := lay(t, localtable.Options{})
	bot, anna := habits(t, base), sit(t, base, "Anna")
	table, second := channelOf(t, anna), must.Get(anna.Open(t.Context(), "second"))(t)
	m := showMenus(t, bot, table)
	var first *discordgo.Message // one of so many that the page does not show it
	for range 51 {
		sent := must.Get(bot.ChannelMessageSend(second, "words"))(t)
		first = cmp.Or(first, sent)
	}
	run := page.Do
	took := func(times int, values string) pagetest.Step {
		return pagetest.Holds(fmt.Sprintf(`document.querySelector("#messages").textContent.split("took units%s").length === %d`, values, times+1))
	}
	box := func(value string) pagetest.Step {
		return pagetest.Does(fmt.Sprintf(`document.querySelector('.menu input[value="%s"]').click()`, value))
	}
	summary := chromedp.CSS(".menu summary")
	free, opened, closed := pagetest.Holds(`!document.querySelector(".menu summary[aria-busy=true]")`),
		pagetest.Holds(`document.querySelector(".menu").open`), pagetest.Holds(`!document.querySelector(".menu").open`)

	run("the page", chromedp.EmulateViewport(800, 900), chromedp.Navigate(base), chromedp.WaitVisible(summary),
		pagetest.Holds(`document.querySelector(".menu summary").textContent === "Which units?"`))
	run("a disabled button", pagetest.Holds(`document.querySelector("[data-custom-id=late]").disabled`))
	run("a menu of several is open", chromedp.Click(summary), opened, box("12"), box("20"),
		pagetest.Holds(`document.querySelector(".menu input[value='1']").disabled`),
		pagetest.Holds(`document.querySelector(".menu summary").textContent === "12 Pz, 20 Mot"`), took(0, `[12 20]`))
	run("it reports on closing", chromedp.Click(".message .who"), took(1, `[12 20]`))
	run("unchanged it reports nothing, changed it does", free, chromedp.Click(summary), opened, chromedp.Click(".message .who"), closed,
		chromedp.Click(summary), opened, box("12"), pagetest.Does(`document.querySelector(".menu summary").click()`), took(1, `[20]`),
		took(1, `[12 20]`))
	run("a menu of one may be emptied", free, pagetest.Does(`(() => { const s = document.querySelector("select[data-custom-id=way]");
		s.value = "n"; s.dispatchEvent(new Event("change")); })()`), pagetest.Holds(`document.querySelector("#messages").textContent.includes("took way[n]")`),
		pagetest.Holds(`!document.querySelector("select[data-custom-id=way][aria-busy=true]")`),
		pagetest.Does(`(() => { const s = document.querySelector("select[data-custom-id=way]"); s.value = ""; s.dispatchEvent(new Event("change")); })()`),
		pagetest.Holds(`document.querySelector("#messages").textContent.includes("took way[]")`))
	run("a form of many lines", chromedp.Click("[data-custom-id=write]"), chromedp.WaitVisible("#form textarea"),
		pagetest.Types("#form textarea", "\n10.15 > 11.13\n"),
		pagetest.Holds(`document.querySelector("#form textarea").value.split("\n").length === 3`),
		chromedp.Click("#form button[value=submit]"),
		pagetest.Holds(`document.querySelector("#messages").textContent.includes('10.15 > 11.13\\n')`))

	edit := func(channel, id string) {
		t.Helper()
		must.Get(bot.ChannelMessageEdit(channel, id, "edited for <@"+anna.User().ID+">"))(t)
	}
	edit(second, first.ID)
	run("another channel", chromedp.Click(channelButton(second)), pagetest.Holds(`document.title.startsWith("# second")`))
	edit(table, m.ID)
	must.Get(bot.ChannelMessageSend(second, "after the edits"))(t)
	run("edits mark nothing and bring nothing",
		pagetest.Holds(`document.querySelector("#messages").textContent.includes("after the edits")`),
		pagetest.Holds(`!document.querySelector("#channels .unread") && !document.querySelector("#channels .count")`),
		pagetest.Holds(`document.querySelectorAll(".message").length === 51 && !document.querySelector("#messages").textContent.includes("edited for")`))
	run("nor does it stand out or move", chromedp.Click(channelButton(table)),
		pagetest.Holds(`document.querySelector(".message").textContent.includes("edited for @Anna") && document.querySelector(".message .edited") !== null`),
		pagetest.Holds(`!document.querySelector(".ping")`))
	run("ephemeral messages go with the page", pagetest.Holds(`document.querySelectorAll(".ephemeral").length === 5`),
		chromedp.Reload(), chromedp.WaitVisible(".message"),
		pagetest.Holds(`document.querySelectorAll(".message").length === 1 && !document.querySelector(".ephemeral")`))
	must.Get(anna.Say(t.Context(), second, "for <@"+anna.User().ID+">, who wrote it"))(t)
	must.Get(bot.ChannelMessageSend(second, "for <@"+anna.User().ID+"> in <#"+table+">"))(t)
	run("a new mention counts", pagetest.Holds(`document.querySelector("#channels .count")?.textContent === "1 for you"`),
		chromedp.Click(channelButton(second)), pagetest.Holds(`document.querySelectorAll(".ping").length === 1`), chromedp.Click(".ping a"), pagetest.Holds(`!document.title.startsWith("# second")`))
}
