package localtable

import (
	"context"
	"crypto/rand"
	"slices"
	"time"

	"grognard/bot/localtable/wire"
)

// Types of interactions and of first answers, numbered by Discord.
const (
	onCommand      = 2
	onComponent    = 3
	onAutocomplete = 4
	onForm         = 5

	withMessage = 4
	withPromise = 5
	withNothing = 6
	withUpdate  = 7
	withChoices = 8
	withForm    = 9
)

// tokenLife is how long an answered interaction accepts further answers.
const tokenLife = 15 * time.Minute

// interaction is an action of a user that the bot must answer. The server's lock guards the fields that change.
type interaction struct {
	id, token string
	kind      int
	user      *member
	channel   *channel
	name      string       // of a command, with its subcommand
	usage     string       // of a command, as typed
	source    string       // the message whose component was used; "" for commands
	opener    *interaction // of a form: the interaction that opened it
	at        time.Time
	timer     *time.Timer

	state     answerState
	followUps int        // answers after the first
	original  string     // the message that @original names
	form      *wire.Form // the form that was opened as the answer, until it is submitted
	done      chan reply // receives the first answer
}

// asker asks the bot: it sends interactions and takes the answers to them. The table's lock guards it.
type asker struct {
	table        *Table
	announce     *announcer
	answerWithin time.Duration
	interactions []*interaction // those whose token is valid, oldest first
}

// close fails every interaction that waits for an answer. The lock is held.
func (s *asker) close() {
	for _, it := range s.interactions {
		it.timer.Stop()
		it.fail()
	}
}

type answerState int

const (
	waiting answerState = iota
	answered
	timedOut // no answer came in time
)

// reply is the first answer as the page gets it.
type reply struct {
	answer  wire.Answer
	choices []wire.Choice
}

const noAnswer = "The application did not respond"

// ask sends an interaction to the bot and waits for the first answer or the deadline. Data is the interaction's "data".
// The lock must not be held.
func (s *asker) ask(ctx context.Context, it *interaction, data any) reply {
	s.table.Lock()
	if s.announce.closed || !s.announce.gateway.reachable(it.channel.GuildID) {
		s.table.Unlock()
		return it.failure()
	}
	s.forgetOld()
	it.at, it.id, it.token = s.table.now(), s.table.newID(), rand.Text()+rand.Text()
	it.done = make(chan reply, 1)
	it.timer = time.AfterFunc(s.answerWithin, func() {
		s.table.Lock()
		defer s.table.Unlock()
		it.fail()
	})
	s.interactions = append(s.interactions, it)
	s.announce.gateway.dispatch(it.channel.GuildID, "INTERACTION_CREATE", 0,
		func(base string) any { return s.payload(it, data, base) })
	s.table.Unlock()
	select {
	case r := <-it.done:
		return r
	case <-ctx.Done():
		return it.failure()
	}
}

func (it *interaction) failure() reply {
	return reply{answer: wire.Answer{Interaction: it.id, Outcome: wire.Failed, Error: noAnswer}}
}

// fail marks an interaction without an answer as timed out. The server's lock is held.
func (it *interaction) fail() {
	if it.state == waiting {
		it.state = timedOut
		it.done <- it.failure()
	}
}

// forgetOld drops interactions whose token has expired.
func (s *asker) forgetOld() {
	for len(s.interactions) > 0 && s.expired(s.interactions[0]) {
		s.interactions = s.interactions[1:]
	}
}

// findLive finds an interaction whose token is still valid, or nil. It searches the newest first, because most answers
// come at once. The server's lock is held.
func (s *asker) findLive(is func(*interaction) bool) *interaction {
	for _, it := range slices.Backward(s.interactions) {
		if is(it) && !s.expired(it) {
			return it
		}
	}
	return nil
}

