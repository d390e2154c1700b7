package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
)

// script is what Discord does with one connection; when it returns, the connection is closed.
type script func(*peer)

// fake is a Discord on in-memory pipes in a bubble of testing/synctest: its clock advances when all goroutines wait, so
// the real limits of minutes and days take no time.
type fake struct {
	t       *testing.T
	began   time.Time
	dials   chan net.Conn
	closed  chan struct{}
	scripts []script                              // of successive connections; the last one is repeated
	answer  func(n int) (status int, body string) // to gateway/bot
	header  http.Header                           // of the answer
	unread  bool                                  // what the client sends after IDENTIFY or RESUME is not read
	stuck   func(n int) bool                      // says which dials are never answered

	mu     sync.Mutex
	asked  int // requests for gateway/bot
	dialed int
	lines  []string
	at     []time.Time // the time of each line
	events []Event
	heard  []string
	log    bytes.Buffer
}

const startsOf = `{"url":"ws://gateway.test/","shards":%d,"session_start_limit":{"total":%d,"remaining":%d,"reset_after":%d,"max_concurrency":%d}}`

// plenty is an answer of gateway/bot that sets no limit.
func plenty(int) (int, string) { return 200, fmt.Sprintf(startsOf, 1, 1000, 1000, 86_400_000, 1) }

// Accept, Close and Addr implement net.Listener.
func (f *fake) Accept() (net.Conn, error) {
	select {
	case c := <-f.dials:
		return c, nil
	case <-f.closed:
		return nil, net.ErrClosed
	}
}
func (f *fake) Close() error   { return nil }
func (f *fake) Addr() net.Addr { return &net.TCPAddr{} }

func (f *fake) dial(ctx context.Context, _, address string) (net.Conn, error) {
	f.mu.Lock()
	n := f.dialed
	f.dialed++
	f.mu.Unlock()
	if f.stuck != nil && f.stuck(n) {
		f.note("no answer at %s", address)
		select {
		case <-ctx.Done():
		case <-f.closed: // net/http dials more often than it sends requests
		}
		return nil, errors.New("nobody answers")
	}
	time.Sleep(time.Millisecond) // wait until what was sent before has arrived, so that the order of lines is fixed
	ours, theirs := net.Pipe()
	select {
	case f.dials <- theirs:
		return ours, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// note records a line about what the client did, with the time.
func (f *fake) note(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = append(f.at, time.Now())
	f.lines = append(f.lines, fmt.Sprintf("%v ", time.Since(f.began).Round(50*time.Millisecond))+fmt.Sprintf(format,
		args...))
}

// count is the number of lines that contain a word.
func (f *fake) count(word string) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, l := range f.lines {
		if strings.Contains(l, word) {
			n++
		}
	}
	return n
}

// ServeHTTP serves Discord's REST API and gateway.
func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, "/gateway/bot") {
		f.mu.Lock()
		n := f.asked
		f.asked++
		f.mu.Unlock()
		status, body := f.answer(n)
		f.note("asks: %d", status)
		if got := r.Header.Get("Authorization"); got != "Bot t0ken" {
			f.t.Errorf("asked as %q", got)
		}
		for name := range f.header {
			w.Header().Set(name, f.header.Get(name))
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
		return
	}
	ws, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	f.mu.Lock()
	do := f.scripts[0]
	if len(f.scripts) > 1 {
		f.scripts = f.scripts[1:]
	}
	f.mu.Unlock()
	f.note("dials %s", r.Host)
	if r.URL.RawQuery != "encoding=json&v=9" {
		f.t.Errorf("dialled with %s", r.URL.RawQuery)
	}
	p := &peer{fake: f, ws: ws, frames: make(chan frame, 100), ended: make(chan struct{})}
	go p.read()
	do(p)
	ws.Close()
	<-p.ended
}

// peer is Discord's end of a connection.
type peer struct {
	*fake
	ws     *websocket.Conn
	mu     sync.Mutex // for writing
	mute   bool       // heartbeats are not acknowledged
	beats  bool       // heartbeats are recorded
	begun  bool       // IDENTIFY or RESUME came
	frames chan frame // received IDENTIFYs and RESUMEs
	ended  chan struct{}
}

type frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
}

