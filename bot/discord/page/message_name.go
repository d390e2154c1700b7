package page

import (
	"fmt"
	"slices"
	"strings"

	"grognard/bot/discord/rest"
	"grognard/bot/referee/api"

	"github.com/bwmarrin/discordgo"
)

// A delivered message has a name by which it is found again in its channel. Readers do not see it: it is in the custom
// ID of the message's first button, after MarkSign, or, if the message has no button, in the file name of its first
// picture. Discord returns both as they were sent.
const MarkSign = "~"

// MarkOf returns the name of a part of a notification's message: the notification's, and the part's number from 1.
func MarkOf(e api.Notification, part int) string { return fmt.Sprintf("%s-%d", e.Ref, part) }

// WithMark returns the message with its name in it. A message with neither button nor picture gets the carrier, a
// button that is useful to every reader.
func WithMark(m rest.Message, name string, carrier discordgo.Button) rest.Message {
	if len(m.Components) == 0 && len(m.Attachments) == 0 {
		m.Components = OneRow(carrier)
	}
	if len(m.Components) > 0 {
		m.Components = slices.Clone(m.Components)
		if first, ok := m.Components[0].(discordgo.ActionsRow); ok {
			first.Components = slices.Clone(first.Components)
			if b, ok := first.Components[0].(discordgo.Button); ok {
				b.CustomID += MarkSign + name
				first.Components[0] = b
			}
			m.Components[0] = first
		}
		return m
	}
	m.Attachments = slices.Clone(m.Attachments)
	base, ending, _ := strings.Cut(m.Attachments[0].Filename, ".")
	m.Attachments[0].Filename = base + "-" + name + "." + ending
	return m
}

// WithoutMark returns a custom ID without the name of its message.
func WithoutMark(id string) string {
	id, _, _ = strings.Cut(id, MarkSign)
	return id
}

// IsMarked reports whether a button of a message carries the name of a notification.
func IsMarked(m rest.SentMessage) bool {
	for c := range m.Components.All() {
		if strings.Contains(c.CustomID, MarkSign) {
			return true
		}
	}
	return false
}

// IsPart reports whether a message in a channel is a part of a notification.
func IsPart(m rest.SentMessage, e api.Notification, part int) bool {
	name := MarkOf(e, part)
	for c := range m.Components.All() {
		if strings.HasSuffix(c.CustomID, MarkSign+name) {
			return true
		}
	}
	for _, a := range m.Attachments {
		if base, _, _ := strings.Cut(a.Filename, "."); strings.HasSuffix(base, "-"+name) {
			return true
		}
	}
	return false
}
