package letters

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

func TestPlain_DashesAndFullWidth(t *testing.T) {
	for typed, want := range map[string]string{
		"2d6–1": "2d6-1", "2d6−1": "2d6-1", "2d6—1": "2d6-1", "2d6‑1": "2d6-1", "2d6\u20101": "2d6-1", "2d6\u20121": "2d6-1",
		"2d6\u20151": "2d6-1", "2d6﹘1": "2d6-1", "2d6﹣1": "2d6-1", "２ｄ６－１": "2d6-1", "３：１": "3:1", "3∶1": "3:1",
		"9。20": "9.20", "９．２０／９．２１": "9.20/9.21", "６＋１": "6+1", "9\u00a0+\u30004": "9 + 4", "7½×2": "7½×2", "第5師": "第5師",
	} {
		if got := Plain(typed); got != want {
			t.Errorf("%q is read as %q, want %q", typed, got, want)
		}
	}
}

// A text of keyboards' letters stays what it is, and nothing changes twice.
func TestPlainAndShown_Settled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		for name, of := range map[string]func(string) string{"Plain": Plain, "Shown": Shown} {
			once := of(s)
			if of(once) != once {
				t.Fatalf("%s of %q is %q, and of that %q", name, s, once, of(once))
			}
			if visible := strings.TrimFunc(s, unicode.IsControl); name == "Plain" && ascii(s) && of(visible) != visible {
				t.Fatalf("%s changes %q", name, visible)
			}
		}
		for _, r := range Shown(s) {
			if !HasGlyph(r) || IsInvisible(r) {
				t.Fatalf("%q is shown with %s", s, Name(r))
			}
		}
	})
}

func TestShown_WhatNoFontHas(t *testing.T) {
	for text, want := range map[string]string{
		"Orša 12": "Orša 12", "e\u0301": "é", "a\u200bb\ufeff\u202ec": "abc", "a\nb\t": "ab", "1\u20112": "1-2", "1\u20092": "1 2",
		"ＡＲＭ第": "ＡＲＭ第", "한국 かな": "한국 かな", "مر": "□□", "⭐\ufe0f": "□", "\ufffd": "□",
		"Hồ": "Hô", "Ạ": "A", "q\u0323": "q□",
	} {
		if got := Shown(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

func TestName(t *testing.T) {
	for r, want := range map[rune]string{
		'–': "en dash (U+2013)", '\u00a0': "no-break space (U+00A0)", '\n': "line break (U+000A)", '\a': "control character (U+0007)",
		'１': "full-width 1 (U+FF11)", '－': "full-width hyphen (U+FF0D)", 'م': "Arabic letter (U+0645)", '\ufe0f': "variation selector (U+FE0F)",
		'\u0327': "combining mark (U+0327)", '⭐': "U+2B50", 'ạ': "Latin letter (U+1EA1)", '\u202e': "mark of direction (U+202E)",
	} {
		if got := Name(r); got != want {
			t.Errorf("%U is called %q, want %q", r, got, want)
		}
	}
}
