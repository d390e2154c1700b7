package ask

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

type TypedCommand struct {
	Verb   order.Verb
	Values map[string]string
}

// Seen returns the board as the asker may see it, or with public as everybody may, and the table. check is the checksum
// of his unit index, "" if he does not play or asks for the public board.
func (k Kit) Seen(ctx context.Context, req Request, public bool) (b *view.Board, t api.Table, check string, err error) {
	if public {
		v, t, err := k.Referee.Public(ctx, req.Cmd.Channel)
		return v.Board(), t, "", err
	}
	v, err := k.Referee.See(ctx, req.Cmd.Channel, req.Cmd.User)
	if err != nil {
		return nil, v.Table, "", err
	}
	board, _ := v.Board()
	if v.Secret == nil {
		return board, v.Table, "", nil
	}
	return board, v.Table, page.NewUnitIndex(v.Table.Game, *v.Secret).Check, nil
}

// With returns the command with another value of an option.
func (m TypedCommand) With(option, value string) TypedCommand {
	values := map[string]string{option: value}
	for k, v := range m.Values {
		if k != option {
			values[k] = v
		}
	}
	return TypedCommand{m.Verb, values}
}

// Encode returns the custom ID of a button that gives the command in a game. check is as Seen returns it. ok is false
// if the command is too long for an ID, or has a sign in it that divides IDs.
func (m TypedCommand) Encode(game api.GameID, check string) (id string, ok bool) {
	return m.appendValues(page.PressID(page.PressWhich, game, check, string(m.Verb)))
}

// appendValues returns a custom ID with the values of the command after its head. ok is false if it is too long.
func (m TypedCommand) appendValues(head string) (id string, ok bool) {
	parts := []string{head}
	for _, option := range slices.Sorted(maps.Keys(m.Values)) {
		if strings.ContainsAny(m.Values[option], "|"+page.MarkSign) {
			return "", false
		}
		parts = append(parts, option+"="+m.Values[option])
	}
	id = strings.Join(parts, "|")
	return id, utf8.RuneCountInString(id) <= page.IdLimit
}

// DecodeMeant reads what Encode writes, without the name of the press.
func DecodeMeant(id string) (game api.GameID, check string, m TypedCommand, ok bool) {
	first, values, ok := ReadValues(id)
	head := strings.SplitN(first, ":", 3)
	if !ok || len(head) < 3 || head[0] == "" {
		return "", "", TypedCommand{}, false
	}
	return api.GameID(head[0]), head[1], TypedCommand{order.Verb(head[2]), values}, true
}

// ReadValues reads what appendValues has written: the head and the values.
func ReadValues(id string) (head string, values map[string]string, ok bool) {
	parts := strings.Split(id, "|")
	values = map[string]string{}
	for _, p := range parts[1:] {
		option, value, found := strings.Cut(p, "=")
		if !found {
			return "", nil, false
		}
		values[option] = value
	}
	return parts[0], values, true
}

// Look-ups need no game: they are answered in every channel, in direct messages, and wherever a user has installed the
// bot for himself. There the bot has nothing but an interaction's token, so that it can show everybody an answer only
// as a follow-up.

// lookupFunc finds what is asked for. Buttons can add values to its command that cannot be typed: look.GameValue.
type lookupFunc func(ctx context.Context, req Request, m TypedCommand) (LookupResult, error)

// LookupResult is the answer to a look-up.
type LookupResult struct {
	Page    page.Page[view.Public]
	Said    TypedCommand                 // the command, with which it can be found again
	Beside  []discordgo.MessageComponent // further buttons, beside the one that shares the result
	Chance  bool                         // it is random, so that the same command would have another answer
	Nothing bool                         // nothing was found, which is not shared
}

// PublicMessages returns a result as messages for everybody, below a head and without buttons.
func (f LookupResult) PublicMessages(head string) []rest.Message {
	f.Page.Text, f.Page.Rows = head+"\n"+f.Page.Text, nil
	list := f.Page.Messages()
	for i := range list {
		list[i].Public = true
	}
	return list
}

// ID returns a custom ID with a command after a name. ok is false if the command is too long.
func (m TypedCommand) ID(name string) (id string, ok bool) {
	return m.appendValues(name + ":" + string(m.Verb))
}

// Shorter returns the command if it fits the custom ID of a button, else with other values: options and values in turn.
func (m TypedCommand) Shorter(values ...string) TypedCommand {
	if _, ok := m.ID(page.PressShare); ok {
		return m
	}
	for i := 0; i+1 < len(values); i += 2 {
		m = m.With(values[i], values[i+1])
	}
	return m
}
