package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"grognard/bot/discord/page"
	"grognard/bot/discord/registration"
	"grognard/bot/discord/rest"
	"grognard/bot/gateway"

	"github.com/bwmarrin/discordgo"
)

// intents are the events that the bot asks for: about its servers and their channels. None is privileged.
const intents = discordgo.IntentsGuilds

// connection is the connection to Discord, and what it signals to the bot.
type connection struct {
	welcome  chan readyEvent // the first READY
	complete chan struct{}   // closed when all shards are ready
	ended    chan struct{}   // closed at the end of the connection
	err      error           // why it ended, once it has
}

type readyEvent struct{ user, application string }

// connect starts to connect to Discord and returns at once. The connection lasts until ctx ends or Discord refuses it.
func (b *bot) connect(ctx context.Context, o Options) *connection {
	c := &connection{welcome: make(chan readyEvent, 1), complete: make(chan struct{}), ended: make(chan struct{})}
	session := b.rest.Session
	go func() {
		defer close(c.ended)
		c.err = gateway.Run(ctx, gateway.Options{
			Token: o.Token, API: discordgo.EndpointAPI, Version: discordgo.APIVersion, Agent: session.UserAgent,
			Intents: int(intents), Shards: o.Shards, ShardIDs: o.ShardIDs,
			Client: session.Client, Logger: b.Kit.Log, Limits: o.Connection,
			Handle:  func(_ int, kind string, data json.RawMessage) { b.receiveEvent(c, kind, data) },
			Ready:   func() { close(c.complete) },
			Observe: o.Connected,
		})
	}()
	return c
}

// receiveEvent handles an event, or drops a malformed one. The readers of all shards call it, so it must not wait.
func (b *bot) receiveEvent(c *connection, kind string, data json.RawMessage) {
	_, err := page.Safely(func() (struct{}, error) { return struct{}{}, b.handleEvent(c, kind, data) })
	if err != nil {
		b.Kit.Log.Warn("an event of Discord was dropped", "event", kind, "error", err)
	}
}

func (b *bot) handleEvent(c *connection, kind string, data json.RawMessage) error {
	switch kind {
	case "READY":
		w, err := readReady(data)
		if err != nil {
			return err
		}
		select {
		case c.welcome <- w:
		default: // another shard was first
		}
	case "INTERACTION_CREATE":
		it, err := readInteraction(data)
		if err == nil {
			b.take(it)
		}
		return err
	default:
		return b.handlePlaceEvent(kind, data)
	}
	return nil
}

func readReady(data json.RawMessage) (readyEvent, error) {
	var r struct {
		User        struct{ ID string }
		Application struct{ ID string }
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return readyEvent{}, err
	}
	if !rest.IsID(r.User.ID) || !rest.IsID(r.Application.ID) {
		return readyEvent{}, errors.New("it does not say who the bot is")
	}
	return readyEvent{r.User.ID, r.Application.ID}, nil
}

// serveConnection acts on what the connection signals until ctx or the connection ends. The caller must call finish,
// which ends what was begun here. Only when finishing ends are the messages cut off that are being sent when ctx ends.
func (b *bot) serveConnection(ctx, finishing context.Context, c *connection, o Options) (finish func(), err error) {
	finish = b.finish // before READY there is no delivery to end, but interactions to wait for
	registered, complete, welcomed := make(chan error, 2), c.complete, c.welcome
	for awaited := 2; ; { // until the commands are registered and all shards are ready
		select {
		case <-ctx.Done():
			return finish, nil
		case <-c.ended:
			if c.err == nil { // ctx has ended too
				return finish, nil
			}
			return finish, fmt.Errorf("connect to Discord: %w", c.err)
		case w := <-welcomed:
			welcomed = nil
			finish = b.deliver(ctx, finishing, w, o)
			go b.register(ctx, w.application, o, registered)
			continue
		case err := <-registered:
			if err != nil {
				return finish, err
			}
			awaited--
		case <-complete:
			complete = nil
			awaited--
		}
		if awaited == 0 && o.Ready != nil {
			o.Ready()
		}
	}
}

// isFirst reports whether the process runs the first shard.
func (o Options) isFirst() bool { return len(o.ShardIDs) == 0 || slices.Contains(o.ShardIDs, 0) }

// register makes the commands known to Discord. It sends nil when they can be given, and an error if they can never be
// registered, also after the nil. Of several processes, the one with the first shard registers them.
func (b *bot) register(ctx context.Context, application string, o Options, registered chan<- error) {
	if !o.isFirst() {
		registered <- nil
		return
	}
	keeper := registration.Keeper{Client: b.rest, Application: application, Guild: o.Guild, Log: b.Kit.Log,
		Retry: cmp.Or(o.Connection.Retry, b.rest.Retry)}
	commands := commandsOf(b.messages.InChannel(), b.commandSpecs(b.layers), b.Kit.Specs)
	if err := registration.Register(ctx, keeper, commands, func() { registered <- nil }); err != nil {
		registered <- err
	}
}
