package page

// Discord's limits.
const (
	MenuLimit   = 25  // options of a menu
	ValueLimit  = 100 // characters of the value of an option
	RowLimit    = 5   // buttons of a row
	LabelLimit  = 80  // characters on a button
	ButtonLimit = 25  // buttons of a message
	IdLimit     = 100 // characters of a custom ID
	ChoiceLimit = 25  // lines of the list that is shown while an option is typed
	ChoiceText  = 100 // characters of a line of it, and of what it puts into the option
)
