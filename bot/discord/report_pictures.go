package discord

import (
	"context"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/limit"
	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/view"
)

// reportFigures are the pictures of a report. After a phase, and after a plan that was carried out by itself, there are an
// overview and the close-ups that it has numbers for; at the end of a turn and of the game, and where something happened
// on a map that is too small for close-ups, the whole map follows. When the game begins there is the map alone.
func reportFigures[A view.Audience](b *bot, loc localizer, e referee.Notification, v A, r render.Report[A],
	look render.Style) []figure[A] {
	if e.Kind == referee.Started {
		return mapFigure(b, loc, v, look)
	}
	list := overviewFigure(b, loc, v, r, look)
	for _, c := range r.CloseUps() {
		name := numberedName + strconv.Itoa(c.Number) + ".png"
		list = append(list, drawn(b, name, loc.AltOfCloseUp(v.Board(), c), func() (render.Picture[A], error) {
			return r.CloseUp(b.painterIn(loc), look, c.Number)
		})...)
	}
	if showsWhole(e, v.Board()) || len(r.CloseUps()) == 0 && happened(v.Board().Told) {
		list = append(list, mapFigure(b, loc, v, look)...)
	}
	return list
}

// numberedName is the beginning of a numbered close-up's file name.
const numberedName = "close-up-"

// overviewFigure is the overview of a report.
func overviewFigure[A view.Audience](b *bot, loc localizer, v A, r render.Report[A], look render.Style) []figure[A] {
	alt := loc.AltOfOverview(v.Board(), r.CloseUps())
	return drawn(b, overviewName, alt, func() (render.Picture[A], error) { return r.Overview(b.painterIn(loc), look) })
}

// happened says whether something happened on the map.
func happened(told []view.Line) bool {
	return fought(told) || slices.ContainsFunc(told, func(l view.Line) bool {
		return l.MapEvent != nil && len(l.MapEvent.Path) > 0
	})
}

// showsWhole says whether a report has a picture of the whole map: when the game begins or ends, when something is
// taken back, and when a turn has ended.
func showsWhole(e referee.Notification, b *view.Board) bool {
	return e.Kind != referee.Phase && e.Kind != referee.Planned || b.Shown().Turn != b.Turn
}

// pressWhole is the press that shows the whole map.
const pressWhole = "whole"

// reportPresses are those under reports that are not for players alone.
func reportPresses() []pressSpec {
	return []pressSpec{{name: pressWhole, run: withNothing((*bot).wholeMap), cost: limit.Picture}}
}

func (loc localizer) wholeButton(game referee.GameID) discordgo.MessageComponent {
	return button(loc.Say("button.whole-map"), pressID(pressWhole, game), discordgo.SecondaryButton)
}

// wholeMap shows the whole map as it is now to the one who presses: to a player as he may see it.
func (b *bot) wholeMap(ctx context.Context, req request) ([]rest.Message, error) {
	return b.look(ctx, req, viewRequest{values: map[string]string{}}, mapLook[view.Secret], mapLook[view.Public])
}
