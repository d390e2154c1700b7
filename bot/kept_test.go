package main

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable/player"
)

var update = flag.Bool("update", false, "write how the kept game goes on anew")

// A game that was kept in the middle of a fight goes on to the byte as it did with the program
// that it was kept by: what is written to the log, which holds the command as the dice hash
// it and all that they brought, and every picture that is posted. The kept program is the one
// whose orders had a field for each kind of part.
func TestAKeptGameGoesOnToTheByte(t *testing.T) {
	t.Parallel()
	data := keptGame(t, "kept")
	hours := &clock{time: time.Now().Add(24 * time.Hour)} // what was live in the channel no longer is
	p := start(t, data, func(w *environment) { w.now = hours.now })
	s := &sitting{program: p, t: t, data: data, used: map[string]bool{}}
	s.seat(p.base)
	var err error
	if s.channel, err = s.german.Channel(firstChannel); err != nil {
		t.Fatal(err)
	}
	said := len(s.received(s.looker, s.channel))
	s.playKept(hours)
	var got strings.Builder
	for _, m := range s.received(s.looker, s.channel)[said:] {
		for _, a := range m.Attachments {
			png, err := s.looker.Picture(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&got, "%s %x\n", a.Filename, sha256.Sum256(png))
		}
	}
	s.program.end(t)
	before := rowsOf(t, keptGame(t, "kept"), s.channel)
	for i, row := range rowsOf(t, data, s.channel) {
		switch {
		case i >= len(before):
			fmt.Fprintf(&got, "%d %s\n", row.Seq, row.Body)
		case row.Hash != before[i].Hash || !bytes.Equal(row.Body, before[i].Body):
			t.Errorf("row %d was written anew", row.Seq)
		}
	}
	sameLines(t, filepath.Join("testdata", "kept", "goes-on.txt"), got.String())
}

// playKept gives the orders by which the kept game goes on, a minute for each.
func (s *sitting) playKept(hours *clock) {
	s.t.Helper()
	script, err := os.ReadFile(filepath.Join("testdata", "kept", "orders.txt"))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(script)), "\n") {
		hours.pass(time.Minute)
		name, text, _ := strings.Cut(line, ": ")
		who := map[string]*player.Player{"Anna": s.german, "Boris": s.soviet}[name]
		if m := s.say(who, text); strings.Contains(m.Content, "Refused") {
			s.t.Fatalf("%s %q", line, m.Content)
		}
		s.delivered()
	}
}

// sameLines holds a text against a file.
func sameLines(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	is, was := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(is), len(was)) {
		if i >= len(is) || i >= len(was) || is[i] != was[i] {
			t.Fatalf("line %d of %d and %d:\n%s\nwas\n%s", i+1, len(is), len(was), is[min(i, len(is)-1)],
				was[min(i, len(was)-1)])
		}
	}
}
