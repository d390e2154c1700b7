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

	"github.com/bwmarrin/discordgo"
)

// patience is how long a first answer may take before one is promised. The
// token of an interaction dies after three seconds.
const patience = time.Second

// TokenLife is for how long Discord takes answers to an interaction.
const TokenLife = 15 * time.Minute

// callback is the first answer to an interaction.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// promise is the data of a deferred answer.
type promise struct {
	Flags discordgo.MessageFlags `json:"flags"`
}

// choices is the data of an answer to autocompletion.
type choices struct {
	Choices []Suggestion `json:"choices"`
}

type Suggestion struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// firstAnswer is how long Discord waits for one: what fails is tried again as long, and after it
// for the life of the token.
const firstAnswer = 3 * time.Second

// Reply answers one interaction, for the eyes of its user alone: at once when
// the answer is ready within a second, else with a promise that it keeps later. A form can
// only open at once.
//
// An interaction's addresses are used a few times only: each reply has limits of its
// own, which go with it.
type Reply struct {
	Interaction *discordgo.Interaction
	client      Client
	begun       time.Time
	limits      *limits
	change      bool
	timer       *time.Timer
	known       atomic.Pointer[time.Time] // when Discord had the first answer

	mu       sync.Mutex // held while a request is under way: the answer comes after the promise
	answered bool
	promised bool
	failed   error // of the promise
}

// NewReply begins to count the time for the first answer. A reply to a press may change the message
// in which somebody pressed a button.
func NewReply(c Client, it *discordgo.Interaction, change bool) *Reply {
	r := &Reply{client: c, Interaction: it, begun: time.Now(), limits: newLimits(), change: change}
	if it.Type != discordgo.InteractionApplicationCommandAutocomplete {
		r.timer = time.AfterFunc(c.promise, r.promise)
	}
	return r
}

// promise defers the answer, unless it was given.
func (r *Reply) promise() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.answered {
		return
	}
	c := callback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
		Data: promise{discordgo.MessageFlagsEphemeral}}
	if r.change {
		c = callback{Type: discordgo.InteractionResponseDeferredMessageUpdate}
	}
	ctx, cancel := context.WithTimeout(context.Background(), RequestTimeout)
	defer cancel()
	r.promised = true
	_, r.failed = r.acknowledge(ctx, func(bool) (callback, Message) { return c, Message{} })
}

// Drop gives the interaction up: nothing is promised.
func (r *Reply) Drop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answered = true
}

// Show answers with these messages; those after the first follow it, and may be for everybody.
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
	if len(messages) == 1 && messages[0].Form != nil && !r.promised {
		_, err := r.acknowledge(ctx, func(bool) (callback, Message) {
			return callback{discordgo.InteractionResponseModal, messages[0].Form}, Message{}
		})
		return err
	}
	if !r.promised && len(messages) > 0 {
		whole, err := r.first(ctx, messages[0])
		if err != nil {
			return err
		}
		r.promised = true // what else is to be said of it is said by an edit
		if whole {
			return r.goOn(ctx, 1, messages[1:])
		}
	}
	return r.goOn(ctx, 0, messages)
}

// first answers with a message, and says whether all of it has arrived: its pictures may not have,
// and of an answer that was taken while its connection was cut nobody knows.
func (r *Reply) first(ctx context.Context, m Message) (whole bool, err error) {
	kind := discordgo.InteractionResponseUpdateMessage
	if !r.change {
		kind, m.Flags = discordgo.InteractionResponseChannelMessageWithSource, discordgo.MessageFlagsEphemeral
	}
	whole, err = r.acknowledge(ctx, func(again bool) (callback, Message) {
		said := m
		if again {
			said = m.Bare()
		}
		return callback{kind, said}, said
	})
	if trouble, _ := Diagnose(err); err != nil && trouble == Malformed && len(m.Files) > 0 {
		return r.acknowledge(ctx, func(bool) (callback, Message) { return callback{kind, m.Bare()}, m.Bare() })
	}
	return whole && err == nil, err
}

