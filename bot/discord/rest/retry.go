package rest

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// retryQueue finishes answers that could not be given at once, as long as their interactions' tokens
// live.
type retryQueue struct {
	log   *slog.Logger
	slots chan struct{}
	ctx   context.Context
	end   context.CancelFunc
}

// retriesAtOnce is how many answers are tried again side by side: they hold pictures.
const retriesAtOnce = 16

// longestPause is the longest wait between two tries of an answer.
const longestPause = 30 * time.Second

var errBusy = errors.New("too many answers are tried again already")

func newRetryQueue(log *slog.Logger) *retryQueue {
	ctx, end := context.WithCancel(context.Background())
	return &retryQueue{log: log, slots: make(chan struct{}, retriesAtOnce), ctx: ctx, end: end}
}

// add takes up what is left of an answer after a failure, or returns that when there is too much of
// such already.
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

// persist does something until it succeeds, fails for good or ctx ends. It begins with a pause
// where it has failed before.
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

// sleep waits, and says whether ctx lasted.
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
