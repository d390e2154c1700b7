package api

// The kinds of papers that are counted apart when a user asks what is kept of him. To the first the identifier of the
// note is added, to the second the server. The last has all changes of the user's calendar.
const (
	PaperOfNote     = "note "
	PaperOfWaiting  = "waits "
	PaperOfPanel    = "panel"
	PaperOfCalendar = "calendar"
)

// Command says who gives a command, and in which channel. ID must never be used for another command: the ID of
// Discord's interaction serves. With a Game the command is for that game alone, and refused with ErrOtherGame
// where the channel has another one by now; "" means the channel's game.
type Command struct {
	ID, User, Channel string
	Game              GameID
}
