// Package dice rolls dice that can be audited. The rules ask a Roller for the faces of roll number n; the
// caller decides where they come from:
//
//	s := dice.Stream{Secret: seed, Game: "g1", Order: order, Words: []string{"larch", "heron"}}
//	faces, err := s.Roll(7, 2) // two dice of roll 7: the same whenever it is asked
//
// Commitment is published before the first roll, the secret after the last: who has the orders can check every face.
//
// Dice outside any game have two to a hundred sides. Their faces come from entropy that the caller hands in:
//
//	faces, err := dice.Draw(rand.Reader, 20, 3) // three dice of twenty sides
//
// Limits: a Stream's dice have six faces.
package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Roller gives the faces, 1 to 6, of n dice thrown as roll number `number` of a game, counted from 1.
type Roller interface {
	Roll(number uint64, n int) ([]int, error)
}

// ErrNoDice is returned by a Script that has too few faces left.
var ErrNoDice = errors.New("no dice left")

// Script is a Roller for cases and tests: it returns given faces in order.
type Script struct {
	Faces []int
	next  int
}

// Roll returns the next n faces, or ErrNoDice.
func (s *Script) Roll(_ uint64, n int) ([]int, error) {
	if len(s.Faces)-s.next < n {
		return nil, ErrNoDice
	}
	s.next += n
	return s.Faces[s.next-n : s.next], nil
}

// Left returns how many faces have not been rolled.
func (s *Script) Left() int { return len(s.Faces) - s.next }

// Stream is the audited Roller. Its faces depend on the secret seed, the game, the number of the roll, the
// order that asks for it, and a word of each side; so neither the operator nor a player alone can choose them.
type Stream struct {
	Secret []byte
	Game   string
	Order  [32]byte // hash of the order that needs the roll
	Words  []string // one word of each side, in the order of the sides
	Beacon []byte   // the value of the public beacon's round to which the roll is bound; nil for none
}

// Commitment returns the SHA-256 of a secret in hex digits. It is published before the first roll.
func Commitment(secret []byte) string { return fmt.Sprintf("%x", sha256.Sum256(secret)) }

// Roll makes faces from HMAC-SHA-256, keyed with the secret, over the game, the roll's number,
// the order's hash, the words, the beacon's value where there is one, and a block
// counter, each length-prefixed. Each byte below 252 gives a face: its remainder by 6, plus 1. See fair.
func (s Stream) Roll(number uint64, n int) ([]int, error) {
	if len(s.Secret) < 16 { // bytes: fewer could be guessed
		return nil, errors.New("the dice have no secret")
	}
	faces := make([]int, 0, n)
	for block := uint64(0); len(faces) < n; block++ {
		faces = fair(faces, s.block(number, block), 6, n)
	}
	return faces, nil
}

// fair appends faces made from bytes, until there are n. A byte below the greatest multiple of sides gives its
// remainder plus 1; other bytes are skipped, so that every face is equally likely.
func fair(faces []int, bytes []byte, sides, n int) []int {
	for _, b := range bytes {
		if int(b) < 256-256%sides && len(faces) < n {
			faces = append(faces, int(b)%sides+1)
		}
	}
	return faces
}

// The sides that dice outside games can have.
const (
	FewestSides = 2
	MostSides   = 100
)

// drawn is how many bytes are read at a time, and patience how often at most. From a true source of entropy fewer than
// half of the bytes are skipped. The limit is for a broken source all of whose bytes are skipped.
const (
	drawn    = 32
	patience = 1000
)

// Draw throws n dice outside any game and returns their faces, 1 to sides.
func Draw(entropy io.Reader, sides, n int) ([]int, error) {
	if sides < FewestSides || sides > MostSides {
		return nil, fmt.Errorf("a die of %d sides", sides)
	}
	faces, bytes := make([]int, 0, n), make([]byte, drawn)
	for range patience {
		if len(faces) == n {
			return faces, nil
		}
		if _, err := io.ReadFull(entropy, bytes); err != nil {
			return nil, fmt.Errorf("throwing dice: %w", err)
		}
		faces = fair(faces, bytes, sides, n)
	}
	return nil, errors.New("throwing dice: the source of entropy gives no faces")
}

func (s Stream) block(number, block uint64) []byte {
	mac := hmac.New(sha256.New, s.Secret)
	part := func(b []byte) {
		mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(b))))
		mac.Write(b)
	}
	part([]byte(s.Game))
	part(binary.BigEndian.AppendUint64(nil, number))
	part(s.Order[:])
	for _, w := range s.Words {
		part([]byte(w))
	}
	if s.Beacon != nil {
		part(s.Beacon)
	}
	part(binary.BigEndian.AppendUint64(nil, block))
	return mac.Sum(nil)
}
