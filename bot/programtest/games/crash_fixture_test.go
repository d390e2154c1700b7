package games

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/beacon/beacontest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/bot/referee/rounds"
	"grognard/rules/must"
	"grognard/storage"
	"grognard/storage/sqlite"
)

// tableVar names the environment variable that makes the test binary the
// program: its value is the address of the table to play at.
const tableVar = "GROGNARD_TEST_TABLE"

// The environment variables of a program with a beacon: the beacon's address, the time of its first round, and how far
// the clock of the table and the program is ahead of the test's.
const (
	beaconVar  = "GROGNARD_TEST_BEACON"
	genesisVar = "GROGNARD_TEST_GENESIS"
	leadVar    = "GROGNARD_TEST_LEAD"
)

// clockVar names the variable with the time at which the clock of a victim's log stands still. It has the real time
// without it.
const clockVar = "GROGNARD_TEST_CLOCK"

func TestMain(m *testing.M) {
	if os.Getenv(tableVar) != "" {
		os.Exit(crashProgram())
	}
	// The tests wait for processes and for rounds of a beacon more than they compute. A -parallel in the command
	// line overrides this.
	if err := flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// crashProgram is the program as an operator runs it, but for three things: its Discord is a table, it takes as many
// commands as come, and before and after each commit it names the point on its third file and waits for leave to go on.
func crashProgram() int {
	points, leave := os.NewFile(3, "points"), os.NewFile(4, "leave")
	source, clock, err := beaconOf(os.Getenv)
	if stands := os.Getenv(clockVar); stands != "" && err == nil {
		var at time.Time
		at, err = time.Parse(time.RFC3339, stands)
		clock = func() time.Time { return at }
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return program.Run(context.Background(), os.Args[1:], program.Environment{
		Env: os.Getenv, Beacon: source, Now: clock, Stdout: os.Stdout, Stderr: os.Stderr,
		Entropy: rand.NewChaCha8(sha256.Sum256([]byte(os.Getenv(leadVar)))), Discord: os.Getenv(tableVar),
		Store: []sqlite.Option{sqlite.WithFaults(func(point string) {
			fmt.Fprintln(points, point)
			if _, err := leave.Read(make([]byte, 1)); err != nil {
				os.Exit(3) // the test is gone
			}
		})},
		Tune: programtest.Unlimited,
	})
}

// The moments at which the program is killed.
const (
	beforeCommit = "before the commit"
	afterCommit  = "after the commit, before the answer"
	beforeMark   = "after a send to Discord, before its mark in the outbox"
	beforeEdited = "after an edit, before its mark in the outbox"
)

// crashTable is a table at which programs are killed, one after the other, and which goes on.
type crashTable struct {
	*game
	table string
	judge func(localtable.Exchange)

	environment []string // of the programs, beside the usual
	flags       []string

	mu      sync.Mutex
	changed *sync.Cond
	deadly  string        // the moment to kill at; "" for none
	left    int           // points until it is killed, whatever they are; 0 for none
	later   time.Duration // for how long it goes on after the last of these points
	since   []string      // what was done at Discord since the deadly moment was named
	owed    int           // messages that a dead program had not sent
	dead    bool
	lead    time.Duration // of the table's clock over ours
	cmd     *exec.Cmd
}

func newCrashTable(t *testing.T) *crashTable {
	t.Helper()
	m := &crashTable{game: gameAt(&programtest.Table{T: t, Data: t.TempDir()}), dead: true, judge: programtest.Judge(t)}
	m.changed = sync.NewCond(&m.mu)
	_, m.table = programtest.LayTable(t, localtable.Options{Now: m.now, Observe: m.observe})
	t.Cleanup(m.kill)
	m.Seat(m.table)
	m.Open("drill")
	return m
}

// now is the table's clock. It leaps at each death, so that the table has
// forgotten by which nonce it would know a message that is sent twice.
func (m *crashTable) now() time.Time { return time.Now().Add(m.ahead()) }

func (m *crashTable) ahead() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.lead
}

func (m *crashTable) observe(x localtable.Exchange) {
	m.judge(x)
	m.mu.Lock()
	defer m.mu.Unlock()
	if x.Method == http.MethodPost && x.Route == "/channels/{channel_id}/messages" && x.Status == http.StatusOK {
		m.since = append(m.since, beforeMark)
	}
	if x.Method == http.MethodPatch && x.Route == "/channels/{channel_id}/messages/{message_id}" &&
		x.Status == http.StatusOK {
		m.since = append(m.since, beforeEdited)
	}
	m.changed.Broadcast()
}

// live starts the program, to die at a moment or at none, and returns when it is connected.
func (m *crashTable) live(deadly string) {
	m.T.Helper()
	points, tell, err := os.Pipe()
	must.Do(m.T, err)
	hear, leave, err := os.Pipe()
	must.Do(m.T, err)
	m.cmd = exec.Command(os.Args[0], append(m.flags, "--data", m.Data)...)
	m.cmd.Env = append(os.Environ(), tableVar+"="+m.table, "DISCORD_TOKEN="+localtable.BotToken)
	m.cmd.Env = append(append(m.cmd.Env, leadVar+"="+m.ahead().String()), m.environment...)
	m.cmd.ExtraFiles = []*os.File{tell, hear}
	log := must.Get(m.cmd.StderrPipe())(m.T)
	must.Do(m.T, m.cmd.Start())
	tell.Close()
	hear.Close()
	m.mu.Lock()
	m.dead, m.deadly, m.left, m.since = false, deadly, 0, nil
	m.mu.Unlock()
	go m.guard(m.cmd, points, leave)
	m.connected(log)
}

// connected waits for the line with which the program says that it is ready; a connection alone is not enough.
func (m *crashTable) connected(log io.Reader) {
	m.T.Helper()
	lines := bufio.NewReader(log)
	var said strings.Builder
	for {
		line, err := lines.ReadString('\n')
		said.WriteString(line)
		if err != nil {
			m.T.Fatalf("the program does not connect: %v\n%s", err, &said)
		}
		if strings.Contains(line, "connected to Discord") && !strings.Contains(line, "shard=") {
			go io.Copy(io.Discard, lines)
			return
		}
	}
}

// guard lets the program go on at every point but the deadly one: there it kills.
func (m *crashTable) guard(cmd *exec.Cmd, points io.ReadCloser, leave io.WriteCloser) {
	defer points.Close()
	defer leave.Close()
	for lines := bufio.NewScanner(points); lines.Scan(); {
		if later, fatal := m.fatal(lines.Text()); fatal {
			if later > 0 {
				_, _ = leave.Write([]byte{1}) // else it waits at the point
				time.Sleep(later)
			}
			break
		}
		if _, err := leave.Write([]byte{1}); err != nil {
			break
		}
	}
	// It may be dead already, when a test ends early.
	if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		m.T.Error(err)
	}
	_ = cmd.Wait() // tells that it was killed
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dead, m.lead = true, m.lead+time.Hour
	m.changed.Broadcast()
}

