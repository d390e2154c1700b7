// Package gateway is the local table's server for the gateway protocol: it sends the bot events over a websocket, with
// sessions, intents, heartbeats and resumes. The REST routes and the players' pages are in other packages.
package gateway

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/welcome"

	"github.com/gorilla/websocket"
)

// Operations and close codes of Discord's gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opInvalidSession = 9
	opHello          = 10
	opAck            = 11

	closeUnknownOp = 4001
	closeDecode    = 4002
	closeAuth      = 4004
	closeTwice     = 4005
	closeShard     = 4010
	closeVersion   = 4012
	closeIntents   = 4014
)

// IntentGuilds is the intent that the bot asks for; privileged ones need Discord's approval: the table refuses them.
const (
	IntentGuilds = 1 << 0
	privileged   = 1<<1 | 1<<8 | 1<<15 // members, presences, message content
)

// Gateway holds the sessions of the bot. A session outlives its connection unless the bot closes it normally, so that a
// bot whose connection broke can resume and receive what it missed.
type Gateway struct {
	table    *state.Table
	interval time.Duration // of the bot's heartbeats

	mu          sync.Mutex // guards all below, and the sessions; taken after the table's lock
	sessions    []*session
	connections map[*botConnection]bool
}

// New returns the gateway of a table. The bot must send a heartbeat at this interval.
func New(table *state.Table, heartbeat time.Duration) *Gateway {
	return &Gateway{table: table, interval: heartbeat, connections: map[*botConnection]bool{}}
}

// Dispatch adds an event to every session that has the intent. Content is made for each session because addresses
// depend on the host name by which the bot reaches the table. An intent of 0 means that every session gets the event.
func (g *Gateway) Dispatch(kind string, intent int, content func(base string) any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range g.sessions {
		if intent == 0 || s.intents&intent != 0 {
			s.add(kind, content(s.base))
		}
	}
}

// Reachable reports whether the bot has a session, connected or one that it may still resume.
func (g *Gateway) Reachable() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.sessions) > 0
}

// Close cuts the bot's connections and ends its sessions.
func (g *Gateway) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sessions = nil
	for c := range g.connections {
		c.ws.Close()
	}
}

// Serve handles one connection: it starts the writer, reads until the connection ends, and then detaches its session.
func (g *Gateway) Serve(w http.ResponseWriter, r *http.Request) {
	ws, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has sent the error
	}
	c := &botConnection{ws: ws, version: r.URL.Query().Get("v"), base: "http://" + r.Host, wake: make(chan struct{}, 1),
		done: make(chan struct{})}
	g.mu.Lock()
	g.connections[c] = true
	g.mu.Unlock()
	var writer sync.WaitGroup
	writer.Go(func() { g.write(c) })
	g.control(c, opHello, map[string]int64{"heartbeat_interval": g.interval.Milliseconds()})
	closedNormally := false
	if slices.Contains(Versions, c.version) {
		closedNormally = g.read(c)
	} else {
		c.refuse(closeVersion, "Invalid API version.")
	}
	close(c.done)
	writer.Wait()
	ws.Close()
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.connections, c)
	for _, s := range g.sessions {
		if s.conn == c {
			s.conn = nil
		}
	}
	if closedNormally {
		g.sessions = slices.DeleteFunc(g.sessions, func(s *session) bool { return s == c.session })
	}
}

// read handles the bot's messages until the connection ends, and reports whether the bot closed it normally.
func (g *Gateway) read(c *botConnection) bool {
	for {
		// A bot that sends nothing for one and a half intervals is disconnected.
		if err := c.ws.SetReadDeadline(time.Now().Add(g.interval * 3 / 2)); err != nil {
			return false
		}
		_, raw, err := c.ws.ReadMessage()
		if err != nil {
			return websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway)
		}
		var m struct {
			Op   int             `json:"op"`
			Data json.RawMessage `json:"d"`
		}
		if err := json.Unmarshal(raw, &m); err != nil {
			return c.refuse(closeDecode, "Error while decoding payload.")
		}
		switch m.Op {
		case opHeartbeat:
			g.control(c, opAck, nil)
		case opIdentify:
			if !g.identify(c, m.Data) {
				return false
			}
		case opResume:
			if !g.resume(c, m.Data) {
				return false
			}
		default:
			return c.refuse(closeUnknownOp, "Unknown opcode.")
		}
	}
}

