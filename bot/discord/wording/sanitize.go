package wording

import (
	"strings"
	"unicode"
)

// Unmarked is a text without Discord's marks for bold and code, for those who hear
// it read.
func Unmarked(text string) string {
	return strings.NewReplacer("**", "", "`", "").Replace(text)
}

// Clip shortens a text to so many characters.
func Clip(text string, limit int) string {
	r := []rune(text)
	if len(r) <= limit {
		return text
	}
	return string(r[:limit-1]) + "…"
}

// quotedRoom is how much of a player's own words is said back.
const quotedRoom = 60

// Quoted is a player's own words, cut short and harmless.
func Quoted(text string) InWords { return sanitized(text, "`*_~|\\<>", quotedRoom) }

// lineRoom is how long a line may be that somebody wrote for others to read.
const lineRoom = 200

// plainLine is a line that somebody wrote for others to read, without marks and calls.
func plainLine(text string) InWords { return sanitized(text, "`*_~|\\<>@", lineRoom) }

// Verbatim is a player's own words between backquotes, where marks mean nothing.
func Verbatim(text string) InWords { return sanitized(text, "`<>", quotedRoom) }

// WithoutStars is a text with another sign of multiplication for the star, which would be a mark.
func WithoutStars(text string) string { return strings.ReplaceAll(text, "*", "×") }

// sanitized is a player's own words, cut short, without some signs, links behind other words, and what
// cannot be printed, such as a sign that turns the line round.
func sanitized(text, signs string, room int) InWords {
	words := []rune(Clip(strings.ReplaceAll(text, "](", "] ("), room))
	for i, r := range words {
		if strings.ContainsRune(signs, r) || !unicode.IsPrint(r) {
			words[i] = ' '
		}
	}
	return InWords(words)
}
