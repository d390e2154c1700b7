package typeset

import "strings"

// Fold breaks a text into lines that are no wider than wide: between words, and within a word that is too wide
// for a line by itself.
func (t *Writer) Fold(p Pen, text string, wide float64) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && t.Width(p, line+" "+word) <= wide {
			line += " " + word
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = word; t.Width(p, line) > wide; {
			n := t.fitting(p, line, wide)
			if n == len(line) {
				break
			}
			lines, line = append(lines, line[:n]), line[n:]
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// fitting returns how many bytes of a word fit into a width, at least those of one letter.
func (t *Writer) fitting(p Pen, word string, wide float64) int {
	fits := 0
	for i, r := range word {
		end := i + len(string(r))
		if fits > 0 && t.Width(p, word[:end]) > wide {
			break
		}
		fits = end
	}
	return fits
}
