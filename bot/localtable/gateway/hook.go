package gateway

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/gorilla/websocket"
)

// Hook spoils what a gateway sends, for tests. Moments are CONNECT, HELLO, IDENTIFY, RESUME and HEARTBEAT.
// Frames are values of CloseFrame, CutConnection, RawFrame, Control and Event. Except for Connect, the gateway's lock
// is held during a call.
type Hook interface {
	// Connect reports whether the bot may connect. If not, the hook has answered the request or left it unanswered.
	Connect(w http.ResponseWriter, r *http.Request, closed <-chan struct{}) bool

	// Instead returns the frame that is sent at a moment instead of the usual answer, nil for none; ok is false if the
	// usual answer is sent.
	Instead(moment string) (frame any, ok bool)

	// Dispatched returns the frames that are sent for an event, and the events that are held back from now on.
	Dispatched(e Event, late []Event) (frames []any, held []Event)
}

// noHook spoils nothing.
type noHook struct{}

// Connect lets every bot connect.
func (noHook) Connect(http.ResponseWriter, *http.Request, <-chan struct{}) bool { return true }

// Instead leaves the usual answer.
func (noHook) Instead(string) (any, bool) { return nil, false }

// Dispatched sends the event.
func (noHook) Dispatched(e Event, late []Event) ([]any, []Event) { return []any{e}, late }

// What a writer can do besides sending JSON.
type (
	CloseFrame    int      // closes the connection with a code
	CutConnection struct{} // breaks the connection
	RawFrame      string   // sends a text as a frame
)

// finalCodes are the close codes after which Discord accepts no RESUME.
var finalCodes = []int{closeAuth, closeSequence, closeTimeout, 4010, 4011, 4012, 4013, closeIntents}

// Inject sends a frame through every connection, ahead of everything that waits.
func (g *Gateway) Inject(frame any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for l := range g.lines {
		g.queue(l, frame)
	}
}

// queue queues a hook's frame, if there is one, ahead of everything that waits. The lock is held.
func (g *Gateway) queue(l *botConnection, frame any) {
	if frame != nil {
		l.controls = append(l.controls, frame)
		g.endSession(l, frame)
	}
	l.signal()
}

// endSession ends the session of a connection if Discord would end it after this frame. The lock is held.
func (g *Gateway) endSession(l *botConnection, frame any) {
	ends := false
	switch m := frame.(type) {
	case Control:
		data, _ := m.Data.(json.RawMessage)
		ends = m.Op == opInvalidSession && string(data) == "false"
	case CloseFrame:
		ends = slices.Contains(finalCodes, int(m))
	}
	if ends {
		g.sessions = slices.DeleteFunc(g.sessions, func(other *session) bool { return other == l.session })
		l.session = nil
	}
}

// intercept carries out what the hook does at a moment, and reports whether it replaces the usual answer.
func (g *Gateway) intercept(l *botConnection, moment string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	frame, instead := g.opt.Hook.Instead(moment)
	if instead {
		g.queue(l, frame)
	}
	return instead
}

// dispatched returns what is sent for an event. The lock is held.
func (g *Gateway) dispatched(l *botConnection, e Event) (frames []any) {
	frames, l.late = g.opt.Hook.Dispatched(e, l.late)
	for _, m := range frames {
		g.endSession(l, m)
	}
	return frames
}

var (
	errCut  = errors.New("the connection is cut")
	errOver = errors.New("the connection is closed in good order")
)

// untilClose drops everything after a frame that closes the connection. The lock is held.
func (l *botConnection) untilClose(list []any) []any {
	i := slices.IndexFunc(list, func(m any) bool {
		_, closes := m.(CloseFrame)
		return closes || m == CutConnection{}
	})
	if i < 0 {
		return list
	}
	l.closes = true
	return list[:i+1]
}

// send writes one queued item. After an error nothing more can be sent.
func (l *botConnection) send(m any) error {
	switch m := m.(type) {
	case CutConnection:
		return errCut
	case CloseFrame:
		_ = l.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(int(m), ""),
			time.Now().Add(time.Second))
		return errOver
	case RawFrame:
		return l.ws.WriteMessage(websocket.TextMessage, []byte(m))
	}
	return l.ws.WriteJSON(m)
}

// moments are the bot's operations at which a hook can interfere.
var moments = map[int]string{opHeartbeat: "HEARTBEAT", opIdentify: "IDENTIFY", opResume: "RESUME"}

func (g *Gateway) countConnection() (number int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.dialled++
	g.opt.Seen("CONNECT", 0, g.dialled)
	return g.dialled
}

// closedByBot says whether the bot ended a connection, and not the table, and then tells of its close code, or 0 if it
// sent none.
func (g *Gateway) closedByBot(l *botConnection, err error) bool {
	code := 0
	if closed := (*websocket.CloseError)(nil); errors.As(err, &closed) &&
		closed.Code != websocket.CloseAbnormalClosure {
		code = closed.Code
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if !l.closes {
		g.opt.Seen("CLOSE", code, l.number)
	}
	return !l.closes
}
