package gateway

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"
)

// identifyGate lets one shard at a time start a session, when Discord allows it. A shard holds the gate from before its
// dial until its IDENTIFY is sent, so that the IDENTIFYs themselves are spaced.
type identifyGate struct {
	Options
	turn chan struct{} // holds a token while the gate is free; whoever has taken it may use the next three fields

	left         gatewayInfo       // the last answer of gateway/bot, its Remaining less each IDENTIFY since
	sent         map[int]time.Time // the time of the last IDENTIFY of each bucket
	lastIdentify time.Time         // the time of the last IDENTIFY of any bucket

	failed atomic.Int32 // how many consecutive sessions ended before Limits.Settled
	shards int          // how many this process has
}

// pass is a shard's hold on the gate.
type pass struct {
	gate  *identifyGate
	shard int
	url   string // where a session connects
	held  bool   // the shard has not left the gate yet
}

// enter waits until a shard may start a session. It fails if ctx ends or Discord refuses the token.
func (g *identifyGate) enter(ctx context.Context, shard int) (*pass, error) {
	select {
	case <-g.turn:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	p := &pass{gate: g, shard: shard, held: true}
	if err := g.waitTurn(ctx, shard); err != nil {
		p.leave()
		return nil, err
	}
	p.url = g.left.URL
	return p, nil
}

// waitTurn waits until the spacing of IDENTIFYs and the number that is left allow another one.
func (g *identifyGate) waitTurn(ctx context.Context, shard int) error {
	entered := time.Now()
	for {
		if err := g.refresh(ctx); err != nil {
			return err
		}
		if g.left.Limit.Remaining > 0 {
			break
		}
		until := latest(g.left.reset(), g.left.at.Add(g.Limits.Fresh))
		g.Logger.Warn("Discord allows no new session for now: all starts of the day are used up", "shard", shard,
			"until", until)
		if err := sleep(ctx, time.Until(until)); err != nil {
			return err
		}
		g.left.at = time.Time{} // so that gateway/bot is requested again
	}
	wait := time.Until(g.earliest(shard, entered))
	if wait > g.Limits.Identify*2 {
		g.Logger.Info("a new session waits, so that Discord is not asked for too many", "shard", shard,
			"for", wait.Round(time.Second), "left", g.left.Limit.Remaining)
	}
	return sleep(ctx, wait)
}

// earliest returns when a shard whose turn came at the time entered may send its IDENTIFY.
func (g *identifyGate) earliest(shard int, entered time.Time) time.Time {
	when := entered
	if last, ok := g.sent[g.bucket(shard)]; ok {
		when = latest(when, last.Add(g.Limits.Identify+time.Duration(g.Random()*float64(g.Limits.Identify)/5)))
	}
	if n := g.inRow(int(g.failed.Load())); n > 0 && !g.lastIdentify.IsZero() {
		when = latest(when, g.lastIdentify.Add(g.delay(n)))
	}
	if l := g.left.Limit; l.Remaining < l.Total/2 { // spread what is left over the time until the reset
		since := g.lastIdentify
		if since.IsZero() { // this process has sent none, but an earlier one may have, just before
			since = entered
		}
		when = latest(when, since.Add(g.left.reset().Sub(g.left.at)/time.Duration(l.Remaining)))
	}
	return when
}

// maxStorm is the number of consecutive failures, in about 50 minutes and with a tenth of a day's sessions, after which
// the delay may exceed Limits.MaxIdentify. Until then the bot is back within a minute when the trouble ends.
const maxStorm = 100

// delay returns how long to wait after n failures in a row, as inRow counts them.
func (g *identifyGate) delay(n int) time.Duration {
	if later := n - g.inRow(maxStorm); later > 0 {
		return g.pause(later+1, g.Limits.MaxIdentify, max(g.Limits.MaxIdentify, g.Limits.MaxLater))
	}
	return g.pause(n, 2*g.Limits.Identify, g.Limits.MaxIdentify)
}

// inRow returns the number of failures in a row, for delay, that so many failed sessions amount to. The first two count
// singly. After that as many as there are shards count as one, because Discord may end all sessions at once.
func (g *identifyGate) inRow(failed int) int { return min(failed, 2+failed/max(g.shards, 1)) }

// bucket returns the shard's rate_limit_key, as Discord calls it: IDENTIFYs with the same key must be spaced.
func (g *identifyGate) bucket(shard int) int { return shard % g.left.Limit.Concurrency }

// refresh requests gateway/bot unless the last answer is younger than Limits.Fresh. If the request fails, the last
// answer must allow a session; otherwise it is repeated until ctx ends or Discord refuses the token.
func (g *identifyGate) refresh(ctx context.Context) error {
	if !g.left.at.IsZero() && time.Since(g.left.at) < g.Limits.Fresh {
		return nil
	}
	for n := 1; ; n++ {
		s, err := g.getGatewayBot(ctx)
		if err == nil {
			g.left = s
			return nil
		}
		if _, refused := errors.AsType[*Refusal](err); refused || ctx.Err() != nil {
			return err
		}
		if !g.left.at.IsZero() && g.left.Limit.Remaining > 0 && time.Now().Before(g.left.reset()) {
			return nil // the count of the last answer still applies
		}
		wait := g.pause(n, g.Limits.Retry, g.Limits.MaxRetry)
		if asked, ok := errors.AsType[delayError](err); ok {
			wait = max(wait, asked.after)
		}
		g.Logger.Warn("Discord does not say where its gateway is; it is asked again", "error", err,
			"in", wait.Round(time.Millisecond))
		if err := sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// noteIdentify counts an IDENTIFY about to be sent, and opens the gate. A connection that resumes has a nil pass.
func (p *pass) noteIdentify() {
	if p == nil || !p.held {
		return
	}
	now := time.Now()
	p.gate.sent[p.gate.bucket(p.shard)], p.gate.lastIdentify = now, now
	p.gate.left.Limit.Remaining--
	p.leave()
}

// leave opens the gate for the next shard.
func (p *pass) leave() {
	if p != nil && p.held {
		p.held = false
		p.gate.turn <- struct{}{}
	}
}

// noteEnd records the end of a session for which an IDENTIFY was sent. settled says that it lasted Limits.Settled.
func (g *identifyGate) noteEnd(settled bool) {
	if settled {
		g.failed.Store(0)
		return
	}
	g.failed.Add(1)
}

func latest(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{a, b}, time.Time.Compare) }
