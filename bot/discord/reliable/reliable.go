// Package reliable says in words how reliable players are, and refuses those who are less so than a season asks.
//
//	short := reliable.Short(loc, record) // beside a name; "" of whom nothing is known
//	line := reliable.Line(loc, record)   // a sentence about the reader himself
//	err := reliable.Admit(record, 90)    // nil, or an answer that says what lacks
//
// After only a few games there are counts and no percentages.
package reliable

import (
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/wording"
	"grognard/bot/league/reliability"
)

// Short says in a few words how reliable somebody is, "" if nothing is known.
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

// say returns the text id with counts, or its form with percentages if r has enough games.
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

// Admit refuses a player who is less reliable than floor, in percent; the refusal says why and how much is missing. A
// player of whom little is known yet is admitted.
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
