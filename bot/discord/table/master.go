package table

import (
	"context"
	"errors"
	"maps"
	"strings"
	"sync"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// mayManage is Discord's permission to manage a server. Discord refuses the commands of a game master to users without
// it, unless a server's owners allow the commands to a role. So the owners decide who is a game master.
const mayManage = discordgo.PermissionManageGuild

// pressMaster is the name of the button by which a game master confirms. The identifier of his command follows.
const pressMaster = "master"

func (m Masters) commands() []ask.CommandSpec {
	asleep := ask.CompletedOption("game", m.suggestAsleep)
	why := ask.TextOption("reason")
	why.Longest = api.ReasonLimit
	list := []ask.CommandSpec{
		{Verb: "master pause", Run: m.measureHandler(api.Pause), Options: []ask.Option{why, ask.YesOption("end")}},
		{Verb: "master end", Run: m.measureHandler(api.Close), Options: []ask.Option{why.AsRequired()}},
		{Verb: "master move", Run: m.measureHandler(api.Move), Options: []ask.Option{
			ask.ChannelOption("channel").AsRequired(), why.AsRequired(), asleep}},
		{Verb: "master undo", Run: m.measureHandler(api.TakeBack), Options: []ask.Option{why.AsRequired()}},
	}
	for i := range list {
		list[i].Needs = mayManage
	}
	return list
}

// measureHandler handles a game master's command: a pause and its end at once, what is harder to undo after a question.
func (b Masters) measureHandler(m api.Measure) ask.Handler {
	return func(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
		i := api.Intervention{Measure: m, Reason: values["reason"], Channel: values["channel"]}
		if m == api.Pause {
			if values["end"] == "true" {
				i.Measure = api.Resume
			}
			t, err := b.Referee.Intervene(ctx, req.Cmd, i)
			return answerMeasure(req, t, err)
		}
		if name := values["game"]; name != "" {
			t, err := b.sleepingGame(ctx, req, api.GameID(name))
			if err != nil {
				return nil, err
			}
			req.Cmd.Game, req.Cmd.Channel = t.Game, t.Channel
		}
		f, err := b.Referee.Foresee(ctx, req.Cmd, i)
		if errors.Is(err, api.ErrJudge) && values["game"] != "" {
			err = ask.Refusal("table.master-judge-lost")
		}
		if err != nil {
			return nil, err
		}
		i.End = f.End
		b.Proposals.add(req.Cmd.ID, proposal{req.Cmd, i})
		req.Localizer = req.Localizer.On(f.Public.Board().Map)
		words, label := confirmText(req.Localizer, i, f, values["game"] != "")
		text := words + "\n" + req.Say("master.reason", "reason", i.Reason)
		return confirmation(text, label, page.PressID(pressMaster, f.Table.Game, req.Cmd.ID)), nil
	}
}

// sleepingGame returns the game of this server with an ID. It refuses one that does not sleep for want of its channel.
func (m Masters) sleepingGame(ctx context.Context, req ask.Request, game api.GameID) (api.Table, error) {
	list, err := m.Referee.AsleepIn(ctx, req.Guild)
	if err != nil {
		return api.Table{}, err
	}
	for _, t := range list {
		if t.Game == game {
			return t, nil
		}
	}
	return api.Table{}, ask.Refusal("table.master-not-asleep")
}

// suggestAsleep completes with the sleeping games of this server.
func (m Masters) suggestAsleep(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	list, err := m.Referee.AsleepIn(ctx, req.Guild)
	if err != nil {
		return nil, err
	}
	l := ask.NewListing(t.Text())
	for _, g := range list {
		l.Add(0, string(g.Game), g.Title+" · "+g.Scenario+" · "+string(g.Game), []string{g.Title, string(g.Game)})
	}
	return l.Suggestions(), nil
}

// confirmText returns what a game master is asked first, and the button; lost: the channel cannot be reached.
func confirmText(loc wording.Localizer, i api.Intervention, f arrange.InterventionPreview,
	lost bool) (words, label string) {
	switch i.Measure {
	case api.Move:
		text := loc.Say("master.ask-move", "channel", page.ChannelLink(i.Channel))
		if lost {
			text = loc.Say("master.ask-move-lost", "title", wording.InWords(f.Table.Title), "channel",
				page.ChannelLink(i.Channel))
		}
		return text, loc.Say("button.move")
	case api.TakeBack:
		return loc.Say("master.ask-undo", "turn", f.Turn, "phase", wording.InWords(loc.Phase(f.Phase))),
			loc.Say("button.take-back")
	}
	return loc.Say("master.ask-end"), loc.Say("button.end-game")
}

// answerMeasure answers a game master whose command was carried out.
func answerMeasure(req ask.Request, t api.Table, err error) ([]rest.Message, error) {
	if err != nil {
		return nil, err
	}
	if m := t.Master; m.Measure == api.Move {
		return req.TextReply("master.done-moved", "channel", page.ChannelLink(m.Channel)), nil
	}
	return req.TextReply("master.done"), nil
}

// pressedMaster does what a game master has confirmed. When he gave the command, Discord checked his permission. So
// only a stored command of the same user is carried out: a press alone proves nothing.
func (m Masters) pressedMaster(ctx context.Context, req ask.Request, command string) ([]rest.Message, error) {
	p, known := m.Proposals.find(command)
	if !known || p.given.User != req.Cmd.User {
		return nil, ask.Refusal("master.stale")
	}
	req.Cmd.Channel = p.given.Channel
	if p.what.Measure == api.Move {
		return m.move(ctx, req, p.what)
	}
	t, err := m.Referee.Intervene(ctx, req.Cmd, p.what)
	return answerMeasure(req, t, err)
}

// move moves a game to another channel. Only writing shows whether the bot may write there: so it announces the game
// there, and deletes that message if the move fails.
func (m Masters) move(ctx context.Context, req ask.Request, i api.Intervention) ([]rest.Message, error) {
	f, err := m.Referee.Foresee(ctx, req.Cmd, i)
	if err != nil {
		return nil, err
	}
	coming := rest.NewMessage(m.Messages.InChannel().Say("master.coming", "title", wording.InWords(f.Table.Title),
		"from", page.ChannelLink(f.Table.Channel)), nil)
	coming.Nonce, coming.Enforce = req.Cmd.ID, true // an interaction that is delivered twice posts once
	req.Sends(coming)
	id, err := m.Rest.Send(ctx, i.Channel, coming)
	if err != nil {
		if kind, _ := rest.Diagnose(err); kind == rest.Forbidden || kind == rest.Gone {
			return nil, ask.Refusal("master.no-entry", "channel", page.ChannelLink(i.Channel))
		}
		return nil, err
	}
	t, err := m.Referee.Intervene(ctx, req.Cmd, i)
	if err != nil {
		if failed := m.Rest.Delete(ctx, i.Channel, id); failed != nil {
			m.Log.Warn("a message stands in a channel to which no game was moved", "channel", i.Channel,
				"error", failed)
		}
	}
	return answerMeasure(req, t, err)
}

// proposal is what a game master was asked to confirm, and the command by which he asked for it.
type proposal struct {
	given api.Command
	what  api.Intervention
}

// Proposals remembers the latest proposals by the identifiers of their commands. A restart forgets them.
type Proposals struct {
	mu   sync.Mutex
	kept map[string]proposal
}

// add stores what a master's command proposes. If there are too many proposals it drops all others.
func (p *Proposals) add(command string, what proposal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.kept) >= look.RecentSetSize {
		clear(p.kept)
	}
	if p.kept == nil {
		p.kept = map[string]proposal{}
	}
	p.kept[command] = what
}

