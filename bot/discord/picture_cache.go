package discord

import (
	"context"
	"fmt"
	"sync"

	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/view"
)

// pictureCacheSize is how many bytes of pictures are cached.
const pictureCacheSize = 16 << 20

// pictureCache caches the pictures of look-ups, as what a game prints never changes. When it is full, it is emptied.
type pictureCache struct {
	mu    sync.Mutex
	size  int
	shown map[string][]byte
}

// find is the picture with a name, which is drawn if it is not cached.
func (g *pictureCache) find(name string, draw func() ([]byte, error)) ([]byte, error) {
	g.mu.Lock()
	data := g.shown[name]
	g.mu.Unlock()
	if data != nil {
		return data, nil
	}
	data, err := draw()
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.size += len(data); g.size > pictureCacheSize || g.shown == nil {
		g.shown, g.size = map[string][]byte{}, len(data)
	}
	g.shown[name] = data
	return data, nil
}

// cachedFigure is a figure of what a game prints, or nothing if it cannot be drawn: the words are sent without it. what
// tells figures with the same file name apart. The style is the asker's own, or the operator's in an answer for
// everybody.
func (b *bot) cachedFigure(ctx context.Context, req request, m typedCommand, g *referee.Printed, file, alt, what string,
	draw func(render.Style) (render.Picture[view.Public], error)) []figure[view.Public] {
	look := b.house
	if m.values["public"] != "true" {
		look = b.styleOf(ctx, req.cmd.User)
	}
	// pictures have words of a language in them
	name := fmt.Sprintf("%x %s %p %s %s", g.Book.Game().Hash, look.Name, req.Language, file, what)
	data, err := safely(func() ([]byte, error) {
		return b.pictures.find(name, func() ([]byte, error) {
			p, err := draw(look)
			return p.PNG(), err
		})
	})
	if err != nil {
		b.log.ErrorContext(ctx, "a picture cannot be drawn, and the words go without it", "picture", name, "error", err)
		return nil
	}
	return []figure[view.Public]{{name: file, data: data, alt: wording.Clip(alt, wording.AltLimit)}}
}

// recentSet remembers the latest names, so that what is pressed twice is done once.
type recentSet struct {
	mu    sync.Mutex
	names map[string]bool
	order []string
}

// recentSetSize is how many names are remembered.
const recentSetSize = 1000

// add says whether a name is new.
func (r *recentSet) add(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.names[name] {
		return false
	}
	if r.names == nil {
		r.names = map[string]bool{}
	}
	if len(r.order) == recentSetSize {
		delete(r.names, r.order[0])
		r.order = r.order[1:]
	}
	r.names[name], r.order = true, append(r.order, name)
	return true
}
