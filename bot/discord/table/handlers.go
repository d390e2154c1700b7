package table

import (
	"slices"

	"grognard/bot/discord/ask"
)

// Handlers are all that this package answers with.
type Handlers struct {
	Games     Games
	Seats     Seats
	Clocks    Clocks
	Calendars Calendars
	Notes     Notes
	Calls     Calls
	Masters   Masters
	Settings  Settings
	Profiles  Profiles
}

// Commands returns the commands of this package.
func (h Handlers) Commands() []ask.CommandSpec {
	return slices.Concat(h.Games.commands(), h.Settings.commands(), h.Profiles.commands(), h.Notes.commands(),
		h.Masters.commands(),
		h.Clocks.commands(), h.Seats.commands(), h.Calendars.commands(), h.Calls.commands())
}

// Presses returns the buttons, menus and forms of this package.
func (h Handlers) Presses() []ask.PressSpec {
	return slices.Concat(h.Games.presses(), h.Settings.presses(), h.Profiles.presses(), h.Notes.presses(),
		h.Masters.presses(),
		h.Clocks.presses(), h.Seats.presses(), h.Calendars.presses())
}
