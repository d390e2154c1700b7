package deliver

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
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

// sendDigests sends the digests that are due now, each as one direct message.
func (d Digests) sendDigests(ctx context.Context) error {
	all, err := d.Referee.Digests(ctx)
	loc := d.Messages.InChannel()
	for user, list := range all {
		if failed := d.sendDigest(ctx, user, tell.DigestPage(loc, list)); failed != nil {
			d.Log.Warn("a digest was not sent", "error", failed)
		}
	}
	return err
}

// sendDigest sends a digest. Its nonce makes sure that it appears once even if the request is repeated.
func (d Digests) sendDigest(ctx context.Context, user string, p page.Page[view.Public]) error {
	ctx, cancel := context.WithTimeout(ctx, digestWithin)
	defer cancel()
	m := p.Messages()[0]
	sum := sha256.Sum256([]byte("digest " + user + time.Now().Truncate(time.Hour).String()))
	m.Nonce, m.Enforce = hex.EncodeToString(sum[:])[:25], true
	err := d.Rest.Persist(ctx, func(ctx context.Context) error {
		channel, err := d.Rest.DM(ctx, user)
		if err == nil {
			_, err = d.Rest.Send(ctx, channel, m)
		}
		return err
	})
	if kind, _ := rest.Diagnose(err); err != nil && kind == rest.Forbidden {
		return d.Preferences.Prefer(ctx, user, table.RefusesWords, "true")
	}
	return err
}
