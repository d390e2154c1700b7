package gateway

import (
	"errors"
	"fmt"
	"io"

	"github.com/gorilla/websocket"
)

// loggedDrops is how many dropped frames of a connection are logged individually.
const loggedDrops = 5

// incoming is a received frame, or the error that ended reading.
type incoming struct {
	raw   []byte
	fault error // why the frame was not read completely
	err   error
}

func (m incoming) decode() (Frame, error) {
	if m.fault != nil {
		return Frame{}, m.fault
	}
	return Decode(m.raw)
}

// read passes on what it receives, until the connection ends.
func (c *connection) read() {
	for {
		m := c.next()
		select {
		case c.incoming <- m:
		case <-c.done:
			return
		}
		if m.err != nil {
			return
		}
	}
}

// next reads a frame. If it is too large, its rest is skipped.
func (c *connection) next() incoming {
	kind, r, err := c.ws.NextReader()
	if err != nil {
		return incoming{err: err}
	}
	limit := c.Limits.Frame
	raw, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(raw)) > limit {
		_, err = io.Copy(io.Discard, r)
		return incoming{fault: fmt.Errorf("it is larger than %d bytes", limit), err: err}
	}
	if kind != websocket.TextMessage {
		return incoming{fault: errors.New("it is compressed, or no text"), err: err}
	}
	return incoming{raw: raw, err: err}
}

// drop ignores an invalid frame. The log says what is wrong with it and quotes nothing from it.
func (c *connection) drop(fault error) {
	c.dropped++
	c.observe(Event{Kind: Dropped})
	if c.dropped <= loggedDrops {
		c.log.Warn("a frame of Discord was dropped", "why", fault)
	}
}
