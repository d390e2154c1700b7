package look

import (
	"context"
	"slices"
	"strconv"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/render"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// ReportFigures returns the pictures of a report. After a phase, and after a list that was carried out by itself, there
// are an overview and the close-ups that it has numbers for; at the end of a turn and of the game, and where more than
// arrivals happened on a map too small for close-ups, the whole map follows. As the game begins there is the map alone.
func ReportFigures[A view.Audience](k ask.Kit, loc wording.Localizer, e api.Notification, v A, r render.Report[A],
	style render.Style) []page.Figure[A] {
	if e.Kind == api.Started {
		return ask.MapFigure(k, loc, v, style)
	}
	draw := []func() []page.Figure[A]{func() []page.Figure[A] { return OverviewFigure(k, loc, r, style) }}
	draw = append(draw, closeUps(k, loc, r, style)...)
	if ShowsWhole(e, v.Board()) || isWithoutCloseUps(v, r) && !isArrivals(v.Board().Told) {
		draw = append(draw, func() []page.Figure[A] { return ask.MapFigure(k, loc, v, style) })
	}
	return ask.DrawFigures(k, draw)
}

// CloseUpFigures returns what a view shows without an overview: its close-ups, or the whole map if that is too small.
func CloseUpFigures[A view.Audience](k ask.Kit, loc wording.Localizer, v A, style render.Style) []page.Figure[A] {
	r := render.NewReport(v)
	if isWithoutCloseUps(v, r) {
		return ask.MapFigure(k, loc, v, style)
	}
	return ask.DrawFigures(k, closeUps(k, loc, r, style))
}

// isWithoutCloseUps reports whether something happened on a map that is too small for close-ups.
func isWithoutCloseUps[A view.Audience](v A, r render.Report[A]) bool {
	return len(r.CloseUps()) == 0 && HasMapEvents(v.Board().Told)
}

// isArrivals reports whether nothing happened on the map but arrivals, which the overview shows.
func isArrivals(told []view.Line) bool {
	return !HasMapEvents(slices.DeleteFunc(slices.Clone(told), func(l view.Line) bool {
		return l.MapEvent != nil && l.MapEvent.Kind.Arrives()
	}))
}

// closeUps returns a function for each close-up of a report, which draws it.
func closeUps[A view.Audience](k ask.Kit, loc wording.Localizer, r render.Report[A],
	style render.Style) (draw []func() []page.Figure[A]) {
	for _, c := range r.CloseUps() {
		draw = append(draw, func() []page.Figure[A] {
			name := numberedName + strconv.Itoa(c.Number) + ".png"
			return ask.DrawFigure(k, name, loc.AltOfCloseUp(r.Said(), c), func() (render.Picture[A], error) {
				return r.CloseUp(k.PainterIn(loc), style, c.Number)
			})
		})
	}
	return draw
}

// numberedName is the beginning of a numbered close-up's file name.
const numberedName = "close-up-"

func OverviewFigure[A view.Audience](k ask.Kit, loc wording.Localizer, r render.Report[A],
	style render.Style) []page.Figure[A] {
	alt := loc.AltOfOverview(r.Said(), r.CloseUps())
	return ask.DrawFigure(k, page.OverviewName, alt, func() (render.Picture[A], error) {
		return r.Overview(k.PainterIn(loc), style)
	})
}

// HasMapEvents reports whether something happened on the map.
func HasMapEvents(told []view.Line) bool {
	return HasFight(told) || slices.ContainsFunc(told, func(l view.Line) bool {
		return l.MapEvent != nil && len(l.MapEvent.Path) > 0
	})
}

// ShowsWhole reports whether a report shows the whole map: at a game's begin and end, an undo, and a turn's end.
func ShowsWhole(e api.Notification, b *view.Board) bool {
	return e.Kind != api.Phase && e.Kind != api.ListRan || b.Shown().Turn != b.Turn
}

const pressWhole = "whole"

func WholeButton(loc wording.Localizer, game api.GameID) discordgo.MessageComponent {
	return page.Button(loc.Say("button.whole-map"), page.PressID(pressWhole, game), discordgo.SecondaryButton)
}

// wholeMap shows the whole map as it is now to the one who presses: to a player as he may see it.
func (l Looks) wholeMap(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	return l.look(ctx, req, viewRequest{values: map[string]string{}, orders: true}, mapLook[view.Secret],
		mapLook[view.Public])
}

// HasFight reports whether there was a fight or a strike from afar.
func HasFight(told []view.Line) bool {
	return slices.ContainsFunc(told, func(l view.Line) bool {
		return l.Reckoned != nil && l.Reckoned.OnMap() || l.MapEvent != nil && l.MapEvent.Kind == view.Struck
	})
}
