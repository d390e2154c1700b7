package faults

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/oracle"
	"grognard/bot/localtable"
	"grognard/bot/programtest"
	"grognard/rules/must"

	"github.com/gorilla/websocket"
)

// badDiscord is a table at which requests, connections and events of the program go wrong as its steps say. It stands
// between the program and the table, and lists what the program does.
type badDiscord struct {
	table *localtable.Server
	url   string // where the program finds it
	inner string // the host where the table is found without faults
	judge *oracle.Oracle

	mu      sync.Mutex
	steps   []step
	lines   map[*line]bool
	actions []action
	changed chan struct{} // closed and replaced at each action, if somebody waits
}

// action is something that the program did.
type action struct {
	what string // CONNECT, IDENTIFY, RESUME, or a request: POST /channels/{channel_id}/messages
	code int    // of a request: the status of the answer
}

// step is something that goes wrong.
type step struct {
	// when: CONNECT, HELLO, IDENTIFY, RESUME, HEARTBEAT or the name of a dispatch; of a request its method and its route
	// or path, * for any
	at    string
	times int // how often it is still to be done, negative for always
	do    any // what is done instead: nothing if nil, or a closing, a cut, a frame, a change, a discordtest.Fault
}

// What goes wrong at the gateway.
type (
	closing int                 // the connection is closed with this code
	cut     struct{}            // the connection breaks
	frame   string              // this text is sent, whatever it is
	change  func(string) string // a dispatch is changed
	doubled struct{}            // a dispatch is sent twice
	delayed struct{}            // a dispatch is sent after the one that follows it
)

// The gateway's frames that have no data of their own.
const (
	reconnect = frame(`{"op": 7, "d": null}`)
	invalid   = frame(`{"op": 9, "d": false}`)
	resumable = frame(`{"op": 9, "d": true}`)
)

// on returns the step that does something once.
func on(at string, do any) step { return step{at, 1, do} }

// always returns the step that does something each time.
func always(at string, do any) step { return step{at, -1, do} }

// now is the moment of a step that is done at once, on each connection.
const now = "now"

// newDiscord opens a table where things go wrong as the steps say, until the test ends.
func newDiscord(t *testing.T, steps []step, options localtable.Options) *badDiscord {
	t.Helper()
	d := &badDiscord{steps: slices.Clone(steps), lines: map[*line]bool{}, judge: oracle.New(t)}
	options.AnswerWithin, options.Spoil = programtest.Patience, d.request
	d.table = must.Get(localtable.New(options))(t)
	inner := httptest.NewServer(d.table.Handler())
	t.Cleanup(inner.Close)
	d.inner = inner.Listener.Addr().String()
	mux := http.NewServeMux()
	mux.Handle("/", d.table.Handler())
	mux.HandleFunc("/gateway/", d.connect)
	d.url = programtest.Serve(t, d.table, mux).URL
	return d
}

// misbehave replaces the steps, and does those that are done now.
func (d *badDiscord) misbehave(steps ...step) {
	d.mu.Lock()
	d.steps = slices.Clone(steps)
	lines := slices.Collect(maps.Keys(d.lines))
	d.mu.Unlock()
	for _, s := range steps {
		if s.at == now {
			for _, l := range lines {
				l.send(s.do)
			}
		}
	}
}

// take returns the first step that fits and counts down its times; ok is false if there is none.
func (d *badDiscord) take(fits func(at string) bool) (s step, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.IndexFunc(d.steps, func(s step) bool { return s.times != 0 && fits(s.at) })
	if i < 0 {
		return step{}, false
	}
	d.steps[i].times--
	return d.steps[i], true
}

// at returns the step for a moment of the gateway.
func (d *badDiscord) at(moment string) (step, bool) {
	return d.take(func(at string) bool { return at == moment })
}

// apiPath matches what comes before the route in the path of a request.
var apiPath = regexp.MustCompile(`^/api/v\d+`)

