package leagues

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/clock"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"
)

// organisers names the organisers of a season.
func organisers(loc wording.Localizer, v league.View) string {
	return loc.Say("league.organisers", "n", len(v.Organisers), "user", names(loc, v, v.Organisers))
}

// pointsInWords writes points in words, as "1 point" or "2½ points".
func pointsInWords(loc wording.Localizer, halves int) wording.InWords {
	plural := 2 // for the text's choice between one and other
	if halves == 2 {
		plural = 1
	}
	return wording.InWords(loc.Say("league.points", "n", plural, "points", half(halves)))
}

// half writes a number of half points as points: 3 as 1½.
func half(n int) wording.InWords {
	switch {
	case n == 1:
		return "½"
	case n%2 == 1:
		return wording.InWords(strconv.Itoa(n/2) + "½")
	}
	return wording.InWords(strconv.Itoa(n / 2))
}

// setting says what is played: the module, its scenario, of which "" is the first, and the clock.
func (f *Face) setting(loc wording.Localizer, s season.Setting) wording.InWords {
	words, scenario := s.Module, ""
	for _, m := range f.Library.Modules() {
		if m.ID != s.Module {
			continue
		}
		words = m.Title
		for i, sc := range m.Scenarios {
			if sc.ID == s.Scenario || s.Scenario == "" && i == 0 {
				scenario = sc.Name
			}
		}
	}
	if scenario != "" {
		words += ": " + scenario
	}
	if terms, err := clock.Parse(s.Clock); err == nil && !terms.None() {
		return wording.InWords(words + ", " + loc.Say("league.clock", "terms", tell.TermsInWords(loc, terms)))
	}
	return wording.InWords(words + ", " + loc.Say("league.clock-none"))
}

// sides returns the names of a module's sides, in the order of play.
func (f *Face) sides(module string) (list []string) {
	for _, m := range f.Library.Modules() {
		for _, side := range m.Sides {
			if m.ID == module {
				list = append(list, side.Name)
			}
		}
	}
	return list
}

// termsInWords lists the terms of a season: all of them, or those that fit a panel.
func (f *Face) termsInWords(loc wording.Localizer, t season.Terms, all bool) []string {
	n := t.Rounds
	if t.Format == season.Ladder {
		n = t.Above
	}
	lines := []string{loc.Say("league.line-format", "format", wording.InWords(loc.Say("league.format-"+string(t.Format),
		"n", max(n, 1))))}
	say := func(id string, args ...any) { lines = append(lines, loc.Say(id, args...)) }
	last := season.Setting{}
	for i, s := range t.Games {
		if s == last {
			continue
		}
		if last = s; len(t.Games) == 1 {
			say("league.line-game", "game", f.setting(loc, s))
		} else {
			say("league.line-game-from", "round", i+1, "game", f.setting(loc, s))
		}
	}
	say("league.days-"+string(t.Format), "n", t.Days, "atonce", t.AtOnce)
	knock := t.Format == season.Knock || t.PlayOff > 0
	if t.PlayOff > 0 {
		say("league.line-playoff", "n", t.PlayOff)
	}
	if all && t.Format == season.Pools && t.Up > 0 {
		say("league.line-up", "n", t.Up)
	}
	say("league.unfinished-" + string(t.Unfinished))
	say("league.dropped-" + string(t.Dropped))
	if knock {
		say("league.tied-" + string(t.Tied))
	}
	contact := "league.line-contact"
	if !all {
		contact = "league.line-contact-short"
	}
	say(contact, "contact", int(t.Contact.Hours()), "warning", int(t.Warning.Hours()))
	if t.Floor > 0 {
		say("league.line-floor", "n", t.Floor)
	}
	if all && t.Format != season.Knock && t.Format != season.Ladder {
		var by []string
		for _, b := range t.TieBreaks {
			by = append(by, loc.Say("league.tie-"+string(b)))
		}
		say("league.line-ties", "by", wording.InWords(strings.Join(by, ", ")))
	}
	if all {
		say("league.line-rulings")
	}
	return lines
}

// pools returns the numbers of a season's tables: of its pools, or 0 for its one table.
func pools(v league.View) (list []int) {
	for i := range v.Pools {
		list = append(list, i+1)
	}
	if len(list) == 0 {
		return []int{0}
	}
	return list
}

// poolOf returns the number of the table in which a player is.
func poolOf(v league.View, player string) int {
	return slices.IndexFunc(v.Pools, func(p []string) bool { return slices.Contains(p, player) }) + 1
}

// entry is a line of a table: about a player, or a heading or a note, for which player is "".
type entry struct{ player, text string }

