package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

// The games in the tests of features are played at the table from an operator's folder of modules,
// by what stands in evening.txt beside them, a thing a line: who does what, and after an arrow what
// it must bring. Anna and Boris can
//
//	say /command => what the answer says; without an arrow, anything but a refusal
//	type /command option: => what is suggested
//	tap Verb, to give a first order of that verb by buttons and menus
//	press Label => what the answer says, of a button below the last message with such a one
//
// and all read what the channel is told, and see what the words of its pictures say.
func TestEveningsOfFeatures(t *testing.T) {
	t.Parallel()
	evenings, err := filepath.Glob("../rules/scs/feature/*/testdata/evening.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range evenings {
		t.Run(filepath.Base(filepath.Dir(filepath.Dir(file))), func(t *testing.T) {
			t.Parallel()
			e := beginEvening(t, filepath.Join(filepath.Dir(file), "modules"))
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
					e.happens(line)
				}
			}
		})
	}
}

// evenDice are the dice of all evenings. When others fall, what the evenings say may change.
const evenDice = 1

// evening is a game of an operator's module at the table.
type evening struct{ *game }

func beginEvening(t *testing.T, modules string) evening {
	t.Helper()
	s := &sitting{t: t, data: t.TempDir(), used: map[string]bool{}}
	s.program = startWith(t, []string{"--data", s.data, "--modules", modules}, func(w *environment) {
		w.entropy = rand.NewChaCha8([32]byte{evenDice})
		w.table.Observe = judge(t)
	})
	s.seat(s.base)
	s.channel = open(t, s.german, "evening")
	return evening{&game{sitting: s, did: map[string]int{}}}
}

// happens does what a line says, and looks for what it must bring.
func (e evening) happens(line string) {
	e.t.Helper()
	what, want, _ := strings.Cut(line, " => ")
	who, does, _ := strings.Cut(strings.TrimSpace(what), " ")
	does, text, _ := strings.Cut(does, " ")
	p := map[string]*player.Player{"Anna": e.german, "Boris": e.soviet, "all": e.looker}[who]
	told := ""
	switch does {
	case "say":
		told = e.say(p, text).Content
	case "type":
		for _, c := range e.suggest(p, text) {
			told += c.Name + "\n"
		}
	case "tap":
		e.tapOrder(p, text)
	case "press":
		m := e.await(p, func(m player.Message) bool {
			_, ok := labelled(m, text)
			return ok &&
				m.ChannelID == e.channel
		})
		button, _ := labelled(m, text)
		told = e.click(p, m, button.CustomID).Content
	case "read":
		e.await(p, posted(e.channel, text))
	case "see":
		e.seen(p, text)
	default:
		e.t.Fatalf("nobody knows how to: %s", line)
	}
	if !strings.Contains(told, want) || want == "" && strings.Contains(told, "Refused") {
		e.t.Fatalf("%s: there is\n%s", line, told)
	}
}

// seen waits for a picture in the channel whose words say this.
func (e evening) seen(p *player.Player, want string) {
	e.t.Helper()
	e.await(p, func(m player.Message) bool {
		return m.ChannelID == e.channel && slices.ContainsFunc(m.Attachments,
			func(a player.Attachment) bool { return strings.Contains(a.Description, want) })
	})
}
