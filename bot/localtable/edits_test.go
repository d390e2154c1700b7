package localtable_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"

	"github.com/bwmarrin/discordgo"
)

func textFile(name string) []*discordgo.File {
	return []*discordgo.File{{Name: name, ContentType: "text/plain", Reader: strings.NewReader(name)}}
}

// names are the names of a message's files, in order.
func names(list []player.Attachment) (out []string) {
	for _, a := range list {
		out = append(out, a.Filename)
	}
	return out
}

// awaitContent waits until a message has this content, and returns it as everybody sees it then.
func awaitContent(t *testing.T, p *player.Player, id, content string) player.Message {
	t.Helper()
	return must(p.Await(t.Context(), func(m player.Message) bool { return m.ID == id && m.Content == content }))(t)
}

func TestEditKeepsOrReplacesAttachments(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot, olga := session(t, base), sit(t, base, "Olga")
	table := channelOf(t, olga)
	first := must(bot.ChannelMessageSendComplex(table,
		&discordgo.MessageSend{Content: "0", Files: textFile("first.txt")}))(t)
	edit := func(content string, kept *[]*discordgo.MessageAttachment, files []*discordgo.File) *discordgo.Message {
		t.Helper()
		m := must(bot.ChannelMessageEditComplex(&discordgo.MessageEdit{
			Channel: table, ID: first.ID, Content: &content, Attachments: kept, Files: files,
		}))(t)
		return m
	}
	check := func(content string, want ...string) {
		t.Helper()
		m := awaitContent(t, olga, first.ID, content)
		if got := names(m.Attachments); !slices.Equal(got, want) {
			t.Errorf("edit %s: the files %q, want %q", content, got, want)
		}
		if m.Edited == nil {
			t.Errorf("edit %s: the message does not show as edited", content)
		}
		for _, a := range m.Attachments {
			if data := must(olga.Picture(t.Context(), a))(t); string(data) != a.Filename {
				t.Errorf("edit %s: %s holds %q", content, a.Filename, data)
			}
		}
	}
	edit("1", nil, nil)
	check("1", "first.txt")
	both := edit("2", nil, textFile("second.txt"))
	check("2", "first.txt", "second.txt")
	edit("3", &[]*discordgo.MessageAttachment{both.Attachments[1]}, nil)
	check("3", "second.txt")
	edit("4", &[]*discordgo.MessageAttachment{}, textFile("third.txt"))
	check("4", "third.txt")
	edit("5", &[]*discordgo.MessageAttachment{}, nil)
	check("5")
}

func TestEditedComponentsCountForEverybody(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot := seat(t, base, func(s *discordgo.Session, i *discordgo.InteractionCreate) error {
		return errors.New("nothing should come")
	})
	anna, boris := sit(t, base, "Anna"), sit(t, base, "Boris")
	table := channelOf(t, anna)
	m := must(bot.ChannelMessageSendComplex(table, &discordgo.MessageSend{Content: "open", Components: button("b")}))(t)
	for content, rows := range map[string][]discordgo.MessageComponent{
		"disabled": {discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "B",
			CustomID: "b", Disabled: true}}}},
		"removed": {},
	} {
		must(bot.ChannelMessageEditComplex(&discordgo.MessageEdit{Channel: table, ID: m.ID, Content: &content,
			Components: &rows}))(t)
		for _, p := range []*player.Player{anna, boris} {
			seen := awaitContent(t, p, m.ID, content)
			if len(seen.Components) != len(rows) || len(rows) == 1 && !seen.Components[0].Components[0].Disabled {
				t.Errorf("%s: %s sees %+v", content, p.User().Username, seen.Components)
			}
			var refused player.Refused
			if _, err := p.Click(t.Context(), m.ID, "b"); !errors.As(err, &refused) {
				t.Errorf("%s: %s pressed the button: %v", content, p.User().Username, err)
			}
		}
	}
}

func TestDeletedMessage(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot, anna := session(t, base), sit(t, base, "Anna")
	table, dm := channelOf(t, anna), must(anna.DM(t.Context()))(t)
	m := must(bot.ChannelMessageSend(table, "wrong"))(t)
	if got, err := bot.ChannelMessage(table, m.ID); err != nil || got.Content != "wrong" {
		t.Errorf("the bot reads %+v, %v", got, err)
	}
	denied(t, "the message was found in another channel", 10008)(bot.ChannelMessage(dm, m.ID))
	check(t, bot.ChannelMessageDelete(table, m.ID))
	eventually(t, "Anna sees no message", func() bool { return len(contents(t, anna, table)) == 0 })
	said := must(anna.Say(t.Context(), dm, "my own"))(t)
	denied(t, "read", 10008)(bot.ChannelMessage(table, m.ID))
	denied(t, "edit", 10008)(bot.ChannelMessageEdit(table, m.ID, "x"))
	denied(t, "delete again", 10008)(bot.ChannelMessageDelete(table, m.ID))
	denied(t, "delete a user's words", 50003)(bot.ChannelMessageDelete(dm, said.ID))
	denied(t, "delete in another channel", 10008)(bot.ChannelMessageDelete(table, said.ID))
}

