package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/rest"
	"grognard/bot/program"
	"grognard/bot/programtest"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

// begin sets the table's latency, and forgets what was measured.
func (l *crowd) begin(latency time.Duration) {
	l.latency.Store(int64(latency))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.taken, l.promised, l.refused = map[string][]time.Duration{}, map[string]int{}, map[string]int{}
	l.memory = nil
}

// observe notes how long after the end of a phase its channel is told of it.
func (l *crowd) observe(x localtable.Exchange) {
	if x.Method != http.MethodPost || x.Status != http.StatusOK || x.Route != "/channels/{channel_id}/messages" {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	channel := strings.Split(x.Path, "/")[4] // of /api/v9/channels/ID/messages
	if at, told := l.ended[channel]; told {
		delete(l.ended, channel)
		l.taken["report"] = append(l.taken["report"], time.Since(at))
	}
}

// settle waits until the channels are told of the phases that have ended.
func (l *crowd) settle() {
	left := func() int {
		l.mu.Lock()
		defer l.mu.Unlock()
		return len(l.ended)
	}
	for end := time.Now().Add(time.Minute); left() > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			l.t.Errorf("%d are not told of the end of a phase", left())
			return
		}
	}
}

// counted checks that the log has a row for each order.
func (l *crowd) counted() {
	l.kill()
	l.latency.Store(0)
	store := must.Get(sqlite.Open(l.t.Context(), filepath.Join(l.data, "grognard.db")))(l.t)
	rows := int64(0)
	for _, g := range l.games {
		game := must.Get(store.InChannel(l.t.Context(), g.channel))(l.t)
		for row, err := range store.Rows(l.t.Context(), game.ID, 0) {
			must.Do(l.t, err)
			if !strings.HasPrefix(row.CommandID, "fill ") {
				rows++
			}
		}
	}
	if rows != l.orders.Load() {
		l.t.Errorf("the log has %d rows, and %d orders were given", rows, l.orders.Load())
	}
	must.Do(l.t, store.Shut())
}

// restart starts the killed program a few times.
func (l *crowd) restart() {
	for range 3 {
		took := l.start()
		l.t.Logf("ready %v after the start, with %d MiB", took.Round(time.Millisecond), l.kib("VmRSS")>>10)
		l.kill()
	}
	l.start()
}

// idle leaves the program alone for a time, and logs what it costs.
func (l *crowd) idle(d time.Duration) {
	time.Sleep(5 * time.Second) // what it does after a start
	before := l.ticks()
	time.Sleep(d)
	l.t.Logf("idle for %v: %d ms of the processor, %d MiB", d, 10*(l.ticks()-before), l.kib("VmRSS")>>10)
}

// kib returns the value of a line of the program's status in /proc, in KiB.
func (l *crowd) kib(name string) int {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", l.program.Process.Pid))
	if err != nil {
		l.t.Error(err)
		return 0
	}
	_, after, _ := strings.Cut(string(raw), name+":")
	n, err := strconv.Atoi(strings.Fields(after)[0])
	if err != nil {
		l.t.Error(err)
	}
	return n
}

// ticks returns the processor's time that the program has used, in hundredths of a second.
func (l *crowd) ticks() int {
	raw := must.Get(os.ReadFile(fmt.Sprintf("/proc/%d/stat", l.program.Process.Pid)))(l.t)
	_, after, _ := strings.Cut(string(raw), ") ")
	fields := strings.Fields(after)
	user, err := strconv.Atoi(fields[11]) // utime, and stime below, by proc(5)
	system, err2 := strconv.Atoi(fields[12])
	must.Do(l.t, errors.Join(err, err2))
	return user + system
}

func (l *crowd) post(path string, body, into any) error { return ask200(l.url+path, body, into) }

func (l *crowd) get(path string, into any) error {
	resp, err := http.Get(l.url + path)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(into)
}

var loadClient = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

// ask200 posts JSON and reads the answer, which must be a success.
func ask200(url string, body, into any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	resp, err := loadClient.Post(url, "application/json", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(resp.Body)
		return fmt.Errorf("%s: %s", resp.Status, said)
	}
	return json.NewDecoder(resp.Body).Decode(into)
}

// echo is a second table, with a bot that only answers, always with the words and buttons of one message.
type echo struct {
	t       testing.TB
	anna    *player.Player
	channel string
	last    player.Message // its last answer to what is measured alone
}

func newEcho(t testing.TB, answer player.Message) *echo {
	t.Helper()
	_, url := programtest.LayTable(t, localtable.Options{})
	client := must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: url}))(t)
	session := client.Session
	session.AddHandler(func(s *discordgo.Session, it *discordgo.InteractionCreate) {
		kind := discordgo.InteractionResponseUpdateMessage
		if it.Type == discordgo.InteractionApplicationCommand {
			kind = discordgo.InteractionResponseChannelMessageWithSource
		}
		m := map[string]any{"content": answer.Content, "components": answer.Components, "flags": wire.Ephemeral}
		if _, err := s.Request("POST", discordgo.EndpointInteractionResponse(it.ID, it.Token),
			map[string]any{"type": kind, "data": m}); err != nil {
			t.Error(err)
		}
	})
	ready := make(chan struct{})
	session.AddHandlerOnce(func(*discordgo.Session, *discordgo.Ready) { close(ready) })
	must.Do(t, session.Open())
	t.Cleanup(func() { must.Do(t, session.Close()) })
	<-ready
	ping := &discordgo.ApplicationCommand{Name: "ping", Description: "ping"}
	must.Get(session.ApplicationCommandBulkOverwrite(localtable.ApplicationID, localtable.GuildID,
		[]*discordgo.ApplicationCommand{ping}))(t)
	anna := must.Get(player.Sit(t.Context(), url, "Anna"))(t)
	t.Cleanup(anna.Leave)
	return &echo{t: t, anna: anna, channel: must.Get(anna.Channel(program.FirstChannel))(t)}
}

func (e *echo) say() error {
	_, err := e.anna.Say(e.t.Context(), e.channel, "/ping")
	return err
}

func TestMain(m *testing.M) {
	if os.Getenv(loadVar) != "" {
		os.Exit(crowdProgram())
	}
	os.Exit(m.Run())
}

// crowdProgram is the program as an operator runs it, but for its Discord, which is a table.
func crowdProgram() int {
	environment := program.Environment{Env: os.Getenv, Stdout: os.Stdout, Stderr: os.Stderr,
		Entropy: rand.NewChaCha8([32]byte{4}), Discord: os.Getenv(loadVar)}
	if os.Getenv(tunedVar) != "" {
		environment.Tune = programtest.Unlimited
	}
	return program.Run(context.Background(), os.Args[1:], environment)
}
