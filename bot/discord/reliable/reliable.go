// Package reliable says in words how reliable players are, and refuses those who are less so than a season asks.
//
//	short := reliable.Short(loc, record) // beside a name; "" of whom nothing is known
//	line := reliable.Line(loc, record)   // a sentence about the reader himself
//	err := reliable.Admit(record, 90)    // nil, or an answer that says what lacks
//
// With a few games there are counts and no percents.
package reliable

import (
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/wording"
	"grognard/bot/league/reliability"
)

// Short says how reliable somebody is in a few words, "" of whom nothing is known.
func Short(loc wording.Localizer, r reliability.Record) string {
	var parts []string
	if r.Asked > 0 {
		parts = append(parts, say(loc, "reliable.answers", r))
	}
	if r.Begun > 0 {
		parts = append(parts, say(loc, "reliable.games", r))
	}
	return strings.Join(parts, ", ")
}

// Line says to a player how reliable he is, "" while nothing is known.
func Line(loc wording.Localizer, r reliability.Record) string {
	if r.Asked+r.Begun == 0 {
		return ""
	}
	text := say(loc, "reliable.line", r)
	if r.Excused > 0 {
		text += " " + loc.Say("reliable.excused", "n", r.Excused)
	}
	return text
}

// say says a text with counts alone, or with percents where there are games enough.
func say(loc wording.Localizer, id string, r reliability.Record) string {
	if r.Enough() {
		id += "-percent"
	}
	return loc.Say(id, args(r)...)
}

func args(r reliability.Record) []any {
	return []any{"intime", r.InTime, "asked", r.Asked, "finished", r.Finished, "begun", r.Begun,
		"answers", reliability.Share(r.InTime, r.Asked), "games", reliability.Share(r.Finished, r.Begun)}
}

// Admit refuses who is less reliable than a floor, in percent, with the numbers that say why and what lacks. Of whom
// little is known yet is admitted.
func Admit(r reliability.Record, floor int) error {
	if percent, enough := r.Percent(); !enough || percent >= floor {
		return nil
	}
	answers, games := r.Lacks(floor)
	id := "reliable.below-both"
	switch {
	case games == 0:
		id = "reliable.below-answers"
	case answers == 0:
		id = "reliable.below-games"
	}
	return ask.Refusal(id, append(args(r), "floor", floor, "more", answers, "moregames", games,
		"n", max(games, answers))...)
}