// table returns the lines of a pool's table, a heading and the players, or with 0 those of the season's only table.
func table(loc wording.Localizer, v league.View, pool int) (lines []entry) {
	if pool > 0 {
		lines = append(lines, entry{text: loc.Say("league.pool", "n", pool)})
	}
	if v.Terms.Format == season.Ladder {
		for i, p := range v.Playing() {
			lines = append(lines, entry{p, fmt.Sprintf("%d · %s", i+1, name(loc, v, p))})
		}
		return lines
	}
	var reach []standings.Range
	if pool > 0 && v.Stage != season.Closed {
		reach = v.Reachable(pool)
	}
	for i, r := range v.Table(pool) {
		line := loc.Say("league.row", "place", r.Place, "user", name(loc, v, r.Player), "points", half(r.Points),
			"won", r.Won, "drawn", r.Drawn, "lost", r.Lost)
		if r.Unplayed > 0 {
			line += loc.Say("league.row-unplayed", "n", r.Unplayed)
		}
		if r.Out {
			line += loc.Say("league.row-out")
		}
		if i < len(reach) {
			places := loc.Span(strconv.Itoa(reach[i].Best), strconv.Itoa(reach[i].Worst))
			line += loc.Say("league.row-reach", "places", places)
		}
		lines = append(lines, entry{r.Player, line})
	}
	if len(v.Players) == 0 {
		lines = append(lines, entry{text: loc.Say("league.nobody")})
	}
	return lines
}

// tables returns the lines of all tables.
func tables(loc wording.Localizer, v league.View) (all []entry) {
	for _, pool := range pools(v) {
		all = append(all, table(loc, v, pool)...)
	}
	return all
}

// inLines writes entries below each other.
func inLines(list []entry) string {
	var lines []string
	for _, e := range list {
		lines = append(lines, e.text)
	}
	return strings.Join(lines, "\n")
}

// How many entries, and how many bytes of them, fill a page, on a phone too.
const (
	mostEntries = 20
	mostRoom    = rest.ContentLimit - 400 // less what stands above them
)

// sheets divides entries into pages. The lines of a pool stay together where they fit.
func sheets(all []entry) (pages [][]entry) {
	var list []entry
	room := 0
	for i, e := range all {
		lines, long := 1, len(e.text) // what must stand on one page, in lines and bytes: a heading with all below it
		for ; e.player == "" && i+lines < len(all) && all[i+lines].player != ""; lines++ {
			long += len(all[i+lines].text)
		}
		if lines > mostEntries || long > mostRoom {
			lines, long = 1, len(e.text)
		}
		if len(list) > 0 && (len(list)+lines > mostEntries || room+long > mostRoom) {
			pages, list, room = append(pages, list), nil, 0
		}
		list, room = append(list, e), room+len(e.text)
	}
	return append(pages, list)
}

// countPlayers counts those who play, and reserves.
func countPlayers(v league.View) (players, reserves int) {
	for _, p := range v.Players {
		switch {
		case !p.Left.IsZero():
		case p.Reserve:
			reserves++
		default:
			players++
		}
	}
	return players, reserves
}

// title returns the name of a season, cut to season.MostName.
func title(v league.View) wording.InWords {
	return wording.InWords(wording.Clip(v.Terms.Name, season.MostName))
}

// overIn counts a round's games that are over, and all of its games. Round 0 is the whole season; a bye is no game.
func overIn(v league.View, round int) (over, count int) {
	for _, g := range v.Games {
		if g.Pair.Second == "" || round != 0 && g.Round != round {
			continue
		}
		if count++; g.IsOver() {
			over++
		}
	}
	return over, count
}

// stage says how far a season is, or the round that it is in.
func stage(loc wording.Localizer, v league.View) string {
	over, count := overIn(v, 0)
	players, reserves := countPlayers(v)
	switch v.Stage {
	case season.SignUps:
		words := loc.Say("league.stage-sign-up", "n", players)
		if reserves > 0 {
			words += " " + loc.Say("league.reserves", "n", reserves)
		}
		return words
	case season.Running:
		if v.Terms.Format == season.Ladder || len(v.Rounds) == 0 {
			return loc.Say("league.stage-ladder", "n", players, "open", count-over)
		}
		r := v.Rounds[len(v.Rounds)-1]
		id := "league.stage-running"
		switch {
		case r.PlayOff:
			id = "league.stage-playoff"
		case v.Terms.Format == season.Pools:
			id = "league.stage-pools"
		}
		over, count = overIn(v, r.Number)
		return loc.Say(id, "round", r.Number, "over", over, "n", count,
			"deadline", wording.RelativeTimestamp(r.Deadline), "date", wording.Timestamp(r.Deadline))
	}
	return loc.Say("league.stage-"+string(v.Stage), "reason", wording.Quoted(v.Why), "over", over, "count", count)
}
