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

// attach makes l the session's connection. The bot has received the events up to seq.
func (s *session) attach(l *botConnection, seq int64) {
	s.conn, l.session, l.sent = l, s, seq
	l.signal()
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

func (l *botConnection) signal() {
	select {
	case l.wake <- struct{}{}:
	default: // a signal is already waiting
	}
}

// refuse closes the connection with one of Discord's codes. It always returns false, which the callers return in turn.
func (l *botConnection) refuse(code int, reason string) bool {
	// An error means that the connection broke first.
	_ = l.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason),
		time.Now().Add(time.Second))
	return false
}

func (g *Gateway) control(l *botConnection, op int, data any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	l.controls = append(l.controls, control{Op: op, Data: data})
	l.signal()
}

// write sends what waits, at each signal until the reader ends. Only this goroutine writes data to the connection.
func (g *Gateway) write(l *botConnection) {
	for {
		select {
		case <-l.done:
			return
		case <-l.wake:
		}
		for _, m := range g.waiting(l) {
			if err := l.ws.WriteJSON(m); err != nil {
				l.ws.Close() // the reader sees it and ends
				return
			}
		}
	}
}

// waiting returns what is to be sent now, and counts it as sent.
func (g *Gateway) waiting(l *botConnection) []any {
	g.mu.Lock()
	defer g.mu.Unlock()
	out := l.controls
	l.controls = nil
	if s := l.session; s != nil && s.conn == l {
		first := s.seq - int64(len(s.events)) // the number before the oldest kept event
		for _, e := range s.events[max(0, l.sent-first):] {
			out = append(out, e)
		}
		l.sent = s.seq
	}
	return out
}
