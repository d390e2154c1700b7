package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

// message is what is sent: the parts of Discord's message that we use, with
// the nonce and the alternative texts that discordgo's own type lacks.
type message struct {
	Content     string                       `json:"content"`
	Components  []discordgo.MessageComponent `json:"components"`
	Attachments []attachment                 `json:"attachments"`
	Mentions    mentions                     `json:"allowed_mentions"`
	Flags       discordgo.MessageFlags       `json:"flags,omitempty"`
	Nonce       string                       `json:"nonce,omitempty"`
	Enforce     bool                         `json:"enforce_nonce,omitempty"`

	files [][]byte `json:"-"` // of the attachments, by their numbers
	form  *modal   `json:"-"` // opens in place of the message where that is still possible

	public bool `json:"-"` // everybody reads it, though it follows an answer to one user
}

// attachment describes the file of a message. ID is the file's number.
type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description"`
}

// mentions says whom a message may ping: nobody but these users, whatever
// stands in its text.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

// newMessage is a message that pings nobody but the given users, as far as they are known.
func newMessage(content string, rows []discordgo.MessageComponent, ping ...string) message {
	if rows == nil {
		rows = []discordgo.MessageComponent{}
	}
	ping = slices.DeleteFunc(slices.Clone(ping), func(user string) bool { return !isUser(user) })
	return message{Content: content, Components: rows, Attachments: []attachment{}, Mentions: mentions{Parse: []string{}, Users: ping}}
}

// attach puts a picture to the message.
func (m *message) attach(name string, data []byte, alt string) {
	m.Attachments = append(m.Attachments, attachment{ID: strconv.Itoa(len(m.files)), Filename: name, Description: alt})
	m.files = append(m.files, data)
}

// bare is the message without its pictures.
func (m message) bare() message {
	m.Attachments, m.files = []attachment{}, nil
	return m
}

// encode is the body of a request that carries a message, and its type; with
// pictures it is multipart.
func encode(payload any, m message) (contentType string, body []byte, err error) {
	if len(m.files) == 0 {
		body, err = json.Marshal(payload)
		return "application/json", body, err
	}
	var files []*discordgo.File
	for i, data := range m.files {
		files = append(files, &discordgo.File{Name: m.Attachments[i].Filename, ContentType: http.DetectContentType(data), Reader: bytes.NewReader(data)})
	}
	return discordgo.MultipartBodyWithJSON(payload, files)
}

// clientOptions are what a client needs: the token, and a logger if it answers interactions.
type clientOptions struct {
	Token  string
	Host   string       // the address of another server instead of Discord: http://127.0.0.1:8787
	Logger *slog.Logger // told of answers that arrive late or not at all; silent when nil

	// Observe is told of every request: its method and the template of its path, the status of the
	// answer, 0 for none, and how long it took. Nobody is told when it is nil.
	Observe func(route string, status int, took time.Duration)

	RequestWithin time.Duration // for so long a request may take, pictures included; 20 s when 0
	AnswerWithin  time.Duration // for so long Discord waits for a first answer; 3 s when 0
	RetryAfter    time.Duration // the first wait after a request that failed; 1 s when 0
}

// restClient speaks to Discord's REST interface. The session is for those who speak to Discord by
// other means with the same token.
type restClient struct {
	session *discordgo.Session
	limits  *limits
	first   time.Duration // the first wait after a failure
	answer  time.Duration // how long a first answer is worth sending
	late    *retryQueue
}

