package program

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// packed compresses a file.
func packed(t *testing.T, file []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(file); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// The commands on the command line play a game, check it, packed too, and say what is wrong with one.
func TestVerify_WhatSimulatePlayed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	call := func(status int, line string, wants ...string) {
		t.Helper()
		var out bytes.Buffer
		args := strings.Fields(strings.ReplaceAll(line, "@", dir+string(filepath.Separator)))
		if got := Run(t.Context(), args, Environment{Env: func(string) string { return "" }, Stdout: &out,
			Stderr: &out}); got != status {
			t.Errorf("%v: status %d, %s", args, got, &out)
		}
		for _, want := range wants {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%v says %q, without %q", args, &out, want)
			}
		}
	}
	const game = "simulate --module drill --seed 3 --turns 3 --out "
	call(0, game+"@game.jsonl")
	call(0, game+"@again.jsonl")
	call(0, game+"@early.jsonl --running")
	file, err := os.ReadFile(filepath.Join(dir, "game.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(filepath.Join(dir, "again.jsonl")); err != nil || !bytes.Equal(again, file) {
		t.Errorf("the same game gives another file, %v", err)
	}
	small := packed(t, file)
	for name, data := range map[string][]byte{"game.jsonl.gz": small, "half.gz": small[:len(small)/2],
		"large.gz":  packed(t, bytes.Repeat([]byte("\n"), 24<<20+1)),
		"bad.jsonl": bytes.Replace(file, []byte("player 1"), []byte("player 2"), 1)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, head, _ := strings.Cut(string(file[bytes.LastIndex(file, []byte(`"phase","turn"`)):]), `"head":"`)
	_, commitment, _ := strings.Cut(string(file), `"commitment":"`)
	_, first, _ := strings.Cut(string(file), `"first":"`)
	_, named, _ := strings.Cut(string(file), `"game":"`)
	call(0, "verify @game.jsonl.gz @early.jsonl --head "+head[:64]+" --head "+first[:64], "right: Drill", "drawn",
		"under way", "rows in one chain", "decided anew", "commitment "+commitment[:64]+", first row "+first[:64],
		head[:64]+" proves rows 1 to ", first[:64]+" proves rows 1 to 1\n")
	call(1, "verify @bad.jsonl @game.jsonl", "bad.jsonl: WRONG: row 1 was changed", "game.jsonl: right")
	for text, says := range map[string]string{
		strings.Repeat("0", 64):                                        "WRONG: no row has the hash",
		"grognard g turn 4 " + head[:64]:                               "is of game g, and the export of game " + named[:8],
		"grognard " + named[:8] + " turn 9 " + strings.Repeat("0", 64): "was posted in turn 9: the export ends in turn 4",
		"abc":                          "is no hash of a log: one has 64 hex digits",
		"":                             "is no hash: it is empty",
		"grognard turn 4 " + head[:64]: "is no line of /dice head",
	} {
		var out bytes.Buffer
		got := Run(t.Context(), []string{"verify", filepath.Join(dir, "game.jsonl"), "--head", text}, Environment{
			Env: func(string) string { return "" }, Stdout: &out, Stderr: &out})
		if got != 1 || strings.Count(out.String(), "\n") != 1 || !strings.Contains(out.String(), says) {
			t.Errorf("%q: status %d, %s", text, got, &out)
		}
	}
	call(1, "verify @nothing", "no such file")
	call(1, "verify @half.gz", "unexpected EOF")
	call(1, "verify @large.gz", "too large for an export")
	call(1, "verify", "expected \"<file> ...\"")
	call(1, "simulate --module chess --out @chess", "no such game module")
	call(1, "simulate --turns 0 --out @none", "a turn at least")
}
