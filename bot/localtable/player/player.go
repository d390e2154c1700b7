// Package player is a client of the local table that uses it over HTTP only, as a person with a browser does: it types,
// clicks, reads and waits. It is for tests.
//
//	anna, err := player.Sit(ctx, server.URL, "Anna")
//	channel, err := anna.Channel("autumn-for-barbarossa")
//	_, err = anna.Say(ctx, channel, "/game join side:german")
//	m, err := boris.Await(ctx, func(m player.Message) bool { return strings.Contains(m.Content, "Soviets") })
//
// A player sees what the server shows its user and nothing else. Await also finds messages that came before the call.
// Like a real client, a player holds only the ephemeral messages that came since Sit. It follows one stream of events;
// when the stream breaks, everything that waits fails with the reason. A Player is safe for use by several goroutines.
package player

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"grognard/bot/localtable/wire"
)

// What a player handles.
type (
	Message    = wire.Message
	Attachment = wire.Attachment
	Choice     = wire.Choice
	Channel    = wire.Channel
	User       = wire.User
)

// Picked is what is chosen in the menus and boxes of a form, by custom ID. A Checkbox is ticked by any value.
type Picked map[string][]string

// ErrNoAnswer is the error of a command or click that the bot did not answer in time.
var ErrNoAnswer = errors.New("the application did not respond")

// Refused is an error message of the client itself: nothing has reached the bot.
type Refused string

func (r Refused) Error() string { return string(r) }

// Form is a form that the bot opened.
type Form struct {
	wire.Form
	interaction string
}

// Player is one user at the table.
type Player struct {
	base   string
	user   wire.User
	leave  context.CancelFunc
	stream io.Closer

	mu       sync.Mutex // guards all below
	seen     int        // Seq of the last event
	channels []wire.Channel
	messages map[string]wire.Message
	moved    map[string]string              // by the ID of a deleted private message: a newer one's with the same text
	chosen   map[string]map[string][]string // by message and custom ID: the choice in a menu since the last edit
	changed  chan struct{}                  // closed and replaced at every change
	broken   error                          // why the stream ended
}

// Sit takes the place of a user, by name or identifier, and follows what he sees until ctx ends or Leave.
func Sit(ctx context.Context, base, user string) (*Player, error) {
	p := &Player{base: base, messages: map[string]wire.Message{}, moved: map[string]string{},
		chosen: map[string]map[string][]string{}, changed: make(chan struct{})}
	var users []wire.User
	if err := p.get(ctx, "/table/users", &users); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(users, func(u wire.User) bool { return u.Username == user || u.ID == user })
	if i < 0 {
		return nil, fmt.Errorf("no user %s at the table", user)
	}
	p.user = users[i]
	ctx, p.leave = context.WithCancel(ctx)
	resp, err := p.do(ctx, http.MethodGet, "/table/events?user="+p.user.ID, nil)
	if err != nil {
		p.leave()
		return nil, err
	}
	p.stream = resp.Body
	events := bufio.NewReader(resp.Body)
	if err := p.next(events); err != nil { // the hello event
		p.Leave()
		return nil, err
	}
	go p.follow(events)
	return p, nil
}

// Leave ends the stream of events.
func (p *Player) Leave() {
	p.leave()
	p.stream.Close()
}

// User returns the user whom the player plays.
func (p *Player) User() User { return p.user }

// Channel returns the identifier of the first channel with a name that the user sees.
func (p *Player) Channel(name string) (string, error) {
	return p.find(func(c wire.Channel) bool { return c.Name == name }, "channel "+name)
}

// DM returns the identifier of the user's channel with the bot.
func (p *Player) DM(context.Context) (string, error) {
	return p.find(func(c wire.Channel) bool { return c.Type == wire.DM }, "DM channel")
}

func (p *Player) find(fits func(wire.Channel) bool, what string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.IndexFunc(p.channels, fits); i >= 0 {
		return p.channels[i].ID, nil
	}
	return "", fmt.Errorf("%s sees no %s", p.user.Username, what)
}

// Known returns a channel or thread as the table last described it. ok is false if the user sees none with this ID.
func (p *Player) Known(id string) (c Channel, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.IndexFunc(p.channels, func(c wire.Channel) bool { return c.ID == id }); i >= 0 {
		c, ok = p.channels[i], true
	}
	return c, ok
}

