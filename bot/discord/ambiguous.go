package discord

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// pressWhich says which of several units or hexes a word means: which:GAME:CHECK: and the whole command with the
// choice.
const pressWhich = "which"

// typed carries out what was typed. If a word in it can mean several units or hexes, each of them is a button that
// gives the command with it.
func (b *bot) typed(ctx context.Context, req request, verb order.Verb,
	values map[string]string) ([]rest.Message, error) {
	list, err := b.command(ctx, req, verb, values)
	var p *order.Problem
	if !errors.As(err, &p) || len(p.Means) == 0 {
		return list, err
	}
	return b.askWhich(ctx, req, typedCommand{verb, values}, p)
}

// typedCommand is a command as it was typed.
type typedCommand struct {
	verb   order.Verb
	values map[string]string
}

// askWhich asks what a word means. Only the asker sees it, so that his own units can be among the choices.
func (b *bot) askWhich(ctx context.Context, req request, m typedCommand, p *order.Problem) ([]rest.Message, error) {
	board, t, check, err := b.seen(ctx, req, m.values["public"] == "true")
	if err != nil {
		return nil, err
	}
	p.Verb = m.verb
	loc := req.on(board.Map)
	var buttons []discordgo.MessageComponent
	var rest []order.Candidate // those whose custom IDs would be too long
	for _, c := range p.Means {
		id, ok := m.with(p.Option, c.Value).encode(t.Game, check)
		if !ok || len(buttons) == buttonLimit {
			rest = append(rest, c)
			continue
		}
		buttons = append(buttons, button(loc.candidate(board, c, mixed(board.Map, p.Means)), id,
			discordgo.PrimaryButton))
	}
	if len(buttons) == 0 {
		return nil, p // the refusal says what to type
	}
	text := loc.Say("order.which", "verb", p.Verb, "value", wording.Quoted(p.Value))
	if len(rest) > 0 {
		text += " " + loc.Say("order.which-more", "candidates", wording.InWords(wording.Candidates(rest)))
	}
	return page[view.Public]{text: text, rows: rows(buttons)}.messages(), nil
}

// buttonLimit is how many buttons a message can have.
const buttonLimit = 25

// seen is the board as the asker may see it, or as everybody may, with the check of his unit index if he plays.
func (b *bot) seen(ctx context.Context, req request, public bool) (*view.Board, referee.Table, string, error) {
	if public {
		v, t, err := b.referee.Public(ctx, req.cmd.Channel)
		return v.Board(), t, "", err
	}
	v, err := b.referee.See(ctx, req.cmd.Channel, req.cmd.User)
	if err != nil {
		return nil, v.Table, "", err
	}
	board, _ := v.Board()
	if v.Secret == nil {
		return board, v.Table, "", nil
	}
	return board, v.Table, newUnitIndex(v.Table.Game, *v.Secret).check, nil
}

// mixed says whether units of several sides could be meant.
func mixed(m *view.Map, means []order.Candidate) bool {
	var side order.Side
	for _, c := range m.Cards {
		if slices.ContainsFunc(means, func(k order.Candidate) bool { return k.Unit == c.ID }) {
			if side != "" && side != c.Side {
				return true
			}
			side = c.Side
		}
	}
	return false
}

// candidate is the label of what a word may mean: a unit with its factors, its hex and, with sides, its side; or a hex
// with its place and the units that are seen there.
func (loc localizer) candidate(b *view.Board, c order.Candidate, sides bool) string {
	if c.Unit == "" {
		label := loc.Hex(c.Hex)
		if st, ok := wording.StackAt(b, c.Hex); ok {
			label += ": " + loc.Stack(st, b.Marks)
		}
		return label
	}
	up, at, seen := b.Find(c.Unit)
	if !seen {
		i := slices.IndexFunc(b.Map.Cards, func(k view.Card) bool { return k.ID == c.Unit })
		if i < 0 {
			return string(c.Unit)
		}
		return b.Map.Cards[i].Name + " · " + loc.Side(b.Map.Cards[i].Side) + " · " + string(c.Unit)
	}
	label := loc.Unit(up, b.Marks)
	if at != hex.None {
		label = loc.Say("pick.unit-at", "unit", wording.InWords(label), "hex", at)
	} else if pile, ok := wording.PileOf(b, c.Unit); ok {
		label += " · " + loc.Where(pile)
	}
	if sides {
		label += " · " + loc.Side(up.Side)
	}
	return label
}

// with is the command with another value of an option.
func (m typedCommand) with(option, value string) typedCommand {
	values := map[string]string{option: value}
	for k, v := range m.values {
		if k != option {
			values[k] = v
		}
	}
	return typedCommand{m.verb, values}
}

// encode writes a custom ID. ok is false for a command that is too long for one.
func (m typedCommand) encode(game referee.GameID, check string) (id string, ok bool) {
	return m.appendValues(pressID(pressWhich, game, check, string(m.verb)))
}

// appendValues writes the values of a command after the head of a custom ID.
func (m typedCommand) appendValues(head string) (id string, ok bool) {
	parts := []string{head}
	for _, option := range slices.Sorted(maps.Keys(m.values)) {
		if strings.ContainsAny(m.values[option], "|"+markSign) {
			return "", false
		}
		parts = append(parts, option+"="+m.values[option])
	}
	id = strings.Join(parts, "|")
	return id, utf8.RuneCountInString(id) <= idLimit
}

// decodeMeant reads what follows the name in such a custom ID.
func decodeMeant(rest string) (game referee.GameID, check string, m typedCommand, ok bool) {
	first, values, ok := readValues(rest)
	head := strings.SplitN(first, ":", 3)
	if !ok || len(head) < 3 || head[0] == "" {
		return "", "", typedCommand{}, false
	}
	return referee.GameID(head[0]), head[1], typedCommand{order.Verb(head[2]), values}, true
}

// readValues reads what appendValues has written.
func readValues(id string) (head string, values map[string]string, ok bool) {
	parts := strings.Split(id, "|")
	values = map[string]string{}
	for _, p := range parts[1:] {
		option, value, is := strings.Cut(p, "=")
		if !is {
			return "", nil, false
		}
		values[option] = value
	}
	return parts[0], values, true
}

// chosen carries out the command of a button that said what was meant. It is stale if it was made in another phase or
// for other units.
func (b *bot) chosen(ctx context.Context, req request, rest string) ([]rest.Message, error) {
	game, check, m, ok := decodeMeant(rest)
	if !ok {
		return nil, errStale
	}
	req.cmd.Game = game
	_, t, now, err := b.seen(ctx, req, check == "")
	if err != nil {
		return nil, err
	}
	if err := req.checkGame(t); err != nil {
		return nil, err
	}
	if check != now {
		return nil, errStale
	}
	return b.typed(ctx, req, m.verb, m.values)
}

// stayedBehind says which units stayed in a hex that the giver named, a line for each.
func (loc localizer) stayedBehind(units []view.Name, why []view.Text) string {
	words := ""
	for i, unit := range units {
		if slices.Contains(why[i].Args, any(unit)) {
			words += "\n" + loc.Say("behind.why", "why", why[i])
		} else {
			words += "\n" + loc.Say("behind.unit", "unit", unit, "why", why[i])
		}
	}
	return words
}
