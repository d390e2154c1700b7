package player

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"grognard/bot/localtable/wire"
)

func (p *Player) follow(events *bufio.Reader) {
	for {
		if err := p.next(events); err != nil {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.broken = fmt.Errorf("%s lost sight of the table: %w", p.user.Username, err)
			close(p.changed)
			return
		}
	}
}

// next reads the next line of the stream and takes its event, if it has one.
func (p *Player) next(events *bufio.Reader) error {
	line, err := events.ReadBytes('\n')
	if err != nil {
		return err
	}
	raw, ok := bytes.CutPrefix(line, []byte("data: "))
	if !ok {
		return nil // the blank line between two events
	}
	var e wire.Event
	if err := json.Unmarshal(raw, &e); err != nil {
		return fmt.Errorf("event: %w", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.take(e)
	close(p.changed)
	p.changed = make(chan struct{})
	return nil
}

// take applies an event to what the player knows. The lock is held.
func (p *Player) take(e wire.Event) {
	p.seen = e.Seq
	p.channels = append(p.channels, e.Channels...)
	for _, m := range e.Messages {
		p.messages[m.ID] = m
	}
	switch e.Kind {
	case "message":
		p.messages[e.Message.ID] = *e.Message
	case "edit": // one of an ephemeral message from before Sit is ignored
		if _, known := p.messages[e.Message.ID]; known || !e.Message.Private() {
			p.messages[e.Message.ID] = *e.Message
		}
		delete(p.chosen, e.Message.ID) // its menus show their defaults again
	case "gone": // the newer ephemeral message with the same words, if there is one, has taken its place
		was := p.messages[e.ID]
		delete(p.messages, e.ID)
		for _, m := range p.messages {
			if was.Private() && m.Private() && m.ChannelID == was.ChannelID && m.Content == was.Content &&
				byAge(m, was) > 0 {
				p.moved[e.ID] = m.ID
			}
		}
	case "channel":
		if i := slices.IndexFunc(p.channels, func(c wire.Channel) bool { return c.ID == e.Channel.ID }); i >= 0 {
			p.channels[i] = *e.Channel
		} else {
			p.channels = append(p.channels, *e.Channel)
		}
	case "channel-gone":
		p.channels = slices.DeleteFunc(p.channels, func(c wire.Channel) bool { return c.ID == e.ID })
	}
}

// ephemeral lists the ephemeral messages of a channel, which only the player has.
func (p *Player) ephemeral(channel string) []Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []Message
	for _, m := range p.messages {
		if m.ChannelID == channel && m.Private() {
			out = append(out, m)
		}
	}
	return out
}

// Latest returns the identifier of the private message that has taken a message's place, or the message's own.
func (p *Player) Latest(message string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.moved[message] != "" {
		message = p.moved[message]
	}
	return message
}

// catchUp waits until event seq or a later one has come, or the stream has ended. It fails only if ctx ends first.
func (p *Player) catchUp(ctx context.Context, seq int) error {
	for {
		p.mu.Lock()
		there, changed := p.seen >= seq || p.broken != nil, p.changed
		p.mu.Unlock()
		if there {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("%s waits for what happened at the table: %w", p.user.Username, ctx.Err())
		}
	}
}

// Await returns the oldest new or changed message that satisfies fits, and waits for one if there is none yet.
func (p *Player) Await(ctx context.Context, fits func(Message) bool) (Message, error) {
	for {
		p.mu.Lock()
		known := slices.SortedFunc(maps.Values(p.messages), byAge)
		changed, broken := p.changed, p.broken
		p.mu.Unlock()
		if i := slices.IndexFunc(known, fits); i >= 0 {
			return known[i], nil
		}
		if broken != nil {
			return Message{}, broken
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return Message{}, fmt.Errorf("%s awaits a message in vain: %w", p.user.Username, ctx.Err())
		}
	}
}

// Posted fits a message that stands in a channel for all who see the channel, with all of these words in any order.
func Posted(channel string, words ...string) func(Message) bool {
	return func(m Message) bool {
		return m.ChannelID == channel && !m.Private() &&
			!slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(m.Content, w) })
	}
}

// byAge compares identifiers as numbers, because they differ in length.
func byAge(a, b Message) int {
	return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
}
