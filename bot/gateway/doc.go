// Package gateway keeps a bot connected to Discord's gateway. It passes on the events that Discord sends, and never
// connects, identifies or resumes more often than Discord allows, whatever Discord sends.
//
//	api := server.URL + "/api/v9/" // in production: https://discord.com/api/v9/
//	err = gateway.Run(ctx, gateway.Options{Token: localtable.BotToken, API: api, Intents: guilds, Handle: handle})
//
// Run returns nil after its context has ended and the connections are closed. It returns a *Refusal, a one-line error
// that tells the operator what to do, when Discord refuses the bot permanently. All other errors are temporary, and Run
// tries again.
//
// # Connections and sessions
//
// A shard has one connection at a time, and one session that can continue over many connections. After a connection is
// made, Discord sends HELLO. The shard answers with IDENTIFY, which starts a session, or with RESUME, which continues
// its session and brings the missed events. Discord answers with READY or RESUMED. From HELLO on, the shard sends
// heartbeats. If one is not acknowledged before the next is due, the shard closes the connection with a code that keeps
// the session.
//
// The way in which a connection ended decides what comes next: a resume, a new session or the end of the program. The
// table of close codes is in closes.go. Every wait has a limit (for the dial, HELLO, READY, RESUMED and for a write),
// and delays between attempts double up to a limit, with a random part.
//
// # Limits on IDENTIFY
//
// Discord allows 1,000 new sessions a day and resets the token of a bot that starts more. So all shards share one gate.
// IDENTIFYs of a bucket are at least five seconds apart, and the number that Discord still allows is checked before one
// is sent. The delay between IDENTIFYs doubles, up to 40 seconds, each time a session ends within ten minutes; with
// several shards, each time that the sessions of all have ended so. After a hundred such times it goes on doubling, up
// to ten minutes. So the bot is back within a minute after trouble of less than three quarters of an hour. If less than
// half of the day's sessions are left, these are spread over the time until Discord resets the number: so a program
// that is restarted again and again is slowed down.
//
// # Limits
//
// Frames are uncompressed JSON text. Only heartbeats, IDENTIFY and RESUME are ever sent: presence, voice and requests
// for members are not implemented. The number of shards does not change while the program runs.
package gateway
