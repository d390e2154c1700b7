package table

import (
	"context"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/arrange"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// waitingList answers /seat waiting: the asker begins to wait for a seat in the server, stops, or is told who waits.
func (s Seats) waitingList(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if req.Guild == "" {
		return nil, ask.Refusal("seat.no-server")
	}
	on, given := values["on"]
	switch {
	case on == "false":
		return s.await(ctx, req, false, "", "") // the seat does not matter
	case values["module"] == "" && values["side"] != "":
		return nil, ask.Refusal("seat.which-game")
	case given || values["module"] != "" || values["side"] != "":
		return s.await(ctx, req, true, values["module"], order.Side(values["side"]))
	}
	return s.showWaiting(ctx, req)
}

// await has the asker begin or, if on is false, stop waiting for a seat. module and side may be "" for any.
func (s Seats) await(ctx context.Context, req ask.Request, on bool, module string,
	side order.Side) (list []rest.Message, err error) {
	if req.Guild == "" {
		return nil, ask.Refusal("seat.no-server")
	}
	if on {
		err = s.Referee.AwaitSeat(ctx, req.Guild, req.Cmd.User, module, side)
	} else {
		err = s.Referee.AwaitNoSeat(ctx, req.Guild, req.Cmd.User)
	}
	if err != nil {
		return nil, err
	}
	return s.showWaiting(ctx, req)
}

// showWaiting shows who waits in the server, with the button by which the asker begins or ends his own waiting.
func (s Seats) showWaiting(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	waiting, err := s.Referee.AwaitingSeats(ctx, req.Guild)
	if err != nil {
		return nil, err
	}
	lines := []string{req.Say("seat.waiting-none")}
	if len(waiting) > 0 {
		lines = []string{req.Say("seat.waiting", "n", len(waiting))}
	}
	toggle := page.Button(req.Say("button.wait"), pressAwait+":", discordgo.PrimaryButton)
	for i, w := range waiting {
		if w.User == req.Cmd.User {
			toggle = page.Button(req.Say("button.wait-not"), pressAwaitNot+":", discordgo.SecondaryButton)
		} else if i >= page.MenuLimit { // of a long list the beginning is shown, and the asker wherever he stands
			continue
		}
		lines = append(lines, req.Say("seat.waits", "number", i+1, "user", tell.Mention(req.Localizer, w.User),
			"since", wording.RelativeTimestamp(w.Since), "wants", wording.InWords(s.wantedSeat(req, w))))
	}
	return page.Page[view.Public]{Text: play.JoinLines(lines), Rows: page.OneRow(toggle)}.Messages(), nil
}

// wantedSeat returns the seat for which a user waits, in words.
func (s Seats) wantedSeat(req ask.Request, w arrange.Waiting) string {
	for _, m := range s.Referee.Modules() {
		if m.ID != w.Module {
			continue
		}
		for _, side := range m.Sides {
			if side.ID == w.Side {
				return req.Say("seat.wants-side", "title", wording.InWords(m.Title), "side", wording.InWords(side.Name))
			}
		}
		return req.Say("seat.wants-game", "title", wording.InWords(m.Title))
	}
	return req.Say("seat.wants-any")
}
