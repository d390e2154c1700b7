package localtable

import (
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/localtable/wire"
)

//go:embed page
var pageFiles embed.FS

// routePage registers the routes of the page and of package player. Bodies and answers are JSON. A user's mistake is
// answered with 422 and {"error": …}.
func routePage(mux *http.ServeMux, announce *announcer, asker *asker) {
	s := &pageServer{table: announce.table, announce: announce, asker: asker}
	mux.HandleFunc("GET /{$}", servePage("page/index.html"))
	for _, part := range []string{"page.css", "page.js", "zoom.js", "message.js", "menu.js", "typing.js", "words.js",
		"icon.svg"} {
		mux.HandleFunc("GET /table/"+part, servePage("page/"+part))
	}
	mux.HandleFunc("GET /attachments/{hash}/{name}", s.serveFile)
	mux.HandleFunc("GET /table/users", s.listUsers)
	mux.HandleFunc("GET /table/locales", listLocales)
	mux.HandleFunc("GET /table/events", s.watch)
	mux.HandleFunc("GET /table/messages", s.history)
	for path, work := range map[string]func(*http.Request, userAction) (any, error){
		"say": s.say, "suggest": s.suggestions, "use": s.use, "fill": s.fill, "dismiss": s.dismiss, "settings": s.set,
		"channels": s.addChannel,
	} {
		mux.HandleFunc("POST /table/"+path, s.handleAction(work))
	}
}

// pageServer answers the page and package player.
type pageServer struct {
	table    *Table
	announce *announcer
	asker    *asker
}

// userAction is an action of a user. Which fields are used depends on the path.
type userAction struct {
	User        string            `json:"user"`
	Channel     string            `json:"channel"`
	Text        string            `json:"text"`
	Message     string            `json:"message"`
	CustomID    string            `json:"custom_id"`
	Values      []string          `json:"values"`
	Interaction string            `json:"interaction"` // of a form
	Fields      map[string]string `json:"fields"`      // of a form, by custom ID
	DMsClosed   bool              `json:"dms_closed"`
	Locale      string            `json:"locale"`
	Name        string            `json:"name"`
}

// handleAction decodes an action, carries it out and encodes the result. Only JSON is accepted, because a foreign page
// cannot send it without a preflight request.
func (s *pageServer) handleAction(work func(*http.Request, userAction) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if contentType(r) != "application/json" {
			http.Error(w, "JSON is required", http.StatusUnsupportedMediaType)
			return
		}
		var d userAction
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&d); err != nil {
			http.Error(w, "the body cannot be read: "+err.Error(), http.StatusBadRequest)
			return
		}
		answer, err := work(r, d)
		s.table.Lock()
		s.setToldHeader(w, d.User)
		s.table.Unlock()
		writeJSON(w, answer, err)
	}
}

// setToldHeader sets the header with the sequence number of the last event for a user, so that a client can wait for
// it. The lock is held.
func (s *pageServer) setToldHeader(w http.ResponseWriter, user string) {
	if m := s.table.member(user); m != nil {
		w.Header().Set(wire.ToldHeader, strconv.Itoa(m.told))
	}
}

func writeJSON(w http.ResponseWriter, answer any, err error) {
	status := http.StatusOK
	if err != nil {
		status = http.StatusInternalServerError
		var wrong inputError
		if errors.As(err, &wrong) {
			status = http.StatusUnprocessableEntity
		}
		answer = map[string]string{"error": err.Error()}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer) // an error means that the page has gone away
}

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

func (s *pageServer) listUsers(w http.ResponseWriter, r *http.Request) {
	var out []wire.User
	for _, m := range s.table.members { // neither the list nor its names ever change
		out = append(out, wire.User{ID: m.ID, Username: m.Username, Discriminator: "0"})
	}
	writeJSON(w, out, nil)
}

// history lists the stored messages of a channel, oldest first.
func (s *pageServer) history(w http.ResponseWriter, r *http.Request) {
	want, err := parsePage(r)
	if err != nil {
		writeJSON(w, nil, inputError(err.Error()))
		return
	}
	user := r.URL.Query().Get("user")
	s.table.Lock()
	c := s.table.channelFor(user, r.URL.Query().Get("channel"))
	out := []wire.Message{}
	if c != nil {
		for _, p := range s.table.page(c, want) {
			out = append(out, p.Message)
		}
	}
	s.setToldHeader(w, user)
	s.table.Unlock()
	if c == nil {
		err = inputError("there is no such channel")
	}
	writeJSON(w, out, err)
}

