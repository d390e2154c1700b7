package deliver

import (
	"context"
	"fmt"
	"strings"
	"time"

	"grognard/bot/discord/page"
	"grognard/bot/discord/places"
	"grognard/bot/discord/rest"
	"grognard/bot/referee/api"
)

// posting is a notification that is being sent to a channel.
type posting struct {
	d       *Delivery
	e       api.Notification
	channel string
	parts   int                      // how many messages it has
	looked  bool                     // whether look has read the channel
	found   map[int]rest.SentMessage // its messages in the channel, by part from 1; nil until look has read them
	marked  bool                     // whether the referee was told that sending has begun
	owes    bool                     // words were sent without their pictures
}

// post sends the messages of a notification to a channel. It returns their identifiers, separated by blanks, and
// whether their pictures are still owed. Messages that are there already are edited if the notification edits, and
// otherwise left as they are; the others are sent. A deleted message is sent again, unless all that is to be said is
// that its moment has passed.
func (d *Delivery) post(ctx context.Context, e api.Notification, channel string,
	list []rest.Message) (sent string, owes bool, err error) {
	p := &posting{d: d, e: e, channel: channel, parts: len(list), marked: e.Tried}
	known := strings.Fields(e.Sent)
	if e.Pictures {
		return e.Sent, false, p.follow(ctx, known, list[len(list)-1])
	}
	var ids []string
	for i, m := range list {
		id := ""
		if i < len(known) {
			id = known[i]
		}
		id, err := p.part(ctx, i+1, id, m)
		if err != nil {
			return "", false, err
		}
		if id != "" {
			ids = append(ids, id)
		}
	}
	for _, id := range known[min(len(list), len(known)):] { // the notification has fewer messages than before
		if err := d.rest.Delete(ctx, channel, id); err != nil {
			if kind, _ := rest.Diagnose(err); kind != rest.Gone && kind != rest.Uneditable {
				return "", false, err
			}
		}
	}
	return strings.Join(ids, " "), p.owes, nil
}

// follow adds the pictures of a notification to the last of its messages, unless that was deleted meanwhile. Words that
// were owed when the game was moved may be in either channel.
func (p *posting) follow(ctx context.Context, known []string, m rest.Message) error {
	if len(known) == 0 || len(m.Files) == 0 {
		return nil
	}
	m.Mentions.Users, m.Flags = nil, 0
	edit := func(m rest.Message) error { return p.d.rest.Edit(ctx, p.channel, known[len(known)-1], m) }
	err := p.sendDrawn(ctx, p.parts, m, edit)
	kind, _ := rest.Diagnose(err)
	if err != nil && kind != rest.Transient && p.channel == p.e.Left {
		p.channel = p.e.Table.Channel
		err = p.sendDrawn(ctx, p.parts, m, edit)
		kind, _ = rest.Diagnose(err)
	}
	if err != nil && (kind == rest.Gone || kind == rest.Uneditable && rest.CodeOf(err) != rest.ArchivedThread) {
		return nil
	}
	return err
}

// part sends or edits one message. known is its identifier, "" for none.
func (p *posting) part(ctx context.Context, part int, known string, m rest.Message) (id string, err error) {
	replaces := known != ""
	if known != "" {
		if there, err := p.edit(ctx, part, known, m); there || err != nil {
			return known, err
		}
	}
	if p.e.Tried {
		if err := p.look(ctx); err != nil {
			return "", err
		}
		if there := p.found[part]; there.ID != "" && there.ID != known {
			id := there.ID
			if err := p.notePinged(ctx, there); err != nil {
				return "", err
			}
			if !p.e.Edits && len(there.Attachments) >= len(m.Files) {
				return id, nil
			}
			if there, err := p.edit(ctx, part, id, m); there || err != nil {
				return id, err
			}
			replaces = true
		}
	}
	if p.e.Closing {
		return "", nil
	}
	if !p.marked {
		if err := p.d.Referee.Trying(ctx, p.e); err != nil {
			return "", err
		}
		p.marked = true
	}
	err = p.sendDrawn(ctx, part, p.once(part, m, replaces), func(m rest.Message) (err error) {
		id, err = p.d.rest.Send(ctx, p.channel, m)
		return err
	})
	if err == nil && len(m.Mentions.Users) > 0 {
		err = p.d.Referee.Notified(ctx, p.e, m.Mentions.Users)
	}
	if err == nil && p.e.Edits && p.e.Tried && !replaces { // Discord may have kept the older text of an earlier request
		_, err = p.edit(ctx, part, id, m)
	}
	return id, err
}

