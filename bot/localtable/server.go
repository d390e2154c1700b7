package localtable

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/call"
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/gateway"
	"grognard/bot/localtable/guilds"
	"grognard/bot/localtable/interact"
	"grognard/bot/localtable/page"
	"grognard/bot/localtable/pins"
	"grognard/bot/localtable/places"
	"grognard/bot/localtable/rest"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/threads"
	"grognard/bot/localtable/uploads"
)

// What a bot must know to connect to the table. The values are fixed, so that a bot and a server that restart
// independently keep working together. The token only catches mistakes; strangers are kept out because the table
// listens on the loopback.
const (
	BotToken      = state.BotToken
	ApplicationID = state.ApplicationID
	GuildID       = state.GuildID
)

// What the hooks of the REST routes take.
type (
	Exchange = rest.Exchange
	File     = rest.File
)

// Options configure a table. The zero value is a table for four users that stores nothing.
type Options struct {
	File     string   // the JSON-lines file for what was sent, pictures in a folder beside it; "" keeps nothing
	Users    []string // names; Anna, Boris, Olga and Carla when empty. The n-th has the same identifier in every run
	Channels []string // names of the first guild channels; autumn-for-barbarossa when empty

	// Elsewhere are names of channels of which the bot is not a member: the first is in another guild, the others are
	// direct messages of groups. Every user is there and has installed the bot for himself.
	Elsewhere []string

	Observe func(Exchange) // is called with every request that was carried out and its answer, before the bot gets it
	Spoil   rest.Spoil     // answers the bot's requests in place of the table, for tests; nil spoils nothing

	Now          func() time.Time // the table's clock, by which tokens and nonces expire; time.Now when nil
	AnswerWithin time.Duration    // the deadline for the first answer to an interaction; 3 s when zero
	Heartbeat    time.Duration    // the interval of the bot's heartbeats; 41.25 s when zero

	// Latency returns how far away the table is now: a request of the bot and its answer take that long, an
	// interaction half of it. Nil is no time.
	Latency func() time.Duration
}

// sweepEvery is how often the table looks, without being asked, whether a thread has rested for its time.
const sweepEvery = 30 * time.Second

// Server is a table. It is safe for use by several goroutines.
type Server struct {
	mux      *http.ServeMux
	table    *state.Table
	gateway  *gateway.Gateway
	announce *announce.Announcer
	asker    *interact.Asker
}

// New makes a table: it reads the file, if there is one, and adds missing users, their DMs and the first channels. If a
// crash has cut off the last line of the file, the line is removed; any other damage is an error.
func New(opt Options) (*Server, error) {
	if len(opt.Users) == 0 {
		opt.Users = []string{"Anna", "Boris", "Olga", "Carla"}
	}
	if len(opt.Channels) == 0 {
		opt.Channels = []string{"autumn-for-barbarossa"}
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Latency == nil {
		opt.Latency = func() time.Duration { return 0 }
	}
	opt.AnswerWithin = cmp.Or(opt.AnswerWithin, 3*time.Second)
	opt.Heartbeat = cmp.Or(opt.Heartbeat, 41250*time.Millisecond)
	table, err := state.Open(state.Options{File: opt.File, Users: opt.Users, Channels: opt.Channels,
		Elsewhere: opt.Elsewhere, Now: opt.Now})
	if err != nil {
		return nil, err
	}
	s := &Server{mux: http.NewServeMux(), table: table}
	s.gateway = gateway.New(table, opt.Heartbeat)
	s.announce = announce.New(table, s.gateway)
	s.asker = &interact.Asker{Table: table, Announce: s.announce, AnswerWithin: opt.AnswerWithin, Latency: opt.Latency}
	rest.Route(s.mux, &rest.API{Table: table, Announce: s.announce, Asker: s.asker, Observe: opt.Observe,
		Latency: opt.Latency, Spoil: opt.Spoil,
		More: []call.Routes{guilds.Routes(s.announce), threads.Routes(s.announce), pins.Routes(s.announce)}})
	s.mux.HandleFunc("GET /gateway/", s.gateway.Serve)
	page.Route(s.mux, s.announce, s.asker)
	places.Route(s.mux, s.announce)
	uploads.Route(s.mux, table)
	threads.SweepEvery(s.announce, sweepEvery)
	return s, nil
}

// Handler answers the bot under /api/v9/ and /api/v10/, its gateway, and the page. Serve it on a loopback address.
func (s *Server) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := ownRequest(r); err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		if err := s.Change(threads.Sweep); err != nil { // no answer may show a thread that should be archived
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		s.mux.ServeHTTP(w, r)
	})
}

