package localtable_test

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/rest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
)

func textFile(name string) []*discordgo.File {
	return []*discordgo.File{{Name: name, ContentType: "text/plain", Reader: strings.NewReader(name)}}
}

func button(id string) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
		discordgo.Button{Label: "B", CustomID: id}}}}
}

// awaitContent waits until a message has this content, and returns it as everybody sees it then.
func awaitContent(t *testing.T, p *player.Player, id, content string) player.Message {
	t.Helper()
	return must.Get(p.Await(t.Context(), func(m player.Message) bool { return m.ID == id && m.Content == content }))(t)
}

// stillPicture is a picture of 1200 by 900 pixels.
func stillPicture(t *testing.T) []byte {
	var still bytes.Buffer
	must.Do(t, png.Encode(&still, image.NewGray(image.Rect(0, 0, 1200, 900))))
	return still.Bytes()
}

// sendPicture posts words with a picture that has an alternative text.
func sendPicture(t *testing.T, base, channel, content, alt string) {
	t.Helper()
	client := must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: base}))(t)
	defer client.Close()
	m := rest.NewMessage(content, nil)
	m.Attach("map.png", stillPicture(t), alt)
	must.Get(client.Send(t.Context(), channel, m))(t)
}

// Pictures of a message, among them a film, keep their order, names, texts, kinds and bytes; an edit keeps those that
// it names.
func TestFilesOfMessages(t *testing.T) {
	var film bytes.Buffer
	frame := image.NewPaletted(image.Rect(0, 0, 40, 10), color.Palette{color.Black, color.White})
	must.Do(t, gif.EncodeAll(&film, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{10, 10}}))
	_, base := lay(t, localtable.Options{})
	client := must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: base}))(t)
	t.Cleanup(client.Close)
	bot, anna := session(t, base), sit(t, base, "Anna")
	channel := channelOf(t, anna)
	sent := rest.NewMessage("pictures", nil)
	sent.Attach("turn 1.png", stillPicture(t), "The map")
	sent.Attach("replay.gif", film.Bytes(), "A film")
	id := must.Get(client.Send(t.Context(), channel, sent))(t)
	first := awaitContent(t, anna, id, "pictures").Attachments
	for i, want := range []player.Attachment{
		{Filename: "turn_1.png", Description: "The map", ContentType: "image/png", Width: 1200, Height: 900},
		{Filename: "replay.gif", Description: "A film", ContentType: "image/gif", Width: 40, Height: 10},
	} {
		got := first[i]
		if data, err := anna.Picture(t.Context(), got); err != nil || !bytes.Equal(data, sent.Files[i]) {
			t.Errorf("picture %d has other bytes: %v", i, err)
		}
		want.ID, want.URL, want.ProxyURL, want.Size = got.ID, got.URL, got.ProxyURL, len(sent.Files[i])
		if got != want {
			t.Errorf("picture %d is %+v, want %+v", i, got, want)
		}
	}
	kept := []*discordgo.MessageAttachment{{ID: first[1].ID}}
	for _, c := range []struct {
		content string
		kept    *[]*discordgo.MessageAttachment
		files   []*discordgo.File
		want    string
	}{
		{"1", nil, nil, "turn_1.png replay.gif"},
		{"2", nil, textFile("second.txt"), "turn_1.png replay.gif second.txt"},
		{"3", &kept, nil, "replay.gif"},
		{"4", &[]*discordgo.MessageAttachment{}, textFile("third.txt"), "third.txt"},
		{"5", &[]*discordgo.MessageAttachment{}, nil, ""},
	} {
		must.Get(bot.ChannelMessageEditComplex(&discordgo.MessageEdit{Channel: channel, ID: id, Content: &c.content,
			Attachments: c.kept, Files: c.files}))(t)
		var names []string
		m := awaitContent(t, anna, id, c.content)
		for _, a := range m.Attachments {
			names = append(names, a.Filename)
		}
		if got := strings.Join(names, " "); got != c.want || m.Edited == nil {
			t.Errorf("edit %s left %q, want %q, edited %v", c.content, got, c.want, m.Edited)
		}
	}
	many := func(n int) []*discordgo.File { return slices.Repeat(textFile("a.txt"), n) }
	ten := must.Get(bot.ChannelMessageSendComplex(channel, &discordgo.MessageSend{Files: many(10)}))(t)
	denied(t, "11 files", 30015)(bot.ChannelMessageSendComplex(channel, &discordgo.MessageSend{Files: many(11)}))
	denied(t, "a file with ten that are kept", 30015)(bot.ChannelMessageEditComplex(&discordgo.MessageEdit{
		Channel: channel, ID: ten.ID, Files: many(1)}))
	sent = rest.NewMessage("too large", nil)
	sent.Attach("a.gif", make([]byte, 10<<20+1), "")
	if _, err := client.Send(t.Context(), channel, sent); err == nil || !strings.Contains(err.Error(), "40005") {
		t.Errorf("a byte more than 10 MiB: %v", err)
	}
}

