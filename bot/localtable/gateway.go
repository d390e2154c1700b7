package localtable

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Operations and close codes of Discord's gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opResume         = 6
	opInvalidSession = 9
	opHello          = 10
	opAck            = 11

	closeUnknownOp     = 4001
	closeDecode        = 4002
	closeNotIdentified = 4003
	closeAuth          = 4004
	closeTwice         = 4005
	closeSequence      = 4007
	closeTimeout       = 4009
	closeShard         = 4010
	closeVersion       = 4012
	closeIntents       = 4014
)

// Intents for which the table sends events, and the privileged intents, which it never grants.
const (
	intentGuilds        = 1 << 0
	intentGuildMessages = 1 << 9
	intentDMs           = 1 << 12
	privileged          = 1<<1 | 1<<8 | 1<<15
)

func messageIntent(p post) int {
	if p.Message.GuildID == "" {
		return intentDMs
	}
	return intentGuildMessages
}

// gateway holds the sessions of the bot. A session outlives its connection unless the bot closes it normally, so that a
// bot whose connection broke can resume and receive what it missed.
type gateway struct {
	opt    gatewayOptions
	closed chan struct{} // closed when the table is closed

	mu       sync.Mutex // guards all below, and the sessions; taken after the table's lock
	sessions []*session
	lines    map[*botConnection]bool
	frozen   bool
	dialled  int // connections so far
}

// gatewayOptions are the parts that a gateway needs. All but the hook must be set.
type gatewayOptions struct {
	table     *Table
	heartbeat time.Duration // the interval of the bot's heartbeats
	hook      GatewayHook   // nil spoils nothing
	seen      func(what string, code, line int)
}

func newGateway(opt gatewayOptions) *gateway {
	opt.hook = cmp.Or[GatewayHook](opt.hook, noHook{})
	return &gateway{opt: opt, lines: map[*botConnection]bool{}, closed: make(chan struct{})}
}

// dispatch adds an event of a guild, or of direct messages where guild is "", to every session of its shard that has
// the intent. Content is made for each session because addresses depend on the host name by which the bot reaches the
// table. An intent of 0 means that every session gets the Event.
func (g *gateway) dispatch(guild, kind string, intent int, content func(base string) any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range g.sessions {
		if s.shard.has(guild) && (intent == 0 || s.intents&intent != 0) {
			s.add(kind, content(s.base))
		}
	}
}

// reachable tells whether a bot is connected for a guild, or may still resume a session.
func (g *gateway) reachable(guild string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.ContainsFunc(g.sessions, func(s *session) bool { return s.shard.has(guild) })
}

// connected tells whether a bot is connected and identified now.
func (g *gateway) connected() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.ContainsFunc(g.sessions, func(s *session) bool { return s.conn != nil })
}

// hangup cuts the bot's connections without a close frame, as a failing network does. Sessions can be resumed.
func (g *gateway) hangup() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for l := range g.lines {
		l.ws.Close()
	}
}

// forgetSessions discards every session and cuts the connections: a bot that tries to resume must identify
// again, and the Events that it missed are lost.
func (g *gateway) forgetSessions() {
	g.mu.Lock()
	g.sessions = nil
	g.mu.Unlock()
	g.hangup()
}

// freeze keeps the connections open but sends nothing through them, not even acknowledgements of heartbeats.
// freeze(false) sends everything that was held back.
func (g *gateway) freeze(frozen bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.frozen = frozen
	for l := range g.lines {
		l.signal()
	}
}

func (g *gateway) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sessions = nil
	for l := range g.lines {
		l.ws.Close()
	}
	select {
	case <-g.closed:
	default:
		close(g.closed)
	}
}

// serve handles one connection: it starts the writer and is the reader.
func (g *gateway) serve(w http.ResponseWriter, r *http.Request) {
	number := g.countConnection()
	if !g.opt.hook.Connect(w, r, g.closed) {
		return
	}
	ws, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has sent the error
	}
	version := cmp.Or(r.URL.Query().Get("v"), versions[0])
	l := &botConnection{number: number, ws: ws, version: version, base: "http://" + r.Host,
		wake: make(chan struct{}, 1), done: make(chan struct{})}
	g.mu.Lock()
	g.lines[l] = true
	g.mu.Unlock()
	var writer sync.WaitGroup
	writer.Go(func() { g.write(l) })
	if !g.intercept(l, "HELLO") {
		g.control(l, opHello, map[string]int64{"heartbeat_interval": g.opt.heartbeat.Milliseconds()})
	}

	inOrder := false
	if slices.Contains(versions, version) {
		inOrder = g.read(l)
	} else {
		l.refuse(closeVersion, "Invalid API version.")
	}

	close(l.done)
	writer.Wait()
	ws.Close()
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.lines, l)
	for _, s := range g.sessions {
		if s.conn == l {
			s.conn = nil
		}
	}
	if inOrder {
		g.sessions = slices.DeleteFunc(g.sessions, func(s *session) bool { return s == l.session })
	}
}

