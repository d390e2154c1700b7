package direct

import (
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/emojis"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
)

// joined returns the answer with its private parts in one message, because the panel is one, with the buttons of the
// last private part. The public parts follow.
func joined(req ask.Request, list []rest.Message) []rest.Message {
	end := slices.IndexFunc(list, func(m rest.Message) bool { return m.Public })
	if end < 0 {
		end = len(list)
	}
	if end < 1 {
		return list
	}
	whole := list[end-1] // the last part has the pictures and the buttons
	var texts []string
	for _, m := range list[:end] {
		texts = append(texts, m.Content)
	}
	whole.Content, whole.Mentions = play.JoinLines(texts), list[0].Mentions
	return append([]rest.Message{shortened(req, whole)}, list[end:]...)
}

// lastLines is the room, in characters, for the last lines of a long message: the panel's own, or a preview's end.
const lastLines = 900

// shortened returns the message with as many of its lines as Discord accepts: the first and the last ones, with a line
// between them that says how many are left out.
func shortened(req ask.Request, m rest.Message) rest.Message {
	m.Content = emojis.Fit(m.Content, rest.ContentLimit)
	if utf8.RuneCountInString(m.Content) <= rest.ContentLimit {
		return m
	}
	lines := strings.Split(m.Content, "\n")
	more := func(n int) string { return req.Say("panel.more", "n", n) }
	room := rest.ContentLimit - 1 - utf8.RuneCountInString(more(len(lines)))
	last, length := len(lines), 0
	for last > 1 && length+1+utf8.RuneCountInString(lines[last-1]) <= lastLines {
		last--
		length += 1 + utf8.RuneCountInString(lines[last])
	}
	first := 0
	for first < last && length+1+utf8.RuneCountInString(lines[first]) <= room {
		length += 1 + utf8.RuneCountInString(lines[first])
		first++
	}
	m.Content = strings.Join(slices.Concat(lines[:first], []string{more(last - first)}, lines[last:]), "\n")
	return m
}