// A new message notifies those whom it mentions and may notify; an edit notifies nobody.
func TestWhomAMessageNotifies(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot, anna, boris := session(t, base), sit(t, base, "Anna"), sit(t, base, "Boris")
	table := channelOf(t, anna)
	both := "<@" + anna.User().ID + "> and <@" + boris.User().ID + ">"
	users := []discordgo.AllowedMentionType{discordgo.AllowedMentionTypeUsers}
	type allowed = discordgo.MessageAllowedMentions
	for name, c := range map[string]struct {
		content string
		may     *allowed
		edit    string
		want    string
	}{
		"nothing said":        {both, nil, "", "Anna Boris"},
		"users":               {both, &allowed{Parse: users}, "", "Anna Boris"},
		"one":                 {both, &allowed{Users: []string{boris.User().ID}}, "", "Boris"},
		"one who is not here": {"nobody", &allowed{Users: []string{boris.User().ID}}, "", ""},
		"none":                {both, &allowed{}, "", ""},
		"everyone":            {"@everyone", nil, "", "Anna Boris"},
		"everyone, forbidden": {"@everyone", &allowed{Parse: users}, "", ""},
		"edited":              {"<@" + anna.User().ID + ">", nil, both + " @everyone", "Anna"},
		"edited away":         {both, nil, "<@" + boris.User().ID + ">", "Boris"},
	} {
		m := must.Get(bot.ChannelMessageSendComplex(table,
			&discordgo.MessageSend{Content: c.content, AllowedMentions: c.may}))(t)
		if c.edit != "" {
			c.content = c.edit
			must.Get(bot.ChannelMessageEdit(table, m.ID, c.edit))(t)
		}
		var got []string
		seen := awaitContent(t, boris, m.ID, c.content)
		for _, p := range []*player.Player{anna, boris} {
			if slices.Contains(seen.Pinged, p.User().ID) {
				got = append(got, p.User().Username)
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: %q are notified, want %q", name, got, c.want)
		}
	}
}

// An ephemeral message is shown to its reader alone, as long as his page is open, and can be used and dismissed by him
// alone; a public one shows everybody what was typed. The bot's list has neither.
func TestWhoSeesAnAnswer(t *testing.T) {
	clock := &clock{}
	_, base := lay(t, localtable.Options{Now: clock.now})
	bot := seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		a := answer("secret", discordgo.MessageFlagsEphemeral)
		a.Data.Components = button("b")
		switch {
		case i.Type == discordgo.InteractionMessageComponent:
			a.Type, a.Data.Content = discordgo.InteractionResponseUpdateMessage, "pressed"
		case i.ApplicationCommandData().Name == "move":
			a = answer("public", 0)
		}
		return s.InteractionRespond(i.Interaction, a)
	})
	anna, boris := sit(t, base, "Anna"), sit(t, base, "Boris")
	table := channelOf(t, anna)
	public := must.Get(anna.Say(t.Context(), table, "/move units:12.Pz to:10.11"))(t)
	secret := must.Get(anna.Say(t.Context(), table, "/game leave"))(t)
	seen := must.Get(boris.Await(t.Context(), func(m player.Message) bool { return m.ID == public.ID }))(t)
	if seen.Usage != "/move units:12.Pz to:10.11" || seen.Interaction.User.Username != "Anna" ||
		seen.Interaction.Name != "move" {
		t.Errorf("Boris sees %q by %+v, want what Anna typed", seen.Usage, seen.Interaction)
	}
	raw := must.Get(bot.Request("GET", discordgo.EndpointChannelMessages(table), nil))(t)
	if !bytes.Contains(raw, []byte("public")) || bytes.Contains(raw, []byte("10.11")) || bytes.Contains(raw,
		[]byte("secret")) {
		t.Errorf("the bot's list has %s", raw)
	}
	reads(t, anna, table, "public", "secret")
	reads(t, boris, table, "public")
	reads(t, sit(t, base, "Anna"), table, "public") // a page that is opened anew

	clock.advance(time.Hour) // longer than a token lives
	if _, err := boris.Click(t.Context(), secret.ID, "b"); err == nil {
		t.Error("Boris pressed a button that only Anna sees")
	}
	if m := must.Get(anna.Click(t.Context(), secret.ID, "b"))(t); m.ID != secret.ID || m.Content != "pressed" {
		t.Errorf("the press made %+v", m)
	}
	if boris.Dismiss(t.Context(), secret.ID) == nil || anna.Dismiss(t.Context(), public.ID) == nil {
		t.Error("a message was dismissed that is not for one's own eyes alone")
	}
	must.Do(t, anna.Dismiss(t.Context(), secret.ID))
	reads(t, anna, table, "public")
	if _, err := anna.Click(t.Context(), secret.ID, "b"); err == nil {
		t.Error("Anna pressed what she had dismissed")
	}
}
