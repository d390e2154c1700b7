package discordtest

import (
	"bytes"
	"net/http"
	"strings"
	"sync"

	"grognard/bot/localtable"
)

// logBuffer is a log that a test reads while it is written.
type logBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// SetFault has the table spoil requests of the bot from now on; nil for none.
func (f *Fixture) SetFault(fault func(localtable.Exchange) localtable.Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fault = fault
}

// SetDeny has requests answered before they come to the table, unless the status is 0; nil for none.
func (f *Fixture) SetDeny(deny func(*http.Request) (status int, answer string)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.deny = deny
}

// Once spoils the first request that fits.
func Once(spoil localtable.Fault, fits func(localtable.Exchange) bool) func(localtable.Exchange) localtable.Fault {
	done := false
	return func(x localtable.Exchange) localtable.Fault {
		if done || !fits(x) {
			return localtable.Fault{}
		}
		done = true
		return spoil
	}
}

// Always spoils every request that fits.
func Always(spoil localtable.Fault, fits func(localtable.Exchange) bool) func(localtable.Exchange) localtable.Fault {
	return func(x localtable.Exchange) localtable.Fault {
		if fits(x) {
			return spoil
		}
		return localtable.Fault{}
	}
}

// Denying answers each request of a method for an address that ends so with a status and a body.
func Denying(method, end string, status int, body string) func(*http.Request) (int, string) {
	return func(r *http.Request) (int, string) {
		if r.Method != method || !strings.HasSuffix(r.URL.Path, end) {
			return 0, ""
		}
		return status, body
	}
}

// Routes of Discord's that tests ask for.
const (
	CreateMessage = "/channels/{channel_id}/messages"
	OneMessage    = "/channels/{channel_id}/messages/{message_id}"
	Callback      = "/interactions/{interaction_id}/{interaction_token}/callback"
)

// Sends reports whether a request posts a message.
func Sends(x localtable.Exchange) bool {
	return x.Method == http.MethodPost && x.Route == CreateMessage
}

// SendsText returns what reports whether a request posts a message with these words.
func SendsText(words string) func(localtable.Exchange) bool {
	return func(x localtable.Exchange) bool { return Sends(x) && strings.Contains(string(x.Body), words) }
}