// payload is the INTERACTION_CREATE event. It has a member in a guild and a user in a DM, and for a component its
// message. The installation that authorizes it is the guild's or, where the bot is not a member, the user's.
func (s *asker) payload(it *interaction, data any, base string) map[string]any {
	user := asUser(it.user.User)
	p := map[string]any{
		"id": it.id, "application_id": ApplicationID, "type": it.kind, "data": data, "token": it.token, "version": 1,
		"channel_id": it.channel.ID, "channel": asChannel(s.table, it.channel), "locale": it.user.Locale,
		"app_permissions": spellPermissions(s.table.permissions(it.channel, ApplicationID)), "entitlements": []any{},
		"authorizing_integration_owners": it.channel.owners(user.ID), "context": it.channel.context(),
	}
	if guild := it.channel.GuildID; guild == "" {
		p["user"] = user
	} else {
		p["member"], p["guild_id"], p["guild_locale"] = interactionMember(it.user.User,
			s.table.permissions(it.channel, user.ID)), guild, "en-US"
		p["guild"] = map[string]any{"id": guild, "locale": "en-US", "features": []any{}}
	}
	if source, ok := s.table.posts[it.source]; ok {
		p["message"] = forBot(s.table, source, base)
	}
	return p
}

// firstAnswer is the body of a callback.
type firstAnswer struct {
	Type int `json:"type"`
	Data struct {
		draft
		Choices  []wire.Choice `json:"choices"`
		CustomID string        `json:"custom_id"`
		Title    string        `json:"title"`
	} `json:"data"`
}

// callback takes the first answer to an interaction. After a refused answer the interaction still waits for one.
func (s *answerRoutes) callback(r *request) (any, error) {
	var a firstAnswer
	if err := r.decode(&a); err != nil {
		return nil, err
	}
	s.table.Lock()
	defer s.table.Unlock()
	it := s.asker.findLive(func(it *interaction) bool {
		return it.id == r.PathValue("interaction_id") && it.token == r.PathValue("interaction_token")
	})
	if it == nil || it.state == timedOut {
		return nil, unknownInteraction()
	}
	if it.state == answered {
		return nil, answeredTwice()
	}
	if err := a.check(it, r.uploads); err != nil {
		return nil, err
	}
	answer, err := s.asker.applyAnswer(it, a, r.uploads)
	if err != nil {
		return nil, err
	}
	it.timer.Stop()
	it.state = answered
	it.done <- answer
	if r.URL.Query().Get("with_response") == "true" {
		return s.asker.response(it, a.Type, r.base), nil
	}
	return nil, nil
}

// response describes the result of a first answer to a bot that asked for it. The lock is held.
func (s *asker) response(it *interaction, kind int, base string) any {
	told := map[string]any{"id": it.id, "type": it.kind, "channel_id": it.channel.ID}
	if it.channel.GuildID != "" {
		told["guild_id"] = it.channel.GuildID
	}
	out := map[string]any{"interaction": told}
	p, ok := s.table.posts[it.original]
	if !ok {
		return out
	}
	told["response_message_id"] = p.Message.ID
	told["response_message_loading"] = p.Message.Flags&wire.Loading != 0
	told["response_message_ephemeral"] = p.Message.Flags&wire.Ephemeral != 0
	switch kind {
	case withMessage, withPromise:
		out["resource"] = map[string]any{"type": withMessage, "message": forBot(s.table, p, base)}
	case withUpdate:
		out["resource"] = map[string]any{"type": withUpdate, "message": forBot(s.table, p, base)}
	}
	return out
}

func (s *asker) expired(it *interaction) bool { return s.table.now().Sub(it.at) > tokenLife }

