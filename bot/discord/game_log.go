package discord

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/view"
)

// pressLog turns to a page of the game log: TURN.PART follows, or is chosen in a menu.
const pressLog = "log"

// logName is the file name of the whole log.
const logName = "log.txt"

// latestPage is greater than any turn, and than any part of a turn.
const latestPage = 1 << 20

// gameLog is /game log: what happened turn by turn, with every die, as the asker was told.
func (b *bot) gameLog(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	if n, err := strconv.Atoi(values["turn"]); err == nil {
		return b.gameLogAt(ctx, req, values, n, 0)
	}
	return b.gameLogAt(ctx, req, values, latestPage, latestPage)
}

// pressedLog shows the page that a button or a menu names.
func (b *bot) pressedLog(ctx context.Context, req request, what string) ([]rest.Message, error) {
	turn, part, _ := strings.Cut(what, ".")
	n, err := strconv.Atoi(turn)
	if err != nil {
		return nil, errStale
	}
	k, _ := strconv.Atoi(part) // the first part, if a menu names only the turn
	return b.gameLogAt(ctx, req, nil, n, k)
}

// gameLogAt shows a page of the log, or the one that is nearest to it.
func (b *bot) gameLogAt(ctx context.Context, req request, values map[string]string, turn,
	part int) ([]rest.Message, error) {
	user := req.cmd.User
	if values["public"] == "true" {
		user = ""
	}
	st, err := b.referee.Story(ctx, req.cmd.Channel, user)
	if err != nil {
		return nil, err
	}
	if err := req.checkGame(st.Table); err != nil {
		return nil, err
	}
	if st.Secret != nil {
		return b.open(req, st.Table, *st.Secret, gameLogPage(req.on(st.Secret.Board().Map), st.Table, *st.Secret, turn,
			part))
	}
	return b.lookedAt(ctx, req, values, gameLogPage(req.on(st.Public.Board().Map), st.Table, *st.Public, turn, part))
}

// turnLog is what was told of a turn, in parts that each fit a message.
type turnLog struct {
	turn  int
	parts []string
}

// turnLogs divides the lines of a log by turns.
func (loc localizer) turnLogs(told []view.Line) []turnLog {
	var out []turnLog
	for from := 0; from < len(told); {
		to := from
		for to < len(told) && told[to].Turn == told[from].Turn {
			to++
		}
		out = append(out, turnLog{told[from].Turn, rest.Split(loc.Account(told[from:to]), pageRoom)})
		from = to
	}
	return out
}

// gameLogPage is a part of what was told of a turn, with the whole log as a file.
func gameLogPage[A view.Audience](loc localizer, t referee.Table, v A, turn, part int) page[A] {
	all := loc.turnLogs(v.Board().Told)
	if len(all) == 0 {
		return page[A]{text: loc.Say("story.none")}
	}
	at := 0
	for at+1 < len(all) && all[at].turn < turn {
		at++
	}
	part = max(min(part, len(all[at].parts)-1), 0)
	p := page[A]{text: all[at].parts[part], rows: loc.gameLogRows(t.Game, all, at, part)}
	if n := len(all[at].parts); n > 1 {
		p.text = loc.Say("story.part", "turn", all[at].turn, "part", part+1, "parts", n) + "\n" + p.text
	}
	p.figures = []figure[A]{{name: logName, alt: loc.Say("alt.log"), data: []byte(loc.gameLogFile(t, v.Board()))}}
	return p
}

// gameLogRows turns to another turn by a menu, and to the next part by buttons.
func (loc localizer) gameLogRows(game referee.GameID, all []turnLog, at, part int) (rows []discordgo.MessageComponent) {
	if len(all) > 1 {
		m := discordgo.SelectMenu{CustomID: pressID(pressLog, game, "turn"), Placeholder: loc.Say("story.choose")}
		first := min(max(at-menuLimit/2, 0), max(len(all)-menuLimit, 0))
		for i := first; i < min(first+menuLimit, len(all)); i++ {
			m.Options = append(m.Options, discordgo.SelectMenuOption{Label: loc.Say("story.name", "turn", all[i].turn),
				Value: strconv.Itoa(all[i].turn), Default: i == at})
		}
		rows = append(rows, row(m))
	}
	var buttons []discordgo.MessageComponent
	turn := func(label string, at, part int) {
		where := strconv.Itoa(all[at].turn) + "." + strconv.Itoa(part)
		buttons = append(buttons, button(label, pressID(pressLog, game, where), discordgo.SecondaryButton))
	}
	switch {
	case part > 0:
		turn(loc.Say("button.earlier"), at, part-1)
	case at > 0:
		turn(loc.Say("button.earlier"), at-1, len(all[at-1].parts)-1)
	}
	switch {
	case part+1 < len(all[at].parts):
		turn(loc.Say("button.later"), at, part+1)
	case at+1 < len(all):
		turn(loc.Say("button.later"), at+1, 0)
	}
	if len(buttons) > 0 {
		rows = append(rows, row(buttons...))
	}
	return rows
}

// gameLogFile is the whole log as text, with what its dice can be verified against.
func (loc localizer) gameLogFile(t referee.Table, b *view.Board) string {
	parts := []string{t.Title, loc.Say("table.scenario", "scenario", wording.InWords(t.Scenario)), loc.dice(t)}
	turn := 0
	for _, l := range b.Told {
		if l.Turn != turn {
			turn, parts = l.Turn, append(parts, "")
		}
		parts = append(parts, loc.Line(l))
	}
	if t.Ending != "" {
		parts = append(parts, "", loc.ending(t))
	}
	return wording.Unmarked(strings.Join(parts, "\n")) + "\n"
}
