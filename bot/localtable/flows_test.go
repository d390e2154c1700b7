package localtable_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"strings"
	"sync/atomic"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"

	"github.com/bwmarrin/discordgo"
)

func TestCommandReachesTheBotAsDiscordSendsIt(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	got := make(chan *discordgo.InteractionCreate, 2)
	seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		got <- i
		return echo(s, i)
	})
	anna := sit(t, base, "Anna")
	table := channelOf(t, anna)

	m := must(anna.Say(t.Context(), table, "/game join side:German"))(t)
	i := <-got
	sub := i.ApplicationCommandData().Options[0]
	if sub.Name != "join" || sub.GetOption("side").StringValue() != "german" {
		t.Errorf("options arrived as %+v", sub)
	}
	if i.Member.User.ID != anna.User().ID || i.User != nil || i.GuildID != localtable.GuildID || i.ChannelID != table {
		t.Errorf("interaction of %+v in %s/%s", i.Member, i.GuildID, i.ChannelID)
	}
	if m.Content != "done: game" || m.Type != 20 || m.Interaction.Name != "game join" ||
		m.Usage != "/game join side:German" {
		t.Errorf("the answer shows as %+v", m)
	}

	dm := must(anna.DM(t.Context()))(t)
	must(anna.Say(t.Context(), dm, "/move units:1 to:10.11"))(t)
	if i := <-got; i.Member != nil || i.User.ID != anna.User().ID || i.GuildID != "" ||
		i.Context != discordgo.InteractionContextBotDM {
		t.Errorf("in a DM: member %v, user %v, guild %q", i.Member, i.User, i.GuildID)
	}
}

func TestWrongLineReachesNobody(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		return errors.New("nothing should come")
	})
	anna := sit(t, base, "Anna")
	for _, line := range []string{"/fly", "/game", "/game join", "/game join side:Polish", "/move units:1", "/move 1",
		"/game leave now"} {
		var refused player.Refused
		if _, err := anna.Say(t.Context(), channelOf(t, anna), line); !errors.As(err, &refused) {
			t.Errorf("%s: %v, want it refused", line, err)
		}
	}
	reads(t, anna, channelOf(t, anna))
}

func TestEphemeralAnswerIsForOneReader(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot := seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		if err := s.InteractionRespond(i.Interaction, answer("secret", discordgo.MessageFlagsEphemeral)); err != nil {
			return err
		}
		_, err := s.FollowupMessageCreate(i.Interaction, true,
			&discordgo.WebhookParams{Content: "more secret", Flags: discordgo.MessageFlagsEphemeral})
		if err != nil {
			return err
		}
		_, err = s.ChannelMessageSend(i.ChannelID, "Anna has moved.")
		return err
	})
	anna, olga := sit(t, base, "Anna"), sit(t, base, "Olga")
	table := channelOf(t, anna)
	m := must(anna.Say(t.Context(), table, "/move units:1 to:10.11"))(t)
	public := func(m player.Message) bool { return m.Content == "Anna has moved." }
	must(olga.Await(t.Context(), public))(t)
	must(anna.Await(t.Context(), public))(t)

	reads(t, anna, table, "secret", "more secret", "Anna has moved.")
	reads(t, olga, table, "Anna has moved.")
	list, err := bot.ChannelMessages(table, 100, "", "", "")
	if err != nil || len(list) != 1 {
		t.Errorf("the bot lists %d messages (%v), want the public one", len(list), err)
	}
	check(t, anna.Dismiss(t.Context(), m.ID))
	reads(t, anna, table, "more secret", "Anna has moved.")
	if err := olga.Dismiss(t.Context(), list[0].ID); err == nil {
		t.Error("a public message was dismissed")
	}
}

func TestPublicAnswerShowsTheOptionsToAll(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot := seat(t, base, echo)
	anna, olga := sit(t, base, "Anna"), sit(t, base, "Olga")
	m := must(anna.Say(t.Context(), channelOf(t, anna), "/move units:12.Pz to:10.11"))(t)
	seen := must(olga.Await(t.Context(), func(o player.Message) bool { return o.ID == m.ID }))(t)
	if seen.Usage != "/move units:12.Pz to:10.11" || seen.Interaction.User.Username != "Anna" {
		t.Errorf("Olga sees %q by %+v, want what Anna typed", seen.Usage, seen.Interaction)
	}
	raw, err := bot.Request("GET", discordgo.EndpointChannelMessages(channelOf(t, anna)), nil)
	if err != nil || bytes.Contains(raw, []byte("10.11")) {
		t.Errorf("the bot's list (%v) tells options: %s", err, raw)
	}
}