// say takes an input line: a slash command, which the bot must answer, or plain text for everybody.
func (s *pageServer) say(r *http.Request, d userAction) (any, error) {
	text := strings.TrimSpace(d.Text)
	s.table.Lock()
	m, c := s.table.member(d.User), s.table.channelFor(d.User, d.Channel)
	if m == nil || c == nil {
		s.table.Unlock()
		return nil, inputError("there is no such channel")
	}
	if !strings.HasPrefix(text, "/") {
		defer s.table.Unlock()
		return s.postText(m, c, text)
	}
	if c.archived() {
		s.table.Unlock()
		return nil, inputError("commands cannot be used in an archived thread")
	}
	t, ok := parseInput(text, s.table.commandsIn(c, m.ID), m.Locale)
	var data commandData
	err := error(inputErrorf("there is no command %s here", text))
	if ok {
		data, err = commandOf(s.table, t, m.ID, m.Locale)
	}
	s.table.Unlock()
	if err != nil {
		return nil, err
	}
	return s.asker.ask(r.Context(), &interaction{kind: onCommand, user: m, channel: c, name: t.name(), usage: text},
		data).answer, nil
}

// postText posts a user's own text in a channel.
func (s *pageServer) postText(m *member, c *channel, text string) (any, error) {
	if n := utf8.RuneCountInString(text); n == 0 || n > maxContent {
		return nil, inputErrorf("a message has 1 to %d characters", maxContent)
	}
	if err := s.announce.unarchive(c); err != nil {
		return nil, inputError("the thread is locked")
	}
	message := s.announce.newMessage(c, publicUser(m.User))
	message.Content, message.Mentions, message.Everyone = text, s.announce.mentions(text, nil), (*allowed)(nil).everyone(text)
	message.Pinged = s.announce.pings(message)
	if err := s.announce.publish(post{Message: message}); err != nil {
		return nil, err
	}
	return wire.Answer{Outcome: wire.Sent, Message: &message}, nil
}

func (s *pageServer) suggestions(r *http.Request, d userAction) (any, error) {
	return s.suggest(r.Context(), d.User, d.Channel, d.Text)
}

// use presses a button or chooses from a menu of a message that the user sees.
func (s *pageServer) use(r *http.Request, d userAction) (any, error) {
	it, data, err := s.using(d)
	if err != nil {
		return nil, err
	}
	return s.asker.ask(r.Context(), it, data).answer, nil
}

// using checks the use of a component and returns its interaction with the data.
func (s *pageServer) using(d userAction) (*interaction, map[string]any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	p, ok := s.table.posts[d.Message]
	c := s.table.channelFor(d.User, p.Message.ChannelID)
	m := s.table.member(d.User)
	if !ok || c == nil || m == nil || !p.seenBy(d.User) {
		return nil, nil, inputError("there is no such message")
	}
	component, ok := find(p.Message.Components, d.CustomID)
	if !ok {
		return nil, nil, inputError("the message has no such button or menu")
	}
	if component.Disabled {
		return nil, nil, inputError("it is disabled")
	}
	data := map[string]any{"custom_id": d.CustomID, "component_type": component.Type}
	if component.Type == wire.Menu {
		if err := choosable(component, d.Values); err != nil {
			return nil, nil, err
		}
		data["values"] = d.Values
	}
	return &interaction{kind: onComponent, user: m, channel: c, source: p.Message.ID}, data, nil
}

// find looks for a component by its custom ID.
func find(rows []wire.Component, id string) (wire.Component, bool) {
	for _, row := range rows {
		for _, c := range row.Components {
			if c.CustomID == id && id != "" {
				return c, true
			}
		}
	}
	return wire.Component{}, false
}

func choosable(menu wire.Component, values []string) error {
	if least, most := bounds(menu); len(values) < least || len(values) > most {
		return inputErrorf("choose %d to %d", least, most)
	}
	for i, v := range values {
		if slices.Contains(values[:i], v) || !slices.ContainsFunc(menu.Options,
			func(o wire.MenuOption) bool { return o.Value == v }) {
			return inputErrorf("%q cannot be chosen", v)
		}
	}
	return nil
}

