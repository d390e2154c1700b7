package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/layout"
	"grognard/bot/limit"

	"github.com/bwmarrin/discordgo"
)

// interaction is what a user did, with what discordgo's type lacks.
type interaction struct {
	*discordgo.Interaction
	thread bool                        // in a thread, for which there are other permissions
	places map[string]ask.NamedChannel // the channels that the command names, by their identifiers
}

// readInteraction reads an interaction and makes sure that it has everything that is used later: discordgo's type
// panics if the data of its kind is missing.
func readInteraction(raw []byte) (*interaction, error) {
	var more struct {
		Channel *struct{ Type discordgo.ChannelType }
		Data    struct {
			Resolved struct {
				Channels map[string]struct {
					Type        discordgo.ChannelType
					Permissions int64 `json:",string"`
				}
			}
		}
	}
	raw, form := layout.WithoutComponents(raw)
	it := new(discordgo.Interaction)
	err := errors.Join(json.Unmarshal(raw, it), json.Unmarshal(raw, &more))
	if d, ok := it.Data.(discordgo.ModalSubmitInteractionData); ok && err == nil {
		d.Components, err = layout.ReadForm(form)
		it.Data = d
	}
	if err == nil {
		err = checkComplete(it)
	}
	if err != nil {
		id := "without a number"
		if rest.IsID(it.ID) {
			id = it.ID
		}
		return nil, fmt.Errorf("interaction %s: %w", id, err)
	}
	thread := more.Channel != nil && (&discordgo.Channel{Type: more.Channel.Type}).IsThread()
	places := map[string]ask.NamedChannel{}
	for id, c := range more.Data.Resolved.Channels {
		places[id] = ask.NamedChannel{Kind: c.Type, User: c.Permissions}
	}
	return &interaction{it, thread, places}, nil
}

// optionDepth is how deep options are nested: a group, its command, its option.
const optionDepth = 3

// checkComplete returns an error that names what an interaction lacks, nil if it has all that is used later.
func checkComplete(it *discordgo.Interaction) error {
	for _, x := range []struct{ of, id string }{{"interaction", it.ID}, {"application", it.AppID},
		{"channel", it.ChannelID}, {"user", userOf(it)}} {
		if !rest.IsID(x.id) { // Discord's identifiers are numbers
			return fmt.Errorf("its %s has no identifier", x.of)
		}
	}
	if !isToken(it.Token) {
		return errors.New("it has no token")
	}
	switch d := it.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		if d.Name == "" {
			return errors.New("a command without a name")
		}
		return checkOptions(d.Options, optionDepth)
	case discordgo.MessageComponentInteractionData:
		if it.Message == nil || !rest.IsID(it.Message.ID) {
			return errors.New("a press without its message")
		}
		return nil // a custom ID that is empty or not ours is answered as stale
	case discordgo.ModalSubmitInteractionData:
		return nil
	}
	return fmt.Errorf("it is of type %d, without data that the bot knows", it.Type)
}

// checkOptions returns an error if an option lacks its name or has no plain value.
func checkOptions(options []*discordgo.ApplicationCommandInteractionDataOption, depth int) error {
	if depth == 0 && len(options) > 0 {
		return errors.New("options stand too deep in one another")
	}
	for _, o := range options {
		if o == nil || o.Name == "" {
			return errors.New("an option without a name")
		}
		switch o.Value.(type) {
		case nil, string, float64, bool:
		default:
			return errors.New("an option with a value of a wrong type")
		}
		if err := checkOptions(o.Options, depth-1); err != nil {
			return err
		}
	}
	return nil
}

// isToken reports whether a token can be one part of a path.
func isToken(token string) bool {
	return token != "" && !strings.ContainsFunc(token,
		func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`/\?#%`, r) }) &&
		strings.Trim(token, ".") != ""
}

// intent is what an interaction asks for, with its entry in the table: a command, which was typed or is named by a
// button, or else a press. Both are empty for what the table does not have.
type intent struct {
	values  map[string]string // of a command
	command ask.CommandSpec
	press   ask.PressSpec
	form    bool // the press is that of a form
}

// intentOf reads what an interaction asks for.
func (b *bot) intentOf(it *discordgo.Interaction) (w intent) {
	m, press := ask.TypedCommand{}, ask.Pressed{}
	switch d := it.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		m.Verb, m.Values = parseCommand(d)
	case discordgo.MessageComponentInteractionData:
		press = pressedIn(d)
	case discordgo.ModalSubmitInteractionData:
		press = formIn(d)
	}
	if press.Name == page.PressWhich {
		_, _, m, _ = ask.DecodeMeant(press.What)
	}
	return intent{m.Values, b.commands[m.Verb], b.presses[press.Name], press.Form}
}

// cost returns how the intent counts against the limits: as a given option that has a cost, else as command or press.
func (w intent) cost() limit.Kind {
	kind := max(w.command.Cost, w.press.Cost) // at most one of them is set
	if w.form {
		kind = w.press.FormCost
	}
	for _, o := range w.command.Options {
		if o.Cost != 0 && w.values[o.Name] != "" {
			kind = o.Cost
		}
	}
	return kind
}
