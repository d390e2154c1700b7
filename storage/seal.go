package storage

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// sealLabel comes first in the input of every seal, so that no other hash of the program can be taken for one,
// and so that later formats can be told apart.
const sealLabel = "grognard row 1"

// Seal returns the hash that a row must carry: SHA-256 over a label and every field except By, To and Hash, in the
// order of the struct, but with SealedTo last and only where it is not empty. Each is preceded by its length in
// bytes, so no byte can move from one field to its neighbour unnoticed. Lengths, Seq and At (microseconds since
// 1970, UTC) are 8 bytes, big-endian.
func Seal(r Row) Hash {
	h := sha256.New()
	field := func(b []byte) {
		h.Write(encode(uint64(len(b))))
		h.Write(b)
	}
	field([]byte(sealLabel))
	field([]byte(r.Game))
	field(encode(r.Seq))
	field([]byte(r.CommandID))
	field(encode(uint64(r.At.UnixMicro())))
	field([]byte(r.Sealed))
	field(r.Prev[:])
	field(r.Body)
	if r.SealedTo != "" {
		field([]byte(r.SealedTo))
	}
	return Hash(h.Sum(nil))
}

func encode(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// Check verifies a row's hash and its place after the previous row: the next sequence, linked to its hash. The
// zero Row comes before the genesis row. The error is a *Damage, which names the game and the sequence.
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

// snapshotLabel comes first in the input of a snapshot's sum.
const snapshotLabel = "grognard snapshot 1"

// Sum returns the hash that shows that a snapshot is intact and belongs to this log: SHA-256 over a label, the
// snapshot and the hash of the row at which it was taken, written as Seal writes its fields.
func Sum(s Snapshot, row Hash) Hash {
	h := sha256.New()
	for _, b := range [][]byte{[]byte(snapshotLabel), []byte(s.Game), encode(s.Seq), []byte(s.Format), row[:], s.Blob} {
		h.Write(encode(uint64(len(b))))
		h.Write(b)
	}
	return Hash(h.Sum(nil))
}
