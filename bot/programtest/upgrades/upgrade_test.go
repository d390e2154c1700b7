// Package upgrades tests that games which an older program stored, since the base, go on with the program of today.
package upgrades

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord"
	"grognard/bot/localtable/player"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/rules/must"
	"grognard/storage"
)

var update = flag.Bool("update", false,
	"until the base is released: play its kept game anew, to the middle of a fight, and write how it goes on")

// base is the data folder of the base: Autumn for Barbarossa in the first German combat phase, with a Soviet decision
// pending, and what the local table had shown of it. begin.txt is how it was played to there, orders.txt how it is
// played on, and goes-on.txt what comes of that. practice.jsonl.gz is an export of two turns of the practice map of BCS.
const base = "testdata/base"

// theFiles are the files of a data folder that are packed.
var theFiles = []string{"grognard.db", "table.jsonl"}

// play gives the commands of a file.
func play(t *testing.T, s *programtest.Table, file string) {
	t.Helper()
	script := must.Get(os.ReadFile(filepath.Join(base, file)))(t)
	for line := range strings.Lines(string(script)) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		who := map[string]*player.Player{"Anna": s.German, "Boris": s.Soviet}[name]
		if m := s.Say(who, text); strings.Contains(m.Content, "Refused") {
			t.Fatalf("%s %q", line, m.Content)
		}
		s.Delivered()
	}
}

// keep plays the game and packs its data folder.
func keep(t *testing.T) {
	t.Helper()
	s := programtest.Sit(t, "historical", 7)
	play(t, s, "begin.txt")
	s.End(t)
	for _, name := range theFiles {
		var packed bytes.Buffer
		w := must.Get(gzip.NewWriterLevel(&packed, gzip.BestCompression))(t)
		must.Get(w.Write(must.Get(os.ReadFile(filepath.Join(s.Data, name)))(t)))(t)
		must.Do(t, w.Close())
		programtest.WriteFile(t, filepath.Join(base, name+".gz"), packed.String())
	}
}

// unpack unpacks the data folder.
func unpack(t *testing.T) (data string) {
	t.Helper()
	data = t.TempDir()
	for _, name := range theFiles {
		packed := must.Get(os.ReadFile(filepath.Join(base, name+".gz")))(t)
		r := must.Get(gzip.NewReader(bytes.NewReader(packed)))(t)
		programtest.WriteFile(t, filepath.Join(data, name), string(must.Get(io.ReadAll(r))(t)))
	}
	return data
}

// A game stored in the middle of a fight goes on as it did with the program that stored it, to the end of the phase and
// further. The rows of the log, with the commands that the dice depend on and their results, and all posted pictures
// are the same to the byte.
func TestBase_GoesOnToTheByte(t *testing.T) {
	t.Parallel()
	if *update {
		keep(t)
	}
	began := time.Now()
	s := programtest.SitWith(t, unpack(t), nil, func(w *program.Environment) { // a day later nothing is live any more
		w.Now = func() time.Time { return began.Add(24 * time.Hour) }
		w.Tune = func(o *discord.Options) { programtest.Patient(o); o.StatusPosts = 0 } // it had none when it was stored
	})
	posted := len(s.Received(s.Looker, s.Channel))
	play(t, s, "orders.txt")
	var got strings.Builder
	for _, m := range s.Received(s.Looker, s.Channel)[posted:] {
		for _, a := range m.Attachments {
			png := must.Get(s.Looker.Picture(t.Context(), a))(t)
			fmt.Fprintf(&got, "%s %x\n", a.Filename, sha256.Sum256(png))
		}
	}
	s.End(t)
	for _, row := range newRows(t, s) {
		fmt.Fprintf(&got, "%d %s\n", row.Seq, row.Body)
	}
	sameLines(t, filepath.Join(base, "goes-on.txt"), got.String())
}

// An export of a BCS game by an older program is right: today's decides every order as it was decided, with the clauses.
func TestBase_ExportIsRight(t *testing.T) {
	t.Parallel()
	status, stdout, stderr := programtest.Command(t, "verify", filepath.Join(base, "practice.jsonl.gz"))
	if status != 0 || !strings.Contains(stdout, "right: BCS Drill") {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
}

// newRows returns the rows that the game has now beyond those of its packed data folder, which must be as they were.
func newRows(t *testing.T, s *programtest.Table) []storage.Row {
	t.Helper()
	before, after := programtest.Rows(t, unpack(t), s.Channel), programtest.Rows(t, s.Data, s.Channel)
	for i, row := range before {
		if row.Hash != after[i].Hash || !bytes.Equal(row.Body, after[i].Body) {
			t.Errorf("row %d was written anew", row.Seq)
		}
	}
	return after[len(before):]
}

// sameLines compares a text with a file line by line.
func sameLines(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		programtest.WriteFile(t, file, got)
	}
	want := must.Get(os.ReadFile(file))(t)
	is, was := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range min(len(is), len(was)) {
		if is[i] != was[i] {
			t.Fatalf("line %d:\n%s\nwas\n%s", i+1, is[i], was[i])
		}
	}
	if len(is) != len(was) {
		t.Fatalf("%d lines, not %d", len(is), len(was))
	}
}
