package main

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"grognard/bot/discord"
	"grognard/bot/discord/oracle"
	"grognard/bot/limit"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
)

// sitting is the program at its table, with three people there: one for each
// side and one who looks on. They use the table alone. What each of them is
// shown is kept, to be held against the log when the program has stopped; every
// request of the bot goes before the oracle.
type sitting struct {
	*program
	t       *testing.T
	data    string
	channel string
	german  *player.Player
	soviet  *player.Player
	looker  *player.Player
	shown   []shown
	used    map[string]bool // the buttons of decisions that were taken
	keys    int             // what the two players typed and pressed: a character, a press of Enter, a tap
}

// shown is what one user got for something that he did himself.
type shown struct {
	reader string
	at     time.Time // after the commit of what it answers, before anything else
	words  string    // all of it: text, pictures' words and names, buttons, hidden identifiers
}

// sit starts the program with these dice, with a game of this scenario, and brings the
// people in.
func sit(t *testing.T, scenario string, luck byte, changes ...func(*environment)) *sitting {
	t.Helper()
	s := &sitting{t: t, data: t.TempDir(), used: map[string]bool{}}
	s.program = startWith(t, []string{"--data", s.data, "--scenario", scenario}, func(w *environment) {
		w.entropy = rand.NewChaCha8([32]byte{luck})
		w.table.Observe, w.tune = judge(t), unlimited
		for _, change := range changes {
			change(w)
		}
	})
	s.seat(s.base)
	var err error
	if s.channel, err = s.german.Channel(firstChannel); err != nil {
		t.Fatal(err)
	}
	return s
}

// unlimited is patient, and lets people do as much as they like: they are faster here than people are.
func unlimited(o *discord.Options) {
	patient(o)
	o.Limits = limit.Options{}
}

// judge holds every request of the bot, before it is answered, against what
// Discord takes.
func judge(t *testing.T) func(localtable.Exchange) {
	t.Helper()
	o := oracle.New(t)
	t.Cleanup(func() {
		if o.Checked() == 0 {
			t.Error("nothing came before the oracle")
		}
	})
	return func(x localtable.Exchange) {
		if x.Route == "" {
			t.Errorf("the bot asks for %s %s, which this table does not have", x.Method, x.Path)
			return
		}
		o.Check(x.Method, x.Route, x.Body)
	}
}

// seat brings the people to the table at an address.
func (s *sitting) seat(base string) {
	s.t.Helper()
	for name, p := range map[string]**player.Player{"Anna": &s.german, "Boris": &s.soviet, "Olga": &s.looker} {
		var err error
		if *p, err = player.Sit(s.t.Context(), base, name); err != nil {
			s.t.Fatal(err)
		}
		s.t.Cleanup((*p).Leave)
	}
}

// database is where the program keeps its games.
func (s *sitting) database() string { return filepath.Join(s.data, "grognard.db") }

func (s *sitting) people() []*player.Player {
	return []*player.Player{s.german, s.soviet, s.looker}
}

// say gives a command and returns its answer, which is for its giver alone.
func (s *sitting) say(p *player.Player, text string) player.Message {
	s.t.Helper()
	m, err := p.Say(s.t.Context(), s.channel, text)
	if err != nil {
		s.t.Fatalf("%s says %s: %v", p.User().Username, text, err)
	}
	s.press(p, utf8.RuneCountInString(text)+1)
	if cost, asked := question(m); asked {
		return s.click(p, m, cost)
	}
	return s.note(p, m)
}

// press counts the keys of those who play.
func (s *sitting) press(p *player.Player, keys int) {
	if p != s.looker {
		s.keys += keys
	}
}

func (s *sitting) click(p *player.Player, m player.Message, id string) player.Message {
	s.t.Helper()
	answer, err := p.Click(s.t.Context(), m.ID, id)
	if err != nil {
		s.t.Fatalf("%s presses %s below %q: %v", p.User().Username, id, m.Content, err)
	}
	s.press(p, 1)
	return s.note(p, answer)
}

func (s *sitting) choose(p *player.Player, m player.Message, menu, value string) player.Message {
	s.t.Helper()
	answer, err := p.Choose(s.t.Context(), m.ID, menu, value)
	if err != nil {
		s.t.Fatalf("%s chooses %s from %s below %q: %v", p.User().Username, value, menu, m.Content, err)
	}
	s.press(p, 2) // the menu is opened, and a line of it taken
	return s.note(p, answer)
}

// suggest is what a user is offered while he types.
func (s *sitting) suggest(p *player.Player, text string) []player.Choice {
	s.t.Helper()
	list, err := p.Complete(s.t.Context(), s.channel, text)
	if err != nil {
		s.t.Fatalf("%s types %s: %v", p.User().Username, text, err)
	}
	s.keep(p, list)
	return list
}

