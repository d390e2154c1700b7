package discord

import (
	"context"
	"maps"
	"strings"
	"sync"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// mayManage is Discord's permission to manage a server. Discord refuses the commands of a game master to users without
// it, unless the owners of the server give them to a role. So the owners decide who is a game master.
const mayManage = discordgo.PermissionManageGuild

// pressMaster does what a game master has confirmed. The identifier of his command follows.
const pressMaster = "master"

// masterCommands are the commands of a game master.
func masterCommands() []commandSpec {
	side := completed("side", (*bot).suggestSide).required()
	asleep := completed("game", (*bot).suggestAsleep)
	why := textOption("reason")
	why.Longest = referee.ReasonLimit
	list := []commandSpec{
		{verb: "master pause", run: mastering(referee.Pause), options: []option{why.required()}},
		{verb: "master resume", run: mastering(referee.Resume), options: []option{why}},
		{verb: "master hand-over", run: mastering(referee.HandOver), options: []option{
			side, userOption("user").required(), why.required()}},
		{verb: "master end", run: mastering(referee.Close), options: []option{why.required()}},
		{verb: "master move", run: mastering(referee.Move), options: []option{
			channelOption("channel").required(), why.required(), asleep}},
		{verb: "master undo", run: mastering(referee.TakeBack), options: []option{why.required()}},
	}
	for i := range list {
		list[i].needs = mayManage
	}
	return list
}

// playable are the kinds of channels in which a game can be played.
var playable = []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews,
	discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread,
	discordgo.ChannelTypeGuildPrivateThread}

// mastering is the handler of a game master's command. A pause and its end are done at once; what is harder to take
// back must be confirmed.
func mastering(m referee.Measure) handler {
	return func(b *bot, ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
		i := referee.Intervention{Measure: m, Reason: values["reason"], Side: order.Side(values["side"]),
			To: values["user"], Channel: values["channel"]}
		if u := req.names.Users[i.To]; u != nil && u.Bot {
			return nil, refusal("master.bot", "user", req.mention(i.To))
		}
		if m == referee.Pause || m == referee.Resume {
			t, err := b.referee.Intervene(ctx, req.cmd, i)
			return req.mastered(t, err)
		}
		if name := values["game"]; name != "" {
			t, err := b.asleep(ctx, req, referee.GameID(name))
			if err != nil {
				return nil, err
			}
			req.cmd.Game, req.cmd.Channel = t.Game, t.Channel
		}
		f, err := b.referee.Foresee(ctx, req.cmd, i)
		if err != nil {
			return nil, err
		}
		i.End, i.From = f.End, f.Table.Player(i.Side)
		b.proposals.add(req.cmd.ID, proposal{req.cmd, i})
		req.localizer = req.on(f.Public.Board().Map)
		words, label := req.asks(i, f)
		text := words + "\n" + req.Say("master.reason", "reason", i.Reason)
		return req.question(text, label, pressID(pressMaster, f.Table.Game, req.cmd.ID)), nil
	}
}

// asleep is a sleeping game of this server, whose channel is lost, so that it must be named.
func (b *bot) asleep(ctx context.Context, req request, game referee.GameID) (referee.Table, error) {
	list, err := b.referee.AsleepIn(ctx, req.guild)
	if err != nil {
		return referee.Table{}, err
	}
	for _, t := range list {
		if t.Game == game {
			return t, nil
		}
	}
	return referee.Table{}, refusal("table.master-not-asleep")
}

// suggestAsleep completes with the sleeping games of this server.
func (b *bot) suggestAsleep(ctx context.Context, req request, t typing) ([]rest.Suggestion, error) {
	list, err := b.referee.AsleepIn(ctx, req.guild)
	if err != nil {
		return nil, err
	}
	l := newListing(t.text())
	for _, g := range list {
		l.add(0, string(g.Game), g.Title+" · "+g.Scenario+" · "+string(g.Game), []string{g.Title, string(g.Game)})
	}
	return l.suggestions(), nil
}

