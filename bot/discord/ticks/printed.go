package ticks

import (
	"strings"
	"unicode"

	"grognard/bot/discord/wording"
)

// marks are the characters with which Discord changes how a text looks or whom it mentions.
const marks = "\\*_~|`<[@#"

// Printed returns a name or a result so that Discord shows it as the game prints it, with its marks escaped.
func Printed(text string) wording.InWords {
	var b strings.Builder
	for _, r := range text {
		switch {
		case strings.ContainsRune(marks, r):
			b.WriteRune('\\')
			b.WriteRune(r)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			b.WriteRune(' ')
		}
	}
	return wording.InWords(b.String())
}

// Plain returns a text without Discord's marks, and without the backslashes of Printed.
func Plain(text string) string {
	var b strings.Builder
	rest := strings.ReplaceAll(wording.Unmarked(text), "-# ", "")
	for {
		before, after, ok := strings.Cut(rest, `\`)
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		if after == "" || !strings.ContainsRune(marks, rune(after[0])) {
			b.WriteByte('\\')
		}
		rest = after
	}
}