// request answers a request of the program.
func (d *badDiscord) request(w http.ResponseWriter, r *http.Request, x localtable.Exchange,
	carryOut func() localtable.Exchange) {
	s, _ := d.take(func(at string) bool {
		method, route, ok := strings.Cut(at, " ")
		return ok && (method == "*" || method == x.Method) &&
			(route == "*" || route == x.Route || route == apiPath.ReplaceAllString(x.Path, ""))
	})
	fault, _ := s.do.(discordtest.Fault)
	fault.Answer(w, r, x, carryOut, func(x localtable.Exchange) {
		d.note(action{x.Method + " " + x.Route, x.Status})
		d.judge.Check(x.Method, x.Route, x.Body)
	})
}

// note adds an action to the list.
func (d *badDiscord) note(a action) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.actions = append(d.actions, a)
	if d.changed != nil {
		close(d.changed)
		d.changed = nil
	}
}

// did lists the actions of one kind.
func (d *badDiscord) did(what string) []action {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(d.actions), func(a action) bool { return a.what != what })
}

// await waits until the program has done something so many times since its start.
func (d *badDiscord) await(ctx context.Context, what string, times int) error {
	for {
		d.mu.Lock()
		if d.changed == nil {
			d.changed = make(chan struct{})
		}
		changed := d.changed
		d.mu.Unlock()
		if len(d.did(what)) >= times {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("not %d times %s, but %v", times, what, d.actions)
		}
	}
}

// line is a connection of the program to the gateway.
type line struct {
	*badDiscord
	program, table *websocket.Conn
	writing        sync.Mutex // to the program
	late           string     // the dispatch that comes after the next one
	closed         bool       // with a code: nothing more is sent
}

// connect passes a connection on to the table's gateway.
func (d *badDiscord) connect(w http.ResponseWriter, r *http.Request) {
	d.note(action{what: "CONNECT"})
	if s, ok := d.at("CONNECT"); ok {
		s.do.(discordtest.Fault).Answer(w, r, localtable.Exchange{}, nil, func(localtable.Exchange) {})
		return
	}
	table, _, err := websocket.DefaultDialer.DialContext(r.Context(), "ws://"+d.inner+r.URL.RequestURI(), nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer table.Close()
	program, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has sent the error
	}
	defer program.Close()
	l := &line{badDiscord: d, program: program, table: table}
	d.mu.Lock()
	d.lines[l] = true
	d.mu.Unlock()
	var hearing sync.WaitGroup
	hearing.Go(l.hear)
	if normal := l.speak(); normal { // the session ends, and the table closes the connection
		_ = table.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""),
			time.Now().Add(time.Minute))
	} else {
		table.Close()
	}
	hearing.Wait()
	d.mu.Lock()
	delete(d.lines, l)
	d.mu.Unlock()
}

// moments are the operations of the program at which something can go wrong.
var moments = map[int]string{1: "HEARTBEAT", 2: "IDENTIFY", 6: "RESUME"}

// answers are the dispatches by which the table begins and goes on with a session.
var answers = map[string]string{"READY": "IDENTIFY", "RESUMED": "RESUME"}

// speak passes on what the program sends, until it hangs up. It reports whether the program closed the connection in
// order.
func (l *line) speak() (normal bool) {
	for {
		_, raw, err := l.program.ReadMessage()
		if err != nil {
			return !l.isClosed() && websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway)
		}
		var f struct{ Op int }
		if err := json.Unmarshal(raw, &f); err != nil {
			return false
		}
		if s, ok := l.at(moments[f.Op]); ok {
			l.note(action{what: moments[f.Op]})
			l.send(s.do)
			continue
		}
		if l.table.WriteMessage(websocket.TextMessage, raw) != nil {
			return false
		}
	}
}

