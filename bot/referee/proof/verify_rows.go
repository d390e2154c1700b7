package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/ledger/verify"
	"grognard/rules"
	"grognard/rules/view"
	"grognard/storage"
)

// Doubt is a row that was written in another way than this program would write it.
type Doubt struct {
	Row  uint64
	What string // a printable line
}

// maxDoubts is how many doubts are kept for their reader.
const maxDoubts = 1000

// Unchecked reports whether something in the export is neither confirmed nor refuted: then nobody may call it right.
func (v *Verified) Unchecked() bool { return v.Doubtful > 0 }

func (v *Verified) doubt(row uint64, format string, args ...any) {
	v.Doubtful++
	if v.Doubtful <= maxDoubts {
		v.Doubts = append(v.Doubts, Doubt{row, plain(fmt.Sprintf(format, args...))})
	}
}

// checker checks the rows of an export: each continues the chain of hashes, its dice come from the secret, and
// the referee would have written the same row. A nil checker checks nothing.
type checker struct {
	*Verified
	last     storage.Row
	commands map[string]bool // the identifiers of all commands so far
	want     ledger.Body     // what the referee would have written for the present row
	// the row of the order that waits for a round is 1 µs after the row before it, as games.RowTime sets it while the
	// computer's clock is behind the log: the order may have been given at an earlier time
	clockBehind bool
}

// before checks a row against the game before it.
func (c *checker) before(g *ledger.Game, s ledger.Step) error {
	if c == nil {
		return nil
	}
	before := c.last.At
	if err := c.link(s); err != nil {
		return err
	}
	if err := c.times(s, before); err != nil {
		return err
	}
	c.Moved = c.Moved || s.Body.NewChannel() != ""
	if must, may := s.Body.NamesUser(); must && s.SealedTo == "" || !may && s.SealedTo != "" {
		return flaw("row %d: a seat is handed over to a user, or a part beside it, and nothing else is", s.Seq)
	}
	if (s.Body.Opened != nil) != (s.Seq == 1) {
		return flaw("row %d: a game is opened in its first row, and in no other", s.Seq)
	}
	if err := c.rounds(g, s, before); err != nil {
		return err
	}
	if err := c.dice(g, s); err != nil {
		return err
	}
	if err := c.decide(g, s); err != nil {
		return err
	}
	if s.Seq == 1 { // after is not called for it
		c.want.Salt = g.Salt(1)
		return c.same(s)
	}
	return nil
}

// differsAt returns a place shortly before two texts begin to differ.
func differsAt(a, b string) int {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	return max(at-40, 0)
}

// decide decides a row again, stores in c.want what the referee would have written and compares the events.
func (c *checker) decide(g *ledger.Game, s ledger.Step) error {
	var err error
	if c.want, err = verify.Expected(g, s); err != nil {
		return c.refused(s, err)
	}
	if (s.Body.Ended == nil) != (c.want.Ended == nil) {
		return nil // c.same reports the difference
	}
	if differs := differ(s.Body.Record(), c.want.Record()); differs != "" {
		return flaw("row %d: %s", s.Seq, differs)
	}
	return nil
}

// after checks the parts of a row that depend on its result; was is how the game stood before the row.
func (c *checker) after(g *ledger.Game, s ledger.Step, was view.Standing) error {
	if c == nil {
		return nil
	}
	now := g.Match.Standing()
	if s.Body.IsReported() || g.Started && now.Over && !was.Over { // the row's hash is posted
		c.Phases++
		c.want.Salt = g.Salt(s.Seq)
	}
	if got, want := s.Body.Result(), c.want.Result(); got != nil && want != nil {
		// standing answers are not in the export, so the row is trusted here
		want.Answers = got.Answers && now.Owed != 0 && now.Owed != was.Owed
	}
	if got, want := s.Body.Ordered, c.want.Ordered; got != nil && want != nil {
		closes := notices.ChangesPhase(was, now)
		want.Passes = closes && got.Passes // trusted where it may be: a player's choice is not exported
		if want.Passes {
			_, _, want.Passes = g.Match.Idle()
		}
		want.Closes = closes && !want.Passes
	}
	return c.same(s)
}

// times notes a doubt if a row is not later than the one before it. That proves no forgery, because a computer's clock
// can be set back. Only a time before 1970 is an error.
func (c *checker) times(s ledger.Step, before time.Time) error {
	const why = ": the clock of the bot's computer was set back, or somebody has changed a time"
	switch back := before.Sub(s.At); {
	case s.At.UnixMicro() <= 0:
		return flaw("row %d has the time %d, which is before 1970", s.Seq, s.At.UnixMicro())
	case s.Seq == 1 || back < 0: // the row is later than the one before it, or the first
	case back == 0:
		c.doubt(s.Seq, "it is of %s, and so is row %d"+why, s.At.Format(timeFormat), s.Seq-1)
	default:
		c.doubt(s.Seq, "it is of %s, which is %v before row %d"+why, s.At.Format(timeFormat), back, s.Seq-1)
	}
	return nil
}

