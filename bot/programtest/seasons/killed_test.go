package seasons

import (
	"bufio"
	"context"
	cryptorand "crypto/rand"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/rules/must"
)

// tableVar names the environment variable that makes the test binary the program: the address of its table.
const tableVar = "GROGNARD_TEST_TABLE"

var (
	kills = flag.Int("kills", 3, "how often the program is killed while a round ends")
	seed  = flag.Uint64("kills-seed", 0, "when; 0 for other moments each time")
)

func TestMain(m *testing.M) {
	if table := os.Getenv(tableVar); table != "" {
		os.Exit(program.Run(context.Background(), os.Args[1:], program.Environment{Env: os.Getenv, Stdout: os.Stdout,
			Stderr: os.Stderr, Entropy: cryptorand.Reader, Discord: table, Tune: programtest.Unlimited}))
	}
	os.Exit(m.Run())
}

// hall is a table at which programs are killed, one after the other, and which goes on.
type hall struct {
	*testing.T
	data, base, channel string
	players             []*player.Player
	cmd                 *exec.Cmd
	made                atomic.Int64 // threads

	mu   sync.Mutex
	lead time.Duration // of the table's clock: it leaps at each death, so that the table forgets what it knew by a nonce
}

func (h *hall) now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return time.Now().Add(h.lead)
}

// live starts the program.
func (h *hall) live() {
	h.Helper()
	h.cmd = exec.Command(os.Args[0], "--data", h.data)
	h.cmd.Env = append(os.Environ(), tableVar+"="+h.base, "DISCORD_TOKEN="+localtable.BotToken)
	log := must.Get(h.cmd.StderrPipe())(h.T)
	must.Do(h.T, h.cmd.Start())
	lines := bufio.NewReader(log)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			h.Fatalf("the program does not connect: %v", err)
		}
		if strings.Contains(line, "connected to Discord") && !strings.Contains(line, "shard=") {
			go io.Copy(io.Discard, lines)
			return
		}
	}
}

// die kills the program as kill -9 does.
func (h *hall) die() {
	_ = h.cmd.Process.Kill()
	_ = h.cmd.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lead += time.Hour
}

// tap presses a button by its label.
func (h *hall) tap(p *player.Player, m player.Message, label string) player.Message {
	h.Helper()
	button, ok := discordtest.Labelled(m, label)
	if !ok {
		h.Fatalf("no button %s below %q", label, m.Content)
	}
	return must.Get(p.Click(h.Context(), m.ID, button.CustomID))(h.T)
}

// posted returns the messages of the season's channel that fit a pattern.
func (h *hall) posted(pattern string) (list []string) {
	h.Helper()
	for _, m := range must.Get(h.players[0].Messages(h.Context(), h.channel))(h.T) {
		if regexp.MustCompile(pattern).MatchString(m.Content) {
			list = append(list, m.Content)
		}
	}
	return list
}

// eventually waits until something is so.
func (h *hall) eventually(what string, is func() bool) {
	h.Helper()
	for end := time.Now().Add(2 * time.Minute); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			h.Fatalf("it does not happen that %s; the channel has\n%s", what, strings.Join(h.posted("."), "\n---\n"))
		}
	}
}

// announce has four players sign up for a knock-out, which begins.
func (h *hall) announce() {
	anna := h.players[0]
	preview := must.Get(anna.Say(h.Context(), h.channel,
		"/league name:Summer module:drill format:knock"))(h.T)
	h.tap(anna, preview, "Announce")
	panel := must.Get(anna.Await(h.Context(), player.Posted(h.channel, "Sign-up is open")))(h.T)
	for _, p := range h.players {
		h.tap(p, panel, "Sign up")
	}
	status := must.Get(anna.Say(h.Context(), h.channel, "/league"))(h.T)
	h.tap(anna, h.tap(anna, h.tap(anna, status, "Manage"), "Start"), "Start it")
}

// thread returns the thread of a game, "" while there is none.
func (h *hall) thread(game int) string {
	id, err := h.players[0].Channel(fmt.Sprintf("Summer · game %d", game))
	if err != nil {
		return ""
	}
	return id
}

// called counts how often players were called in the thread of a game.
func (h *hall) called(game int) (n int) {
	h.Helper()
	if h.thread(game) == "" {
		return 0
	}
	for _, m := range must.Get(h.players[0].Messages(h.Context(), h.thread(game)))(h.T) {
		n += strings.Count(m.Content, "your game against")
	}
	return n
}

// resign has the first of the four players who plays in a game resign it.
func (h *hall) resign(thread string) {
	h.Helper()
	var in []*player.Player
	for _, p := range h.players {
		m, err := p.Say(h.Context(), thread, "/game start")
		if err != nil || strings.Contains(m.Content, "don't play in this game") {
			continue
		}
		if !strings.Contains(m.Content, "both players have tapped") {
			h.Fatalf("one player alone begins the game: %q", m.Content)
		}
		list := must.Get(p.Messages(h.Context(), thread))(h.T)
		i := slices.IndexFunc(list, func(m player.Message) bool {
			_, here := discordtest.Labelled(m, "I am here")
			return here
		})
		if !strings.Contains(h.tap(p, list[i], "I am here").Content, "not your game") {
			in = append(in, p)
		}
	}
	for _, p := range in {
		m := must.Get(p.Say(h.Context(), thread, "/game resign"))(h.T)
		h.tap(p, m, "Resign")
		return
	}
	h.Fatal("nobody plays in " + thread)
}

// However often the program is killed while a round ends, the next round is announced once, its game is opened once, in
// one thread, and its players are called once.
func TestRound_KilledWhereItEnds(t *testing.T) {
	h := &hall{T: t, data: t.TempDir()}
	judge := programtest.Judge(t)
	_, h.base = programtest.LayTable(t, localtable.Options{Now: h.now, Observe: func(x localtable.Exchange) {
		judge(x)
		if strings.HasSuffix(x.Route, "/threads") && x.Method == "POST" && x.Status == 201 {
			h.made.Add(1)
		}
	}, Users: []string{"Anna", "Boris", "Olga", "Carla"}})
	for _, name := range []string{"Anna", "Boris", "Olga", "Carla"} {
		p := must.Get(player.Sit(t.Context(), h.base, name))(t)
		t.Cleanup(p.Leave)
		h.players = append(h.players, p)
	}
	h.channel = must.Get(h.players[0].Open(t.Context(), "league"))(t)
	h.live()
	t.Cleanup(func() { h.die() })
	h.announce()
	h.eventually("the players of the first round are called", func() bool { return h.called(1) == 2 && h.called(2) == 2 })
	for game := range 2 {
		h.resign(h.thread(game + 1))
	}
	for *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("-kills %d -kills-seed %d", *kills, *seed)
	r := rand.New(rand.NewPCG(*seed, 1))
	*seed = 0
	for range *kills {
		time.Sleep(time.Duration(r.IntN(300)) * time.Millisecond)
		h.die()
		h.live()
	}
	h.eventually("the players of the final are called", func() bool { return h.called(3) == 2 })
	for pattern, want := range map[string]int{`game 1: `: 1, `game 2: `: 1, `Round 2`: 1, `Round 1|begins`: 1} {
		if n := len(h.posted(pattern)); n != want {
			t.Errorf("%d messages have %q, and not %d:\n%s", n, pattern, want, strings.Join(h.posted("."), "\n---\n"))
		}
	}
	if n := h.made.Load(); n != 3 {
		t.Errorf("%d threads were made for 3 games", n)
	}
	h.resign(h.thread(3))
	h.eventually("the season is over", func() bool { return len(h.posted(" has won")) == 1 })
}
