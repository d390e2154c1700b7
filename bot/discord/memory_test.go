package discord_test

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/discord"
	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/order"
	"grognard/storage/sqlite"
)

var (
	memory      = flag.Bool("memory", false, "measure the memory of a bot with many games, in a process of its own")
	memoryGames = flag.String("memory.games", "200", "how many games, with commas between")
)

// The bot that is measured is this test binary, started again with its part in the environment.
const (
	memoryHost = "GROGNARD_TEST_MEMORY_HOST"
	memoryFile = "GROGNARD_TEST_MEMORY_FILE"
)

// mostMemory is what a bot may take while it tells of 200 games.
const mostMemory = 300 << 20

// taken is the most memory that the bot has taken since it was asked last.
type taken struct{ Heap, RSS uint64 }

// TestMemory starts many games at once, and starts a bot whose games all owe their pictures.
func TestMemory(t *testing.T) {
	if !*memory {
		t.Skip("takes minutes: -memory")
	}
	t.Logf("%6s  %10s  %22s  %22s", "games", "deliveries", "all started: heap, RSS", "all owing: heap, RSS")
	for _, text := range strings.Split(*memoryGames, ",") {
		games := 0
		discordtest.Must(fmt.Sscan(text, &games))(t)
		started, deliveries := measure(t, games, false)
		owing, _ := measure(t, games, true)
		t.Logf("%6d  %10d  %7d MiB, %7d MiB  %7d MiB, %7d MiB", games, deliveries, started.Heap>>20, started.RSS>>20,
			owing.Heap>>20, owing.RSS>>20)
		if worst := max(started.RSS, owing.RSS, started.Heap, owing.Heap); games <= 200 && worst > mostMemory {
			t.Errorf("%d games take %d MiB", games, worst>>20)
		}
	}
}