// Open creates a channel of the guild and returns its identifier.
func (p *Player) Open(ctx context.Context, name string) (string, error) {
	var c wire.Channel
	err := p.Post(ctx, "/table/places/channel", map[string]any{"name": name}, &c)
	return c.ID, err
}

// Say sends a slash command or plain text. For a command it returns the bot's answer, and waits for a deferred one. The
// error is ErrNoAnswer if no answer comes in time, and Refused if the line is wrong.
func (p *Player) Say(ctx context.Context, channel, text string) (Message, error) {
	return p.answer(ctx, "/table/say", map[string]any{"channel": channel, "text": text})
}

// Click presses a button. It returns the answer or the changed message. If the bot only acknowledges the click, Click
// waits until the bot changes the message.
func (p *Player) Click(ctx context.Context, message, customID string) (Message, error) {
	return p.answer(ctx, "/table/use", map[string]any{"message": p.Latest(message), "custom_id": customID})
}

// Choose opens a menu, chooses exactly these values and closes it; it returns what Click does. The bot gets one
// interaction however many the values are. An unchanged choice is Refused, because no client reports it.
func (p *Player) Choose(ctx context.Context, message, customID string, values ...string) (Message, error) {
	message = p.Latest(message)
	before, changed := p.choose(message, customID, values)
	if !changed {
		return Message{}, Refused("that is chosen already")
	}
	m, err := p.answer(ctx, "/table/use", map[string]any{"message": message, "custom_id": customID, "values": values})
	if err != nil {
		p.choose(message, customID, before)
	}
	return m, err
}

// SayForm sends a command that the bot answers with a form.
func (p *Player) SayForm(ctx context.Context, channel, text string) (Form, error) {
	return p.form(ctx, "/table/say", map[string]any{"channel": channel, "text": text})
}

// ClickForm presses a button that opens a form.
func (p *Player) ClickForm(ctx context.Context, message, customID string) (Form, error) {
	return p.form(ctx, "/table/use", map[string]any{"message": p.Latest(message), "custom_id": customID})
}

// Fill submits a form with fields by custom ID; a field that is not named keeps the bot's value. Lines of a multi-line
// field are separated by "\n". If there are several picked, only the last counts.
func (p *Player) Fill(ctx context.Context, form Form, fields map[string]string, picked ...Picked) (Message, error) {
	all, action := map[string]string{}, map[string]any{"interaction": form.interaction}
	for _, chosen := range picked {
		action["picked"] = chosen
	}
	for _, c := range form.Components {
		for _, input := range c.Components {
			all[input.CustomID] = input.Value
		}
		if c.Component != nil {
			all[c.Component.CustomID] = c.Component.Value
		}
	}
	maps.Copy(all, fields)
	action["fields"] = all
	return p.answer(ctx, "/table/fill", action)
}

// Complete returns what is offered for the last option of a text, such as "/move units:12".
func (p *Player) Complete(ctx context.Context, channel, text string) ([]Choice, error) {
	list, err := p.Suggest(ctx, channel, text)
	if err != nil {
		return nil, err
	}
	if list.Kind != "choice" {
		return nil, fmt.Errorf("%q ends in no option's value: a %s is offered", text, list.Kind)
	}
	var out []Choice
	for _, s := range list.Items {
		out = append(out, Choice{Name: s.Label, Value: s.Value})
	}
	return out, nil
}

// Suggest returns the list above the input: commands, options or choices.
func (p *Player) Suggest(ctx context.Context, channel, text string) (wire.Suggestions, error) {
	var list wire.Suggestions
	err := p.Post(ctx, "/table/suggest", map[string]any{"channel": channel, "text": text}, &list)
	return list, err
}

// Dismiss hides an ephemeral message.
func (p *Player) Dismiss(ctx context.Context, message string) error {
	return p.Post(ctx, "/table/dismiss", map[string]any{"message": message}, &struct{}{})
}

// Settings chooses whether the user refuses DMs of the bot, and the user's locale, such as "fr".
func (p *Player) Settings(ctx context.Context, dmsClosed bool, locale string) error {
	return p.Post(ctx, "/table/settings", map[string]any{"dms_closed": dmsClosed, "locale": locale}, &struct{}{})
}

// Messages lists a channel's messages that the user sees, oldest first: stored ones, and ephemeral ones since Sit.
func (p *Player) Messages(ctx context.Context, channel string) ([]Message, error) {
	var all []Message
	for before := ""; ; before = all[0].ID {
		q := url.Values{"user": {p.user.ID}, "channel": {channel}, "limit": {"100"}, "before": {before}}
		var page []Message
		if err := p.get(ctx, "/table/messages?"+q.Encode(), &page); err != nil {
			return nil, err
		}
		all = append(page, all...)
		if len(page) < 100 {
			break
		}
	}
	all = append(all, p.ephemeral(channel)...)
	slices.SortFunc(all, byAge)
	return all, nil
}

