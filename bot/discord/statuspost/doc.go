// Package statuspost keeps one post of each game in its channel that says how it stands: turn, points, whose move it is
// and since when, what is owed, the map as of the last phase, with buttons for orders and for what has happened since.
// It stands in a frame, which sets it apart from the reports around it: see the README of bot/discord/rest/layout.
//
//	keeper := statuspost.New(statuspost.Options{Kit: kit, Messages: words, Store: store, Rest: client})
//	keeper.Changed("kiev") // it has a new row
//	keeper.Run(ctx)
//
// A post costs one edit for each change of what it says, and never more than one in ten seconds; games in which nothing
// happens cost nothing. When it changes and is older than an hour, after which Discord throttles edits, it is sent anew
// without notifying anybody, and the old one is deleted. It is pinned where the bot may, and Discord's notice of that
// deleted. It never pings. What fails is tried again after a wait that doubles.
//
// Limits: a post says what everybody may know, in at most one message. Of a game that is over it stays, unpinned, until
// another one begins in its channel. After a restart a post that was sent when the program ended is found among the
// channel's last hundred messages only.
package statuspost
