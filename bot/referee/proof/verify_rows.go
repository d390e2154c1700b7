package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/notices"
	"grognard/bot/referee/ledger/orders"
	"grognard/bot/referee/ledger/verify"
	"grognard/rules"
	"grognard/rules/view"
	"grognard/storage"
)

// checker checks the rows of an export: each continues the chain of hashes, its dice come from the secret, and
// the referee would have written the same row.
type checker struct {
	*Verified
	last storage.Row
	// an earlier row's hash covers the name of a player, or it has a salt: then the hashes of all later rows
	// cover names, too
	named bool
	// an earlier row has a salt, because its hash was posted: then all later rows whose hash is posted have one
	salted bool
	want   ledger.Body // what the referee would have written for the present row
}

// before checks a row against the game before it.
func (c *checker) before(g *ledger.Game, s ledger.Step) error {
	if err := c.link(s); err != nil {
		return err
	}
	if names, may := s.Body.NamesUser(); names && s.SealedTo == "" || !may && s.SealedTo != "" {
		return flaw("row %d: a seat is handed over to a user, or a part beside it, and nothing else is", s.Seq)
	}
	if (s.Body.Opened != nil) != (s.Seq == 1) {
		return flaw("row %d: a game is opened in its first row, and in no other", s.Seq)
	}
	if err := c.rounds(g, s); err != nil {
		return err
	}
	if err := c.dice(g, s); err != nil {
		return err
	}
	if c.Older != 0 {
		return c.older(g, s)
	}
	var err error
	if c.want, err = verify.Expected(g, s); err != nil {
		return c.refused(s, err)
	}
	if (s.Body.Ended != nil) == (c.want.Ended != nil) {
		if err := differ(s.Seq, s.Body.Record(), c.want.Record()); err != nil {
			return err
		}
	}
	if s.Seq == 1 {
		return c.same(s)
	}
	return nil
}

// older checks a row that was written by other rulings, as far as all rulings agree: an order has only one
// spelling, because with several its giver could choose among dice.
func (c *checker) older(g *ledger.Game, s ledger.Step) error {
	switch b := s.Body; {
	case b.Answered != nil && len(g.EndingOffers) == 0:
		return flaw("row %d answers an offer, and none was made", s.Seq)
	case b.Started != nil && string(b.Started.Asked) != ledger.StartAsked:
		return flaw("row %d asks for %s: a game begins by %s", s.Seq, ledger.Brief(string(b.Started.Asked)),
			ledger.StartAsked)
	case b.Ordered != nil:
		by := s.By
		if b.Bound != nil { // the row with the dice has no giver
			by = g.Waiting.By
		}
		if _, _, err := orders.Parse(g, by, b.Ordered.Asked); err != nil {
			return c.refused(s, err)
		}
	}
	return nil
}

// after checks the parts of a row that depend on its result.
func (c *checker) after(g *ledger.Game, s ledger.Step, was view.Standing) error {
	now := g.Match.Standing()
	posts := s.Body.IsReported() || g.Started && now.Over && !was.Over
	if posts {
		c.Phases++
	}
	if c.Older != 0 {
		return nil
	}
	if c.salted = c.salted || s.Body.Salt != ""; posts && c.salted {
		c.want.Salt = g.Salt(s.Seq)
	}
	if got, want := s.Body.Result(), c.want.Result(); got != nil && want != nil {
		// standing orders are not in the export, so the row is trusted here
		want.Answers = got.Answers && now.Owed != 0 && now.Owed != was.Owed
	}
	if got, want := s.Body.Ordered, c.want.Ordered; got != nil && want != nil && notices.Closes(was, now) {
		_, _, idle := g.Match.Idle()
		want.Passes = got.Passes && idle // the player's choice is not in the export, so the row is trusted here
		want.Closes = !want.Passes
	}
	return c.same(s)
}

// link checks that a row continues the chain of hashes. The hash of a row with a stand-in name cannot be
// computed, so it does not count as one that was checked.
func (c *checker) link(s ledger.Step) error {
	last := c.last
	c.last = s.Row
	seal, stoodIn := storage.Seal(s.Row), s.Sealed == notExported
	switch {
	case s.Seq != last.Seq+1:
		return flaw("row %d stands where row %d should", s.Seq, last.Seq+1)
	case stoodIn && (c.named || s.Body.Salt != ""):
		return flaw("row %d has another name than it is sealed with: no row has from the first on that is sealed with its name or has a salt", s.Seq)
	case !stoodIn && s.Hash != seal:
		return flaw("row %d was changed: its hash is %x, and should be %x", s.Seq, s.Hash, seal)
	case s.Prev != last.Hash:
		return flaw("row %d follows a row with the hash %x: that of row %d is %x", s.Seq, s.Prev, last.Seq, last.Hash)
	}
	c.named = c.named || storage.IsPlayerName(s.Sealed) || s.Body.Salt != ""
	if stoodIn {
		c.StandIns++
	} else {
		c.heads[hex.EncodeToString(s.Hash[:])] = true
	}
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
		if c.Rolls++; roll.Number != uint64(c.Rolls) {
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

// differ returns a Flaw for the first event in which two records differ, nil for none.
func differ(seq uint64, got, want rules.Record) error {
	var is, should []json.RawMessage
	for _, r := range []struct {
		from rules.Record
		to   *[]json.RawMessage
	}{{got, &is}, {want, &should}} {
		raw, err := json.Marshal(r.from)
		if err == nil {
			err = json.Unmarshal(raw, r.to)
		}
		if err != nil {
			return flaw("row %d: %v", seq, err)
		}
	}
	for i := range max(len(is), len(should)) {
		switch {
		case i >= len(is):
			return flaw("row %d lacks what the rules bring as its event %d: %s", seq, i+1,
				ledger.Brief(string(should[i])))
		case i >= len(should):
			return flaw("row %d has an event %d that the rules do not bring: %s", seq, i+1, ledger.Brief(string(is[i])))
		case !bytes.Equal(is[i], should[i]):
			return flaw("row %d: event %d is %s: by the rules it should be %s", seq, i+1, ledger.Brief(string(is[i])),
				ledger.Brief(string(should[i])))
		}
	}
	return nil
}

// same compares the body of a row with the one that the referee would have written, except for live messages
// and calls, which are no part of the game.
func (c *checker) same(s ledger.Step) error {
	want := c.want
	want.Live, want.Wakes, want.Acts, want.Owes = s.Body.Live, s.Body.Wakes, s.Body.Acts, s.Body.Owes
	if s.Seq > 1 { // it is checked by clocks
		want.Clock = s.Body.Clock
	}
	if got, p := s.Body.Result(), want.Result(); got != nil && p != nil {
		p.Announced = got.Announced
	}
	raw, err := json.Marshal(want)
	if err != nil {
		return flaw("row %d: %v", s.Seq, err)
	}
	at := 0
	for at < min(len(raw), len(s.Row.Body)) && raw[at] == s.Row.Body[at] {
		at++
	}
	if at == len(raw) && at == len(s.Row.Body) {
		return nil
	}
	at = max(at-40, 0)
	return flaw("row %d says …%s: it should say …%s", s.Seq, ledger.Brief(string(s.Row.Body[at:])),
		ledger.Brief(string(raw[at:])))
}