// find returns what a master's command has proposed; false if it is no longer kept.
func (p *Proposals) find(command string) (proposal, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	found, ok := p.kept[command]
	return found, ok
}

// forget drops the proposals that a user made.
func (p *Proposals) forget(user string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.kept, func(_ string, one proposal) bool { return one.given.User == user })
}

// TellMastered returns the public page of what a game master did. It pings all players, but not if clocks only stop or
// run with their season, because then nobody has to act.
func TellMastered(loc wording.Localizer, t api.Table, b *view.Board) page.Page[view.Public] {
	p := PingAll(loc, t, tell.MeasureInWords(loc, t))
	if m := t.Master.Measure; m == api.StopClocks || m == api.RunClocks {
		p = page.Page[view.Public]{Text: tell.MeasureInWords(loc, t)}
	}
	p.Rows = page.OneRow(page.OrdersButton(loc, t.Game), page.SideButton(loc, t.Game))
	if b.Due != nil {
		p.Text += "\n" + loc.Owed(*b.Due) + "."
		p.Rows = page.OneRow(page.DecideButton(loc, t.Game, b.Due.ID), page.SideButton(loc, t.Game))
	}
	return p
}

// PingAll returns a page that pings all players.
func PingAll(loc wording.Localizer, t api.Table, text string) page.Page[view.Public] {
	var p page.Page[view.Public]
	var names []string
	for _, seat := range t.Seats {
		if rest.IsID(seat.User) {
			p.Ping, names = append(p.Ping, seat.User), append(names, string(tell.Mention(loc, seat.User)))
		}
	}
	p.Text = strings.Join(append(names, text), " ")
	return p
}

// pinged returns a list with user for a page's Ping, nil if it is no ID of Discord's, as after he was forgotten.
func pinged(user string) []string {
	if !rest.IsID(user) {
		return nil
	}
	return []string{user}
}