// fatal reports whether a point is the moment to kill at, and for how long the program goes on from it. The moment
// before a mark is the first commit after the send: others may be under way, and a message may have been edited since.
func (m *crashTable) fatal(point string) (later time.Duration, is bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := map[string]string{sqlite.BeforeCommit: beforeCommit, sqlite.AfterCommit: afterCommit}[point]
	if point == sqlite.BeforeCommit && slices.Contains(m.since, m.deadly) {
		now = m.deadly
	}
	if m.left--; now != "" && now == m.deadly || m.left == 0 { // left is negative here if no number was set
		return m.later, true
	}
	m.changed.Broadcast()
	return 0, false
}

// until waits until something is true, which it looks at after each point of the program.
func (m *crashTable) until(is func() bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for !is() {
		m.changed.Wait()
	}
}

// saysAll waits until the program has sent all that is due now, and knows the channel of the game.
func (m *crashTable) saysAll() {
	m.T.Helper()
	m.Empty(`SELECT (SELECT count(*) FROM outbox WHERE (delivered = 0 OR pictures = 1) AND not_before = 0)
		+ (SELECT count(*) FROM games WHERE channel = ? AND channel NOT IN (SELECT channel FROM places))`, m.Channel)
}

// killAt has somebody give a command and the program killed at the moment.
func (m *crashTable) killAt(moment string, p *player.Player, text string) {
	m.T.Helper()
	m.killWhile(0, moment, func(ctx context.Context) { programtest.Accept(ctx, p, m.Channel, text) })
}

// killWhile has somebody do something, and the program killed after so many points whatever they are, or, if points is
// 0, at the moment.
func (m *crashTable) killWhile(points int, moment string, do func(context.Context)) {
	m.T.Helper()
	m.mu.Lock()
	m.left, m.deadly, m.since = points, moment, nil
	m.mu.Unlock()
	ctx, forget := context.WithCancel(m.T.Context())
	defer forget() // nobody answers him any more
	go do(ctx)
	m.until(func() bool { return m.dead })
}

// standsStill has the log's clock stand still in all later programs: on a slow machine a call could fall due, which
// would be one commit more.
func (m *crashTable) standsStill() {
	m.environment = append(m.environment, clockVar+"="+time.Now().Format(time.RFC3339))
}

// kill kills the program, if it lives.
func (m *crashTable) kill() {
	if m.cmd == nil {
		return
	}
	_ = m.cmd.Process.Kill() // it may be dead already
	m.until(func() bool { return m.dead })
}

// inspect reads what the dead program has left: how many rows its log has, and how many messages it still owes.
func (m *crashTable) inspect() (rows int) {
	m.T.Helper()
	store := must.Get(sqlite.Open(m.T.Context(), m.Database()))(m.T)
	defer store.Shut()
	game, err := store.InChannel(m.T.Context(), m.Channel)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		m.T.Fatal(err)
	}
	if err == nil {
		for _, err := range store.Rows(m.T.Context(), game.ID, 0) {
			must.Do(m.T, err)
			rows++
		}
	}
	waiting := must.Get(store.Outbox(m.T.Context(), time.Now()))(m.T)
	m.owed = len(waiting)
	return rows
}

// crashChain is the chain of a victim, with a round every second.
func crashChain(genesis int64) (*beacontest.Source, error) {
	return beacontest.Own("crash", 1, genesis)
}

// beaconOf returns what the program uses in place of drand's servers, and its clock.
func beaconOf(env func(string) string) (rounds.Beacon, func() time.Time, error) {
	if env(beaconVar) == "" {
		return nil, nil, nil
	}
	genesis, err := strconv.ParseInt(env(genesisVar), 10, 64)
	if err != nil {
		return nil, nil, err
	}
	lead, err := time.ParseDuration(env(leadVar))
	if err != nil {
		return nil, nil, err
	}
	source, err := crashChain(genesis)
	if err != nil {
		return nil, nil, err
	}
	client, err := beacon.NewClient(source.Chain, []string{env(beaconVar)}, beacon.Options{HTTP: &http.Client{}, Timeout: programtest.Patience})
	return client, func() time.Time { return time.Now().Add(lead) }, err
}
