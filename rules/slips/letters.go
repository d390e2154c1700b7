package slips

import (
	"fmt"
	"strings"
	"unicode"
)

// others are characters that writing programs and telephones put for plain ones, with their names.
var others = [...]struct {
	is    rune
	plain string
	name  string
}{
	{'\t', " ", "a tab"}, {'\u00a0', " ", "a no-break space"}, {'\u2007', " ", "a figure space"},
	{'\u2009', " ", "a thin space"}, {'\u202f', " ", "a narrow no-break space"}, {'\u3000', " ", "a wide space"},
	{'\u200b', "", "a space without width"}, {'\ufeff', "", "a byte order mark"}, {'\u00ad', "", "a soft hyphen"},
	{'‐', "-", "a hyphen of its own"}, {'‑', "-", "a no-break hyphen"}, {'‒', "-", "a figure dash"},
	{'–', "-", "an en dash"}, {'—', "-", "an em dash"}, {'―', "-", "a horizontal bar"}, {'−', "-", "a minus sign"},
	{'∶', ":", "a ratio sign"}, {'⁄', "/", "a fraction slash"}, {'∕', "/", "a division slash"},
	{'½', "1/2", "one half in one character"}, {'¼', "1/4", "one quarter in one character"},
	{'¾', "3/4", "three quarters in one character"}, {'⅓', "1/3", "one third in one character"},
	{'⅔', "2/3", "two thirds in one character"},
	{'“', `"`, "a curled quotation mark"}, {'”', `"`, "a curled quotation mark"},
	{'„', `"`, "a low quotation mark"}, {'‘', "'", "a curled apostrophe"}, {'’', "'", "a curled apostrophe"},
}

// Letters of other alphabets that look like Latin ones, and these.
const (
	cyrillic = "АВЕКМНОРСТХаеорсухі"
	likeIt   = "ABEKMHOPCTXaeopcyxi"
	greek    = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"
	likeThat = "ABEZHIKMNOPTYXo"
)

// plainOf returns the plain characters that a character stands for; odd is false for one that stands for itself.
func plainOf(r rune) (plain string, odd bool) {
	for _, o := range others {
		if o.is == r {
			return o.plain, true
		}
	}
	for _, a := range [...]struct{ letters, like string }{{cyrillic, likeIt}, {greek, likeThat}} {
		if before, _, found := strings.Cut(a.letters, string(r)); found {
			return string(a.like[len([]rune(before))]), true
		}
	}
	if r >= '！' && r <= '～' { // as wide as Chinese characters
		return string(r - '！' + '!'), true
	}
	return string(r), false
}

// Plain returns a text with plain characters for those that only look like them, without blanks around it.
func Plain(s string) string {
	var b strings.Builder
	for _, r := range s {
		plain, _ := plainOf(r)
		b.WriteString(plain)
	}
	return strings.TrimSpace(b.String())
}

// Name says what a character is that stands for a plain one, as in "– is an en dash (U+2013)".
func Name(r rune) string {
	name, shown := "", string(r)+" is "
	for _, o := range others {
		if o.is == r {
			name = o.name
		}
	}
	switch {
	case name != "":
	case unicode.Is(unicode.Cyrillic, r):
		name = "a Cyrillic letter"
	case unicode.Is(unicode.Greek, r):
		name = "a Greek letter"
	default:
		name = "as wide as two letters"
	}
	if unicode.IsSpace(r) || !unicode.IsPrint(r) {
		shown = "it has "
	}
	return fmt.Sprintf("%s%s (%U)", shown, name, r)
}
