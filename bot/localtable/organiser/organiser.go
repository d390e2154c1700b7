// Package organiser is a player of the local table who also looks after its places over HTTP, as the page's menu does:
// he adds servers, channels, threads and posts, archives, locks and deletes them, pins messages, and takes permissions
// from the bot. It is for tests.
//
//	anna := organiser.Of(player)
//	forum, err := anna.OpenForum(ctx, guild, "games", "open", "running")
//	post, err := anna.Post(ctx, forum, "Smolensk", "Who plays?", "open")
//
// What Discord refuses him is a player.Refused. By package player he sees what the bot does.
package organiser

import (
	"context"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
)

// Organiser is a player who looks after places.
type Organiser struct{ *player.Player }

// Of returns the organiser that a player is.
func Of(p *player.Player) Organiser { return Organiser{p} }

type body = map[string]any

// do sends an action, and returns the identifier of what it has made.
func (o Organiser) do(ctx context.Context, deed string, action body) (string, error) {
	var made struct{ ID string }
	err := o.Player.Post(ctx, "/table/places/"+deed, action, &made)
	return made.ID, err
}

// AddGuild adds a server that has invited the bot, with the channel general, and returns its identifier.
func (o Organiser) AddGuild(ctx context.Context, name string) (string, error) {
	return o.do(ctx, "guild", body{"name": name})
}

// Remove takes the bot from a server.
func (o Organiser) Remove(ctx context.Context, guild string) error {
	_, err := o.do(ctx, "remove", body{"guild": guild})
	return err
}

// Invite lets the bot into a server again.
func (o Organiser) Invite(ctx context.Context, guild string) error {
	_, err := o.do(ctx, "invite", body{"guild": guild})
	return err
}

// Role makes a role in a server, above the bot's own or below it, and returns its identifier.
func (o Organiser) Role(ctx context.Context, guild, name string, above bool) (string, error) {
	return o.do(ctx, "role", body{"guild": guild, "name": name, "above": above})
}

// MightyRole makes a role with these permissions below the bot's own role, and returns its identifier.
func (o Organiser) MightyRole(ctx context.Context, guild, name string, permissions int64) (string, error) {
	return o.do(ctx, "role", body{"guild": guild, "name": name, "permissions": permissions})
}

// OpenChannel opens a channel of a kind in a server: text, announcements or forum. It returns the channel's identifier.
func (o Organiser) OpenChannel(ctx context.Context, guild, kind, name string) (string, error) {
	return o.do(ctx, "channel", body{"guild": guild, "kind": kind, "name": name})
}

// OpenForum opens a forum with tags in a server.
func (o Organiser) OpenForum(ctx context.Context, guild, name string, tags ...string) (string, error) {
	return o.do(ctx, "channel", body{"guild": guild, "kind": "forum", "name": name, "tags": tags})
}

// Delete deletes a channel or a thread.
func (o Organiser) Delete(ctx context.Context, channel string) error {
	_, err := o.do(ctx, "delete", body{"channel": channel})
	return err
}

// Thread opens a thread in a channel.
func (o Organiser) Thread(ctx context.Context, channel, name string, private bool) (string, error) {
	return o.do(ctx, "thread", body{"channel": channel, "name": name, "private": private})
}

// Branch opens a thread at a message.
func (o Organiser) Branch(ctx context.Context, message, name string) (string, error) {
	return o.do(ctx, "branch", body{"message": message, "name": name})
}

// Post opens a post in a forum, with tags by name.
func (o Organiser) Post(ctx context.Context, forum, name, text string, tags ...string) (string, error) {
	return o.do(ctx, "post", body{"channel": forum, "name": name, "text": text, "tags": tags})
}

// Archive archives a thread, or wakes it.
func (o Organiser) Archive(ctx context.Context, thread string, archived bool) error {
	_, err := o.do(ctx, "change", body{"channel": thread, "archived": archived})
	return err
}

// Lock locks a thread, or unlocks it.
func (o Organiser) Lock(ctx context.Context, thread string, locked bool) error {
	_, err := o.do(ctx, "change", body{"channel": thread, "locked": locked})
	return err
}

// Leave leaves a thread.
func (o Organiser) Leave(ctx context.Context, thread string) error {
	_, err := o.do(ctx, "leave", body{"channel": thread})
	return err
}

// Pin pins a message.
func (o Organiser) Pin(ctx context.Context, message string) error {
	_, err := o.do(ctx, "pin", body{"message": message})
	return err
}

// Unpin takes the pin from a message.
func (o Organiser) Unpin(ctx context.Context, message string) error {
	_, err := o.do(ctx, "unpin", body{"message": message})
	return err
}

// Pins lists the pinned messages of a channel, the last pinned first.
func (o Organiser) Pins(ctx context.Context, channel string) (list []wire.Message, err error) {
	return list, o.Player.Post(ctx, "/table/places/pins", body{"channel": channel}, &list)
}

// DeleteMessage deletes a message that everybody in the channel sees.
func (o Organiser) DeleteMessage(ctx context.Context, message string) error {
	_, err := o.do(ctx, "delete-message", body{"message": message})
	return err
}

// Withhold takes from the bot exactly these permissions in a channel, such as "pin" or "send-in-threads".
func (o Organiser) Withhold(ctx context.Context, channel string, keys ...string) error {
	_, err := o.do(ctx, "withhold", body{"channel": channel, "withheld": keys})
	return err
}

// WithholdInGuild takes from the bot exactly these permissions in all channels of a server.
func (o Organiser) WithholdInGuild(ctx context.Context, guild string, keys ...string) error {
	_, err := o.do(ctx, "withhold", body{"guild": guild, "withheld": keys})
	return err
}
