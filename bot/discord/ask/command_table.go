package ask

import (
	"cmp"
	"context"

	"grognard/bot/discord/rest"
	"grognard/bot/limit"
	"grognard/rules/order"

	"github.com/bwmarrin/discordgo"
)

// To add a command, add an entry to the []CommandSpec that its handler's package returns. Its words are in the
// catalogue: command.VERB, and option.NAME or option.VERB.NAME for each of its options.

// CommandSpec is a command that is not an order of a game. Orders are described by the rules, as order.Spec.
type CommandSpec struct {
	Verb    order.Verb // of one or two words
	Run     Handler
	Options []Option

	Needs  int64 // permissions without which Discord refuses the command to a user, 0 for none
	Posts  bool  // it writes something for everybody in the channel, so that its user must be permitted to write there
	SetsUp bool  // it sets a game up, so that the bot must have the permissions for a game
	// it needs no game, and can also be given in direct messages, and by users who have installed the bot
	Anywhere bool
	// it is about its user or books and not about the channel's game, so that it does not count as a look at the game
	Aside bool
	Cost  limit.Kind // how it counts against the limits; an option can change that
	Find  lookupFunc // answers a look-up; nil for other commands
}

// Handler carries out a command that was typed. The map holds the values of its options by name.
type Handler func(context.Context, Request, map[string]string) ([]rest.Message, error)

// Completer lists what can stand in an option.
type Completer func(context.Context, Request, Typing) ([]rest.Suggestion, error)

// Typing is a command that is being typed, and the option at the cursor.
type Typing struct {
	TypedCommand
	Option string
}

// Text returns what is typed of the option at the cursor.
func (t Typing) Text() string { return t.Values[t.Option] }

// WithoutOptions makes a handler of a function that needs no options.
func WithoutOptions(run func(context.Context, Request) ([]rest.Message, error)) Handler {
	return func(ctx context.Context, req Request, _ map[string]string) ([]rest.Message, error) {
		return run(ctx, req)
	}
}

func TextOption(name string) Option {
	return Option{Type: discordgo.ApplicationCommandOptionString, Name: name}
}

// The greatest lengths of texts in commands, in characters.
const (
	LongestText = 1000 // of an option that sets no other
	LongestList = 6000 // of a list of orders; Discord accepts no longer value
)

// WithLongest returns a copy of the option that takes texts of up to so many characters, in place of LongestText.
func (o Option) WithLongest(characters int) Option {
	o.Longest = characters
	return o
}

// Most returns how many characters a value of the option can have.
func (o Option) Most() int { return cmp.Or(o.Longest, LongestText) }

// CompletedOption returns a text option whose values are suggested while it is typed.
func CompletedOption(name string, by Completer) Option {
	o := TextOption(name)
	o.Autocomplete, o.Complete = true, by
	return o
}

// ChoiceOption returns an option with fixed values.
func ChoiceOption(name string, values ...string) Option {
	o := TextOption(name)
	for _, v := range values {
		o.Choices = append(o.Choices, FixedChoice{Value: v})
	}
	return o
}

// NumberOption returns an option that takes a whole number from least to most.
func NumberOption(name string, least, most int) Option {
	return Option{Type: discordgo.ApplicationCommandOptionInteger, Name: name, Min: least, Max: most}
}

// YesOption returns an option that is true or false.
func YesOption(name string) Option {
	return Option{Type: discordgo.ApplicationCommandOptionBoolean, Name: name}
}

func UserOption(name string) Option {
	return Option{Type: discordgo.ApplicationCommandOptionUser, Name: name}
}

// ChannelOption returns an option that takes a channel in which a game can be played.
func ChannelOption(name string) Option {
	return Option{Type: discordgo.ApplicationCommandOptionChannel, Name: name, Channels: playable}
}

// PublicOption returns the option that shows the answer to everybody in the channel, if its user may write there.
func PublicOption() Option { return YesOption("public") }

func TurnOption() Option { return NumberOption("turn", 1, 999) }

// StyleOption returns an option that takes the name of a style of pictures.
func StyleOption() Option { return ChoiceOption("style", styleNames()...) }

// AsRequired returns a copy of the option that is required.
func (o Option) AsRequired() Option {
	o.Required = true
	return o
}

// WithCost returns a copy of the option that makes its command count as kind against the limits.
func (o Option) WithCost(kind limit.Kind) Option {
	o.Cost = kind
	return o
}

// playable are the kinds of channels in which a game can be played.
var playable = []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews,
	discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread,
	discordgo.ChannelTypeGuildPrivateThread}
