package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/gorilla/websocket"
)

// connection is one connection of a shard. One goroutine reads; serve does everything else.
type connection struct {
	*shard
	ws       *websocket.Conn
	pass     *pass         // the shard's hold on the gate, if a session is to be started
	incoming chan incoming // from the reader; the last one has an error
	done     chan struct{} // closed when nobody receives from incoming any more

	limit    *time.Timer // for what is awaited now; stopped if nothing is
	awaited  string      // what is awaited, for the error when limit fires
	beat     *time.Timer // until the next heartbeat
	interval time.Duration
	lastBeat time.Time // when the last heartbeat was sent
	due      time.Time // when the last heartbeat was due, not counting those that Discord requested
	acked    bool      // the last heartbeat was acknowledged, or none was sent

	end     ending
	dropped int // how many frames were dropped
}

// minHeartbeatGap is the shortest time between two heartbeats: if Discord requests one sooner, the previous one counts.
// Discord closes a connection that sends more than 120 frames a minute.
const minHeartbeatGap = time.Second

// errClosing ends a connection because ctx has ended.
var errClosing = errors.New("the program ends")

func newConnection(s *shard, ws *websocket.Conn, p *pass) *connection {
	c := &connection{shard: s, ws: ws, pass: p, incoming: make(chan incoming), done: make(chan struct{}), acked: true,
		limit: time.NewTimer(s.Limits.Hello), awaited: "HELLO", beat: time.NewTimer(time.Hour)}
	c.beat.Stop() // until HELLO says how often it beats
	go c.read()
	return c
}

// serve handles frames and timers until the connection ends.
func (c *connection) serve(ctx context.Context) ending {
	for {
		err := c.step(ctx)
		if errors.Is(err, errClosing) {
			c.closeWith(websocket.CloseNormalClosure)
			return c.end
		}
		if err != nil {
			c.end.why = err
			c.settleEnd(err)
			return c.end
		}
	}
}

// step waits for the next frame or timer and handles it. An error ends the connection.
func (c *connection) step(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return errClosing
	case m := <-c.incoming:
		if m.err != nil {
			return m.err
		}
		return c.take(m)
	case <-c.beat.C:
		if !c.acked {
			return fmt.Errorf("a heartbeat was not acknowledged within %v", c.interval)
		}
		c.beat.Reset(c.interval)
		c.due, c.acked = time.Now(), false
		return c.heartbeat()
	case <-c.limit.C:
		return fmt.Errorf("%s did not come in time", c.awaited)
	}
}

// settleEnd derives from the error that ended a connection what to do next, and stores it in c.end. If Discord has not
// closed the connection, settleEnd does, with a code that keeps the session.
func (c *connection) settleEnd(err error) {
	var code *websocket.CloseError
	if !errors.As(err, &code) {
		c.closeWith(keepSession)
		return
	}
	if code.Code != websocket.CloseNoStatusReceived && code.Code != websocket.CloseAbnormalClosure {
		c.end.code = code.Code
		c.end.action = closeCodes[code.Code].action
	}
}

// closeWith closes the connection with a code. For a normal closure it waits for Discord's answer.
func (c *connection) closeWith(code int) {
	// An error means that the connection is already broken.
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""),
		time.Now().Add(c.Limits.Close))
	if code != websocket.CloseNormalClosure {
		return
	}
	end := time.NewTimer(c.Limits.Close)
	defer end.Stop()
	for {
		select {
		case m := <-c.incoming: // the answer to the close, or frames sent before it
			if m.err != nil {
				return
			}
		case <-end.C:
			return
		}
	}
}

// close releases the connection and its reader.
func (c *connection) close() {
	close(c.done)
	_ = c.ws.Close() // it has already ended
	c.beat.Stop()
	c.limit.Stop()
	if c.dropped > loggedDrops {
		c.log.Warn("frames of Discord were dropped", "frames", c.dropped)
	}
}

// await sets the deadline for the next step of the protocol.
func (c *connection) await(what string, within time.Duration) {
	c.awaited = what
	c.limit.Reset(within)
}