// read returns whether the bot closed its session normally.
func (g *gateway) read(l *botConnection) bool {
	for {
		// A bot whose heartbeat is late by half an interval is disconnected.
		if err := l.ws.SetReadDeadline(time.Now().Add(g.opt.heartbeat * 3 / 2)); err != nil {
			return false
		}
		_, raw, err := l.ws.ReadMessage()
		if err != nil {
			return g.closedByBot(l, err) && websocket.IsCloseError(err, websocket.CloseNormalClosure,
				websocket.CloseGoingAway)
		}
		var m struct {
			Op   int             `json:"op"`
			Data json.RawMessage `json:"d"`
		}
		if err := json.Unmarshal(raw, &m); err != nil {
			return l.refuse(closeDecode, "Error while decoding payload.")
		}
		if moment := moments[m.Op]; moment != "" {
			g.opt.seen(moment, 0, l.number)
			if g.intercept(l, moment) {
				continue
			}
		}
		switch m.Op {
		case opHeartbeat:
			g.control(l, opAck, nil)
		case opPresence: // the table does not show the bot's presence
		case opIdentify:
			if !g.identify(l, m.Data) {
				return false
			}
		case opResume:
			if !g.resume(l, m.Data) {
				return false
			}
		default:
			return l.refuse(closeUnknownOp, "Unknown opcode.")
		}
	}
}

func (g *gateway) identify(l *botConnection, raw json.RawMessage) bool {
	var d struct {
		Token   string `json:"token"`
		Intents int    `json:"intents"`
		Shard   *shard `json:"shard"`
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		return l.refuse(closeDecode, "Error while decoding payload.")
	}
	switch {
	case l.session != nil:
		return l.refuse(closeTwice, "Already authenticated.")
	case !isBotToken(d.Token):
		return l.refuse(closeAuth, "Authentication failed.")
	case d.Shard != nil && !d.Shard.valid():
		return l.refuse(closeShard, "Invalid shard.")
	case d.Intents&privileged != 0:
		return l.refuse(closeIntents, "Disallowed intent(s).")
	}
	g.opt.table.Lock() // no channel may be created between the guild's description and the session
	defer g.opt.table.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	s := newSession(d.Intents, d.Shard, l.base)
	// A bot that identifies again has given up its disconnected sessions.
	g.sessions = slices.DeleteFunc(g.sessions,
		func(old *session) bool { return old.conn == nil && old.shard == s.shard })
	g.sessions = append(g.sessions, s)
	s.attach(l, 0)
	s.add("READY", readyOf(s, l, g.opt.table))
	if d.Intents&intentGuilds != 0 && s.shard.has(GuildID) && !g.opt.table.botRemoved {
		s.add("GUILD_CREATE", guildCreate(g.opt.table))
	}
	return true
}

// resume sends what the session missed, then RESUMED. If the session or a missed event no longer exists, it tells the
// bot to identify again.
func (g *gateway) resume(l *botConnection, raw json.RawMessage) bool {
	var d struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int64  `json:"seq"`
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		return l.refuse(closeDecode, "Error while decoding payload.")
	}
	if !isBotToken(d.Token) {
		return l.refuse(closeAuth, "Authentication failed.")
	}
	g.mu.Lock()
	i := slices.IndexFunc(g.sessions, func(s *session) bool { return s.id == d.Session && s.keeps(d.Seq) })
	if i >= 0 {
		s := g.sessions[i]
		s.attach(l, d.Seq)
		s.add("RESUMED", map[string]any{})
	}
	g.mu.Unlock()
	if i < 0 {
		g.control(l, opInvalidSession, false)
	}
	return true
}

// readyOf is the data of READY. The locks of the table and the gateway are held.
func readyOf(s *session, l *botConnection, table *Table) map[string]any {
	version, guilds := 9, []any{}
	if l.version == "10" {
		version = 10
	}
	if s.shard.has(GuildID) && !table.botRemoved {
		guilds = append(guilds, map[string]any{"id": GuildID, "unavailable": true})
	}
	self := struct {
		user
		TwoFactor bool `json:"mfa_enabled"`
		Verified  bool `json:"verified"`
		Email     any  `json:"email"`
	}{user: asUser(table.bot), Verified: true}
	return map[string]any{
		"v": version, "user": self, "session_id": s.id,
		"session_type": "normal", "resume_gateway_url": gatewayURL(l.base), "shard": s.shard,
		"guilds": guilds, "private_channels": []any{}, "application": map[string]any{"id": ApplicationID, "flags": 0},
	}
}

func isBotToken(token string) bool { return strings.TrimPrefix(token, "Bot ") == BotToken }

func gatewayURL(base string) string { return "ws" + strings.TrimPrefix(base, "http") + "/gateway/" }
