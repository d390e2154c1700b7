package statuspost

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/places"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/pins"
	"grognard/bot/referee/posts"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// writing is one look at a post, and what it did.
type writing struct {
	*Keeper
	post  posts.Post
	first bool // the post was not yet written since the program's start
	asked bool // Discord was asked for something
}

// write brings the post of a game that has begun up to date. If there is none it sends one. It edits a post while that
// is fresh; an older one it sends anew, below what has been said since.
func (w *writing) write(ctx context.Context) error {
	channel, err := w.Kit.Referee.ChannelOf(ctx, w.post.Game)
	if err != nil {
		return err
	}
	v, t, err := w.Kit.Referee.Public(ctx, channel)
	switch {
	case err != nil:
		return err
	case t.Game != w.post.Game: // it is over, and another one has begun there
		w.markReplaced()
		return w.tidy(ctx, true)
	case !t.Started || t.Lost != "" || t.Over && w.post.Message == "":
		return nil
	}
	loc := w.Messages.InChannel()
	m := Page(loc, t, v.Board(), nil)
	shown, picture := page.Checksum(m), moment(v.Board(), t)
	stale := w.isStale() && !t.Over && shown != w.post.Shown
	anew := w.post.Channel != channel || stale || w.post.Message == ""
	if !anew && shown == w.post.Shown {
		return w.tidy(ctx, t.Over)
	}
	files := w.post.Files
	begins := w.post.Shown == "" // the first post has no picture: the report beside it shows the map
	if !begins && (anew || picture != w.post.Picture) {
		drawn := page.Page[view.Public]{Figures: ask.MapFigure(w.Kit, loc.On(v.Board().Map), v,
			w.Kit.At(ctx, "", channel).House)}.Messages()[0]
		files = filesOf(drawn)
		m = Page(loc, t, v.Board(), files)
		m.Attachments, m.Files = drawn.Attachments, drawn.Files
	} else if !begins {
		m = Page(loc, t, v.Board(), files)
		m.Attachments = nil // the edit leaves the post's files as they are
	}
	w.asked = true
	err = w.put(ctx, channel, anew, m)
	kind, _ := rest.Diagnose(err)
	if err != nil && len(m.Files) > 0 && (kind == rest.Malformed && anew || kind == rest.Forbidden) {
		files, err = nil, w.put(ctx, channel, anew, m.Bare()) // the next phase tries a picture again
	}
	switch kind, _ := rest.Diagnose(err); {
	case rest.CodeOf(err) == discordgo.ErrCodeUnknownMessage, err != nil && !anew &&
		(kind == rest.Uneditable || kind == rest.Malformed && len(m.Files) > 0):
		// the post was deleted, its thread is archived (a new message opens it), or an edit may add no picture
		w.markReplaced()
		return w.write(ctx)
	case err != nil && kind == rest.Malformed && len(files) > 0 && len(m.Files) == 0: // the picture is gone: draw anew
		w.post.Picture = ""
		return w.write(ctx)
	case err != nil:
		return err
	}
	if begins {
		picture = "" // the next edit adds one
	}
	w.post.Shown, w.post.Picture, w.post.Files = shown, picture, files
	if err := w.Store.Keep(ctx, w.post); err != nil {
		return err
	}
	return w.tidy(ctx, t.Over)
}

func (w *writing) put(ctx context.Context, channel string, anew bool, m rest.Message) error {
	if anew {
		return w.send(ctx, channel, m)
	}
	return places.Awake(ctx, w.Rest, channel, func() error { return w.Rest.Edit(ctx, channel, w.post.Message, m) })
}

// isStale reports whether the post was sent so long ago that Discord throttles its edits. Its identifier tells when.
func (w *writing) isStale() bool {
	sent, err := discordgo.SnowflakeTimestamp(w.post.Message)
	return err == nil && w.Now().Sub(sent) > fresh
}

