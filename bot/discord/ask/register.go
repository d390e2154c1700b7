package ask

import (
	"strings"

	"grognard/bot/discord/wording"
	"grognard/bot/limit"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

type Option struct {
	Type         discordgo.ApplicationCommandOptionType `json:"type"`
	Name         string                                 `json:"name"`
	Description  string                                 `json:"description"`
	Required     bool                                   `json:"required,omitempty"`
	Autocomplete bool                                   `json:"autocomplete,omitempty"`
	Min          int                                    `json:"min_value,omitempty"`
	Max          int                                    `json:"max_value,omitempty"`
	Longest      int                                    `json:"max_length,omitempty"`
	Channels     []discordgo.ChannelType                `json:"channel_types,omitempty"`
	Options      []Option                               `json:"options,omitempty"`
	Choices      []FixedChoice                          `json:"choices,omitempty"`

	Complete Completer  `json:"-"` // lists values while it is typed; nil for none
	Cost     limit.Kind `json:"-"` // as what its command counts against the limits; 0 for no change
}

// FixedChoice is one of the fixed values of an option.
type FixedChoice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// TextError is a refusal in words of the catalogue, for which there is no other type.
type TextError struct{ Text view.Text }

// Error returns the identifier of the message and its arguments, for logs.
func (p TextError) Error() string { return p.Text.String() }

// Refusal returns an error that the user is told with a message of the catalogue. args are keys and values in turn.
func Refusal(id string, args ...any) error { return TextError{view.T(id, args...)} }

// NoChoice refuses a value of an option that takes only choices.
func NoChoice(option, value string, choices ...string) error {
	return Refusal("error.no-choice", "option", wording.InWords(option), "value", wording.Quoted(value),
		"choices", wording.InWords("`"+strings.Join(choices, "`, `")+"`"))
}
