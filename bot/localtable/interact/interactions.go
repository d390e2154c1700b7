// Package interact asks the bot: it sends commands, presses of buttons, submitted forms and text to be completed as
// interactions, and applies the answers. A first answer must come in time, later ones while the token is valid.
package interact

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/layout"
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/threads"
	"grognard/bot/localtable/wire"
)

// Types of first answers, numbered by Discord.
const (
	withMessage = 4
	withPromise = 5 // a deferred message, which an edit fills in later
	withNothing = 6
	withUpdate  = 7 // of the message whose component was used
	withChoices = 8
	withForm    = 9
)

// tokenLife is how long an answered interaction accepts further answers.
const tokenLife = 15 * time.Minute

// Interaction is an action of a user that the bot must answer. The table's lock guards the fields that change.
type Interaction struct {
	ID, Token string
	Kind      int // shape.OnCommand and the like
	User      *state.Member
	Channel   *state.Channel
	Name      string    // of a command, with its subcommand
	Usage     string    // of a command, as typed
	Source    string    // the message whose component was used; "" for commands
	at        time.Time // when it was sent
	Timer     *time.Timer

	State     answerState
	FollowUps int        // answers after the first
	Original  string     // the message that @original names
	Form      *wire.Form // the form that was opened as the answer, until it is submitted
	Done      chan Reply // receives the first answer
}

// Asker asks the bot: it sends interactions and takes the answers to them. The table's lock guards it.
type Asker struct {
	Table        *state.Table
	Announce     *announce.Announcer
	AnswerWithin time.Duration
	Latency      func() time.Duration // of a request; an interaction takes half of it
	interactions []*Interaction       // those whose token is valid, oldest first
}

// Close fails every interaction that waits for an answer. The lock is held.
func (s *Asker) Close() {
	for _, it := range s.interactions {
		it.Timer.Stop()
		it.fail()
	}
}

type answerState int

const (
	waiting answerState = iota
	Answered
	TimedOut // no answer came in time
)

// Reply is the first answer as the page gets it.
type Reply struct {
	Answer  wire.Answer
	Choices []wire.Choice
}

const noAnswer = "The application did not respond"

// Ask sends an interaction to every session of the bot and waits for the first answer or the deadline. Data is the
// interaction's "data". The lock must not be held.
func (s *Asker) Ask(ctx context.Context, it *Interaction, data any) Reply {
	s.Table.Lock()
	if s.Announce.Closed || !s.Announce.Gateway.Reachable() {
		s.Table.Unlock()
		return it.failure()
	}
	for len(s.interactions) > 0 && s.isExpired(s.interactions[0]) {
		s.interactions = s.interactions[1:]
	}
	it.at, it.ID, it.Token = s.Table.Now(), s.Table.NewID(), rand.Text()+rand.Text()
	it.Done = make(chan Reply, 1)
	it.Timer = time.AfterFunc(s.AnswerWithin, func() {
		s.Table.Lock()
		defer s.Table.Unlock()
		it.fail()
	})
	s.interactions = append(s.interactions, it)
	if oneWay := s.Latency() / 2; oneWay > 0 {
		s.Table.Unlock()
		time.Sleep(oneWay)
		s.Table.Lock()
	}
	s.Announce.Gateway.Dispatch("INTERACTION_CREATE", 0, func(base string) any { return s.payload(it, data, base) })
	s.Table.Unlock()
	select {
	case r := <-it.Done:
		return r
	case <-ctx.Done():
		return it.failure()
	}
}

func (it *Interaction) failure() Reply {
	return Reply{Answer: wire.Answer{Interaction: it.ID, Outcome: wire.Failed, Error: noAnswer}}
}

// fail marks an interaction without an answer as timed out. The table's lock is held.
func (it *Interaction) fail() {
	if it.State == waiting {
		it.State = TimedOut
		it.Done <- it.failure()
	}
}

// FindLive returns the newest interaction for which is returns true and whose token is still valid, or nil. It begins
// with the newest, because most answers come at once. The table's lock is held.
func (s *Asker) FindLive(is func(*Interaction) bool) *Interaction {
	for _, it := range slices.Backward(s.interactions) {
		if is(it) && !s.isExpired(it) {
			return it
		}
	}
	return nil
}

// payload returns the data of the INTERACTION_CREATE event. In a guild it has a member, in a DM a user, and for a
// component its message. It is authorized by the guild's installation or, where the bot is not a member, by the user's.
func (s *Asker) payload(it *Interaction, data any, base string) map[string]any {
	user := shape.User(it.User.User)
	p := map[string]any{
		"id": it.ID, "application_id": state.ApplicationID, "type": it.Kind, "data": data, "token": it.Token,
		"version": 1, "channel_id": it.Channel.ID, "channel": shape.Channel(it.Channel), "locale": it.User.Locale,
		"app_permissions":                state.SpellPermissions(s.Table.Permissions(it.Channel, state.ApplicationID)),
		"entitlements":                   []any{},
		"authorizing_integration_owners": s.Table.Owners(it.Channel, user.ID), "context": it.Channel.Context(),
	}
	if guild := it.Channel.GuildID; guild == "" {
		p["user"] = user
	} else {
		p["member"], p["guild_id"], p["guild_locale"] = shape.InteractionMember(it.User.User,
			s.Table.Permissions(it.Channel, user.ID)), guild, "en-US"
		p["guild"] = map[string]any{"id": guild, "locale": "en-US", "features": []any{}}
	}
	if source, ok := s.Table.Posts[it.Source]; ok {
		p["message"] = shape.ForBot(source, base)
	}
	return p
}