// newCourier is a client with limits of its own. Its owner ends it with end.
func newCourier(o clientOptions) (restClient, error) {
	session, err := discordgo.New("Bot " + o.Token)
	if err != nil {
		return restClient{}, err
	}
	if session.Client, err = clientFor(o.Host); err != nil {
		return restClient{}, err
	}
	if o.RequestWithin > 0 {
		session.Client.Timeout = o.RequestWithin
	}
	if o.Observe != nil {
		session.Client.Transport = observed{cmp.Or(session.Client.Transport, http.DefaultTransport), o.Observe}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return restClient{session: session, limits: newLimits(), first: cmp.Or(max(o.RetryAfter, 0), firstWait),
		answer: cmp.Or(max(o.AnswerWithin, 0), firstAnswer), late: newRetryQueue(o.Logger)}, nil
}

// end gives up the answers that are tried again.
func (c restClient) end() { c.late.end() }

// persist does something until it succeeds, fails for good or ctx ends.
func (c restClient) persist(ctx context.Context, do func(context.Context) error) error {
	return persist(ctx, do, nil, c.first)
}

// send makes a message in a channel and returns its identifier. A message with
// a nonce can be sent again within minutes without appearing twice. It does not
// wait when Discord asks for patience, but returns the error that says so.
func (c restClient) send(ctx context.Context, channel string, m message) (id string, err error) {
	r := apiRequest{method: http.MethodPost, url: discordgo.EndpointChannelMessages(channel), bucket: "messages " + channel}
	if r.contentType, r.body, err = encode(m, m); err != nil {
		return "", fmt.Errorf("message for channel %s: %w", channel, err)
	}
	answer, err := c.do(ctx, c.limits, r)
	if err == nil {
		id, err = identified(answer)
	}
	if err != nil {
		return "", fmt.Errorf("send to channel %s: %w", channel, err)
	}
	return id, nil
}

// edit changes a message of ours. It mentions nobody, and the message has no pictures but
// those that come along.
func (c restClient) edit(ctx context.Context, channel, id string, m message) error {
	r := apiRequest{method: http.MethodPatch, url: discordgo.EndpointChannelMessage(channel, id), bucket: "edits " + channel}
	var err error
	if r.contentType, r.body, err = encode(m, m); err != nil {
		return fmt.Errorf("edit of message %s: %w", id, err)
	}
	answer, err := c.do(ctx, c.limits, r)
	if err == nil {
		_, err = identified(answer)
	}
	if err != nil {
		return fmt.Errorf("edit message %s in channel %s: %w", id, channel, err)
	}
	return nil
}

// remove deletes a message of ours.
func (c restClient) remove(ctx context.Context, channel, id string) error {
	r := apiRequest{method: http.MethodDelete, url: discordgo.EndpointChannelMessage(channel, id), bucket: "deletions " + channel}
	if _, err := c.do(ctx, c.limits, r); err != nil {
		return fmt.Errorf("delete message %s in channel %s: %w", id, channel, err)
	}
	return nil
}

// direct is the channel of a user's direct messages.
func (c restClient) direct(ctx context.Context, user string) (string, error) {
	r := apiRequest{method: http.MethodPost, url: discordgo.EndpointUserChannels("@me"), bucket: "direct messages", contentType: "application/json"}
	var err error
	if r.body, err = json.Marshal(map[string]string{"recipient_id": user}); err != nil {
		return "", fmt.Errorf("direct messages of %s: %w", user, err)
	}
	answer, err := c.do(ctx, c.limits, r)
	if err != nil {
		return "", fmt.Errorf("direct messages of %s: %w", user, err)
	}
	id, err := identified(answer)
	if err != nil {
		return "", fmt.Errorf("direct messages of %s: %w", user, err)
	}
	return id, nil
}

// before lists up to a hundred messages of a channel, the newest first, all of
// them older than the given one; "" lists the latest.
func (c restClient) before(ctx context.Context, channel, message string) ([]sentMessage, error) {
	url := discordgo.EndpointChannelMessages(channel) + "?limit=" + strconv.Itoa(pageOfMessages)
	if message != "" {
		url += "&before=" + message
	}
	answer, err := c.do(ctx, c.limits, apiRequest{method: http.MethodGet, url: url, bucket: "history " + channel})
	if err != nil {
		return nil, fmt.Errorf("messages of channel %s: %w", channel, err)
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

const pageOfMessages = 100

// register makes these commands the only ones, of one guild or, for "", of all. C is a command as
// it goes over the wire.
func register[C any](ctx context.Context, c restClient, app, guild string, commands []C) error {
	url := discordgo.EndpointApplicationGlobalCommands(app)
	if guild != "" {
		url = discordgo.EndpointApplicationGuildCommands(app, guild)
	}
	answer, err := c.session.RequestWithBucketID(http.MethodPut, url, commands, url, discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false))
	if err != nil {
		return fmt.Errorf("register commands: %w", err)
	}
	list, err := decode[registered](answer)
	if err == nil && len(list) != len(commands) {
		err = fmt.Errorf("%w: %d of %d are there", errShape, len(list), len(commands))
	}
	if err != nil {
		return fmt.Errorf("register commands: %w", err)
	}
	return nil
}

// The wait after a failure doubles from the first to the last of these.
const (
	firstWait = time.Second
	lastWait  = 2 * time.Minute
)

// renderError is our own fault in making the words or the picture of a message: no repetition
// helps.
type renderError struct{ Err error }

func (e renderError) Error() string { return e.Err.Error() }

// errorClass is what a failed request means for whoever wants to repeat it.
type errorClass int

const (
	transient errorClass = iota // a network, a busy server, a wrong token: try again
	forbidden                   // not as things are: a permission is missing, or the user takes no direct messages
	gone                        // the channel, the message or the user is no more
	fixed                       // the message can be edited no more, though others can be sent
	malformed                   // our own fault, and no repetition helps
)

// Discord's codes for what is no more, for messages that cannot be edited, as they are another
// bot's or stand in a thread that is archived, which a new message opens again, and for
// requests that it cannot read or that are too large.
var (
	goneCodes      = []int{10003, 10004, 10008, 10013}
	fixedCodes     = []int{50005, 50083}
	malformedCodes = []int{40005, 50006, 50035, 50045, 50046, 50109}
)

// tooManyDMs is Discord's code for direct messages opened too fast: the user's
// door is not closed.
const tooManyDMs = 40003

// The codes by which Discord says that a channel cannot be reached as long as it is not given
// back: it is deleted, or the bot may not even see it, as after it was removed from a server.
const (
	unknownChannel  = 10003
	missingAccess   = 50001
	alreadyAnswered = 40060 // an interaction
	archivedThread  = 50083
)

// diagnose says what a failed request means, and how long to wait at least. Only
// what is known to be lost for good is called so: to give up is to lose a message. A page of a
// proxy is never Discord's last word, whatever its status.
func diagnose(err error) (errorClass, time.Duration) {
	var busy *discordgo.RateLimitError
	if errors.As(err, &busy) {
		return transient, busy.RetryAfter
	}
	var early limited
	if errors.As(err, &early) {
		return transient, early.wait
	}
	var fault renderError
	if errors.As(err, &fault) {
		return malformed, 0
	}
	var rest *discordgo.RESTError
	if !errors.As(err, &rest) {
		return transient, 0
	}
	status, code, asked := rest.Response.StatusCode, codeOf(err), patienceOf(rest.Response.Header)
	bare := rest.Message != nil && code == 0 // most of Discord's own refusals have codes
	switch {
	case slices.Contains(goneCodes, code), bare && status == http.StatusNotFound:
		return gone, 0
	case slices.Contains(fixedCodes, code):
		return fixed, lastWait
	case slices.Contains(malformedCodes, code), bare && status == http.StatusBadRequest, code == 0 && status == http.StatusRequestEntityTooLarge:
		return malformed, 0
	case code == tooManyDMs, status < 400, status >= 500, status == http.StatusRequestTimeout, status == http.StatusTooManyRequests:
		return transient, asked
	case status == http.StatusUnauthorized, rest.Message == nil && status == http.StatusNotFound:
		return transient, max(lastWait, asked) // a wrong token is for the operator to mend
	}
	return forbidden, max(lastWait, asked)
}

// codeOf is Discord's code for why it refused a request, 0 where there is none.
func codeOf(err error) int {
	var rest *discordgo.RESTError
	if errors.As(err, &rest) && rest.Message != nil {
		return rest.Message.Code
	}
	return 0
}

// heldUp says whether a request may have failed for what it carried, as uploads do when a network
// or a server is slow, where one that carries less may pass.
func heldUp(err error) bool {
	var early limited
	var rest *discordgo.RESTError
	switch {
	case err == nil, errors.As(err, &early):
		return false
	case errors.As(err, &rest):
		return rest.Response.StatusCode >= 500 || rest.Response.StatusCode == http.StatusRequestTimeout
	}
	kind, _ := diagnose(err)
	return kind == transient
}
