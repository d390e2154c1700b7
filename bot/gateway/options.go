package gateway

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// Options configure the connection. Token, API and Handle are required.
type Options struct {
	Token   string // the bot's, without "Bot "
	API     string // base URL for GET gateway/bot: https://discord.com/api/v9/
	Version string // of the gateway; "9" when empty
	Agent   string // the User-Agent of that request; Go's when empty
	Intents int    // the kinds of events that Discord is to send, a bit for each

	// Shards is the total number of shards; 0 for the number that Discord recommends. ShardIDs are the shards of this
	// process; all when empty.
	Shards   int
	ShardIDs []int

	// Handle is called with every event: events of one shard in order, those of different shards concurrently. It must
	// return quickly, because heartbeats wait for it. The data is JSON that is not checked further.
	Handle func(shard int, kind string, data json.RawMessage)

	Ready   func()      // called once, when every shard has had a READY
	Observe func(Event) // reports events for metrics; called concurrently, and must return quickly

	Client *http.Client      // http.DefaultClient when nil
	Dialer *websocket.Dialer // websocket.DefaultDialer when nil
	Logger *slog.Logger      // silent when nil
	Random func() float64    // random numbers in [0, 1), called concurrently; math/rand/v2 when nil
	Limits Limits
}

// Limits are timeouts and delays. A zero field has the default in its comment.
type Limits struct {
	Ask     time.Duration // for the answer to gateway/bot: 20 s
	Dial    time.Duration // for the connection, with TLS and the upgrade to a websocket: 20 s
	Hello   time.Duration // for HELLO: 20 s
	Ready   time.Duration // for READY after IDENTIFY: 30 s
	Resumed time.Duration // for RESUMED, or another missed event, after RESUME: 20 s
	Write   time.Duration // for a frame to be sent: 10 s
	Close   time.Duration // for the answer to a close in good order: 500 ms

	Retry    time.Duration // the first delay before another attempt, which doubles: 1 s
	MaxRetry time.Duration // the longest of these delays: 30 s
	Steady   time.Duration // how long a connection must last for delays to start again with Retry: 1 min
	Invalid  time.Duration // the shortest delay after an invalid session; the longest is five times this: 1 s

	Identify    time.Duration // between two IDENTIFYs of a bucket, half of the first delay after a failure: 5 s
	MaxIdentify time.Duration // the longest delay between IDENTIFYs for the first maxStorm failed sessions: 40 s
	MaxLater    time.Duration // the longest delay after these: 10 min
	Settled     time.Duration // how long a session must last for delays to start again with Identify: 10 min
	Fresh       time.Duration // how long an answer of gateway/bot is used: 1 min

	MinBeat, MaxBeat time.Duration // accepted heartbeat intervals: 1 s to 10 min
	Frame            int64         // the size of the largest frame that is read, in bytes: 16 MiB
}

// withDefaults replaces zero fields by the defaults.
func (l Limits) withDefaults() Limits {
	return Limits{
		Ask: cmp.Or(l.Ask, 20*time.Second), Dial: cmp.Or(l.Dial, 20*time.Second),
		Hello: cmp.Or(l.Hello, 20*time.Second),
		Ready: cmp.Or(l.Ready, 30*time.Second), Resumed: cmp.Or(l.Resumed, 20*time.Second),
		Write: cmp.Or(l.Write, 10*time.Second), Close: cmp.Or(l.Close, 500*time.Millisecond),
		Retry: cmp.Or(l.Retry, time.Second), MaxRetry: cmp.Or(l.MaxRetry, 30*time.Second),
		Steady: cmp.Or(l.Steady, time.Minute), Invalid: cmp.Or(l.Invalid, time.Second),
		Identify: cmp.Or(l.Identify, 5*time.Second), MaxIdentify: cmp.Or(l.MaxIdentify, 40*time.Second),
		MaxLater: cmp.Or(l.MaxLater, 10*time.Minute),
		Settled:  cmp.Or(l.Settled, 10*time.Minute), Fresh: cmp.Or(l.Fresh, time.Minute),
		MinBeat: cmp.Or(l.MinBeat, time.Second), MaxBeat: cmp.Or(l.MaxBeat, 10*time.Minute),
		Frame: cmp.Or(l.Frame, 16<<20),
	}
}

// pause returns the delay after n consecutive failures: none for 0, then first, doubled each time up to most, less a
// random part of up to half.
func (o Options) pause(n int, first, most time.Duration) time.Duration {
	if n <= 0 {
		return 0
	}
	d := min(first, most)
	for ; n > 1 && d < most; n-- {
		d = min(2*d, most)
	}
	return d/2 + time.Duration(o.Random()*float64(d/2))
}

// withDefaults sets defaults and returns an error for invalid options.
func (o Options) withDefaults() (Options, error) {
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	if o.Random == nil {
		o.Random = rand.Float64
	}
	if o.Observe == nil {
		o.Observe = func(Event) {}
	}
	if o.Ready == nil {
		o.Ready = func() {}
	}
	o.Client = cmp.Or(o.Client, http.DefaultClient)
	o.Dialer = cmp.Or(o.Dialer, websocket.DefaultDialer)
	o.Version = cmp.Or(o.Version, "9")
	o.Token = strings.TrimPrefix(o.Token, "Bot ")
	o.Limits = o.Limits.withDefaults()
	if o.Handle == nil {
		return o, errors.New("gateway: nobody handles the events")
	}
	if len(o.ShardIDs) > 0 && o.Shards == 0 {
		return o, errors.New("shard_ids need the number of shards: write it as shards, the same in every process")
	}
	for i, id := range o.ShardIDs {
		if id < 0 || id >= o.Shards {
			return o, fmt.Errorf("there is no shard %d of %d: shard_ids go from 0 to %d", id, o.Shards, o.Shards-1)
		}
		if slices.Contains(o.ShardIDs[:i], id) {
			return o, fmt.Errorf("shard %d stands twice in shard_ids", id)
		}
	}
	if o.Shards < 0 {
		return o, fmt.Errorf("%d shards are too few", o.Shards)
	}
	return o, nil
}
