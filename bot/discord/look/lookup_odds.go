package look

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/charttext"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/ticks"
	"grognard/bot/discord/wording"
	"grognard/bot/lookup"
	"grognard/bot/referee/titles"
	"grognard/render"
	"grognard/rules/order"
	"grognard/rules/view"
)

// isHypothetical reports whether /odds is asked about a hypothetical fight, and not about one in a game. Options that
// belong to neither, or to both, are refused with the error mixed.
func isHypothetical(values map[string]string, mixed error) (bool, error) {
	game := values["target"] != "" || values["units"] != ""
	paper := values["attack"] != "" || values["defence"] != "" || values["table"] != "" || values["shift"] != ""
	if game == paper {
		return false, mixed
	}
	if game && values["target"] == "" {
		return false, ask.Refusal("odds.half", "units", wording.Verbatim(values["units"]))
	}
	return paper, nil
}

// odds answers /odds: of a hypothetical fight, or of one in a game.
func (l *Lookups) odds(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	mixed := ask.Refusal("odds.mixed")
	if g, err := l.gameOf(ctx, req, ask.TypedCommand{}); err == nil && len(g.Map().Groups) > 0 {
		mixed = ask.Refusal("odds.mixed-ratings", "tables", fightTables(g, ""))
		if len(values) == 0 {
			if list, err := l.Fights.AnswerOdds(ctx, req, values); err == nil {
				return list, nil
			}
		}
	}
	if paper, err := isHypothetical(values, mixed); err != nil {
		return nil, err
	} else if paper {
		return l.lookUp(ctx, req, ask.TypedCommand{Verb: OddsVerb, Values: values})
	}
	return l.Fights.AnswerOdds(ctx, req, values)
}

// suggestFight completes with what can be named of a fight in a game.
func (l *Lookups) suggestFight(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	return l.Fights.SuggestFight(ctx, req, t)
}

// lookOdds answers /odds of a hypothetical fight: odds, column, and the chances of each result and of its losses.
func (l *Lookups) lookOdds(ctx context.Context, req ask.Request, m ask.TypedCommand) (ask.LookupResult, error) {
	g, err := l.gameOf(ctx, req, m)
	if err != nil {
		return ask.LookupResult{}, err
	}
	shift, _ := strconv.Atoi(m.Values["shift"]) // "" is no shift
	fight := lookup.Fight{Table: m.Values["table"], Attack: m.Values["attack"], Defence: m.Values["defence"],
		Shift: shift}
	tables := g.Book.Reference()
	at, err := tables.FightTable(fight.Table)
	if err != nil {
		return ask.LookupResult{}, err
	}
	t, loc := tables.Tables[at], req.Localizer.On(g.Map())
	if fight.Modifiers, err = ticks.Read(loc, g.Book, t, m); err != nil {
		return ask.LookupResult{}, err
	}
	e, err := g.Book.Odds(fight)
	if err != nil {
		return ask.LookupResult{}, err
	}
	p := page.Page[view.Public]{Text: estimateInWords(loc, g, t, fight, e),
		Rows: ticks.Rows(loc, g.Book, t, m.With(GameValue, g.ID), fight.Modifiers)}
	// The picture shows the column alone, so that it can be cached; the strengths are in words.
	about := []string{strings.TrimSpace(g.Title + string(wording.Citation(e.Rule)))}
	p.Figures = l.cachedFigure(ctx, req, m, g, "odds.png", ticks.Plain(p.Text), fmt.Sprint(e.Table, " ", e.Column, " ",
		e.Modified.Roll), func(style render.Style) (render.Picture[view.Public], error) {
		title := loc.Say("paper.title", "table", t.Title, "column", wording.InWords(columnOf(t, e.Column, loc)))
		return render.DrawChances[view.Public](l.Painter, render.Chances{Title: title, About: about, Estimate: e,
			Results: loc.Say("paper.results"), Say: loc.Plainly}, style)
	})
	return ask.LookupResult{Page: p, Said: m.With(GameValue, g.ID).Shorter("attack", e.Attack.Exact(),
		"defence", e.Defence.Exact())}, nil
}

// fightTables returns the fight tables of a game as /odds takes them, without the one that has the ID except.
func fightTables(g *titles.Printed, except string) (ids []string) {
	for _, t := range g.Book.Reference().Tables {
		if !t.NoFight && t.ID != except {
			ids = append(ids, "table:"+t.ID)
		}
	}
	return ids
}

