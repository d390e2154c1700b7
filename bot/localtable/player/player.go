// Package player sits at a local table as a person does, over HTTP and nothing else: it types, clicks, looks and
// waits. Tests play with it.
//
//	anna, err := player.Sit(ctx, server.URL, "Anna")
//	channel, err := anna.Channel("autumn-for-barbarossa")
//	_, err = anna.Say(ctx, channel, "/game join side:german")
//	m, err := boris.Await(ctx, func(m player.Message) bool { return strings.Contains(m.Content, "Soviets") })
//
// A player sees what the server shows its user, no more; what it awaits may have come before it asks. Like a real
// client it holds the ephemeral messages that have come while it sat, and no other: who sits down anew does not see
// them. It follows one stream; when that breaks, all that waits fails with the reason. A Player is safe for use by
// several goroutines.
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

// ErrNoAnswer is what a user gets whose command or click the bot did not answer in time.
var ErrNoAnswer = errors.New("the application did not respond")

// Refused is what the client itself says to a user, in words: nothing has reached the bot.
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
	chosen   map[string]map[string][]string // by message and custom ID: what a menu shows as chosen since it was drawn
	changed  chan struct{}                  // closed and replaced at every change
	broken   error                          // why the stream ended
}

// Sit takes the place of a user, by name or identifier, and follows what he sees until ctx ends or Leave.
func Sit(ctx context.Context, base, user string) (*Player, error) {
	p := &Player{base: base, messages: map[string]wire.Message{}, chosen: map[string]map[string][]string{},
		changed: make(chan struct{})}
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
	if err := p.next(events); err != nil { // hello: from now on the player knows what there is
		p.Leave()
		return nil, err
	}
	go p.follow(events)
	return p, nil
}

// Leave ends the stream.
func (p *Player) Leave() {
	p.leave()
	p.stream.Close()
}

// User is whom the player plays.
func (p *Player) User() User { return p.user }

// Channel finds a channel of the guild by name.
func (p *Player) Channel(name string) (string, error) {
	return p.find(func(c wire.Channel) bool { return c.Name == name }, "channel "+name)
}

// DM is the user's channel with the bot.
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

// Open makes a new channel of the guild and returns its identifier.
func (p *Player) Open(ctx context.Context, name string) (string, error) {
	var c wire.Channel
	err := p.post(ctx, "/table/channels", map[string]any{"name": name}, &c)
	return c.ID, err
}

// Say sends a line: a slash command, or plain words. Of a command it returns the bot's answer, of which a promised one
// is waited for; the error is ErrNoAnswer when there is none, Refused when the line is wrong.
func (p *Player) Say(ctx context.Context, channel, text string) (Message, error) {
	return p.answer(ctx, "/table/say", map[string]any{"channel": channel, "text": text})
}

// Click presses a button. It returns the new message that answers, the message that changed, or the old one when the
// bot only took note.
func (p *Player) Click(ctx context.Context, message, customID string) (Message, error) {
	return p.answer(ctx, "/table/use", map[string]any{"message": message, "custom_id": customID})
}

// Choose opens a menu, chooses these values and no others, and closes it; it returns what Click does. However many the
// values are, the bot hears of them once. A choice that is the same as before is Refused: no client reports it.
func (p *Player) Choose(ctx context.Context, message, customID string, values ...string) (Message, error) {
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
	return p.form(ctx, "/table/use", map[string]any{"message": message, "custom_id": customID})
}

// Fill hands in a form, its fields by custom ID; one that is not named keeps what the bot had put into it. Lines of a
// field of many lines are separated by "\n".
func (p *Player) Fill(ctx context.Context, form Form, fields map[string]string) (Message, error) {
	all := map[string]string{}
	for _, row := range form.Components {
		for _, input := range row.Components {
			all[input.CustomID] = input.Value
		}
	}
	maps.Copy(all, fields)
	return p.answer(ctx, "/table/fill", map[string]any{"interaction": form.interaction, "fields": all})
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
	err := p.post(ctx, "/table/suggest", map[string]any{"channel": channel, "text": text}, &list)
	return list, err
}

// Dismiss does away with a message that only the user sees.
func (p *Player) Dismiss(ctx context.Context, message string) error {
	return p.post(ctx, "/table/dismiss", map[string]any{"message": message}, &struct{}{})
}

// Settings chooses whether the user refuses DMs of the bot, and his language: "en-US", "fr" or "ja".
func (p *Player) Settings(ctx context.Context, dmsClosed bool, locale string) error {
	return p.post(ctx, "/table/settings", map[string]any{"dms_closed": dmsClosed, "locale": locale}, &struct{}{})
}

// Messages lists all messages of a channel that the user sees, oldest first: those of the history, and the ephemeral
// ones that have come while he sat.
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

func (p *Player) answer(ctx context.Context, path string, action map[string]any) (Message, error) {
	a, err := p.act(ctx, path, action)
	switch {
	case err != nil:
		return Message{}, err
	case a.Outcome == wire.Opened:
		return Message{}, fmt.Errorf("the bot opened the form %q", a.Form.Title)
	case a.Outcome == wire.Deferred:
		return p.Await(ctx, func(m Message) bool { return m.ID == a.Message.ID && m.Flags&wire.Loading == 0 })
	case a.Outcome == wire.Acknowledged: // what the bot has to say changes the message
		before := a.Message.Edited
		return p.Await(ctx, func(m Message) bool {
			return m.ID == a.Message.ID && m.Edited != nil && (before == nil || !m.Edited.Equal(*before))
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

func (p *Player) act(ctx context.Context, path string, action map[string]any) (wire.Answer, error) {
	var a wire.Answer
	if err := p.post(ctx, path, action, &a); err != nil {
		return a, err
	}
	if a.Outcome == wire.Failed {
		return a, ErrNoAnswer
	}
	return a, nil
}

func (p *Player) post(ctx context.Context, path string, action map[string]any, into any) error {
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

// decode reads an answer, then waits for what the user had been told of before it: who has an answer has also seen
// what it speaks of.
func (p *Player) decode(ctx context.Context, resp *http.Response, err error, into any) error {
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil {
		return fmt.Errorf("answer of %s: %w", resp.Request.URL.Path, err)
	}
	told := resp.Header.Get(wire.ToldHeader)
	if told == "" {
		return nil
	}
	seq, err := strconv.Atoi(told)
	if err != nil {
		return fmt.Errorf("answer of %s: %w", resp.Request.URL.Path, err)
	}
	return p.catchUp(ctx, seq)
}

// do sends a request; an answer that is no success is an error, of type Refused when it speaks to the user.
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
