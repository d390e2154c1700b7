package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// How many bytes of an answer are read, and how many of an error are kept for the log.
const (
	maxAnswer = 8 << 20
	maxQuoted = 300
)

// apiRequest is one request to Discord, and the bucket of its rate limit.
type apiRequest struct {
	method, url, bucket string
	contentType         string
	body                []byte
}

// Client.latency is a moving average over requests with less than smallBody: each counts one in latencyWeight.
const (
	smallBody     = 16 << 10
	latencyWeight = 8
)

// do makes a request, once; the caller decides about repetitions. discordgo's own request methods are not used: they
// repeat any request after a 502, read the wait after a 429 only from a JSON body, sleep that long with the bucket
// locked, and keep a bucket for every URL for ever.
func (c Client) do(ctx context.Context, limits *limits, r apiRequest) ([]byte, error) {
	if limits == c.limits { // else it is an answer, which Discord does not count
		if err := c.pace.wait(ctx); err != nil {
			return nil, err
		}
	}
	if wait := limits.left(r.bucket); wait > 0 {
		return nil, Limited{wait}
	}
	rq, err := http.NewRequestWithContext(ctx, r.method, r.url, bytes.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	rq.Header.Set("Authorization", c.Session.Token)
	rq.Header.Set("User-Agent", c.Session.UserAgent)
	if r.body != nil {
		rq.Header.Set("Content-Type", r.contentType)
	}
	began := time.Now()
	resp, err := c.Session.Client.Do(rq)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return nil, err
	}
	limits.note(r.bucket, resp, answer)
	if len(r.body) < smallBody {
		known := c.latency.Load() // two requests at once may lose one of their times
		c.latency.Store(known + (int64(time.Since(began))-known)/latencyWeight)
	}
	if resp.StatusCode >= 200 && resp.StatusCode < 300 {
		return answer, nil
	}
	return nil, refused(resp, answer)
}

// refused returns the error of an answer that is not a success. It does not contain the request, which may be a
// picture, or have a token in it. An answer that is not in Discord's format, such as a proxy's page, has no Message.
func refused(resp *http.Response, answer []byte) error {
	e := &discordgo.RESTError{
		Response:     &http.Response{Status: resp.Status, StatusCode: resp.StatusCode, Header: resp.Header},
		ResponseBody: answer[:min(len(answer), maxQuoted)],
	}
	var said *discordgo.APIErrorMessage
	if json.Unmarshal(answer, &said) == nil && said != nil {
		e.Message = said
		if short, err := json.Marshal(said); err == nil { // the details repeat the request, and could cut off the code
			e.ResponseBody = short
		}
	}
	if e.Response.Header.Get(retryAfter) == "" {
		if wait := retryAfterBody(answer); wait > 0 {
			e.Response.Header.Set(retryAfter, strconv.FormatFloat(wait.Seconds(), 'f', -1, 64))
		}
	}
	return detailed{e, answer}
}

// detailed is a refusal with Discord's whole answer; the error's text contains only the code and the message.
type detailed struct {
	*discordgo.RESTError
	answer json.RawMessage
}

func (d detailed) Unwrap() error { return d.RESTError }

// Details returns Discord's answer to a refused request, nil if there is none. It may repeat what was sent: it is for
// those who have sent no secret.
func Details(err error) json.RawMessage {
	d, _ := errors.AsType[detailed](err)
	return d.answer
}

// Discord allows a bot fifty requests a second, answers to interactions not counted. Up to paceBurst may be made at
// once; with one more every paceInterval they stay within fifty in any second.
const (
	paceInterval = time.Second / 45
	paceBurst    = 5
)

// pacer spreads requests over time. A nil pacer lets all pass.
type pacer struct {
	mu   sync.Mutex
	next time.Time // when the next request is due if none is made before
}