func estimateInWords(loc wording.Localizer, g *titles.Printed, t view.Table, f lookup.Fight, e view.Estimate) string {
	lines := append([]string{"**" + g.Title + "** · " + loc.Text(t.Title)}, strengthLines(loc, t, f, e)...)
	switch {
	case e.Column < 0 && t.Below != "":
		lines = append(lines, loc.Say("crt.left", "column", wording.InWords(t.Columns[0])))
	case e.Column < 0:
		lines = append(lines, loc.Say("odds.no-roll", "least", wording.InWords(t.Columns[0])))
	}
	lines = append(append(lines, resultChances(e)), prospects(loc, e)...)
	var results []string
	for _, r := range e.Results {
		results = append(results, r.Result)
	}
	lines = append(lines, ticks.Meanings(loc, g.Map(), t, results)...)
	if f.Table == "" { // the first one was taken
		if others := fightTables(g, t.ID); len(others) > 0 {
			lines = append(lines, loc.Say("paper.others", "tables", others))
		}
	}
	return strings.Join(lines, "\n") + tell.ChangedInWords(loc, g.Origin)
}

// strengthLines returns the strengths of a hypothetical fight, and the column that they lead to, a line each.
func strengthLines(loc wording.Localizer, t view.Table, f lookup.Fight, e view.Estimate) (lines []string) {
	attack := strengthAndSum(f.Attack, e.Attack.String())
	if t.Beside {
		lines = append(lines, loc.Say("paper.strength", "strength", wording.InWords(attack)))
	} else {
		lines = append(lines, loc.Say("paper.strengths", "attack", wording.InWords(attack),
			"defence", wording.InWords(strengthAndSum(f.Defence, e.Defence.String()))))
	}
	if words := ticks.Words(loc, f.Modifiers); words != "" {
		lines = append(lines, words)
	}
	if attack, defence, ok := e.Multiplied(); ok {
		lines = append(lines, loc.Say("paper.become", "attack", attack.Mixed(), "defence", defence.Mixed()))
	}
	column := wording.InWords(columnOf(t, e.Unshift, loc))
	read := loc.Say("paper.odds", "odds", e.Compared, "read", t.Read, "column", column)
	if t.Beside {
		read = loc.Say("paper.read", "read", t.Read, "column", column)
	}
	if e.Ruled.ID != "" {
		read += loc.Text(e.Ruled)
	}
	if shift := e.Shift + ticks.Shift(f.Modifiers); shift != 0 {
		read += loc.Say("paper.shift", "shift", wording.Signed(shift),
			"column", wording.InWords(columnOf(t, e.Column, loc)))
	}
	return append(lines, read+string(wording.Citation(e.Rule)))
}

// strengthAndSum returns a strength as it was written, and its sum if that is not the same.
func strengthAndSum(typed, sum string) string {
	typed = string(wording.Quoted(wording.WithoutStars(strings.TrimSpace(typed))))
	if typed == sum {
		return sum
	}
	return typed + " = " + sum
}

// columnOf returns the heading of a column; -1 is to the left of the first.
func columnOf(t view.Table, i int, loc wording.Localizer) string {
	if i < 0 {
		return loc.Say("paper.left", "column", t.Columns[0])
	}
	return string(ticks.Printed(t.Columns[i]))
}

func resultChances(e view.Estimate) string {
	parts := make([]string, len(e.Results))
	for i, r := range e.Results {
		parts[i] = "**" + string(ticks.Printed(r.Result)) + "** " + charttext.Chance(r.Throws, e.Throws)
	}
	return strings.Join(parts, " · ")
}

// prospects returns the chances of losses and retreats, a line for each kind that is possible.
func prospects(loc wording.Localizer, e view.Estimate) (lines []string) {
	for _, p := range e.Chances {
		if len(p.AtLeast) == 0 {
			continue
		}
		parts := make([]string, len(p.AtLeast))
		for i, n := range p.AtLeast {
			parts[i] = strconv.Itoa(i+1) + "+ " + charttext.Chance(n, e.Throws)
		}
		lines = append(lines, loc.Say("paper.prospect", "what", p.What,
			"chances", wording.InWords(strings.Join(parts, ", "))))
	}
	return lines
}

// OddsVerb asks for the odds of a fight.
const OddsVerb = order.PlannedAttack
