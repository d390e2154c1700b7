package beacon

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// Options configure a client. Zero fields stand for the defaults in their comments, which suit drand's servers.
type Options struct {
	HTTP    *http.Client  // when nil, a client that follows no redirects: no beacon needs any
	Timeout time.Duration // of one request; 4 s when zero
}

// Client requests rounds from servers and verifies each of them. It is safe for use by several goroutines.
type Client struct {
	chain    *Chain
	bases    []string
	options  Options
	lastGood atomic.Int64 // the index of the server that answered last
}

// NewClient makes a client for the rounds of a chain. bases are servers' addresses, such as https://api.drand.sh.
func NewClient(c *Chain, bases []string, o Options) (*Client, error) {
	if len(bases) == 0 {
		return nil, errors.New("no server of the beacon is named")
	}
	client := &Client{chain: c}
	for _, base := range bases {
		u, err := url.Parse(base)
		if err != nil {
			return nil, fmt.Errorf("server of the beacon: %w", err)
		}
		if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" ||
			u.User != nil {
			return nil, fmt.Errorf("server of the beacon: %q is not like https://api.drand.sh", base)
		}
		client.bases = append(client.bases, strings.TrimRight(base, "/"))
	}
	client.options = o.complete()
	return client, nil
}

func (o Options) complete() Options {
	if o.HTTP == nil {
		o.HTTP = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}}
	}
	if o.Timeout <= 0 {
		o.Timeout = 4 * time.Second
	}
	return o
}

// Chain returns the chain of the client's rounds.
func (c *Client) Chain() *Chain { return c.chain }

// Get requests a round from one server after the other, each once at most and first the one that answered last, until
// one gives a valid answer. No server has a round before it is due; the caller decides when to try again.
func (c *Client) Get(ctx context.Context, round uint64) (Round, error) {
	if round == 0 || round > lastRound {
		return Round{}, fmt.Errorf("beacon round %d: there is no such round", round)
	}
	first := int(c.lastGood.Load())
	var all error
	for i := range c.bases {
		at := (first + i) % len(c.bases)
		r, err := c.ask(ctx, c.bases[at], round)
		if err == nil {
			c.lastGood.Store(int64(at))
			return r, nil
		}
		all = errors.Join(all, fmt.Errorf("%s: %w", c.bases[at], err))
	}
	return Round{}, all
}

// maxAnswer is the size of the largest answer that is read, in bytes; valid answers are smaller.
const maxAnswer = 4096

// ask requests a round from one server and verifies it.
func (c *Client) ask(ctx context.Context, base string, round uint64) (Round, error) {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	address := fmt.Sprintf("%s/%s/public/%d", base, c.chain.parameters.Hash, round)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return Round{}, err
	}
	response, err := c.options.HTTP.Do(request)
	if err != nil {
		return Round{}, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return Round{}, fmt.Errorf("status %d", response.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	switch {
	case err != nil:
		return Round{}, err
	case len(body) > maxAnswer:
		return Round{}, fmt.Errorf("an answer of more than %d bytes", maxAnswer)
	}
	return c.verifyAnswer(round, body)
}

// verifyAnswer decodes an answer and verifies it.
func (c *Client) verifyAnswer(round uint64, body []byte) (Round, error) {
	var said struct {
		Round     uint64 `json:"round"`
		Signature string `json:"signature"`
	}
	if err := json.Unmarshal(body, &said); err != nil {
		return Round{}, fmt.Errorf("not an answer of the beacon: %w", err)
	}
	if said.Round != round {
		return Round{}, fmt.Errorf("round %d in place of %d", said.Round, round)
	}
	signature, err := hex.DecodeString(said.Signature)
	if err != nil {
		return Round{}, fmt.Errorf("signature: %w", err)
	}
	if err := c.chain.Verify(round, signature); err != nil {
		return Round{}, err
	}
	return Round{round, signature}, nil
}
