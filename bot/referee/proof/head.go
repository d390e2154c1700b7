package proof

import (
	"bytes"
	"encoding/hex"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/storage"
)

// Head is a hash of the log that somebody has kept: the bare hash as the channel shows it below a phase, or a whole
// line of api.HeadLine, which also names the game and the turn.
type Head struct {
	Hash string     // 64 hex digits in lower case
	Game api.GameID // "" where only the hash was kept
	Turn int        // in which the line was written; 0 where only the hash was kept
}

// headLine matches a hash with its game and turn, as api.HeadLine writes it.
var headLine = regexp.MustCompile(`grognard ([a-z0-9]+) turn ([0-9]{1,4}) ([0-9a-f]{64})\b`)

// roundLine matches a line that names the beacon's round for an order (its hash), as api.RoundLine writes it.
var roundLine = regexp.MustCompile(`grognard ([a-z0-9]+) round ([0-9]{1,18}) ([0-9a-f]{64})\b`)

// ParseHead reads a bare hash, or a text with exactly one line of api.HeadLine. Its error is an *api.Flaw.
func ParseHead(text string) (Head, error) {
	if all := FindHeads(text); len(all) == 1 {
		return all[0], nil
	}
	hash := strings.ToLower(strings.Trim(text, "` \t\r\n"))
	if hash == "" {
		return Head{}, flaw("%q is no hash: it is empty", text)
	}
	if raw, err := hex.DecodeString(hash); err != nil || len(raw) != len(storage.Hash{}) {
		return Head{}, flaw("%q is neither a hash of a log, which has 64 hex digits, nor one line of /dice audit head:true", text)
	}
	return Head{Hash: hash}, nil
}

// FindRounds finds all lines of api.RoundLine of a game in a text.
func FindRounds(text string, game api.GameID) (all []Naming) {
	for _, found := range roundLine.FindAllStringSubmatch(text, -1) {
		if round, err := strconv.ParseUint(found[2], 10, 64); err == nil && api.GameID(found[1]) == game {
			all = append(all, Naming{Order: found[3], Round: round})
		}
	}
	return all
}

// FindHeads finds all lines of api.HeadLine in a text.
func FindHeads(text string) (all []Head) {
	for _, found := range headLine.FindAllStringSubmatch(text, -1) {
		if turn, err := strconv.Atoi(found[2]); err == nil {
			all = append(all, Head{Game: api.GameID(found[1]), Turn: turn, Hash: found[3]})
		}
	}
	return all
}

// Contains checks that the export has all lines of an earlier export of the same game except its first and last,
// unchanged and in their order, and the same first row. Errors are an *api.Flaw.
func (v *Verified) Contains(earlier *Verified) error {
	if v.Game != earlier.Game {
		return flaw("game %s is another one than %s", v.Game, earlier.Game)
	}
	if v.First != earlier.First {
		return flaw("the hash of the first row is %q in one and %q in the other", earlier.First, v.First)
	}
	if v.Finished && earlier.Finished && len(v.lines) != len(earlier.lines) {
		return flaw("one export has %d lines, and the other %d", len(v.lines), len(earlier.lines))
	}
	at := 0
	for i, line := range earlier.lines[1 : len(earlier.lines)-1] { // without the first and last, which may differ
		n := slices.IndexFunc(v.lines[at:], func(later []byte) bool { return bytes.Equal(later, line) })
		if n < 0 {
			return flaw("line %d of the earlier export is not in the later one, or not in its place: %s",
				i+2, ledger.Brief(string(line)))
		}
		at += n + 1
	}
	return nil
}

// LastProven returns the last row that a kept hash proves: when the hash was posted, the rows up to it stood in the log
// as they do now. In the export of a running game, which has no rows, the result is 0. The error, an *api.Flaw, says
// why the hash proves no row: it is of another game, or of rows that the export lacks.
func (v *Verified) LastProven(h Head) (last uint64, err error) {
	if h.Game != "" && h.Game != v.Game {
		return 0, flaw("the hash %s is of game %s, and the export of game %s", h.Hash, h.Game, v.Game)
	}
	row, known := v.heads[h.Hash]
	switch {
	case known:
		return row, nil
	case v.Finished && h.Turn > v.Standing.Turn:
		return 0, flaw("no row has the hash %s that was posted in turn %d: the export ends in turn %d,"+
			" so rows are missing", h.Hash, h.Turn, v.Standing.Turn)
	case !v.Finished && h.Turn > v.Standing.Turn:
		return 0, flaw("the hash %s was posted in turn %d, and the export was made in turn %d:"+
			" export the game anew", h.Hash, h.Turn, v.Standing.Turn)
	}
	if h.Game != "" {
		return 0, flaw("no row has the hash %s that was posted of this game: rows are missing or changed", h.Hash)
	}
	return 0, flaw("no row has the hash %s that was posted: rows are missing, or it is of another game", h.Hash)
}
