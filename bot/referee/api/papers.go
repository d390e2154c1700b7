package api

// The kinds of papers that are counted apart when a user asks what is kept of him. To the first the identifier of the
// note is added, to the second the server. The last has all changes of the user's calendar.
const (
	PaperOfNote     = "note "
	PaperOfWaiting  = "waits "
	PaperOfPanel    = "panel"
	PaperOfCalendar = "calendar"
)
