// Package refill keeps what somebody has written in a form that is refused, so that a mistake costs nothing. The
// refusal is a message of its own; the message whose button has led to the form stays. A button below the refusal opens
// the form again, filled in as before.
//
//	var memory refill.Memory
//	presses = memory.Presses(presses) // those that have a form, and whose button of the same name opens it
//
// Limits: the last few hundred forms are kept for an hour, in memory alone. What Discord cannot fill in, such as files,
// must be chosen anew.
package refill

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/layout"

	"github.com/bwmarrin/discordgo"
)

// Memory holds the forms that were refused. Its zero value holds none.
type Memory struct {
	mu   sync.Mutex
	kept []kept // the oldest first
}

// kept is a form as a user has filled it in.
type kept struct {
	user, id string // id is the form's custom ID
	guild    string // which the ID does not name
	at       time.Time
	fields   map[string]string
	picked   map[string][]string
}

// A form is kept for keptFor, and no more than mostKept of them.
const (
	keptFor  = time.Hour
	mostKept = 300
)

// Presses returns a copy of list in which a form is kept when it is refused. Presses without a form stay as they are.
func (m *Memory) Presses(list []ask.PressSpec) []ask.PressSpec {
	list = slices.Clone(list)
	for i, p := range list {
		if p.Form != nil && p.Run != nil {
			list[i].Run, list[i].Form = m.opens(p.Run), m.takes(p)
		}
	}
	return list
}

// opens wraps the handler of a button that opens a form: what its user has filled in before is put into it.
func (m *Memory) opens(run ask.PressHandler) ask.PressHandler {
	return func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
		list, err := run(ctx, req, d)
		if err != nil || len(list) != 1 || list[0].Form == nil {
			return list, err
		}
		if k, ok := m.take(req.Cmd.User, req.Guild, list[0].Form.CustomID, time.Now()); ok {
			list[0].Form.Components = k.in(list[0].Form.Components)
		}
		return list, nil
	}
}

// takes returns a handler of p's form that keeps it if p.Form refuses it.
func (m *Memory) takes(p ask.PressSpec) ask.PressHandler {
	return func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
		list, err := p.Form(ctx, req, d)
		var why ask.TextError
		if !errors.As(err, &why) {
			return list, err
		}
		id := p.Name + ":" + d.What
		m.keep(kept{req.Cmd.User, id, req.Guild, time.Now(), d.Fields, d.Picked})
		again := rest.NewMessage(req.Say(why.Text.ID, why.Text.Args...), page.OneRow(
			page.Button(req.Say("button.refill"), id, discordgo.PrimaryButton)))
		again.Beside = true
		return []rest.Message{again}, nil
	}
}

// keep keeps a form in place of an earlier one, and drops what is too old or too many.
func (m *Memory) keep(k kept) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept = slices.DeleteFunc(m.kept, func(old kept) bool {
		return old.user == k.user && old.guild == k.guild && old.id == k.id || k.at.Sub(old.at) > keptFor
	})
	m.kept = append(m.kept, k)
	if len(m.kept) > mostKept {
		m.kept = slices.Delete(m.kept, 0, 1)
	}
}

// Forget drops the forms of a user whose data is deleted.
func (m *Memory) Forget(user string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept = slices.DeleteFunc(m.kept, func(k kept) bool { return k.user == user })
}

// take removes a user's form and returns it. If he closes it unsent, the next one is filled in with what the bot knows.
func (m *Memory) take(user, guild, id string, now time.Time) (kept, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.kept, func(k kept) bool { return k.user == user && k.guild == guild && k.id == id })
	if i < 0 {
		return kept{}, false
	}
	k := m.kept[i]
	m.kept = slices.Delete(m.kept, i, i+1)
	return k, now.Sub(k.at) <= keptFor
}

// in returns fields, those of a form, filled in as k was.
func (k kept) in(fields []discordgo.MessageComponent) (list []discordgo.MessageComponent) {
	for _, c := range fields {
		switch c := c.(type) {
		case layout.Label:
			c.Component = k.field(c.Component)
			list = append(list, c)
		case discordgo.ActionsRow:
			c.Components = k.in(c.Components)
			list = append(list, c)
		case discordgo.TextInput:
			if text, written := k.fields[c.CustomID]; written {
				c.Value = text
			}
			list = append(list, c)
		default:
			list = append(list, c)
		}
	}
	return list
}

// field returns c, the field of a label, filled in as k was.
func (k kept) field(c layout.Component) layout.Component {
	switch c := c.(type) {
	case layout.TextInput:
		if text, written := k.fields[c.CustomID]; written {
			c.Value = text
		}
		return c
	case layout.Select:
		chosen := k.picked[c.CustomID]
		c.Options = k.chosen(c.CustomID, c.Options)
		if c.Kind == layout.KindUserSelect {
			c.Defaults = nil
			for _, user := range chosen {
				c.Defaults = append(c.Defaults, layout.Default{ID: user, Type: "user"})
			}
		}
		return c
	case layout.CheckboxGroup:
		c.Options = k.chosen(c.CustomID, c.Options)
		return c
	case layout.RadioGroup:
		c.Options = k.chosen(c.CustomID, c.Options)
		return c
	}
	return c
}

// chosen returns the options of a menu or of boxes, with those that were chosen.
func (k kept) chosen(id string, options []layout.Option) []layout.Option {
	picked, known := k.picked[id]
	if !known {
		return options
	}
	options = slices.Clone(options)
	for i := range options {
		options[i].Default = slices.Contains(picked, options[i].Value)
	}
	return options
}
