// Package cases answers /case: the position of the channel's game as a file that the adjudicator runs, for quarrels
// about a ruling.
//
//	face := cases.Face{Looks: looks, Referee: r.Cases}
//	commands = append(commands, face.Commands()...)
//
// The answer goes to the asker alone, with what his side may see; public:true posts what everybody may see.
//
// Limits: from:now is the only position; a note in the case says that something is left out.
package cases

import (
	"context"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/limit"
	"grognard/bot/referee/cases"
	"grognard/rules/view"
)

// fileName is the name of the file with the case.
const fileName = "case.yaml"

// Face is what Discord shows of cases.
type Face struct {
	look.Looks
	Referee Referee
}

// Referee writes cases.
type Referee interface {
	Of(ctx context.Context, channel, user, typed string) (cases.Case, error)
}

// Commands returns the command. It is queued with the films: a case is run before it is shown.
func (f Face) Commands() []ask.CommandSpec {
	return []ask.CommandSpec{{Verb: "case", Run: f.write, Cost: limit.Film, Options: []ask.Option{
		ask.ChoiceOption("from", "now").AsRequired(), ask.TextOption("order").WithLongest(mostOrder),
		ask.PublicOption()}}}
}

// mostOrder is how many characters an order has at most.
const mostOrder = 500

// write answers /case with the file.
func (f Face) write(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	user := req.Cmd.User
	if values["public"] == "true" {
		user = ""
	}
	c, err := f.Referee.Of(ctx, req.Cmd.Channel, user, values["order"])
	if err != nil {
		return nil, err
	}
	if err := req.CheckGame(c.Table); err != nil {
		return nil, err
	}
	if c.Secret != nil {
		return req.Open(c.Table, *c.Secret, casePage[view.Secret](req, c))
	}
	return f.ShowPublic(ctx, req, values, casePage[view.Public](req, c))
}

// casePage returns the answer: what the file is and how to run it, and the file.
func casePage[A view.Audience](req ask.Request, c cases.Case) page.Page[A] {
	text := req.Say("case.seen", "title", wording.InWords(c.Table.Title))
	if c.Table.Over {
		text = req.Say("case.open", "title", wording.InWords(c.Table.Title))
	}
	return page.Page[A]{Text: text + " " + req.Say("case.run"),
		Figures: []page.Figure[A]{{Name: fileName, Alt: req.Say("alt.case"), Data: c.Text}}}
}