// read records what the client sends, and acknowledges its heartbeats.
func (p *peer) read() {
	defer close(p.ended)
	for {
		if p.unread && p.begun {
			return
		}
		var f frame
		err := p.ws.ReadJSON(&f)
		var closed *websocket.CloseError
		if errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure &&
			closed.Code != websocket.CloseNoStatusReceived {
			p.note("closes with %d", closed.Code)
		}
		if err != nil {
			close(p.frames)
			return
		}
		p.begun = p.begun || f.Op != opHeartbeat
		switch f.Op {
		case opHeartbeat:
			p.mu.Lock()
			mute, beats := p.mute, p.beats
			p.mu.Unlock()
			if beats {
				p.note("heartbeat %s", f.Data)
			}
			if !mute {
				p.send(`{"op":11}`)
			}
		case opIdentify:
			var d struct{ Shard [2]int }
			_ = json.Unmarshal(f.Data, &d)
			p.note("IDENTIFY %d/%d", d.Shard[0], d.Shard[1])
			p.frames <- f
		case opResume:
			var d struct {
				Session string `json:"session_id"`
				Seq     int
			}
			_ = json.Unmarshal(f.Data, &d)
			p.note("RESUME %s at %d", d.Session, d.Seq)
			p.frames <- f
		}
	}
}

// send sends a frame unchanged, unless the connection has ended.
func (p *peer) send(raw string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.ws.WriteMessage(websocket.TextMessage, []byte(raw))
}

func (p *peer) hello() { p.send(`{"op":10,"d":{"heartbeat_interval":40000}}`) }

// greet sends HELLO and waits for IDENTIFY or RESUME. It returns which one came, or 0 if the connection ended first.
func (p *peer) greet() int {
	p.hello()
	return (<-p.frames).Op
}

// begin continues up to READY or RESUMED.
func (p *peer) begin() {
	switch p.greet() {
	case opIdentify:
		p.send(`{"op":0,"s":1,"t":"READY","d":{"session_id":"one","resume_gateway_url":"ws://resume.test"}}`)
	case opResume:
		p.send(`{"op":0,"s":7,"t":"RESUMED","d":{}}`)
	}
}

// stay keeps the connection open until the client ends it.
func (p *peer) stay() { <-p.ended }

// after keeps it open for a time.
func (p *peer) after(d time.Duration) {
	select {
	case <-p.ended:
	case <-time.After(d):
	}
}

// closeWith closes it with a code.
func (p *peer) closeWith(code int) {
	_ = p.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, "as scripted"),
		time.Now().Add(time.Second))
	p.after(time.Second)
}

// play runs a client that must not fail against the scripts for a time, and stops it. It must be called in a bubble.
func (f *fake) play(t *testing.T, runs time.Duration, o Options) {
	t.Helper()
	if err := f.run(t, runs, o); err != nil {
		t.Error(err)
	}
}

// run does what play does, and returns what Run returned.
func (f *fake) run(t *testing.T, runs time.Duration, o Options) error {
	f.t, f.began, f.dials, f.closed = t, time.Now(), make(chan net.Conn), make(chan struct{})
	if f.answer == nil {
		f.answer = plenty
	}
	server := &http.Server{Handler: f}
	served := make(chan error, 1)
	go func() { served <- server.Serve(f) }()
	o.Token, o.API = "t0ken", "http://discord.test/api/v9/"
	o.Client = &http.Client{Transport: &http.Transport{DialContext: f.dial, DisableKeepAlives: true}}
	o.Dialer = &websocket.Dialer{NetDialContext: f.dial}
	o.Logger = slog.New(slog.NewTextHandler(&locked{f: f}, &slog.HandlerOptions{Level: slog.LevelDebug}))
	if o.Random == nil {
		o.Random = func() float64 { return 0.5 }
	}
	o.Handle = func(shard int, kind string, data json.RawMessage) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.heard = append(f.heard, kind)
	}
	o.Observe = func(e Event) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.events = append(f.events, e)
	}
	ctx, stop := context.WithTimeout(t.Context(), runs)
	defer stop()
	err := Run(ctx, o)
	close(f.closed)
	<-served
	server.Close()
	synctest.Wait()
	if strings.Contains(f.log.String(), "t0ken") {
		t.Errorf("the log shows the token:\n%s", &f.log)
	}
	return err
}

// locked is a log that is safe for use by several goroutines.
type locked struct{ f *fake }

func (l *locked) Write(p []byte) (int, error) {
	l.f.mu.Lock()
	defer l.f.mu.Unlock()
	return l.f.log.Write(p)
}

// did compares what the client did with what it must do, line by line.
func (f *fake) did(t *testing.T, want string) {
	t.Helper()
	var lines []string
	for l := range strings.Lines(want) {
		if l = strings.TrimSpace(l); l != "" {
			lines = append(lines, l)
		}
	}
	if !slices.Equal(f.lines, lines) {
		t.Errorf("the client did\n%s\nand must do\n%s\nIts log:\n%s", strings.Join(f.lines, "\n"),
			strings.Join(lines, "\n"), &f.log)
	}
}

// times are the times of the lines that contain a word.
func (f *fake) times(word string) (list []time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, l := range f.lines {
		if strings.Contains(l, word) {
			list = append(list, f.at[i])
		}
	}
	return list
}
