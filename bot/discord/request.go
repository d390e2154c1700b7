package discord

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/limit"
	"grognard/bot/referee/api"
	"grognard/bot/schedule"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// take queues an interaction, or says at once why it is not taken. The gateway's reader calls it: it must not wait.
func (b *bot) take(it *interaction) {
	req := ask.Request{Localizer: b.messages.For(string(it.Locale)), Direct: it.GuildID == "",
		UserInstalled: isUserInstalled(it.Interaction), From: it.Message,
		Cmd:         api.Command{ID: it.ID, User: userOf(it.Interaction), Channel: it.ChannelID},
		Permissions: it.permissions(), Places: it.places, Guild: it.GuildID}
	if it.Member != nil {
		req.Name = it.Member.DisplayName()
	}
	if look.IsAside(it.Interaction) {
		req.From = nil // as if it was typed
	}
	req.OnPanel = req.From != nil && b.direct.Index.IsPanel(req.Cmd.User, req.From.ID)
	kind := b.costOf(it.Interaction)
	if over := b.gate.Enter(req.Cmd.User, it.GuildID, kind, time.Now()); over != nil {
		b.turnAway(req, it.Interaction, overLimit(req, *over))
		return
	}
	private := req.From != nil && req.From.Flags&discordgo.MessageFlagsEphemeral != 0
	r := rest.NewReply(b.rest, it.Interaction, req.OnPanel || private)
	job, queue := b.job(req, it.Interaction, kind), b.jobs
	job.Do = func(turn *schedule.Turn) { b.serveRequest(req, r, turn) }
	if kind == limit.Suggestion {
		queue = b.suggestions
		job.Do = func(turn *schedule.Turn) { b.serveSuggestions(req, r, turn) }
	}
	if err := queue.Add(job); err != nil {
		r.Drop()
		b.turnAway(req, it.Interaction, busy(req, err))
	}
}

// isUserInstalled reports whether an interaction comes from a place that the bot is not in, through a user who has
// installed it for himself.
func isUserInstalled(it *discordgo.Interaction) bool {
	_, guild := it.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	_, user := it.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationUserInstall]
	return user && !guild
}

// userOf returns the ID of an interaction's user: a member in a server, a user elsewhere; "" if Discord names none.
func userOf(it *discordgo.Interaction) string {
	switch {
	case it.Member != nil && it.Member.User != nil:
		return it.Member.User.ID
	case it.User != nil:
		return it.User.ID
	}
	return ""
}

