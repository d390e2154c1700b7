package games

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/storage"
	"grognard/storage/sqlite"
)

// tableVar names the environment variable that makes the test binary the
// program: its value is the address of the table to play at.
const tableVar = "GROGNARD_TEST_TABLE"

// clockVar names the variable with the time at which the clock of a victim's log stands still. It has the real time
// without it.
const clockVar = "GROGNARD_TEST_CLOCK"

func TestMain(m *testing.M) {
	if os.Getenv(tableVar) != "" {
		os.Exit(victim())
	}
	os.Exit(m.Run())
}

// victim is the program as an operator runs it, but for three things: its Discord
// is a table, it takes as many commands as come, and before and after each commit
// it names the point on its third file and waits for leave to go on.
func victim() int {
	points, leave := os.NewFile(3, "points"), os.NewFile(4, "leave")
	rounds, clock, err := beaconOf(os.Getenv)
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
		Env: os.Getenv, Beacon: rounds, Now: clock, Stdout: os.Stdout, Stderr: os.Stderr,
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

// morgue is a table that outlives the programs which are killed at it.
type morgue struct {
	*game
	table string
	judge func(localtable.Exchange)

	environment []string // of the programs, beside the usual

	mu       sync.Mutex
	changed  *sync.Cond
	deadly   string // the moment to kill at; "" for none
	left     int    // points until it is killed, whatever they are; 0 for none
	reached  string // the last point
	unmarked string // what was done at Discord, and no commit followed
	owed     int    // what a dead program left unsaid
	dead     bool
	lead     time.Duration // of the table's clock over ours
	cmd      *exec.Cmd
}

func newMorgue(t *testing.T) *morgue {
	t.Helper()
	m := &morgue{game: gameAt(&programtest.Table{T: t, Data: t.TempDir()}), dead: true, judge: programtest.Judge(t)}
	m.changed = sync.NewCond(&m.mu)
	_, m.table = programtest.LayTable(t, localtable.Options{Now: m.now, Observe: m.observe})
	t.Cleanup(m.bury)
	m.Seat(m.table)
	m.Open("drill")
	return m
}

// now is the table's clock. It leaps at each death, so that the table has
// forgotten by which nonce it would know a message that is sent twice.
func (m *morgue) now() time.Time { return time.Now().Add(m.ahead()) }

func (m *morgue) ahead() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.lead
}

func (m *morgue) observe(x localtable.Exchange) {
	m.judge(x)
	m.mu.Lock()
	defer m.mu.Unlock()
	if x.Method == http.MethodPost && x.Route == "/channels/{channel_id}/messages" && x.Status == http.StatusOK {
		m.unmarked = beforeMark
	}
	if x.Method == http.MethodPatch && x.Route == "/channels/{channel_id}/messages/{message_id}" &&
		x.Status == http.StatusOK {
		m.unmarked = beforeEdited
	}
	m.changed.Broadcast()
}

// live starts the program, to die at a moment or at none, and returns when it is
// connected.
func (m *morgue) live(deadly string) {
	m.T.Helper()
	points, tell, err := os.Pipe()
	if err != nil {
		m.T.Fatal(err)
	}
	hear, leave, err := os.Pipe()
	if err != nil {
		m.T.Fatal(err)
	}
	m.cmd = exec.Command(os.Args[0], "--data", m.Data)
	m.cmd.Env = append(os.Environ(), tableVar+"="+m.table, "DISCORD_TOKEN="+localtable.BotToken)
	m.cmd.Env = append(append(m.cmd.Env, leadVar+"="+m.ahead().String()), m.environment...)
	m.cmd.ExtraFiles = []*os.File{tell, hear}
	log, err := m.cmd.StderrPipe()
	if err != nil {
		m.T.Fatal(err)
	}
	if err := m.cmd.Start(); err != nil {
		m.T.Fatal(err)
	}
	tell.Close()
	hear.Close()
	m.mu.Lock()
	m.dead, m.deadly, m.reached, m.unmarked = false, deadly, "", ""
	m.mu.Unlock()
	go m.guard(m.cmd, points, leave)
	m.connected(log)
}

