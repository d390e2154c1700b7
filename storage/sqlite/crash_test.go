package sqlite

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"grognard/rules/must"
	"grognard/storage"
)

// The tests here kill a real process: this test binary, started again as a child with its task in the environment.
const (
	crashPart = "GROGNARD_TEST_CRASH" // what the child does
	crashFile = "GROGNARD_TEST_FILE"  // the database
	crashFrom = "GROGNARD_TEST_FROM"  // the backup that it restores
)

func TestCrashChild(t *testing.T) {
	part, path := os.Getenv(crashPart), os.Getenv(crashFile)
	switch part {
	case "":
		t.Skip("runs in a process of its own, see TestKilledWhileWriting")
	case "write":
		writeUntilKilled(t, path)
	case "stranger":
		openAsStranger(t, path)
	case "visitor":
		readAsStranger(t, path)
	case AfterCommit:
		dieAt(t, part, path)
	default:
		killedCopying(t, part, path)
	}
}

// beStranger continues as a user without root's rights.
func beStranger(t *testing.T) {
	if os.Getuid() == 0 {
		must.Do(t, syscall.Setuid(65534))
	}
}

// readAsStranger checks a database that it may only read.
func readAsStranger(t *testing.T, path string) {
	beStranger(t)
	s := must.Get(Read(t.Context(), path))(t)
	defer s.Shut()
	r, err := s.File.Check(t.Context(), nil)
	if err != nil || len(r.Faults) != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	fmt.Println("games:", r.Games)
	if i, err := Inspect(t.Context(), path); err != nil || i != (Inspection{Open: r.Games}) {
		t.Errorf("inspected: %+v, %v", i, err)
	}
}

// openAsStranger prints why a user without the rights of root cannot open a database.
func openAsStranger(t *testing.T, path string) {
	beStranger(t)
	s, err := Open(t.Context(), path)
	if err == nil {
		t.Fatal(errors.Join(errors.New("it was opened"), s.Shut()))
	}
	fmt.Println(err)
}

// dieAt appends row 2 and dies at a point of its commit.
func dieAt(t *testing.T, point, path string) {
	s := mustOpen(t, path, WithFaults(func(reached string) {
		if reached == point {
			die()
		}
	}))
	_, _, err := s.Append(t.Context(), entry("g", 2))
	t.Fatalf("survived: %v", err)
}

// writeUntilKilled has one writer for each game, and prints each row that the store reported as durable.
func writeUntilKilled(t *testing.T, path string) {
	s := mustOpen(t, path)
	promised := make(chan string)
	for _, id := range crashGames {
		go func() {
			for seq := uint64(2); ; seq++ {
				if _, _, err := s.Append(t.Context(), entry(id, seq)); err != nil {
					promised <- err.Error()
					return
				}
				promised <- fmt.Sprintf("promised %s %d", id, seq)
			}
		}()
	}
	for line := range promised {
		fmt.Println(line)
	}
}

var crashGames = []storage.GameID{"a", "b", "c", "d"}

// die ends the process as a power cut would, with nothing flushed or closed.
func die() {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		panic(err) // the parent would wait for ever
	}
	select {}
}

// child returns the command that does a part of TestCrashChild in a process of its own.
func child(t *testing.T, part, path string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestCrashChild$")
	cmd.Env = append(os.Environ(), crashPart+"="+part, crashFile+"="+path)
	cmd.Stderr = os.Stderr
	return cmd
}

// prepared is a database with games of one row, closed.
func prepared(t *testing.T, ids ...storage.GameID) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games.db")
	s := mustOpen(t, path)
	for _, id := range ids {
		newGame(t, s, id, 1)
	}
	must.Do(t, s.Shut())
	return path
}

func TestKilledWhileWriting(t *testing.T) {
	path := prepared(t, crashGames...)
	cmd := child(t, "write", path)
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	promised := make(map[storage.GameID]int)
	said := 0
	for lines := bufio.NewScanner(out); lines.Scan(); said++ {
		var id storage.GameID
		var seq int
		if _, err := fmt.Sscanf(lines.Text(), "promised %s %d", &id, &seq); err != nil {
			t.Errorf("the child said %q", lines.Text())
			break
		}
		promised[id] = max(promised[id], seq)
		if said == 100 {
			if _, err := Open(t.Context(), path); !errors.Is(err, ErrInUse) {
				t.Errorf("Open while the child writes: %v, want ErrInUse", err)
			}
		}
		if said == 200 { // rows that it prints before it dies count too
			must.Do(t, cmd.Process.Kill())
		}
	}
	rest, _ := io.ReadAll(out)
	if err := cmd.Wait(); !killed(err) || said < 200 {
		t.Fatalf("the child said %d lines and ended with %v\n%s", said, err, rest)
	}
	s := mustOpen(t, path)
	for _, id := range crashGames {
		if got := readLog(t, s, id, 0); got.err != nil || len(got.seqs) < promised[id] {
			t.Errorf("game %s has %d rows, %v; %d were promised", id, len(got.seqs), got.err, promised[id])
		}
	}
}

func killed(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && strings.Contains(exit.String(), "killed")
}
