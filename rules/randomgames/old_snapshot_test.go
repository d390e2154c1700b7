package randomgames

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"

	"grognard/rules/order"
)

// snapshotAt is the number of orders before the snapshot.
const snapshotAt = 497

// stillLegal is the least number of that game's later orders which today's rulings must still allow.
const stillLegal = 190

// A snapshot of an older program, whose orders had a field for each kind of argument and whose state knew air strikes,
// taken in a fight while an advance is owed, opens and is written again as the same bytes. The game goes on from it with
// the orders of that game, but for those that today's rulings refuse.
func TestSnapshot_OfAnOlderProgram(t *testing.T) {
	t.Parallel()
	kept := unpacked(t, "testdata/snapshot.json.gz")
	def, pos := gameOf(t, "afb", 1)
	pos.Turns = 100
	p := playerOf(t, def, pos, 1)
	m := must(reopened(p.def, p.pos, kept, entries(nil)))(t)
	if now, err := m.Snapshot(); err != nil || !bytes.Equal(now, kept) {
		t.Errorf("it is written otherwise today: %v", err)
	}
	given, legal := 0, 0
	for line := range strings.Lines(string(unpacked(t, "testdata/snapshot-orders.txt.gz"))) {
		if given++; given <= snapshotAt {
			continue
		}
		by, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		w := must(order.Parse(m.Specs(), text, nil))(t)
		rec, err := m.Decide(order.Side(by), w.Order, p.roll)
		if err != nil {
			continue
		}
		legal++
		must(m.Apply(m.Seq()+1, rec))(t)
	}
	if legal < stillLegal {
		t.Errorf("of %d orders %d are legal, at least %d must be", given-snapshotAt, legal, stillLegal)
	}
	must(m.Snapshot())(t)
}

// unpacked is a file of testdata.
func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	packed := must(os.ReadFile(name))(t)
	r := must(gzip.NewReader(bytes.NewReader(packed)))(t)
	return must(io.ReadAll(r))(t)
}
