// Package gateway keeps a bot connected to Discord's gateway: it receives what
// happens on Discord, and never connects, identifies or resumes more often than
// Discord allows, whatever the other side does.
//
//	api := server.URL + "/api/v9/" // https://discord.com/api/v9/ in earnest
//	err = gateway.Run(ctx, gateway.Options{Token: localtable.BotToken, API: api, Intents: guilds, Handle: handle})
//
// Run lasts until its context ends, which closes the connections in good order
// and returns nil, or until Discord refuses the bot for good: then the error is a
// *Refusal, one line that says what the operator can do. Everything else passes,
// and is tried again.
//
// # What happens to a connection
//
// A shard has one connection at a time and, over many connections, one session.
// A connection is dialled, Discord says HELLO, and the shard answers with IDENTIFY,
// which begins a session, or with RESUME, which goes on with the one that it has
// and brings the events that were missed. READY or RESUMED is the answer. From
// HELLO on heartbeats are sent, and one that is not acknowledged before the next
// is due ends the connection with a code that leaves the session alive.
//
// How a connection ended decides what comes next: resume, a new session or the
// end of the program. The table of close codes in closes.go says which. Every wait
// is bounded (for the dial, HELLO, READY, RESUMED and for a write), and pauses
// between attempts double up to a limit, with a random part.
//
// # What an IDENTIFY costs
//
// Discord allows 1,000 new sessions a day and takes the token away from a bot that
// asks for more. So all shards share one gate: IDENTIFYs of a bucket are five
// seconds apart, the number that Discord says is left is asked before they are
// sent and counted, and the pause doubles, up to ten minutes, each time a session
// ends before it has lasted ten minutes; of many shards, each time that all of
// theirs have. A program that is started over and over
// is held back by what Discord says is left: below half of it, the rest is spread
// over the time until Discord counts anew.
//
// # Limits
//
// Frames are JSON in text; compression is not asked for. Nothing but heartbeats,
// IDENTIFY and RESUME is ever sent: presence, voice and requests for members are
// missing. The number of shards stays as it was at the start.
package gateway
