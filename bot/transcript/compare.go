package transcript

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger/rounds"
	"grognard/bot/referee/proof"
)

// Found is what a copy of a channel has of a game.
type Found struct {
	Named      int      // messages that named rounds, as the log has them
	Missing    int      // messages that named rounds and are outside the copy
	Unedited   bool     // the copy says that none of them was edited
	Heads      int      // hashes of the log in messages
	Last       uint64   // the last row with such a hash; 0 in a running game
	Late       bool     // the copy begins after the game was opened
	Commitment bool     // a message has the commitment, or the hash of the first row, which has it
	First      bool     // a message has the hash of the first row, or none was posted
	Strange    []string // what somebody should explain, a printable line each
}

// Proved reports whether nothing is left that the channel could show and the copy does not.
func (f Found) Proved() bool {
	return f.Missing == 0 && len(f.Strange) == 0 && (f.Late || f.Commitment && f.First)
}

// hash is a hash in a text, or a longer run of hex digits.
var hash = regexp.MustCompile(`[0-9a-f]{64,}`)

// timeApart is how much the time that a copy has of a message may differ from the time in its identifier.
const timeApart = time.Second

// comparison is a copy of a channel beside an export.
type comparison struct {
	*Log
	*proof.Verified
	Found
	bots    map[string]bool // the authors of messages that the bot alone posts
	first   *message        // the first that named a round; nil where none is known
	horizon uint64          // the last message that the export knows of; all of them where the game is over
}

// Compare compares a copy of a channel with an export. The error says what does not agree, as a *api.Flaw.
func (l *Log) Compare(v *proof.Verified) (Found, error) {
	c := &comparison{Log: l, Verified: v, bots: map[string]bool{}, Found: Found{Unedited: l.edits,
		Late: v.Finished && l.messages[0].at.After(v.Opened), First: v.First == ""}}
	if err := c.namings(); err != nil {
		return c.Found, err
	}
	for _, m := range l.messages { // where none named a round, the first to post what the export has is the bot
		opens := strings.Contains(m.text, v.Commitment) && strings.Contains(m.text, v.Module)
		if len(c.bots) == 0 && m.bot && (opens || slices.ContainsFunc(proof.FindHeads(m.text), c.fits)) {
			c.bots[m.author] = true
		}
	}
	c.findHorizon()
	for _, m := range l.messages {
		if err := c.message(m); err != nil {
			return c.Found, err
		}
	}
	if c.Found.Named+c.Heads == 0 && !c.Found.Commitment {
		return c.Found, flaw("the copy has no message of game %s: it is of another channel, or of another time", v.Game)
	}
	return c.Found, nil
}

func flaw(format string, args ...any) error { return &api.Flaw{What: fmt.Sprintf(format, args...)} }

// namings finds the messages by which the log says that rounds were named, and checks that each is as it was posted.
func (c *comparison) namings() error {
	for _, n := range c.Verified.Named {
		if n.Message == "" {
			continue
		}
		m, err := c.naming(n)
		if err != nil {
			return err
		}
		if m == nil {
			c.Missing++
		} else {
			c.Found.Named++
			c.bots[m.author] = true
			c.first = cmp.Or(c.first, m)
		}
	}
	if len(c.bots) > 1 {
		return flaw("the messages that named rounds are by several users: %s",
			printable(strings.Join(slices.Sorted(maps.Keys(c.bots)), " ")))
	}
	return nil
}

