package summary

import (
	"slices"
	"strings"

	"grognard/bot/discord/wording"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// fight is a fight or a strike from afar, with what it cost each side.
type fight struct {
	at           hex.Hex
	side         order.Side
	kind, result string
	column       string // "" where there is none
	spells       bool   // the result is of letters and numbers that a line below explains
	lost         *losses
}

// Fights returns a line for each fight of which lines tell: where, of what kind, in which column, with what result and
// losses, which count for the last fight before them. Where groups are activated, below them are the moves and advances
// of which lines tell, and what befell units besides. It returns "" where there is nothing of it.
func Fights(loc wording.Localizer, b *view.Board, told []view.Line) string {
	var lines, besides []string
	spells := false
	fights := fightsIn(loc, b, told, &besides)
	for _, f := range fights {
		spells = spells || f.spells
		side := f.side
		if len(b.Map.Groups) == 0 { // the phase names it
			side = ""
		}
		lines = append(lines, loc.Say("summary.fight", "hex", f.at, "side", side, "kind", wording.InWords(f.kind),
			"column", wording.InWords(f.column), "result", wording.InWords(f.result),
			"lost", wording.InWords(f.lost.words(loc, b, ofPhase))))
	}
	if len(fights) > 0 {
		lines = append([]string{loc.Say("summary.fights")}, lines...)
	}
	lines = append(lines, besides...)
	if spells {
		lines = append(lines, wording.Subtext(loc.Say("summary.letters")))
	}
	return strings.Join(lines, "\n")
}

// fightsIn returns the fights of which lines tell, and adds to besides what else befell units.
func fightsIn(loc wording.Localizer, b *view.Board, told []view.Line, besides *[]string) (list []fight) {
	for _, l := range told {
		switch {
		case l.Reckoned != nil && l.Reckoned.OnMap():
			list = append(list, fought(loc, *l.Reckoned))
		case l.MapEvent != nil && l.MapEvent.Kind == view.Struck:
			result := loc.Say("picture.miss")
			if l.MapEvent.Hit {
				result = loc.Say("picture.hit")
			}
			list = append(list, fight{at: l.MapEvent.Path[0], side: l.MapEvent.Side, kind: loc.Text(l.MapEvent.Note),
				result: "**" + result + "**", lost: newLosses()})
		case len(list) > 0 && list[len(list)-1].lost.count(l):
		case len(b.Map.Groups) > 0 && (slices.Contains(befalls, l.Text.ID) || l.MapEvent != nil &&
			(l.MapEvent.Kind == view.Marched || l.MapEvent.Kind == view.Advanced)):
			*besides = append(*besides, loc.Say("summary.besides", "what", l.Text))
		}
	}
	return list
}

// befalls are texts of what befalls units in an order of the other side, outside of fights.
var befalls = []string{"bcs.told.jumped", "bcs.told.hq-jumped", "bcs.told.retreats-jumped", "bcs.told.retreats",
	"bcs.told.trains", "bcs.told.trains-off", "bcs.told.flips", "bcs.told.no-retreat", "bcs.told.dissolved",
	"told.marked", "bcs.told.unmarked"}

// fought returns a fight without its losses.
func fought(loc wording.Localizer, r view.Reckoning) fight {
	f := fight{at: r.Target, side: r.Side, column: r.Heading(), lost: newLosses()}
	if r.Note.ID != "" {
		f.kind = loc.Text(r.Note)
	}
	switch {
	case r.Alone && (r.Column == "" || r.Column == wording.NoColumn):
		f.column = ""
	case f.column == wording.NoColumn:
		f.column = r.OffTable()
	}
	_, err := chart.ParseResult(r.Result)
	f.spells = err == nil && r.Means == nil
	switch {
	case r.Result == "":
	case r.Means == nil && strings.Trim(r.Result, "-–") == "":
		f.result = loc.Say("result.none")
	default:
		f.result = strings.TrimSpace("**" + r.Result + "** " + loc.Value(r.Means))
	}
	return f
}
