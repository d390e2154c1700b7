// Package rest makes requests to Discord's REST API: it sends, edits and deletes messages, and answers interactions.
//
//	client, err := rest.New(rest.Options{Token: "token", Host: server.URL})
//	m := rest.NewMessage("It is your turn.", nil, user)
//	m.Attach("map.png", picture, "The map")
//	id, err := client.Send(ctx, channel, m)
//	if class, wait := rest.Diagnose(err); err != nil && class == rest.Transient {
//		fmt.Println("once more in", wait)
//	}
//
// The Client makes a request once and remembers Discord's rate limits: a request that comes too early fails
// with Limited before it is sent. Diagnose says whether a failed request can be repeated. A Reply, which
// answers an interaction, repeats requests itself: it defers the answer in time, retries while Discord waits
// for one, and afterwards edits the answer as long as the interaction's token is valid.
//
// An answer that is not in Discord's format, such as a proxy's page, never counts as success, and no error
// contains what was sent.
//
// client.go has the requests, request.go how one is made and the rate limits, responses.go how answers are read,
// errors.go what failures mean, message.go what is sent; reply.go and retry.go answer interactions.
//
// Limits: the package has only the requests that a bot for games needs. It knows no games: the caller decides
// who may read what it sends.
package rest

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Options are what a client needs: a token, and a logger if it answers interactions.
type Options struct {
	Token  string
	Host   string       // the address of another server instead of Discord: http://127.0.0.1:8787
	Logger *slog.Logger // logs answers that arrive late or not at all; silent when nil

	// Observe is called after every request with its method and the template of its path, the status of the answer, 0
	// for none, and its duration. It may be nil.
	Observe func(route string, status int, took time.Duration)

	RequestWithin time.Duration // how long a request may take, pictures included; 20 s when 0
	AnswerWithin  time.Duration // how long Discord waits for a first answer; 3 s when 0
	DeferAfter    time.Duration // an answer that takes longer is deferred; 1 s when 0
	RetryAfter    time.Duration // the first wait after a request that failed; 1 s when 0
}

// Client makes requests to Discord's REST API. Session is for other uses of the same token.
type Client struct {
	Session *discordgo.Session
	Retry   time.Duration // the first wait after a failure

	limits     *limits
	pace       *pacer        // of all requests but answers; nil if another host is asked, which has no such limit
	answer     time.Duration // how long Discord waits for a first answer
	deferAfter time.Duration // an answer that takes longer is deferred
	trying     *atomic.Int64 // how many answers are being tried again
	latency    *atomic.Int64 // about how long an answered request takes, in nanoseconds
	log        *slog.Logger
	open       context.Context // ends when the client is closed
	end        context.CancelFunc
	rivals     *rivals
}

// New makes a client for a token, with its own rate limits. Its owner closes it.
func New(o Options) (Client, error) {
	session, err := discordgo.New("Bot " + o.Token)
	if err != nil {
		return Client{}, err
	}
	if session.Client, err = clientFor(o.Host); err != nil {
		return Client{}, err
	}
	if o.RequestWithin > 0 {
		session.Client.Timeout = o.RequestWithin
	}
	if o.Observe != nil {
		session.Client.Transport = observed{session.Client.Transport, o.Observe}
	}
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	c := Client{Session: session, limits: newLimits(), Retry: cmp.Or(max(o.RetryAfter, 0), FirstWait),
		answer: cmp.Or(max(o.AnswerWithin, 0), firstAnswer), deferAfter: cmp.Or(max(o.DeferAfter, 0), deferAfter),
		latency: new(atomic.Int64), trying: new(atomic.Int64), log: o.Logger, rivals: &rivals{log: o.Logger}}
	if o.Host == "" {
		c.pace = new(pacer)
	}
	c.open, c.end = context.WithCancel(context.Background())
	return c, nil
}

// Close gives up the answers that are being retried.
func (c Client) Close() { c.end() }

// Persist calls a function until it succeeds, fails permanently or ctx ends.
func (c Client) Persist(ctx context.Context, do func(context.Context) error) error {
	return persist(ctx, do, nil, c.Retry)
}

