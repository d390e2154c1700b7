package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	neturl "net/url"
	"sync"
	"sync/atomic"
	"time"

	"grognard/bot/discord/rest/layout"

	"github.com/bwmarrin/discordgo"
)

// deferAfter is how long an answer may take before it is deferred. Discord waits three seconds for a first answer.
const deferAfter = time.Second

// TokenLife is how long Discord accepts answers to an interaction.
const TokenLife = 15 * time.Minute

// callback is the first answer to an interaction.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

type Suggestion struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// firstAnswer is how long Discord waits for the first answer, and how long that one is retried. What follows it is
// retried as long as the token is valid.
const firstAnswer = 3 * time.Second

// Reply answers one interaction, for its user alone. An answer that is not ready within a second is deferred and
// follows by an edit. A form can open only if nothing was deferred.
//
// An interaction's addresses are used only a few times: each reply has rate limits of its own, dropped with it.
type Reply struct {
	Interaction *discordgo.Interaction
	client      Client
	begun       time.Time
	limits      *limits
	replaces    bool // the answer replaces the message that was pressed
	timer       *time.Timer
	known       atomic.Pointer[time.Time] // when Discord had the first answer

	mu       sync.Mutex // held during a request, so that the answer comes after its deferral
	answered bool
	deferred bool
	failed   error // of the deferral

	left []func(context.Context) error // what Show could not send, for Finish
	why  error                         // the failure of left[0]
}

// NewReply starts the time for the first answer. With replace the answer to a press replaces the pressed message.
func NewReply(c Client, it *discordgo.Interaction, replace bool) *Reply {
	r := &Reply{client: c, Interaction: it, begun: time.Now(), limits: newLimits(), replaces: replace}
	if it.Type != discordgo.InteractionApplicationCommandAutocomplete {
		// Early enough that a deferral and its second try arrive while Discord waits, yet with time to open a form
		late := c.answer - 2*time.Duration(c.latency.Load())
		r.timer = time.AfterFunc(min(c.deferAfter, max(late, c.deferAfter/4)), r.deferAnswer)
	}
	return r
}

// deferAnswer defers the answer, unless one was given.
func (r *Reply) deferAnswer() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.answered {
		r.promise()
	}
}

// promise defers the answer. The caller holds the lock.
func (r *Reply) promise() {
	c := callback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
		Data: map[string]any{"flags": discordgo.MessageFlagsEphemeral}}
	if r.replaces {
		c = callback{Type: discordgo.InteractionResponseDeferredMessageUpdate}
	}
	ctx, cancel := context.WithTimeout(context.Background(), RequestTimeout)
	defer cancel()
	r.deferred = true
	_, r.failed = r.acknowledge(ctx, func(bool) (callback, Message) { return c, Message{} })
}

// Drop gives the interaction up, so that it is not deferred.
func (r *Reply) Drop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answered = true
}

// Show answers with these messages. Those after the first follow it, and may be Public. A message after the first
// answer that fails, but may succeed later, is no error: it is left for Finish. Without messages it answers a press,
// and adds nothing below what was pressed.
func (r *Reply) Show(ctx context.Context, messages ...Message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.answered {
		return errors.New("an interaction is answered once")
	}
	r.answered = true
	r.timer.Stop()
	if r.failed != nil {
		return r.failed
	}
	if len(messages) == 0 && r.deferred && !r.replaces {
		r.left = append(r.left, func(ctx context.Context) error {
			_, err := r.part(ctx, http.MethodDelete, Original, Message{})
			return err
		})
		return nil
	}
	if len(messages) == 0 && !r.deferred {
		r.replaces = true
		r.promise()
		return r.failed
	}
	if r.replaces && len(messages) > 0 && messages[0].Beside {
		r.replaces = false
		if r.deferred {
			return r.continueFrom(ctx, "", messages)
		}
	}
	if len(messages) == 1 && messages[0].Form != nil && !r.deferred {
		_, err := r.acknowledge(ctx, func(bool) (callback, Message) {
			return callback{discordgo.InteractionResponseModal, messages[0].Form}, Message{}
		})
		return err
	}
	if !r.deferred {
		whole, err := r.first(ctx, messages[0])
		if err != nil {
			return err
		}
		r.deferred = true // the rest of the answer follows by an edit
		if whole {
			return r.continueFrom(ctx, "", messages[1:])
		}
	}
	return r.continueFrom(ctx, Original, messages)
}

