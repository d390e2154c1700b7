package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"grognard/bot/localtable"
)

// Log is a log that a test reads while it is written.
type Log struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write adds to the log.
func (b *Log) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

// String returns what has been written so far.
func (b *Log) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// Fault spoils an answer to a request of the bot. The zero value changes nothing.
type Fault struct {
	Status int         // replaces the status of the answer
	Code   int         // Discord's error code in the JSON of the answer
	Body   string      // replaces the answer: JSON, or HTML if it begins with <
	Empty  bool        // the answer has no body
	Header http.Header // of the answer, in addition

	Silent bool // no answer is sent while the bot waits
	Cut    bool // the connection is cut instead of an answer
	Done   bool // the request is carried out and only the answer is lost
}

// Answer answers a request as localtable.Options.Spoil does. It calls observe before the bot gets the answer.
func (f Fault) Answer(w http.ResponseWriter, r *http.Request, x localtable.Exchange,
	carryOut func() localtable.Exchange, observe func(localtable.Exchange)) {
	if f.Done || f.Status == 0 && !f.Silent && !f.Cut {
		x = carryOut()
	}
	if f.Status != 0 {
		x.Status = f.Status
		switch {
		case f.Body != "" || f.Empty:
			x.Answer = json.RawMessage(f.Body)
		default:
			x.Answer = fmt.Appendf(nil, `{"code": %d, "message": "%d: %s"}`, f.Code, f.Status,
				http.StatusText(f.Status))
		}
	}
	observe(x)
	if f.Silent {
		<-r.Context().Done()
	}
	if f.Silent || f.Cut {
		panic(http.ErrAbortHandler) // makes the server cut the connection
	}
	maps.Copy(w.Header(), f.Header)
	if strings.HasPrefix(f.Body, "<") {
		w.Header().Set("Content-Type", "text/html; charset=UTF-8")
	}
	x.Write(w)
}

// SetFault has the table spoil requests of the bot from now on, each by what the function returns for it; nil for none.
func (f *Fixture) SetFault(fault func(localtable.Exchange) Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fault = fault
}

// Once spoils the first request that fits.
func Once(spoil Fault, fits func(localtable.Exchange) bool) func(localtable.Exchange) Fault {
	return Times(1, spoil, fits)
}

// Times spoils the first n requests that fit.
func Times(n int64, spoil Fault, fits func(localtable.Exchange) bool) func(localtable.Exchange) Fault {
	var spoilt atomic.Int64
	return Always(spoil, func(x localtable.Exchange) bool { return fits(x) && spoilt.Add(1) <= n })
}

// Always spoils every request that fits.
func Always(spoil Fault, fits func(localtable.Exchange) bool) func(localtable.Exchange) Fault {
	return func(x localtable.Exchange) Fault {
		if fits(x) {
			return spoil
		}
		return Fault{}
	}
}

// To returns a function that reports whether a request has a method and a path that ends with end.
func To(method, end string) func(localtable.Exchange) bool {
	return func(x localtable.Exchange) bool { return x.Method == method && strings.HasSuffix(x.Path, end) }
}

// Routes of Discord's that tests ask for.
const (
	CreateMessage = "/channels/{channel_id}/messages"
	Callback      = "/interactions/{interaction_id}/{interaction_token}/callback"
)

// Sends reports whether a request posts a message.
func Sends(x localtable.Exchange) bool {
	return x.Method == http.MethodPost && x.Route == CreateMessage
}

// SendsText returns a function that reports whether a request posts a message with these words.
func SendsText(words string) func(localtable.Exchange) bool {
	return func(x localtable.Exchange) bool { return Sends(x) && strings.Contains(string(x.Body), words) }
}