// naming finds the message that named a round, nil where the copy cannot have it.
func (c *comparison) naming(n proof.Naming) (*message, error) {
	id, err := strconv.ParseUint(n.Message, 10, 63)
	posted, unknown := rounds.PostedAt(n.Message)
	if err != nil || unknown != nil {
		return nil, flaw("%q is no message of Discord's", n.Message)
	}
	i, known := slices.BinarySearchFunc(c.messages, id, func(m message, id uint64) int { return cmp.Compare(m.id, id) })
	if !known {
		if !c.Moved && c.messages[0].id < id && id < c.messages[len(c.messages)-1].id {
			return nil, flaw("message %d, which named round %d for order %.12s…, is not in the copy, though older"+
				" and later ones are: it was deleted, or never there", id, n.Round, n.Order)
		}
		return nil, nil
	}
	m := &c.messages[i]
	switch {
	case m.at.Sub(posted).Abs() > timeApart:
		return nil, flaw("message %d is of %s in the copy: its identifier says %s", id, m.at.UTC().Format(time.RFC3339),
			posted.Format(time.RFC3339))
	case !strings.Contains(m.text, n.Order):
		return nil, flaw("message %d does not have the hash of order %s, for which it named round %d by the log", id,
			n.Order, n.Round)
	case !regexp.MustCompile(`\b` + strconv.FormatUint(n.Round, 10) + `\b`).MatchString(m.text):
		return nil, flaw("message %d does not name round %d, as the log says", id, n.Round)
	case !m.edited.IsZero():
		return nil, flaw("message %d, which named round %d for order %.12s…, was edited at %s: the bot edits none",
			id, n.Round, n.Order, m.edited.UTC().Format(time.RFC3339))
	}
	return m, nil
}

// findHorizon finds the last message that fits the export. What is newer can be of a time when a running game's export
// was made already.
func (c *comparison) findHorizon() {
	for _, m := range c.messages {
		if c.Finished || slices.ContainsFunc(proof.FindHeads(m.text), c.fits) ||
			slices.ContainsFunc(proof.FindRounds(m.text, c.Game), c.isNamed) {
			c.horizon = m.id
		}
	}
}

// fits reports whether a hash is one of the game's, as the export has it.
func (c *comparison) fits(h proof.Head) bool {
	_, err := c.Fixes(h)
	return h.Game == c.Game && (err == nil || h.Hash == c.Verified.First)
}

func (c *comparison) isNamed(n proof.Naming) bool {
	return slices.ContainsFunc(c.Verified.Named, func(is proof.Naming) bool {
		return is.Order == n.Order && is.Round == n.Round
	})
}

// message compares what a message says of the game. What the bot says must be in the export; what others say may be
// wrong, and is named.
func (c *comparison) message(m message) error {
	for _, n := range proof.FindRounds(m.text, c.Game) {
		if c.bots[m.author] && m.id <= c.horizon && !c.isNamed(n) {
			return flaw("message %d names round %d for order %.12s…, and the log does not:"+
				" whoever can ignore one can choose", m.id, n.Round, n.Order)
		}
	}
	for _, h := range proof.FindHeads(m.text) {
		if h.Game != c.Game {
			continue
		}
		last, err := c.Fixes(h)
		switch {
		case err == nil:
			c.Heads++
			c.Last = max(c.Last, last)
		case m.id > c.horizon:
		case c.bots[m.author]:
			return flaw("message %d has a hash that the export lacks: %v", m.id, err)
		default:
			c.Strange = append(c.Strange, fmt.Sprintf("message %d, by user %s: %v", m.id, printable(m.author), err))
		}
	}
	return c.opening(m)
}

// opening looks for what the message that opened the game says.
func (c *comparison) opening(m message) error {
	has := hash.FindAllString(m.text, -1)
	first := c.Verified.First != "" && slices.Contains(has, c.Verified.First)
	if !slices.Contains(has, c.Verified.Commitment) && !first || len(c.bots) > 0 && !c.bots[m.author] {
		return nil
	}
	if c.first != nil && m.id > c.first.id && !c.Found.Commitment && !c.Found.Late && !c.Moved {
		c.Strange = append(c.Strange, fmt.Sprintf("message %d opened the game after its first round", m.id))
	}
	c.Found.Commitment, c.Found.First = true, c.Found.First || first
	if slices.Contains(has, c.Module) && !c.Found.First {
		return flaw("message %d opened the game, and does not have the hash of the export's first row, %s", m.id,
			c.Verified.First)
	}
	return nil
}

// printable leaves the digits of users' identifiers.
func printable(authors string) string {
	return regexp.MustCompile(`[^0-9 ]`).ReplaceAllString(authors, "?")
}
