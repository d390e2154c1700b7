package deliver

import (
	"context"
	"errors"
	"sync"
	"time"

	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/table"
	"grognard/bot/discord/tell"
	"grognard/bot/referee/api"
	"grognard/rules/view"
)

// TellDaily sends digests when they are due, until ctx ends.
func (d Digests) TellDaily(ctx context.Context) {
	for {
		_, err := page.Safely(func() (struct{}, error) { return struct{}{}, d.sendDigests(ctx) })
		wait := rest.LastWait
		if err != nil && ctx.Err() == nil && !errors.Is(err, api.ErrShut) {
			d.Log.Error("the digests that are due are not known", "error", err)
			wait = rest.FirstWait
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-d.Referee.DigestsDue():
		case <-timer.C:
		}
		timer.Stop()
	}
}

// digestWithin is for how long the bot tries to send a digest. One that fails is not sent again, as the next day's says
// more.
const digestWithin = 2 * time.Minute

// sendDigests sends the digests that are due now, each as one direct message, which waits for no other user's.
func (d Digests) sendDigests(ctx context.Context) error {
	all, err := d.Referee.Digests(ctx)
	loc := d.Messages.InChannel()
	var sending sync.WaitGroup
	slots := make(chan struct{}, RoundsAtOnce)
	for user, list := range all {
		slots <- struct{}{}
		sending.Go(func() {
			defer func() { <-slots }()
			_, failed := page.Safely(func() (struct{}, error) {
				return struct{}{}, d.sendDigest(ctx, user, tell.DigestPage(loc, list))
			})
			if failed != nil {
				d.Log.Warn("a digest was not sent", "error", failed)
			}
		})
	}
	sending.Wait()
	return err
}

// sendDigest sends a digest.
func (d Digests) sendDigest(ctx context.Context, user string, p page.Page[view.Public]) error {
	ctx, cancel := context.WithTimeout(ctx, digestWithin)
	defer cancel()
	m := p.Messages()[0].Once("digest " + user + time.Now().Truncate(time.Hour).String())
	_, _, err := d.Rest.SendDM(ctx, user, m)
	if kind, _ := rest.Diagnose(err); err != nil && kind == rest.Forbidden {
		return d.Preferences.Prefer(ctx, user, table.RefusesWords, "true")
	}
	return err
}
