package play_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
)

// held is a button or menu c of a private message m that nobody has pressed yet. path leads to it, as holds takes it.
type held struct {
	path string
	m    player.Message
	c    wire.Component
}

// part returns the first button or menu of a message whose custom ID begins with name and that is not disabled.
func part(f *discordtest.Fixture, m player.Message, name string) wire.Component {
	f.T.Helper()
	for _, c := range m.Parts() {
		if strings.HasPrefix(c.CustomID, name) && !c.Disabled {
			return c
		}
	}
	f.T.Fatalf("nothing %q below %q: %+v", name, m.Content, m.Parts())
	return wire.Component{}
}

// use presses a button, or chooses the first line of a menu.
func use(f *discordtest.Fixture, p *player.Player, m player.Message, c wire.Component) player.Message {
	f.T.Helper()
	if len(c.Options) > 0 {
		return discordtest.ChooseValue(f, p, m, c, c.Options[0].Value)
	}
	return f.Click(p, m, c.CustomID)
}

// holds goes from a message by the presses of a path, and holds the last one back. Each word of a path is the beginning
// of a custom ID, which for a choice is the letter of a page.Act constant: k for ActTake.
func holds(f *discordtest.Fixture, m player.Message, path string) held {
	f.T.Helper()
	names := strings.Fields(path)
	for _, name := range names[:len(names)-1] {
		m = use(f, f.Anna, m, part(f, m, name))
	}
	return held{path, m, part(f, m, names[len(names)-1])}
}

// rows returns how many commands the game's log has.
func rows(f *discordtest.Fixture) (n int) {
	game := must.Get(f.Store.InChannel(f.Ctx, f.Channel))(f.T)
	for _, err := range f.Store.Rows(f.Ctx, game.ID, 0) {
		must.Do(f.T, err)
		n++
	}
	return n
}

// moment is a position in the drill of discordtest.Breach, with presses that are possible in it.
type moment struct {
	name    string
	begin   func(*discordtest.Fixture)                // leads there
	from    func(*discordtest.Fixture) player.Message // returns the message from which the paths lead
	looks   []string                                  // paths to presses that only show something
	does    []string                                  // paths to presses that do something
	changes []string                                  // orders that make all these presses old
}

// moments returns moments that have all kinds of presses between them.
func moments() []moment {
	panel := func(f *discordtest.Fixture) player.Message { return f.Tap(f.Anna, f.Started, "Orders") }
	const attack = "/attack target:13.10 units:b-1-arm,b-3-inf"
	type fixture = discordtest.Fixture
	return []moment{
		{"movement", func(f *fixture) { f.Say(f.Anna, "/move units:b-2-arm to:7.12") }, panel,
			[]string{"panel-stack", "panel-stack u", "s", "s k", "s k b", "g", "side"},
			[]string{"panel-stack k", "panel-stack s k", "g y", "panel-undo"},
			[]string{"/move units:b-1-arm,b-3-inf to:11.10", "/move units:b-2-arm to:8.12"}},
		{"list", func(*fixture) {}, func(f *fixture) player.Message {
			return f.Say(f.Anna, "/orders list:b-2-arm > 8.12")
		}, nil, []string{"list-run"}, []string{"/move units:b-2-arm to:8.12"}},
		{"combat", func(f *fixture) { f.End(f.Anna) }, panel, []string{"s", "s u"}, []string{"s y", "s u y"},
			[]string{attack}},
		{"decision", func(f *fixture) { f.End(f.Anna); f.Say(f.Anna, attack) }, panel, []string{"u", "u k"},
			[]string{"g", "u k g"}, []string{"/pass"}},
		{"request", func(f *fixture) {
			f.End(f.Anna, f.Anna, f.Anna, f.Boris, f.Boris, f.Boris)
			f.Say(f.Anna, "/move units:b-2-arm to:7.12")
			f.Say(f.Boris, "/game undo")
		}, func(f *fixture) player.Message {
			return f.Tap(f.Anna, f.AwaitPosted(f.Olga, "Red player asks to take back"), "Show the request")
		}, nil, []string{"undo-decline", "undo-consent"}, []string{"/end"}},
	}
}

