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
	for _, m := range l.messages { // what opens a game has both hashes
		if m.bot && strings.Contains(m.text, v.Commitment) && strings.Contains(m.text, v.Module) {
			bot[m.author] = true
		}
	}
	if err := l.findHashes(v, bot, &f); err != nil {
		return f, err
	}
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

// findHashes finds what was posted of the log. What the bot posted must fit; other people's lines may be wrong, and are
// named. Where nothing tells who the bot is, it could be anybody.
func (l *Log) findHashes(v *proof.Verified, bot map[string]bool, f *Found) error {
	for _, m := range l.messages {
		stranger := len(bot) > 0 && !bot[m.author]
		for _, h := range proof.FindHeads(m.text) {
			if h.Game != v.Game {
				continue
			}
			rows, err := v.Fixes(h)
			switch {
			case err == nil:
				f.Heads++
				f.Last = max(f.Last, rows.Last)
			case len(bot) > 0 && !stranger:
				return flaw("message %d has a hash that the export lacks: %v", m.id, err)
			default:
				f.Strange = append(f.Strange, fmt.Sprintf("message %d, by user %s: %v", m.id, printable(m.author), err))
			}
		}
		if err := l.opening(v, m, stranger, f); err != nil {
			return err
		}
	}
	return nil
}

// opening looks for what the message that opened the game says, and for hashes that older programs posted without a
// line.
func (l *Log) opening(v *proof.Verified, m message, stranger bool, f *Found) error {
	has, lines := map[string]bool{}, proof.FindHeads(m.text)
	for _, found := range hash.FindAllString(m.text, -1) {
		has[found] = true
		rows, err := v.Fixes(proof.Head{Hash: found})
		if err == nil && found != v.First && len(lines) == 0 {
			f.Heads++
			f.Last = max(f.Last, rows.Last)
		}
	}
	if !has[v.Commitment] || stranger {
		return nil
	}
	f.Commitment = true
	f.First = f.First || has[v.First]
	if v.First != "" && has[v.Module] && !has[v.First] {
		return flaw("message %d opened the game, and does not have the hash of the export's first row, %s", m.id,
			v.First)
	}
	return nil
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
