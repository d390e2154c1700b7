package wording

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"grognard/bot/discord/emojis"
)

// Subtext returns lines in small type.
func Subtext(lines string) string { return "-# " + strings.ReplaceAll(lines, "\n", "\n-# ") }

// Unmarked returns a text without emojis and Discord's marks for bold and code, for screen readers and files.
// Discord's timestamps become dates and times in UTC.
func Unmarked(text string) string {
	parts := strings.Split(strings.NewReplacer("**", "", "`", "").Replace(emojis.Plain(text)), "<t:")
	for i, part := range parts[1:] {
		code, rest, closed := strings.Cut(part, ">")
		seconds, _, _ := strings.Cut(code, ":")
		if at, err := strconv.ParseInt(seconds, 10, 64); closed && err == nil {
			parts[i+1] = time.Unix(at, 0).UTC().Format("2006-01-02 15:04 UTC") + rest
		} else {
			parts[i+1] = "<t:" + part
		}
	}
	return strings.Join(parts, "")
}

// Clip shortens a text to a number of characters.
func Clip(text string, limit int) string {
	r := []rune(text)
	if len(r) <= limit {
		return text
	}
	return string(r[:limit-1]) + "…"
}

// quotedRoom is how many characters of a player's own words are repeated to him, and lineRoom how many are shown of a
// line that a user wrote for others, such as a reason.
const quotedRoom, lineRoom = 60, 200

// Quoted returns a player's own words, shortened and without marks.
func Quoted(text string) InWords { return sanitized(text, "`*_~|\\<>", quotedRoom) }

// Verbatim returns a player's own words for a place between backquotes, where marks have no effect, without < and >.
func Verbatim(text string) InWords { return sanitized(text, "`<>", quotedRoom) }

// WithoutStars returns a text with × in place of the asterisk, which Discord would take for a mark.
func WithoutStars(text string) string { return strings.ReplaceAll(text, "*", "×") }

// sanitized returns a player's own words, shortened to room characters. Blanks replace the given signs and unprintable
// characters, such as those that change the direction of writing, and links behind other words are broken.
func sanitized(text, signs string, room int) InWords {
	words := []rune(Clip(strings.ReplaceAll(text, "](", "] ("), room))
	for i, r := range words {
		if strings.ContainsRune(signs, r) || !unicode.IsPrint(r) {
			words[i] = ' '
		}
	}
	return InWords(words)
}
