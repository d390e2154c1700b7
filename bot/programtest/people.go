package programtest

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/bot/program"
	"grognard/rules/must"
)

// Table is the program with three people at its table: one for each side and one who looks on.
type Table struct {
	*Program // nil if another process is the program
	T        testing.TB
	Data     string // the program's folder
	Channel  string // where they play
	German   *player.Player
	Soviet   *player.Player
	Looker   *player.Player
	Keys     int                       // what the two players typed and pressed: a character, a press of Enter, a tap
	Shown    func(*player.Player, any) // gets each answer and each list of suggestions; may be nil
}

// Sit starts the program with a game of a scenario and with the dice of a seed, and brings the people in.
func Sit(t testing.TB, scenario string, dice byte, changes ...func(*program.Environment)) *Table {
	t.Helper()
	judged := func(w *program.Environment) {
		w.Entropy, w.Table.Observe, w.Tune = rand.NewChaCha8([32]byte{dice}), Judge(t), Unlimited
	}
	return SitWith(t, t.TempDir(), []string{"--scenario", scenario},
		append([]func(*program.Environment){judged}, changes...)...)
}

// SitWith starts the program in a data folder and with flags, without Sit's dice, Judge and Unlimited, and seats all.
func SitWith(t testing.TB, data string, flags []string, changes ...func(*program.Environment)) *Table {
	t.Helper()
	s := &Table{T: t, Data: data}
	s.Program = Start(t, append(flags, "--data", data), changes...)
	s.Seat(s.Base)
	s.Channel = must.Get(s.German.Channel(program.FirstChannel))(t)
	return s
}

// Seat brings the people to the table at an address.
func (s *Table) Seat(base string) {
	s.T.Helper()
	for name, p := range map[string]**player.Player{"Anna": &s.German, "Boris": &s.Soviet, "Olga": &s.Looker} {
		*p = must.Get(player.Sit(s.T.Context(), base, name))(s.T)
		s.T.Cleanup((*p).Leave)
	}
}

// Open makes a channel, in which the people play from now on.
func (s *Table) Open(name string) {
	s.T.Helper()
	s.Channel = must.Get(s.German.Open(s.T.Context(), name))(s.T)
}

// Database returns the path of the program's database.
func (s *Table) Database() string { return filepath.Join(s.Data, "grognard.db") }

// People returns all three.
func (s *Table) People() []*player.Player { return []*player.Player{s.German, s.Soviet, s.Looker} }

// Say gives a command, accepts what it costs, and returns the answer, which must be for p alone.
func (s *Table) Say(p *player.Player, text string) player.Message {
	s.T.Helper()
	m, err := p.Say(s.T.Context(), s.Channel, text)
	if err != nil {
		s.T.Fatalf("%s says %s: %v", p.User().Username, text, err)
	}
	s.countKeys(p, utf8.RuneCountInString(text)+1)
	if cost, asked := Question(m); asked {
		return s.Click(p, m, cost)
	}
	return s.Note(p, m)
}

// Says gives a command as Say does; the answer must have all of these words.
func (s *Table) Says(p *player.Player, text string, wants ...string) player.Message {
	s.T.Helper()
	m := s.Say(p, text)
	for _, want := range wants {
		if !strings.Contains(m.Content, want) {
			s.T.Errorf("%s is answered %q, without %q", text, m.Content, want)
		}
	}
	return m
}

func (s *Table) countKeys(p *player.Player, keys int) {
	if p != s.Looker {
		s.Keys += keys
	}
}

// Click presses a button and returns the answer.
func (s *Table) Click(p *player.Player, m player.Message, id string) player.Message {
	s.T.Helper()
	answer, err := p.Click(s.T.Context(), m.ID, id)
	if err != nil {
		s.T.Fatalf("%s presses %s below %q: %v", p.User().Username, id, m.Content, err)
	}
	s.countKeys(p, 1)
	return s.Note(p, answer)
}

// Choose takes a line of a menu, which is two keys, and returns the answer.
func (s *Table) Choose(p *player.Player, m player.Message, menu, value string) player.Message {
	s.T.Helper()
	answer, err := p.Choose(s.T.Context(), m.ID, menu, value)
	if err != nil {
		s.T.Fatalf("%s chooses %s from %s below %q: %v", p.User().Username, value, menu, m.Content, err)
	}
	s.countKeys(p, 2)
	return s.Note(p, answer)
}

