package statuspost

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/layout"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/posts"
	"grognard/rules/view"
)

// Page returns the post of a game that has begun, in a frame: how the game stands; what it waits for and since when,
// beside the button for orders; these files; and in small letters the rest, beside the button for what has happened
// since. It pings nobody, and the caller must attach the files.
func Page(loc wording.Localizer, t api.Table, b *view.Board, files []posts.File) rest.Message {
	loc = loc.On(b.Map)
	head, more, _ := strings.Cut(loc.Header(b), "\n")
	parts := []layout.Component{text(head)}
	if t.Over {
		parts = append(parts, text(tell.EndingInWords(loc, t, b)))
	} else {
		waits := []string{tell.WaitingInWords(loc, t, b)}
		parts = append(parts, beside(page.OrdersButton(loc, t.Game),
			slices.Concat(waits, tell.ClockLines(loc, t), tell.PauseLines(loc, t))...))
	}
	for _, f := range files {
		parts = append(parts, shown(f))
	}
	small := wording.Subtext(strings.TrimPrefix(more+"\n"+tell.SeatsInWords(loc, t), "\n"))
	parts = append(parts, beside(page.SinceButton(loc, t.Game), small))
	return framed(parts)
}

// framed returns a message in Discord's newer layout, with parts in one frame.
func framed(parts []layout.Component) rest.Message {
	m := rest.NewMessage("", []layout.Component{layout.Container{Components: parts}})
	m.Flags = layout.Flag
	return m
}

// text returns lines as one of the post's three texts, clipped to a third of what Discord allows a message.
func text(lines ...string) layout.Text {
	return layout.Text{Content: wording.Clip(strings.Join(lines, "\n"), layout.MaxText/3)}
}

// beside returns lines beside a button.
func beside(button layout.Component, lines ...string) layout.Component {
	return layout.Section{Texts: []layout.Text{text(lines...)}, Accessory: button}
}

// shown returns a component for a file: a picture, or a .txt with words that are too many for an alternative text.
func shown(f posts.File) layout.Component {
	if path.Ext(f.Name) == ".txt" {
		return layout.File{File: layout.Attached(f.Name)}
	}
	return layout.Gallery{Items: []layout.Picture{{Media: layout.Attached(f.Name), Description: f.Alt}}}
}

// filesOf returns the names and alternative texts of a message's files.
func filesOf(m rest.Message) (files []posts.File) {
	for _, a := range m.Attachments {
		files = append(files, posts.File{Name: a.Filename, Alt: a.Description})
	}
	return files
}

// moment names what a post's picture shows: a picture is drawn when a phase has ended, and stays until the next one
// ends. "framed" tells it from the pictures of older posts without a frame, which an edit must send once more.
func moment(b *view.Board, t api.Table) string {
	return fmt.Sprint("framed ", b.Turn, b.Phase, t.Over)
}
