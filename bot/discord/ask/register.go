package ask

import (
	"grognard/bot/limit"

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
	Cost     limit.Kind `json:"-"` // how its command counts with it; 0 for no difference
}

// FixedChoice is one of the fixed values of an option.
type FixedChoice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}
