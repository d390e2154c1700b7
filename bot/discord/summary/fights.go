package summary

import (
	"regexp"
	"slices"
	"strings"

	"grognard/bot/discord/briefly"
	"grognard/bot/discord/wording"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// fight is an entry of the list: a fight or a ranged strike with the losses of each side, or, if words is set,
// something else that happened.
type fight struct {
	words        string // what happened that is no fight; then the fields below are empty
	at           hex.Hex
	side         order.Side
	odds, result string // odds begins with the kind of the fight, unless it is a plain attack
	named        string // odds with the kind, also of a plain attack
	isCoded      bool   // the result is a code such as D2r2, which a line below the fights explains
	lost         *losses
}

// Fights returns a heading and a line for each fight in the lines told: hex, kind, odds, result and losses. Losses
// belong to the last fight before them. Places taken have lines too, and in a game whose groups are activated whatever
// else happened. It returns "" if there is nothing to list.
func Fights(loc wording.Localizer, b *view.Board, told []view.Line) string {
	if lines := inShort(loc, b, told); len(lines) > 0 {
		return loc.Say("summary.fights") + "\n" + strings.Join(lines, "\n")
	}
	return ""
}

// unlisted finds lines that are neither headings nor in a list.
var unlisted = regexp.MustCompile(`(?m)^([^*•\-\s])`)

// Story returns what happened in a game whose groups are activated, in the order of events. Lines whose sequence number
// is in announced are listed in short; runs of the others are worded by account.
func Story(loc wording.Localizer, b *view.Board, announced map[uint64]bool, account func([]view.Line) string) string {
	var lines []string
	for told, n := b.Told, 1; len(told) > 0; told, n = told[n:], 1 {
		isOld := announced[told[0].Seq]
		for n < len(told) && announced[told[n].Seq] == isOld {
			n++
		}
		if isOld {
			lines = append(lines, inShort(loc, b, told[:n])...)
		} else {
			lines = append(lines, unlisted.ReplaceAllString(account(told[:n]), "• $1"))
		}
	}
	return strings.Join(lines, "\n")
}

// inShort returns a line for each fight in the lines told, and for what else happened.
func inShort(loc wording.Localizer, b *view.Board, told []view.Line) (lines []string) {
	list := fightsIn(loc, b, told)
	for _, f := range list {
		side := map[bool]order.Side{true: f.side}[len(b.Map.Groups) > 0] // else the phase's name tells it
		lines = append(lines, f.line(loc, b, side))
	}
	if slices.ContainsFunc(list, func(f fight) bool { return f.isCoded }) {
		lines = append(lines, wording.Subtext(loc.Say("odds.letters")))
	}
	return lines
}

// line returns the fight in a line, with its result and losses. The side is not named if it is "".
func (f fight) line(loc wording.Localizer, b *view.Board, side order.Side) string {
	if f.words != "" {
		return f.words
	}
	odds := map[bool]string{true: f.named, false: f.odds}[side != ""]
	return loc.Say("summary.fight", "hex", f.at, "side", side, "odds", wording.InWords(odds),
		"result", wording.InWords(f.result), "lost", wording.InWords(f.lost.words(loc, b, namedOfPhase)))
}

// fightsIn returns an entry for each fight or strike in the lines told and for each place taken. In a game whose groups
// are activated all other lines have one too, except losses, which are added to the fight before them, and progress.
func fightsIn(loc wording.Localizer, b *view.Board, told []view.Line) (list []fight) {
	var lost *losses // of the last fight
	for _, l := range told {
		switch e := l.MapEvent; {
		case l.Reckoned != nil && l.Reckoned.OnMap():
			list = append(list, newFight(loc, *l.Reckoned))
			lost = list[len(list)-1].lost
		case e != nil && e.Kind == view.Struck:
			lost = newLosses()
			result := map[bool]string{false: loc.Say("picture.miss"), true: loc.Say("picture.hit")}[e.Hit]
			list = append(list, fight{at: e.Path[0], side: e.Side, odds: loc.Text(e.Note), named: loc.Text(e.Note),
				result: result, lost: lost})
		// no entry: its losses were added to the last fight, it is nothing to list, or only progress
		case lost != nil && !briefly.Outside(l) && lost.count(l),
			len(b.Map.Groups) == 0 && (e == nil || e.Kind != view.Taken),
			slices.ContainsFunc(progress, func(id string) bool { return strings.HasPrefix(l.Text.ID, id) }):
		default:
			result := "" // of a fight or a roll
			if r := l.Reckoned; r != nil && r.Result != "" {
				result = wording.Result(loc, r.Outcome(), r.Means)
			}
			list = append(list, fight{words: loc.Say("summary.besides", "what", l.Text,
				"result", wording.InWords(result))})
		}
	}
	return list
}

// progress has the beginnings of the IDs of texts that say how far an activation has come.
var progress = []string{"bcs.told.step-", "bcs.told.stops", "bcs.told.finishes", "bcs.told.freed", "told.spent"}

// newFight returns the entry of a fight, with no losses counted yet.
func newFight(loc wording.Localizer, r view.Reckoning) fight {
	f := fight{at: r.Target, side: r.Side, odds: briefly.Odds(loc, r, false), named: briefly.Odds(loc, r, true),
		result: briefly.Result(loc, r), lost: newLosses()}
	_, err := chart.ParseResult(r.Result)
	f.isCoded = err == nil && r.Means == nil
	return f
}
