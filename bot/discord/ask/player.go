package ask

import (
	"cmp"
	"context"

	"grognard/bot/discord/page"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// Player is a user who chooses an order: his request, and the position as he may see it.
type Player struct {
	Request
	Kit
	View   view.Secret
	Table  api.Table
	Roster page.UnitIndex
}

// PlayerOf is the asker with the position as he may see it, if he plays here.
func PlayerOf(ctx context.Context, k Kit, req Request) (Player, error) {
	v, t, err := k.Referee.Secret(ctx, req.Cmd.Channel, req.Cmd.User)
	if err != nil {
		if _, now, gone := k.Referee.Public(ctx, req.Cmd.Channel); gone == nil {
			err = cmp.Or(req.CheckGame(now), err) // it says more that this is another game
		}
		return Player{}, err
	}
	if err := req.CheckGame(t); err != nil {
		return Player{}, err
	}
	return Playing(k, req, v, t), nil
}

// Playing is the asker with the position as he sees it. All that he does with it is for this game.
func Playing(k Kit, req Request, v view.Secret, t api.Table) Player {
	req.Localizer, req.Cmd.Game = req.Of(v), t.Game
	if req.Seen != nil {
		*req.Seen = SeenPosition{Game: t.Game, Seq: v.Board().Seq}
	}
	return Player{req, k, v, t, page.NewUnitIndex(t.Game, v)}
}

// News is what the panel begins with: what an order did, or why a press did nothing.
type News struct {
	Text string
	Undo string            // the name of an order that can be undone without consent, "" for none
	Plan *referee.PlanLeft // a plan that is not carried out by itself because of the order

	Planned bool                         // something is left of his plan
	Begun   []discordgo.MessageComponent // the row of a list that goes on after a decision

	Begin Beginning // with which stack the buttons of stacks begin

	Lines []string // all that stands above the panel
}

// Beginning is with which of the stacks that have not moved the row of buttons begins: that of a hex, or the first one
// after it where it has none or is passed over. The last stack is followed by the first. So the buttons go on from the
// stack that was ordered or looked at last, and those that stay put do not hold the row for the whole phase. The zero
// value begins with what lies nearest to the enemy. It is in the custom IDs of the panel, because the bot remembers
// nothing of what was looked at.
type Beginning struct {
	At   hex.Hex
	Past bool
}