// Close disconnects the bot and every page, and closes the file. Requests under way are answered.
func (s *Server) Close() error {
	s.gateway.Close()
	s.table.Lock()
	defer s.table.Unlock()
	if !s.announce.Close() { // the table was closed before
		return nil
	}
	s.asker.Close()
	return s.table.Close()
}

// Channel returns the identifier of the guild channel with a name, so that the program can set something up in it.
func (s *Server) Channel(name string) (id string, ok bool) {
	s.table.Lock()
	defer s.table.Unlock()
	c := s.table.ChannelNamed(name)
	if c == nil {
		return "", false
	}
	return c.ID, true
}

// Change makes a change that comes from Discord or from people, by package guilds, threads or pins.
func (s *Server) Change(change func(*announce.Announcer) error) error {
	s.table.Lock()
	defer s.table.Unlock()
	return change(s.announce)
}

// DeleteChannel deletes a channel of a guild or a thread, as the owner of the guild would.
func (s *Server) DeleteChannel(id string) error {
	return s.Change(func(a *announce.Announcer) error {
		c := s.table.Channel(id)
		if c == nil || !c.Ours() {
			return check.UnknownChannel()
		}
		return a.DropChannel(c)
	})
}

// Deny takes permissions in a channel, or in all channels of a guild, from a user, or from the bot, whose user is
// ApplicationID; 0 gives all of them back. Everybody has all other permissions, but a user who lacks one is not an
// administrator. The change is not kept in the file.
func (s *Server) Deny(place, user string, permissions uint64) {
	s.table.Lock()
	defer s.table.Unlock()
	guilds.Deny(s.announce, place, user, permissions)
}

// LoseGuild takes the first guild from the bot: temporarily if outage is true, as when Discord's server is down,
// otherwise by removing the bot from it. A bot that was removed can read and write nothing in the guild.
func (s *Server) LoseGuild(outage bool) error {
	return s.Change(func(a *announce.Announcer) error {
		if !outage {
			return guilds.Remove(a, GuildID)
		}
		guilds.Out(a, GuildID)
		return nil
	})
}

// RegainGuild makes the first guild available to the bot again.
func (s *Server) RegainGuild() error {
	return s.Change(func(a *announce.Announcer) error { return guilds.Invite(a, GuildID) })
}

// ownRequest refuses host names other than the loopback's (DNS rebinding by a foreign page) and other origins.
func ownRequest(r *http.Request) error {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return errors.New("this table is served on a loopback address only")
	}
	_, port, err := net.SplitHostPort(local.String())
	if err != nil {
		return fmt.Errorf("no port in the local address: %w", err)
	}
	if !isLoopback(r.Host, port) {
		return fmt.Errorf("foreign host %q", r.Host)
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		if u, err := url.Parse(origin); err != nil || u.Scheme != "http" || u.Host != r.Host {
			return fmt.Errorf("foreign origin %q", origin)
		}
	}
	return nil
}

func isLoopback(host, port string) bool {
	name, p, err := net.SplitHostPort(host)
	if err != nil { // a host without a port means port 80
		name, p = host, "80"
	}
	return p == port && (name == "127.0.0.1" || name == "localhost" || name == "::1")
}
