package games

import (
	"cmp"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/rules/must"
	"grognard/rules/order"
)

// recordedDice is a seed with which both sides lose steps, retreat and advance.
const recordedDice = 7

// section is what is said in a phase, in groups: one command, or lines of a list.
type section struct {
	phase  string
	groups [][]string
}

// recorded returns the first game-turn as testdata has it.
func recorded(t *testing.T) (all []section) {
	t.Helper()
	raw := must.Get(os.ReadFile("testdata/first-turn.txt"))(t)
	listed := false
	for _, line := range strings.Split(string(raw), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		if phase, ok := strings.CutPrefix(line, "["); ok {
			all, listed = append(all, section{phase: strings.TrimSuffix(phase, "]")}), false
			continue
		}
		s := &all[len(all)-1]
		if command := line[0] == '/'; command || !listed {
			s.groups, listed = append(s.groups, []string{line}), !command
			continue
		}
		last := len(s.groups) - 1
		s.groups[last] = append(s.groups[last], line)
	}
	return all
}

// tally has what a phase costs its players and its readers.
type tally struct {
	keys, pictures, words, letters int // letters are direct messages
	count
}

// counted is a game whose keys and messages are counted. Its clock goes on only with commands.
type counted struct {
	*game
	heard *messageCounts
	hours *discordtest.Clock
	lists bool
	thumb *handheld // nil where something is typed
}

// counting begins such a game.
func counting(t *testing.T, lists bool) *counted {
	t.Helper()
	c := &counted{heard: &messageCounts{}, hours: discordtest.ClockAt(time.Now()), lists: lists}
	c.game = newGame(t, "historical", recordedDice, func(w *program.Environment) {
		judged := w.Table.Observe
		w.Now = c.hours.Now
		w.Table.Observe = func(x localtable.Exchange) {
			judged(x)
			c.heard.count(x)
		}
	})
	c.begin()
	for _, p := range []*player.Player{c.German, c.Soviet} { // as it is for who chooses nothing
		c.Say(p, "/settings autopass:True")
	}
	c.Delivered()
	return c
}

// play plays a phase and counts it.
func (c *counted) play(s section) tally {
	c.T.Helper()
	p := c.German
	if strings.HasPrefix(s.phase, "Soviet") {
		p = c.Soviet
	}
	keys, before, letters, first := c.Keys, c.heard.of(c.Channel), c.directMessages(),
		len(c.Received(c.Looker, c.Channel))
	if c.thumb != nil {
		c.Keys = keys + c.thumb.plays(s, p)
		s.groups = nil
	}
	for _, group := range s.groups {
		if c.lists && group[0][0] != '/' {
			c.list(p, group)
			continue
		}
		for _, line := range group {
			for _, text := range commands(c.T, line) {
				c.hours.Pass(perCommand)
				c.order(p, text)
				c.Delivered()
				c.quietly(c.hours)
			}
		}
	}
	now := c.heard.of(c.Channel)
	out := tally{keys: c.Keys - keys, letters: c.directMessages() - letters, count: count{now.messages - before.messages,
		now.edits - before.edits, now.mentions - before.mentions}}
	for _, m := range c.Received(c.Looker, c.Channel)[first:] {
		out.words += len(strings.Fields(m.Content))
		out.pictures += len(m.Attachments)
	}
	return out
}

// directMessages returns how many direct messages the players have had so far.
func (c *counted) directMessages() int {
	c.T.Helper()
	return c.heard.of(c.Direct(c.German)).messages + c.heard.of(c.Direct(c.Soviet)).messages
}

