package discord

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/view"
)

// pressWaive is the consent to go on without the beacon. The number of the round follows.
const pressWaive = "waive"

// The sources of a new game's dice.
const (
	ownDice    = "own"
	beaconDice = "beacon"
)

// awaiting are the arguments of every message about an order that waits for its dice.
func awaiting(w referee.Awaits) []any {
	return []any{"round", wording.InWords(strconv.FormatUint(w.Round, 10)),
		"due", wording.InWords(fmt.Sprintf("<t:%d:T>", w.Due.Unix())),
		"in", wording.RelativeTimestamp(w.Due), "free", wording.InWords(fmt.Sprintf("<t:%d:t>", w.Free.Unix()))}
}

// tellAwaited is the public page of an order that was accepted: its hash, so that it cannot be exchanged, and the round
// of the beacon to which its dice are bound, which nobody can know yet.
func (loc localizer) tellAwaited(t referee.Table) page[view.Public] {
	w := t.Awaits
	if w == nil { // no notification that was kept is so
		return page[view.Public]{text: loc.Say("tell.decided")}
	}
	p := page[view.Public]{text: loc.Say("beacon.awaited-idle",
		append(awaiting(*w), "hash", wording.InWords(w.Order))...),
		rows: loc.waiveButton(t)}
	if w.By != "" {
		p.text = loc.Say("beacon.awaited", append(awaiting(*w), "user", loc.mention(w.By),
			"hash", wording.InWords(w.Order))...)
	}
	if w.Late {
		p.text = loc.Say("beacon.late") + "\n" + p.text
	}
	return p
}

// waiveButton is a player's consent to go on without the round that is awaited.
func (loc localizer) waiveButton(t referee.Table) []discordgo.MessageComponent {
	press := pressID(pressWaive, t.Game, strconv.FormatUint(t.Awaits.Round, 10))
	return []discordgo.MessageComponent{row(button(loc.Say("button.waive"), press, discordgo.SecondaryButton))}
}

// tellWaived is the public page of a side's consent to go on without the beacon. It pings the players who have not
// consented.
func (loc localizer) tellWaived(t referee.Table) page[view.Public] {
	w := t.Awaits
	if w == nil || len(w.Waived) == 0 {
		return page[view.Public]{text: loc.Say("tell.decided")}
	}
	p := page[view.Public]{text: loc.Say("beacon.agreed", awaiting(*w)...)}
	for _, seat := range t.Seats {
		if !slices.Contains(w.Waived, seat.Side.ID) {
			args := append(awaiting(*w), "user", loc.mention(seat.User), "side", w.Waived[len(w.Waived)-1],
				"chain", wording.InWords(t.Beacon))
			p = page[view.Public]{text: loc.Say("beacon.waived", args...), ping: []string{seat.User},
				rows: loc.waiveButton(t)}
		}
	}
	return p
}

// waive takes a player's consent to go on without the beacon.
func (b *bot) waive(ctx context.Context, req request, what string) ([]rest.Message, error) {
	round, err := strconv.ParseUint(what, 10, 64)
	if err != nil {
		return nil, errStale
	}
	if _, err := b.referee.Waive(ctx, req.cmd, round); err != nil {
		return nil, err
	}
	return req.told("beacon.answer-waived"), nil
}

// mostPatience is the longest time in minutes for which a game can wait for a beacon that does not answer.
const mostPatience = 24 * 60

// minutes reads a number of minutes as it is typed; "" is 0.
func minutes(typed string) (time.Duration, error) {
	if typed == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(typed)
	if err != nil || n < 1 || n > mostPatience {
		return 0, refusal("beacon.no-wait")
	}
	return time.Duration(n) * time.Minute, nil
}

// bound says what the dice of a game are bound to; "" for nothing.
func (loc localizer) bound(t referee.Table) string {
	if t.Beacon == "" {
		return ""
	}
	return "\n" + loc.Say("beacon.bound", "chain", wording.InWords(fmt.Sprintf("%.12s", t.Beacon)),
		"n", int(t.Patience.Minutes()))
}
