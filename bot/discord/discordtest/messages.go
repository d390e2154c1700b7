package discordtest

import (
	"bytes"
	"image"
	"image/gif"
	"image/png"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

// Labelled returns the button with a label, also if it says more after that: odds, or what is destroyed.
func Labelled(m player.Message, label string) (button wire.Component, ok bool) {
	return m.Part(func(c wire.Component) bool {
		shown := strings.TrimRight(c.Label, " ↑↗→↘↓↙←↖") // without the arrow to what is outside the picture
		return c.Label == label || shown == label || strings.HasPrefix(c.Label, label+" · ")
	})
}

// Turning returns the button that turns to another page, whose label begins with an arrow.
func Turning(m player.Message, arrow string) (button wire.Component, ok bool) {
	return m.Part(func(c wire.Component) bool { return strings.HasPrefix(c.Label, arrow+" ") })
}

// Labels returns what stands on a message's buttons, "" for each menu.
func Labels(m player.Message) (labels []string) {
	for _, c := range m.Parts() {
		labels = append(labels, c.Label)
	}
	return labels
}

// FindMenu returns the first menu of a message, or the first that has a line of this label.
func FindMenu(m player.Message, label ...string) (menu wire.Component, ok bool) {
	return m.Part(func(c wire.Component) bool {
		return c.Type == wire.Menu && (len(label) == 0 || slices.Contains(Lines(c), label[0]))
	})
}

// Menu returns the first menu of a message.
func Menu(f *Fixture, m player.Message) wire.Component {
	f.T.Helper()
	menu, ok := FindMenu(m)
	if !ok {
		f.T.Fatalf("no menu below %q", m.Content)
	}
	return menu
}

// Lines returns the labels of a menu's lines.
func Lines(menu wire.Component) (out []string) {
	for _, o := range menu.Options {
		out = append(out, o.Label)
	}
	return out
}

// HasLabel holds that a message has a button with a label, or has none.
func (f *Fixture) HasLabel(m player.Message, label string, want bool) {
	f.T.Helper()
	if _, ok := Labelled(m, label); ok != want {
		f.T.Errorf("that %q has the button %q is %t: %q", m.Content, label, ok, Labels(m))
	}
}

// Equal holds that got equals want. format, with one verb for got, says what it is.
func Equal[T any](t testing.TB, format string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf(format+", want %v", got, want)
	}
}

// Contains holds that a text has words, in any order.
func Contains(t testing.TB, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%q is missing in %q", w, text)
		}
	}
}

// Excludes holds that a text has none of these words.
func Excludes(t testing.TB, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if strings.Contains(text, w) {
			t.Errorf("%q is in %q", w, text)
		}
	}
}

// Has holds that a message has words, in any order, and returns it.
func (f *Fixture) Has(m player.Message, words ...string) player.Message {
	f.T.Helper()
	Contains(f.T, m.Content, words...)
	return m
}

// Lacks holds that a message has none of these words, and returns it.
func (f *Fixture) Lacks(m player.Message, words ...string) player.Message {
	f.T.Helper()
	Excludes(f.T, m.Content, words...)
	return m
}

// Reads holds that a message has words in this order, and returns it.
func (f *Fixture) Reads(m player.Message, words ...string) player.Message {
	f.T.Helper()
	rest := m.Content
	for _, w := range words {
		_, after, ok := strings.Cut(rest, w)
		if !ok {
			f.T.Errorf("%q lacks %q, or has it too early", m.Content, w)
			return m
		}
		rest = after
	}
	return m
}

// IsPrivate holds that one user alone sees a message.
func IsPrivate(f *Fixture, m player.Message) {
	f.T.Helper()
	if !m.Private() {
		f.T.Errorf("an answer that everybody sees: %q", m.Content)
	}
}

// Calls holds that a message notifies these players, and nobody else.
func (f *Fixture) Calls(m player.Message, players ...*player.Player) {
	f.T.Helper()
	var got, want []string
	for _, u := range m.Mentions {
		got = append(got, u.ID)
	}
	for _, p := range players {
		want = append(want, p.User().ID)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		f.T.Errorf("%q calls %v, want %v", m.Content, got, want)
	}
}

// Mention returns the text by which a message mentions a user.
func Mention(p *player.Player) string { return "<@" + p.User().ID + ">" }

// Await waits for a message that the player sees.
func (f *Fixture) Await(p *player.Player, fits func(player.Message) bool) player.Message {
	f.T.Helper()
	return must.Get(p.Await(f.Ctx, fits))(f.T)
}

