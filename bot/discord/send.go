package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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

	files [][]byte // of the attachments, by their numbers
	form  *modal   // opens in place of the message where that is still possible

	public bool // everybody reads it, though it follows an answer to one user
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

// courier speaks to Discord's REST interface through a discordgo session.
type courier struct{ session *discordgo.Session }

// send makes a message in a channel and returns its identifier. A message with
// a nonce can be sent again within minutes without appearing twice. It does not
// wait when Discord asks for patience, but returns the error that says so.
func (c courier) send(ctx context.Context, channel string, m message) (id string, err error) {
	contentType, body, err := encode(m, m)
	if err != nil {
		return "", fmt.Errorf("message for channel %s: %w", channel, err)
	}
	url := discordgo.EndpointChannelMessages(channel)
	b, err := c.session.RequestRaw(http.MethodPost, url, contentType, body, url, 0, discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false))
	if err != nil {
		return "", fmt.Errorf("send to channel %s: %w", channel, err)
	}
	var sent struct{ ID string }
	if err := json.Unmarshal(b, &sent); err != nil {
		return "", fmt.Errorf("send to channel %s: %w", channel, err)
	}
	return sent.ID, nil
}

// edit changes a message of ours. It mentions nobody, and the message has no pictures but
// those that come along.
func (c courier) edit(ctx context.Context, channel, id string, m message) error {
	contentType, body, err := encode(m, m)
	if err != nil {
		return fmt.Errorf("edit of message %s: %w", id, err)
	}
	_, err = c.session.RequestRaw(http.MethodPatch, discordgo.EndpointChannelMessage(channel, id), contentType, body,
		discordgo.EndpointChannelMessage(channel, ""), 0, discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false))
	if err != nil {
		return fmt.Errorf("edit message %s in channel %s: %w", id, channel, err)
	}
	return nil
}

// remove deletes a message of ours.
func (c courier) remove(ctx context.Context, channel, id string) error {
	_, err := c.session.RequestWithBucketID(http.MethodDelete, discordgo.EndpointChannelMessage(channel, id), nil,
		discordgo.EndpointChannelMessage(channel, ""), discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false))
	if err != nil {
		return fmt.Errorf("delete message %s in channel %s: %w", id, channel, err)
	}
	return nil
}

// direct is the channel of a user's direct messages.
func (c courier) direct(ctx context.Context, user string) (string, error) {
	url := discordgo.EndpointUserChannels("@me")
	b, err := c.session.RequestWithBucketID(http.MethodPost, url, map[string]string{"recipient_id": user}, url, discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false))
	if err != nil {
		return "", fmt.Errorf("direct messages of %s: %w", user, err)
	}
	var channel struct{ ID string }
	if err := json.Unmarshal(b, &channel); err != nil {
		return "", fmt.Errorf("direct messages of %s: %w", user, err)
	}
	return channel.ID, nil
}

// sentMessage is what is read of a message that stands in a channel already.
type sentMessage struct {
	ID, Content string
	Timestamp   time.Time
	Author      struct{ ID string }
	Components  []struct {
		Components []struct {
			CustomID string `json:"custom_id"`
		}
	}
	Attachments []struct{ Filename string }
}

// before lists up to a hundred messages of a channel, the newest first, all of
// them older than the given one; "" lists the latest.
func (c courier) before(ctx context.Context, channel, message string) ([]sentMessage, error) {
	bucket := discordgo.EndpointChannelMessages(channel)
	url := bucket + "?limit=" + strconv.Itoa(pageOfMessages)
	if message != "" {
		url += "&before=" + message
	}
	b, err := c.session.RequestWithBucketID(http.MethodGet, url, nil, bucket, discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false))
	if err != nil {
		return nil, fmt.Errorf("messages of channel %s: %w", channel, err)
	}
	var list []sentMessage
	if err := json.Unmarshal(b, &list); err != nil {
		return nil, fmt.Errorf("messages of channel %s: %w", channel, err)
	}
	return list, nil
}

const pageOfMessages = 100

// register makes these commands the only ones, of one guild or, for "", of all.
func (c courier) register(ctx context.Context, app, guild string, commands []command) error {
	url := discordgo.EndpointApplicationGlobalCommands(app)
	if guild != "" {
		url = discordgo.EndpointApplicationGuildCommands(app, guild)
	}
	if _, err := c.session.RequestWithBucketID(http.MethodPut, url, commands, url, discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false)); err != nil {
		return fmt.Errorf("register commands: %w", err)
	}
	return nil
}

// trouble is what a failed request means for whoever wants to repeat it.
type trouble int

const (
	passing   trouble = iota // a network, a busy server, a wrong token: try again
	forbidden                // not as things are: a permission is missing, or the user takes no direct messages
	gone                     // the channel, the message or the user is no more
	fixed                    // the message can be edited no more, though others can be sent
	malformed                // our own fault, and no repetition helps
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

// diagnose says what a failed request means, and how long to wait at least. Only
// what is known to be lost for good is called so: to give up is to lose a message.
func diagnose(err error) (trouble, time.Duration) {
	var busy *discordgo.RateLimitError
	if errors.As(err, &busy) {
		return passing, busy.RetryAfter
	}
	var fault unspeakable
	if errors.As(err, &fault) {
		return malformed, 0
	}
	var rest *discordgo.RESTError
	if !errors.As(err, &rest) {
		return passing, 0
	}
	status, code := rest.Response.StatusCode, 0
	if rest.Message != nil {
		code = rest.Message.Code
	}
	bare := code == 0 // Discord's own refusals have codes
	switch {
	case slices.Contains(goneCodes, code), bare && status == http.StatusNotFound:
		return gone, 0
	case slices.Contains(fixedCodes, code):
		return fixed, lastWait
	case slices.Contains(malformedCodes, code), bare && (status == http.StatusBadRequest || status == http.StatusRequestEntityTooLarge):
		return malformed, 0
	case code == tooManyDMs, status < 400, status >= 500, status == http.StatusRequestTimeout, status == http.StatusTooManyRequests:
		return passing, 0
	case status == http.StatusUnauthorized:
		return passing, lastWait // a wrong token is for the operator to mend
	}
	return forbidden, lastWait
}