// notePinged notes whom a message of an earlier attempt has pinged, as that attempt has not noted it.
func (p *posting) notePinged(ctx context.Context, there rest.SentMessage) error {
	var users []string
	for _, u := range there.Mentions {
		users = append(users, u.ID)
	}
	if len(users) == 0 {
		return nil
	}
	return p.d.Referee.Notified(ctx, p.e, users)
}

// edit changes a message. there is false if it was deleted or cannot be edited any more.
func (p *posting) edit(ctx context.Context, part int, id string, m rest.Message) (there bool, err error) {
	m.Mentions.Users, m.Flags = nil, 0
	err = p.sendDrawn(ctx, part, m, func(m rest.Message) error { return p.d.rest.Edit(ctx, p.channel, id, m) })
	if kind, _ := rest.Diagnose(err); err != nil && (kind == rest.Gone || kind == rest.Uneditable) {
		return false, nil // if the channel was deleted, sending says so
	}
	return err == nil, err
}

// sendDrawn sends a message with its name, by the function send, and again without pictures if Discord does not accept
// them. If it may accept them later, as after an upload that was too slow or while the bot may not attach files, the
// words are sent at once and the pictures are owed. If the first request has arrived after all, the nonce makes both
// one message, and an edit replaces it.
func (p *posting) sendDrawn(ctx context.Context, part int, m rest.Message, send func(rest.Message) error) error {
	name, carrier, request := page.MarkOf(p.e, part), p.d.markCarrier(p.e), send
	send = func(m rest.Message) error {
		return places.Awake(ctx, p.d.rest, p.channel, func() error { return request(m) })
	}
	err := send(page.WithMark(m, name, carrier))
	if err == nil || len(m.Files) == 0 || ctx.Err() != nil {
		return err
	}
	switch kind, _ := rest.Diagnose(err); {
	case kind == rest.Malformed:
		p.d.Pages.Log.Error("Discord does not take a picture, and the words go without it", "game", p.e.Game,
			"seq", p.e.Seq, "error", err)
	case !p.e.Pictures && (rest.UploadFailed(err) || rest.CodeOf(err) == rest.MissingPermission):
		failed := send(page.WithMark(m.Bare(), name, carrier))
		if failed == nil {
			p.owes = true
			p.d.Pages.Log.Warn("a picture is held up, and the words go before it", "game", p.e.Game,
				"seq", p.e.Seq, "error", err)
		}
		return failed
	default:
		return err
	}
	return send(page.WithMark(m.Bare(), name, carrier))
}

// once returns the message of a part of the notification with a nonce. It is the same whenever the part is sent, also
// for a later notification that edits it: a request that was given up may still arrive. A message that replaces a
// deleted one has another nonce.
func (p *posting) once(part int, m rest.Message, replaces bool) rest.Message {
	words := fmt.Sprintf("%s %s %s", p.channel, p.e.Game, page.MarkOf(p.e, part))
	if replaces {
		words += fmt.Sprintf(" %d", p.e.ID)
	}
	return m.Once(words)
}

// look finds the parts of the notification in the channel by their names. It reads back to the time before which none
// of them can have been sent. Of two with the same name the newer counts, as the older is being deleted.
func (p *posting) look(ctx context.Context) error {
	if p.looked {
		return nil
	}
	found := map[int]rest.SentMessage{}
	before := ""
	for {
		list, err := p.d.rest.Before(ctx, p.channel, before)
		if err != nil {
			return err
		}
		for _, m := range list {
			for part := 1; part <= p.parts && m.Author.ID == p.d.self; part++ {
				if found[part].ID == "" && page.IsPart(m, p.e, part) {
					found[part] = m
				}
			}
		}
		if len(list) < rest.PageOfMessages || len(found) == p.parts {
			break
		}
		oldest := list[len(list)-1]
		if oldest.Timestamp.Before(p.e.Began.Add(-clockSkew)) {
			break
		}
		before = oldest.ID
	}
	p.looked, p.found = true, found
	return nil
}

// clockSkew is how much Discord's clock and ours may differ.
const clockSkew = 10 * time.Minute
