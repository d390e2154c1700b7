package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/rounds"
)

const otherRound = "row %d names round %d of the beacon: the next one that could be named then was %d"

// rounds checks that the round in row s is the beacon's, was named in time and was the next that could be, so that
// nobody chose it, and that nothing came between a command and its dice. before is the time of the row before s.
func (c *checker) rounds(g *ledger.Game, s ledger.Step, before time.Time) error {
	b, w := s.Body, g.Waiting
	if b.Accepted != nil || b.Renamed != nil {
		c.clockBehind = s.At.Equal(before.Add(time.Microsecond))
	}
	rolls := b.Result() != nil && len(b.Result().Record.Rolls()) > 0
	if b.Opened != nil && b.Opened.Beacon != nil {
		if _, err := beacon.Open(b.Opened.Beacon.Chain); err != nil {
			return flaw("row %d: %v", s.Seq, err)
		}
		if p := b.Opened.Beacon.PatienceTime(); p < time.Minute || p > 24*time.Hour {
			return flaw("row %d: no game lets players go on without a silent beacon after %v", s.Seq, p)
		}
		return nil
	}
	switch {
	case g.Beacon == nil && (b.Accepted != nil || b.Bound != nil):
		return flaw("row %d is of a game with the beacon, and the game was opened without", s.Seq)
	case w == nil && (b.Renamed != nil || b.Waived != nil || b.Bound != nil):
		return flaw("row %d is about a round of the beacon, and no order waits for one", s.Seq)
	case w != nil && !b.MayPrecedeDice():
		return flaw("row %d comes between an order and its dice, which wait for round %d of the beacon", s.Seq, w.Round)
	case g.Beacon != nil && rolls && b.Bound == nil:
		return flaw("row %d rolls dice that are bound to no round of the beacon", s.Seq)
	case b.Accepted != nil:
		if hash := sha256.Sum256(b.Accepted.Asked); b.Accepted.Hash != hex.EncodeToString(hash[:]) {
			return flaw("row %d accepts an order as %s: its hash is %x", s.Seq, b.Accepted.Hash, hash)
		}
		if want := rounds.At(g, s.At); b.Accepted.Round != want {
			return flaw(otherRound, s.Seq, b.Accepted.Round, want)
		}
		c.Named = append(c.Named, Naming{Order: b.Accepted.Hash, Round: b.Accepted.Round})
	case b.Waived != nil:
		if want, err := rounds.Waive(g, s.By, w.Round, s.At); err != nil || *want.Waived != *b.Waived {
			return flaw("row %d: %q could not waive the beacon then, or not by this player", s.Seq, b.Waived.Side)
		}
	case b.Renamed != nil:
		want, err := rounds.Later(g, s.At, b.Renamed.Message)
		if err != nil {
			return flaw("row %d names another round of the beacon: %v", s.Seq, err)
		}
		if b.Renamed.Round != want {
			return flaw(otherRound, s.Seq, b.Renamed.Round, want)
		}
		c.Late++
		c.namedBy(b.Renamed.Message) // the message of the round before, which was posted too late
		c.Named = append(c.Named, Naming{Order: w.Hash, Round: b.Renamed.Round})
	case b.Bound != nil:
		return c.bound(g, s)
	}
	return nil
}

// bound checks the round of the beacon to which row s binds the dice of the waiting command.
func (c *checker) bound(g *ledger.Game, s ledger.Step) error {
	b, w := *s.Body.Bound, g.Waiting
	if b.Round != w.Round {
		return flaw("row %d has round %d of the beacon: round %d was named", s.Seq, b.Round, w.Round)
	}
	switch p := s.Body.Result(); {
	case b.Void != (p == nil):
		return flaw("row %d must either have the result of an order or say that there is none", s.Seq)
	case p != nil && !bytes.Equal(p.Asked, w.Asked):
		return flaw("row %d is of another order than was accepted", s.Seq)
	}
	if b.Without {
		if b != (ledger.Bound{Round: b.Round, Without: true, Void: b.Void}) {
			return flaw("row %d goes on without the beacon, and has a round of it", s.Seq)
		}
		if !w.Agreed(len(g.Seats)) {
			return flaw("row %d goes on without the beacon: not every side has agreed to that", s.Seq)
		}
		c.Without++
		return nil
	}
	signature, err := hex.DecodeString(b.Signature)
	if err != nil {
		return flaw("row %d: the signature of round %d is not written in hex digits", s.Seq, b.Round)
	}
	if err := g.Chain.Verify(b.Round, signature); err != nil {
		return flaw("row %d: %v", s.Seq, err)
	}
	want := ledger.BoundTo(beacon.Round{Number: b.Round, Signature: signature}, b.Message)
	want.Void = b.Void // it was checked above
	if b != want {
		return flaw("row %d: the value of round %d is %s, and should be %s", s.Seq, b.Round, b.Randomness,
			want.Randomness)
	}
	posted, err := inTime(g.Chain, b.Round, b.Message)
	if err != nil {
		return flaw("row %d: %v", s.Seq, err)
	}
	due := g.Chain.Time(b.Round)
	if posted.Add(clockSkew).Before(w.At) && !c.clockBehind {
		return flaw("row %d: message %s was posted at %s, before the order was given at %s",
			s.Seq, b.Message, posted.Format(timeFormat), w.At.Format(timeFormat))
	}
	if s.At.Before(due) {
		return flaw("row %d is of %s, before its round %d was due at %s", s.Seq, s.At.Format(timeFormat), b.Round,
			due.Format(timeFormat))
	}
	c.Rounds++
	c.namedBy(b.Message)
	return nil
}

// namedBy stores the ID of the message that named the last round of c.Named.
func (c *checker) namedBy(message string) {
	if n := len(c.Named); n > 0 {
		c.Named[n-1].Message = message
	}
}

// inTime returns when the message that named a round was posted, and an *api.Flaw if that was too late.
func inTime(c *beacon.Chain, round uint64, message string) (time.Time, error) {
	posted, err := rounds.PostedAt(message)
	if due := c.Time(round); err == nil && posted.Add(rounds.NoticeBeforeRound).After(due) {
		err = flaw("message %s was posted at %s, too late to name round %d, which was due at %s",
			message, posted.Format(timeFormat), round, due.Format(timeFormat))
	}
	return posted, err
}

// checkRounds checks the rounds in the export of a running game.
func (p *parsed) checkRounds(v *Verified) error {
	if p.game.Beacon == nil {
		return nil
	}
	chain, err := beacon.Open(p.game.Beacon.Chain)
	if err != nil {
		return flaw("%v", err)
	}
	seen := map[uint64]bool{}
	for _, r := range p.rolls {
		if r.Signature == "" || seen[r.Round] {
			continue
		}
		signature, err := hex.DecodeString(r.Signature)
		if err == nil {
			err = chain.Verify(r.Round, signature)
		}
		if err == nil {
			_, err = inTime(chain, r.Round, r.Message)
		}
		if err != nil {
			return flaw("roll %d: %v", r.Number, err)
		}
		seen[r.Round] = true
		v.Rounds++
		v.Named = append(v.Named, Naming{r.Order, r.Round, plain(r.Message)})
	}
	return nil
}

// clockSkew is how far the bot's clock may differ from Discord's before a row is refused for it.
const clockSkew = 10 * time.Minute

// timeFormat is how times are written where seconds matter.
const timeFormat = "2006-01-02 15:04:05.000 MST"
