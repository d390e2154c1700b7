package emojis

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/rest"
)

// emojiRun matches emojis of ours that stand together in a text, with a blank: the one after them at the beginning of a
// line or a bracket, and else the one before them, as a comma may follow.
var emojiRun = regexp.MustCompile(`(<:` + shortName + `:\d+>)+ | ?(<:` + shortName + `:\d+>)+`)

// dieEmoji matches an emoji of a die, whose name in a text ends with its face.
var dieEmoji = regexp.MustCompile(`<:` + shortName + `([1-6]):\d+>`)

// Plain returns a text without emojis; dice have their symbols.
func Plain(text string) string {
	return emojiRun.ReplaceAllString(dieEmoji.ReplaceAllStringFunc(text, func(m string) string {
		return DieFace(int(m[len("<:"+shortName)] - '0'))
	}), "")
}

// Fit returns a text with the emojis that limit characters have room for: all, or the first of each line, or none.
func Fit(text string, limit int) string {
	for _, some := range []string{text, firstOfLines(text)} {
		if utf8.RuneCountInString(some) <= limit {
			return some
		}
	}
	return Plain(text)
}

// Split divides a text as rest.Split does, into as many messages as it needs without emojis: they have as many as there
// is room for, all of them, or the first of each line, or none.
func Split(text string, limit int) []string {
	parts := rest.Split(Plain(text), limit)
	for _, some := range []string{text, firstOfLines(text)} {
		if adorned := rest.Split(some, limit); len(adorned) <= len(parts) {
			return adorned
		}
	}
	return parts
}

// firstOfLines returns a text with the first emoji of each line alone.
func firstOfLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if at := emojiRun.FindStringIndex(line); at != nil {
			lines[i] = line[:at[1]] + Plain(line[at[1]:])
		}
	}
	return strings.Join(lines, "\n")
}