// A press that was held back until the position has changed, or the phase or the game is over, does nothing. It shows
// how things are now, with something to press.
func TestPresses_Old(t *testing.T) {
	for _, mo := range moments() {
		for _, over := range []string{"position", "phase", "game"} {
			t.Run(mo.name+" "+over, func(t *testing.T) {
				f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
				mo.begin(f)
				var list []held
				for _, path := range slices.Concat(mo.looks, mo.does) {
					list = append(list, holds(f, mo.from(f), path))
				}
				now := "You can give orders now"
				switch over {
				case "game":
					now = "Red player resigns"
					f.Resign()
				case "phase":
					if mo.name == "decision" {
						f.Say(f.Anna, "/pass")
					}
					f.Say(f.Anna, "/end")
				default:
					for _, change := range mo.changes {
						f.Say(f.Anna, change)
					}
					if mo.name == "combat" {
						now = "advance after the fight"
					}
				}
				before := rows(f)
				for i, h := range list {
					m := use(f, f.Anna, h.m, h.c)
					discordtest.Equal(t, h.path+" is answered in private, there or below a report: %t", m.Private(), true)
					discordtest.Equal(t, "that "+h.path+" leaves nothing to press is %t", len(m.Components) == 0, false)
					hasOwnPage := over == "position" && h.path == "g y" || over != "game" && mo.name == "list"
					if i >= len(mo.looks) && !hasOwnPage { // such a page asks or tries anew
						f.Has(m, now)
					}
				}
				discordtest.Equal(t, "%d rows are written", rows(f)-before, 0)
			})
		}
	}
}

// Of two taps at once on a button that does something, after a restart, one does it.
func TestPresses_TwiceAfterARestart(t *testing.T) {
	for _, mo := range moments() {
		for _, path := range mo.does {
			t.Run(mo.name+" "+path, func(t *testing.T) {
				f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
				mo.begin(f)
				one := holds(f, mo.from(f), path)
				two := one
				if mo.name != "list" {
					two = holds(f, mo.from(f), path)
				}
				f.Restart()
				before := rows(f)
				done := make(chan player.Message, 2)
				for _, h := range []held{one, two} {
					go func() { done <- use(f, f.Anna, h.m, h.c) }()
				}
				for range 2 {
					f.Lacks(<-done, "went wrong")
				}
				discordtest.Equal(t, "%d rows are written", rows(f)-before, 1)
			})
		}
	}
}

// A press on what was made for another player does nothing, and tells nothing of that player's side.
func TestPresses_AnotherUser(t *testing.T) {
	for _, mo := range moments() {
		t.Run(mo.name, func(t *testing.T) {
			f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
			mo.begin(f)
			var list []held
			for _, path := range slices.Concat(mo.looks, mo.does) {
				list = append(list, holds(f, mo.from(f), path))
			}
			before := rows(f)
			for _, h := range list {
				shown := forAll(f, h.c)
				for _, p := range []*player.Player{f.Boris, f.Olga} {
					m := use(f, p, shown, h.c)
					discordtest.IsPrivate(f, f.Lacks(m, "the Blue stacks", "from 12.10", "`/move", "`/attack"))
				}
			}
			withdrawn := strings.Count(mo.name, "request") // Boris may decline his own
			discordtest.Equal(t, "%d rows are written", rows(f)-before, withdrawn)
		})
	}
}

// forAll posts a message in the channel with a button or menu of a private one, as the bot never does, and returns it.
func forAll(f *discordtest.Fixture, c wire.Component) player.Message {
	f.T.Helper()
	body := must.Get(json.Marshal(map[string]any{"content": c.CustomID,
		"components": []any{map[string]any{"type": 1, "components": []any{c}}}}))(f.T)
	request := must.Get(http.NewRequestWithContext(f.Ctx, http.MethodPost,
		f.URL+"/api/v9/channels/"+f.Channel+"/messages", bytes.NewReader(body)))(f.T)
	request.Header.Set("Authorization", "Bot "+localtable.BotToken)
	request.Header.Set("Content-Type", "application/json")
	answer := must.Get(http.DefaultClient.Do(request))(f.T)
	must.Do(f.T, answer.Body.Close())
	discordtest.Equal(f.T, "%d", answer.StatusCode, http.StatusOK)
	return f.AwaitPosted(f.Olga, c.CustomID)
}
