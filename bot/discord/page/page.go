package page

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"

	"grognard/bot/discord/emojis"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// Page is something for an audience to see: words, and pictures and buttons made from the same view. A page for one
// audience does not convert to a page for another.
type Page[A view.Audience] struct {
	Text    string
	Figures []Figure[A]
	Rows    []discordgo.MessageComponent
	Ping    []string // users
	Quiet   bool     // it notifies nobody
	Waits   string   // the game that has to go on before there is something to order; "" for none
}

// Messages returns the page in parts that Discord accepts. The pictures and the buttons come with the last part.
func (p Page[A]) Messages() []rest.Message {
	texts := emojis.Split(p.Text, rest.ContentLimit)
	list := make([]rest.Message, len(texts))
	for i, t := range texts {
		var ping []string
		if i == 0 {
			ping = p.Ping
		}
		list[i] = rest.NewMessage(t, nil, ping...)
		if p.Quiet {
			list[i].Flags = discordgo.MessageFlagsSuppressNotifications
		}
	}
	last := &list[len(list)-1]
	last.Waits = p.Waits
	if p.Rows != nil {
		last.Components = p.Rows
	}
	for _, f := range p.Figures {
		f.attach(last, p.Text)
	}
	return list
}

// InFull returns the page with whole, which has in words all that its picture shows.
func (p Page[A]) InFull(whole string) Page[A] {
	for i := range p.Figures {
		p.Figures[i].Whole = whole
	}
	return p
}

// PrivatePage is a page for one user.
type PrivatePage struct {
	User string
	Page Page[view.Secret]
}

var ErrNotTheirs = errors.New("a secret was about to be shown to somebody else")

// ShowSide returns a private page of a secret for a user. It is the only way to make one. Whether he may see it follows
// from the secret itself: he must play its side at the table.
func ShowSide(t api.Table, v view.Secret, user string, p Page[view.Secret]) (PrivatePage, error) {
	if !t.Plays(user, v.Side()) {
		return PrivatePage{}, ErrNotTheirs
	}
	return PrivatePage{user, p}, nil
}

// PageRoom is how many characters of a list fit a page of it; the rest of the message is for what is above and below.
const PageRoom = rest.ContentLimit - 200

// PageButtons returns buttons to the pages before and after page number, if they exist; id makes a page's custom ID.
func PageButtons(loc wording.Localizer, number, pages int, id func(int) string) []discordgo.MessageComponent {
	return NamedPages(loc, number, pages, id, func(n int) string {
		return loc.Say("button.page", "n", n+1, "of", pages)
	})
}

// PageMenu returns a menu of pages, of which now is shown: of more than a menu has room for those about it.
func PageMenu(id, asks string, now, pages int, option func(int) discordgo.SelectMenuOption) discordgo.SelectMenu {
	m := discordgo.SelectMenu{CustomID: id, Placeholder: asks}
	first := max(min(now-MenuLimit/2, pages-MenuLimit), 0)
	for n := first; n < min(first+MenuLimit, pages); n++ {
		o := option(n)
		o.Label, o.Description = wording.Clip(o.Label, 100), wording.Clip(o.Description, 100)
		m.Options = append(m.Options, o)
	}
	return m
}

// NamedPages does what PageButtons does, with buttons that say by name what is on their pages.
func NamedPages(loc wording.Localizer, number, pages int,
	id, name func(int) string) (buttons []discordgo.MessageComponent) {
	if to := number - 1; to >= 0 {
		label := loc.Say("button.earlier", "page", wording.InWords(name(to)))
		buttons = append(buttons, Button(label, id(to), discordgo.SecondaryButton))
	}
	if to := number + 1; to < pages {
		label := loc.Say("button.later", "page", wording.InWords(name(to)))
		buttons = append(buttons, Button(label, id(to), discordgo.SecondaryButton))
	}
	return buttons
}

// Checksum returns a checksum that differs for messages which say different things. A picture counts by its name and
// words, so that it need not be drawn. Emojis do not count, because a bot that starts does not have them yet.
func Checksum(m rest.Message) string {
	raw, err := json.Marshal([]any{emojis.Plain(m.Content), m.Components, m.Attachments})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(emojis.Bare(raw))
	return hex.EncodeToString(sum[:8])
}

// Discord's limits.
const (
	MenuLimit   = 25  // options of a menu
	ValueLimit  = 100 // characters of the value of an option
	RowLimit    = 5   // buttons of a row
	LabelLimit  = 80  // characters on a button
	ButtonLimit = 25  // buttons of a message
	IdLimit     = 100 // characters of a custom ID
	ChoiceLimit = 25  // lines of the list that is shown while an option is typed
	ChoiceText  = 100 // characters of a line of it, and of what it puts into the option
)