// hear passes on what the table sends, until it hangs up.
func (l *line) hear() {
	for {
		_, raw, err := l.table.ReadMessage()
		if end, ok := errors.AsType[*websocket.CloseError](err); ok && end.Code != websocket.CloseAbnormalClosure {
			l.send(closing(end.Code))
			return
		}
		if err != nil {
			l.program.Close()
			return
		}
		raw = bytes.ReplaceAll(raw, []byte(l.inner), []byte(strings.TrimPrefix(l.url, "http://")))
		var f struct {
			Op   int
			Kind string `json:"t"`
		}
		_ = json.Unmarshal(raw, &f) // what is no JSON has no moment
		if f.Op == 10 {
			f.Kind = "HELLO" // Discord gives it no kind
		}
		if asked, ok := answers[f.Kind]; ok { // from now on the table has the session
			l.note(action{what: asked})
		}
		s, ok := l.at(f.Kind)
		switch do := s.do.(type) {
		case delayed:
			l.late = string(raw)
			continue
		case doubled:
			l.send(frame(raw))
			l.send(frame(raw))
		case change:
			l.send(frame(do(string(raw))))
		default:
			if !ok {
				do = frame(raw)
			}
			l.send(do)
		}
		if l.late != "" {
			l.send(frame(l.late))
			l.late = ""
		}
	}
}

// isClosed reports whether the table closed the connection with a code; the program answers with the same code.
func (l *line) isClosed() bool {
	l.writing.Lock()
	defer l.writing.Unlock()
	return l.closed
}

// send does something on the connection; nil does nothing.
func (l *line) send(do any) {
	l.writing.Lock()
	defer l.writing.Unlock()
	if l.closed {
		return
	}
	switch do := do.(type) { // an error means that the program has hung up
	case cut:
		_ = l.program.Close()
	case closing:
		l.closed = true
		_ = l.program.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(int(do), ""),
			time.Now().Add(time.Minute))
	case frame:
		_ = l.program.WriteMessage(websocket.TextMessage, []byte(do))
	}
}

// What Discord and its proxies answer.

// silence is no answer.
var silence = discordtest.Fault{Silent: true}

// status is an answer with an error in JSON.
func status(code int) discordtest.Fault { return discordtest.Fault{Status: code} }

// html is an answer with a page.
func html(code int) discordtest.Fault {
	return discordtest.Fault{Status: code, Body: fmt.Sprintf("<html><body><h1>%d</h1></body></html>", code)}
}

// done is a fault after the request was carried out.
func done(f discordtest.Fault) discordtest.Fault {
	f.Done = true
	return f
}

// limited asks the program to wait, with all its routes if global, else with this one.
func limited(seconds string, global bool) discordtest.Fault {
	f := headers(seconds)
	f.Header.Set("Retry-After", seconds)
	if global {
		f.Header = http.Header{"Retry-After": {seconds}, "X-Ratelimit-Global": {"true"}, "X-Ratelimit-Scope": {"global"}}
	}
	f.Body = fmt.Sprintf(`{"message": "You are being rate limited.", "retry_after": %s, "global": %v}`, seconds, global)
	return f
}

// headers asks the program to wait by nothing but the headers of the route.
func headers(seconds string) discordtest.Fault {
	after, _ := strconv.ParseFloat(seconds, 64)
	h := http.Header{}
	for key, value := range map[string]string{"Limit": "5", "Remaining": "0", "Reset-After": seconds,
		"Reset":  strconv.FormatFloat(float64(time.Now().UnixMilli())/1000+after, 'f', 3, 64),
		"Bucket": "80c17d2f203122d936070c88c8d10f33", "Scope": "user"} {
		h.Set("X-RateLimit-"+key, value)
	}
	return discordtest.Fault{Status: 429, Header: h, Body: `{"message": "You are being rate limited.", "code": 0}`}
}

// proxied asks the program to wait by a page of the proxy.
func proxied(seconds string) discordtest.Fault {
	return discordtest.Fault{Status: 429, Header: http.Header{"Retry-After": {seconds}},
		Body: "<html><head><title>Access denied</title></head><body>error code: 1015</body></html>"}
}
