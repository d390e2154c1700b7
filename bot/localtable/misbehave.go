package localtable

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/gorilla/websocket"
)

// Fault spoils an answer to a request. The zero value changes nothing.
type Fault struct {
	Status int  // replaces the status of the answer
	Code   int  // Discord's error code in the JSON of the answer
	Done   bool // the request is carried out and only the answer is lost

	Body   *string         // replaces the JSON
	Header http.Header     // headers added to the answer
	With   json.RawMessage // keys to change in the answer; null removes one
	Silent bool            // no answer is sent while the bot waits
	Cut    bool            // the connection is cut instead of an answer
}

func (f Fault) active() bool { return f.Status != 0 || f.Silent || f.Cut }

// Misbehave replaces the scenario and carries out its "now" steps. An empty scenario stops the misbehaviour.
func (s *Server) Misbehave(scenario Scenario) {
	g := s.gateway
	g.mu.Lock()
	defer g.mu.Unlock()
	g.scenario = slices.Clone(scenario)
	for _, step := range g.scenario {
		if step.When != "now" {
			continue
		}
		for l := range g.lines {
			g.queueStep(l, step)
		}
	}
}

// fault returns the fault for a request.
func (s *Server) fault(x Exchange) Fault {
	if s.opt.Fault != nil {
		if f := s.opt.Fault(x); f.active() {
			return f
		}
	}
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	f, _ := s.gateway.scenario.fault(x)
	return f
}

// apply replaces the answer by the fault.
func (f Fault) apply(x *Exchange) {
	switch {
	case f.Body != nil:
		x.Status, x.Answer = f.Status, json.RawMessage(*f.Body)
	case f.Status != 0:
		x.Status = f.Status
		x.Answer = fmt.Appendf(nil, `{"code": %d, "message": "%d: %s"}`, f.Code, f.Status, http.StatusText(f.Status))
	case f.With != nil:
		x.Answer = merge(x.Answer, f.With)
	}
}

// write sends the answer, with or without a fault.
func (f Fault) write(w http.ResponseWriter, r *http.Request, x Exchange, closed <-chan struct{}) {
	if f.Silent {
		select {
		case <-r.Context().Done():
		case <-closed:
		}
	}
	if f.Silent || f.Cut {
		panic(http.ErrAbortHandler) // makes the server cut the connection
	}
	if len(x.Answer) > 0 {
		w.Header().Set("Content-Type", "application/json")
	}
	for key, values := range f.Header {
		w.Header()[key] = values
	}
	w.WriteHeader(x.Status)
	_, _ = w.Write(x.Answer) // an error means that the bot has hung up
}

// merge changes keys of an object, as RFC 7386 says.
func merge(object, patch json.RawMessage) json.RawMessage {
	var whole, change any
	if json.Unmarshal(object, &whole) != nil || json.Unmarshal(patch, &change) != nil {
		return object
	}
	raw, err := json.Marshal(merged(whole, change))
	if err != nil {
		return object
	}
	return raw
}

func merged(whole, change any) any {
	keys, ok := change.(map[string]any)
	if !ok {
		return change
	}
	out, ok := whole.(map[string]any)
	if !ok {
		out = map[string]any{}
	}
	for key, value := range keys {
		if value == nil {
			delete(out, key)
			continue
		}
		out[key] = merged(out[key], value)
	}
	return out
}

// What a writer can do besides sending JSON.
type (
	closeFrame    int      // closes the connection with a code
	cutConnection struct{} // breaks the connection
	rawFrame      string   // sends a text as a frame
)

// queueStep queues a step for a connection, ahead of everything that waits. The lock is held.
func (g *gateway) queueStep(l *botConnection, s Step) {
	if m, ok := s.frame(); ok {
		l.controls = append(l.controls, m)
		g.endSession(l, s)
	}
	l.signal()
}

// frame returns what a step sends unless it concerns a dispatch; ok is false if it sends nothing.
func (s Step) frame() (m any, ok bool) {
	switch s.Action {
	case "cut":
		return cutConnection{}, true
	case "close":
		return closeFrame(s.Code), true
	case "op":
		var data any
		if s.Text != "" {
			data = json.RawMessage(s.Text)
		}
		return control{Op: s.Code, Data: data}, true
	case "frame":
		return rawFrame(s.Text), true
	}
	return nil, false
}