// measure is what a bot takes that starts so many games at once, or that has been started with them.
func measure(t *testing.T, games int, owing bool) (most taken, deliveries int) {
	t.Helper()
	ctx := t.Context()
	table := discordtest.Must(localtable.New(localtable.Options{AnswerWithin: time.Hour}))(t)
	server := httptest.NewServer(swallow(table.Handler()))
	defer server.Close()
	defer table.Close()
	anna := discordtest.Must(player.Sit(ctx, server.URL, "Anna"))(t)
	defer anna.Leave()
	boris := discordtest.Must(player.Sit(ctx, server.URL, "Boris"))(t)
	defer boris.Leave()

	file := filepath.Join(t.TempDir(), "games.db")
	channels := setUp(t, file, games, owing, anna, boris)
	b := startMeasured(t, server.URL, file)
	defer b.stop()
	if !owing {
		b.quiet()
		deliveries = -b.delivered()
		b.taken() // what the beginning took does not count
		var all sync.WaitGroup
		for _, channel := range channels {
			all.Go(func() {
				if _, err := anna.Say(ctx, channel, "/game start"); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	b.quiet()
	return b.taken(), deliveries + b.delivered()
}

// swallow takes pictures as a table would, and forgets them: they are not the bot's memory.
func swallow(table http.Handler) http.Handler {
	var ids atomic.Int64
	ids.Store(1 << 62)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") ||
			!strings.HasSuffix(r.URL.Path, "/messages") {
			table.ServeHTTP(w, r)
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		time.Sleep(20 * time.Millisecond) // as an upload takes its time, in which other rounds go on
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"id": "%d"}`, ids.Add(1))
	})
}

// setUp makes games with both seats taken, and begins them where they are to owe their pictures.
func setUp(t *testing.T, file string, games int, start bool, anna, boris *player.Player) (channels []string) {
	t.Helper()
	ctx := t.Context()
	store := discordtest.Must(sqlite.Open(ctx, file))(t)
	r := referee.New(referee.Options{Store: store})
	for i := range games {
		channel := discordtest.Must(anna.Open(ctx, fmt.Sprintf("game-%d", i)))(t)
		channels = append(channels, channel)
		cmd := func(what, user string) api.Command {
			return api.Command{ID: fmt.Sprintf("%s %d", what, i), User: user, Channel: channel}
		}
		discordtest.Must(r.NewGames.NewGame(ctx, cmd("new", anna.User().ID), arrange.Opening{Module: "afb"}))(t)
		for side, user := range map[order.Side]string{"german": anna.User().ID, "soviet": boris.User().ID} {
			discordtest.Must(r.NewGames.Join(ctx, cmd("join "+string(side), user), side, ""))(t)
		}
		if start {
			discordtest.Must(r.NewGames.Start(ctx, cmd("start", anna.User().ID)))(t)
		}
	}
	discordtest.Check(t, errors.Join(r.Shut(ctx), store.Shut()))
	return channels
}

// measured is a bot in a process of its own.
type measured struct {
	t    *testing.T
	cmd  *exec.Cmd
	ask  io.WriteCloser
	said *bufio.Scanner
	db   *sql.DB
}

func startMeasured(t *testing.T, host, file string) *measured {
	t.Helper()
	b := &measured{t: t, cmd: exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestMeasuredBot$")}
	b.cmd.Env = append(os.Environ(), memoryHost+"="+host, memoryFile+"="+file)
	b.cmd.Stderr = os.Stderr
	b.ask = discordtest.Must(b.cmd.StdinPipe())(t)
	out := discordtest.Must(b.cmd.StdoutPipe())(t)
	b.said = bufio.NewScanner(out)
	discordtest.Check(t, b.cmd.Start())
	b.db = discordtest.Must(sql.Open("sqlite3", "file:"+file+"?mode=ro"))(t)
	if !b.said.Scan() || b.said.Text() != "ready" {
		t.Fatalf("the bot says %q", b.said.Text())
	}
	return b
}

// stop closes what the bot reads, at whose end it ends.
func (b *measured) stop() {
	_ = b.db.Close()
	_ = b.ask.Close()
	if err := b.cmd.Wait(); err != nil {
		b.t.Error(err)
	}
}

func (b *measured) taken() (most taken) {
	b.t.Helper()
	if _, err := fmt.Fprintln(b.ask); err != nil || !b.said.Scan() {
		b.t.Fatalf("the bot does not answer: %v", err)
	}
	discordtest.Check(b.t, json.Unmarshal(b.said.Bytes(), &most))
	return most
}

func (b *measured) count(where string) (n int) {
	b.t.Helper()
	discordtest.Check(b.t, b.db.QueryRowContext(b.t.Context(), `SELECT count(*) FROM outbox WHERE `+where).Scan(&n))
	return n
}

func (b *measured) delivered() int { return b.count(`delivered = 1`) }

// quiet waits until all is said but what is to be said later, such as a call.
func (b *measured) quiet() {
	b.t.Helper()
	for b.count(fmt.Sprintf(`delivered = 0 AND not_before <= %d`, time.Now().UnixMicro())) > 0 {
		time.Sleep(50 * time.Millisecond)
	}
}

// TestMeasuredBot is the bot that is measured. It says what it has taken for each line that it
// reads.
func TestMeasuredBot(t *testing.T) {
	host, file := os.Getenv(memoryHost), os.Getenv(memoryFile)
	if host == "" {
		t.Skip("runs in a process of its own, see TestMemory")
	}
	debug.SetGCPercent(100) // as in the program; the other tests collect less often
	store := discordtest.Must(sqlite.Open(t.Context(), file))(t)
	var heap atomic.Uint64
	go func() {
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			for old := heap.Load(); m.HeapInuse > old && !heap.CompareAndSwap(old, m.HeapInuse); old = heap.Load() {
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() {
		stopped <- discord.Run(ctx, discord.Options{Token: localtable.BotToken, Host: host, Guild: localtable.GuildID,
			Referee: referee.New(referee.Options{Store: store}), Preferences: store,
			Ready: func() { fmt.Println("ready") }})
	}()
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		answer := discordtest.Must(json.Marshal(taken{heap.Swap(0), peakRSS(t)}))(t)
		fmt.Println(string(answer))
		if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil { // the peak counts from here
			t.Fatal(err)
		}
	}
	stop()
	if err := errors.Join(<-stopped, store.Shut()); err != nil {
		t.Error(err)
	}
}

// peakRSS is the most memory that this process had resident.
func peakRSS(t *testing.T) uint64 {
	t.Helper()
	status := discordtest.Must(os.ReadFile("/proc/self/status"))(t)
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	kib := uint64(0)
	discordtest.Must(fmt.Sscan(after, &kib))(t)
	return kib << 10
}
