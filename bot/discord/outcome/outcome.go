// Package outcome says in a line what an order of a list would do, or has done.
//
//	line := outcome.Line(loc, tried, nil)
//
// Limits: it says what a side is told of its own orders, nothing of what dice or the other side will make of them.
package outcome

import (
	"strings"

	"grognard/bot/discord/emojis"
	"grognard/bot/discord/remaining"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/rules/view"
)

// Line returns what a line of a list would do or has done, or why it cannot be carried out. before is the error of the
// line before it, nil for none: the same reason is given in short.
func Line(loc wording.Localizer, t view.Tried, before error) string {
	words := loc.Say("list.line", "number", t.Line.Number, "text", wording.Coded(t.Line.String()))
	if t.Err != nil {
		return words + fails(loc, t, before)
	}
	if len(t.Needs) > 0 {
		words += loc.Say("list.without", "n", len(t.Needs), "lines", wording.InWords(remaining.Numbers(t.Needs))) + " "
	}
	words += Words(loc, t.Told) + odds(loc, t.Odds)
	if len(t.Behind) > 0 {
		words += loc.Say("list.behind", "units", t.Behind)
	}
	for _, w := range t.Warnings {
		words += "\n" + loc.Warning(w)
	}
	return words
}

// fails returns why a line cannot be carried out.
func fails(loc wording.Localizer, t view.Tried, before error) string {
	why, _ := tell.Refuse(loc, t.Err)
	if before != nil && len(t.Needs) == 0 {
		if was, _ := tell.Refuse(loc, before); was == why {
			return loc.Say("list.alike")
		}
	}
	if t.Provisional {
		why = loc.Say("list.not-now", "why", wording.InWords(why))
	}
	if len(t.Needs) > 0 {
		why = loc.Say("list.needs", "n", len(t.Needs), "lines", wording.InWords(remaining.Numbers(t.Needs)), "why",
			wording.InWords(why))
	}
	return loc.Say("list.fails", "why", wording.InWords(why))
}

// odds returns the odds of a fight, with the strengths; a range if the target is not fully seen.
func odds(loc wording.Localizer, o *view.Odds) string {
	if o == nil {
		return ""
	}
	return loc.Say("list.odds", "odds", loc.Span(o.Worst.Heading(), o.Best.Heading()), "attack", o.Worst.Attack,
		"defence", loc.Span(o.Best.Defence.String(), o.Worst.Defence.String()),
		"shift", wording.Signed(o.Worst.Shift), "column", o.Worst.Column)
}

// Words returns what a side is told of orders, in short.
func Words(loc wording.Localizer, told []view.Line) string {
	var parts []string
	loc = loc.InPictures(emojis.All)
	for _, l := range told {
		switch {
		case l.Reckoned != nil && l.Reckoned.Result == "":
			parts = append(parts, loc.Text(l.Reckoned.Brief))
		case l.MapEvent != nil && l.MapEvent.Kind == view.Marched && l.Cost != nil:
			parts = append(parts, loc.Say("list.march", "units", l.MapEvent.Units, "from", l.MapEvent.Path[0],
				"to", l.MapEvent.Path[len(l.MapEvent.Path)-1], "cost", *l.Cost))
		case l.MapEvent != nil && l.MapEvent.Kind == view.Came:
			parts = append(parts, loc.Say("list.came", "units", l.MapEvent.Units,
				"to", l.MapEvent.Path[len(l.MapEvent.Path)-1]))
		case l.Text.ID == "told.spent": // this is told with the fight
		case l.Reckoned != nil && l.Reckoned.OnMap(): // the result first: there may be no room for more
			parts = append(parts, loc.Say("brief.fight", "what", l.Reckoned.Target, "result",
				wording.InWords(l.Reckoned.Outcome()), "odds", "", "rolled", ""), loc.Line(l))
		default:
			parts = append(parts, loc.Line(l))
		}
	}
	return strings.Join(parts, "; ")
}
