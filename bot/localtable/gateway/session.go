package gateway

import (
	"time"

	"github.com/gorilla/websocket"
)

// keptEvents is how many events a session keeps for a bot that resumes.
const keptEvents = 1000

// session is a gateway session of the bot. The gateway's lock guards it.
type session struct {
	id      string
	intents int
	base    string // the address at which the bot reaches the table
	events  []event
	seq     int64          // of the last event
	conn    *botConnection // nil while the bot is disconnected
}

// event is a dispatch as it is sent.
type event struct {
	Op   int    `json:"op"`
	Seq  int64  `json:"s"`
	Kind string `json:"t"`
	Data any    `json:"d"`
}

// add gives an event the next number and keeps it: the bot's connection sends it, now or after a resume.
func (s *session) add(kind string, data any) {
	s.seq++
	s.events = append(s.events, event{opDispatch, s.seq, kind, data})
	if len(s.events) > keptEvents {
		s.events = s.events[len(s.events)-keptEvents:]
	}
	if s.conn != nil {
		s.conn.signal()
	}
}

// attach makes c the session's connection. The bot has received the events up to seq.
func (s *session) attach(c *botConnection, seq int64) {
	s.conn, c.session, c.sent = c, s, seq
	c.signal()
}

type botConnection struct {
	ws      *websocket.Conn
	version string // of the API
	base    string
	wake    chan struct{} // signals that something waits to be sent
	done    chan struct{} // the reader has ended

	session  *session // guarded by the gateway's lock, as are sent and controls
	sent     int64    // the sequence number of the last event sent
	controls []any    // the controls that wait; they are sent before events
}

// control is a message of the gateway itself, without a sequence number.
type control struct {
	Op   int     `json:"op"`
	Seq  *int64  `json:"s"`
	Kind *string `json:"t"`
	Data any     `json:"d"`
}

func (c *botConnection) signal() {
	select {
	case c.wake <- struct{}{}:
	default: // a signal is already waiting
	}
}

// refuse closes the connection with one of Discord's codes. It always returns false, which the callers return in turn.
func (c *botConnection) refuse(code int, reason string) bool {
	// An error means that the connection broke first.
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason),
		time.Now().Add(time.Second))
	return false
}

// control queues a message without a number, which is sent before the waiting events.
func (g *Gateway) control(c *botConnection, op int, data any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c.controls = append(c.controls, control{Op: op, Data: data})
	c.signal()
}

// write sends what waits, at each signal until the reader ends. Only this goroutine writes data to the connection.
func (g *Gateway) write(c *botConnection) {
	for {
		select {
		case <-c.done:
			return
		case <-c.wake:
		}
		for _, m := range g.waiting(c) {
			if err := c.ws.WriteJSON(m); err != nil {
				c.ws.Close() // the reader sees it and ends
				return
			}
		}
	}
}

// waiting returns what is to be sent now, and counts it as sent.
func (g *Gateway) waiting(c *botConnection) []any {
	g.mu.Lock()
	defer g.mu.Unlock()
	out := c.controls
	c.controls = nil
	if s := c.session; s != nil && s.conn == c {
		first := s.seq - int64(len(s.events)) // the number before the oldest kept event
		for _, e := range s.events[max(0, c.sent-first):] {
			out = append(out, e)
		}
		c.sent = s.seq
	}
	return out
}
