package page_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"regexp"
	"strings"
	"testing"

	"grognard/bot/league/overview"
	"grognard/bot/league/page"
	"grognard/bot/league/season"
	"grognard/rules/must"
)

// written returns the page of a season.
func written(t testing.TB, o overview.Season, pictures func(int) []byte) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, page.Write(&b, o, pictures))
	return b.String()
}

// Pictures fill the page to its bound, the newest first, and the page says how many are left out.
func TestWrite_PicturesStayWithinTheBound(t *testing.T) {
	for _, size := range []int{1 << 20, 150 << 10, 9 << 20} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			var asked []int
			s := played(4, 8) // 40 games have ended
			text := written(t, shown(s), func(game int) []byte {
				asked = append(asked, game)
				return append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, size-8)...)
			})
			kept := strings.Count(text, `src="data:image/png;base64,`)
			room := page.Most - 100<<10
			want := min(room/(size*4/3), 40)
			if len(text) > page.Most || kept != want {
				t.Errorf("%d bytes with %d pictures, want %d and %d at most", len(text), kept, want, page.Most)
			}
			if asked[0] != 40 || len(asked) != min(kept+1, 40) {
				t.Errorf("it asks for the pictures of %v", asked)
			}
			left := fmt.Sprintf("pictures of %d older games are left out", 40-kept)
			if strings.Contains(text, "left out") != (kept < 40) || kept < 40 && !strings.Contains(text, left) {
				t.Errorf("the page does not say that %s", left)
			}
		})
	}
}

func TestWrite_OnlyPicturesArePictures(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))))
	text := written(t, shown(played(1, 8)), func(game int) []byte {
		return map[int][]byte{1: b.Bytes(), 2: []byte("<svg onload=alert(1)>"), 3: nil}[game]
	})
	if n := strings.Count(text, "<img"); n != 1 {
		t.Errorf("%d pictures", n)
	}
	if !strings.Contains(text, "could not be drawn, or not in time") {
		t.Error("it does not say that pictures are missing")
	}
	text = written(t, shown(swiss(5, 2, 0)), func(int) []byte { return b.Bytes() })
	if strings.Count(text, "<img") != 4 {
		t.Errorf("a bye has a picture")
	}
}

// Whatever players call themselves is text, and changes nothing else.
func TestWrite_HostileNamesAreText(t *testing.T) {
	tags := regexp.MustCompile(`<[a-zA-Z/!][^>]*>`)
	with := func(name string) overview.Season {
		o := shown(played(2, 3))
		o.Name, o.Organisers, o.Players[0].Name, o.Terms.Settings[0].Clock = name, []string{name}, name, name
		g := &o.Rounds[0].Games[0]
		g.Ruled, g.Reason = name, name
		return o
	}
	harmless := tags.FindAllString(written(t, with("Anna B"), nil), -1)
	for _, hostile := range []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`,
		`' onmouseover='alert(1)`,
		"</title><b>", "{{.Title}}", "\u202egnorw\u2066", "javascript:alert(1)", "a\nb\r\tc\x00", "&lt;i&gt;", "<!--",
		"z" + strings.Repeat("\u0301", 200), strings.Repeat("w", 5000), "\u200f\u061c", "\xff\xfe", "</style>", " "} {
		t.Run(fmt.Sprintf("%.20q", hostile), func(t *testing.T) {
			text := written(t, with(hostile), nil)
			if got := tags.FindAllString(text, -1); len(got) != len(harmless) {
				t.Errorf("%d tags, and %d with a harmless name", len(got), len(harmless))
			}
			for _, tag := range []string{"<script", "<img", "onerror=alert(1)>", "<b>\n", "<i>", "<!--"} {
				if strings.Contains(text, tag) {
					t.Errorf("the page has %q", tag)
				}
			}
			const turning = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
			if strings.ContainsAny(text, turning+"\x00\r") {
				t.Error("the page has marks that turn a text, or control characters")
			}
			if strings.Contains(text, strings.Repeat("w", 300)) || strings.Contains(text, strings.Repeat("\u0301", 4)) {
				t.Error("a name is not cut")
			}
			if len(hostile) < 40 && strings.Contains(hostile, "<") && !strings.Contains(text, "&lt;") {
				t.Error("the name is not shown")
			}
		})
	}
}

// A page asks for nothing elsewhere and has no scripts.
func TestWrite_OneFile(t *testing.T) {
	text := written(t, shown(swiss(33, 7, 5)), nil)
	for _, foreign := range []string{"http:", "https:", "//", "url(", "@import", "<script", "<link", "<iframe"} {
		if strings.Contains(text, foreign) {
			t.Errorf("the page has %q", foreign)
		}
	}
	if text != written(t, shown(swiss(33, 7, 5)), nil) {
		t.Error("the same season gives another page")
	}
}

func TestWrite_SaysHowTheSeasonStands(t *testing.T) {
	pools := played(3, 9)
	closed := played(2, 0)
	closed.Stage = season.Closed
	left := played(1, 4)
	left.Players[3].Left = day(20)
	paused := swiss(20, 5, 3)
	paused.Stage, paused.Why = season.Paused, "the server is down"
	ladder := swiss(8, 1, 1)
	ladder.Terms.Format, ladder.Order = season.Ladder, []string{"player 8", "player 7"}
	for name, c := range map[string]struct {
		season *season.Season
		says   []string
	}{
		"pools": {pools, []string{"12 players · 27 of 36 games over", "Pool 3: 9 games by 1\u00a0Apr\u00a02027, 12:00",
			"if the season ended now", `class="down"`, `class="up"`, "Pool 1: 12 of 12 games",
			"Cross table", "Anna (player 1)", "ruled by Cleo the organiser: did not answer for a week", "Can<br>reach",
			"clock ran out", "not opened yet"}},
		"closed": {closed, []string{"over, ", "▲ promoted, ▼ relegated."}},
		"left":   {left, []string{"(left)", "(left on 21\u00a0Jan\u00a02027)"}},
		"paused": {paused, []string{"paused since", "the server is down", "Round by round", "Round 5: 3 games by"}},
		"ladder": {ladder, []string{"<ol><li><bdi>al</bdi></li>", "Challenge 1: 1 game by", "up to 3 places above"}},
		"sign-up": {&season.Season{Terms: season.DefaultTerms("x"), Stage: season.SignUps},
			[]string{"open for sign-up", "Nobody has"}},
	} {
		t.Run(name, func(t *testing.T) {
			text := written(t, shown(c.season), nil)
			for _, says := range c.says {
				if !strings.Contains(text, says) {
					t.Errorf("the page does not say %q", says)
				}
			}
		})
	}
}

func TestWrite_TooLarge(t *testing.T) {
	o := shown(played(1, 0))
	for range 40_000 {
		o.Rounds[0].Games = append(o.Rounds[0].Games, o.Rounds[0].Games[0])
	}
	var b bytes.Buffer
	if err := page.Write(&b, o, nil); !errors.Is(err, page.ErrTooLarge) || b.Len() > 0 {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}
}

// BenchmarkWrite writes the page of 1,000 games, without pictures.
func BenchmarkWrite(b *testing.B) {
	o := shown(swiss(200, 10, 20))
	size := 0
	for b.Loop() {
		size = len(written(b, o, nil))
	}
	b.ReportMetric(float64(size)/1024, "KiB")
}
