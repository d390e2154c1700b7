package referee

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"grognard/bot/clock"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/order"
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
	want   body // what the referee would have written for the present row
}

// before checks a row against the game before it.
func (c *checker) before(g *game, s step) error {
	if err := c.link(s); err != nil {
		return err
	}
	if names, may := s.body.names(); names && s.SealedTo == "" || !may && s.SealedTo != "" {
		return flaw("row %d: a seat is handed over to a user, or a part beside it, and nothing else is", s.Seq)
	}
	if (s.body.Opened != nil) != (s.Seq == 1) {
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
	if c.want, err = g.expected(s); err != nil {
		return c.refused(s, err)
	}
	if (s.body.Ended != nil) == (c.want.Ended != nil) {
		if err := differ(s.Seq, s.body.record(), c.want.record()); err != nil {
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
func (c *checker) older(g *game, s step) error {
	switch b := s.body; {
	case b.Answered != nil && len(g.Offers) == 0:
		return flaw("row %d answers an offer, and none was made", s.Seq)
	case b.Started != nil && string(b.Started.Asked) != startAsked:
		return flaw("row %d asks for %s: a game begins by %s", s.Seq, brief(string(b.Started.Asked)), startAsked)
	case b.Ordered != nil:
		by := s.By
		if b.Bound != nil { // the row with the dice has no giver
			by = g.Waiting.By
		}
		if _, _, err := g.parseAsked(by, b.Ordered.Asked); err != nil {
			return c.refused(s, err)
		}
	}
	return nil
}

// after checks the parts of a row that depend on its result.
func (c *checker) after(g *game, s step, was view.Standing) error {
	now := g.match.Standing()
	posts := s.body.reports() || g.Started && now.Over && !was.Over
	if posts {
		c.Phases++
	}
	if c.Older != 0 {
		return nil
	}
	if c.salted = c.salted || s.body.Salt != ""; posts && c.salted {
		c.want.Salt = g.salt(s.Seq)
	}
	if got, want := s.body.play(), c.want.play(); got != nil && want != nil {
		// standing orders are not in the export, so the row is trusted here
		want.Answers = got.Answers && now.Owed != 0 && now.Owed != was.Owed
	}
	if got, want := s.body.Ordered, c.want.Ordered; got != nil && want != nil && closes(was, now) {
		_, _, idle := g.match.Idle()
		want.Passes = got.Passes && idle // the player's choice is not in the export, so the row is trusted here
		want.Closes = !want.Passes
	}
	return c.same(s)
}

// link checks that a row continues the chain of hashes. The hash of a row with a stand-in name cannot be
// computed, so it does not count as one that was checked.
func (c *checker) link(s step) error {
	last := c.last
	c.last = s.Row
	seal, stoodIn := storage.Seal(s.Row), s.Sealed == notExported
	switch {
	case s.Seq != last.Seq+1:
		return flaw("row %d stands where row %d should", s.Seq, last.Seq+1)
	case stoodIn && (c.named || s.body.Salt != ""):
		return flaw("row %d has another name than it is sealed with: no row has from the first on that is sealed with its name or has a salt", s.Seq)
	case !stoodIn && s.Hash != seal:
		return flaw("row %d was changed: its hash is %x, and should be %x", s.Seq, s.Hash, seal)
	case s.Prev != last.Hash:
		return flaw("row %d follows a row with the hash %x: that of row %d is %x", s.Seq, s.Prev, last.Seq, last.Hash)
	}
	c.named = c.named || storage.IsPlayerName(s.Sealed) || s.body.Salt != ""
	if stoodIn {
		c.StandIns++
	} else {
		c.heads[hex.EncodeToString(s.Hash[:])] = true
	}
	return nil
}

// dice checks that the rolls of a row have the next numbers, and their faces come from the secret.
func (c *checker) dice(g *game, s step) error {
	p := s.body.play()
	if p == nil {
		return nil
	}
	c.Orders++
	var value []byte
	if b := s.body.Bound; b != nil {
		var err error
		if value, err = b.value(); err != nil {
			return flaw("row %d: the signature is not written in hex digits", s.Seq)
		}
	}
	roller := g.roller(sha256.Sum256(p.Asked), value)
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
func (c *checker) refused(s step, err error) error {
	var f *Flaw
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
			return flaw("row %d lacks what the rules bring as its event %d: %s", seq, i+1, brief(string(should[i])))
		case i >= len(should):
			return flaw("row %d has an event %d that the rules do not bring: %s", seq, i+1, brief(string(is[i])))
		case !bytes.Equal(is[i], should[i]):
			return flaw("row %d: event %d is %s: by the rules it should be %s", seq, i+1, brief(string(is[i])),
				brief(string(should[i])))
		}
	}
	return nil
}

// same compares the body of a row with the one that the referee would have written, except for live messages
// and calls, which are no part of the game.
func (c *checker) same(s step) error {
	want := c.want
	want.Live, want.Wakes, want.Acts, want.Owes = s.body.Live, s.body.Wakes, s.body.Acts, s.body.Owes
	if s.Seq > 1 { // it is checked by clocks
		want.Clock = s.body.Clock
	}
	if got, p := s.body.play(), want.play(); got != nil && p != nil {
		p.Told = got.Told
	}
	raw, err := json.Marshal(want)
	if err != nil {
		return flaw("row %d: %v", s.Seq, err)
	}
	at := 0
	for at < min(len(raw), len(s.Body)) && raw[at] == s.Body[at] {
		at++
	}
	if at == len(raw) && at == len(s.Body) {
		return nil
	}
	at = max(at-40, 0)
	return flaw("row %d says …%s: it should say …%s", s.Seq, brief(string(s.Body[at:])), brief(string(raw[at:])))
}

// expected is the body that the referee would have written for a row, given the game before the row.
func (g *game) expected(s step) (body, error) {
	b := s.body
	switch {
	case b.Master != nil:
		return g.expectedMaster(s)
	case b.Timed != nil:
		return g.expectedTimed(s)
	case b.Reseated != nil:
		return g.expectedReseat(s)
	case b.Opened != nil:
		return g.expectedOpening(b.Opened)
	case b.Joined != nil:
		return g.join(s.By, b.Joined.Side, b.Joined.Word)
	case b.Worded != nil:
		return g.giveWord(s.By, b.Worded.Word)
	case b.Left != nil:
		return g.leave(s.By)
	case b.Bound != nil:
		to := *b.Bound
		to.Void = false
		return g.resolveWaiting(to)
	case b.Accepted != nil:
		return g.expectedAccept(s)
	case b.Renamed != nil:
		return body{Version: bodyVersion, Renamed: b.Renamed}, nil
	case b.Waived != nil:
		return g.waive(s.By, g.Waiting.Round, s.At)
	case b.Started != nil:
		return g.begin(s.By)
	case b.Ordered != nil:
		return g.expectedOrder(s.By, b.Ordered.Standing, b.Ordered.Asked,
			func(o order.Order) (order.Order, error) { return b.Ordered.Record.Piled(o), nil })
	case b.Proposed != nil:
		return g.propose(s.By, b.Proposed.Ending)
	case b.Answered != nil:
		return g.decline(s.By, len(g.Offers))
	case b.Vacation != nil:
		return g.vacation(s.By)
	case b.Ended != nil && b.Ended.Ending == Resigned:
		return g.resign(s.By)
	case b.Ended != nil && b.Ended.Ending == Forfeited:
		return g.claim(s.By, 0)
	case b.Ended != nil && !g.Started:
		return g.cancel(s.By, s.At)
	case b.Ended != nil:
		return g.propose(s.By, b.Ended.Ending) // a proposal of what the other side has offered accepts it
	}
	side, err := g.sideInPlay(s.By)
	switch {
	case err != nil:
		return body{}, err
	case b.Undone != nil && b.Undone.Consent:
		return g.answerUndo(s.By, 0, true)
	case b.Undone != nil, b.UndoAsked != nil:
		return g.takeBack(s.By, side, "")
	case b.UndoDenied != nil:
		return g.answerUndo(s.By, 0, false)
	}
	return body{}, errors.New("it says nothing")
}

// expectedMaster is expected for what a game master did. The log does not say in which channel a game began;
// after that each move starts from the channel of the one before.
func (g *game) expectedMaster(s step) (body, error) {
	m := s.body.Master
	if g.kept.Channel == "" {
		g.kept.Channel = m.From
	}
	rowBody, err := g.intervene(s.By, m.intervention(s.To))
	if m.Does == Move {
		g.kept.Channel = m.Channel
	}
	return rowBody, err
}

// expectedOpening is expected for the opening of the game.
func (g *game) expectedOpening(o *opened) (body, error) {
	scenario, ok := g.def.Scenario(o.Scenario)
	if !ok {
		return body{}, ErrNoScenario
	}
	set, err := rules.Setup(g.def, scenario.ID)
	if err != nil {
		return body{}, err
	}
	if terms, err := clock.Parse(o.Clock); o.Clock != "" && (err != nil || terms.None() || terms.String() != o.Clock) {
		return body{}, &Flaw{fmt.Sprintf("it has the clocks %q, which no terms are", o.Clock)}
	}
	if o.Joined != nil && !g.def.Plays(o.Joined.Side) {
		return body{}, ErrNoSide
	}
	return body{Version: bodyVersion, Opened: &opened{Module: o.Module, Hash: hex.EncodeToString(g.kept.Module[:]),
		Scenario:   scenario.ID,
		Commitment: dice.Commitment(g.kept.Secret), Rulings: rules.Revision, Start: startOf(set), Clock: o.Clock,
		Joined: o.Joined, Beacon: o.Beacon}}, nil
}

// expectedAccept is expected for a command that waits for dice. Its round is checked by rounds.
func (g *game) expectedAccept(s step) (rowBody body, err error) {
	a := *s.body.Accepted
	var command orderPayload
	if err := json.Unmarshal(a.Asked, &command); err != nil {
		return body{}, err
	}
	if command.Side == "" {
		rowBody, err = g.begin(s.By)
	} else {
		rowBody, err = g.expectedOrder(s.By, a.Standing, a.Asked, a.Piles.apply)
	}
	if rowBody.Accepted != nil {
		rowBody.Accepted.Round = a.Round
	}
	return rowBody, err
}

// expectedOrder is expected for an order; piled puts its units into the order in which its giver named them. An
// order without a giver is of a standing order, or ends a phase automatically.
func (g *game) expectedOrder(by string, standing bool, raw json.RawMessage,
	piled func(order.Order) (order.Order, error)) (rowBody body, err error) {
	if by == "" && !standing {
		side, end, idle := g.match.Idle()
		if !g.Passing || !idle {
			return body{}, &Flaw{"nobody gave the order, and no phase was to pass by itself"}
		}
		return g.decide(side, end)
	}
	side := g.match.Standing().By
	switch {
	case !standing:
		side, err = g.sideGivingOrder(by)
	case by != "" || side == "" || g.acting() == "":
		err = &Flaw{"a standing order answers what is owed, and nobody gives it"}
	}
	if err != nil {
		return body{}, err
	}
	of, o, err := g.parseAsked(by, raw)
	if err != nil {
		return body{}, err
	}
	if of != side {
		return body{}, &Flaw{fmt.Sprintf("the order is of the side %q, and its giver plays %q", of, side)}
	}
	if o, err = piled(o); err != nil {
		return body{}, err
	}
	if !standing {
		if err := g.rightsOf(by, side).check(o); err != nil {
			return body{}, err
		}
	}
	if rowBody, err = g.decide(side, o); standing {
		rowBody = rowBody.byStandingOrder()
	}
	return rowBody, err
}

// parseAsked reads an encoded command: the order and its side. It refuses a second spelling.
func (g *game) parseAsked(by string, raw json.RawMessage) (order.Side, order.Order, error) {
	var a orderPayload
	if err := json.Unmarshal(raw, &a); err != nil {
		return "", order.Order{}, err
	}
	o, err := g.match.Unspell(a.Order)
	if err != nil {
		return "", o, err
	}
	if by != "" && o.Word(order.Idle) != "" { // it would be a second spelling, with other dice
		return "", o, &Flaw{"a player gave the order, and it has the mark of a phase that passes by itself"}
	}
	spelled, _, err := a.encode()
	if err == nil && !bytes.Equal(spelled, raw) {
		err = &Flaw{fmt.Sprintf("it asks for %s: that is spelled %s", brief(string(raw)), brief(string(spelled)))}
	}
	return a.Side, o, err
}
