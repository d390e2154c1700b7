// Package tend decides when something that stands at Discord is looked at again, such as a game's post, a server's
// list or a thread's tag: after it has changed, no sooner than some time after the last request for it, and again when
// that fails.
//
//	q := tend.New(tend.Options[string]{Apart: 10 * time.Second, Look: look, Failed: failed})
//	q.Changed("kiev") // look is called with it
//	q.Run(ctx)
//
// However often something changes meanwhile, it is looked at once, and what does not change costs nothing. What fails
// for a while is tried again after a wait that doubles from Apart up to two minutes; what is refused up to an hour, if
// Refused says so; what is gone, or was malformed, when it changes. While Discord cannot reach its server nothing is
// tried.
//
// Limits: what changes is known to the program that runs alone. After a start all that Load returns is looked at, a
// little apart.
package tend
