package transcript

import (
	"cmp"
	"fmt"
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
	Missing    int      // messages that named rounds before the copy begins, or after it ends
	Unedited   bool     // the copy says that none of them was edited
	Heads      int      // hashes of the log in messages
	Last       uint64   // the last row with such a hash; 0 in a running game
	Commitment bool     // a message has the commitment
	First      bool     // a message has the hash of the first row
	Strange    []string // lines of witnesses that do not fit, with who posted them; each is printable
}

// hash is a hash in a text, or a longer run of hex digits.
var hash = regexp.MustCompile(`[0-9a-f]{64,}`)

// timeApart is how much the time that a copy has of a message may differ from the time in its identifier.
const timeApart = time.Second

// Compare compares a copy of a channel with an export. The error says what does not agree, as a *api.Flaw.
func (l *Log) Compare(v *proof.Verified) (Found, error) {
	f := Found{Unedited: l.edits}
	bot, named := map[string]bool{}, map[uint64]bool{}
	for _, n := range v.Named {
		m, err := l.naming(n)
		if err != nil {
			return f, err
		}
		if m == nil {
			f.Missing++
			continue
		}
		f.Named++
		bot[m.author], named[m.id] = true, true
	}
	l.findHashes(v, bot, &f)
	if f.Named+f.Heads == 0 && !f.Commitment {
		return f, flaw("the copy has no message of game %s: it is of another channel, or of another time", v.Game)
	}
	return f, l.ignored(v, bot, named)
}

func flaw(format string, args ...any) error { return &api.Flaw{What: fmt.Sprintf(format, args...)} }

// naming finds the message that named a round, nil where the copy cannot have it, and checks that it is as it was
// posted.
func (l *Log) naming(n proof.Naming) (*message, error) {
	id, err := strconv.ParseUint(n.Message, 10, 63)
	if err != nil {
		return nil, flaw("%q is no message of Discord's", n.Message)
	}
	posted, err := rounds.PostedAt(n.Message)
	if err != nil {
		return nil, flaw("%v", err)
	}
	i, known := slices.BinarySearchFunc(l.messages, id, func(m message, id uint64) int { return cmp.Compare(m.id, id) })
	if !known {
		if l.messages[0].id < id && id < l.messages[len(l.messages)-1].id {
			return nil, flaw("message %d, which named round %d for order %.12s…, is not in the copy, though older"+
				" and later ones are: it was deleted, or never there", id, n.Round, n.Order)
		}
		return nil, nil
	}
	m := &l.messages[i]
	switch {
	case m.at.Sub(posted).Abs() > timeApart:
		return nil, flaw("message %d is of %s in the copy: its identifier says %s", id, m.at.UTC().Format(time.RFC3339),
			posted.Format(time.RFC3339))
	case !m.edited.IsZero():
		return nil, flaw("message %d, which named round %d for order %.12s…, was edited at %s: the bot edits none",
			id, n.Round, n.Order, m.edited.UTC().Format(time.RFC3339))
	case !strings.Contains(m.text, n.Order):
		return nil, flaw("message %d does not have the hash of order %s, for which it named round %d by the log", id,
			n.Order, n.Round)
	case !says(m.text, n.Round):
		return nil, flaw("message %d does not name round %d, as the log says", id, n.Round)
	}
	return m, nil
}

// says reports whether a text has a number.
func says(text string, number uint64) bool {
	return regexp.MustCompile(`\b` + strconv.FormatUint(number, 10) + `\b`).MatchString(text)
}

// findHashes finds what the bot posted of the log, and lines of witnesses that do not fit. Where no message named a
// round, nobody knows who the bot is, and everybody's messages count.
func (l *Log) findHashes(v *proof.Verified, bot map[string]bool, f *Found) {
	for _, m := range l.messages {
		if !bot[m.author] {
			f.witness(v, m)
		}
		if len(bot) > 0 && !bot[m.author] {
			continue
		}
		for _, found := range hash.FindAllString(m.text, -1) {
			rows, err := v.Fixes(proof.Head{Hash: found})
			f.First = f.First || found == v.First
			switch {
			case found == v.Commitment:
				f.Commitment = true
			case err == nil:
				f.Heads++
				f.Last = max(f.Last, rows.Last)
			}
		}
	}
}

// witness notes a line of /dice head of this game that the export does not have.
func (f *Found) witness(v *proof.Verified, m message) {
	for line := range strings.Lines(m.text) {
		h, err := proof.ParseHead(line)
		if err != nil || h.Game != v.Game {
			continue
		}
		if _, err := v.Fixes(h); err != nil {
			f.Strange = append(f.Strange, fmt.Sprintf("message %d, by user %s: %v", m.id, printable(m.author), err))
		}
	}
}

// printable leaves the digits of a user's identifier.
func printable(author string) string {
	return regexp.MustCompile(`[^0-9]`).ReplaceAllString(author, "?")
}

// ignored finds a message of the bot's that names another round for an order than the log does: whoever could ignore
// one could choose among dice.
func (l *Log) ignored(v *proof.Verified, bot map[string]bool, named map[uint64]bool) error {
	of := map[string][]uint64{} // the rounds of each order
	for _, n := range v.Named {
		of[n.Order] = append(of[n.Order], n.Round)
	}
	for _, m := range l.messages {
		if !bot[m.author] || named[m.id] {
			continue
		}
		for _, found := range hash.FindAllString(m.text, -1) {
			if r := of[found]; r != nil && !slices.ContainsFunc(r, func(n uint64) bool { return says(m.text, n) }) {
				return flaw("message %d has the hash of order %.12s…, and names no round of it that the log has", m.id,
					found)
			}
		}
	}
	return nil
}
