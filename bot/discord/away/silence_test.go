package away_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules/modules"
	"grognard/rules/must"
)

// stamps are what differs between two games that are played alike: identifiers of Discord's, the hashes that cover
// those of commands, and the names of messages and undos, which nobody can read without the secret of the dice.
var stamps = regexp.MustCompile(`\b(\d{17,20}|[0-9a-f]{8,64})\b|~[a-z2-7]{8}\b|` +
	`\b(panel-)?undo:[a-z2-7]{8}:[a-z2-7]{8}\b`)

// sight is all that a player has before him, in his channel and in his direct messages: words, mentions, buttons,
// and pictures to the byte. Answers to commands come first: whether one comes before what the channel is told of
// the command is a matter of milliseconds.
func sight(f *discordtest.Fixture, p *player.Player) (all []string) {
	f.T.Helper()
	list := slices.Clone(f.Visible(p)) // the flags say which are answers to commands
	slices.SortStableFunc(list, func(a, b player.Message) int { return cmp.Compare(b.Flags, a.Flags) })
	for _, m := range list {
		var pictures []string
		for _, a := range m.Attachments {
			b := must.Get(p.Picture(f.Ctx, a))(f.T)
			pictures = append(pictures, fmt.Sprintf("%s %q %x", a.Filename, a.Description, b))
		}
		if m.Private() { // its panel may have gone below a report or not, by milliseconds
			m.Usage = ""
		}
		raw, err := json.Marshal([]any{m.Content, m.Flags, m.Mentions, m.Pinged, m.Components, m.Usage})
		must.Do(f.T, err)
		all = append(all, stamps.ReplaceAllString(string(raw), "#"), fmt.Sprint(pictures))
	}
	return all
}

// silent plays a game and returns the sight of Anna and of Olga at its end. The clock goes on by two minutes with each
// command of theirs, but not with one of Boris, so that his may be more in one game than in another.
func silent(t *testing.T, play func(*discordtest.Fixture, func(*player.Player, string))) []string {
	t.Helper()
	at, minutes := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), atomic.Int64{}
	f := discordtest.New(t, func(f *discordtest.Fixture) {
		f.Modules = []modules.Folder{assaulted(t)}
		f.Now = func() time.Time { return at.Add(time.Duration(minutes.Load()) * time.Minute) }
	})
	said := func(p *player.Player, text string) {
		if p != f.Boris {
			minutes.Add(2)
			must.Get(f.Referee.Upkeep.Ring(f.Ctx))(t)
			f.WaitDelivered()
		}
		f.Say(p, text)
		f.WaitDelivered()
		awaitTurned(f)
	}
	f.Begin()
	f.WaitDelivered()
	play(f, said)
	for _, p := range []*player.Player{f.Anna, f.Olga} {
		for _, text := range []string{"/game status", "/game log", "/due", "/since", "/clock show", "/map"} {
			said(p, text)
		}
	}
	return append(sight(f, f.Anna), sight(f, f.Olga)...)
}

// awaitTurned waits until Anna's answer that she has no orders to give has become the panel, if she has some by now.
func awaitTurned(f *discordtest.Fixture) {
	f.T.Helper()
	f.Eventually("Anna's panel goes on", func() bool {
		verbs := must.Get(f.Referee.Orders.Verbs(f.Ctx, f.Channel, f.Anna.User().ID))(f.T)
		return len(verbs) == 0 || !slices.ContainsFunc(f.Visible(f.Anna), func(m player.Message) bool {
			return strings.Contains(m.Content, "You have no orders to give now")
		})
	})
}

// sameSight holds that two games look alike to Anna and to Olga, in whatever order the messages stand.
func sameSight(t *testing.T, one, other []string) {
	t.Helper()
	slices.Sort(one)
	slices.Sort(other)
	if len(one) < 20 {
		t.Fatalf("only %d things are seen", len(one))
	}
	for i := range min(len(one), len(other)) {
		if one[i] != other[i] {
			t.Errorf("one sees\n%.2000s\nand the other\n%.2000s", one[i], other[i])
		}
	}
	if len(one) != len(other) {
		t.Errorf("one sees %d things, the other %d", len(one), len(other))
	}
}