// connected waits for the line by which the program says so, and not the one of its connection alone.
func (m *morgue) connected(log io.Reader) {
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
func (m *morgue) guard(cmd *exec.Cmd, points io.ReadCloser, leave io.WriteCloser) {
	defer points.Close()
	defer leave.Close()
	for lines := bufio.NewScanner(points); lines.Scan(); {
		if m.fatal(lines.Text()) {
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

// fatal says whether a point is the moment to kill at.
func (m *morgue) fatal(point string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reached = point
	now := map[string]string{sqlite.BeforeCommit: beforeCommit, sqlite.AfterCommit: afterCommit}[point]
	if m.unmarked != "" && point == sqlite.BeforeCommit {
		now = m.unmarked
	}
	if m.left--; now != "" && now == m.deadly || m.left == 0 {
		return true
	}
	if point == sqlite.AfterCommit {
		m.unmarked = ""
	}
	m.changed.Broadcast()
	return false
}

// until waits for something that the program's points bring about.
func (m *morgue) until(is func() bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for !is() {
		m.changed.Wait()
	}
}

// saysAll waits until the program has said all that is to be said at once, and knows where the game is played.
func (m *morgue) saysAll() {
	m.T.Helper()
	m.Empty(`SELECT (SELECT count(*) FROM outbox WHERE (delivered = 0 OR pictures = 1) AND not_before = 0)
		+ (SELECT count(*) FROM games WHERE channel = ? AND channel NOT IN (SELECT channel FROM places))`, m.Channel)
}

// killAt has somebody give a command and the program killed at the moment.
func (m *morgue) killAt(moment string, p *player.Player, text string) {
	m.T.Helper()
	m.killWhile(moment, func(ctx context.Context) { programtest.Accept(ctx, p, m.Channel, text) })
}

// killWhile has somebody do something and the program killed at the moment.
func (m *morgue) killWhile(moment string, do func(context.Context)) {
	m.T.Helper()
	m.arm(moment)
	ctx, forget := context.WithCancel(m.T.Context())
	defer forget() // nobody answers him any more
	go do(ctx)
	m.until(func() bool { return m.dead })
}

func (m *morgue) arm(moment string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.deadly = moment
}

// standsStill has the log's clock stand still in all lives that follow: on a slow machine a call would fall due, and
// be one commit more.
func (m *morgue) standsStill() {
	m.environment = append(m.environment, clockVar+"="+time.Now().Format(time.RFC3339))
}

// bury kills the program, if it lives.
func (m *morgue) bury() {
	if m.cmd == nil {
		return
	}
	_ = m.cmd.Process.Kill() // it may be dead already
	m.until(func() bool { return m.dead })
}

// examine reads what the dead program has left: how many rows its log has, and
// how many messages it still owes.
func (m *morgue) examine() (rows int) {
	m.T.Helper()
	store, err := sqlite.Open(m.T.Context(), m.Database())
	if err != nil {
		m.T.Fatal(err)
	}
	defer store.Shut()
	game, err := store.InChannel(m.T.Context(), m.Channel)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		m.T.Fatal(err)
	}
	if err == nil {
		for _, err := range store.Rows(m.T.Context(), game.ID, 0) {
			if err != nil {
				m.T.Fatal(err)
			}
			rows++
		}
	}
	waiting, err := store.Outbox(m.T.Context(), time.Now())
	if err != nil {
		m.T.Fatal(err)
	}
	m.owed = len(waiting)
	return rows
}

// Wherever the program is killed, the game goes on where the log says: a command
// whose commit did not come is to be given again, one that was committed stands,
// and what has to be told of it arrives, once.
func TestKilled_AtEachMoment(t *testing.T) {
	t.Parallel()
	m := newMorgue(t)
	m.standsStill()
	anna, boris := m.German, m.Soviet
	m.live("")
	m.Say(anna, "/autopass on:False") // each death is at a command of its own
	m.Say(boris, "/autopass on:False")
	for i, s := range []struct {
		who    *player.Player
		text   string
		moment string // of the second death; the first is before the commit
	}{
		{anna, "/game new module:drill", afterCommit},
		{anna, "/game join side:blue", beforeMark},
		{boris, "/game join side:red", beforeEdited},
		{anna, "/game start", beforeMark},
		{anna, "/move units:b-1-arm,b-1-mot to:7.08", afterCommit},
		{anna, "/game undo", afterCommit},
		{anna, "/move units:b-1-arm,b-1-mot to:8.08", afterCommit},
		{anna, "/end", beforeMark},
		{anna, "/end", afterCommit},
		{anna, "/end", beforeMark},
		{boris, "/move units:r-1-arm to:12.08", afterCommit},
		{boris, "/end", beforeMark},
		{boris, "/game undo", beforeMark},
		{boris, "/end", afterCommit},
	} {
		m.killAt(beforeCommit, s.who, s.text)
		if rows := m.examine(); rows != i {
			t.Fatalf("%s, killed %s: %d rows, not %d", s.text, beforeCommit, rows, i)
		}
		m.live("")
		m.killAt(s.moment, s.who, s.text)
		if rows := m.examine(); rows != i+1 {
			t.Fatalf("%s, killed %s: %d rows, not %d", s.text, s.moment, rows, i+1)
		}
		if s.text == "/game start" { // which brings three messages: a death for each
			for range 2 {
				m.live(beforeMark)
				m.until(func() bool { return m.dead })
				m.examine()
			}
		}
		m.live("")
		m.saysAll()
	}
	if due := m.Say(m.Looker, "/due"); !strings.Contains(due.Content, "Red combat") {
		t.Errorf("after all that /due says %q", due.Content)
	}
	all := m.letters()
	m.bury()
	readHistory(t, m.Database(), m.Channel, all).everythingArrived(all)
}

// Killed between the lines of a list, the program goes on with none of them by itself: what
// was done stands, and the rest is offered, shown anew and done once.
func TestKilled_BetweenTheLinesOfAList(t *testing.T) {
	t.Parallel()
	m := newMorgue(t)
	m.standsStill()
	anna := m.German
	m.live("")
	m.Say(anna, "/game new module:drill side:blue")
	m.Say(m.Soviet, "/game join side:red")
	m.Say(anna, "/game start")
	m.bury() // and what it has not said is said before the list
	m.examine()
	m.live("")
	m.saysAll()
	list := m.Say(anna, "/orders list:b-1-arm,b-1-mot > 8.08; b-2-arm,b-2-mot > 8.12; b-1-cav > 8.06 9.07")
	begun := 3 // rows
	for _, death := range []struct {
		moment     string
		done, left int // lines, then
	}{{afterCommit, 1, 2}, {beforeCommit, 1, 2}, {afterCommit, 2, 1}} {
		run, ok := programtest.Labelled(list, "Carry out")
		if !ok {
			t.Fatalf("nothing to carry out below %q", list.Content)
		}
		m.killWhile(death.moment, func(ctx context.Context) { anna.Click(ctx, list.ID, run.CustomID) })
		if rows := m.examine(); rows != begun+death.done {
			t.Fatalf("killed %s with %d lines done: %d rows, not %d", death.moment, death.done, rows, begun+death.done)
		}
		m.live("")
		m.saysAll()
		due := m.Say(anna, "/due")
		rest, ok := programtest.Labelled(due, "Go on")
		if want := fmt.Sprintf("is at line %d", death.done+1); !ok || !strings.Contains(due.Content, want) {
			t.Fatalf("the rest is offered as %q", due.Content)
		}
		list = m.Click(anna, due, rest.CustomID)
		if carry, _ := programtest.Labelled(list, "Carry out"); !strings.Contains(carry.Label, fmt.Sprint(death.left)) {
			t.Fatalf("%d lines are left, and %q is offered", death.left, carry.Label)
		}
	}
	run, _ := programtest.Labelled(list, "Carry out")
	if done := m.Click(anna, list, run.CustomID); !strings.Contains(done.Content, "3 of 3 lines done") {
		t.Errorf("at last: %q", done.Content)
	}
	m.bury()
	if rows := m.examine(); rows != begun+3 {
		t.Errorf("the log has %d rows, not %d", rows, begun+3)
	}
}
