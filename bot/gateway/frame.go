package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Operation codes of the gateway.
const (
	opDispatch  = 0
	opHeartbeat = 1
	opIdentify  = 2
	opResume    = 6
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// Frame is a message from Discord whose data has the shape that its operation requires.
type Frame struct {
	Op   int
	Seq  int64           // of a dispatch; 0 if it has none
	Kind string          // of a dispatch: READY, INTERACTION_CREATE, …
	Data json.RawMessage // of a dispatch; null only for RESUMED

	resumable bool          // of an invalid session: it can be resumed later
	interval  time.Duration // of HELLO: between two heartbeats
}

// Decode decodes a frame. Its error describes what is wrong with the shape and quotes nothing from the frame.
func Decode(raw []byte) (Frame, error) {
	var m struct {
		Op   *int            `json:"op"`
		Seq  *int64          `json:"s"`
		Kind *string         `json:"t"`
		Data json.RawMessage `json:"d"`
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return Frame{}, withoutQuotes(err)
	}
	if m.Op == nil {
		return Frame{}, errors.New("it has no operation")
	}
	f := Frame{Op: *m.Op, Data: m.Data}
	switch f.Op {
	case opDispatch:
		if m.Kind == nil || *m.Kind == "" {
			return Frame{}, errors.New("a dispatch without a kind")
		}
		f.Kind = *m.Kind
		if m.Seq != nil {
			f.Seq = *m.Seq
		}
		if f.Seq < 0 {
			return Frame{}, errors.New("a dispatch with a negative sequence")
		}
		if f.Kind != resumedKind && isNull(f.Data) {
			return Frame{}, errors.New("a dispatch without data")
		}
	case opInvalid:
		if !isNull(f.Data) {
			if err := json.Unmarshal(f.Data, &f.resumable); err != nil {
				return Frame{}, fmt.Errorf("an invalid session: %w", withoutQuotes(err))
			}
		}
	case opHello:
		return hello(f)
	case opHeartbeat, opReconnect, opAck:
	default:
		return Frame{}, fmt.Errorf("operation %d is not one that Discord sends", f.Op)
	}
	return f, nil
}

// hello reads the heartbeat interval. The connection checks whether it is plausible.
func hello(f Frame) (Frame, error) {
	var d struct {
		Interval *float64 `json:"heartbeat_interval"`
	}
	if isNull(f.Data) {
		return Frame{}, errors.New("HELLO without data")
	}
	if err := json.Unmarshal(f.Data, &d); err != nil {
		return Frame{}, fmt.Errorf("HELLO: %w", withoutQuotes(err))
	}
	if d.Interval == nil {
		return Frame{}, errors.New("HELLO without an interval")
	}
	day := float64(24 * time.Hour / time.Millisecond) // larger values would overflow a duration
	f.interval = time.Duration(min(max(*d.Interval, -1), day) * float64(time.Millisecond))
	return f, nil
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// withoutQuotes returns an error of package json without what it quotes from the input.
func withoutQuotes(err error) error {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("%q is of a wrong type", wrong.Field)
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("it is no JSON from byte %d on", syntax.Offset)
	}
	return errors.New("it is no JSON")
}

// ready is the part of READY that a shard needs.
type ready struct {
	Session string `json:"session_id"`
	URL     string `json:"resume_gateway_url"`
}

func readReady(data json.RawMessage) (r ready, err error) {
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("READY: %w", withoutQuotes(err))
	}
	if r.Session == "" {
		return r, errors.New("READY without a session")
	}
	return r, nil
}

const (
	readyKind   = "READY"
	resumedKind = "RESUMED"
)

type Kind string // what an Event says

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
