package verdict

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"grognard/bot/referee/proof"
	"grognard/bot/transcript"
	"grognard/rules"
	"grognard/storage"
)

// The statuses of a verdict. The worst one of all files counts.
const (
	Right     = 0
	Wrong     = 1 // a file is wrong, or cannot be read
	NotProved = 2 // nothing is wrong, but something can be neither confirmed nor refuted, or is not read any more
)

// Question says what is to be checked, and against what.
type Question struct {
	Files   []string // exports, as JSON lines or with gzip; one of a running game is proved by the one of its end
	Heads   []string // hashes or lines of /dice audit head:true that the asker kept
	Log     string   // a copy of the game's channel; "" for none
	Changes bool     // list what in the games' modules is not as the program ships it
}

// Of checks exports. For each it writes a few lines about what was checked, or one line about the first mistake. The
// error says that a head is no hash, that the log is no copy of a channel, or that out cannot be written.
func Of(out io.Writer, q Question) (status int, err error) {
	heads, err := parseHeads(q.Heads)
	if err != nil {
		return Wrong, err
	}
	var log *transcript.Log
	if q.Log != "" {
		if log, err = readChannelCopy(q.Log); err != nil {
			return Wrong, err
		}
	}
	all := make([]*export, len(q.Files))
	for i, name := range q.Files {
		all[i] = check(name)
	}
	compare(all)
	for _, h := range heads {
		checkHead(all, h)
	}
	for _, e := range all {
		e.compareWith(log)
		if q.Changes && e.wrong == nil {
			e.words += listChanges(e.Verified)
		}
		if err := e.write(out); err != nil {
			return Wrong, err
		}
		if e.status() == Wrong || status == Right {
			status = e.status()
		}
	}
	return status, nil
}

// export is an export with what was found.
type export struct {
	*proof.Verified
	name   string
	words  string
	wrong  error
	doubts bool   // something can be neither confirmed nor refuted
	within string // for a running game: the name of the export of its end that has all these lines; "" for none
}

// check reads an export and checks it by itself.
func check(name string) *export {
	e := &export{name: name}
	file, err := readUpTo(name, maxExport)
	if err == nil {
		e.Verified, err = proof.Verify(file, rules.Modules())
	}
	if e.wrong = err; err == nil {
		e.words, e.doubts = report(e.Verified), e.Unchecked()
	}
	return e
}

// compare compares the exports of each game with one another. If a later one lacks lines of an earlier, both are wrong.
func compare(all []*export) {
	for i, a := range all {
		for _, b := range all[:i] {
			if a.Verified == nil || b.Verified == nil || a.Game != b.Game && a.Commitment != b.Commitment {
				continue
			}
			early, late := b, a // in the order in which they were made, if at most one was made after the end
			if b.Finished && !a.Finished || !a.Finished && !b.Finished && a.Rolls+a.Phases < b.Rolls+b.Phases {
				early, late = a, b
			}
			if err := late.Contains(early.Verified); err != nil {
				for e, other := range map[*export]*export{early: late, late: early} {
					if e.wrong == nil {
						e.wrong = fmt.Errorf("it contradicts %s, so one of them is not this game: %w", other.name, err)
					}
				}
			} else if late.Finished && !early.Finished && late.wrong == nil {
				early.within = late.name
			}
		}
	}
}

// checkHead looks for a kept hash. It must be in each export of its game's end, or if there is none, in one export of
// the running game. If only the hash was kept, its game is the one that has it.
func checkHead(all []*export, h proof.Head) {
	tried := slices.DeleteFunc(slices.Clone(all), func(e *export) bool {
		return e.wrong != nil || h.Game != "" && e.Game != h.Game
	})
	over := slices.DeleteFunc(slices.Clone(tried), func(e *export) bool { return !e.Finished })
	if len(over) > 0 {
		tried = over
	}
	errs, found := map[*export]error{}, false
	for _, e := range tried {
		last, err := e.LastProven(h)
		if errs[e] = err; err == nil {
			found = true
			proves := "stands among those that were posted"
			if last > 0 {
				proves = fmt.Sprintf("proves rows 1 to %d", last)
			}
			e.words += fmt.Sprintf("\n  the hash %s %s", h.Hash, proves)
		}
	}
	if h.Game == "" && found && slices.ContainsFunc(tried, func(e *export) bool { return e.Game != tried[0].Game }) {
		return // the games that lack the hash are others than its own
	}
	for e, err := range errs {
		if err != nil && (e.Finished || !found) {
			e.wrong = err
		}
	}
	if len(tried) == 0 && len(all) > 0 && all[0].wrong == nil {
		all[0].wrong = fmt.Errorf("no file is of game %s, of which the hash %s is", h.Game, h.Hash)
	}
}

// compareWith compares an export with a copy of the channel; log is nil if there is none.
func (e *export) compareWith(log *transcript.Log) {
	if log == nil || e.wrong != nil {
		return
	}
	found, err := log.Compare(e.Verified)
	if e.wrong = err; err == nil {
		e.words += foundInChannel(found)
		e.doubts = e.doubts || !found.Proved()
	}
}

// status returns the status of an export. Only the export of a game's end can prove that of the running game.
func (e *export) status() int {
	switch {
	case errors.Is(e.wrong, storage.ErrBeforeBase):
		return NotProved
	case e.wrong != nil:
		return Wrong
	case e.doubts || !e.Finished && e.within == "":
		return NotProved
	}
	return Right
}

// write writes what was found.
func (e *export) write(out io.Writer) (err error) {
	switch {
	case errors.Is(e.wrong, storage.ErrBeforeBase):
		_, err = fmt.Fprintf(out, "%s: NOT CHECKED: %v\n", e.name, e.wrong)
	case e.wrong != nil:
		_, err = fmt.Fprintf(out, "%s: WRONG: %v\n", e.name, e.wrong)
	case e.within != "":
		_, err = fmt.Fprintf(out, "%s: right: all of it is in %s: %s\n", e.name, e.within, e.words)
	case e.status() == NotProved:
		_, err = fmt.Fprintf(out, "%s: NOT ALL CHECKED: %s\n", e.name, e.words)
	default:
		_, err = fmt.Fprintf(out, "%s: right: %s\n", e.name, e.words)
	}
	return err
}