// first answers with a message. whole reports whether all of it is known to have arrived: pictures may have been left
// out, and if the connection was cut, it is not known which try Discord has taken.
func (r *Reply) first(ctx context.Context, m Message) (whole bool, err error) {
	kind := discordgo.InteractionResponseUpdateMessage
	if !r.replaces {
		kind, m.Flags = discordgo.InteractionResponseChannelMessageWithSource, ephemeral(m)
	}
	whole, err = r.acknowledge(ctx, func(again bool) (callback, Message) {
		said := m
		if again {
			said = m.Bare()
		}
		return callback{kind, said}, said
	})
	class, _ := Diagnose(err)
	if err != nil && (class == Malformed || class == Forbidden) && len(m.Files) > 0 {
		return r.acknowledge(ctx, func(bool) (callback, Message) { return callback{kind, m.Bare()}, m.Bare() })
	}
	if class == Gone && r.replaces { // the message that was pressed was deleted meanwhile
		r.replaces = false
		return r.first(ctx, m)
	}
	return whole && err == nil, err
}

// acknowledge gives the first answer, and retries it as long as Discord waits for one. A retry has no pictures, for
// which there may be no time. If Discord then says that it has an answer, an earlier try arrived. For whole see first.
func (r *Reply) acknowledge(ctx context.Context, say func(again bool) (callback, Message)) (whole bool, err error) {
	wait := r.client.Retry / 4
	pictures := false
	for again := false; ; again = true {
		c, m := say(again)
		pictures = pictures || len(m.Files) > 0
		_, err := r.request(ctx, http.MethodPost,
			discordgo.EndpointInteractionResponse(r.Interaction.ID, r.Interaction.Token), c, m)
		if err == nil {
			r.acknowledged()
			return !again || !pictures, nil
		}
		if again && CodeOf(err) == alreadyAnswered {
			r.acknowledged()
			return false, nil
		}
		r.client.rivals.note(err)
		kind, asked := Diagnose(err)
		pause := max(wait, asked)
		if kind != Transient || time.Since(r.begun)+pause > r.client.answer || !sleep(ctx, pause) {
			return false, err
		}
		wait *= 2
	}
}

