package rest

import (
	"strings"
	"unicode/utf8"
)

// ContentLimit is how many characters a message of Discord may have.
const ContentLimit = 2000

// Split divides a text into messages of at most limit characters, at line breaks. A longer line is divided at blanks,
// or if there are none, anywhere. There is at least one part.
func Split(text string, limit int) []string {
	var parts []string
	current := ""
	add := func(piece string) {
		switch {
		case current == "":
			current = piece
		case utf8.RuneCountInString(current)+1+utf8.RuneCountInString(piece) <= limit:
			current += "\n" + piece
		default:
			parts = append(parts, current)
			current = piece
		}
	}
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		for utf8.RuneCountInString(line) > limit {
			head := cut(line, limit)
			add(head)
			line = strings.TrimPrefix(line[len(head):], " ")
		}
		add(line)
	}
	return append(parts, current)
}

// cut returns the longest beginning of a line that fits, up to a blank if possible.
func cut(line string, limit int) string {
	head := string([]rune(line)[:limit])
	if i := strings.LastIndexByte(head, ' '); i > 0 {
		return head[:i]
	}
	return head
}