// finalCodes are the close codes after which Discord accepts no RESUME.
var finalCodes = []int{closeAuth, closeSequence, closeTimeout, 4010, 4011, 4012, 4013, closeIntents}

// endSession ends the session of a connection if Discord would end it after this step. The lock is held.
func (g *gateway) endSession(l *botConnection, s Step) {
	if s.Action == "op" && s.Code == opInvalidSession && s.Text == "false" || s.Action == "close" &&
		slices.Contains(finalCodes, s.Code) {
		g.sessions = slices.DeleteFunc(g.sessions, func(other *session) bool { return other == l.session })
		l.session = nil
	}
}

// intercept carries out the scenario's step for a moment instead of the usual behaviour, and says whether there was
// one.
func (g *gateway) intercept(l *botConnection, moment string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	s, instead := g.scenario.at("on", moment)
	if instead {
		g.queueStep(l, s)
	}
	return instead
}

// handshake says whether the bot may connect. If not, the scenario has already answered the request or left it
// unanswered.
func (g *gateway) handshake(w http.ResponseWriter, r *http.Request) bool {
	g.mu.Lock()
	s, instead := g.scenario.at("on", "CONNECT")
	g.mu.Unlock()
	if instead {
		f := Fault{Status: s.Code, Silent: s.Action == "silence", Cut: s.Action != "silence" && s.Action != "status"}
		f.write(w, r, Exchange{Status: s.Code}, g.closed)
	}
	return !instead
}

// dispatched returns what is sent instead of a dispatch and after it.
func (g *gateway) dispatched(l *botConnection, e event) (out []any) {
	s, instead := g.scenario.at("on", e.Kind)
	m, is := s.frame()
	switch {
	case is:
		out = append(out, m)
		g.endSession(l, s)
	case s.Action == "late":
		l.late = append(l.late, e)
	case s.Action == "twice":
		out = append(out, e, e)
	case s.Action == "with":
		raw, err := json.Marshal(e.Data)
		if err == nil {
			e.Data = merge(raw, json.RawMessage(s.Text))
		}
		out = append(out, e)
	case !instead:
		out = append(out, e)
	}
	if s.Action != "late" {
		for _, late := range l.late {
			out = append(out, late)
		}
		l.late = nil
	}
	if s, also := g.scenario.at("after", e.Kind); also {
		if m, is := s.frame(); is {
			out = append(out, m)
			g.endSession(l, s)
		}
	}
	return out
}

var (
	errCut  = errors.New("the scenario cuts the connection")
	errOver = errors.New("the connection is closed in good order")
)

// untilClose drops everything after a step that closes the connection. The lock is held.
func (l *botConnection) untilClose(list []any) []any {
	i := slices.IndexFunc(list, func(m any) bool {
		_, closes := m.(closeFrame)
		return closes || m == cutConnection{}
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
	case cutConnection:
		return errCut
	case closeFrame:
		_ = l.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(int(m), ""),
			time.Now().Add(time.Second))
		return errOver
	case rawFrame:
		return l.ws.WriteMessage(websocket.TextMessage, []byte(m))
	}
	return l.ws.WriteJSON(m)
}

// moments are the bot's operations at which a scenario can interfere.
var moments = map[int]string{opHeartbeat: "HEARTBEAT", opIdentify: "IDENTIFY", opResume: "RESUME"}

func (g *gateway) countConnection() (number int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.dialled++
	g.server.opt.Record.add(BotAction{What: "CONNECT", Line: g.dialled})
	return g.dialled
}

func (g *gateway) record(l *botConnection, d BotAction) {
	d.Line = l.number
	g.server.opt.Record.add(d)
}

// closedByBot says whether the bot ended a connection, and not the table, and records its close code, or 0 if it sent
// none.
func (g *gateway) closedByBot(l *botConnection, err error) bool {
	d := BotAction{What: "CLOSE"}
	if closed := (*websocket.CloseError)(nil); errors.As(err, &closed) &&
		closed.Code != websocket.CloseAbnormalClosure {
		d.Code = closed.Code
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if !l.closes {
		g.record(l, d)
	}
	return !l.closes
}
