// Package welcome greets a server that has invited the bot, in one message. It says what the bot is and which
// permissions it lacks there, with buttons to play against somebody, to try it alone and to look something up.
//
//	greeter := welcome.New(options)
//	greeter.Note(event) // a GUILD_CREATE
//	greeter.Run(ctx, self)
//
// The message is posted in the server's channel for messages of Discord itself, or else in the first one in which the
// bot may write; if there is none, nobody is greeted. A server is greeted once, and again when it invites the bot anew.
//
// Limits: a server that invited the bot more than a day before the program started is not greeted.
package welcome
