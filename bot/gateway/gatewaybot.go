package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// gatewayInfo is the answer of gateway/bot: the address, the recommended number of shards, and the number of new
// sessions that are left until Discord resets it.
type gatewayInfo struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"`
	Limit  struct {
		Total       int   `json:"total"`
		Remaining   int   `json:"remaining"`
		ResetAfter  int64 `json:"reset_after"` // milliseconds
		Concurrency int   `json:"max_concurrency"`
	} `json:"session_start_limit"`
	at time.Time // when the answer was read
}

// reset returns when Discord resets the number of new sessions that are left: at most a day after the answer.
func (s gatewayInfo) reset() time.Time {
	day := int64(24 * time.Hour / time.Millisecond)
	return s.at.Add(time.Duration(min(max(s.Limit.ResetAfter, 0), day)) * time.Millisecond)
}

// delayError is the error for an answer with an unexpected status; after is the delay that it asks for, or 0.
type delayError struct {
	error
	after time.Duration
}

// getGatewayBot requests gateway/bot once. A *Refusal is permanent; all other errors may be temporary.
func (o Options) getGatewayBot(ctx context.Context) (gatewayInfo, error) {
	asking, cancel := context.WithTimeout(ctx, o.Limits.Ask)
	defer cancel()
	request, err := http.NewRequestWithContext(asking, http.MethodGet, strings.TrimSuffix(o.API, "/")+"/gateway/bot",
		nil)
	if err != nil {
		return gatewayInfo{}, fmt.Errorf("ask for the gateway: %w", err)
	}
	request.Header.Set("Authorization", "Bot "+o.Token)
	if o.Agent != "" {
		request.Header.Set("User-Agent", o.Agent)
	}
	answer, err := o.Client.Do(request)
	if err != nil {
		return gatewayInfo{}, fmt.Errorf("ask for the gateway: %w", err)
	}
	defer answer.Body.Close()
	switch {
	case answer.StatusCode == http.StatusUnauthorized:
		return gatewayInfo{}, WrongToken()
	case answer.StatusCode != http.StatusOK:
		return gatewayInfo{}, delayError{fmt.Errorf("ask for the gateway: Discord answers %s", answer.Status),
			retryAfter(answer.Header)}
	}
	return readGatewayInfo(io.LimitReader(answer.Body, 1<<20))
}

// maxShards is the largest number of shards that is accepted in an answer. A single process could not run as many.
const maxShards = 10_000

func readGatewayInfo(body io.Reader) (s gatewayInfo, err error) {
	if err := json.NewDecoder(body).Decode(&s); err != nil {
		return s, fmt.Errorf("the answer about the gateway: %w", withoutQuotes(err))
	}
	u, err := url.Parse(s.URL)
	if err != nil || u.Host == "" || u.Scheme != "ws" && u.Scheme != "wss" {
		return s, errors.New("the answer about the gateway has no address of a websocket")
	}
	if s.Shards > maxShards {
		return s, fmt.Errorf("the answer about the gateway asks for %d shards", s.Shards)
	}
	s.at = time.Now()
	s.Shards, s.Limit.Concurrency = max(s.Shards, 1), max(s.Limit.Concurrency, 1)
	return s, nil
}

// retryAfter returns the delay that a Retry-After header asks for, at most an hour; 0 for none or no number.
func retryAfter(h http.Header) time.Duration {
	seconds, err := strconv.ParseFloat(h.Get("Retry-After"), 64)
	if err != nil || !(seconds > 0) { // also for NaN
		return 0
	}
	return time.Duration(min(seconds, 3600) * float64(time.Second))
}

// sleep waits for d, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
