package games

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/rules/must"
)

// The games in the tests of features are played at the table from an operator's folder of modules. The file evening.txt
// beside each says, line by line, who does what, and after an arrow what must come of it. Anna and Boris can
//
//	say /command => what the answer says; without an arrow, anything but a refusal
//	type /command option: => what is suggested
//	tap Verb, to give a first order of that verb by buttons and menus
//	press Label => what the answer says, of a button below the last message with such a one
//
// and all read what the channel is told, and see what the words of its pictures say.
func TestFeatures_PlayedAtTheTable(t *testing.T) {
	t.Parallel()
	evenings := must.Get(filepath.Glob("../../../rules/scs/feature/*/testdata/evening.txt"))(t)
	for _, file := range evenings {
		t.Run(filepath.Base(filepath.Dir(filepath.Dir(file))), func(t *testing.T) {
			t.Parallel()
			e := beginEvening(t, filepath.Join(filepath.Dir(file), "modules"))
			text := must.Get(os.ReadFile(file))(t)
			for line := range strings.Lines(string(text)) {
				if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
					e.happens(line)
				}
			}
		})
	}
}

// evenDice is the seed of the dice of all evenings. With another seed the texts of the evenings may have to change.
const evenDice = 1

// evening is a game of an operator's module at the table.
type evening struct{ *game }

func beginEvening(t *testing.T, modules string) evening {
	t.Helper()
	e := evening{gameAt(programtest.SitWith(t, t.TempDir(), []string{"--modules", modules}, func(w *program.Environment) {
		w.Entropy, w.Table.Observe = rand.NewChaCha8([32]byte{evenDice}), programtest.Judge(t)
	}))}
	e.Open("evening")
	return e
}

// happens does what a line says, and looks for what it must bring.
func (e evening) happens(line string) {
	e.T.Helper()
	what, want, _ := strings.Cut(line, " => ")
	who, does, _ := strings.Cut(strings.TrimSpace(what), " ")
	does, text, _ := strings.Cut(does, " ")
	p := map[string]*player.Player{"Anna": e.German, "Boris": e.Soviet, "all": e.Looker}[who]
	told := ""
	switch does {
	case "say":
		told = e.Say(p, text).Content
	case "type":
		for _, c := range e.Suggest(p, text) {
			told += c.Name + "\n"
		}
	case "tap":
		e.tapOrder(p, text)
	case "press":
		m := e.Await(p, func(m player.Message) bool {
			_, ok := programtest.Labelled(m, text)
			return ok && m.ChannelID == e.Channel
		})
		button, _ := programtest.Labelled(m, text)
		told = e.Click(p, m, button.CustomID).Content
	case "read":
		e.Await(p, player.Posted(e.Channel, text))
	case "see":
		e.seen(p, text)
	default:
		e.T.Fatalf("the test has no way to do: %s", line)
	}
	if !strings.Contains(told, want) || want == "" && strings.Contains(told, "Refused") {
		e.T.Fatalf("%s: there is\n%s", line, told)
	}
}

// seen waits for a picture in the channel whose words say this.
func (e evening) seen(p *player.Player, want string) {
	e.T.Helper()
	e.Await(p, func(m player.Message) bool {
		return m.ChannelID == e.Channel && slices.ContainsFunc(m.Attachments,
			func(a player.Attachment) bool { return strings.Contains(a.Description, want) })
	})
}