// A bot without the privileged intent cannot read what users write to each other, by request or in events.
func TestWordsOfOthersAreHiddenFromTheBot(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot, anna := session(t, base), sit(t, base, "Anna")
	table := channelOf(t, anna)
	said := must(anna.Say(t.Context(), table, "between us"))(t)
	one, err := bot.ChannelMessage(table, said.ID)
	if err != nil || one.Content != "" || one.Author.ID != anna.User().ID {
		t.Errorf("the bot reads %+v, %v", one, err)
	}
	list, err := bot.ChannelMessages(table, 10, "", "", "")
	if err != nil || len(list) != 1 || list[0].Content != "" {
		t.Errorf("the bot lists %+v, %v", list, err)
	}
}

// pinged are the names of the users whom a message notified.
func pinged(m player.Message, players ...*player.Player) (out []string) {
	for _, p := range players {
		if slices.Contains(m.Pinged, p.User().ID) {
			out = append(out, p.User().Username)
		}
	}
	return out
}

func TestAllowedMentionsDecideWhomANewMessageNotifies(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot, anna, boris := session(t, base), sit(t, base, "Anna"), sit(t, base, "Boris")
	table := channelOf(t, anna)
	both := "<@" + anna.User().ID + "> and <@" + boris.User().ID + ">"
	type allowed = discordgo.MessageAllowedMentions
	for name, c := range map[string]struct {
		content string
		may     *allowed
		want    []string
	}{
		"nothing said":        {both, nil, []string{"Anna", "Boris"}},
		"users":               {both, &allowed{Parse: []discordgo.AllowedMentionType{discordgo.AllowedMentionTypeUsers}}, []string{"Anna", "Boris"}},
		"one":                 {both, &allowed{Users: []string{boris.User().ID}}, []string{"Boris"}},
		"one who is not here": {"nobody", &allowed{Users: []string{boris.User().ID}}, nil},
		"none":                {both, &allowed{}, nil},
		"everyone":            {"@everyone", nil, []string{"Anna", "Boris"}},
		"everyone, forbidden": {"@everyone", &allowed{Parse: []discordgo.AllowedMentionType{discordgo.AllowedMentionTypeUsers}}, nil},
	} {
		sent := must(bot.ChannelMessageSendComplex(table,
			&discordgo.MessageSend{Content: c.content, AllowedMentions: c.may}))(t)
		if got := pinged(awaitContent(t, anna, sent.ID, c.content), anna, boris); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q are notified, want %q", name, got, c.want)
		}
	}
	denied(t, "all users and one user", 50035)(bot.ChannelMessageSendComplex(table, &discordgo.MessageSend{
		Content: both, AllowedMentions: &allowed{Users: []string{boris.User().ID},
			Parse: []discordgo.AllowedMentionType{discordgo.AllowedMentionTypeUsers}},
	}))
}

func TestEditNotifiesNobody(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot, anna, boris := session(t, base), sit(t, base, "Anna"), sit(t, base, "Boris")
	table := channelOf(t, anna)
	m := must(bot.ChannelMessageSend(table, "<@"+anna.User().ID+">"))(t)
	for content, want := range map[string][]string{
		"for <@" + anna.User().ID + "> and <@" + boris.User().ID + "> @everyone": {"Anna"},
		"<@" + anna.User().ID + "> still":                                        {"Anna"},
	} {
		must(bot.ChannelMessageEdit(table, m.ID, content))(t)
		if got := pinged(awaitContent(t, boris, m.ID, content), anna, boris); !slices.Equal(got, want) {
			t.Errorf("edited to %q the message notifies %q", content, got)
		}
	}
	must(bot.ChannelMessageEdit(table, m.ID, "for <@"+boris.User().ID+">"))(t)
	if got := pinged(awaitContent(t, boris, m.ID, "for <@"+boris.User().ID+">"), anna, boris); len(got) != 0 {
		t.Errorf("who is mentioned no more counts: %q", got)
	}
	raw, err := bot.Request("GET", discordgo.EndpointChannelMessage(table, m.ID), nil)
	if err != nil || strings.Contains(string(raw), "pinged") || !strings.Contains(string(raw), `"mentions":[{`) {
		t.Errorf("the bot gets %s, %v", raw, err)
	}
}
