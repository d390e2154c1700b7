package discord

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/limit"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// request is one thing that a user wants: who, where, and in which language.
type request struct {
	localizer
	cmd           referee.Command
	direct        bool               // in direct messages: a button that names a game means the game in its own channel
	userInstalled bool               // the user has installed the bot for himself, and it is not in the server
	onPanel       bool               // it is a press on the user's panel in his direct messages
	seen          *seenPosition      // where the position is noted that the answer is made from; nil for nowhere
	from          *discordgo.Message // whose button was pressed; nil for a command
	permissions   permissions        // of its user and of the bot in the channel

	places map[string]placed // the channels that the command names

	guild string                                              // the server, "" in direct messages
	names discordgo.ApplicationCommandInteractionDataResolved // the users and channels that the command names
}

// take queues an interaction, or says at once why it is not taken. It is called by the reader of the gateway and must
// not wait.
func (b *bot) take(it *interaction) {
	req := request{localizer: b.messages.in(string(it.Locale)), direct: it.GuildID == "",
		userInstalled: isUserInstalled(it.Interaction), from: it.Message,
		cmd:         referee.Command{ID: it.ID, User: userOf(it.Interaction), Channel: it.ChannelID},
		permissions: it.permissions(),
		places:      it.places, guild: it.GuildID}
	req.onPanel = it.Message != nil && b.panels.at(req.cmd.User, it.Message.ID)
	kind := b.costOf(it.Interaction)
	if over := b.gate.Enter(req.cmd.User, it.GuildID, kind, time.Now()); over != nil {
		b.turnAway(req, it.Interaction, req.over(*over))
		return
	}
	r := rest.NewReply(b.rest, it.Interaction, req.onPanel || changes(it.Interaction))
	job := b.job(req, it.Interaction, kind)
	job.Do = func() { b.serveRequest(req, r) }
	if kind == limit.Suggestion {
		job.Do = func() { b.serveSuggestions(req, r) }
	}
	if err := b.jobs.Add(job); err != nil {
		r.Drop()
		b.turnAway(req, it.Interaction, req.busy(err))
	}
}

// isUserInstalled says whether an interaction comes from a place where the bot is not, by way of a user who has
// installed it for himself.
func isUserInstalled(it *discordgo.Interaction) bool {
	_, guild := it.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	_, user := it.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationUserInstall]
	return user && !guild
}

// userOf is the user of an interaction: a member in a server, a user elsewhere.
func userOf(it *discordgo.Interaction) string {
	switch {
	case it.Member != nil && it.Member.User != nil:
		return it.Member.User.ID
	case it.User != nil:
		return it.User.ID
	}
	return ""
}

// serveRequest answers a command or a press, to its user alone. Errors end here: the user is told those that are his,
// and ours are logged.
func (b *bot) serveRequest(req request, r *rest.Reply) {
	// The answer can be given as long as the token is valid; a bot that stops
	// finishes it.
	ctx, cancel := context.WithTimeout(context.Background(), rest.TokenLife)
	defer cancel()
	defer b.holdPanel(&req)()
	outcome := wasAnswered
	list, err := safely(func() ([]rest.Message, error) { return b.serve(ctx, req, r.Interaction) })
	if err != nil {
		words, theirs := b.localizerHere(ctx, req).refuse(err)
		outcome = wasRefused
		if !theirs {
			outcome = wasFailed
			b.log.Error("an interaction failed", "interaction", r.Interaction.ID, "error", err)
		}
		list = page[view.Public]{text: words, rows: req.rulesButton(citedBy(err))}.messages()
	}
	if req.onPanel {
		list = b.inPanel(ctx, req, list, err != nil)
	}
	asked := b.intentOf(r.Interaction)
	if outcome == wasAnswered && !req.userInstalled && asked.aboutGame() {
		b.looked(ctx, req)
	}
	note := b.notePanel(ctx, req, asked.press.looks)
	lost := r.Show(ctx, list...)
	if lost != nil {
		outcome = wasFailed
		b.log.Warn("an answer did not arrive", "interaction", r.Interaction.ID, "error", lost)
	}
	note(lost == nil)
	if !req.onPanel && !asked.press.looks { // his own notes and lists are on his panel, and change without a row
		b.panels.touch(req.cmd.User, time.Now())
	}
	b.observe(r, outcome)
	if !req.userInstalled && r.Interaction.GuildID != "" {
		b.channelUsed(ctx, r.Interaction.GuildID, r.Interaction.ChannelID)
	}
}

// localizerHere speaks the asker's language about the channel's game, if there is one, and about the units of his side.
// A failure to load the game costs only these names.
func (b *bot) localizerHere(ctx context.Context, req request) localizer {
	v, err := safely(func() (referee.UserView, error) { return b.referee.See(ctx, req.cmd.Channel, req.cmd.User) })
	switch {
	case err != nil:
		return req.localizer
	case v.Secret != nil:
		return req.of(*v.Secret)
	}
	return req.on(v.Public.Board().Map)
}

// serve does what is asked.
func (b *bot) serve(ctx context.Context, req request, it *discordgo.Interaction) ([]rest.Message, error) {
	if err := req.permitted(b.intentOf(it)); err != nil {
		return nil, err
	}
	switch it.Type {
	case discordgo.InteractionApplicationCommand:
		if names := it.ApplicationCommandData().Resolved; names != nil {
			req.names = *names
		}
		verb, values := parseCommand(it.ApplicationCommandData())
		return b.typed(ctx, req, verb, values)
	case discordgo.InteractionMessageComponent:
		return b.press(ctx, req, pressedIn(it.MessageComponentData()))
	case discordgo.InteractionModalSubmit:
		return b.press(ctx, req, filledIn(it.ModalSubmitData()))
	}
	return nil, fmt.Errorf("an interaction of type %d", it.Type)
}

// parseCommand is the verb of a command and the texts of its options.
func parseCommand(d discordgo.ApplicationCommandInteractionData) (order.Verb, map[string]string) {
	verb, options := d.Name, d.Options
	if len(options) == 1 && options[0].Type == discordgo.ApplicationCommandOptionSubCommand {
		verb, options = verb+" "+options[0].Name, options[0].Options
	}
	values := map[string]string{}
	for _, o := range options {
		values[o.Name] = textOf(o.Value)
	}
	return order.Verb(verb), values
}

func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}
