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

// Fault spoils an answer. The zero value leaves it alone.
type Fault struct {
	Status int  // answered instead
	Code   int  // Discord's own for it, in the JSON of the answer
	Done   bool // the work is done nevertheless: only the answer is lost

	Body   *string         // in place of the JSON
	Header http.Header     // of the answer, beside the usual
	With   json.RawMessage // keys to change in the answer; null takes one away
	Silent bool            // there is no answer as long as the bot waits
	Cut    bool            // the connection is cut in place of an answer
}

func (f Fault) spoils() bool { return f.Status != 0 || f.Silent || f.Cut }

// Misbehave has the table follow another scenario from now on, and does its steps that are for now. An empty one has
// it behave.
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
			g.put(l, step)
		}
	}
}

// fault is what spoils a request.
func (s *Server) fault(x Exchange) Fault {
	if s.opt.Fault != nil {
		if f := s.opt.Fault(x); f.spoils() {
			return f
		}
	}
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	f, _ := s.gateway.scenario.asked(x)
	return f
}

// spoil puts a fault in place of the answer.
func (f Fault) spoil(x *Exchange) {
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

// write sends the answer, spoilt or not.
func (f Fault) write(w http.ResponseWriter, r *http.Request, x Exchange, closed <-chan struct{}) {
	if f.Silent {
		select {
		case <-r.Context().Done():
		case <-closed:
		}
	}
	if f.Silent || f.Cut {
		panic(http.ErrAbortHandler) // by which a handler has its server cut the connection
	}
	if len(x.Answer) > 0 {
		w.Header().Set("Content-Type", "application/json")
	}
	for key, values := range f.Header {
		w.Header()[key] = values
	}
	w.WriteHeader(x.Status)
	_, _ = w.Write(x.Answer) // the bot hung up: nobody is left to tell
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

// What a writer does beside sending JSON.
type (
	farewell int      // closes with a code
	cutOff   struct{} // breaks the connection
	verbatim string   // sends a text as it is
)

// put has a step done to a connection, before whatever waits. The lock is held.
func (g *gateway) put(l *botConnection, s Step) {
	if m, ok := s.frame(); ok {
		l.controls = append(l.controls, m)
		g.lose(l, s)
	}
	l.ring()
}

// frame is what a step has sent that is no dispatch; false for silence.
func (s Step) frame() (m any, ok bool) {
	switch s.Action {
	case "cut":
		return cutOff{}, true
	case "close":
		return farewell(s.Code), true
	case "op":
		var data any
		if s.Text != "" {
			data = json.RawMessage(s.Text)
		}
		return control{Op: s.Code, Data: data}, true
	case "frame":
		return verbatim(s.Text), true
	}
	return nil, false
}

// over are the codes after which Discord takes no RESUME.
var over = []int{closeAuth, closeSequence, closeTimeout, 4010, 4011, 4012, 4013, closeIntents}

// lose ends the session of a connection where Discord ends it. The lock is held.
func (g *gateway) lose(l *botConnection, s Step) {
	if s.Action == "op" && s.Code == opInvalidSession && s.Text == "false" || s.Action == "close" &&
		slices.Contains(over, s.Code) {
		g.sessions = slices.DeleteFunc(g.sessions, func(other *session) bool { return other == l.session })
		l.session = nil
	}
}

// on says whether a step is done in place of what the table would do, and does it.
func (g *gateway) on(l *botConnection, moment string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	s, instead := g.scenario.at("on", moment)
	if instead {
		g.put(l, s)
	}
	return instead
}

// handshake says whether the bot may connect; if not, it has been answered, or has not.
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

// dispatched is what is sent in place of a dispatch, and after it.
func (g *gateway) dispatched(l *botConnection, e event) (out []any) {
	s, instead := g.scenario.at("on", e.Kind)
	m, is := s.frame()
	switch {
	case is:
		out = append(out, m)
		g.lose(l, s)
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
			g.lose(l, s)
		}
	}
	return out
}

var (
	errCut  = errors.New("the scenario cuts the connection")
	errOver = errors.New("the connection is closed in good order")
)

// last cuts off what would be sent after the connection is closed. The lock is held.
func (l *botConnection) last(list []any) []any {
	i := slices.IndexFunc(list, func(m any) bool {
		_, closes := m.(farewell)
		return closes || m == cutOff{}
	})
	if i < 0 {
		return list
	}
	l.closes = true
	return list[:i+1]
}

// send writes one thing that waited. After an error nothing more can be sent.
func (l *botConnection) send(m any) error {
	switch m := m.(type) {
	case cutOff:
		return errCut
	case farewell:
		_ = l.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(int(m), ""),
			time.Now().Add(time.Second))
		return errOver
	case verbatim:
		return l.ws.WriteMessage(websocket.TextMessage, []byte(m))
	}
	return l.ws.WriteJSON(m)
}

// moments are the operations of the bot at which the table can misbehave.
var moments = map[int]string{opHeartbeat: "HEARTBEAT", opIdentify: "IDENTIFY", opResume: "RESUME"}

func (g *gateway) arrived() (number int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.dialled++
	g.server.opt.Record.add(BotAction{What: "CONNECT", Line: g.dialled})
	return g.dialled
}

func (g *gateway) did(l *botConnection, d BotAction) {
	d.Line = l.number
	g.server.opt.Record.add(d)
}

// left says whether the bot ended a connection and not the table, and notes how: by a code, or by 0 if it broke.
func (g *gateway) left(l *botConnection, err error) bool {
	d := BotAction{What: "CLOSE"}
	if closed := (*websocket.CloseError)(nil); errors.As(err, &closed) &&
		closed.Code != websocket.CloseAbnormalClosure {
		d.Code = closed.Code
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if !l.closes {
		g.did(l, d)
	}
	return !l.closes
}
