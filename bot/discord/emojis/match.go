package emojis

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"grognard/bot/discord/rest"
	"grognard/render/emoji"

	"github.com/bwmarrin/discordgo"
)

// MostEmojis is how many an application can have.
const MostEmojis = 2000

// ours matches the names of emojis that some version of the program has uploaded. No other is ever changed.
var ours = regexp.MustCompile(`^` + emoji.Prefix + `\w+_[0-9a-f]{8}$`)

// matching is one comparison of what is at Discord with what is to be there.
type matching struct {
	Keeper
	wanted
	all     int              // emojis at Discord, those of others too
	there   map[string]Emoji // those that are wanted, by name
	stale   []Emoji          // ours that are not wanted
	changed int
}

// match makes the emojis at Discord those that are wanted, and puts those that are there into the set, even if it
// fails. It goes on after an emoji that Discord refuses for good. It returns how many emojis were changed.
func (k Keeper) match(ctx context.Context, w wanted) (changed int, err error) {
	m := matching{Keeper: k, wanted: w, there: map[string]Emoji{}}
	if err := m.list(ctx); err != nil {
		return 0, err
	}
	m.publish()
	defer m.publish()
	switch missing := len(w.pictures) - len(m.there); {
	case missing > 0 && !k.Uploads:
		return 0, errMissing
	case !k.Uploads:
		return 0, nil
	case m.all+missing > MostEmojis: // the emojis of an earlier version make room
		if err := m.removeStale(ctx); err != nil {
			return m.changed, err
		}
	}
	var refused []error
	for _, p := range w.pictures {
		if _, is := m.there[p.Name]; is {
			continue
		}
		err := m.add(ctx, p)
		if err == nil {
			m.changed++
			continue
		}
		refused = append(refused, err)
		if kind, _ := rest.Diagnose(err); kind != rest.Malformed {
			return m.changed, errors.Join(refused...)
		}
	}
	if len(refused) > 0 { // their predecessors may still stand in messages
		return m.changed, errors.Join(refused...)
	}
	return m.changed, m.removeStale(ctx)
}

// publish puts into the set what is at Discord.
func (m *matching) publish() {
	found := map[emoji.Sign]Emoji{}
	for name, e := range m.there {
		for _, s := range m.signs[name] {
			found[s] = e
		}
	}
	m.Set.found.Store(&found)
}

// bucket names the rate limit that all requests about emojis share.
const bucket = "emojis"

// list reads what is at Discord. Of two emojis with one name, uploaded by two processes at once, the later is stale.
func (m *matching) list(ctx context.Context) error {
	answer, err := m.Client.Call(ctx, "list emojis", http.MethodGet,
		discordgo.EndpointApplicationEmojis(m.Application), bucket, nil)
	if err != nil {
		return err
	}
	var said struct{ Items *[]Emoji }
	if err := json.Unmarshal(answer, &said); err != nil || said.Items == nil {
		return fmt.Errorf("list emojis: the answer is not Discord's (%d bytes)", len(answer))
	}
	m.all = len(*said.Items)
	for _, e := range *said.Items {
		_, twice := m.there[e.Name]
		switch {
		case !ours.MatchString(e.Name) || !rest.IsID(e.ID): // not ours: it is left alone
		case m.signs[e.Name] == nil || twice:
			m.stale = append(m.stale, e)
		default:
			m.there[e.Name] = e
		}
	}
	return nil
}

// add uploads a picture, or renames the emoji of an earlier version that shows the same: messages with it stay whole.
func (m *matching) add(ctx context.Context, p emoji.Picture) error {
	hash := p.Name[strings.LastIndex(p.Name, "_"):]
	for i, e := range m.stale {
		if strings.HasSuffix(e.Name, hash) && m.signs[e.Name] == nil {
			m.stale = append(m.stale[:i:i], m.stale[i+1:]...)
			return m.send(ctx, http.MethodPatch, discordgo.EndpointApplicationEmoji(m.Application, e.ID), p.Name,
				map[string]string{"name": p.Name})
		}
	}
	return m.send(ctx, http.MethodPost, discordgo.EndpointApplicationEmojis(m.Application), p.Name, map[string]string{
		"name": p.Name, "image": Data(p)})
}

// Data returns a picture as Discord takes it.
func Data(p emoji.Picture) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(p.PNG)
}

// send makes a request after which there is an emoji with a name.
func (m *matching) send(ctx context.Context, method, url, name string, body map[string]string) error {
	answer, err := m.Client.Call(ctx, "emoji "+name, method, url, bucket, body)
	if err != nil {
		return err
	}
	var e Emoji
	if err := json.Unmarshal(answer, &e); err != nil || e.Name != name || !rest.IsID(e.ID) {
		return fmt.Errorf("emoji %s: the answer is not Discord's (%d bytes)", name, len(answer))
	}
	m.there[name] = e
	return nil
}

// removeStale deletes the emojis of an earlier version.
func (m *matching) removeStale(ctx context.Context) error {
	for len(m.stale) > 0 {
		url := discordgo.EndpointApplicationEmoji(m.Application, m.stale[0].ID)
		_, err := m.Client.Call(ctx, "remove emoji "+m.stale[0].Name, http.MethodDelete, url, bucket, nil)
		if kind, _ := rest.Diagnose(err); err != nil && kind != rest.Gone && rest.CodeOf(err) != unknownEmoji {
			return err
		}
		m.stale, m.changed = m.stale[1:], m.changed+1
	}
	return nil
}

// unknownEmoji is Discord's code for an emoji that does not exist any more.
const unknownEmoji = 10014