func TestPromiseIsKeptByEditOrByFollowUp(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		promise := &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
			Data: &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral},
		}
		if err := s.InteractionRespond(i.Interaction, promise); err != nil {
			return err
		}
		if i.ApplicationCommandData().Name == "game" {
			// A follow-up directly after a deferred answer fills it in: it is ephemeral as deferred, whatever its own
			// flags.
			_, err := s.FollowupMessageCreate(i.Interaction, true, &discordgo.WebhookParams{Content: "followed"})
			return err
		}
		content := "edited"
		_, err := s.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: &content})
		return err
	})
	anna, olga := sit(t, base, "Anna"), sit(t, base, "Olga")
	for line, want := range map[string]string{"/move units:1 to:2": "edited", "/game leave": "followed"} {
		m := must(anna.Say(t.Context(), channelOf(t, anna), line))(t)
		if m.Content != want || m.Flags != wire.Ephemeral || m.Edited != nil {
			t.Errorf("%s: %q with flags %d, edited %v", line, m.Content, m.Flags, m.Edited)
		}
	}
	reads(t, olga, channelOf(t, olga))
}

func TestButtonsAndMenus(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	two := 2
	components := []discordgo.MessageComponent{
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{Label: "Done", CustomID: "done"},
			discordgo.Button{Label: "Not now", CustomID: "later", Disabled: true},
		}},
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
			CustomID: "units", MinValues: &two, MaxValues: 2,
			Options: []discordgo.SelectMenuOption{{Label: "12 Pz", Value: "12"}, {Label: "20 Mot", Value: "20"},
				{Label: "1 Cav", Value: "1"}},
		}}},
	}
	seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		if i.Type == discordgo.InteractionApplicationCommand {
			a := answer("Who moves?", discordgo.MessageFlagsEphemeral)
			a.Data.Components = components
			return s.InteractionRespond(i.Interaction, a)
		}
		d := i.MessageComponentData()
		if i.Message.Content != "Who moves?" || i.Message.Flags&discordgo.MessageFlagsEphemeral == 0 ||
			len(i.Message.Components) != 2 {
			t.Errorf("the component's message arrived as %+v", i.Message)
		}
		a := answer("chosen: "+strings.Join(d.Values, ","), discordgo.MessageFlagsEphemeral)
		if d.CustomID == "done" {
			a.Type = discordgo.InteractionResponseUpdateMessage
			a.Data.Content = "done"
		}
		return s.InteractionRespond(i.Interaction, a)
	})
	anna, boris := sit(t, base, "Anna"), sit(t, base, "Boris")
	asked := must(anna.Say(t.Context(), channelOf(t, anna), "/game leave"))(t)

	chosen := must(anna.Choose(t.Context(), asked.ID, "units", "20", "12"))(t)
	if chosen.Content != "chosen: 20,12" || chosen.Reference.MessageID != asked.ID || chosen.ID == asked.ID {
		t.Errorf("the choice was answered by %+v", chosen)
	}
	for _, values := range [][]string{{"20"}, {"20", "20"}, {"20", "9"}, {"1", "12", "20"}} {
		if _, err := anna.Choose(t.Context(), asked.ID, "units", values...); err == nil {
			t.Errorf("the menu took %q", values)
		}
	}
	if _, err := boris.Click(t.Context(), asked.ID, "done"); err == nil {
		t.Error("Boris clicked on a message that only Anna sees")
	}
	for _, id := range []string{"later", "nothing"} {
		if _, err := anna.Click(t.Context(), asked.ID, id); err == nil {
			t.Errorf("Anna could click %s", id)
		}
	}
	if m := must(anna.Click(t.Context(), asked.ID, "done"))(t); m.ID != asked.ID ||
		m.Content != "done" || len(m.Components) != 0 {
		t.Errorf("the update made %+v", m)
	}
}

func TestButtonAcknowledgedThenItsMessageEdited(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		err := s.InteractionRespond(i.Interaction,
			&discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate})
		if err != nil {
			return err
		}
		content := "clicked"
		_, err = s.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: &content})
		return err
	})
	anna := sit(t, base, "Anna")
	bot := session(t, base)
	m := must(bot.ChannelMessageSendComplex(channelOf(t, anna),
		&discordgo.MessageSend{Content: "click", Components: button("b")}))(t)
	if got := must(anna.Click(t.Context(), m.ID, "b"))(t); got.ID != m.ID || got.Content != "clicked" {
		t.Errorf("the click made %+v", got)
	}
}

func button(id string) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "B", CustomID: id}}}}
}

func TestAutocompletion(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		d := i.ApplicationCommandData()
		focused := d.GetOption("units")
		if i.Type != discordgo.InteractionApplicationCommandAutocomplete || !focused.Focused {
			return errors.New("no focused option")
		}
		to := ""
		if o := d.GetOption("to"); o != nil {
			to = o.StringValue()
		}
		return s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionApplicationCommandAutocompleteResult,
			Data: &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{
				{Name: "12 Pz near " + to, Value: focused.StringValue() + "2"},
			}},
		})
	})
	anna := sit(t, base, "Anna")
	got := must(anna.Complete(t.Context(), channelOf(t, anna), "/move to:10.11 units:1"))(t)
	if len(got) != 1 || got[0].Name != "12 Pz near 10.11" || got[0].Value != "12" {
		t.Errorf("offered %+v", got)
	}
	reads(t, anna, channelOf(t, anna))
	fixed := must(anna.Complete(t.Context(), channelOf(t, anna), "/game join side:sov"))(t)
	if len(fixed) != 1 || fixed[0].Value != "soviet" {
		t.Errorf("of the fixed choices: %+v", fixed)
	}
}

