package gateway

import (
	"time"
)

// Kind is the kind of an event.
type Kind string

// The kinds of events.
const (
	Connecting  Kind = "connecting"  // a connection is being made; all after a shard's first are reconnects
	Identifying Kind = "identifying" // an IDENTIFY is sent
	Resuming    Kind = "resuming"    // a RESUME is sent
	Ready       Kind = "ready"       // a new session has begun
	Resumed     Kind = "resumed"     // a session was resumed
	Acked       Kind = "acked"       // a heartbeat was acknowledged after Latency
	Dropped     Kind = "dropped"     // a frame was dropped because of its shape or size
	Lost        Kind = "lost"        // a connection ended, or could not be made
)

// Event is something that happened to a shard's connection.
type Event struct {
	Kind    Kind
	Shard   int
	At      time.Time
	Latency time.Duration // of Acked: from the heartbeat to its acknowledgement
	Code    int           // of Lost: Discord's close code; 0 when there was none
}