// asks is the question to a game master before something is done, and the label of the button.
func (loc localizer) asks(i referee.Intervention, f referee.InterventionPreview) (words, label string) {
	switch i.Measure {
	case referee.HandOver:
		return loc.Say("master.ask-hand-over", "side", i.Side, "from", loc.mention(f.Table.Player(i.Side)),
			"to", loc.mention(i.To)), loc.Say("button.hand-over")
	case referee.Move:
		return loc.Say("master.ask-move", "channel", channelLink(i.Channel)), loc.Say("button.move")
	case referee.TakeBack:
		return loc.Say("master.ask-undo", "turn", f.Turn, "phase", wording.InWords(loc.Phase(f.Phase))),
			loc.Say("button.take-back")
	}
	return loc.Say("master.ask-end"), loc.Say("button.end-game")
}

// mastered answers a game master whose command was carried out.
func (req request) mastered(t referee.Table, err error) ([]rest.Message, error) {
	if err != nil {
		return nil, err
	}
	if m := t.Master; m.Measure == referee.Move {
		return req.told("master.done-moved", "channel", channelLink(m.Channel)), nil
	}
	return req.told("master.done"), nil
}

// pressedMaster does what a game master has confirmed. Discord has checked his permission when he gave the command,
// which is remembered; a press alone proves nothing.
func (b *bot) pressedMaster(ctx context.Context, req request, command string) ([]rest.Message, error) {
	p, known := b.proposals.find(command)
	if !known || p.given.User != req.cmd.User {
		return nil, refusal("master.stale")
	}
	req.cmd.Channel = p.given.Channel
	if p.what.Measure == referee.Move {
		return b.move(ctx, req, p.what)
	}
	t, err := b.referee.Intervene(ctx, req.cmd, p.what)
	return req.mastered(t, err)
}

// move moves a game to another channel. Whether the bot may write there is known only by writing: it announces the game
// there, and deletes that message if the game does not come.
func (b *bot) move(ctx context.Context, req request, i referee.Intervention) ([]rest.Message, error) {
	f, err := b.referee.Foresee(ctx, req.cmd, i)
	if err != nil {
		return nil, err
	}
	coming := rest.NewMessage(b.messages.inChannel().Say("master.coming", "title", wording.InWords(f.Table.Title),
		"from", channelLink(f.Table.Channel)), nil)
	coming.Nonce, coming.Enforce = req.cmd.ID, true // an interaction that is delivered twice posts once
	id, err := b.rest.Send(ctx, i.Channel, coming)
	if err != nil {
		if kind, _ := rest.Diagnose(err); kind == rest.Forbidden || kind == rest.Gone {
			return nil, refusal("master.no-entry", "channel", channelLink(i.Channel))
		}
		return nil, err
	}
	t, err := b.referee.Intervene(ctx, req.cmd, i)
	if err != nil {
		if failed := b.rest.Delete(ctx, i.Channel, id); failed != nil {
			b.log.Warn("a message stands in a channel to which no game was moved", "channel", i.Channel,
				"error", failed)
		}
	}
	return req.mastered(t, err)
}

// proposal is what a game master was asked to confirm.
type proposal struct {
	given referee.Command
	what  referee.Intervention
}

// proposals remembers the latest proposals by the identifiers of their commands. After a restart the command has to be
// given again.
type proposals struct {
	mu   sync.Mutex
	kept map[string]proposal
}

func (p *proposals) add(command string, what proposal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.kept) >= recentSetSize {
		clear(p.kept)
	}
	if p.kept == nil {
		p.kept = map[string]proposal{}
	}
	p.kept[command] = what
}

func (p *proposals) find(command string) (proposal, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	found, ok := p.kept[command]
	return found, ok
}

// forget drops the proposals that a user made, or that would give him a seat.
func (p *proposals) forget(user string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.kept, func(_ string, one proposal) bool { return one.given.User == user || one.what.To == user })
}

// tellMastered is the public page of what a game master did. It pings both players.
func (loc localizer) tellMastered(t referee.Table, b *view.Board) page[view.Public] {
	p := loc.calling(t, loc.intervened(t))
	p.rows = []discordgo.MessageComponent{row(loc.ordersButton(t.Game), loc.sideButton(t.Game))}
	if b.Due != nil {
		p.text += "\n" + loc.Owed(*b.Due) + "."
		p.rows = []discordgo.MessageComponent{row(loc.decideButton(t.Game, b.Due.ID), loc.sideButton(t.Game))}
	}
	return p
}

