package rest

import (
	"strings"
	"unicode/utf8"
)

// ContentLimit is how many characters a message of Discord may have.
const ContentLimit = 2000

// Split parts a text into messages of at most limit characters, on line
// borders; a line that is longer by itself is parted at blanks, or in the
// middle where it has none. There is always one part at least.
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

// cut is the longest beginning of a line that fits, up to a blank if it can be.
func cut(line string, limit int) string {
	head := string([]rune(line)[:limit])
	if i := strings.LastIndexByte(head, ' '); i > 0 {
		return head[:i]
	}
	return head
}
