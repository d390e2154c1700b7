package tell

import (
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/people"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// othersOfSide returns a text that says who plays a side beside the player who has its seat.
func othersOfSide(loc wording.Localizer, seat api.Seat) (words string) {
	var team []string
	for _, m := range seat.Members {
		if m.Deputy {
			words += loc.Say("seat.deputy", "user", Mention(loc, m.User))
		} else {
			team = append(team, m.User)
		}
	}
	if len(team) > 0 {
		words += loc.Say("seat.with", "users", MentionAll(loc, team))
	}
	return words
}

// askedBySide returns a text with the users who are asked to act for a side and have not answered, or "".
func askedBySide(loc wording.Localizer, t api.Table, side order.Side) string {
	var users []string
	for _, r := range t.Grants {
		if r.Side == side && r.To != "" && !r.Accepted {
			users = append(users, r.To)
		}
	}
	if len(users) == 0 {
		return ""
	}
	return loc.Say("seat.asked-users", "users", MentionAll(loc, users))
}

// SeatReply returns an answer with text. A user who can still give his dice word gets a button for that.
func SeatReply(req ask.Request, t api.Table, text string, files ...page.Figure[view.Public]) []rest.Message {
	p := page.Page[view.Public]{Text: text, Figures: files}
	if CanGiveDiceWord(req, t) {
		p.Text += "\n" + req.Say("word.why")
		p.Rows = page.OneRow(page.Button(req.Say("button.word"), page.PressID(page.PressWord, t.Game),
			discordgo.SecondaryButton))
	}
	return p.Messages()
}

// CanGiveDiceWord reports whether the asker has a seat and can still give his word for the dice.
func CanGiveDiceWord(req ask.Request, t api.Table) bool {
	for _, seat := range t.Seats {
		if seat.User == req.Cmd.User {
			return !seat.Worded && !t.Started && !t.Over
		}
	}
	return false
}

// Mention returns a mention of a user, which Discord shows as his name. A forgotten user is named by his number.
func Mention(loc wording.Localizer, user string) wording.InWords {
	if n, ok := people.ForgottenNumber(user); ok {
		return wording.InWords(loc.Say("seat.forgotten", "number", n))
	}
	if !rest.IsID(user) {
		return wording.InWords(user)
	}
	return wording.InWords("<@" + user + ">")
}

// MentionAll returns mentions of users, separated by commas.
func MentionAll(loc wording.Localizer, users []string) wording.InWords {
	all := make([]string, len(users))
	for i, user := range users {
		all[i] = string(Mention(loc, user))
	}
	return wording.InWords(strings.Join(all, ", "))
}
