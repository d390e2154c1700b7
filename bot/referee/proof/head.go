package proof

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"grognard/bot/referee/api"
	"grognard/storage"
)

// Head is a hash of the log that somebody has kept: as the channel shows it below a phase, or as a whole line of a
// witness, which says what it is of.
type Head struct {
	Hash string     // 64 hex digits in lower case
	Game api.GameID // "" where only the hash was kept
	Turn int        // in which it was the last one; 0 where only the hash was kept
}

// headLabel is the first word of a line of a witness.
const headLabel = "grognard"

// String returns the line that a witness keeps, or the hash alone.
func (h Head) String() string {
	if h.Game == "" {
		return h.Hash
	}
	return fmt.Sprintf("%s %s turn %d %s", headLabel, h.Game, h.Turn, h.Hash)
}

// ParseHead reads a hash, or a line that String returns. The error says what is wrong, as a *Flaw.
func ParseHead(text string) (Head, error) {
	words := strings.Fields(strings.Trim(text, "` \t\r\n"))
	if len(words) == 0 {
		return Head{}, flaw("%q is no hash: it is empty", text)
	}
	h := Head{Hash: strings.ToLower(words[len(words)-1])}
	if raw, err := hex.DecodeString(h.Hash); err != nil || len(raw) != len(storage.Hash{}) {
		return Head{}, flaw("%q is no hash of a log: one has 64 hex digits", text)
	}
	if len(words) == 1 {
		return h, nil
	}
	var err error
	if len(words) == 5 && words[0] == headLabel && words[2] == "turn" {
		h.Game = api.GameID(words[1])
		if h.Turn, err = strconv.Atoi(words[3]); err == nil {
			return h, nil
		}
	}
	return Head{}, flaw("%q is no line of /dice head: one is %q", text, headLabel+" GAME turn TURN HASH")
}

// Fixed says what a kept hash proves of an export: that these rows stood in the log when it was posted, as they do now.
// In the export of a running game, which has no rows, First and Last are 0.
type Fixed struct {
	First, Last uint64
}

// Fixes returns which rows a kept hash proves. The error says why it proves none: it is of another game, or of rows that
// the export lacks. It is a *Flaw.
func (v *Verified) Fixes(h Head) (Fixed, error) {
	if h.Game != "" && h.Game != v.Game {
		return Fixed{}, flaw("the hash %s is of game %s, and the export of game %s", h.Hash, h.Game, v.Game)
	}
	row, known := v.heads[h.Hash]
	switch {
	case known && row > 0:
		return Fixed{v.LastOfOld + 1, row}, nil
	case known:
		return Fixed{}, nil
	case v.Finished && h.Turn > v.Standing.Turn:
		return Fixed{}, flaw("no row has the hash %s that was posted in turn %d: the export ends in turn %d, so rows are missing",
			h.Hash, h.Turn, v.Standing.Turn)
	case !v.Finished && h.Turn > v.Standing.Turn:
		return Fixed{}, flaw("the hash %s was posted in turn %d, and the export was made in turn %d: export the game anew",
			h.Hash, h.Turn, v.Standing.Turn)
	}
	return Fixed{}, flaw("no row has the hash %s that was posted: rows are missing, or it is of another game", h.Hash)
}