// wordForm asks for a word of up to eight letters.
func wordForm() *discordgo.InteractionResponse {
	word := discordgo.TextInput{CustomID: "w", Label: "Word", Style: discordgo.TextInputShort, Required: true,
		MaxLength: 8}
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseModal,
		Data: &discordgo.InteractionResponseData{Title: "Your word",
			CustomID: "word", Components: []discordgo.MessageComponent{
				discordgo.ActionsRow{Components: []discordgo.MessageComponent{word}},
			}},
	}
}

func TestForm(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		if i.Type == discordgo.InteractionModalSubmit {
			word := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow).Components[0].(*discordgo.TextInput).Value
			return s.InteractionRespond(i.Interaction, answer(i.ModalSubmitData().CustomID+": "+word, 0))
		}
		return s.InteractionRespond(i.Interaction, wordForm())
	})
	anna := sit(t, base, "Anna")
	form := must(anna.SayForm(t.Context(), channelOf(t, anna), "/game leave"))(t)
	for _, word := range []string{"", "much too long"} {
		if _, err := anna.Fill(t.Context(), form, map[string]string{"w": word}); err == nil {
			t.Errorf("the form took %q", word)
		}
	}
	if m := must(anna.Fill(t.Context(), form, map[string]string{"w": "ace"}))(t); m.Content != "word: ace" {
		t.Errorf("answered %q", m.Content)
	}
	if _, err := anna.Fill(t.Context(), form, map[string]string{"w": "ace"}); err == nil {
		t.Error("the form was handed in twice")
	}
}

func TestPictures(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	var picture bytes.Buffer
	check(t, png.Encode(&picture, image.NewGray(image.Rect(0, 0, 30, 20))))
	var original atomic.Pointer[discordgo.Message]
	file := func(name string) []*discordgo.File {
		return []*discordgo.File{{Name: name, ContentType: "image/png", Reader: bytes.NewReader(picture.Bytes())}}
	}
	seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		a := answer("the map", 0)
		a.Data.Files = file("turn 1.png")
		if err := s.InteractionRespond(i.Interaction, a); err != nil {
			return err
		}
		m, err := s.InteractionResponse(i.Interaction)
		original.Store(m)
		return err
	})
	anna := sit(t, base, "Anna")
	m := must(anna.Say(t.Context(), channelOf(t, anna), "/game leave"))(t)
	a := m.Attachments[0]
	if a.Filename != "turn_1.png" || a.Width != 30 || a.Height != 20 || a.ContentType != "image/png" ||
		a.Size != picture.Len() {
		t.Errorf("attached as %+v", a)
	}
	if got := must(anna.Picture(t.Context(), a))(t); !bytes.Equal(got, picture.Bytes()) {
		t.Error("the picture came back changed")
	}
	eventually(t, "the bot got its message", func() bool { return original.Load() != nil })
	if got := original.Load().Attachments[0].URL; !strings.HasPrefix(got, base+"/attachments/") {
		t.Errorf("the bot is told of %s", got)
	}
}

func TestWithoutABotThereIsNoAnswer(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	must(session(t, base).ApplicationCommandBulkOverwrite(localtable.ApplicationID, "", commands()))(t)
	anna := sit(t, base, "Anna")
	if _, err := anna.Say(t.Context(), channelOf(t, anna), "/game leave"); !errors.Is(err, player.ErrNoAnswer) {
		t.Errorf("got %v", err)
	}
}

func TestPlainWords(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot := session(t, base)
	heard := make(chan string, 4)
	bot.AddHandler(func(_ *discordgo.Session, m *discordgo.MessageCreate) {
		heard <- m.Author.Username + ": " +
			m.Content
	})
	check(t, bot.Open())
	anna, boris := sit(t, base, "Anna"), sit(t, base, "Boris")
	must(anna.Say(t.Context(), channelOf(t, anna), "Your turn, <@"+boris.User().ID+">"))(t)
	m := must(boris.Await(t.Context(), func(m player.Message) bool { return m.Author.Username == "Anna" }))(t)
	if len(m.Mentions) != 1 || m.Mentions[0].Username != "Boris" {
		t.Errorf("mentions %+v", m.Mentions)
	}
	if got := <-heard; got != "Anna: " {
		t.Errorf("the bot, which has no privileged intent, heard %q", got)
	}
	must(anna.Say(t.Context(), must(anna.DM(t.Context()))(t), "hello"))(t)
	if got := <-heard; got != "Anna: hello" {
		t.Errorf("in its DM the bot heard %q", got)
	}
}
