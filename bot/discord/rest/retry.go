package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// triesAtOnce is the most answers that are being tried again at any time. Only a long outage brings more; these are
// given up, because their pictures would fill the memory.
const triesAtOnce = 64

// longestPause is the longest wait between two tries of an answer.
const longestPause = 30 * time.Second

// Finish tries again what Show could not send, while the token is valid and the client open. It logs what is lost.
func (r *Reply) Finish() {
	if len(r.left) == 0 {
		return
	}
	c := r.client
	defer c.trying.Add(-1)
	if c.trying.Add(1) > triesAtOnce {
		c.log.Warn("an answer did not arrive", "interaction", r.Interaction.ID,
			"error", fmt.Errorf("too many answers are tried again already: %w", r.why))
		return
	}
	c.log.Debug("an answer is tried again", "interaction", r.Interaction.ID, "error", r.why)
	ctx, cancel := context.WithDeadline(c.open, r.begun.Add(TokenLife))
	defer cancel()
	for _, say := range r.left {
		if err := persist(ctx, say, r.why, c.Retry); err != nil {
			c.log.Warn("an answer did not arrive", "interaction", r.Interaction.ID, "error", err)
			return
		}
		r.why = nil
	}
}

// persist calls do until it succeeds, fails permanently or ctx ends. failed is the error of an earlier call, after
// which persist begins with a pause, or nil. Later pauses double.
func persist(ctx context.Context, do func(context.Context) error, failed error, pause time.Duration) error {
	err := failed
	for {
		if err != nil {
			if kind, asked := Diagnose(err); kind != Transient || !sleep(ctx, max(pause, asked)) {
				return err
			}
			pause = min(2*pause, longestPause)
		}
		if err = do(ctx); err == nil {
			return nil
		}
	}
}

// sleep waits, and reports whether it did so to the end; it returns false when ctx ends first.
func sleep(ctx context.Context, wait time.Duration) bool {
	select {
	case <-time.After(wait):
		return true
	case <-ctx.Done():
		return false
	}
}

// RequestTimeout bounds one request to Discord, pictures included.
const RequestTimeout = 20 * time.Second

// maxIdle is how many unused connections are kept. With a server that does not speak HTTP/2, so many answers can be
// sent at once without a new connection for each.
const maxIdle = 256

// clientFor returns an HTTP client whose requests all go to host, whatever their URLs say, unless host is "".
func clientFor(host string) (*http.Client, error) {
	transport, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return nil, errors.New("http.DefaultTransport is another one")
	}
	transport = transport.Clone()
	transport.MaxIdleConns, transport.MaxIdleConnsPerHost = maxIdle, maxIdle
	client := &http.Client{Timeout: RequestTimeout, Transport: transport}
	if host == "" {
		return client, nil
	}
	to, err := url.Parse(host)
	if err != nil || to.Host == "" || to.Scheme != "http" && to.Scheme != "https" {
		return nil, fmt.Errorf("host %q is not an address such as http://127.0.0.1:8787", host)
	}
	client.Transport = hostTransport{to, transport}
	return client, nil
}

// hostTransport sends requests to another host.
type hostTransport struct {
	to *url.URL
	by http.RoundTripper
}

// RoundTrip sends a copy, since a RoundTripper must leave the request as it is.
func (e hostTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = e.to.Scheme, e.to.Host, e.to.Host
	return e.by.RoundTrip(r)
}