// continueFrom sends the messages of an answer after the first response. The first of them edits the message at place,
// or with "" is a new one, as the others are. After a transient failure it leaves that message and the rest for Finish.
func (r *Reply) continueFrom(ctx context.Context, place string, messages []Message) error {
	var steps []func(context.Context) error
	for _, m := range messages {
		steps = append(steps, r.step(place, m))
		place = ""
	}
	for i, say := range steps {
		err := say(ctx)
		if kind, _ := Diagnose(err); err != nil && kind == Transient {
			r.left, r.why = steps[i:], err
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// step returns a function that sends one message of an answer: by an edit of place, or with "" as a follow-up. If the
// upload of an edit fails, the function sends the words and fails, to be repeated for the pictures. A follow-up has no
// such second try: it would appear twice.
func (r *Reply) step(place string, m Message) func(context.Context) error {
	hasSentWords := false
	return func(ctx context.Context) error {
		_, err := r.part(ctx, http.MethodPatch, place, m)
		kind, _ := Diagnose(err)
		switch {
		case err != nil && kind == Gone && place == Original && r.replaces: // what was pressed was deleted meanwhile
			_, err = r.part(ctx, http.MethodPost, "", m)
		case err == nil || len(m.Files) == 0: // it has arrived, or has no pictures to leave out
		case kind == Malformed, kind == Forbidden: // perhaps because of the pictures
			_, err = r.part(ctx, http.MethodPatch, place, m.Bare())
		case place != "" && UploadFailed(err) && !hasSentWords:
			_, bare := r.part(ctx, http.MethodPatch, place, m.Bare())
			hasSentWords = bare == nil
		}
		return err
	}
}

// ephemeral returns the flags that show m to the interaction's user alone, in the layout that m has.
func ephemeral(m Message) discordgo.MessageFlags {
	return m.Flags&layout.Flag | discordgo.MessageFlagsEphemeral
}

// Launch answers the entry point of an Activity, which opens it.
func (r *Reply) Launch(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answered = true
	r.timer.Stop()
	_, err := r.acknowledge(ctx, func(bool) (callback, Message) { return callback{Type: launchActivity}, Message{} })
	return err
}

// launchActivity is a type of answers that discordgo has no name for.
const launchActivity discordgo.InteractionResponseType = 12

// OpensActivity reports whether an interaction is the entry point of an Activity.
func OpensActivity(it *discordgo.Interaction) bool {
	d, ok := it.Data.(discordgo.ApplicationCommandInteractionData)
	return ok && d.CommandType == 4 // an entry point: discordgo has no name for it
}

// part makes a request about the answer's message at place, or posts a new one for "". It returns the message's ID.
func (r *Reply) part(ctx context.Context, method, place string, m Message) (id string, err error) {
	url := discordgo.EndpointWebhookMessage(r.Interaction.AppID, r.Interaction.Token, place)
	if place == "" {
		method, url = http.MethodPost, discordgo.EndpointWebhookToken(r.Interaction.AppID, r.Interaction.Token)
		if !m.Public {
			m.Flags = ephemeral(m)
		}
	}
	answer, err := r.request(ctx, method, url, m, m)
	if err == nil && method != http.MethodDelete {
		id, err = identified(answer)
	}
	return id, err
}

// Original is the place of an answer's first message.
const Original = "@original"

// Later makes a request about a message of the answer after Finish. place is Original, a message's identifier, or ""
// for a new message. A POST is tried once, other requests until ctx or the life of the token ends. Later returns the
// message's identifier.
func (r *Reply) Later(ctx context.Context, method, place string, m Message) (id string, err error) {
	ctx, cancel := context.WithDeadline(ctx, r.begun.Add(TokenLife))
	defer cancel()
	do := func(ctx context.Context) error {
		id, err = r.part(ctx, method, place, m)
		return err
	}
	switch method {
	case http.MethodPost:
		err = do(ctx)
		return id, err
	case http.MethodPatch:
		do = r.step(place, m)
	}
	err = persist(ctx, do, nil, r.client.Retry)
	return id, err
}

// Suggest answers autocompletion. It is not retried, because the next keystroke asks again.
func (r *Reply) Suggest(ctx context.Context, list []Suggestion) error {
	c := callback{discordgo.InteractionApplicationCommandAutocompleteResult, map[string]any{"choices": list}}
	_, err := r.request(ctx, http.MethodPost,
		discordgo.EndpointInteractionResponse(r.Interaction.ID, r.Interaction.Token), c, Message{})
	if err == nil {
		r.acknowledged()
	}
	r.client.rivals.note(err)
	return err
}

// Replace sets whether the answer replaces the message that was pressed, unless it was deferred: then that is decided.
// It reports whether the answer replaces the message.
func (r *Reply) Replace(replace bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.deferred {
		r.replaces = replace
	}
	return r.replaces
}

// Replaces reports whether the answer replaces the message that was pressed.
func (r *Reply) Replaces() bool { return r.replaces }

// Took returns the time from NewReply until Discord had the first answer, 0 if it has none, and the time until now.
func (r *Reply) Took() (first, whole time.Duration) {
	if at := r.known.Load(); at != nil {
		first = at.Sub(r.begun)
	}
	return first, time.Since(r.begun)
}

// acknowledged notes that Discord has the first answer.
func (r *Reply) acknowledged() {
	r.known.CompareAndSwap(nil, new(time.Now()))
}

func (r *Reply) request(ctx context.Context, method, url string, payload any, m Message) ([]byte, error) {
	q := apiRequest{method: method, url: url, bucket: method}
	var err error
	if method != http.MethodGet && method != http.MethodDelete {
		q.contentType, q.body, err = encode(payload, m)
	}
	if err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	answer, err := r.client.do(ctx, r.limits, q)
	if CodeOf(err) == ArchivedThread { // archived since the press; if waking it fails, so does the second try
		_ = r.client.Wake(ctx, r.Interaction.ChannelID)
		answer, err = r.client.do(ctx, r.limits, q)
	}
	if failed := (*neturl.Error)(nil); errors.As(err, &failed) {
		err = failed.Err // without the URL, which contains the interaction's token
	}
	if err == nil && len(answer) > 0 && !json.Valid(answer) {
		err = errShape
	}
	if err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	return answer, nil
}
