package main

import (
	"database/sql"
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
)

// noise is what the readers of channels get. The bot's requests are counted as they come,
// because an edit takes a mention out of sight, but does not take it back.
type noise struct {
	mu       sync.Mutex
	channels map[string]count
}

// count is new messages, edits, and users who were called.
type count struct{ messages, edits, pings int }

var messagePath = regexp.MustCompile(`/channels/(\d+)/messages`)

func (n *noise) count(x localtable.Exchange) {
	found := messagePath.FindStringSubmatch(x.Path)
	if found == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.channels == nil {
		n.channels = map[string]count{}
	}
	c := n.channels[found[1]]
	var body struct {
		Allowed struct {
			Users []string `json:"users"`
		} `json:"allowed_mentions"`
	}
	switch x.Method {
	case http.MethodPatch:
		c.edits++
	case http.MethodPost:
		c.messages++
		if json.Unmarshal(x.Body, &body) == nil {
			c.pings += len(body.Allowed.Users)
		}
	}
	n.channels[found[1]] = c
}

// now is what a channel's readers have got so far.
func (n *noise) now(channel string) count {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.channels[channel]
}

// clock is the time of a game whose players take so long for each command.
type clock struct {
	mu   sync.Mutex
	time time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.time
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.time = c.time.Add(d)
}

// The first German combat phase of the gallery's turn, played through the table with dice
// that always fall alike and a minute for each command: what its channel gets stays within
// these counts. With a message for each thing that happened, as it once was, it got 33
// messages with 9 pictures, 12 mentions and 1,312 words.
func TestAQuietChannel(t *testing.T) {
	t.Parallel()
	heard, hours := &noise{}, &clock{time: time.Now()}
	g := &game{sitting: sit(t, "historical", recordedDice, func(w *world) {
		judged := w.table.Observe
		w.now = hours.now
		w.table.Observe = func(x localtable.Exchange) {
			judged(x)
			heard.count(x)
		}
	}), did: map[string]int{}}
	g.begin()
	script, err := os.ReadFile("gallery/turn.txt")
	if err != nil {
		t.Fatal(err)
	}
	phase := g.script(string(script), hours, 3) // set-up, reinforcements, movement
	before, first := heard.now(g.channel), g.received(g.looker, g.channel)
	g.script(phase, hours, 1)
	got := heard.now(g.channel)
	words, pictures := 0, 0
	for _, m := range g.received(g.looker, g.channel)[len(first):] {
		words += len(strings.Fields(m.Content))
		pictures += len(m.Attachments)
	}
	t.Logf("%d messages, %d edits, %d pictures, %d mentions, %d words", got.messages-before.messages, got.edits-before.edits, pictures, got.pings-before.pings, words)
	for what, c := range map[string]struct{ got, most int }{
		"messages": {got.messages - before.messages, 12},
		"pictures": {pictures, 10},
		"mentions": {got.pings - before.pings, 3},
		"words":    {words, 1312 / 2},
	} {
		if c.got > c.most {
			t.Errorf("%d %s, at most %d", c.got, what, c.most)
		}
	}
	if got.messages-before.messages < 8 || got.pings == before.pings || got.edits == before.edits {
		t.Errorf("a phase of seven attacks, of which the first finds the defender away: %+v after %+v", got, before)
	}
	g.program.end(t)
}

// recordedDice let both sides lose, retreat and advance.
const recordedDice = 7

// script gives the orders of a script up to the end of so many phases, a minute for each,
// and returns the rest of it. Decisions are taken as they come, not as it says.
func (g *game) script(text string, hours *clock, phases int) (rest string) {
	g.t.Helper()
	for phases > 0 {
		line, after, _ := strings.Cut(text, "\n")
		text = after
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ':' || strings.HasPrefix(line, "/advance") {
			continue
		}
		hours.pass(time.Minute)
		g.order(g.german, line)
		g.delivered()
		g.quietly(hours)
		if line == "/end" {
			phases--
		}
	}
	return text
}

// quietly takes what is owed, a minute for each decision: who may advance goes into the hex
// that was fought for, with all who may, and no farther.
func (g *game) quietly(hours *clock) {
	g.t.Helper()
	for advanced := false; ; {
		p, kind, words := g.owing()
		if kind == "" {
			return
		}
		hours.pass(time.Minute)
		hex := fought.FindStringSubmatch(words)
		switch {
		case kind == "advance" && !advanced && hex != nil:
			g.advance(p, hex[1])
			advanced = true
		case kind == "advance":
			g.order(p, "/pass")
		default:
			g.tapOrder(p, labels[kind])
		}
		g.delivered()
	}
}

// delivered waits until all that there is to say has been said.
func (s *sitting) delivered() {
	s.t.Helper()
	db, err := sql.Open("sqlite3", "file:"+s.database()+"?mode=ro")
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	for waiting := 1; waiting > 0; time.Sleep(time.Millisecond) {
		if err := db.QueryRowContext(s.t.Context(), `SELECT count(*) FROM outbox WHERE delivered = 0`).Scan(&waiting); err != nil {
			s.t.Fatal(err)
		}
	}
}

// advance brings all who may advance into a hex, unless they have got there already.
func (g *game) advance(p *player.Player, hex string) {
	g.t.Helper()
	text := g.all(p, "/advance units:") + " path:"
	into := func(c player.Choice) bool { return c.Value.(string) == hex }
	if slices.ContainsFunc(g.suggest(p, text), into) {
		g.order(p, text+hex)
	} else {
		g.order(p, "/pass")
	}
}

var fought = regexp.MustCompile(`after the fight at (\S+?)[, ]`)

// owing is who owes a decision, of which kind, in what words; nobody owes the kind "".
func (g *game) owing() (p *player.Player, kind, words string) {
	g.t.Helper()
	found := duty.FindStringSubmatch(g.say(g.looker, "/due").Content)
	if found == nil {
		return nil, "", ""
	}
	for k, words := range kinds {
		if strings.Contains(found[2], words) {
			kind = k
		}
	}
	p = g.german
	if found[1] == g.soviet.User().ID {
		p = g.soviet
	}
	return p, kind, found[2]
}