// Picture returns the bytes of an attachment.
func (p *Player) Picture(ctx context.Context, a Attachment) ([]byte, error) {
	resp, err := p.do(ctx, http.MethodGet, a.URL, nil)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// answer sends an action and returns the message that it leads to, once the bot has filled it in or changed it.
func (p *Player) answer(ctx context.Context, path string, action map[string]any) (Message, error) {
	a, err := p.act(ctx, path, action)
	switch {
	case err != nil:
		return Message{}, err
	case a.Outcome == wire.Opened:
		return Message{}, fmt.Errorf("the bot opened the form %q", a.Form.Title)
	case a.Outcome == wire.Deferred:
		return p.Await(ctx, func(m Message) bool { return m.ID == p.Latest(a.Message.ID) && m.Flags&wire.Loading == 0 })
	case a.Outcome == wire.Acknowledged: // the bot will edit the message, or put a newer one in its place
		before := a.Message.Edited
		return p.Await(ctx, func(m Message) bool {
			return m.ID == p.Latest(a.Message.ID) && (m.ID != a.Message.ID ||
				m.Edited != nil && (before == nil || !m.Edited.Equal(*before)))
		})
	}
	return *a.Message, nil
}

func (p *Player) form(ctx context.Context, path string, action map[string]any) (Form, error) {
	a, err := p.act(ctx, path, action)
	if err != nil {
		return Form{}, err
	}
	if a.Outcome != wire.Opened {
		return Form{}, fmt.Errorf("the bot opened no form: %s", a.Outcome)
	}
	return Form{*a.Form, a.Interaction}, nil
}

// act sends an action, and again if its message has moved. It fails with ErrNoAnswer if the bot gives none in time.
func (p *Player) act(ctx context.Context, path string, action map[string]any) (wire.Answer, error) {
	var a wire.Answer
	message, _ := action["message"].(string)
	err := p.Post(ctx, path, action, &a)
	if errors.Is(err, Refused("there is no such message")) { // the bot may have moved it just now
		soon, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		if _, err := p.Await(soon, func(Message) bool { return p.Latest(message) != message }); err == nil {
			action["message"] = p.Latest(message)
			return p.act(ctx, path, action)
		}
	}
	if err != nil {
		return a, err
	}
	if a.Outcome == wire.Failed {
		return a, ErrNoAnswer
	}
	return a, nil
}

// Post sends an action of the user to a route of the page and decodes the answer.
func (p *Player) Post(ctx context.Context, path string, action map[string]any, into any) error {
	action["user"] = p.user.ID
	raw, err := json.Marshal(action)
	if err != nil {
		return err
	}
	resp, err := p.do(ctx, http.MethodPost, path, raw)
	return p.decode(ctx, resp, err, into)
}

func (p *Player) get(ctx context.Context, path string, into any) error {
	resp, err := p.do(ctx, http.MethodGet, path, nil)
	return p.decode(ctx, resp, err, into)
}

// decode decodes an answer and then waits for the events that the user was sent before it, so that a caller who has the
// answer has also received the messages that it concerns.
func (p *Player) decode(ctx context.Context, resp *http.Response, err error, into any) error {
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil {
		return fmt.Errorf("answer of %s: %w", resp.Request.URL.Path, err)
	}
	last := resp.Header.Get(wire.ToldHeader)
	if last == "" {
		return nil
	}
	seq, err := strconv.Atoi(last)
	if err != nil {
		return fmt.Errorf("answer of %s: %w", resp.Request.URL.Path, err)
	}
	return p.catchUp(ctx, seq)
}

// do sends a request; a nil body is none. A status other than 200 is an error, of type Refused if the user is told why.
func (p *Player) do(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, p.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil || resp.StatusCode == http.StatusOK {
		return resp, err
	}
	defer resp.Body.Close()
	var said struct {
		Error string `json:"error"`
	}
	raw, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode == http.StatusUnprocessableEntity && json.Unmarshal(raw, &said) == nil {
		return nil, Refused(said.Error)
	}
	return nil, fmt.Errorf("%s %s: %s: %s", method, path, strconv.Itoa(resp.StatusCode), raw)
}
