package rest

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// retryQueue finishes answers that could not be given at once, as long as their interactions' tokens are valid.
type retryQueue struct {
	log   *slog.Logger
	slots chan struct{}
	ctx   context.Context
	end   context.CancelFunc
}

// retriesAtOnce is how many answers are retried at the same time, as they hold pictures in memory.
const retriesAtOnce = 16

// longestPause is the longest wait between two tries of an answer.
const longestPause = 30 * time.Second

var errBusy = errors.New("too many answers are tried again already")

func newRetryQueue(log *slog.Logger) *retryQueue {
	ctx, end := context.WithCancel(context.Background())
	return &retryQueue{log: log, slots: make(chan struct{}, retriesAtOnce), ctx: ctx, end: end}
}

// add queues the steps that are left of an answer after a failure, or returns the failure if there are too many in the
// queue.
func (l *retryQueue) add(r *Reply, steps []func(context.Context) error, failed error) error {
	select {
	case l.slots <- struct{}{}:
	default:
		return errors.Join(errBusy, failed)
	}
	l.log.Debug("an answer is tried again", "interaction", r.Interaction.ID, "error", failed)
	go func() {
		defer func() { <-l.slots }()
		ctx, cancel := context.WithDeadline(l.ctx, r.begun.Add(TokenLife))
		defer cancel()
		for _, say := range steps {
			if err := persist(ctx, say, failed, r.client.Retry); err != nil {
				l.log.Warn("an answer did not arrive", "interaction", r.Interaction.ID, "error", err)
				return
			}
			failed = nil
		}
	}()
	return nil
}

// persist calls a function until it succeeds, fails permanently or ctx ends. If it has failed before, it begins with a
// pause.
func persist(ctx context.Context, do func(context.Context) error, failed error, pause time.Duration) error {
	err := failed
	for {
		if err != nil {
			kind, asked := Diagnose(err)
			if kind != Transient || !sleep(ctx, max(pause, asked)) {
				return err
			}
			pause = min(2*pause, longestPause)
		}
		if err = do(ctx); err == nil {
			return nil
		}
	}
}

// sleep waits, and says whether it did so to the end.
func sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
