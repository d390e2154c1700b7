package ledger

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"strings"
)

// Keyed returns a name for something in a game from which nobody can count anything: the first forty bits, in base
// 32, of an HMAC-SHA-256 of a label under the game's secret. No message of a roll of the dice begins with such a
// label. Among a thousand names two are the same in one of two million games.
func (g *Game) Keyed(label string) string {
	return strings.ToLower(base32.StdEncoding.EncodeToString(g.mac(label)[:5]))
}

// Salt returns what makes a row unguessable. Without it somebody who has the posted hashes of two rows could guess
// what lay between them, such as nothing, or one order for a stack, and check the guess.
func (g *Game) Salt(seq uint64) string {
	return hex.EncodeToString(g.mac(fmt.Sprintf("salt %d", seq))[:16])
}

func (g *Game) mac(label string) []byte {
	mac := hmac.New(sha256.New, g.Stored.Secret)
	mac.Write([]byte(label))
	return mac.Sum(nil)
}