// calling is a page that pings all players.
func (loc localizer) calling(t referee.Table, text string) page[view.Public] {
	var p page[view.Public]
	var names []string
	for _, seat := range t.Seats {
		if rest.IsID(seat.User) {
			p.ping, names = append(p.ping, seat.User), append(names, string(loc.mention(seat.User)))
		}
	}
	p.text = strings.Join(append(names, text), " ")
	return p
}

// intervened is what a game master did last, with his reason.
func (loc localizer) intervened(t referee.Table) string {
	m := t.Master
	words := loc.didSo(*m)
	if m.Reason != "" {
		words += "\n" + loc.Say("master.reason", "reason", m.Reason)
	}
	return words
}

func (loc localizer) didSo(m referee.Intervened) string {
	by := loc.mention(m.By)
	switch m.Measure {
	case referee.Pause:
		return loc.Say("master.told-paused", "user", by)
	case referee.Resume:
		return loc.Say("master.told-resumed", "user", by)
	case referee.HandOver:
		return loc.Say("master.told-handed-over", "user", by, "side", m.Side, "from", loc.mention(m.From),
			"to", loc.mention(m.To))
	case referee.Move:
		return loc.Say("master.told-moved", "user", by, "from", channelLink(m.Left), "to", channelLink(m.Channel))
	case referee.TakeBack:
		return loc.Say("master.told-took-back", "user", by)
	}
	return loc.Say("master.told-ended", "user", by)
}

// tellArrived is the public page of a moved game in its new channel: how it stands, and the buttons of what is open.
func (b *bot) tellArrived(loc localizer, e referee.Notification) page[view.Public] {
	t, v := e.Table, *e.Public
	board := v.Board()
	parts := []string{loc.intervened(t), loc.title(t, board), loc.seats(t), loc.waiting(t, board)}
	var rows []discordgo.MessageComponent
	switch {
	case !t.Started:
		rows = loc.seatButtons(t)
	case board.Due != nil:
		rows = append(rows, row(loc.decideButton(t.Game, board.Due.ID), loc.sideButton(t.Game)))
	default:
		rows = append(rows, row(loc.ordersButton(t.Game), loc.sideButton(t.Game)))
	}
	if t.Offer != nil && t.Offer.Answer == "" {
		parts, rows = append(parts, loc.offer(*t.Offer)), append(rows, loc.offerButtons(t, "")...)
	}
	if t.Undo != nil && t.Undo.Answer == "" {
		parts = append(parts, loc.Say("undo.due", "side", t.Undo.By))
	}
	p := loc.calling(t, strings.Join(append(parts, loc.pause(t)...), "\n"))
	p.rows = rows
	if t.Started {
		p.figures = mapFigure(b, loc, v, b.house)
	}
	return p
}

// tellDeparted is the last message of a game in the channel that it leaves.
func (loc localizer) tellDeparted(t referee.Table) page[view.Public] {
	return page[view.Public]{text: loc.intervened(t)}
}

// pause is a line about a pause, nothing if there is none.
func (loc localizer) pause(t referee.Table) []string {
	if t.Paused == nil {
		return nil
	}
	return []string{loc.paused(*t.Paused)}
}

func (loc localizer) paused(m referee.Intervened) string {
	return loc.Say("master.paused", "user", loc.mention(m.By), "since", wording.RelativeTimestamp(m.At), "reason",
		m.Reason)
}

// suggestSide completes with the sides of the channel's game.
func (b *bot) suggestSide(ctx context.Context, req request, t typing) ([]rest.Suggestion, error) {
	table, err := b.referee.Table(ctx, req.cmd.Channel)
	if err != nil {
		return nil, err
	}
	l := newListing(t.text())
	for _, seat := range table.Seats {
		l.add(0, string(seat.Side.ID), seat.Side.Name, []string{seat.Side.Name, string(seat.Side.ID)})
	}
	return l.suggestions(), nil
}

// channelLink is a channel as Discord shows it, with a link to it.
func channelLink(id string) wording.InWords {
	if !rest.IsID(id) {
		return wording.InWords(id)
	}
	return wording.InWords("<#" + id + ">")
}
