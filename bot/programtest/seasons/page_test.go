package seasons

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/rules/must"
)

// league plays a season by doing what the page about leagues says, and nothing else.
type league struct {
	*testing.T
	people        map[string]*player.Player
	home, channel string
	last          player.Message
}

// Doing what the page about leagues says, line by line, leads to what it says. A backup of the season is then restored
// to the same standings, byte for byte: they are computed from the log anew.
func TestLeague_DoneToTheLetterAndRestored(t *testing.T) {
	data, l := t.TempDir(), &league{T: t, people: map[string]*player.Player{}}
	p := programtest.Start(t, []string{"--data", data})
	l.sit(p.Base)
	page, lines := must.Get(os.ReadFile("../../LEAGUE.md"))(t), 0
	for _, m := range regexp.MustCompile("(?ms)^```table\n(.*?)^```$").FindAllStringSubmatch(string(page), -1) {
		for line := range strings.Lines(m[1]) {
			l.does(strings.TrimSuffix(line, "\n"))
			lines++
		}
	}
	if lines < 25 {
		t.Errorf("the page has %d lines to do", lines)
	}
	before := l.file("season.json")
	p.End(t)
	kept, restored := filepath.Join(t.TempDir(), "kept.db"), t.TempDir()
	for _, args := range [][]string{{"backup", kept, "--data", data}, {"restore", kept, "--data", restored}} {
		if code, stdout, stderr := programtest.Command(t, args...); code != 0 {
			t.Fatalf("%v: %d %s%s", args, code, stdout, stderr)
		}
	}
	p = programtest.Start(t, []string{"--data", restored}) // at another table, which has none of the messages
	defer p.End(t)
	l.sit(p.Base)
	for _, line := range []string{"Boris: /league season:Spring", "Boris: [Standings]", "Boris: [JSON and CSV]"} {
		l.does(line)
	}
	if after := l.file("season.json"); after != before || !strings.Contains(before, `"stage": "running"`) {
		t.Errorf("the season was\n%s\nand is restored as\n%s", before, after)
	}
}

// sit brings four people to the table at an address.
func (l *league) sit(base string) {
	l.Helper()
	for _, name := range []string{"Anna", "Boris", "Olga", "Carla"} {
		l.people[name] = must.Get(player.Sit(l.Context(), base, name))(l.T)
		l.Cleanup(l.people[name].Leave)
	}
	l.home = must.Get(l.people["Anna"].Channel(program.FirstChannel))(l.T)
	l.channel = l.home
}

// file returns a file of the last message.
func (l *league) file(name string) string {
	l.Helper()
	i := slices.IndexFunc(l.last.Attachments, func(a player.Attachment) bool { return a.Filename == name })
	if i < 0 {
		l.Fatalf("%q has no file %s", l.last.Content, name)
	}
	return string(must.Get(l.people["Boris"].Picture(l.Context(), l.last.Attachments[i]))(l.T))
}

// does does a line.
func (l *league) does(line string) {
	l.Helper()
	who, deed, _ := strings.Cut(line, ": ")
	want, sees := strings.CutPrefix(line, "> ")
	comes, awaits := strings.CutPrefix(line, "sees ")
	thread, goes := strings.CutPrefix(line, "in ")
	files, lists := strings.CutPrefix(line, "files ")
	switch {
	case sees:
		if !strings.Contains(strings.ToLower(l.last.Content), strings.ToLower(want)) {
			l.Errorf("the page has %q, and the table %q", want, l.last.Content)
		}
	case awaits:
		must.Get(l.people["Olga"].Await(l.Context(), player.Posted(l.channel, comes)))(l.T)
	case goes:
		l.enters(thread)
	case line == "home":
		l.channel = l.home
	case lists:
		var names []string
		for _, a := range l.last.Attachments {
			names = append(names, a.Filename)
		}
		if got := strings.Join(names, " "); got != files {
			l.Errorf("the files are %s", got)
		}
	case strings.HasPrefix(deed, "["):
		l.last = l.presses(l.people[who], strings.Trim(deed, "[]"))
	default:
		l.last = must.Get(l.people[who].Say(l.Context(), l.channel, deed))(l.T)
	}
}

// presses presses the newest button of a label.
func (l *league) presses(p *player.Player, label string) player.Message {
	l.Helper()
	m := must.Get(p.Await(l.Context(), func(m player.Message) bool {
		b, ok := discordtest.Labelled(m, label)
		return ok && m.ChannelID == l.channel && !b.Disabled
	}))(l.T)
	for _, newer := range must.Get(p.Messages(l.Context(), l.channel))(l.T) {
		if _, ok := discordtest.Labelled(newer, label); ok {
			m = newer
		}
	}
	b, _ := discordtest.Labelled(m, label)
	return must.Get(p.Click(l.Context(), m.ID, b.CustomID))(l.T)
}

// enters goes to the thread of a game, whose first and second player are those whom its first message names.
func (l *league) enters(thread string) {
	l.Helper()
	first := must.Get(l.people["Anna"].Await(l.Context(), func(m player.Message) bool {
		c, known := l.people["Anna"].Known(m.ChannelID)
		return known && c.Name == thread && strings.Contains(m.Content, "I am here")
	}))(l.T)
	l.channel = first.ChannelID
	var order []string
	for _, m := range regexp.MustCompile(`<@(\d+)>`).FindAllStringSubmatch(first.Content, -1) {
		for name, p := range l.people {
			if p.User().ID == m[1] && !slices.Contains(order, name) {
				order = append(order, name)
			}
		}
	}
	if len(order) < 2 {
		l.Fatalf("the first message of %s names %v: %q", thread, order, first.Content)
	}
	l.people["First"], l.people["Second"] = l.people[order[0]], l.people[order[1]]
}
