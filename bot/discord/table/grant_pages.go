package table

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// grantsPage shows to the asker alone who acts for his side, for which units, and what is offered. The line first,
// about a change, stands above; "" for none. A menu ends what the asker may end.
func (s Seats) grantsPage(ctx context.Context, req ask.Request, first string) ([]rest.Message, error) {
	t, err := s.Referee.Team(ctx, req.Cmd.Channel, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	loc := req.Localizer.ForPlayer(t.View)
	lines := []string{first, loc.Say("seat.commander", "side", t.View.Side(), "user", tell.Mention(loc, t.Commander))}
	menu := discordgo.SelectMenu{CustomID: page.PressID(pressEndGrant, t.Table.Game),
		Placeholder: loc.Say("seat.end-grant")}
	for _, r := range t.Grants {
		what := grantedUnits(loc, r)
		lines = append(lines, loc.Say("seat.grant", "number", r.Number, "user", granteeInWords(loc, r.Grant),
			"what", wording.InWords(what))+spanInWords(loc, r.Grant)+stateInWords(loc, t.Table, r.Grant))
		isMastersOffer := r.Reason != "" && !r.Begun // only the game master can take it back
		if r.To == req.Cmd.User || t.Commander == req.Cmd.User && !isMastersOffer {
			menu.Options = append(menu.Options, discordgo.SelectMenuOption{Value: strconv.Itoa(r.Number),
				Label: wording.Clip(loc.Say("seat.grant-label", "number", r.Number, "what", wording.InWords(what)),
					page.ChoiceText)})
		}
	}
	if len(t.Grants) == 0 {
		lines = append(lines, loc.Say("seat.alone"))
	}
	p := page.Page[view.Secret]{Text: play.JoinLines(append(lines, consentsAwaited(loc, t.Table)...))}
	if len(menu.Options) > 0 {
		p.Rows = page.OneRow(page.Limited(loc, menu))
	}
	return req.Open(t.Table, t.View, p)
}

func grantedUnits(loc wording.Localizer, r api.TeamGrant) string {
	var names []string
	for _, f := range r.Formations {
		names = append(names, loc.Group(order.GroupID(f)))
	}
	for _, id := range r.Units {
		names = append(names, string(loc.UniqueName(id)))
	}
	switch {
	case r.ForGood:
		return loc.Say("seat.the-seat")
	case r.All:
		return loc.Say("seat.all-units")
	case len(names) == 0:
		return loc.Say("seat.no-units")
	}
	return strings.Join(names, ", ")
}

// granteeInWords returns a mention of the user who has a grant or is asked, or a word for anybody.
func granteeInWords(loc wording.Localizer, r api.Grant) wording.InWords {
	if r.To == "" {
		return wording.InWords(loc.Say("seat.anybody"))
	}
	return tell.Mention(loc, r.To)
}

// spanInWords returns from when and until when a grant lasts, "" if it begins at once and has no end.
func spanInWords(loc wording.Localizer, r api.Grant) (words string) {
	if !r.From.IsZero() && !r.Begun {
		words += loc.Say("seat.from", "from", r.From)
	}
	if !r.Until.IsZero() {
		words += loc.Say("seat.until", "until", r.Until)
	}
	return words
}

// stateInWords says whether a grant must still be accepted, consented to, or begin; "" for one that has begun.
func stateInWords(loc wording.Localizer, t api.Table, r api.Grant) string {
	switch {
	case r.Begun:
		return ""
	case r.AwaitsConsent():
		return loc.Say("seat.awaits-consent", "user", tell.Mention(loc, t.Player(r.Consent)))
	case r.Accepted:
		return loc.Say("seat.begins-later")
	}
	return loc.Say("seat.unanswered")
}

// consentInWords returns a blank and who must consent to an offered grant; "" if nobody must, or if r is nil.
func consentInWords(loc wording.Localizer, t api.Table, r *api.Grant) string {
	if r == nil || r.Consent == "" {
		return ""
	}
	return " " + loc.Say("seat.told-needs", "user", tell.Mention(loc, t.Player(r.Consent)))
}

// consentsAwaited returns a line for each seat that changes hands only if a player consents.
func consentsAwaited(loc wording.Localizer, t api.Table) (lines []string) {
	for _, r := range t.Grants {
		if r.AwaitsConsent() {
			lines = append(lines, consentAsked(loc, t, r))
		}
	}
	return lines
}

// consentAsked says who would get a seat, and asks the player who must consent.
func consentAsked(loc wording.Localizer, t api.Table, r api.Grant) string {
	args := []any{"side", r.Side, "to", tell.Mention(loc, r.To), "user", tell.Mention(loc, t.Player(r.Consent)),
		"giver", tell.Mention(loc, r.Giver), "span", wording.InWords(spanInWords(loc, r))}
	if r.Consent == r.Side {
		return loc.Say("seat.told-consent-own", args...)
	}
	return loc.Say("seat.told-consent", args...)
}

// TellGrant returns the public page of a grant that is offered, or that only needs a player's consent. It pings whoever
// must answer. If the seat's player does not offer it himself, it pings him too. It does not name the grant's units.
func TellGrant(loc wording.Localizer, t api.Table) page.Page[view.Public] {
	c := t.Reseated
	number := strconv.Itoa(c.Number)
	giver := cmp.Or(c.Giver, t.Player(c.Side))
	args := []any{"side", c.Side, "user", tell.Mention(loc, giver), "player", tell.Mention(loc, t.Player(c.Side)),
		"to", tell.Mention(loc, c.To), "span", wording.InWords(spanInWords(loc, c.Grant))}
	yes := page.Button(loc.Say("button.accept"), page.PressID(pressAcceptGrant, t.Game, number),
		discordgo.SuccessButton)
	no := page.Button(loc.Say("button.decline"), page.PressID(pressEndGrant, t.Game, number), discordgo.SecondaryButton)
	if c.AwaitsConsent() {
		return page.Page[view.Public]{Text: consentAsked(loc, t, c.Grant), Rows: page.OneRow(yes, no),
			Ping: pinged(t.Player(c.Consent))}
	}
	if c.ForGood {
		yes.Label = loc.Say("button.seat-take")
	}
	p := page.Page[view.Public]{Rows: page.OneRow(yes, no), Ping: []string{c.To}}
	switch {
	case c.To == "":
		p.Text, p.Rows, p.Ping = loc.Say("seat.told-open", args...), page.OneRow(yes), nil
	case c.ForGood:
		p.Text = loc.Say("seat.told-offered", args...)
	case c.All:
		p.Text = loc.Say("seat.told-offered-all", args...)
	default:
		p.Text = loc.Say("seat.told-offered-units", args...)
	}
	p.Text += consentInWords(loc, t, &c.Grant)
	player := t.Player(c.Side)
	offersAnothers := c.OffersAnothers(player)
	switch {
	case c.Reason != "":
		p.Text += "\n" + loc.Say("seat.told-master", append(args, "reason", c.Reason)...)
	case offersAnothers:
		p.Text += "\n" + loc.Say("seat.told-sought", append(args, "number", c.Number)...)
	}
	if offersAnothers {
		p.Ping = append(p.Ping, pinged(player)...)
	}
	return p
}

// takenInWords says that a seat has another player, and why: its player has handed it over, a game master has offered
// it, or the other side has, because the clock had run out.
func takenInWords(loc wording.Localizer, c api.Reseated, args []any) string {
	args = append(args, "giver", tell.Mention(loc, c.Giver), "from", tell.Mention(loc, c.Had), "reason", c.Reason)
	words := loc.Say("seat.told-taken", args...)
	switch {
	case c.Reason != "":
		words = loc.Say("seat.told-taken-master", args...)
	case c.Giver != c.Had && c.Giver != "":
		words = loc.Say("seat.told-taken-clock", args...)
	}
	words += " " + loc.Say("seat.told-sees", args...)
	if c.By != "" && c.By != c.To {
		words += " " + loc.Say("seat.told-agreed", "user", tell.Mention(loc, c.By))
	}
	return words
}

// TellReseated returns the public page of a grant's outcome. A change of hands pings all players and the former one.
func TellReseated(loc wording.Localizer, t api.Table) page.Page[view.Public] {
	c := *t.Reseated
	args := []any{"side", c.Side, "to", granteeInWords(loc, c.Grant), "user", tell.Mention(loc, t.Player(c.Side)),
		"span", wording.InWords(spanInWords(loc, c.Grant))}
	begins := c.Does == api.GrantBegun || c.Does == api.GrantGiven && c.Begun
	if begins && c.ForGood {
		p := PingAll(loc, t, takenInWords(loc, c, args))
		p.Ping = append(p.Ping, pinged(c.Had)...)
		p.Rows = page.OneRow(page.DueButton(loc, t.Game), page.SideButton(loc, t.Game))
		return p
	}
	text := loc.Say("seat.told-unasked", args...)
	switch {
	case begins && c.All:
		text = loc.Say("seat.told-begun-all", args...)
	case begins:
		text = loc.Say("seat.told-begun-units", args...)
	case c.Does != api.GrantEnded && c.ForGood:
		text = loc.Say("seat.told-accepted-seat", args...)
	case c.Does != api.GrantEnded:
		text = loc.Say("seat.told-accepted", args...)
	case c.AwaitsConsent() && c.By == t.Player(c.Consent):
		text = loc.Say("seat.told-refused", append(args, "by", tell.Mention(loc, c.By))...)
	case c.Begun:
		text = loc.Say("seat.told-ended", args...)
	case c.By == c.To:
		text = loc.Say("seat.told-declined", args...)
	case c.ForGood:
		text = loc.Say("seat.told-retracted", args...)
	}
	return page.Page[view.Public]{Text: text}
}
