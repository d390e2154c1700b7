package look

import (
	"context"
	"fmt"
	"sync"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/referee/titles"
	"grognard/render"
	"grognard/rules/view"
)

// PictureCacheSize is how many bytes of pictures are cached.
const PictureCacheSize = 16 << 20

// PictureCache caches the pictures of look-ups, as what a game prints never changes. When it is full, it is emptied.
type PictureCache struct {
	mu    sync.Mutex
	Size  int
	Shown map[string][]byte
}

// Find returns the picture with a name, which is drawn if it is not cached.
func (g *PictureCache) Find(name string, draw func() ([]byte, error)) ([]byte, error) {
	g.mu.Lock()
	data := g.Shown[name]
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
	if g.Size += len(data); g.Size > PictureCacheSize || g.Shown == nil {
		g.Shown, g.Size = map[string][]byte{}, len(data)
	}
	g.Shown[name] = data
	return data, nil
}

// cachedFigure returns a figure of what a game prints, or nothing if it cannot be drawn: the words are sent without it.
// what tells figures with the same file name apart. The style is the asker's own; in an answer for all, the operator's.
func (l *Lookups) cachedFigure(ctx context.Context, req ask.Request, m ask.TypedCommand, g *titles.Printed, file, alt,
	what string, draw func(render.Style) (render.Picture[view.Public], error)) []page.Figure[view.Public] {
	style := l.At(ctx, req.Guild, req.Cmd.Channel).House
	if m.Values["public"] != "true" {
		style = l.StyleOf(ctx, req.Cmd.User)
	}
	// pictures have words of a language in them
	name := fmt.Sprintf("%x %s %p %s %s", g.Book.Hash, style.Name, req.Localizer.Language, file, what)
	data, err := page.Safely(func() ([]byte, error) {
		return l.pictures.Find(name, func() ([]byte, error) {
			p, err := draw(style)
			return p.PNG(), err
		})
	})
	if err != nil {
		l.Log.ErrorContext(ctx, "a picture cannot be drawn, and the words go without it", "picture", name, "error", err)
		return nil
	}
	return []page.Figure[view.Public]{{Name: file, Data: data, Alt: alt}}
}

// RecentSet remembers the latest names, so that what is pressed twice is done once.
type RecentSet struct {
	mu    sync.Mutex
	Names map[string]bool
	Order []string
}

// RecentSetSize is how many names are remembered.
const RecentSetSize = 1000

// Add remembers a name, and reports whether it is new.
func (r *RecentSet) Add(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Names[name] {
		return false
	}
	if r.Names == nil {
		r.Names = map[string]bool{}
	}
	if len(r.Order) == RecentSetSize {
		delete(r.Names, r.Order[0])
		r.Order = r.Order[1:]
	}
	r.Names[name], r.Order = true, append(r.Order, name)
	return true
}
