package gateway

import "time"

// Kind is what an event is about.
type Kind string

// What Options.Observe is told.
const (
	Connecting  Kind = "connecting"  // a connection is dialled; each one after a shard's first is a reconnect
	Identifying Kind = "identifying" // an IDENTIFY is sent
	Resuming    Kind = "resuming"    // a RESUME is sent
	Ready       Kind = "ready"       // a new session has begun
	Resumed     Kind = "resumed"     // a session goes on
	Acked       Kind = "acked"       // a heartbeat was acknowledged after Latency
	Dropped     Kind = "dropped"     // a frame was dropped, for its shape or its size
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
