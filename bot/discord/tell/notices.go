package tell

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// MoveVerb returns the order that moves units: the first that takes a path.
func MoveVerb(m *view.Map) order.Verb {
	for _, o := range m.Orders {
		if slices.ContainsFunc(o.Options, func(x order.Option) bool { return x.Kind == order.Path }) {
			return o.Verb
		}
	}
	return page.EndVerb
}

// EndingInWords says how a game that had begun has ended: on which turn, with which winner or victory level, and why.
func EndingInWords(loc wording.Localizer, t api.Table, b *view.Board) string {
	args := []any{"turn", b.Turn, "turns", b.Turns, "side", t.EndedBy, "user", Mention(loc, t.Player(t.EndedBy)),
		"seats", len(t.Seats)}
	for _, side := range b.Map.Sides {
		if side.ID != t.EndedBy {
			args = append(args, "winner", side.ID)
		}
	}
	switch t.Ending {
	case api.Closed:
		return loc.Say("ending.closed", append(args, "by", Mention(loc, t.Master.By))...) + reason(loc, *t.Master)
	case "":
		if i := slices.IndexFunc(b.Facts, func(f view.Fact) bool { return f.ID != "" && f.Group == "" }); i >= 0 {
			f := b.Facts[i]
			args = append(args, "level", f.Name, "points", f.N, "counts", f.Side)
		}
	}
	return loc.Say("ending."+string(cmp.Or(t.Ending, "played")), args...)
}

// OverInWords returns how a game ended, and what can be done with it or instead of it.
func OverInWords(loc wording.Localizer, t api.Table, b *view.Board) string {
	return EndingInWords(loc, t, b) + "\n" + loc.Say("help.over", "seats", len(t.Seats), "ending",
		wording.InWords(t.Ending))
}

// PressWaive is the name of the button that consents to go on without the beacon. The number of the round follows.
const PressWaive = "waive"

// AwaitedArgs returns the arguments of every message about an order that waits for its dice.
func AwaitedArgs(w api.Awaits) []any {
	return []any{"round", wording.InWords(strconv.FormatUint(w.Round, 10)),
		"due", wording.InWords(fmt.Sprintf("<t:%d:T>", w.Due.Unix())),
		"in", wording.RelativeTimestamp(w.Due), "free", wording.InWords(fmt.Sprintf("<t:%d:t>", w.Free.Unix()))}
}

// WaiveButton returns the button by which a player consents to go on without the awaited round of the beacon.
func WaiveButton(loc wording.Localizer, t api.Table) []discordgo.MessageComponent {
	press := page.PressID(PressWaive, t.Game, strconv.FormatUint(t.Awaits.Round, 10))
	return page.OneRow(page.Button(loc.Say("button.waive"), press, discordgo.SecondaryButton))
}

// diceBound returns a line about the beacon that decides the dice of a game; "" if there is none.
func diceBound(loc wording.Localizer, t api.Table) string {
	if t.Beacon == "" {
		return ""
	}
	return "\n" + loc.Say("beacon.bound", "chain", wording.InWords(fmt.Sprintf("%.12s", t.Beacon)),
		"n", int(t.Patience.Minutes()))
}

// MeasureInWords returns what a game master did last, with his reason.
func MeasureInWords(loc wording.Localizer, t api.Table) string {
	return deedInWords(loc, *t.Master) + reason(loc, *t.Master)
}

// reason returns a line about the reason that a game master gave, "" for none.
func reason(loc wording.Localizer, m api.Intervened) string {
	if m.Reason == "" {
		return ""
	}
	return "\n" + loc.Say("master.reason", "reason", m.Reason)
}

// deedInWords returns what a game master did, without his reason.
func deedInWords(loc wording.Localizer, m api.Intervened) string {
	by := Mention(loc, m.By)
	switch m.Measure {
	case api.Pause:
		return loc.Say("master.told-paused", "user", by)
	case api.Resume:
		return loc.Say("master.told-resumed", "user", by)
	case api.StopClocks:
		return loc.Say("master.told-clocks-stopped")
	case api.RunClocks:
		return loc.Say("master.told-clocks-run")
	case api.Move:
		if m.Reason == "" { // a game master must give one
			return loc.Say("master.told-agreed", "to", page.ChannelLink(m.Channel))
		}
		return loc.Say("master.told-moved", "user", by, "from", page.ChannelLink(m.Left), "to",
			page.ChannelLink(m.Channel))
	case api.TakeBack:
		return loc.Say("master.told-took-back", "user", by)
	}
	return loc.Say("master.told-ended", "user", by)
}

// PauseLines returns a line about a pause, nil if there is none.
func PauseLines(loc wording.Localizer, t api.Table) []string {
	if t.Paused == nil {
		return nil
	}
	return []string{pauseInWords(loc, *t.Paused)}
}

func pauseInWords(loc wording.Localizer, m api.Intervened) string {
	return loc.Say("master.paused", "user", Mention(loc, m.By), "since", wording.RelativeTimestamp(m.At), "reason",
		m.Reason)
}
