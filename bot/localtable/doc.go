// Package localtable is a Discord for one table: a server on the loopback that speaks to a bot as Discord does, and to
// people through a page in their browser. A newcomer plays with it without an account or a token; the tests play with
// it because it refuses what Discord refuses.
//
//	table, err := localtable.New(localtable.Options{})
//	server := httptest.NewServer(table.Handler()) // or any server on the loopback
//	client, err := rest.New(rest.Options{Token: localtable.BotToken, Host: server.URL})
//
// The client's session is then opened as ever.
//
// A bot of another library, such as discord.js, is unmodified but for its address, http://127.0.0.1:8080/api.
//
// The bot side has what a referee and its like need: the gateway with its shards (hello, identify, ready, resume,
// heartbeat; guild, channel, thread, message and interaction events), commands, answers to interactions and their
// follow-ups, direct messages, messages to create, read, list, edit and delete, channels and threads to make, change
// and delete, and who and where everybody is. Names of routes, limits and error codes are those of Discord's published
// reference, API versions 9 and 10, and where that is looser than the service, of the service. Tests hold what the
// table answers and tells against Discord's OpenAPI document. A route that is not here answers 501 and shows in
// Options.Observe, where a test fails on it; there is no rate limit, OAuth, role, pin, reaction, voice or message of
// Discord's own, and no Markdown beyond bold, code, mentions and timestamps. What fails at Discord fails here when a
// Scenario says so, and a Record tells what the bot made of it.
//
// Everybody has every permission in the guild until Server.Deny takes some away in a channel, from the bot or a user:
// interactions say so, messages of the bot are refused for want of them, and commands with default permissions are
// hidden.
//
// The people's side knows users and not the sides of a game. Whoever opens the page may sit as any user: the table
// keeps strangers out, by taking only requests that name the loopback and come from its own page, but it trusts those
// at it. What a user is shown is exactly what Discord would show him: an ephemeral message only to whom it answers, an
// autocompletion only to the one who types, and the options of a command to all who read its public answer. A new
// message notifies whom it mentions, as far as its allowed_mentions permit, and the reader of a DM; an edit notifies
// nobody. A menu reports a choice that has changed: at once where it takes one value, on closing where it takes
// several. Where the bot is not, in a channel of another guild or a group's direct messages, users have it
// installed for themselves: there it hears of its commands alone, and all that it can send is answers to
// them.
//
// What was sent is kept in a file of JSON lines, with pictures in a folder beside it, and is there again after a
// restart. Not kept are ephemeral messages. A page has those that came while it was open, and who loads it again has
// none of them; the server knows them while it runs, so that they can be edited for as long as their token lives, and
// pressed for as long as somebody has them before him. Neither kept are the tokens of interactions: what was promised
// before a restart stays promised. One server at a time may use a file.
package localtable
