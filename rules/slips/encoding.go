package slips

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// UTF16 reports whether a text is UTF-16, which some editors call Unicode: by its byte order mark or many zero bytes.
func UTF16(text []byte) (s Slip, isSo bool) {
	marked := bytes.HasPrefix(text, []byte{0xff, 0xfe}) || bytes.HasPrefix(text, []byte{0xfe, 0xff})
	if start := text[:min(len(text), 64)]; !marked && (len(start) < 4 || bytes.Count(start, []byte{0}) < len(start)/3) {
		return Slip{}, false
	}
	return Slip{1, 1, "the file is UTF-16 (some editors say Unicode), and must be UTF-8: save it as UTF-8"}, true
}

// NotUTF8 finds the first byte of a text that is not UTF-8 and says what it probably is; false if all is UTF-8.
func NotUTF8(text []byte) (s Slip, found bool) {
	line, column := 1, 1
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && n == 1:
			is := inLatin1(text[0])
			return Slip{line, column, "the file is not UTF-8: save it as UTF-8. The byte here, " + is}, true
		case r == '\n':
			line, column = line+1, 0
		}
		text, column = text[n:], column+1
	}
	return Slip{}, false
}

// inLatin1 says which letter a byte is in the encoding that files without UTF-8 mostly have.
func inLatin1(b byte) string {
	if b < 0xa0 {
		return fmt.Sprintf("%02X, is one of Windows-1252 or of an older encoding", b)
	}
	return fmt.Sprintf("%02X, is %c in ISO 8859-1", b, rune(b))
}