// AwaitPosted waits for a message in the channel with words.
func (f *Fixture) AwaitPosted(p *player.Player, words ...string) player.Message {
	f.T.Helper()
	return f.Await(p, player.Posted(f.Channel, words...))
}

// AwaitDM waits for a direct message to a player with words.
func (f *Fixture) AwaitDM(p *player.Player, words ...string) player.Message {
	f.T.Helper()
	return f.Await(p, player.Posted(f.DM(p), words...))
}

// Posted returns the channel's messages with words that everybody sees, as a player sees them.
func (f *Fixture) Posted(p *player.Player, words ...string) []player.Message {
	f.T.Helper()
	list, fits := must.Get(p.Messages(f.Ctx, f.Channel))(f.T), player.Posted(f.Channel, words...)
	return slices.DeleteFunc(list, func(m player.Message) bool { return !fits(m) })
}

// Visible returns all that a player can read in the channel and in direct messages.
func (f *Fixture) Visible(p *player.Player) []player.Message {
	f.T.Helper()
	return append(must.Get(p.Messages(f.Ctx, f.Channel))(f.T), must.Get(p.Messages(f.Ctx, f.DM(p)))(f.T)...)
}

// File returns what is in the only file of a message, which must be called so.
func File(f *Fixture, p *player.Player, m player.Message, name string) string {
	f.T.Helper()
	if len(m.Attachments) != 1 || m.Attachments[0].Filename != name {
		f.T.Fatalf("the files of %q: %+v", m.Content, m.Attachments)
	}
	return string(must.Get(p.Picture(f.Ctx, m.Attachments[0]))(f.T))
}

// Words returns all that the first picture of a message shows: its text file, or its description. There must be one.
func Words(f *Fixture, p *player.Player, m player.Message) string {
	f.T.Helper()
	for _, a := range m.Attachments {
		if a.Filename == wordsFile(m.Attachments[0]) {
			return string(must.Get(p.Picture(f.Ctx, a))(f.T))
		}
	}
	return m.Attachments[0].Description
}

func wordsFile(a player.Attachment) string {
	return strings.TrimSuffix(a.Filename, path.Ext(a.Filename)) + ".txt"
}

// Images decodes all pictures of a message. Their words keep to Discord's limits; if cut, the whole is beside them.
func Images(f *Fixture, p *player.Player, m player.Message) (list []image.Image) {
	f.T.Helper()
	for _, a := range m.Attachments {
		if strings.HasSuffix(a.Filename, ".txt") {
			continue
		}
		file := wordsFile(a)
		whole := slices.ContainsFunc(m.Attachments, func(b player.Attachment) bool { return b.Filename == file })
		if strings.HasSuffix(a.Description, "("+file+")") != whole || strings.HasSuffix(a.Description, "…") {
			f.T.Errorf("%s at %q is cut; all of it beside: %t: %q", a.Filename, m.Content, whole, a.Description)
		}
		read := png.Decode
		if strings.HasSuffix(a.Filename, ".gif") {
			read = gif.Decode
		}
		img, err := read(bytes.NewReader(must.Get(p.Picture(f.Ctx, a))(f.T)))
		if err != nil {
			f.T.Fatalf("%s at %q: %v", a.Filename, m.Content, err)
		}
		if n := utf8.RuneCountInString(a.Description); n == 0 || n > 1024 {
			f.T.Errorf("%d characters for the words of %s at %q", n, a.Filename, m.Content)
		}
		list = append(list, img)
	}
	return list
}

// Picture decodes a message's only picture, and returns its words.
func (f *Fixture) Picture(p *player.Player, m player.Message) (words string) {
	f.T.Helper()
	if n := len(Images(f, p, m)); n != 1 {
		f.T.Fatalf("%d pictures at %q", n, m.Content)
	}
	return m.Attachments[0].Description
}

// Alt does what Picture does, and holds that the picture is called so.
func (f *Fixture) Alt(p *player.Player, m player.Message, name string) string {
	f.T.Helper()
	words := f.Picture(p, m)
	if m.Attachments[0].Filename != name {
		f.T.Errorf("the picture at %q is called %s, want %s", m.Content, m.Attachments[0].Filename, name)
	}
	return words
}

// PictureNames returns the file names of a message's pictures.
func PictureNames(m player.Message) (list []string) {
	for _, a := range m.Attachments {
		list = append(list, a.Filename)
	}
	return list
}