// Which standing answers somebody has, and which of them decided, shows in nothing that others see.
func TestStanding_Silence(t *testing.T) {
	play := func(before, after []string) []string {
		return silent(t, func(f *discordtest.Fixture, said func(*player.Player, string)) {
			for _, text := range before {
				said(f.Boris, text)
			}
			said(f.Anna, "/end")
			said(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
			for _, text := range after {
				said(f.Boris, text)
			}
			said(f.Anna, "/pass")
			said(f.Anna, "/end")
		})
	}
	one := play([]string{"/standing answer set:flexible"}, nil)
	many := play([]string{"/standing answer set:stubborn hex:1.01 answer:hold", "/standing answer set:brave",
		"/standing answer unit:r-1-arm answer:ask", "/standing answer hex:13.10 answer:flexible", "/standing answer hex:13.10",
		"/standing try", "/standing try hex:13.10 result:D2r2", "/standing answer hex:1.01 answer:none"},
		[]string{"/standing answer", "/standing answer set:none", "/standing answer hex:13.10 answer:ask"})
	if !slices.ContainsFunc(one, func(s string) bool {
		return strings.Contains(s, "Red player's standing answer decides")
	}) {
		t.Error("no standing answer decided")
	}
	sameSight(t, one, many)
}

// Whether the other side has put a stack in another order shows in no undo: neither when the end of a phase is undone
// at once, nor in a request to undo that is still open when the stack is reordered, nor in the times of anything.
func TestUndo_Silence(t *testing.T) {
	play := func(silently string) []string { // an order of Boris, "" for none
		return silent(t, func(f *discordtest.Fixture, said func(*player.Player, string)) {
			quietly := func() {
				if silently != "" {
					f.Says(f.Boris, silently, "13.06 is restacked")
				}
			}
			for range 3 {
				said(f.Anna, "/end")
			}
			said(f.Boris, "/move units:r-2-inf to:13.06")
			said(f.Boris, "/stack order hex:13.06 units:r-1-inf,r-2-inf,r-1-sec")
			for range 3 {
				said(f.Boris, "/end")
			}
			for range 3 {
				said(f.Anna, "/end")
			}
			quietly()
			said(f.Anna, "/game undo")
			said(f.Anna, "/end")
			said(f.Boris, "/move units:r-1-arm to:14.08")
			said(f.Anna, "/game undo") // Boris is asked
			quietly()
			for _, text := range []string{"/due", "/game undo", "/game undo answer:decline", "/game undo"} {
				said(f.Anna, text)
			}
			said(f.Boris, "/end")
		})
	}
	sameSight(t, play(""), play("/stack order hex:13.06 units:r-1-inf,r-1-sec,r-2-inf"))
}

// Whether a list was kept for later, and what became of lines that were left out, shows in nothing that others see.
func TestLaterList_Silence(t *testing.T) {
	one := silent(t, func(f *discordtest.Fixture, said func(*player.Player, string)) {
		for range 3 {
			said(f.Anna, "/end")
		}
		said(f.Boris, "/move units:r-2-arm to:14.11")
		said(f.Boris, "/move units:r-1-arm to:14.08")
		said(f.Boris, "/end")
	})
	other := silent(t, func(f *discordtest.Fixture, said func(*player.Player, string)) {
		said(f.Boris, "/orders list:r-1-arm > 14.08; r-1-mot > 2.02 when:next")
		for range 3 {
			said(f.Anna, "/end")
		}
		said(f.Boris, "/move units:r-2-arm to:14.11")
		f.Tap(f.Boris, f.Say(f.Boris, "/orders"), "Carry out 2 lines")
		f.WaitDelivered()
		said(f.Boris, "/end")
	})
	sameSight(t, one, other)
}
