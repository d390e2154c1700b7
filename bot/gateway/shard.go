package gateway

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Limits to consecutive attempts to resume a session.
const (
	maxAddressResumes = 3 // attempts at the session's own address before the default address is used
	maxResumes        = 5 // unanswered RESUMEs before the session is given up
)

// shard is one of the bot's shards, over all its connections.
type shard struct {
	Options
	gate  *identifyGate
	id    int
	log   *slog.Logger
	begun chan struct{} // closed when the shard enters the gate for the first time
	first sync.Once     // closes begun
	ready sync.Once     // calls the function that counts ready shards
	count func()

	session    session
	address    string // where new sessions connect, from the last answer of gateway/bot
	tries      int    // consecutive connections that did not last
	misses     int    // of these, consecutive attempts to resume
	unanswered int    // of these, attempts whose RESUME was sent
}

// session is a session that can be resumed. There is none if id is empty.
type session struct {
	id, url  string
	asked    bool       // an IDENTIFY was sent
	since    time.Time  // when READY came
	seq      int64      // the highest sequence number so far
	received [256]int64 // the latest sequence numbers, each at its remainder modulo 256
}

// note records the sequence number of a dispatch and reports whether the dispatch came before.
func (s *session) note(seq int64) (again bool) {
	if seq == 0 {
		return false
	}
	place := &s.received[seq%int64(len(s.received))]
	again = *place == seq
	*place, s.seq = seq, max(s.seq, seq)
	return again
}

// ending describes how a connection ended.
type ending struct {
	action  closeAction
	why     error
	code    int           // Discord's close code, 0 if there was none
	wait    time.Duration // the delay that Discord asked for
	sent    bool          // IDENTIFY or RESUME was sent
	readyAt time.Time     // when READY or RESUMED came; zero if neither did
}

// run keeps the shard connected until ctx ends. It returns only permanent errors.
func (s *shard) run(ctx context.Context) error {
	for {
		e, err := s.connect(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		s.observe(Event{Kind: Lost, Code: e.code})
		if e.action == refuse {
			return refusal(e.code, s.id, s.Shards)
		}
		wait := s.afterEnd(e)
		s.log.Info("the connection to Discord ended; another one is made", "why", e.why, "resume", s.session.id != "",
			"in", wait.Round(time.Millisecond))
		if sleep(ctx, wait) != nil {
			return nil
		}
	}
}

// afterEnd updates the shard after the end of a connection and returns how long to wait before the next one.
func (s *shard) afterEnd(e ending) time.Duration {
	wasReady := !e.readyAt.IsZero()
	switch {
	case e.action == renew, s.session.id == "":
		s.forget()
	case wasReady:
		s.misses, s.unanswered = 0, 0
	default:
		s.misses++
		if e.sent {
			s.unanswered++
		}
		if s.unanswered >= maxResumes {
			s.forget()
		}
	}
	if wasReady && time.Since(e.readyAt) >= s.Limits.Steady {
		s.tries = 0
	}
	wait := max(e.wait, s.pause(s.tries, s.Limits.Retry, s.Limits.MaxRetry))
	s.tries++
	return wait
}

// forget discards the session, if there is one.
func (s *shard) forget() {
	if s.session.asked {
		s.gate.noteEnd(!s.session.since.IsZero() && time.Since(s.session.since) >= s.Limits.Settled)
	}
	s.session, s.misses, s.unanswered = session{}, 0, 0
}

// connect makes a connection and serves it until it ends. It fails only if Discord refuses the bot or ctx has ended.
func (s *shard) connect(ctx context.Context) (ending, error) {
	var p *pass
	if s.session.id == "" {
		var err error
		if p, err = s.gate.enter(ctx, s.id); err != nil {
			return ending{}, err
		}
		defer p.leave()
		s.address = p.url
		s.first.Do(func() { close(s.begun) })
	}
	s.observe(Event{Kind: Connecting})
	ws, failed, err := s.dial(ctx)
	if err != nil {
		return failed, nil
	}
	c := newConnection(s, ws, p)
	defer c.close()
	return c.serve(ctx), nil
}

// dial connects to the session's address, or to the default one for a new session. If it fails, the ending says why.
func (s *shard) dial(ctx context.Context) (*websocket.Conn, ending, error) {
	address, err := s.dialAddress()
	if err != nil {
		return nil, ending{why: err}, err
	}
	dialling, cancel := context.WithTimeout(ctx, s.Limits.Dial)
	defer cancel()
	d := *s.Dialer
	d.HandshakeTimeout, d.EnableCompression = s.Limits.Dial, false
	through, release := d.NetDialContext, func() bool { return true } // release keeps a made connection open
	if through == nil {
		through = new(net.Dialer).DialContext
	}
	// The library waits for the answer to the upgrade even after the context has ended: closing the connection ends it.
	d.NetDialContext = func(ctx context.Context, network, at string) (net.Conn, error) {
		c, err := through(ctx, network, at)
		if err == nil {
			release = context.AfterFunc(dialling, func() { _ = c.Close() })
		}
		return c, err
	}
	ws, answer, err := d.DialContext(dialling, address, nil)
	release()
	if err == nil {
		return ws, ending{}, nil
	}
	e := ending{why: fmt.Errorf("connect to the gateway: %w", err)}
	if errors.Is(err, websocket.ErrBadHandshake) && answer != nil {
		e.why = fmt.Errorf("connect to the gateway: Discord answers %s", answer.Status)
		e.wait = retryAfter(answer.Header)
	}
	return nil, e, err
}

// dialAddress returns the address of the next connection. A session has its own address, which is used only if it is
// encrypted just as the default one is, because the token is sent there.
func (s *shard) dialAddress() (string, error) {
	ordinary, err := url.Parse(s.address)
	if err != nil {
		return "", fmt.Errorf("the address of the gateway: %w", err)
	}
	u := ordinary
	if s.session.id != "" && s.misses < maxAddressResumes {
		if own, err := url.Parse(s.session.url); err == nil && own.Host != "" && own.Scheme == ordinary.Scheme {
			u = own
		}
	}
	u.Path = cmp.Or(u.Path, "/")
	u.RawQuery = url.Values{"v": {s.Version}, "encoding": {"json"}}.Encode()
	return u.String(), nil
}

func (s *shard) observe(e Event) {
	e.Shard, e.At = s.id, time.Now()
	s.Options.Observe(e)
}
