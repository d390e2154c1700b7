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

// Options are what a connection needs. Token, API and Handle must be given.
type Options struct {
	Token   string // of the bot, without "Bot "
	API     string // where gateway/bot is asked: https://discord.com/api/v9/
	Version string // of the gateway; "9" when empty
	Agent   string // the User-Agent by which Discord is asked
	Intents int

	// Shards is how many there are in all; with 0 Discord says it. ShardIDs are those that
	// this process runs; all when empty.
	Shards   int
	ShardIDs []int

	// Handle is called with every event: those of one shard in order, those of several shards
	// at once. Heartbeats wait while it runs, so it must return at once. The data is JSON that
	// nobody has looked into.
	Handle func(shard int, kind string, data json.RawMessage)

	Ready   func()      // called once, when every shard has had a READY
	Observe func(Event) // what an operator counts; called by several goroutines, and must return at once

	Client *http.Client      // http.DefaultClient when nil
	Dialer *websocket.Dialer // websocket.DefaultDialer when nil
	Logger *slog.Logger      // silent when nil
	Random func() float64    // from 0 up to 1, for several goroutines; math/rand/v2 when nil
	Limits Limits
}

// Limits are how long things wait and how often they are done. What is zero has the value
// that stands beside it.
type Limits struct {
	Ask     time.Duration // for the answer to gateway/bot: 20 s
	Dial    time.Duration // for the connection, with TLS and the upgrade to a websocket: 20 s
	Hello   time.Duration // for HELLO: 20 s
	Ready   time.Duration // for READY after IDENTIFY: 30 s
	Resumed time.Duration // for RESUMED, or another missed event, after RESUME: 20 s
	Write   time.Duration // for a frame to be sent: 10 s
	Close   time.Duration // for the answer to a close in good order: 1 s

	Retry    time.Duration // the first pause before another attempt, which doubles: 1 s
	MaxRetry time.Duration // the longest: 1 min
	Steady   time.Duration // after so long a connection has held, and pauses begin anew: 1 min
	Invalid  time.Duration // the least pause after an invalid session, of which up to five times it is taken: 1 s

	Identify    time.Duration // between two IDENTIFYs of a bucket, and the first pause of them: 5 s
	MaxIdentify time.Duration // the longest pause between IDENTIFYs: 10 min
	Settled     time.Duration // after so long a session has held, and pauses of IDENTIFYs begin anew: 10 min
	Fresh       time.Duration // so long an answer of gateway/bot is believed: 1 min

	MinBeat, MaxBeat time.Duration // the intervals of heartbeats that are believed: 1 s to 10 min
	Frame            int64         // bytes of the largest frame that is read: 16 MiB
}

// or fills in what is not given.
func (l Limits) or() Limits {
	return Limits{
		Ask: cmp.Or(l.Ask, 20*time.Second), Dial: cmp.Or(l.Dial, 20*time.Second),
		Hello: cmp.Or(l.Hello, 20*time.Second),
		Ready: cmp.Or(l.Ready, 30*time.Second), Resumed: cmp.Or(l.Resumed, 20*time.Second),
		Write: cmp.Or(l.Write, 10*time.Second), Close: cmp.Or(l.Close, time.Second),
		Retry: cmp.Or(l.Retry, time.Second), MaxRetry: cmp.Or(l.MaxRetry, time.Minute),
		Steady: cmp.Or(l.Steady, time.Minute), Invalid: cmp.Or(l.Invalid, time.Second),
		Identify: cmp.Or(l.Identify, 5*time.Second), MaxIdentify: cmp.Or(l.MaxIdentify, 10*time.Minute),
		Settled: cmp.Or(l.Settled, 10*time.Minute), Fresh: cmp.Or(l.Fresh, time.Minute),
		MinBeat: cmp.Or(l.MinBeat, time.Second), MaxBeat: cmp.Or(l.MaxBeat, 10*time.Minute),
		Frame: cmp.Or(l.Frame, 16<<20),
	}
}

// pause is the wait before attempt n of a row that fails: none before attempt 0, then first,
// doubled each time up to most, of which a random half is taken off.
func (o Options) pause(n int, first, most time.Duration) time.Duration {
	if n <= 0 {
		return 0
	}
	d := most
	if n <= 30 { // beyond, the shift would overflow
		d = min(first<<(n-1), most)
	}
	return d/2 + time.Duration(o.Random()*float64(d/2))
}

// or fills in what is not given, and refuses what cannot be.
func (o Options) or() (Options, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
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
	o.Limits = o.Limits.or()
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
