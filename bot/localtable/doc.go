// Package localtable is a small Discord on the loopback interface: a server that speaks Discord's protocol to a bot,
// and shows its channels to people through a page in the browser. A newcomer can play without an account or a token.
// Tests use it because it refuses what Discord refuses.
//
//	table, err := localtable.New(localtable.Options{})
//	server := httptest.NewServer(table.Handler()) // or any server on the loopback
//	client, err := rest.New(rest.Options{Token: localtable.BotToken, Host: server.URL})
//
// The client's session is then opened as usual.
//
// For the bot it has what Grognard's bot uses of Discord, and more of places: the gateway (hello, identify, ready,
// resume, heartbeat; guild, channel, thread, pin and interaction events), all commands, emojis, answers to
// interactions and follow-ups, both layouts of messages, forms, direct messages, listing and deleting, threads, forum
// posts with tags, pins, and several servers, which people add at the page. Routes and error codes are those of
// Discord's published reference, API versions 9 and 10. Tests check the table's answers and events, and the bot's
// requests, against Discord's OpenAPI document; and the requests against limits that the table leaves to the tests.
// What is not implemented answers 501 and is passed to Options.Observe, so that a test can fail on it. A bot of another
// library, such as discord.js, plays here too once its API address is http://127.0.0.1:8080/api, as far as it asks for
// no more. There are no rate limits, shards, OAuth, permissions of roles, embeds, reactions or voice. Of Discord's own
// messages there are only those about threads and pins. Options.Latency makes requests take as long as at Discord, and
// by Options.Spoil tests have them fail as they do there.
//
// Everybody has every permission until Server.Deny takes some away from the bot or a user in a channel or a server.
// Interactions then carry the reduced permissions, what the bot asks for is refused if it lacks a permission for it,
// and commands with default permissions are hidden. A thread is archived when nobody has written in it for its time, by
// Options.Now: this is checked before each request, every half minute, and when a test calls Change with threads.Sweep.
//
// For people there are users, not the sides of a game. Whoever opens the page may act as any user: the table accepts
// only requests that name the loopback and come from its own page, but it trusts everybody who can reach it. A user is
// shown exactly what Discord would show: an ephemeral message only to the user whom it answers, autocompletion only to
// the user who types, and the options of a command to everybody who can read its public answer. A new message notifies
// the users whom it mentions, if its allowed_mentions permit it, and the reader of a DM; an edit notifies nobody. A
// menu reports a changed choice: at once if it takes one value, when it is closed if it takes several. In a channel of
// another guild, or in a group's direct messages, the bot is not a member and users have installed it for themselves:
// there it receives only its commands and can send only answers to them.
//
// Messages are kept in a file of JSON lines, and pictures in a folder beside it, and both are read again after a
// restart. Ephemeral messages are not kept. A page shows those that came while it was open and loses them when it is
// loaded again. The server holds them while it runs, so that they can be edited while their token lives, and used by a
// page that still shows them. Tokens of interactions are not kept either: an answer that was deferred before a restart
// stays deferred. Only one server at a time may use a file.
package localtable