// Suggest returns what p is offered while typing, without the line that says how much more there is.
func (s *Table) Suggest(p *player.Player, text string) []player.Choice {
	s.T.Helper()
	list, err := p.Complete(s.T.Context(), s.Channel, text)
	if err != nil {
		s.T.Fatalf("%s types %s: %v", p.User().Username, text, err)
	}
	s.show(p, list)
	return slices.DeleteFunc(list, func(c player.Choice) bool { return strings.HasSuffix(c.Name, " to narrow") })
}

// Note passes an answer on to Shown. The test fails if others see it, or if a picture has no words.
func (s *Table) Note(p *player.Player, m player.Message) player.Message {
	s.T.Helper()
	if !m.Private() {
		s.T.Errorf("an answer that everybody sees: %q", m.Content)
	}
	if m.Interaction == nil || m.Interaction.User.ID != p.User().ID {
		s.T.Errorf("%s gets somebody else's answer: %q", p.User().Username, m.Content)
	}
	s.Described(m)
	s.show(p, m)
	return m
}

func (s *Table) show(p *player.Player, what any) {
	if s.Shown != nil {
		s.Shown(p, what)
	}
}

// Described fails the test if a picture's description has fewer than 20 characters, or more than Discord takes.
func (s *Table) Described(m player.Message) {
	s.T.Helper()
	for _, a := range m.Attachments {
		if n := utf8.RuneCountInString(a.Description); n < 20 || n > 1024 {
			s.T.Errorf("%d characters say what %s shows: %q", n, a.Filename, a.Description)
		}
	}
}

// Await waits for a message that p sees.
func (s *Table) Await(p *player.Player, fits func(player.Message) bool) player.Message {
	s.T.Helper()
	return must.Get(p.Await(s.T.Context(), fits))(s.T)
}

// Direct returns the channel of p's direct messages with the bot.
func (s *Table) Direct(p *player.Player) string {
	s.T.Helper()
	return must.Get(p.DM(s.T.Context()))(s.T)
}

// Received returns the bot's messages in a channel as p sees it, without those that p alone sees.
func (s *Table) Received(p *player.Player, channel string) []player.Message {
	s.T.Helper()
	list := must.Get(p.Messages(s.T.Context(), channel))(s.T)
	return slices.DeleteFunc(list, func(m player.Message) bool { return !m.Author.Bot || m.Private() })
}

// Delivered waits until all has been said that is to be said at once.
func (s *Table) Delivered() {
	s.T.Helper()
	s.Empty(`SELECT count(*) FROM outbox WHERE delivered = 0 AND not_before = 0`)
}

// Empty waits until a query of the program's database counts nothing.
func (s *Table) Empty(query string, args ...any) {
	s.T.Helper()
	db := must.Get(sql.Open("sqlite3", "file:"+s.Database()+"?mode=ro"))(s.T)
	defer db.Close()
	for left := 1; left > 0; time.Sleep(time.Millisecond) {
		must.Do(s.T, db.QueryRowContext(s.T.Context(), query, args...).Scan(&left))
	}
}

// Accept gives a command, and accepts what it costs if the bot asks.
func Accept(ctx context.Context, p *player.Player, channel, text string) (player.Message, error) {
	m, err := p.Say(ctx, channel, text)
	if err != nil {
		return m, err
	}
	if cost, asked := Question(m); asked {
		return p.Click(ctx, m.ID, cost)
	}
	return m, nil
}

// Question returns the custom ID of page.ActAccept's button, which accepts an order's costs; asked is false for none.
func Question(m player.Message) (button string, asked bool) {
	cost, asked := m.Part(func(c wire.Component) bool { return strings.HasPrefix(c.CustomID, "y") })
	return cost.CustomID, asked
}

// Labelled returns the first button whose label begins so.
func Labelled(m player.Message, label string) (button wire.Component, ok bool) {
	return m.Part(func(c wire.Component) bool { return c.Type == wire.Button && strings.HasPrefix(c.Label, label) })
}
