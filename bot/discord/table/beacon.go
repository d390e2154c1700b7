package table

import (
	"context"
	"slices"
	"strconv"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/view"
)

// The sources of a new game's dice.
const (
	ownDice    = "own"
	beaconDice = "beacon"
)

// TellAwaited returns the public page of an order that was accepted: its hash, so that it cannot be exchanged, and the
// round of the beacon that decides its dice, which nobody can know yet. The message is never edited, so it has no
// buttons that could become invalid.
func TellAwaited(loc wording.Localizer, t api.Table) page.Page[view.Public] {
	w := t.Awaits
	if w == nil { // never in a stored notification
		return page.Page[view.Public]{Text: loc.Say("tell.decided")}
	}
	args := append(tell.AwaitedArgs(*w), "line", wording.InWords(api.RoundLine(t.Game, w.Round, w.Order)))
	p := page.Page[view.Public]{Text: loc.Say("beacon.awaited-idle", args...)}
	if w.By != "" {
		p.Text = loc.Say("beacon.awaited", append(args, "user", tell.Mention(loc, w.By))...)
	}
	if w.Late {
		p.Text = loc.Say("beacon.late") + "\n" + p.Text
	}
	p.Text += "\n" + loc.Say("beacon.stays", tell.AwaitedArgs(*w)...)
	return p
}

// TellWaived returns the public page of a side's consent to go on without the beacon. It pings those yet to consent.
func TellWaived(loc wording.Localizer, t api.Table) page.Page[view.Public] {
	w := t.Awaits
	if w == nil || len(w.Waived) == 0 {
		return page.Page[view.Public]{Text: loc.Say("tell.decided")}
	}
	p := page.Page[view.Public]{Text: loc.Say("beacon.agreed", tell.AwaitedArgs(*w)...)}
	for _, seat := range t.Seats {
		if !slices.Contains(w.Waived, seat.Side.ID) {
			args := append(tell.AwaitedArgs(*w), "user", tell.Mention(loc, seat.User), "side",
				w.Waived[len(w.Waived)-1], "chain", wording.InWords(t.Beacon))
			p = page.Page[view.Public]{Text: loc.Say("beacon.waived", args...), Ping: []string{seat.User},
				Rows: tell.WaiveButton(loc, t)}
		}
	}
	return p
}

// waive stores a player's consent to go on without the beacon. what is the round that the dice wait for.
func (g Games) waive(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	round, err := strconv.ParseUint(what, 10, 64)
	if err != nil {
		return nil, page.ErrStale
	}
	if _, err := g.Referee.Waive(ctx, req.Cmd, round); err != nil {
		return nil, err
	}
	return req.TextReply("beacon.answer-waived"), nil
}

// mostPatience is the longest time in minutes for which a game can wait for a beacon that does not answer.
const mostPatience = 24 * 60

// minutes reads a number of minutes, 1 to mostPatience, as it is typed. It returns 0 for "".
func minutes(typed string) (time.Duration, error) {
	if typed == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(typed)
	if err != nil || n < 1 || n > mostPatience {
		return 0, ask.Refusal("beacon.no-wait")
	}
	return time.Duration(n) * time.Minute, nil
}
