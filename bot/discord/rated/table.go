package rated

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/reliable"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/league/rated"
	"grognard/bot/league/rating"
	"grognard/bot/referee/titles"

	"github.com/bwmarrin/discordgo"
)

// mostLines is the number of players on a page, as many as a phone's screen shows.
const mostLines = 15

// ratings shows a page of a server's table. what is "module:page". Without a module the table is about all games;
// without a page the one with the asker is shown, or the first if the table lacks him.
func (f *Face) ratings(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	if f.Keeper() == nil || req.Guild == "" {
		return nil, ask.Refusal("league.none")
	}
	results, err := f.memory.Of(ctx, f.Keeper(), req.Guild)
	if err != nil {
		return nil, err
	}
	module, number, _ := strings.Cut(what, ":")
	counted := rated.In(results, module)
	table := rating.Table(counted, f.Now())
	if len(table) == 0 { // no rated game has ended by now
		return req.TextReply("rated.none"), nil
	}
	pages := slices.Collect(slices.Chunk(table, mostLines))
	n, err := strconv.Atoi(number)
	if err != nil {
		mine := slices.IndexFunc(table, func(l rating.Line) bool { return l.Player == req.Cmd.User })
		n = max(mine, 0) / mostLines
	}
	n = min(max(n, 0), len(pages)-1)
	records, err := f.Records(ctx, req.Guild)
	if err != nil {
		return nil, err
	}
	lines := []string{heading(req, module, len(counted))}
	for i, l := range pages[n] {
		line := req.Say("rated.line", "place", n*mostLines+i+1, "user", name(req.Localizer, l.Player),
			"points", rounded(l.Rating.Points), "provisional", mark(l.Rating), "deviation", rounded(l.Rating.Deviation),
			"won", l.Won, "drawn", l.Drawn, "lost", l.Lost)
		if short := reliable.Short(req.Localizer, records[l.Player]); short != "" {
			line += " · " + short
		}
		lines = append(lines, line)
	}
	lines = append(append(lines, f.balances(req, results, module)...), req.Say("rated.foot"))
	rows := page.Rows(page.PageButtons(req.Localizer, n, len(pages), func(n int) string {
		return fmt.Sprintf("%s:%s:%d", pressRatings, module, n)
	}))
	rows = append(rows, choices(req, module, rated.Modules(results))...)
	if f.Back != "" {
		rows = append(rows, page.Row(page.Button(req.Say("button.league-show"), f.Back+":", discordgo.SecondaryButton)))
	}
	return []rest.Message{rest.NewMessage(wording.Clip(strings.Join(lines, "\n"), rest.ContentLimit), rows)}, nil
}

// balances returns a line for each scenario of a module with enough rated games: how balanced it is.
func (f *Face) balances(req ask.Request, results []rating.Result, module string) (lines []string) {
	all := f.Library.Modules()
	i := slices.IndexFunc(all, func(m titles.Module) bool { return m.ID == module })
	if i < 0 || len(all[i].Sides) == 0 || len(all[i].Scenarios) == 0 {
		return nil
	}
	results = slices.Clone(results)
	for k := range results {
		if results[k].Module == module && results[k].Scenario == "" { // "" is the module's first scenario
			results[k].Scenario = all[i].Scenarios[0].ID
		}
	}
	list := rated.Balances(results, module)
	for _, sc := range all[i].Scenarios {
		k := slices.IndexFunc(list, func(b rated.Balance) bool { return b.Scenario == sc.ID && b.Known })
		if k < 0 {
			continue
		}
		lines = append(lines, req.Say("rated.balance", "scenario", wording.InWords(sc.Name), "n", list[k].Games,
			"side", wording.InWords(all[i].Sides[0].Name), "chance", rounded(list[k].Chance),
			"low", rounded(list[k].Low), "high", rounded(list[k].High)))
	}
	return lines
}

func heading(req ask.Request, module string, games int) string {
	if module == "" {
		return req.Say("rated.title", "n", games)
	}
	return req.Say("rated.title-of", "n", games, "module", wording.InWords(module))
}

// choices returns buttons for the tables of single modules and of all, none with fewer than two modules.
func choices(req ask.Request, shown string, modules []string) []discordgo.MessageComponent {
	if len(modules) < 2 {
		return nil
	}
	var buttons []discordgo.MessageComponent
	for _, m := range append([]string{""}, modules[:min(len(modules), 2*page.RowLimit-1)]...) {
		label := m
		if m == "" {
			label = req.Say("button.ratings-all")
		}
		b := page.Button(label, pressRatings+":"+m+":", discordgo.SecondaryButton)
		b.Disabled = m == shown
		buttons = append(buttons, b)
	}
	return page.Rows(buttons)
}
