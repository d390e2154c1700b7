package play

import (
	"context"
	"errors"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/referee/api"
	"grognard/rules/first"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// mayOrder reports whether the player may order a unit of his side, of which others of his team may command some.
func mayOrder(p Player, id order.UnitID) bool {
	return p.Table.MayOrder(p.Request.Cmd.User, p.View.Side(), id)
}

// duties returns the tasks of the player's side that can be done now, as far as they are about units that he commands.
// Tasks that are not about units are those of the whole side.
func duties(p Player) (list []view.Task) {
	for _, task := range p.View.Board().Tasks {
		if own := task.Of(func(id order.UnitID) bool { return mayOrder(p, id) }); own.N > 0 && !task.Later {
			list = append(list, own)
		}
	}
	return list
}

// tapTries is how often a tap is tried anew because something else happened in the game at the same moment.
const tapTries = 5

// retryStale carries out a tap. If something else happens in the game meanwhile, it tries again in the new position, up
// to tapTries times in all. The tap itself checks that its button was shown in a position that still counts.
func retryStale(ctx context.Context, p Player, tap func(Player) ([]rest.Message, error)) ([]rest.Message, error) {
	for range tapTries {
		list, err := tap(p)
		if !errors.Is(err, api.ErrStale) {
			return list, err
		}
		if p, err = p.Desk.Player(ctx, p.Request); err != nil {
			return nil, err
		}
	}
	return nil, page.ErrStale
}

// JoinLines joins the lines that are not empty.
func JoinLines(lines []string) string {
	return strings.Join(slices.DeleteFunc(lines, func(s string) bool { return s == "" }), "\n")
}

// unitName returns the name of the unit with this identifier, or the word itself if it is no unit's.
func unitName(p Player, word string) string {
	if c, _, _ := p.View.Board().Find(order.UnitID(word)); c.Name != "" {
		return distinctly(p, c, c.Name)
	}
	return word
}

// distinctly returns words for a unit, with its identifier if its side has another unit of its name.
func distinctly(p Player, c view.Counter, words string) string {
	isSame := func(card view.Card) bool { return card.Side == c.Side && card.Name == c.Name }
	if first.Count(p.View.Board().Map.Cards, isSame) < 2 {
		return words
	}
	return words + " (" + string(c.ID) + ")"
}

// EditsInPlace reports whether the answer is an edit of the private message on which a button was pressed. After an
// order such a message becomes the panel. In direct messages only the panel is edited, because the IDs of choices
// name no game.
func EditsInPlace(req ask.Request) bool {
	return req.OnPanel || !req.Direct && req.From != nil && req.From.Flags&discordgo.MessageFlagsEphemeral != 0
}