// acknowledge gives the first answer, and tries it again as long as Discord waits for one. What
// is tried again goes without its pictures, for which there may be no time. When Discord has one
// already it is the one of which nobody heard that it had arrived.
func (r *Reply) acknowledge(ctx context.Context, say func(again bool) (callback, Message)) (whole bool, err error) {
	wait := r.client.Retry / 4
	pictures := false
	for again := false; ; again = true {
		c, m := say(again)
		pictures = pictures || len(m.Files) > 0
		_, err := r.request(ctx, http.MethodPost,
			discordgo.EndpointInteractionResponse(r.Interaction.ID, r.Interaction.Token), c, m)
		if err == nil {
			r.heard()
			return !again || !pictures, nil
		}
		if again && CodeOf(err) == alreadyAnswered {
			r.heard()
			return false, nil
		}
		kind, asked := Diagnose(err)
		pause := max(wait, asked)
		if kind != Transient || time.Since(r.begun)+pause > r.client.answer || !sleep(ctx, pause) {
			return false, err
		}
		wait *= 2
	}
}

// goOn says the messages of an answer that was begun, from the nth on. From the first that fails
// for now on they are said later, so that whoever asks next in the channel need not wait.
func (r *Reply) goOn(ctx context.Context, n int, messages []Message) error {
	var steps []func(context.Context) error
	for i, m := range messages {
		steps = append(steps, r.step(n+i, m))
	}
	for i, say := range steps {
		err := say(ctx)
		if kind, _ := Diagnose(err); err != nil && kind == Transient {
			return r.client.late.add(r, steps[i:], err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// step says one message of an answer that was begun. Where its pictures are held up the words go
// at once, and the step is to be repeated for the pictures; but a message of its own would be
// doubled by that.
func (r *Reply) step(n int, m Message) func(context.Context) error {
	worded := false
	return func(ctx context.Context) error {
		err := r.part(ctx, n, m)
		kind, _ := Diagnose(err)
		switch {
		case err == nil || len(m.Files) == 0:
		case kind == Malformed:
			return r.part(ctx, n, m.Bare())
		case n == 0 && HeldUp(err) && !worded:
			worded = r.part(ctx, n, m.Bare()) == nil
		}
		return err
	}
}

// part sends one message of the answer: the first takes the place of what was promised.
func (r *Reply) part(ctx context.Context, n int, m Message) error {
	method, url := http.MethodPatch, discordgo.EndpointWebhookMessage(r.Interaction.AppID, r.Interaction.Token,
		"@original")
	if n > 0 {
		method, url = http.MethodPost, discordgo.EndpointWebhookToken(r.Interaction.AppID, r.Interaction.Token)
		if !m.Public {
			m.Flags = discordgo.MessageFlagsEphemeral
		}
	}
	answer, err := r.request(ctx, method, url, m, m)
	if err == nil {
		_, err = identified(answer)
	}
	return err
}

// Suggest answers autocompletion. It is not tried again: the next letter asks anew.
func (r *Reply) Suggest(ctx context.Context, list []Suggestion) error {
	c := callback{discordgo.InteractionApplicationCommandAutocompleteResult, choices{list}}
	_, err := r.request(ctx, http.MethodPost,
		discordgo.EndpointInteractionResponse(r.Interaction.ID, r.Interaction.Token), c, Message{})
	if err == nil {
		r.heard()
	}
	return err
}

// Took is how long it took until Discord had the first answer, 0 if it has none, and until now.
func (r *Reply) Took() (first, whole time.Duration) {
	if at := r.known.Load(); at != nil {
		first = at.Sub(r.begun)
	}
	return first, time.Since(r.begun)
}

// heard notes that Discord has the first answer.
func (r *Reply) heard() {
	now := time.Now()
	r.known.CompareAndSwap(nil, &now)
}

func (r *Reply) request(ctx context.Context, method, url string, payload any, m Message) ([]byte, error) {
	contentType, body, err := encode(payload, m)
	if err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	answer, err := r.client.do(ctx, r.limits, apiRequest{method, url, method, contentType, body})
	if failed := (*neturl.Error)(nil); errors.As(err, &failed) {
		err = failed.Err // without the address, which has the interaction's token in it
	}
	if err == nil && len(answer) > 0 && !json.Valid(answer) {
		err = errShape
	}
	if err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	return answer, nil
}