// note keeps an answer, and holds it to be private.
func (s *sitting) note(p *player.Player, m player.Message) player.Message {
	s.t.Helper()
	if !private(m) {
		s.t.Errorf("an answer that everybody sees: %q", m.Content)
	}
	if m.Interaction == nil || m.Interaction.User.ID != p.User().ID {
		s.t.Errorf("%s gets somebody else's answer: %q", p.User().Username, m.Content)
	}
	s.described(m)
	s.keep(p, m)
	return m
}

// described holds every picture of a message to have words, and no more than Discord
// takes.
func (s *sitting) described(m player.Message) {
	s.t.Helper()
	for _, a := range m.Attachments {
		if n := utf8.RuneCountInString(a.Description); n < 20 || n > 1024 {
			s.t.Errorf("%d characters say what %s shows: %q", n, a.Filename, a.Description)
		}
	}
}

func (s *sitting) keep(p *player.Player, what any) {
	s.shown = append(s.shown, shown{p.User().ID, time.Now().UTC(), allWords(what)})
}

// await waits for a message that a user sees.
func (s *sitting) await(p *player.Player, fits func(player.Message) bool) player.Message {
	s.t.Helper()
	m, err := p.Await(s.t.Context(), fits)
	if err != nil {
		s.t.Fatal(err)
	}
	return m
}

// posted fits a message that stands in a channel for all who see the channel,
// with all of these words.
func posted(channel string, words ...string) func(player.Message) bool {
	return func(m player.Message) bool {
		return m.ChannelID == channel && !private(m) &&
			!slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(m.Content, w) })
	}
}

// direct is a user's direct messages with the bot.
func (s *sitting) direct(p *player.Player) string {
	s.t.Helper()
	id, err := p.DM(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}

// received is all that the bot sent to a channel, for all who see it, as one of
// them sees it.
func (s *sitting) received(p *player.Player, channel string) []player.Message {
	s.t.Helper()
	list, err := p.Messages(s.t.Context(), channel)
	if err != nil {
		s.t.Fatal(err)
	}
	return slices.DeleteFunc(list, func(m player.Message) bool { return !m.Author.Bot || private(m) })
}

// private says whether only one user sees a message of a channel.
func private(m player.Message) bool { return m.Flags&wire.Ephemeral != 0 }

// accepting gives a command, and accepts what it costs when the bot asks.
func accepting(ctx context.Context, p *player.Player, channel, text string) (player.Message, error) {
	m, err := p.Say(ctx, channel, text)
	if err != nil {
		return m, err
	}
	if cost, asked := question(m); asked {
		return p.Click(ctx, m.ID, cost)
	}
	return m, nil
}

// question finds the button that accepts what a command costs, where a message asks.
func question(m player.Message) (button string, asked bool) {
	list := parts(m)
	i := slices.IndexFunc(list, func(c wire.Component) bool { return strings.HasPrefix(c.CustomID, "y") })
	if i < 0 {
		return "", false
	}
	return list[i].CustomID, true
}

// parts are the buttons and menus of a message.
func parts(m player.Message) (list []wire.Component) {
	for _, row := range m.Components {
		list = append(list, row.Components...)
	}
	return list
}

// labelled finds the first button whose label begins so.
func labelled(m player.Message, label string) (wire.Component, bool) {
	list := parts(m)
	i := slices.IndexFunc(list, func(c wire.Component) bool {
		return c.Type == wire.Button &&
			strings.HasPrefix(c.Label, label)
	})
	if i < 0 {
		return wire.Component{}, false
	}
	return list[i], true
}

// begin takes both seats, one by command and one by a button, and starts.
func (s *sitting) begin() {
	s.t.Helper()
	s.say(s.german, "/game join side:german word:panzer")
	seat := s.await(s.soviet, posted(s.channel, "A seat is taken", "German: <@"+s.german.User().ID))
	join, ok := labelled(seat, "Play Soviet")
	if !ok {
		s.t.Fatalf("no button for the free seat: %q", seat.Content)
	}
	form, err := s.soviet.ClickForm(s.t.Context(), seat.ID, join.CustomID)
	if err == nil {
		_, err = s.soviet.Fill(s.t.Context(), form, nil)
	}
	if err != nil {
		s.t.Fatalf("the form for a seat: %v", err)
	}
	full := s.await(s.soviet, posted(s.channel, "A seat is taken", "Soviet: <@"+s.soviet.User().ID))
	begin, ok := labelled(full, "Start")
	if !ok {
		s.t.Fatalf("no button to start: %q", full.Content)
	}
	for _, p := range []*player.Player{s.german, s.soviet} { // what follows names every phase
		s.say(p, "/autopass on:False")
	}
	s.click(s.soviet, full, begin.CustomID)
	s.await(s.looker, posted(s.channel, "The game begins", "turn 1 of 10"))
}
