package emojis

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"grognard/bot/discord/rest"
	"grognard/render/emoji"
)

// Keeper makes the emojis of an application those of its signs.
type Keeper struct {
	Client      rest.Client
	Application string
	Set         *Set
	Signs       []emoji.Sign
	Uploads     bool // false: another process uploads them, and this one uses what is there
	Log         *slog.Logger
}

// longestWait is how long the keeper waits at most before it tries again. Discord lets nobody upload many in an hour.
const longestWait = time.Hour

// errMissing says that another process has not uploaded all emojis.
var errMissing = errors.New("some emojis are not there yet")

// Keep uploads the emojis that are missing and removes those of an earlier version, then does so again when Discord has
// refused one, until ctx ends. After a failure, or a look that mended nothing, it waits, twice as long each time. What
// is in the set stays usable meanwhile; what fails is said once in the log.
func (k Keeper) Keep(ctx context.Context) {
	wanted, err := paint(k.Signs)
	if err != nil {
		k.Log.Error("an emoji cannot be painted, and its words stand alone", "error", err)
	}
	logged := false
	for wait := k.Client.Retry; ; wait = min(2*wait, longestWait) {
		changed, err := k.match(ctx, wanted)
		if ctx.Err() != nil {
			return
		}
		if changed > 0 {
			wait = k.Client.Retry
			k.Log.Info("emojis were uploaded, renamed or removed", "emojis", changed)
		}
		after := time.Duration(0)
		if err == nil {
			logged = false
			looked := time.Now()
			select {
			case <-ctx.Done():
				return
			case <-k.Set.doubt:
			}
			if time.Since(looked) > min(wait, time.Minute) { // sooner, it may be what the last look could not mend
				wait = k.Client.Retry
			}
		} else {
			_, after = rest.Diagnose(err)
			if !logged && !errors.Is(err, errMissing) {
				logged = true
				k.Log.Warn("not all emojis are at Discord; words stand without, and it is tried again", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(max(wait, after)):
		}
	}
}

// paint returns the pictures of signs, each name once, and all signs by the names of their pictures.
func paint(signs []emoji.Sign) (w wanted, err error) {
	w.signs = map[string][]emoji.Sign{}
	p, err := emoji.NewPainter()
	if err != nil {
		return w, err
	}
	for _, s := range signs {
		picture, failed := p.Paint(s)
		if failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		if w.signs[picture.Name] == nil {
			w.pictures = append(w.pictures, picture)
		}
		w.signs[picture.Name] = append(w.signs[picture.Name], s)
	}
	return w, err
}

// wanted is what is to be at Discord.
type wanted struct {
	pictures []emoji.Picture
	signs    map[string][]emoji.Sign // by names
}
