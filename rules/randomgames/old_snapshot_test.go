package randomgames

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/order"
)

// Results of an older program, whose orders had a field for each kind of argument and whose state knew air
// strikes: hashes of the log of a random game up to a snapshot, and after it.
const (
	snapshotAt     = 497
	beforeSnapshot = "19a1a7f95e0da1cc133f083f37f2e7acbe2f19ee38b798b712249f93c7c02422"
	afterSnapshot  = "c98bc2ced4a8c69b1bf637425db336f61a030bcf2bd571295bf2849330aac32a"
)

// A snapshot of that program, taken in a fight while an advance is owed, opens, is written again as the same
// bytes, and the game goes on from it with the same records.
func TestSnapshot_OfAnOlderProgram(t *testing.T) {
	t.Parallel()
	kept := unpacked(t, "testdata/snapshot.json.gz")
	def, pos := gameOf(t, "afb", 1)
	pos.Turns = 100
	p := playerOf(t, def, pos, 1)
	s := &script{def: p.def, pos: p.pos, roll: p.roll}
	m := s.begin(t)
	for line := range strings.Lines(string(unpacked(t, "testdata/snapshot-orders.txt.gz"))) {
		by, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		w := must(order.Parse(m.Specs(), text, nil))(t)
		s.orders = append(s.orders, said{order.Side(by), w.Order})
	}
	if got := s.logOf(t, m, s.orders[:snapshotAt]); got != beforeSnapshot {
		t.Errorf("the log before it is %s", got)
	}
	if now, err := m.Snapshot(); err != nil || !bytes.Equal(now, kept) {
		t.Errorf("it is written otherwise today: %v", err)
	}
	opened := must(reopened(s.def, s.pos, kept, entries(nil)))(t)
	if got := s.logOf(t, opened, s.orders[snapshotAt:]); got != afterSnapshot {
		t.Errorf("the log after it is %s", got)
	}
}

// unpacked is a file of testdata.
func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	packed := must(os.ReadFile(name))(t)
	r := must(gzip.NewReader(bytes.NewReader(packed)))(t)
	return must(io.ReadAll(r))(t)
}

// logOf gives orders and returns the hash of their records.
func (s *script) logOf(t *testing.T, m *rules.Match, orders []said) string {
	t.Helper()
	sum := sha256.New()
	for _, o := range orders {
		raw := must(json.Marshal(s.give(t, m, o)))(t)
		sum.Write(raw)
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}