// link checks that a row continues the chain of hashes.
func (c *checker) link(s ledger.Step) error {
	last := c.last
	c.last = s.Row
	seal := storage.Seal(s.Row)
	switch {
	case s.Seq != last.Seq+1:
		return flaw("row %d stands where row %d should", s.Seq, last.Seq+1)
	case s.Hash != seal:
		return flaw("row %d was changed: its hash is %x, and should be %x", s.Seq, s.Hash, seal)
	case c.commands[s.CommandID]:
		return flaw("row %d is of the command %q, and so is an earlier one", s.Seq, s.CommandID)
	case s.Prev != last.Hash:
		return flaw("row %d follows a row with the hash %x: that of row %d is %x", s.Seq, s.Prev, last.Seq, last.Hash)
	}
	c.commands[s.CommandID] = true
	c.heads[hex.EncodeToString(s.Hash[:])] = s.Seq
	return nil
}

// dice checks that the rolls of a row have the next numbers, and their faces come from the secret.
func (c *checker) dice(g *ledger.Game, s ledger.Step) error {
	p := s.Body.Result()
	if p == nil {
		return nil
	}
	c.Orders++
	var value []byte
	if b := s.Body.Bound; b != nil {
		var err error
		if value, err = b.Value(); err != nil {
			return flaw("row %d: the signature is not written in hex digits", s.Seq)
		}
	}
	roller := g.Roller(sha256.Sum256(p.Asked), value)
	for _, roll := range p.Record.Rolls() {
		c.Rolls++
		if roll.Number != uint64(c.Rolls) {
			return flaw("row %d has roll %d: it should be roll %d", s.Seq, roll.Number, c.Rolls)
		}
		faces, err := roller.Roll(roll.Number, len(roll.Faces))
		if err != nil {
			return flaw("row %d, roll %d: %v", s.Seq, roll.Number, err)
		}
		if !slices.Equal(faces, roll.Faces) {
			return flaw("row %d: roll %d shows %v: the secret, the words and the order give %v", s.Seq, roll.Number,
				roll.Faces, faces)
		}
	}
	return nil
}

// refused makes a Flaw of the error with which the referee would have refused a row.
func (c *checker) refused(s ledger.Step, err error) error {
	var f *api.Flaw
	var d *view.Denial
	switch {
	case errors.As(err, &f):
		return flaw("row %d: %s", s.Seq, f.What)
	case errors.As(err, &d):
		return flaw("row %d: the rules refuse it: %v", s.Seq, d)
	}
	return flaw("row %d: the referee refuses it: %v", s.Seq, err)
}

// differ describes the first event in which two records differ; "" if they are equal.
func differ(got, want rules.Record) string {
	var has, should []json.RawMessage
	for _, r := range []struct {
		from rules.Record
		to   *[]json.RawMessage
	}{{got, &has}, {want, &should}} {
		raw, err := json.Marshal(r.from)
		if err == nil {
			err = json.Unmarshal(raw, r.to)
		}
		if err != nil {
			return err.Error()
		}
	}
	for i := range max(len(has), len(should)) {
		switch {
		case i >= len(has):
			return fmt.Sprintf("it lacks what the rules bring as its event %d: %s", i+1,
				ledger.Brief(string(should[i])))
		case i >= len(should):
			return fmt.Sprintf("it has an event %d that the rules do not bring: %s", i+1, ledger.Brief(string(has[i])))
		case !bytes.Equal(has[i], should[i]):
			return fmt.Sprintf("event %d is %s: by the rules it should be %s", i+1, ledger.Brief(string(has[i])),
				ledger.Brief(string(should[i])))
		}
	}
	return ""
}

// same compares the body of a row with the one that the referee would have written, except for live messages
// and calls, which are no part of the game.
func (c *checker) same(s ledger.Step) error {
	want := c.want
	want.Live, want.Acts, want.Owes = s.Body.Live, s.Body.Acts, s.Body.Owes
	if s.Seq > 1 { // c.clocks checks it
		want.Clock = s.Body.Clock
	}
	if got, p := s.Body.Result(), want.Result(); got != nil && p != nil {
		p.Announced = got.Announced
	}
	raw, err := json.Marshal(want)
	if err != nil {
		return flaw("row %d: %v", s.Seq, err)
	}
	if bytes.Equal(raw, s.Row.Body) {
		return nil
	}
	at := differsAt(string(raw), string(s.Row.Body))
	return flaw("row %d says …%s: it should say …%s", s.Seq, ledger.Brief(string(s.Row.Body[at:])),
		ledger.Brief(string(raw[at:])))
}
