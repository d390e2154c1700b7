package load

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"grognard/bot/programtest"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

var memory = flag.Bool("memory", false, "measure the memory of the program with -load-games games")

// mostMemory is the memory, in MiB, that the program may have while it tells of up to 200 games.
const mostMemory = 300

// TestMemory measures the most memory that the program has resident while many games are started at once, and while it
// starts with the pictures of all of them undelivered. An upload takes 20 ms, while others go on.
//
//	go test ./bot/programtest/load -run TestMemory -memory -load-games 200 -timeout 30m -v
func TestMemory(t *testing.T) {
	if !*memory {
		t.Skip("takes minutes: -memory")
	}
	for name, all := range map[string]stage{"all started at once": seated, "all owing their pictures": owing} {
		l := newLoad(t, programtest.Patience)
		l.begin(20 * time.Millisecond)
		l.fill(all)
		l.start(tunedVar + "=unlimited")
		if all == seated {
			l.quiet()
			peak := fmt.Sprintf("/proc/%d/clear_refs", l.program.Process.Pid) // it counts from here
			must.Do(t, os.WriteFile(peak, []byte("5"), 0))
			var starting sync.WaitGroup
			for i, channel := range l.channels {
				starts := func() error { return l.say(l.users[2*i], channel, "/game start") }
				starting.Go(func() { l.time("start", starts) })
			}
			starting.Wait()
		}
		l.quiet()
		most := l.kib("VmHWM") >> 10
		t.Logf("%d games, %s: at most %d MiB resident", *loadGames, name, most)
		if *loadGames <= 200 && most > mostMemory || len(l.refused) > 0 {
			t.Errorf("%s takes %d MiB; refused are %v", name, most, l.refused)
		}
		l.kill()
	}
}

// quiet waits until the program has sent all that is due now.
func (l *crowd) quiet() {
	l.t.Helper()
	store := must.Get(sqlite.Read(l.t.Context(), filepath.Join(l.data, "grognard.db")))(l.t)
	defer store.Shut()
	for began := time.Now(); len(must.Get(store.Outbox(l.t.Context(), began))(l.t)) > 0; {
		time.Sleep(50 * time.Millisecond)
	}
}
