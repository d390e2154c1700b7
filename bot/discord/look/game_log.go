package look

import (
	"context"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// pressLog turns to a page of the game log: TURN.PART follows, or a menu chooses TURN.
const pressLog = "log"

// logName is the file name of the whole log.
const logName = "log.txt"

// latestPage is greater than any turn, and than any part of a turn.
const latestPage = 1 << 20

// gameLog answers /game log: what happened turn by turn, with every die, as the asker was told.
func (l Looks) gameLog(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if n, err := strconv.Atoi(values["turn"]); err == nil {
		return l.gameLogAt(ctx, req, values, n, 0)
	}
	return l.gameLogAt(ctx, req, values, latestPage, latestPage)
}

// pressedLog shows the page that a button or a menu names.
func (l Looks) pressedLog(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	turn, part, _ := strings.Cut(what, ".")
	n, err := strconv.Atoi(turn)
	if err != nil {
		return nil, page.ErrStale
	}
	k, _ := strconv.Atoi(part) // the first part, if a menu names only the turn
	return l.gameLogAt(ctx, req, nil, n, k)
}

// gameLogAt shows a part, from 0, of a turn's log; if that has no lines, of the next one that has some, else the last.
func (l Looks) gameLogAt(ctx context.Context, req ask.Request, values map[string]string, turn,
	part int) ([]rest.Message, error) {
	user := req.Cmd.User
	if values["public"] == "true" {
		user = ""
	}
	st, err := l.Kit.Referee.Story(ctx, req.Cmd.Channel, user)
	if err != nil {
		return nil, err
	}
	if err := req.CheckGame(st.Table); err != nil {
		return nil, err
	}
	if st.Secret != nil {
		return req.Open(st.Table, *st.Secret, gameLogPage(req.Localizer.On(st.Secret.Board().Map), st.Table,
			*st.Secret, turn, part))
	}
	return l.ShowPublic(ctx, req, values, gameLogPage(req.Localizer.On(st.Public.Board().Map), st.Table, *st.Public,
		turn, part))
}

// turnLog is what was told of a turn, in parts that each fit a message.
type turnLog struct {
	turn  int
	parts []string
}

// turnLogs divides the lines of a log by turns.
func turnLogs(loc wording.Localizer, told []view.Line) []turnLog {
	var out []turnLog
	for from := 0; from < len(told); {
		to := from
		for to < len(told) && told[to].Turn == told[from].Turn {
			to++
		}
		out = append(out, turnLog{told[from].Turn, rest.Split(loc.Account(told[from:to]), page.PageRoom)})
		from = to
	}
	return out
}

// gameLogPage returns a part of what was told of a turn, with the whole log as a file.
func gameLogPage[A view.Audience](loc wording.Localizer, t api.Table, v A, turn, part int) page.Page[A] {
	all := turnLogs(loc, v.Board().Told)
	if len(all) == 0 {
		return page.Page[A]{Text: loc.Say("story.none")}
	}
	at := 0
	for at+1 < len(all) && all[at].turn < turn {
		at++
	}
	part = max(min(part, len(all[at].parts)-1), 0)
	p := page.Page[A]{Text: all[at].parts[part], Rows: gameLogRows(loc, t.Game, all, at, part)}
	if n := len(all[at].parts); n > 1 {
		p.Text = loc.Say("story.part", "turn", all[at].turn, "part", part+1, "parts", n) + "\n" + p.Text
	}
	p.Figures = []page.Figure[A]{{Name: logName, Alt: loc.Say("alt.log"), Data: []byte(gameLogFile(loc, t, v.Board()))}}
	return p
}

// gameLogRows returns a menu of turns, and buttons for the parts before and after, maybe of other turns.
func gameLogRows(loc wording.Localizer, game api.GameID, all []turnLog, at,
	part int) (rows []discordgo.MessageComponent) {
	if len(all) > 1 {
		m := discordgo.SelectMenu{CustomID: page.PressID(pressLog, game, "turn"), Placeholder: loc.Say("story.choose")}
		first := min(max(at-page.MenuLimit/2, 0), max(len(all)-page.MenuLimit, 0))
		for i := first; i < min(first+page.MenuLimit, len(all)); i++ {
			m.Options = append(m.Options, discordgo.SelectMenuOption{Label: loc.Say("story.name", "turn", all[i].turn),
				Value: strconv.Itoa(all[i].turn), Default: i == at})
		}
		rows = append(rows, page.Row(m))
	}
	var buttons []discordgo.MessageComponent
	addButton := func(label string, to, part int) {
		where := strconv.Itoa(all[to].turn) + "." + strconv.Itoa(part)
		buttons = append(buttons, page.Button(label, page.PressID(pressLog, game, where), discordgo.SecondaryButton))
	}
	name := func(to, part int) wording.InWords {
		if to != at {
			return wording.InWords(loc.Say("story.name", "turn", all[to].turn))
		}
		return wording.InWords(loc.Say("button.page", "n", part+1, "of", len(all[at].parts)))
	}
	to, last := at, part-1 // the turn and the part of the button back; part -1: no button
	if part == 0 && at > 0 {
		to, last = at-1, len(all[at-1].parts)-1
	}
	if last >= 0 {
		addButton(loc.Say("button.earlier", "page", name(to, last)), to, last)
	}
	switch {
	case part+1 < len(all[at].parts):
		addButton(loc.Say("button.later", "page", name(at, part+1)), at, part+1)
	case at+1 < len(all):
		addButton(loc.Say("button.later", "page", name(at+1, 0)), at+1, 0)
	}
	if len(buttons) > 0 {
		rows = append(rows, page.Row(buttons...))
	}
	return rows
}

// gameLogFile returns the whole log as text, with what its dice can be verified against.
func gameLogFile(loc wording.Localizer, t api.Table, b *view.Board) string {
	parts := []string{t.Title, tell.ScenarioInWords(loc, t), tell.DiceSecrets(loc, t)}
	turn := 0
	for _, l := range b.Told {
		if l.Turn != turn {
			turn, parts = l.Turn, append(parts, "")
		}
		parts = append(parts, loc.Line(l))
	}
	if t.Ending != "" {
		parts = append(parts, "", tell.EndingInWords(loc, t, b))
	}
	return wording.Unmarked(strings.Join(parts, "\n")) + "\n"
}
