package storage

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// sealLabel stands first under every seal, so that no other hash of the program
// can pass for one, and so that a later way of sealing can be told from this.
const sealLabel = "grognard row 1"

// Seal is the hash that a row must carry: SHA-256 over a label and every field but By, To
// and Hash itself, in the order of the struct; but SealedTo comes last, where there is one. Each is preceded
// by its length in bytes, so no byte can move from one field to its neighbour unnoticed. Lengths, Seq and At
// (microseconds since 1970, UTC) are 8 bytes, big-endian.
func Seal(r Row) Hash {
	h := sha256.New()
	field := func(b []byte) {
		h.Write(number(uint64(len(b))))
		h.Write(b)
	}
	field([]byte(sealLabel))
	field([]byte(r.Game))
	field(number(r.Seq))
	field([]byte(r.CommandID))
	field(number(uint64(r.At.UnixMicro())))
	field([]byte(r.Sealed))
	field(r.Prev[:])
	field(r.Body)
	if r.SealedTo != "" { // a row from before there was one has its hash still
		field([]byte(r.SealedTo))
	}
	return Hash(h.Sum(nil))
}

func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// Check tells whether a row is whole and stands rightly after the one before
// it: the next sequence, linked to its hash. Before the genesis row stands the
// zero Row. The error is a *Damage, and names the game and the sequence.
func Check(before, r Row) error {
	why := ""
	switch {
	case r.Seq != before.Seq+1:
		why = fmt.Sprintf("has row %d after row %d", r.Seq, before.Seq)
	case r.Hash != Seal(r):
		why = fmt.Sprintf("row %d does not have its own hash", r.Seq)
	case r.Prev != before.Hash:
		why = fmt.Sprintf("row %d is not linked to row %d", r.Seq, before.Seq)
	default:
		return nil
	}
	return &Damage{Game: r.Game, Row: before.Seq + 1, Why: why}
}

// snapshotLabel stands first under the sum of a snapshot.
const snapshotLabel = "grognard snapshot 1"

// Sum is what a snapshot is known by to be whole and of this log: SHA-256 over a label, the snapshot
// and the hash of the row that it was taken at, written as Seal writes its fields.
func Sum(s Snapshot, row Hash) Hash {
	h := sha256.New()
	for _, b := range [][]byte{[]byte(snapshotLabel), []byte(s.Game), number(s.Seq), []byte(s.Format), row[:], s.Blob} {
		h.Write(number(uint64(len(b))))
		h.Write(b)
	}
	return Hash(h.Sum(nil))
}
