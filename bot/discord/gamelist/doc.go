// Package gamelist keeps one post in a channel of a server's choice with its games but hidden ones, the longest waiting
// first: whose move it is, since when, and a link to its channel. And it tells another channel once how each game of
// the server has ended, with the final map.
//
//	keeper := gamelist.New(options)
//	keeper.Run(ctx)
//
// The post is edited in place, by at most one request in ten seconds, and costs none while nothing changes. When it
// changes and is older than an hour, after which Discord throttles edits, it is sent anew without notifying anybody,
// and the old one is deleted. It never pings. Where the bot may not write, those who manage the server are told in its
// settings, and when they open a game; results wait until it may. The bot tries again after a wait that doubles up to
// an hour.
//
// Limits: at most 20 games, and how many there are besides. A result is posted twice if the program ends after Discord
// has it and before the bot has stored so, and is down for minutes: Discord knows a nonce no longer than that.
package gamelist