// take handles a frame.
func (c *connection) take(m incoming) error {
	f, err := m.decode()
	if err != nil {
		c.drop(err)
		return nil
	}
	switch f.Op {
	case opDispatch:
		c.dispatch(f)
	case opHeartbeat:
		if time.Since(c.lastBeat) >= minHeartbeatGap {
			return c.heartbeat()
		}
	case opReconnect:
		return errors.New("a new connection is asked for")
	case opInvalid:
		return c.invalid(f.resumable)
	case opHello:
		return c.hello(f.interval)
	case opAck:
		c.ack()
	}
	return nil
}

// hello starts the heartbeats, and answers with IDENTIFY or RESUME.
func (c *connection) hello(interval time.Duration) error {
	switch {
	case c.interval != 0:
		c.drop(errors.New("a second HELLO"))
		return nil
	case interval < c.Limits.MinBeat || interval > c.Limits.MaxBeat:
		c.drop(fmt.Errorf("HELLO asks for a heartbeat every %v", interval))
		return nil
	}
	c.interval = interval
	c.beat.Reset(time.Duration(c.Random() * float64(interval)))
	c.end.sent = true
	if c.session.id == "" {
		return c.identify()
	}
	c.observe(Event{Kind: Resuming})
	c.await(resumedKind, c.Limits.Resumed)
	return c.write(opResume, map[string]any{"token": c.Token, "session_id": c.session.id, "seq": c.session.seq})
}

func (c *connection) identify() error {
	c.session = session{asked: true}
	c.pass.noteIdentify()
	c.observe(Event{Kind: Identifying})
	c.await(readyKind, c.Limits.Ready)
	return c.write(opIdentify, map[string]any{
		"token": c.Token, "intents": c.Intents, "shard": [2]int{c.id, c.Shards},
		"properties": map[string]string{"os": runtime.GOOS, "browser": "grognard", "device": "grognard"},
	})
}

// invalid ends a connection whose session is invalid. Discord requires a delay of one to five seconds.
func (c *connection) invalid(resumable bool) error {
	c.end.wait = c.Limits.Invalid + time.Duration(c.Random()*4*float64(c.Limits.Invalid))
	if !resumable {
		c.end.action = renew
		return errors.New("the session is invalid")
	}
	return errors.New("the session is invalid for now")
}

func (c *connection) heartbeat() error {
	c.lastBeat = time.Now()
	if c.session.seq == 0 {
		return c.write(opHeartbeat, nil)
	}
	return c.write(opHeartbeat, c.session.seq)
}

func (c *connection) ack() {
	if !c.acked {
		c.acked = true
		c.observe(Event{Kind: Acked, Latency: time.Since(c.due)})
	}
}

// dispatch passes an event on, unless it came before.
func (c *connection) dispatch(f Frame) {
	if f.Kind == readyKind {
		r, err := readReady(f.Data)
		if err == nil && c.interval == 0 { // without heartbeats, nobody would notice that the connection is dead
			err = errors.New("READY before HELLO")
		}
		if err != nil {
			c.drop(err)
			return
		}
		c.session = session{id: r.Session, url: r.URL, asked: true, since: time.Now()}
	}
	again := c.session.note(f.Seq)
	if c.end.readyAt.IsZero() {
		c.noteReady(f.Kind)
	}
	if !again && f.Kind != resumedKind {
		c.Handle(c.id, f.Kind, f.Data)
	}
	if f.Kind == readyKind {
		c.shard.ready.Do(c.count)
	}
}

// noteReady records READY or RESUMED. The events that come before RESUMED are the missed ones, and each of them extends
// the deadline for RESUMED.
func (c *connection) noteReady(kind string) {
	switch {
	case kind == readyKind:
		c.observe(Event{Kind: Ready})
	case c.awaited != resumedKind:
		return
	case kind == resumedKind:
		c.observe(Event{Kind: Resumed})
	default:
		c.await(resumedKind, c.Limits.Resumed)
		return
	}
	c.end.readyAt = time.Now()
	c.limit.Stop()
	c.log.Info("Discord greets the bot", "with", kind)
}

func (c *connection) write(op int, data any) error {
	raw, err := json.Marshal(map[string]any{"op": op, "d": data})
	if err != nil {
		return fmt.Errorf("frame of operation %d: %w", op, err)
	}
	if err := c.ws.SetWriteDeadline(time.Now().Add(c.Limits.Write)); err != nil {
		return err
	}
	return c.ws.WriteMessage(websocket.TextMessage, raw)
}