// Send posts a message to a channel and returns its identifier. A message with a nonce can be sent again within minutes
// without appearing twice. Send does not wait for rate limits: it returns an error for which Diagnose has the wait.
func (c Client) Send(ctx context.Context, channel string, m Message) (id string, err error) {
	r := apiRequest{method: http.MethodPost, url: discordgo.EndpointChannelMessages(channel), bucket: "messages " +
		channel}
	if r.contentType, r.body, err = encode(m, m); err != nil {
		return "", fmt.Errorf("message for channel %s: %w", channel, err)
	}
	if id, err = c.identify(ctx, r); err != nil {
		return "", fmt.Errorf("send to channel %s: %w", channel, err)
	}
	return id, nil
}

// Edit changes a message, pinging nobody. Its pictures are removed unless m.Attachments is nil or sends them again.
func (c Client) Edit(ctx context.Context, channel, id string, m Message) error {
	r := apiRequest{method: http.MethodPatch, url: discordgo.EndpointChannelMessage(channel, id), bucket: "edits " +
		channel}
	var err error
	if r.contentType, r.body, err = encode(m, m); err != nil {
		return fmt.Errorf("edit of message %s: %w", id, err)
	}
	if _, err = c.identify(ctx, r); err != nil {
		return fmt.Errorf("edit message %s in channel %s: %w", id, channel, err)
	}
	return nil
}

// Delete deletes a message of the bot.
func (c Client) Delete(ctx context.Context, channel, id string) error {
	_, err := c.Call(ctx, "delete message "+id+" in channel "+channel, http.MethodDelete,
		discordgo.EndpointChannelMessage(channel, id), "deletions "+channel, nil)
	return err
}

// Wake opens an archived thread.
func (c Client) Wake(ctx context.Context, thread string) error {
	_, err := c.Call(ctx, "wake thread "+thread, http.MethodPatch, discordgo.EndpointChannel(thread), "thread "+thread,
		map[string]bool{"archived": false})
	return err
}

// DM returns the channel of a user's direct messages.
func (c Client) DM(ctx context.Context, user string) (string, error) {
	answer, err := c.Call(ctx, "direct messages of "+user, http.MethodPost, discordgo.EndpointUserChannels("@me"),
		"direct messages", map[string]string{"recipient_id": user})
	if err != nil {
		return "", err
	}
	return identified(answer)
}

// SendDM sends a user a direct message, and repeats as Persist does: m must have a nonce, so that it appears only once.
func (c Client) SendDM(ctx context.Context, user string, m Message) (channel, id string, err error) {
	err = c.Persist(ctx, func(ctx context.Context) (err error) {
		if channel, err = c.DM(ctx, user); err == nil {
			id, err = c.Send(ctx, channel, m)
		}
		return err
	})
	return channel, id, err
}

// Before lists up to PageOfMessages messages of a channel that are older than the given one, the newest first. For ""
// it lists the channel's latest.
func (c Client) Before(ctx context.Context, channel, message string) ([]SentMessage, error) {
	url := discordgo.EndpointChannelMessages(channel) + "?limit=" + strconv.Itoa(PageOfMessages)
	if message != "" {
		url += "&before=" + message
	}
	answer, err := c.Call(ctx, "messages of channel "+channel, http.MethodGet, url, "history "+channel, nil)
	if err != nil {
		return nil, err
	}
	list, err := decode[history](answer)
	if err == nil {
		err = list.olderThan(message)
	}
	if err != nil {
		return nil, fmt.Errorf("messages of channel %s: %w", channel, err)
	}
	return list, nil
}

const PageOfMessages = 100

// Call makes a request, once, and returns the answer unread. The body is encoded in JSON; nil sends none. The files of
// files[0], the message in the body, are sent with it. Requests of one bucket share a rate limit. what names the
// request in errors.
func (c Client) Call(ctx context.Context, what, method, url, bucket string, body any, files ...Message) (answer []byte,
	err error) {
	r := apiRequest{method: method, url: url, bucket: bucket}
	if body != nil {
		r.contentType, r.body, err = encode(body, append(files, Message{})[0]) // for no files, a message without any
	}
	if err == nil {
		answer, err = c.do(ctx, c.limits, r)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return answer, nil
}
