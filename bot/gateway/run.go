package gateway

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// Run connects the shards of this process and keeps them connected until ctx ends, which closes the connections
// normally. An error is a *Refusal, or says which option is wrong.
func Run(ctx context.Context, o Options) error {
	o, err := o.withDefaults()
	if err != nil {
		return err
	}
	g := &identifyGate{Options: o, turn: make(chan struct{}, 1), sent: map[int]time.Time{}}
	g.turn <- struct{}{}
	if err := g.refresh(ctx); err != nil {
		return unlessEnded(ctx, err)
	}
	o.Shards = cmp.Or(o.Shards, g.left.Shards)
	ids := o.ShardIDs
	for i := 0; len(o.ShardIDs) == 0 && i < o.Shards; i++ { // none are named, so all
		ids = append(ids, i)
	}
	g.shards = len(ids)
	live, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var unready atomic.Int32
	unready.Store(int32(len(ids)))
	var running sync.WaitGroup
	for _, id := range ids {
		if live.Err() != nil {
			break
		}
		s := &shard{Options: o, gate: g, id: id, log: o.Logger.With("shard", id), begun: make(chan struct{}),
			count: func() {
				if unready.Add(-1) == 0 {
					o.Ready()
				}
			}}
		running.Go(func() {
			if err := s.run(live); err != nil {
				stop(err)
			}
		})
		// The next shard starts when this one has entered the gate, so that they identify in order.
		select {
		case <-s.begun:
		case <-live.Done():
		}
	}
	running.Wait()
	return unlessEnded(ctx, context.Cause(live))
}

// unlessEnded returns err, or nil if ctx has ended.
func unlessEnded(ctx context.Context, err error) error {
	if errors.Is(err, context.Canceled) || ctx.Err() != nil {
		return nil
	}
	return err
}
