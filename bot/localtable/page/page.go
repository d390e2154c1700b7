// Package page is the browser's side of a table: the page's files, the stream of what a user sees, and a user's
// actions. Package player uses the same routes. It shows a user only what Discord would show him.
package page

import (
	"embed"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/bot/localtable/action"
	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/emojis"
	"grognard/bot/localtable/forms"
	"grognard/bot/localtable/interact"
	"grognard/bot/localtable/named"
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/threads"
	"grognard/bot/localtable/typed"
	"grognard/bot/localtable/wire"
)

// serveFile shows pictures and offers everything else for download only, so that a file cannot run a script here. The
// address contains the hash of the bytes, so it cannot be guessed and its content never changes.
func (s *server) serveFile(w http.ResponseWriter, r *http.Request) {
	data, err := s.table.Files.Get(r.PathValue("hash"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	kind := http.DetectContentType(data)
	switch kind {
	case "image/png", "image/jpeg", "image/gif", "image/webp":
	default:
		kind = "application/octet-stream"
		w.Header().Set("Content-Disposition", "attachment")
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Security-Policy", "sandbox; default-src 'none'")
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	_, _ = w.Write(data) // an error means that the reader has gone away
}

//go:embed *.html *.css *.js *.svg
var pageFiles embed.FS

// Route registers the routes of the page and of package player. Bodies and answers are JSON. A user's mistake is
// answered with 422 and {"error": …}.
func Route(mux *http.ServeMux, a *announce.Announcer, asker *interact.Asker) {
	s := &server{table: a.Table, announce: a, asker: asker}
	mux.HandleFunc("GET /{$}", servePage("index.html"))
	for _, part := range []string{"page.css", "layout.css", "page.js", "zoom.js", "message.js", "layout.js", "menu.js",
		"typing.js", "words.js", "icon.svg"} {
		mux.HandleFunc("GET /table/"+part, servePage(part))
	}
	mux.HandleFunc("GET /attachments/{hash}/{name}", s.serveFile)
	mux.HandleFunc("GET /emojis/{id}", emojis.Redirect(&s.table.Emojis, s.table))
	mux.HandleFunc("GET /table/users", s.listUsers)
	mux.HandleFunc("GET /table/locales",
		func(w http.ResponseWriter, _ *http.Request) { action.WriteJSON(w, locales, nil) })
	mux.HandleFunc("GET /table/events", s.watch)
	mux.HandleFunc("GET /table/messages", s.history)
	for path, work := range map[string]func(*http.Request, userAction) (any, error){
		"say": s.say, "suggest": s.suggest, "use": s.use, "fill": s.fill, "dismiss": s.dismiss, "settings": s.set,
	} {
		mux.HandleFunc("POST /table/"+path, action.Handle(s.table, work))
	}
}

// server answers the page and package player.
type server struct {
	table    *state.Table
	announce *announce.Announcer
	asker    *interact.Asker
}

// userAction is an action of a user. Which fields are used depends on the path.
type userAction struct {
	User        string              `json:"user"`
	Channel     string              `json:"channel"`
	Text        string              `json:"text"`
	Message     string              `json:"message"`
	CustomID    string              `json:"custom_id"`
	Values      []string            `json:"values"`
	Interaction string              `json:"interaction"` // of a form
	Fields      map[string]string   `json:"fields"`      // of a form, by custom ID
	DMsClosed   bool                `json:"dms_closed"`
	Locale      string              `json:"locale"`
	Picked      map[string][]string `json:"picked"` // in the menus and boxes of a form
}

// Actor returns the user whose action it is.
func (d userAction) Actor() string { return d.User }

// servePage serves a file of the page, which may load nothing from other origins and must not be framed.
func servePage(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy",
			"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "+
				"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeFileFS(w, r, fs.FS(pageFiles), name)
	}
}

func (s *server) listUsers(w http.ResponseWriter, r *http.Request) {
	var out []wire.User
	for _, m := range s.table.Members { // neither the list nor its names ever change
		out = append(out, wire.User{ID: m.ID, Username: m.Username, Discriminator: "0"})
	}
	action.WriteJSON(w, out, nil)
}

// history lists the stored messages of a channel, oldest first.
func (s *server) history(w http.ResponseWriter, r *http.Request) {
	want, err := state.ParsePage(r)
	if err != nil {
		action.WriteJSON(w, nil, typed.InputError(err.Error()))
		return
	}
	user := r.URL.Query().Get("user")
	s.table.Lock()
	c := s.table.ChannelFor(user, r.URL.Query().Get("channel"))
	out := []wire.Message{}
	if c == nil {
		err = typed.InputError("there is no such channel")
	} else {
		for _, p := range s.table.Page(c, want) {
			out = append(out, p.Message)
		}
	}
	action.SetTold(w, s.table, user)
	s.table.Unlock()
	action.WriteJSON(w, out, err)
}

// say takes an input line: a slash command, which the bot must answer, or plain text for everybody.
func (s *server) say(r *http.Request, d userAction) (any, error) {
	text := strings.TrimSpace(d.Text)
	s.table.Lock()
	m, c := s.table.Member(d.User), s.table.ChannelFor(d.User, d.Channel)
	if m == nil || c == nil {
		s.table.Unlock()
		return nil, typed.InputError("there is no such channel")
	}
	if !strings.HasPrefix(text, "/") {
		defer s.table.Unlock()
		return s.postText(m, c, text)
	}
	if err := threads.Closed(s.table, c, m.ID); err != nil {
		s.table.Unlock()
		return nil, typed.InputErrorf("commands cannot be used here: %v", err)
	}
	t, ok := typed.Parse(text, s.table.CommandsIn(c, m.ID))
	var data typed.CommandData
	err := error(typed.InputError(named.NoCommand(s.table, m.ID, text)))
	if ok {
		data, err = typed.Data(s.table, t, m.ID)
	}
	s.table.Unlock()
	if err != nil {
		return nil, err
	}
	it := &interact.Interaction{Kind: shape.OnCommand, User: m, Channel: c, Name: t.Name(), Usage: text}
	return s.asker.Ask(r.Context(), it, data).Answer, nil
}

// postText posts a user's own text in a channel.
func (s *server) postText(m *state.Member, c *state.Channel, text string) (any, error) {
	if n := utf8.RuneCountInString(text); n == 0 || n > check.MaxContent {
		return nil, typed.InputErrorf("a message has 1 to %d characters", check.MaxContent)
	}
	message := s.announce.NewMessage(c, state.PublicUser(m.User))
	message.Content, message.Mentions = text, s.announce.Mentions(text, nil) // nil: it may notify everybody
	message.Everyone = (*check.Allowed)(nil).Everyone(text)
	if err := threads.Enter(s.announce, c, &message); err != nil {
		return nil, typed.InputError(err.Error())
	}
	if err := s.announce.Publish(state.Post{Message: message}); err != nil {
		return nil, err
	}
	return wire.Answer{Outcome: wire.Sent, Message: &message}, nil
}

// use presses a button or chooses from a menu of a message that the user sees.
func (s *server) use(r *http.Request, d userAction) (any, error) {
	it, data, err := s.useOf(d)
	if err != nil {
		return nil, err
	}
	return s.asker.Ask(r.Context(), it, data).Answer, nil
}

// useOf checks the use of a component and returns its interaction with the data.
func (s *server) useOf(d userAction) (*interact.Interaction, map[string]any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	p, ok := s.table.Posts[d.Message]
	c := s.table.ChannelFor(d.User, p.Message.ChannelID)
	m := s.table.Member(d.User)
	if !ok || c == nil || m == nil || !p.SeenBy(d.User) {
		return nil, nil, typed.InputError("there is no such message")
	}
	if c.Archived() {
		return nil, nil, typed.InputError("the thread is archived: a message wakes it")
	}
	component, ok := p.Message.Part(func(c wire.Component) bool { return c.CustomID == d.CustomID && d.CustomID != "" })
	if !ok {
		return nil, nil, typed.InputError("the message has no such button or menu")
	}
	if component.Disabled {
		return nil, nil, typed.InputError("it is disabled")
	}
	data := map[string]any{"custom_id": d.CustomID, "component_type": component.Type}
	if component.Type != wire.Button {
		resolved := forms.Resolved{}
		if err := forms.Choose(s.table, c, component, d.Values, resolved); err != nil {
			return nil, nil, err
		}
		data["values"] = d.Values
		if len(resolved) > 0 {
			data["resolved"] = resolved
		}
	}
	return &interact.Interaction{Kind: shape.OnComponent, User: m, Channel: c, Source: p.Message.ID}, data, nil
}

// fill submits a form that the bot opened.
func (s *server) fill(r *http.Request, d userAction) (any, error) {
	it, opened, data, err := s.formOf(d)
	if err != nil {
		return nil, err
	}
	answer := s.asker.Ask(r.Context(), it, data).Answer
	if answer.Outcome != wire.Failed { // a form without an answer may be submitted again
		s.table.Lock()
		opened.Form = nil
		s.table.Unlock()
	}
	return answer, nil
}

// formOf checks a submitted form. It returns its interaction, the interaction that opened the form, and its data.
func (s *server) formOf(d userAction) (it, opened *interact.Interaction, data map[string]any, err error) {
	s.table.Lock()
	defer s.table.Unlock()
	opened = s.asker.FindLive(func(it *interact.Interaction) bool {
		return it.ID == d.Interaction && it.User.ID == d.User && it.Form != nil
	})
	if opened == nil {
		return nil, nil, nil, typed.InputError("the form is gone")
	}
	if data, err = forms.Submit(s.table, opened.Channel, *opened.Form, d.Fields, d.Picked); err != nil {
		return nil, nil, nil, err
	}
	it = &interact.Interaction{Kind: shape.OnForm, User: opened.User, Channel: opened.Channel, Source: opened.Source}
	return it, opened, data, nil
}

// dismiss hides an ephemeral message from its reader for good.
func (s *server) dismiss(r *http.Request, d userAction) (any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	p, ok := s.table.Posts[d.Message]
	if !ok || p.For != d.User {
		return nil, typed.InputError("only a message that you alone see can be dismissed")
	}
	p.Dismissed = true
	s.table.Posts[d.Message] = p
	s.announce.Tell(p.Message.ChannelID, p.For, wire.Event{Kind: "gone", ID: p.Message.ID})
	return struct{}{}, nil
}

// set stores a user's language and whether he accepts DMs from the bot.
func (s *server) set(r *http.Request, d userAction) (any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	if s.table.Member(d.User) == nil {
		return nil, typed.InputError("there is no such user")
	}
	if !slices.Contains(locales, d.Locale) {
		return nil, typed.InputErrorf("the language %q is not offered here", d.Locale)
	}
	chosen := &state.Settings{User: d.User, DMsClosed: d.DMsClosed, Locale: d.Locale}
	return struct{}{}, s.table.Commit(state.Entry{Settings: chosen})
}

// suggest returns what could be typed next: a command, a subcommand, an option, or a value of the last option. The bot
// is asked only for autocompletion, and only the typing user gets its answer.
func (s *server) suggest(r *http.Request, d userAction) (any, error) {
	s.table.Lock()
	m, c := s.table.Member(d.User), s.table.ChannelFor(d.User, d.Channel)
	if m == nil || c == nil {
		s.table.Unlock()
		return nil, typed.InputError("there is no such channel")
	}
	commands := s.table.CommandsIn(c, m.ID)
	t, ok := typed.Parse(d.Text, commands)
	var partly typed.CommandData
	if ok && len(t.Given) > 0 {
		partly = typed.Partial(s.table, t)
	}
	channels := typed.ChannelNames(s.table)
	s.table.Unlock()
	switch {
	case !ok && t.Command.Name != "": // the command needs a subcommand
		return typed.SuggestSubcommands(t), nil
	case !ok: // the text names no command yet
		return typed.SuggestCommands(d.Text, commands), nil
	case len(t.Given) == 0:
		return typed.SuggestOptions(t, d.Text, t.Unparsed), nil
	}
	last := t.Given[len(t.Given)-1]
	choices, filter := typed.FixedChoices(s.table, last.Option, channels), last.Raw
	if last.Option.Autocomplete {
		it := &interact.Interaction{Kind: shape.OnAutocomplete, User: m, Channel: c}
		reply := s.asker.Ask(r.Context(), it, partly)
		if reply.Answer.Outcome == wire.Failed {
			return nil, typed.InputError("Loading options failed")
		}
		choices, filter = reply.Choices, "" // the bot has already filtered them
	}
	values := typed.SuggestValues(d.Text, last, choices, filter)
	ended := strings.HasSuffix(d.Text, " ") && last.Raw != ""
	if ended && (len(values.Items) == 0 || typed.IsChosen(values, last.Raw)) {
		return typed.SuggestOptions(t, d.Text, ""), nil
	}
	return values, nil
}

// locales are the languages that a user can choose in Discord's client. The page offers all of them, whatever
// languages the bot speaks, and names each in the language itself.
var locales = []string{
	"ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr", "hu", "id",
	"it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
}