// list gives orders as a list, and goes on with it after each decision.
func (c *counted) list(p *player.Player, lines []string) {
	c.T.Helper()
	c.hours.Pass(perCommand)
	m := c.Say(p, "/orders list:"+strings.Join(lines, ";"))
	for first := true; ; first = false {
		if run, ok := programtest.Labelled(m, "Carry out"); ok {
			m = c.Click(p, m, run.CustomID)
		} else if first { // what goes on and still holds is carried out at once
			c.T.Fatalf("nothing to carry out of a list: %q", m.Content)
		}
		c.Delivered()
		c.quietly(c.hours)
		if _, more := programtest.Labelled(m, "Go on"); !more {
			return
		}
		c.hours.Pass(perCommand)
		now := must.Get(p.Await(c.T.Context(), func(now player.Message) bool { return now.ID == p.Latest(m.ID) }))(c.T)
		rest, ok := programtest.Labelled(now, "Go on")
		ok = ok && !rest.Disabled                                        // it is where the decision has been given elsewhere
		for _, open := range slices.Backward(c.Received(p, c.Channel)) { // else it has turned into what was owed
			if orders, found := programtest.Labelled(open, "Orders"); found && !ok {
				m = c.Click(p, open, orders.CustomID)
				rest, ok = programtest.Labelled(m, "Go on")
			}
		}
		m = c.Click(p, m, rest.CustomID)
	}
}

// commands returns the single commands that a line of a list stands for.
func commands(t testing.TB, line string) (out []string) {
	t.Helper()
	if line[0] == '/' {
		return []string{line}
	}
	lines := must.Get(order.ReadList(line, nil))(t)
	last := ""
	for _, s := range lines[0].Said {
		text := "/" + string(s.Verb)
		for _, option := range []string{"target", "units", "to", "path", "hex"} {
			value, given := s.Values[option]
			if option == "units" && s.Same {
				value, given = last, true
			}
			if given {
				text += " " + option + ":" + value
			}
			if option == "to" || option == "path" {
				last = cmp.Or(lastHex.FindString(value), last)
			}
		}
		out = append(out, text)
	}
	return out
}

var lastHex = regexp.MustCompile(`\S+$`)

// close stops the program, and compares all that was said with the log.
func (c *counted) close() *history {
	c.T.Helper()
	all := c.letters()
	c.End(c.T)
	h := readHistory(c.T, c.Database(), c.Channel, all)
	h.everythingArrived(all)
	return h
}

// The recorded first game-turn of both sides is given once by single commands, once by lists and once by taps alone.
// All end in the same position, and cost no more keys and messages than this test says. (With a message for each event,
// as it once was, the first German combat brought its channel 33 messages with 9 pictures, 12 mentions and 1,312
// words.)
func TestFirstTurn(t *testing.T) {
	t.Parallel()
	script := recorded(t)
	var ends [3]*history
	var costs [3][]tally
	var moves []moved
	t.Run("played", func(t *testing.T) {
		for i, name := range []string{"by commands", "by lists", "by taps"} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				c := counting(t, i == 1)
				if i == 2 {
					c.thumb = &handheld{counted: c, at: map[string]string{}}
					defer func() { moves = c.thumb.moves }()
				}
				for _, s := range script {
					costs[i] = append(costs[i], c.play(s))
				}
				ends[i] = c.close()
			})
		}
	})
	if t.Failed() || slices.Contains(ends[:], nil) { // one way was asked for alone
		return
	}
	t.Log(table(script, costs))
	for _, m := range moves {
		t.Logf("%+v", m)
	}
	samePosition(t, ends[0], ends[1], 8)
	samePosition(t, ends[0], ends[2], 8)
	tapped(t, moves)
	direct := 0 // for who moved units under a top, in reinforcements and in movement
	for i, s := range script {
		direct += costs[0][i].letters
		one, list, taps := costs[0][i], costs[1][i], costs[2][i]
		if list.keys > one.keys || taps.keys > one.keys {
			t.Errorf("%s: %d keys by lists, %d taps, %d keys by commands", s.phase, list.keys, taps.keys, one.keys)
		}
		switch s.phase {
		case "German movement": // 27 stacks, of which three pairs go as one, with the air strike and the end
			atMost(t, s.phase, "keys by lists", list.keys, 400)
		case "German combat":
			quiet(t, one)
			quiet(t, list)
		}
	}
	atMost(t, "the game-turn", "direct messages", direct, 2)
}

// quiet checks that the first German combat was counted, and brought its channel no more than it may.
func quiet(t *testing.T, got tally) {
	t.Helper()
	atMost(t, "German combat", "messages", got.messages, 12)
	atMost(t, "German combat", "pictures", got.pictures, 11) // with the overview and its close-ups
	atMost(t, "German combat", "mentions", got.mentions, 3)
	atMost(t, "German combat", "words", got.words, 300)
	if got.messages < 8 || got.edits == 0 {
		t.Errorf("a phase of seven attacks: %+v", got)
	}
}