// identify begins a session with READY and the guilds. It returns false if it has refused the bot.
func (g *Gateway) identify(c *botConnection, raw json.RawMessage) bool {
	var d struct {
		Token   string  `json:"token"`
		Intents int     `json:"intents"`
		Shard   *[2]int `json:"shard"` // [0, 1] when nil
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		return c.refuse(closeDecode, "Error while decoding payload.")
	}
	switch {
	case c.session != nil:
		return c.refuse(closeTwice, "Already authenticated.")
	case !IsBotToken(d.Token):
		return c.refuse(closeAuth, "Authentication failed.")
	case d.Shard != nil && *d.Shard != [2]int{0, 1}:
		return c.refuse(closeShard, "Invalid shard.")
	case d.Intents&privileged != 0:
		return c.refuse(closeIntents, "Disallowed intent(s).")
	}
	g.table.Lock() // no channel may be created between the guild's description and the session
	defer g.table.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	s := &session{id: rand.Text(), intents: d.Intents, base: c.base}
	// A bot that identifies again has given up its disconnected sessions.
	g.sessions = slices.DeleteFunc(g.sessions, func(old *session) bool { return old.conn == nil })
	g.sessions = append(g.sessions, s)
	s.attach(c, 0) // it has received nothing yet
	s.add("READY", readyOf(s, c, g.table))
	for _, guild := range g.table.Guilds {
		if d.Intents&IntentGuilds != 0 && !guild.Absent {
			s.add("GUILD_CREATE", welcome.Guild(g.table, guild))
		}
	}
	return true
}

// resume sends what the session missed, then RESUMED. If the session or a missed event no longer exists, it tells the
// bot to identify again. It returns false only if it has refused the bot and closed the connection.
func (g *Gateway) resume(c *botConnection, raw json.RawMessage) bool {
	var d struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int64  `json:"seq"`
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		return c.refuse(closeDecode, "Error while decoding payload.")
	}
	if !IsBotToken(d.Token) {
		return c.refuse(closeAuth, "Authentication failed.")
	}
	g.mu.Lock()
	i := slices.IndexFunc(g.sessions, func(s *session) bool { // it must still have every event after d.Seq
		return s.id == d.Session && d.Seq <= s.seq && d.Seq >= s.seq-int64(len(s.events))
	})
	if i >= 0 {
		s := g.sessions[i]
		s.attach(c, d.Seq)
		s.add("RESUMED", map[string]any{})
	}
	g.mu.Unlock()
	if i < 0 {
		g.control(c, opInvalidSession, false)
	}
	return true
}

// readyOf returns the data of READY. The locks of the table and the gateway are held.
func readyOf(s *session, c *botConnection, table *state.Table) map[string]any {
	guilds := []any{}
	for _, guild := range table.Guilds {
		if !guild.Absent {
			guilds = append(guilds, map[string]any{"id": guild.ID, "unavailable": true})
		}
	}
	return map[string]any{
		"v": json.Number(c.version), "user": shape.Self(table.Bot), "session_id": s.id,
		"session_type": "normal", "resume_gateway_url": GatewayURL(c.base), "shard": [2]int{0, 1},
		"guilds": guilds, "private_channels": []any{},
		"application": map[string]any{"id": state.ApplicationID, "flags": 0},
	}
}

func IsBotToken(token string) bool { return strings.TrimPrefix(token, "Bot ") == state.BotToken }

func GatewayURL(base string) string { return "ws" + strings.TrimPrefix(base, "http") + "/gateway/" }

// Versions are the versions of Discord's API that the table speaks: those of discordgo and of other libraries. All that
// it implements is the same in both.
var Versions = []string{"9", "10"}
