package slips_test

import (
	"fmt"
	"strconv"
	"testing"

	"grognard/rules/slips"
)

// A word is taken for the one known word that is nearest, if any is near.
func TestMeant(t *testing.T) {
	known := []string{"open", "woods", "swamp", "blue", "red", "no", "yes", "b-1", "r-1", "Ar1"}
	for typed, want := range map[string]string{
		"wood": "woods", "Woods": "woods", "bleu": "blue", "rde": "red", "No": "no", "YES": "yes", "b–1": "b-1", "ｏｐｅｎ": "open",
		"x-1": "", "green": "", "": "", "n": "", "swmp": "swamp", "wооds": "woods", "  open ": "open",
	} {
		if got := slips.Meant(typed, known); got != want {
			t.Errorf("%q is taken for %q, want %q", typed, got, want)
		}
	}
	if got := slips.Meant("open", nil); got != "" {
		t.Errorf("without known words: %q", got)
	}
}

// A hint names each strange character once, also where it does not help.
func TestInForm(t *testing.T) {
	isNumber := func(s string) bool { _, err := strconv.Atoi(s); return err == nil }
	for typed, want := range map[string]string{
		"－１２":     `: perhaps "-12" is meant; － is a full-width hyphen (U+FF0D); １ is a full-width 1 (U+FF11); ２ is a full-width 2 (U+FF12)`,
		"−1−":     "; − is a minus sign (U+2212)",
		"1 2":     `: perhaps "12" is meant`,
		"1O":      `: perhaps "10" is meant`,
		"4\u00a0": `: perhaps "4" is meant; it has a no-break space (U+00A0)`,
		"one":     "",
	} {
		if got := slips.InForm(typed, isNumber).String(); got != want {
			t.Errorf("%q: %s, want %s", typed, got, want)
		}
	}
	long := "ABCDEFGHIJKLMNOPQRSTUVWXYZ" // no more spellings are tried than of six letters
	tries := 0
	_ = slips.InForm(long, func(string) bool { tries++; return false }).String()
	if tries > 300 {
		t.Errorf("%d spellings are tried", tries)
	}
}

// What YAML takes for a comment, and what does not look like one.
func TestDoubts(t *testing.T) {
	for text, want := range map[string]string{
		"a: b #1 c\n":               "1:6",
		"a: b\nc: Battle # 5\n":     "2:11",
		"a: b # c\n":                "",
		"a: 4 # 4 weeks\n":          "",
		"a: b#1\n":                  "",
		"a: \"b #1\"\n":             "",
		"a: 'it''s #1'\n":           "",
		"a: \"b \\\" #1\"\n":        "",
		"#1 a\na: b\n":              "",
		"  #b\na: b\n":              "",
		"a: [b, #c\n  d]\n":         "",
		"a: [b, c] #d\n":            "1:11",
		"a: b\tc\n":                 "1:5",
		"a:\tb\n":                   "",
		"a: b\t# c\n":               "",
		"a: [b,\tc]\n":              "",
		"a: \"b\tc\"\n":             "",
		"a: \u00fc\u00fc #1\n":      "1:7",
		"a: don't\nb: don't #2 c\n": "2:10",
	} {
		got := ""
		for _, s := range slips.Doubts(text) {
			got += fmt.Sprintf("%d:%d", s.Line, s.Column)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A file is UTF-8 or not from its first wrong byte on.
func TestEncoding(t *testing.T) {
	for text, want := range map[string]string{
		"a: \u00fc\nb: \ufeff\U0001f600\n": "",
		"a: b\nk: \u00fc\xfc\n":            "2:5: the file is not UTF-8: save it as UTF-8. The byte here, FC, is ü in ISO 8859-1",
		"\x93a":                            "1:1: the file is not UTF-8: save it as UTF-8. The byte here, 93, is one of Windows-1252 or of an older encoding",
	} {
		got := ""
		if s, ok := slips.NotUTF8([]byte(text)); ok {
			got = fmt.Sprintf("%d:%d: %s", s.Line, s.Column, s.Message)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]bool{"\xff\xfea\x00": true, "\xfe\xff\x00a": true, "a\x00:\x00 \x00b\x00": true,
		"\x00a\x00:\x00 ": true, "a: b\n": false, "": false, "\ufeffa: b\n": false} {
		if _, got := slips.UTF16([]byte(text)); got != want {
			t.Errorf("%q is UTF-16: %v, want %v", text, got, want)
		}
	}
}