// check finds mistakes in a first answer to this kind of interaction.
func (a firstAnswer) check(it *interaction, uploads []upload) error {
	fits := map[int][]int{
		onCommand:      {withMessage, withPromise, withForm},
		onComponent:    {withMessage, withPromise, withNothing, withUpdate, withForm},
		onAutocomplete: {withChoices},
		onForm:         {withMessage, withPromise},
	}[it.kind]
	if it.kind == onForm && it.source != "" {
		fits = append(fits, withNothing, withUpdate)
	}
	var f form
	if !slices.Contains(fits, a.Type) {
		f.fault(at{"type"}, "BASE_TYPE_CHOICES", "Value must be one of %v.", fits)
		return f.err()
	}
	switch a.Type {
	case withMessage, withUpdate, withPromise:
		f.message(at{"data"}, a.Data.draft, uploads)
	case withChoices:
		f.choices(at{"data", "choices"}, a.Data.Choices)
	case withForm:
		f.modal(at{"data"}, a.wireForm())
	}
	return f.err()
}

// wireForm is the form as the page draws it: both labels around inputs and the older rows become rows.
func (a firstAnswer) wireForm() wire.Form {
	rows := slices.Clone(a.Data.Components.Value)
	for i, row := range rows {
		if row.Type != wire.Labelled || row.Component == nil {
			continue
		}
		input := *row.Component
		input.Label = row.Label
		rows[i].Component, rows[i].Components = nil, []wire.Component{input}
	}
	return wire.Form{Title: a.Data.Title, CustomID: a.Data.CustomID, Components: rows}
}

// applyAnswer applies a first answer and returns what the page gets.
func (s *asker) applyAnswer(it *interaction, a firstAnswer, uploads []upload) (reply, error) {
	answer := wire.Answer{Interaction: it.id}
	switch a.Type {
	case withMessage, withPromise:
		p, err := s.reply(it, a.Data.draft, uploads, a.Type == withPromise)
		if err != nil {
			return reply{}, err
		}
		it.original = p.Message.ID
		answer.Outcome, answer.Message = wire.Answered, &p.Message
		if a.Type == withPromise {
			answer.Outcome = wire.Deferred
		}
	case withNothing, withUpdate:
		source, ok := s.table.posts[it.source]
		if !ok {
			return reply{}, unknownMessage()
		}
		answer.Outcome = wire.Acknowledged
		if a.Type == withUpdate {
			var err error
			if source, err = s.announce.revise(source, a.Data.draft, uploads); err != nil {
				return reply{}, err
			}
			answer.Outcome = wire.Updated
		}
		it.original, answer.Message = it.source, &source.Message
	case withForm:
		form := a.wireForm()
		it.form, answer.Outcome, answer.Form = &form, wire.Opened, &form
	}
	return reply{answer: answer, choices: a.Data.Choices}, nil
}

// origin is the interaction as its answers name it.
func (it *interaction) origin() *wire.Origin {
	o := &wire.Origin{ID: it.id, Type: it.kind, Name: it.name, User: publicUser(it.user.User), Interacted: it.source,
		Owners: it.channel.owners(it.user.ID), Original: it.original}
	if it.opener != nil {
		o.Trigger = it.opener.origin()
	}
	return o
}

// reply makes a new message that answers an interaction: the first answer or a later one.
func (s *asker) reply(it *interaction, d draft, uploads []upload, deferred bool) (post, error) {
	if s.table.channel(it.channel.ID) == nil {
		return post{}, unknownChannel()
	}
	if err := s.announce.unarchive(it.channel); err != nil {
		return post{}, err
	}
	m := s.announce.newMessage(it.channel, s.table.bot)
	m.Aloud = d.Aloud
	m.Flags, m.WebhookID, m.Application = d.Flags.Value, ApplicationID, ApplicationID
	m.Interaction = it.origin()
	m.Usage = it.usage
	switch {
	case it.kind == onCommand:
		m.Type = 20
	case it.source != "":
		m.Type, m.Reference = 19, &wire.Reference{MessageID: it.source, ChannelID: it.channel.ID}
	}
	if deferred {
		m.Flags |= wire.Loading
	} else if err := s.announce.write(&m, d, uploads); err != nil {
		return post{}, err
	}
	m.Pinged = s.announce.pings(m)
	p := post{Message: m}
	if m.Flags&wire.Ephemeral != 0 {
		p.For = it.user.ID
	}
	return p, s.announce.publish(p)
}
