package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"grognard/bot/discord/invitation"
	"grognard/bot/discord/rest"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// Probe asks Discord about the bot, with its own client and without a session: for an operator who looks for a fault.
type Probe struct {
	session *discordgo.Session
	clock   *hostClock
}

// NewProbe makes a Probe from a token. A host other than "" is asked instead of Discord.
func NewProbe(token, host string) (*Probe, error) {
	client, err := rest.New(rest.Options{Token: token, Host: host})
	if err != nil {
		return nil, err
	}
	session := client.Session
	p := &Probe{session, &hostClock{by: cmp.Or(session.Client.Transport, http.DefaultTransport)}}
	session.Client.Transport = p.clock
	return p, nil
}

// Self is the bot's own user.
type Self struct {
	ID   string `json:"id"`
	Name string `json:"username"`
	Bot  bool   `json:"bot"`
}

// Self asks which user the token belongs to.
func (p *Probe) Self(ctx context.Context) (s Self, err error) {
	return s, p.get(ctx, discordgo.EndpointUser("@me"), &s)
}

// Application is what the developer portal says about the bot.
type Application struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Public bool   `json:"bot_public"`
	Flags  int    `json:"flags"`
	Guilds int    `json:"approximate_guild_count"`
}

// Application asks what the developer portal says about the bot.
func (p *Probe) Application(ctx context.Context) (a Application, err error) {
	return a, p.get(ctx, discordgo.EndpointAPI+"applications/@me", &a)
}

// privileged are the intents that must be permitted in the developer portal. An application with the permission has one
// of the two flags: the first without limit, the second for fewer than a hundred servers.
var privileged = []struct {
	name   string
	intent discordgo.Intent
	flags  int
}{
	{"Presence", discordgo.IntentGuildPresences, 1<<12 | 1<<13},
	{"Server Members", discordgo.IntentGuildMembers, 1<<14 | 1<<15},
	{"Message Content", discordgo.IntentMessageContent, 1<<18 | 1<<19},
}

// Privileged returns which privileged intents the bot asks for, and which are allowed to the application, by the names
// that the developer portal has for them.
func (p *Probe) Privileged(a Application) (asked, allowed []string) {
	for _, i := range privileged {
		if intents&i.intent != 0 {
			asked = append(asked, i.name)
		}
		if a.Flags&i.flags != 0 {
			allowed = append(allowed, i.name)
		}
	}
	return asked, allowed
}

// Guild is a server that the bot is in. Missing are the permissions that the bot lacks there, each with what it is for;
// in single channels others may be missing.
type Guild struct {
	ID, Name string
	Missing  []string
}

// guildsAtOnce is the most servers that Discord lists at once.
const guildsAtOnce = 200

// Guilds lists the servers that the bot is in, up to two hundred of them.
func (p *Probe) Guilds(ctx context.Context) (list []Guild, err error) {
	var raw []struct{ ID, Name, Permissions string }
	if err := p.get(ctx, discordgo.EndpointUserGuilds("@me")+"?limit="+strconv.Itoa(guildsAtOnce), &raw); err != nil {
		return nil, err
	}
	for _, r := range raw {
		has, err := strconv.ParseInt(r.Permissions, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("permissions in server %s: %w", r.ID, err)
		}
		g := Guild{ID: r.ID, Name: r.Name}
		for _, p := range invitation.Lacking(has, invitation.Everywhere) {
			g.Missing = append(g.Missing, p.Explained())
		}
		list = append(list, g)
	}
	return list, nil
}

// Gateway is where the bot would connect, and how many sessions it may still start.
type Gateway struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"`
	Limit  struct {
		Total      int `json:"total"`
		Remaining  int `json:"remaining"`
		ResetAfter int `json:"reset_after"` // milliseconds
	} `json:"session_start_limit"`
}

// Gateway asks where the bot would connect.
func (p *Probe) Gateway(ctx context.Context) (g Gateway, err error) {
	return g, p.get(ctx, discordgo.EndpointGatewayBot, &g)
}

// Hello connects to the gateway, waits for its first message and closes the connection before a session begins.
func (p *Probe) Hello(ctx context.Context, g Gateway) (err error) {
	conn, response, err := (&websocket.Dialer{Proxy: http.ProxyFromEnvironment,
		HandshakeTimeout: rest.RequestTimeout}).DialContext(ctx, g.URL+"?v="+discordgo.APIVersion+"&encoding=json", nil)
	if err != nil {
		return fmt.Errorf("connect to %s: %w", g.URL, err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	_ = response.Body.Close() // the connection owns it
	if until, ok := ctx.Deadline(); ok {
		if err := conn.SetReadDeadline(until); err != nil {
			return err
		}
	}
	var hello struct{ Op int }
	if err := conn.ReadJSON(&hello); err != nil {
		return fmt.Errorf("no greeting from %s: %w", g.URL, err)
	}
	if hello.Op != opHello {
		return fmt.Errorf("%s begins with op %d", g.URL, hello.Op)
	}
	return nil
}

const opHello = 10

func (p *Probe) get(ctx context.Context, url string, into any) error {
	b, err := p.session.RequestWithBucketID(http.MethodGet, url, nil, url, discordgo.WithContext(ctx),
		discordgo.WithRetryOnRatelimit(false), discordgo.WithRestRetries(0))
	if err != nil {
		return err
	}
	return json.Unmarshal(b, into)
}

// Refused reports whether Discord does not accept the token.
func Refused(err error) bool {
	var answer *discordgo.RESTError
	return errors.As(err, &answer) && answer.Response.StatusCode == http.StatusUnauthorized
}

// Ahead returns how far our clock is ahead of Discord's in its last answer, which is given in whole seconds; ok is
// false if there was no answer.
func (p *Probe) Ahead() (lead time.Duration, ok bool) {
	p.clock.mu.Lock()
	defer p.clock.mu.Unlock()
	return p.clock.lead, p.clock.read
}

// hostClock compares our clock with the dates of answers.
type hostClock struct {
	by http.RoundTripper

	mu   sync.Mutex
	read bool          // an answer had a date
	lead time.Duration // how far our clock is ahead of it
}

// RoundTrip implements http.RoundTripper.
func (c *hostClock) RoundTrip(r *http.Request) (*http.Response, error) {
	began := time.Now()
	response, err := c.by.RoundTrip(r)
	if err != nil {
		return response, err
	}
	if theirs, wrong := http.ParseTime(response.Header.Get("Date")); wrong == nil {
		half := time.Since(began) / 2
		c.mu.Lock()
		defer c.mu.Unlock()
		// The answer was made about halfway through the request. Its date lacks half a second on average.
		c.read, c.lead = true, began.Add(half).Sub(theirs.Add(500*time.Millisecond))
	}
	return response, err
}
