// Package statuspost keeps one post in each game's channel that says how the game stands: turn, points, whose move it
// is and since when, pending decisions, the map as of the last phase, with buttons for orders and for what has happened
// since. A frame sets it apart from the reports around it: see the README of bot/discord/rest/layout.
//
//	keeper := statuspost.New(statuspost.Options{Kit: kit, Messages: words, Store: store, Rest: client})
//	keeper.Changed("kiev") // it has a new row
//	keeper.Run(ctx)
//
// A post costs one edit for each change of what it says, and never more than one in ten seconds; games in which nothing
// happens cost nothing. Discord throttles edits of messages that are older than an hour: such a post is sent anew when
// it changes, without notifying anybody, and the old one is deleted. It is pinned where the bot may pin, and Discord's
// notice of that is deleted. It never pings. A failed request is repeated after a wait that doubles.
//
// Limits: a post says what everybody may know, in at most one message. When its game is over it stays, unpinned, until
// another game begins in the channel. A post that was sent just when the program ended is found after the restart only
// among the channel's last hundred messages.
package statuspost
