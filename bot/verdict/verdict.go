package verdict

import (
	"cmp"
	"fmt"
	"io"

	"grognard/bot/referee/proof"
	"grognard/bot/transcript"
	"grognard/rules"
)

// The statuses of a verdict. The worst one of all files counts.
const (
	Right     = 0
	Wrong     = 1 // a file is wrong, or cannot be read
	NotProved = 2 // nothing is wrong, but something can be neither confirmed nor refuted
)

// Question is what somebody wants to have checked, and with what.
type Question struct {
	Files   []string // exports, as JSON lines or with gzip; those of a running game must be in a later one
	Heads   []string // hashes or lines of /dice head that he kept
	Log     string   // a copy of the game's channel; "" for none
	Changes bool     // he wants to see what is not as it ships in the games' modules
}

// Of checks exports. For each it writes a few lines about what was checked, or one line about the first mistake. The
// error says which file cannot be read, or what is no hash.
func Of(out io.Writer, q Question) (status int, err error) {
	c := checks{Question: q}
	if c.heads, err = parseHeads(q.Heads); err != nil {
		return Wrong, err
	}
	if q.Log != "" {
		if c.log, err = readLog(q.Log); err != nil {
			return Wrong, err
		}
	}
	for _, name := range q.Files {
		file, err := read(name)
		if err != nil {
			return Wrong, err
		}
		words, proved, wrong := c.check(file)
		switch {
		case wrong != nil:
			status = Wrong
			_, err = fmt.Fprintf(out, "%s: WRONG: %v\n", name, wrong)
		case !proved:
			status = cmp.Or(status, NotProved)
			_, err = fmt.Fprintf(out, "%s: NOT ALL CHECKED: %s\n", name, words)
		default:
			_, err = fmt.Fprintf(out, "%s: right: %s\n", name, words)
		}
		if err != nil {
			return Wrong, err
		}
	}
	return status, nil
}

// checks are the checks of several exports.
type checks struct {
	Question
	heads  []proof.Head
	log    *transcript.Log
	passed []*proof.Verified
}

// check checks an export by itself, then against what was kept, then against the exports before it.
func (c *checks) check(file []byte) (words string, proved bool, err error) {
	v, err := proof.Verify(file, rules.Modules())
	if err != nil {
		return "", false, err
	}
	words, proved = report(v), !v.Unchecked()
	if v.Finished || len(c.Files) == 1 {
		fixed, err := fixedBy(v, c.heads)
		if err != nil {
			return "", false, err
		}
		words += fixed
	}
	if c.log != nil {
		found, err := c.log.Compare(v)
		if err != nil {
			return "", false, err
		}
		words += foundInChannel(v, found)
		proved = proved && len(found.Strange) == 0
	}
	for _, other := range c.passed {
		if earlier, later := byTime(other, v); earlier != nil {
			if err := later.Holds(earlier); err != nil {
				return "", false, err
			}
		}
	}
	if c.passed = append(c.passed, v); c.Changes {
		words += listChanges(v)
	}
	return words, proved, nil
}

// byTime orders two exports of a game by time; the earlier one was made while the game was under way. It returns nil if
// they are of different games, or both were made after the end.
func byTime(a, b *proof.Verified) (earlier, later *proof.Verified) {
	switch {
	case a.Game != b.Game || a.Finished && b.Finished:
		return nil, nil
	case a.Finished || !b.Finished && b.Rolls+b.Phases < a.Rolls+a.Phases:
		return b, a
	}
	return a, b
}
