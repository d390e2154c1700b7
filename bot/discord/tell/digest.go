package tell

import (
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/view"
)

// DigestPage lists the games in list, all those of a user that wait for somebody or cannot be reached, with links to
// their channels. It says only what everybody may know, so he may read it anywhere.
func DigestPage(loc wording.Localizer, list []api.Due) page.Page[view.Public] {
	if len(list) == 0 {
		return page.Page[view.Public]{Text: loc.Say("digest.none")}
	}
	var lines []string
	room := page.PageRoom
	for i, d := range list {
		line := "• " + dueLine(loc, d)
		switch {
		case d.Mine && i == 0:
			line = loc.Say("digest.mine") + "\n" + line
		case !d.Mine && (i == 0 || list[i-1].Mine):
			line = loc.Say("digest.others") + "\n" + line
		}
		if room -= utf8.RuneCountInString(line) + 1; room < 0 {
			lines = append(lines, loc.Say("digest.more", "n", len(list)-i))
			break
		}
		lines = append(lines, line)
	}
	return page.Page[view.Public]{Text: strings.Join(lines, "\n")}
}

// dueLine returns what a game waits for.
func dueLine(loc wording.Localizer, d api.Due) string {
	b := d.Public.Board()
	loc = loc.On(b.Map)
	what := loc.Phase(b.Phase)
	if b.Due != nil {
		what = loc.Owed(*b.Due)
	}
	words := loc.Say("digest.line", "channel", page.ChannelLink(d.Table.Channel), "title",
		wording.InWords(d.Table.Title),
		"turn", b.Turn, "what", wording.InWords(what), "since", wording.RelativeTimestamp(d.Table.Since))
	if d.Table.Lost != "" {
		return loc.Say("digest.lost-"+string(d.Table.Lost), "channel", page.ChannelLink(d.Table.Channel), "title",
			wording.InWords(d.Table.Title), "turn", b.Turn, "what", wording.InWords(what))
	}
	if !d.Mine {
		words += " " + loc.Say("digest.by", "user", MentionAll(loc, d.Table.Called(d.Side, b.Due)))
	}
	if !d.Deadline.IsZero() {
		words += " " + loc.Say("call.deadline", "at", wording.Timestamp(d.Deadline), "in",
			wording.RelativeTimestamp(d.Deadline))
	}
	return words
}