// markReplaced notes that the post's message is to be deleted.
func (w *writing) markReplaced() {
	if w.post.Message != "" {
		w.post.Old = append(slices.Clip(w.post.Old), posts.Old{Channel: w.post.Channel, Message: w.post.Message})
	}
	w.post.Message, w.post.Pinned, w.post.Unsaid = "", false, false
}

// send sends the post anew without notifying anybody. After a start it first looks for a post that was sent just when
// the program ended: Discord remembers a nonce for a few minutes only.
func (w *writing) send(ctx context.Context, channel string, m rest.Message) (err error) {
	id := ""
	if w.first {
		if id, err = w.sentBefore(ctx, channel); err != nil {
			return err
		}
	}
	if id != "" {
		err = w.Rest.Edit(ctx, channel, id, m)
	} else {
		m.Flags |= discordgo.MessageFlagsSuppressNotifications
		once := fmt.Sprint("status ", w.post.Game, " after ", w.post.Message, w.post.Old)
		id, err = w.Rest.Send(ctx, channel, m.Once(once))
	}
	if err != nil {
		return err
	}
	w.markReplaced()
	w.post.Channel, w.post.Message, w.post.Unsaid = channel, id, true
	return w.Store.Keep(ctx, w.post) // before anything else can fail
}

// sentBefore returns the channel's latest message that is a post of the game but not a known one, "" if there is none.
func (w *writing) sentBefore(ctx context.Context, channel string) (string, error) {
	list, err := w.Rest.Before(ctx, channel, "")
	for _, m := range list {
		for c := range m.Components.All() {
			if c.CustomID == page.PressID(page.PressSince, w.post.Game) && m.ID != w.post.Message &&
				!slices.Contains(w.post.Old, posts.Old{Channel: channel, Message: m.ID}) {
				return m.ID, nil
			}
		}
	}
	return "", err
}

// tidy pins the post, or unpins it if its game is over, and deletes Discord's notice about the pin and the posts that
// were replaced. Where the bot may not pin, the post stays unpinned.
func (w *writing) tidy(ctx context.Context, over bool) error {
	before := w.post
	if err := w.pin(ctx, over); err != nil {
		return err
	}
	for len(w.post.Old) > 0 {
		w.asked = true
		old := w.post.Old[0]
		err := w.Rest.Delete(ctx, old.Channel, old.Message)
		if kind, _ := rest.Diagnose(err); err != nil && kind == rest.Transient {
			return err
		}
		w.post.Old = w.post.Old[1:]
	}
	if before.Pinned == w.post.Pinned && before.Unsaid == w.post.Unsaid && len(before.Old) == 0 {
		return nil
	}
	return w.Store.Keep(ctx, w.post)
}

func (w *writing) pin(ctx context.Context, over bool) error {
	switch {
	case over && w.post.Pinned:
		w.asked = true
		if err := transient(pins.Unpin(ctx, w.Rest, w.post.Channel, w.post.Message)); err != nil {
			return err
		}
		w.post.Pinned = false
	case !over && w.post.Unsaid:
		w.asked = true
		err := pins.Pin(ctx, w.Rest, w.post.Channel, w.post.Message)
		if transient(err) != nil {
			return err
		}
		if w.post.Pinned, w.post.Unsaid = err == nil, false; err != nil {
			w.log.Info("a status post is not pinned", "game", w.post.Game, "channel", w.post.Channel, "error", err)
			return nil
		}
		return w.deleteNotice(ctx)
	}
	return nil
}

// transient returns an error after which the same request may succeed, and nil for any other.
func transient(err error) error {
	if kind, _ := rest.Diagnose(err); err != nil && kind == rest.Transient {
		return err
	}
	return nil
}

// deleteNotice deletes Discord's notice that the post was pinned.
func (w *writing) deleteNotice(ctx context.Context) error {
	list, err := pins.Notices(ctx, w.Rest, w.post.Channel, w.post.Message)
	for _, notice := range list {
		err = errors.Join(err, w.Rest.Delete(ctx, w.post.Channel, notice))
	}
	return transient(err)
}
