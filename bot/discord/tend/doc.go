// Package tend decides when something at Discord, such as a game's post, a server's list or a thread's tag, is looked
// at, to bring it up to date: after it has changed, no sooner than some time after the last request for it, and again
// if that fails.
//
//	q := tend.New(tend.Options[string]{Apart: 10 * time.Second, Look: look, Failed: failed})
//	q.Changed("kiev") // look is called with it
//	q.Run(ctx)
//
// However often something changes in the meantime, it is looked at once, and what does not change costs nothing. After
// a temporary failure a look is repeated with waits that double from Apart up to two minutes, after a refusal up to
// Refused. If something is gone or the request was malformed, it is looked at only when it changes again. While Discord
// cannot reach a server nothing is tried there.
//
// Limits: only the running program knows what has changed. After a start all that Load returns is looked at, a little
// apart.
package tend