func atMost(t *testing.T, phase, what string, got, most int) {
	t.Helper()
	if got > most {
		t.Errorf("%s: %d %s, at most %d", phase, got, what, most)
	}
}

// samePosition checks that two games have come to the same position by the same dice, which fell at least so often.
func samePosition(t testing.TB, a, b *history, rolls int) {
	t.Helper()
	if x, y := a.dice(), b.dice(); !slices.Equal(x, y) || len(x) < rolls {
		t.Errorf("the dice fell\n%v\n%v", x, y)
	}
	for _, user := range append([]string{""}, a.players()...) {
		x, y := *a.board(user, a.at(uint64(len(a.rows)))), *b.board(user, b.at(uint64(len(b.rows))))
		x.Seq, y.Seq = 0, 0
		if !reflect.DeepEqual(x, y) {
			t.Errorf("%s sees two positions:\n%v\n%v", who(user), x.Stacks, y.Stacks)
		}
	}
}

// players returns the users of both sides.
func (h *history) players() (users []string) {
	for user := range h.sides {
		users = append(users, user)
	}
	slices.Sort(users)
	return users
}

// dice returns all dice that fell, as they were told.
func (h *history) dice() (faces []string) {
	for _, r := range h.rows {
		for _, l := range r.account.Public() {
			if len(l.Dice) > 0 {
				faces = append(faces, fmt.Sprint(l.Dice))
			}
		}
	}
	return faces
}

// table returns the costs as the README has them.
func table(script []section, costs [3][]tally) string {
	var out strings.Builder
	row := func(phase string, a, b, taps tally) {
		fmt.Fprintf(&out, "| %s | %s | %d | %s | %s | %s | %s | %s | %s |\n", phase, both(a.keys, b.keys), taps.keys,
			both(a.messages, b.messages), both(a.edits, b.edits),
			both(a.pictures, b.pictures), both(a.mentions, b.mentions), both(a.words, b.words),
			both(a.letters, b.letters))
	}
	var all [3]tally
	out.WriteString("\n| | keys | taps | messages | edits | pictures | mentions | words | direct messages |\n")
	out.WriteString("| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	for i, s := range script {
		row(s.phase, costs[0][i], costs[1][i], costs[2][i])
		for way := range all {
			a, b := all[way], costs[way][i]
			all[way] = tally{a.keys + b.keys, a.pictures + b.pictures, a.words + b.words, a.letters + b.letters,
				count{a.messages + b.messages, a.edits + b.edits, a.mentions + b.mentions}}
		}
	}
	row("**all**", all[0], all[1], all[2])
	return out.String()
}

// both returns two counts as text, or one if they are equal.
func both(a, b int) string {
	if a == b {
		return fmt.Sprint(a)
	}
	return fmt.Sprintf("%d / %d", a, b)
}

// tapped checks what moves may cost with the panel open: two taps for a stack that has a button, to a destination on
// the first page of letters, and one more for a single unit of it. Half of all whole stacks need no more than four
// taps.
func tapped(t *testing.T, moves []moved) {
	t.Helper()
	var whole []int
	buttons, first := 0, 0
	for _, m := range moves {
		if m.letter {
			first++
		}
		if m.part {
			if m.letter {
				atMost(t, m.line, "taps for a part", m.taps, 5)
			}
			continue
		}
		whole = append(whole, m.taps)
		if m.letter { // two taps may turn the pages of stacks
			atMost(t, m.line, "taps to a letter of the first page", m.taps, 5)
		}
		if m.button && m.letter {
			buttons++
			atMost(t, m.line, "taps by buttons", m.taps, 2)
		}
	}
	slices.Sort(whole)
	if len(whole) < 30 || buttons < 3 || 5*first < 4*len(moves) {
		t.Fatalf("%d whole stacks moved, %d of them by two buttons; %d of %d moves lead to the first page", len(whole),
			buttons, first, len(moves))
	}
	atMost(t, "whole stacks", "taps for the median", whole[len(whole)/2], 3)
}
