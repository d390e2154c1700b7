package program_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grognard/bot/programtest"
	"grognard/rules/must"
)

// packed compresses a file.
func packed(t *testing.T, file []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	must.Get(w.Write(file))(t)
	must.Do(t, w.Close())
	return out.Bytes()
}

// hashAfter is the hash that follows the first such words of an export.
func hashAfter(file []byte, words string) string {
	at := bytes.Index(file, []byte(words)) + len(words)
	return string(file[at : at+64])
}

// The commands on the command line play a game, check it, packed too, and say what is wrong with one.
func TestVerify_WhatSimulatePlayed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	call := func(status int, line string, wants ...string) {
		t.Helper()
		args := strings.Fields(strings.ReplaceAll(line, "@", dir+string(filepath.Separator)))
		got, stdout, stderr := programtest.Command(t, args...)
		if got != status {
			t.Errorf("%v: status %d, %s%s", args, got, stdout, stderr)
		}
		for _, want := range wants {
			if !strings.Contains(stdout+stderr, want) {
				t.Errorf("%v says %q, without %q", args, stdout+stderr, want)
			}
		}
	}
	const game = "simulate --module drill --seed 3 --turns 3 --out "
	call(0, game+"@game.jsonl")
	call(0, game+"@again.jsonl")
	call(0, game+"@early.jsonl --running")
	read := func(name string) []byte { return must.Get(os.ReadFile(filepath.Join(dir, name)))(t) }
	file := read("game.jsonl")
	if !bytes.Equal(read("again.jsonl"), file) {
		t.Error("the same game gives another file")
	}
	small := packed(t, file)
	for name, data := range map[string][]byte{"game.jsonl.gz": small, "half.gz": small[:len(small)/2],
		"large.gz":  packed(t, bytes.Repeat([]byte("\n"), 24<<20+1)),
		"bad.jsonl": bytes.Replace(file, []byte("player 1"), []byte("player 2"), 1),
		"cut.jsonl": file[:len(file)/2], "empty.jsonl": nil,
		"other.json":   []byte(`[{"id":"7","timestamp":"2026-11-26T12:00:00Z","content":"hello","author":{"id":"8"}}]`),
		"utf16.jsonl":  append([]byte{0xff, 0xfe}, bytes.Join(bytes.Split(file, nil), []byte{0})...),
		"latin1.jsonl": bytes.Replace(file, []byte("drill"), []byte{'d', 0xe9}, 1),
		"mailed.jsonl": append([]byte("\ufeff"), bytes.ReplaceAll(bytes.TrimSpace(file), []byte("\n"), []byte("\r\n"))...),
		"base.jsonl":   bytes.Replace(file, []byte(`"version":1`), []byte(`"format":2`), 1),
		"old.jsonl":    bytes.Replace(file, []byte(`"version":1`), []byte(`"format":1`), 1)} {
		programtest.WriteFile(t, filepath.Join(dir, name), string(data))
	}
	head := hashAfter(file[bytes.LastIndex(file, []byte(`"phase","turn"`)):], `"head":"`)
	first, named := hashAfter(file, `"first":"`), string(file[bytes.Index(file, []byte(`"game":"`))+8:])[:8]
	call(0, "verify @game.jsonl.gz @early.jsonl --head "+head+" --head "+first, "right: Drill", "drawn",
		"under way", "rows in one chain", "decided anew", "commitment "+hashAfter(file, `"commitment":"`)+", first row "+first,
		head+" proves rows 1 to ", first+" proves rows 1 to 1\n")
	call(0, "verify @mailed.jsonl --head "+head, "right: Drill")
	call(0, "verify @base.jsonl @early.jsonl", "base.jsonl: right: Drill")
	call(2, "verify @old.jsonl", "old.jsonl: NOT CHECKED: it was written before the first version that later ones read: commit")
	call(1, "verify @cut.jsonl", "WRONG: the file breaks off in line")
	call(1, "verify @empty.jsonl", "WRONG: the file is empty")
	call(1, "verify @utf16.jsonl", "WRONG: the file is in UTF-16")
	call(1, "verify @latin1.jsonl", "WRONG: the file is not in UTF-8")
	call(1, "verify @game.jsonl --log @cut.jsonl", "cut.jsonl: a message of a channel has an id and a timestamp")
	call(1, "verify @game.jsonl --log @other.json", "has no message of game "+named)
	call(1, "verify @bad.jsonl @game.jsonl", "bad.jsonl: WRONG: row 1 was changed", "game.jsonl: right")
	for text, says := range map[string]string{
		strings.Repeat("0", 64):                                    "WRONG: no row has the hash",
		"grognard g turn 4 " + head:                                "WRONG: no file is of game g, of which the hash",
		"grognard " + named + " turn 9 " + strings.Repeat("0", 64): "was posted in turn 9: the export ends in turn 4",
		"abc":                     "is neither a hash of a log, which has 64 hex digits, nor one line of /dice audit head:true",
		"":                        "is no hash: it is empty",
		"grognard turn 4 " + head: "nor one line of /dice audit head:true",
	} {
		got, stdout, stderr := programtest.Command(t, "verify", filepath.Join(dir, "game.jsonl"), "--head", text)
		if out := stdout + stderr; got != 1 || strings.Count(out, "\n") != 1 || !strings.Contains(out, says) {
			t.Errorf("%q: status %d, %s", text, got, out)
		}
	}
	call(1, "verify @nothing", "no such file")
	call(1, "verify @half.gz @game.jsonl", "half.gz: WRONG: the compressed file was cut off", "game.jsonl: right")
	call(1, "verify @large.gz", "more than 24 MiB, which is too large")
	call(1, "verify", "expected \"<file> ...\"")
	call(1, "simulate --module chess --out @chess", "no such game module")
	call(1, "simulate --turns 0 --out @none", "a turn at least")
}