// fill submits a form that the bot opened.
func (s *pageServer) fill(r *http.Request, d userAction) (any, error) {
	it, data, opened, err := s.filling(d)
	if err != nil {
		return nil, err
	}
	answer := s.asker.ask(r.Context(), it, data).answer
	if answer.Outcome != wire.Failed { // a form without an answer may be submitted again
		s.table.Lock()
		opened.form = nil
		s.table.Unlock()
	}
	return answer, nil
}

// filling checks a submitted form and returns its interaction with the data, and the interaction that opened the form.
func (s *pageServer) filling(d userAction) (it *interaction, data map[string]any, opened *interaction, err error) {
	s.table.Lock()
	defer s.table.Unlock()
	opened = s.asker.findLive(func(it *interaction) bool {
		return it.id == d.Interaction && it.user.ID == d.User && it.form != nil
	})
	if opened == nil {
		return nil, nil, nil, inputError("the form is gone")
	}
	var rows []any
	for i, row := range opened.form.Components {
		input := row.Components[0]
		value := d.Fields[input.CustomID]
		n, required := utf8.RuneCountInString(value), input.Required == nil || *input.Required
		if required && n == 0 || n > 0 && n < input.MinLength || input.MaxLength > 0 && n > input.MaxLength ||
			n > maxInput {
			return nil, nil, nil, inputErrorf("the length of %q does not fit", input.Label)
		}
		if input.Style == wire.ShortStyle && strings.ContainsAny(value, "\r\n") {
			return nil, nil, nil, inputErrorf("%q takes one line", input.Label)
		}
		rows = append(rows, filledIn(row.Type, 2*i+1, map[string]any{"type": wire.TextInput, "id": 2*i + 2,
			"custom_id": input.CustomID, "value": value}))
	}
	data = map[string]any{"custom_id": opened.form.CustomID, "components": rows}
	it = &interaction{kind: onForm, user: opened.user, channel: opened.channel, source: opened.source, opener: opened}
	return it, data, opened, nil
}

// filledIn is a row or a label of a submitted form.
func filledIn(kind, id int, input map[string]any) map[string]any {
	if kind == wire.Labelled {
		return map[string]any{"type": kind, "id": id, "component": input}
	}
	return map[string]any{"type": kind, "id": id, "components": []any{input}}
}

// dismiss hides an ephemeral message from its reader for good.
func (s *pageServer) dismiss(r *http.Request, d userAction) (any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	p, ok := s.table.posts[d.Message]
	if !ok || p.For != d.User {
		return nil, inputError("only a message that you alone see can be dismissed")
	}
	p.Dismissed = true
	s.table.posts[d.Message] = p
	s.announce.tell(p.Message.ChannelID, p.For, wire.Event{Kind: "gone", ID: p.Message.ID})
	return struct{}{}, nil
}

// set stores a user's language and whether he accepts DMs from the bot.
func (s *pageServer) set(r *http.Request, d userAction) (any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	if s.table.member(d.User) == nil {
		return nil, inputError("there is no such user")
	}
	if !slices.Contains(locales, d.Locale) {
		return nil, inputErrorf("the language %q is not offered here", d.Locale)
	}
	return struct{}{}, s.table.commit(entry{Settings: &settings{d.User, d.DMsClosed, d.Locale}})
}

var channelName = regexp.MustCompile(`^[-_\p{L}\p{N}]{1,100}$`)

// addChannel adds a channel to the guild, for another game.
func (s *pageServer) addChannel(r *http.Request, d userAction) (any, error) {
	s.table.Lock()
	defer s.table.Unlock()
	if !channelName.MatchString(d.Name) || strings.ToLower(d.Name) != d.Name {
		return nil, inputError("a channel's name has small letters, digits and hyphens")
	}
	if s.table.channelNamed(d.Name) != nil {
		return nil, inputErrorf("there is a channel %s already", d.Name)
	}
	c, err := s.announce.open(*s.table.newChannel(d.Name))
	if err != nil {
		return nil, err
	}
	return c.Channel, nil
}
