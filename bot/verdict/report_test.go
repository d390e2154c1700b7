package verdict

import (
	"path/filepath"
	"strings"
	"testing"

	"grognard/bot/beacon"
	"grognard/bot/referee/proof"
)

// What verify says of the beacon names all that lets an order have another round than its first.
func TestReport_SaysWhatTheBeaconBound(t *testing.T) {
	for name, c := range map[string]struct {
		of    proof.Verified
		wants []string
	}{
		"drand": {proof.Verified{Beacon: beacon.Quicknet().Hash, Rounds: 9}, []string{"9 rounds of drand's quicknet"}},
		"another chain": {proof.Verified{Beacon: "ab12", Without: 1, Late: 2},
			[]string{"NOT DRAND'S QUICKNET, but chain ab12", "1 order whose dice fell without a round",
				"2 messages that named a round too late"}},
	} {
		t.Run(name, func(t *testing.T) {
			words := beaconReport(&c.of)
			for _, want := range c.wants {
				if !strings.Contains(words, want) || len(c.wants) == 1 && strings.Count(words, "\n") != 1 {
					t.Errorf("%q is not in %q", want, words)
				}
			}
		})
	}
}

// kept returns the exports of testdata whose names match a pattern.
func kept(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", pattern+".jsonl.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no exports of %s: %v", pattern, err)
	}
	return files
}

// Exports of the commit before the base are of its form, and right as they were: random games under way and over,
// and one with rounds of the beacon, of which its players did without one.
func TestOf_ExportsOfTheCommitBeforeTheBase(t *testing.T) {
	for _, game := range []string{"random-*", "beacon"} {
		files := kept(t, filepath.Join("70ea4217", game))
		var out strings.Builder
		status, err := Of(&out, Question{Files: files})
		if err != nil || status != Right || strings.Count(out.String(), "gz: right: ") != len(files) {
			t.Errorf("status %d, %v:\n%s", status, err, &out)
		}
	}
}

// Exports of older forms, among them one of that commit in which a seat was handed over, are refused in one line, which says which commit reads them.
func TestOf_ExportsOfOlderForms(t *testing.T) {
	for _, file := range kept(t, "older/*") {
		var out strings.Builder
		status, err := Of(&out, Question{Files: []string{file}})
		want := file + ": NOT CHECKED: it was written before the first version that later ones read: commit 70ea4217 reads it\n"
		if err != nil || status != NotProved || out.String() != want {
			t.Errorf("status %d, %v: %s", status, err, &out)
		}
	}
}