// serveRequest answers a command or a press, to its user alone. Errors end here: the user is told of those that are
// his, and ours are logged. Once the answer is made the worker is free, and the channel's next command can be answered;
// only if the answer replaces a message, the next command waits until it has arrived.
func (b *bot) serveRequest(req ask.Request, r *rest.Reply, turn *schedule.Turn) {
	var lost error // why the answer did not arrive; nil if it did
	noteArrival := func(arrived bool) {}
	defer func() { noteArrival(lost == nil) }() // after Finish, which may send the answer once more
	defer r.Finish()
	defer turn.Sent() // another try must not keep others from sending
	defer turn.FreeLine()
	// The answer can be given as long as the token is valid; a bot that stops finishes it.
	ctx, cancel := context.WithTimeout(context.Background(), rest.TokenLife)
	defer cancel()
	defer b.direct.Hold(&req, r.Replace)()
	req.Sending, req.Elsewhere = turn.FreeWorker, turn.FreeLine
	if rest.OpensActivity(r.Interaction) {
		if lost = r.Launch(ctx); lost != nil {
			b.Kit.Log.Warn("an Activity was not opened", "interaction", r.Interaction.ID, "error", lost)
		}
		return
	}
	outcome, asked := wasAnswered, b.intentOf(r.Interaction)
	list, err := page.Safely(func() ([]rest.Message, error) { return b.serve(ctx, req, r.Interaction) })
	if err != nil {
		words, isRefusal := tell.Refuse(b.Kit.LocalizerHere(ctx, req), err)
		outcome = wasRefused
		if !isRefusal {
			outcome = wasFailed
			b.Kit.Log.Error("an interaction failed", "interaction", r.Interaction.ID, "error", err)
		}
		rows := look.RulesButton(req.Localizer, tell.CitedBy(err))
		isOrder := r.Interaction.Type == discordgo.InteractionApplicationCommand && asked.command.Run == nil
		if !req.OnPanel && (isOrder || slices.Contains(tell.CitedBy(err), "sequence")) { // the panel may be far above
			if board, t, _, err := b.Kit.Seen(ctx, req, false); err == nil {
				button := page.OrdersButton(req.Localizer, t.Game)
				if board.Due != nil && t.Answers(req.Cmd.User, *board.Due) {
					button = page.DecideButton(req.Localizer, t.Game, board.Due.ID)
				}
				rows = append(rows, page.OneRow(button)...)
			}
		}
		if !req.OnPanel {
			rows = append(b.insteadRow(ctx, req, err), rows...)
		}
		list = page.Page[view.Public]{Text: words, Rows: rows}.Messages()
	}
	if req.OnPanel && len(list) > 0 {
		list = b.direct.Fit(ctx, req, list, err != nil)
	}
	// Aside: about the asker himself or the contents of books, not about the channel's game
	if outcome == wasAnswered && !req.UserInstalled && !asked.command.Aside && !asked.press.Aside {
		b.look.Looks.NoteLook(ctx, req)
	}
	note := b.direct.Note(ctx, req, asked.press.Looks, b.lookAgain(req, r.Interaction, err))
	if !req.UserInstalled && r.Interaction.GuildID != "" {
		b.channelUsed(ctx, r.Interaction.GuildID, r.Interaction.ChannelID)
	}
	turn.FreeWorker(rest.Size(list...))
	if !req.OnPanel && !r.Replaces() { // of two answers that replace the same message, the later must come last
		turn.FreeLine()
	}
	noteArrival = b.direct.Await(req, r, list)
	lost = r.Show(ctx, list...)
	if lost != nil {
		outcome = wasFailed
		b.Kit.Log.Warn("an answer did not arrive", "interaction", r.Interaction.ID, "error", lost)
	}
	note(lost == nil)
	if !req.OnPanel && !asked.press.Looks { // his notes and lists, shown on his panel, change without a row of the log
		b.direct.Index.Touch(req.Cmd.User, time.Now())
	}
	b.observe(r, outcome)
}

func (b *bot) serve(ctx context.Context, req ask.Request, it *discordgo.Interaction) ([]rest.Message, error) {
	if err := permitted(req, b.intentOf(it)); err != nil {
		return nil, err
	}
	switch it.Type {
	case discordgo.InteractionApplicationCommand:
		if names := it.ApplicationCommandData().Resolved; names != nil {
			req.Names = *names
		}
		verb, values := parseCommand(it.ApplicationCommandData())
		if err := b.checkLengths(verb, values); err != nil {
			return nil, err
		}
		return b.runTyped(ctx, req, verb, values)
	case discordgo.InteractionMessageComponent:
		return b.answerPress(ctx, req, pressedIn(it.MessageComponentData()))
	case discordgo.InteractionModalSubmit:
		return b.answerPress(ctx, req, formIn(it.ModalSubmitData()))
	}
	return nil, fmt.Errorf("an interaction of type %d", it.Type)
}

// parseCommand returns the verb of a command and the texts of its options.
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

// checkLengths refuses a value that is longer than its option allows. Discord's own programs let nobody type one.
func (b *bot) checkLengths(verb order.Verb, values map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		most := ask.LongestText
		for _, o := range b.commands[verb].Options {
			if o.Name == name {
				most = o.Most()
			}
		}
		if n := utf8.RuneCountInString(values[name]); n > most {
			return ask.Refusal("order.long", "option", name, "most", most, "n", n)
		}
	}
	return nil
}

// textOf returns the value of an option as it is typed.
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}
