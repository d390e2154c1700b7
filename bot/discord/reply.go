package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	neturl "net/url"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// patience is how long a first answer may take before one is promised. The
// token of an interaction dies after three seconds.
const patience = time.Second

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
	Choices []suggestion `json:"choices"`
}

type suggestion struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// reply answers one interaction, for the eyes of its user alone: at once when
// the answer is ready within a second, else with a promise that it keeps later. A form can
// only open at once.
// A press in a message that only its user sees changes that message, unless it opens another.
//
// discordgo keeps a rate-limit bucket for every address for ever, and an
// interaction's address is used a few times only: each reply has buckets of its
// own, which go with it.
type reply struct {
	courier
	it      *discordgo.Interaction
	buckets *discordgo.RateLimiter
	change  bool
	timer   *time.Timer

	mu       sync.Mutex // held while a request is under way: the answer comes after the promise
	answered bool
	promised bool
	failed   error // of the promise
}

// newReply begins to count the time for the first answer.
func newReply(c courier, it *discordgo.Interaction) *reply {
	r := &reply{courier: c, it: it, buckets: discordgo.NewRatelimiter()}
	r.change = it.Message != nil && it.Message.Flags&discordgo.MessageFlagsEphemeral != 0 && !opensAnew(it)
	if it.Type != discordgo.InteractionApplicationCommandAutocomplete {
		r.timer = time.AfterFunc(patience, r.promise)
	}
	return r
}

// promise defers the answer, unless it was given.
func (r *reply) promise() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.answered {
		return
	}
	c := callback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource, Data: promise{discordgo.MessageFlagsEphemeral}}
	if r.change {
		c = callback{Type: discordgo.InteractionResponseDeferredMessageUpdate}
	}
	ctx, cancel := context.WithTimeout(context.Background(), requestTimeout)
	defer cancel()
	r.promised, r.failed = true, r.call(ctx, c, message{})
}

// drop gives the interaction up: nothing is promised.
func (r *reply) drop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answered = true
}

// show answers with these messages; those after the first follow it, and may be for everybody.
func (r *reply) show(ctx context.Context, messages ...message) error {
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
	if len(messages) == 1 && messages[0].form != nil && !r.promised {
		return r.call(ctx, callback{discordgo.InteractionResponseModal, messages[0].form}, message{})
	}
	for i, m := range messages {
		err := r.part(ctx, i, m)
		if kind, _ := diagnose(err); err != nil && kind == malformed && len(m.files) > 0 {
			err = r.part(ctx, i, m.bare()) // the words without their picture
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// part sends one message of the answer.
func (r *reply) part(ctx context.Context, i int, m message) error {
	switch {
	case i > 0:
		if !m.public {
			m.Flags = discordgo.MessageFlagsEphemeral
		}
		return r.request(ctx, http.MethodPost, discordgo.EndpointWebhookToken(r.it.AppID, r.it.Token), m, m)
	case r.promised:
		return r.request(ctx, http.MethodPatch, discordgo.EndpointWebhookMessage(r.it.AppID, r.it.Token, "@original"), m, m)
	case r.change:
		return r.call(ctx, callback{discordgo.InteractionResponseUpdateMessage, m}, m)
	}
	m.Flags = discordgo.MessageFlagsEphemeral
	return r.call(ctx, callback{discordgo.InteractionResponseChannelMessageWithSource, m}, m)
}

// suggest answers autocompletion.
func (r *reply) suggest(ctx context.Context, list []suggestion) error {
	return r.call(ctx, callback{discordgo.InteractionApplicationCommandAutocompleteResult, choices{list}}, message{})
}

func (r *reply) call(ctx context.Context, c callback, m message) error {
	return r.request(ctx, http.MethodPost, discordgo.EndpointInteractionResponse(r.it.ID, r.it.Token), c, m)
}

func (r *reply) request(ctx context.Context, method, url string, payload any, m message) error {
	contentType, body, err := encode(payload, m)
	if err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	bucket := r.buckets.LockBucket(url)
	_, err = r.session.RequestWithLockedBucket(method, url, contentType, body, bucket, 0, discordgo.WithContext(ctx))
	if failed := (*neturl.Error)(nil); errors.As(err, &failed) {
		err = failed.Err // without the address, which has the interaction's token in it
	}
	if err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return nil
}