// draft is the name of the embedded field below: encoding/json writes it when an error says where a wrong value stands.
type draft = check.Draft

// FirstAnswer is the body of a callback.
type FirstAnswer struct {
	Type int `json:"type"`
	Data struct {
		draft
		Choices  []wire.Choice `json:"choices"`
		CustomID string        `json:"custom_id"`
		Title    string        `json:"title"`
	} `json:"data"`
}

func (s *Asker) isExpired(it *Interaction) bool { return s.Table.Now().Sub(it.at) > tokenLife }

// Check refuses a first answer that does not fit this kind of interaction.
func (a FirstAnswer) Check(it *Interaction) error {
	fits := map[int][]int{
		shape.OnCommand:      {withMessage, withPromise, withForm},
		shape.OnComponent:    {withMessage, withPromise, withNothing, withUpdate, withForm},
		shape.OnAutocomplete: {withChoices},
		shape.OnForm:         {withMessage, withPromise},
	}[it.Kind]
	if it.Kind == shape.OnForm && it.Source != "" { // the form was opened from a message
		fits = append(fits, withNothing, withUpdate)
	}
	if !slices.Contains(fits, a.Type) {
		return check.InvalidForm(fmt.Sprintf("the type must be one of %v", fits))
	}
	if err := a.Data.Check(); err != nil || a.Type != withPromise {
		return err
	}
	return layout.CheckPromise(a.Data.Flags.Value)
}

// ApplyAnswer applies a first answer and returns what the page gets.
func (s *Asker) ApplyAnswer(it *Interaction, a FirstAnswer, uploads []check.Upload) (Reply, error) {
	answer := wire.Answer{Interaction: it.ID}
	switch a.Type {
	case withMessage, withPromise:
		p, err := s.Reply(it, a.Data.draft, uploads, a.Type == withPromise)
		if err != nil {
			return Reply{}, err
		}
		it.Original = p.Message.ID
		answer.Outcome, answer.Message = wire.Answered, &p.Message
		if a.Type == withPromise {
			answer.Outcome = wire.Deferred
		}
	case withNothing, withUpdate:
		source, ok := s.Table.Posts[it.Source]
		if !ok {
			return Reply{}, check.UnknownMessage()
		}
		answer.Outcome = wire.Acknowledged
		if a.Type == withUpdate {
			var err error
			if source, err = s.Announce.Revise(source, a.Data.draft, uploads); err != nil {
				return Reply{}, err
			}
			answer.Outcome = wire.Updated
		}
		it.Original, answer.Message = it.Source, &source.Message
	case withForm:
		form := wire.Form{Title: a.Data.Title, CustomID: a.Data.CustomID, Components: a.Data.Components.Value}
		if err := layout.CheckForm(form); err != nil {
			return Reply{}, err
		}
		it.Form, answer.Outcome, answer.Form = &form, wire.Opened, &form
	}
	return Reply{Answer: answer, Choices: a.Data.Choices}, nil
}

// Reply makes a new message that answers an interaction: the first answer or a later one.
func (s *Asker) Reply(it *Interaction, d check.Draft, uploads []check.Upload, deferred bool) (state.Post, error) {
	if s.Table.Channel(it.Channel.ID) == nil {
		return state.Post{}, check.UnknownChannel()
	}
	m := s.Announce.NewMessage(it.Channel, s.Table.Bot)
	m.Flags = d.Flags.Value
	m.Interaction = &wire.Origin{ID: it.ID, Name: it.Name, User: state.PublicUser(it.User.User)}
	m.Usage = it.Usage
	switch {
	case it.Kind == shape.OnCommand:
		m.Type = 20 // an answer to a command
	case it.Source != "":
		m.Type, m.Reference = 19, &wire.Reference{MessageID: it.Source, ChannelID: it.Channel.ID} // 19: a reply
	}
	if deferred {
		m.Flags |= wire.Loading
	} else if err := s.Announce.Write(&m, d, uploads); err != nil {
		return state.Post{}, err
	}
	if err := threads.Enter(s.Announce, it.Channel, &m); err != nil {
		return state.Post{}, err
	}
	p := state.Post{Message: m}
	if m.Private() {
		p.For = it.User.ID
	}
	return p, s.Announce.Publish(p)
}
