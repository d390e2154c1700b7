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

// Found is what Compare has found of a game in a copy of its channel.
type Found struct {
	Named      int      // messages that named rounds, as the log has them
	Missing    int      // messages that named rounds and are outside the copy
	Unedited   bool     // the copy says which messages were edited; an edited one that named a round is an error
	Heads      int      // hashes of the log in messages
	Last       uint64   // the last row with such a hash; 0 in a running game
	Late       bool     // the copy begins after the game was opened
	Commitment bool     // a message has the commitment, or the hash of the first row, which has it
	First      bool     // a message has the hash of the first row, or the export has no such hash
	Strange    []string // what somebody should explain, a printable line each
}

// Proved reports whether the copy shows everything that the channel can show, and nothing that must be explained.
func (f Found) Proved() bool {
	return f.Missing == 0 && len(f.Strange) == 0 && (f.Late || f.Commitment && f.First)
}

// hash matches a hash in a text, or a longer run of hex digits, which is none.
var hash = regexp.MustCompile(`[0-9a-f]{64,}`)

// timeApart is how far a message's time in the copy may differ from the time in its identifier.
const timeApart = time.Second

// comparison is a copy of a channel beside an export.
type comparison struct {
	*Log
	*proof.Verified
	Found
	bots    map[string]bool // the authors of messages that the bot alone posts
	first   *message        // the first message that named a round; nil if the copy has none
	horizon uint64          // the ID of the last message that the export can know; the copy's last if the game is over
}

// Compare compares a copy of a channel with an export. The error says what does not agree, as an *api.Flaw.
func (l *Log) Compare(v *proof.Verified) (Found, error) {
	c := &comparison{Log: l, Verified: v, bots: map[string]bool{}, Found: Found{Unedited: l.edits,
		Late: v.Finished && l.messages[0].at.After(v.Opened), First: v.First == ""}}
	if err := c.namings(); err != nil {
		return c.Found, err
	}
	for _, m := range l.messages { // if none named a round, the bot is the first bot that posted what the export has
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

// findHorizon sets the horizon to the last message that fits the export. Newer messages may have been posted after a
// running game was exported.
func (c *comparison) findHorizon() {
	for _, m := range c.messages {
		if c.Finished || slices.ContainsFunc(proof.FindHeads(m.text), c.fits) ||
			slices.ContainsFunc(proof.FindRounds(m.text, c.Game), c.isNamed) {
			c.horizon = m.id
		}
	}
}

// fits reports whether h is a hash of this game that the export has.
func (c *comparison) fits(h proof.Head) bool {
	_, err := c.LastProven(h)
	return h.Game == c.Game && (err == nil || h.Hash == c.Verified.First)
}

func (c *comparison) isNamed(n proof.Naming) bool {
	return slices.ContainsFunc(c.Verified.Named, func(is proof.Naming) bool {
		return is.Order == n.Order && is.Round == n.Round
	})
}

// message compares what a message says of the game with the export. What the bot says must be in the export. What
// others say may be wrong, and is then added to Strange.
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
		last, err := c.LastProven(h)
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

// opening looks in m for the commitment and the hash of the first row, which the message that opened the game has.
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

// printable returns users' IDs with a question mark for each character that is neither a digit nor a blank.
func printable(authors string) string {
	return regexp.MustCompile(`[^0-9 ]`).ReplaceAllString(authors, "?")
}
