package slips

import (
	"strings"
	"unicode"

	"grognard/rules/letters"
)

// others replaces characters that word processors and phones put in place of plain ones.
var others = strings.NewReplacer("\t", " ", "\u00a0", " ", "\u2007", " ", "\u2009", " ", "\u202f", " ", "\u3000", " ",
	"\u200b", "", "\ufeff", "", "\u00ad", "", "∶", ":", "⁄", "/", "∕", "/", "½", "1/2", "¼", "1/4", "¾", "3/4",
	"⅓", "1/3", "⅔", "2/3", "“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'")

// Letters of other alphabets that look like Latin ones, and those Latin letters in the same order.
const (
	cyrillic        = "АВЕКМНОРСТХаеорсухі"
	cyrillicAsLatin = "ABEKMHOPCTXaeopcyxi"
	greek           = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"
	greekAsLatin    = "ABEZHIKMNOPTYXo"
)

// plainOf returns the plain characters that a character stands for; odd is false for one that stands for itself.
func plainOf(r rune) (plain string, odd bool) {
	if plain := letters.Plain(others.Replace(string(r))); plain != string(r) {
		return plain, true
	}
	for _, a := range [...]struct{ letters, like string }{{cyrillic, cyrillicAsLatin}, {greek, greekAsLatin}} {
		if before, _, found := strings.Cut(a.letters, string(r)); found {
			return string(a.like[len([]rune(before))]), true
		}
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
	name, shown := letters.Name(r), string(r)+" is "
	if unicode.IsSpace(r) || !unicode.IsPrint(r) {
		shown = "it has "
	}
	switch {
	case strings.HasPrefix(name, "U+"):
		return shown + name
	case strings.ContainsRune("aeiou", rune(name[0])):
		return shown + "an " + name
	}
	return shown + "a " + name
}