// wait returns when the next request may be made, or fails when ctx ends.
func (p *pacer) wait(ctx context.Context) error {
	if p == nil {
		return nil
	}
	now := time.Now()
	p.mu.Lock()
	if first := now.Add(-paceBurst * paceInterval); p.next.Before(first) {
		p.next = first // so that paceBurst requests are due at once
	}
	p.next = p.next.Add(paceInterval)
	due := p.next
	p.mu.Unlock()
	if due.After(now) && !sleep(ctx, due.Sub(now)) {
		return ctx.Err()
	}
	return nil
}

const retryAfter = "Retry-After"

// retryAfterBody returns the wait that an answer's body asks for, 0 if none. Discord's own answers to too many requests
// have it; those of the proxy before Discord have only the header.
func retryAfterBody(answer []byte) time.Duration {
	var said struct {
		Wait float64 `json:"retry_after"`
	}
	if json.Unmarshal(answer, &said) != nil {
		return 0
	}
	return seconds(said.Wait)
}

// longestWait bounds the time to wait that an answer can ask for.
const longestWait = time.Hour

// seconds converts a number of seconds in an answer to a duration from 0 to longestWait.
func seconds(n float64) time.Duration {
	if math.IsNaN(n) || n <= 0 {
		return 0
	}
	return time.Duration(min(n, longestWait.Seconds()) * float64(time.Second))
}

// retryAfterHeader returns the time to wait in the Retry-After header, in seconds or as a date; 0 if there is none.
func retryAfterHeader(h http.Header) time.Duration {
	text := h.Get(retryAfter)
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return seconds(n)
	}
	if at, err := http.ParseTime(text); err == nil {
		return seconds(time.Until(at).Seconds())
	}
	return 0
}

// Limited says that a request was not made because of a rate limit.
type Limited struct{ wait time.Duration }

func (l Limited) Error() string {
	return fmt.Sprintf("Discord has asked to wait, for %v more", l.wait.Round(time.Millisecond))
}

// limits are the rate limits: until when no requests may be made, by bucket and altogether.
type limits struct {
	mu      sync.Mutex
	all     time.Time
	buckets map[string]time.Time
}

// limitsKept is how many buckets are kept before those whose wait is over are dropped.
const limitsKept = 1000

func newLimits() *limits { return &limits{buckets: map[string]time.Time{}} }

// left returns how long a request of a bucket must wait; 0 or less means not at all.
func (l *limits) left(bucket string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(time.Until(l.all), time.Until(l.buckets[bucket]))
}

// note stores the rate limits that an answer tells. A 429 that is not Discord's own comes from the proxy before it,
// which counts all requests.
func (l *limits) note(bucket string, resp *http.Response, answer []byte) {
	wait, all := time.Duration(0), false
	switch h := resp.Header; {
	case resp.StatusCode == http.StatusTooManyRequests:
		wait = max(retryAfterHeader(h), retryAfterBody(answer))
		all = h.Get("X-RateLimit-Global") != "" || h.Get("X-RateLimit-Scope") == "global" || !json.Valid(answer)
	case h.Get("X-RateLimit-Remaining") == "0":
		if n, err := strconv.ParseFloat(h.Get("X-RateLimit-Reset-After"), 64); err == nil {
			wait = seconds(n)
		}
	}
	if wait == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	until := time.Now().Add(wait)
	if all {
		l.all = until
		return
	}
	if len(l.buckets) >= limitsKept {
		for key, at := range l.buckets {
			if time.Until(at) <= 0 {
				delete(l.buckets, key)
			}
		}
	}
	l.buckets[bucket] = until
}

// errShape says that an answer has the status of a success but not Discord's format, such as a proxy's page. Whether
// the request was carried out is not known.
var errShape = errors.New("the answer is not Discord's")

// identify makes a request, once, and reads the identifier from its answer.
func (c Client) identify(ctx context.Context, r apiRequest) (string, error) {
	answer, err := c.do(ctx, c.limits, r)
	if err != nil {
		return "", err
	}
	return identified(answer)
}

// identified reads the identifier from an answer.
func identified(answer []byte) (string, error) {
	object, err := decode[named](answer)
	return object.ID, err
}
