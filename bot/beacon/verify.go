package beacon

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"
)

// Domain is the domain separation tag of drand's signatures.
const Domain = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"

// Message returns the message that a round signs: SHA-256 of its number.
func Message(round uint64) []byte {
	m := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
	return m[:]
}

// Verify returns why a signature is not that of a round, or nil. A round has one valid signature, in one encoding.
func (c *Chain) Verify(round uint64, signature []byte) error {
	if round == 0 || round > lastRound {
		return fmt.Errorf("beacon round %d: there is no such round", round)
	}
	if err := c.key.verify(Message(round), signature); err != nil {
		return fmt.Errorf("beacon round %d: %w", round, err)
	}
	return nil
}

// point has the methods that points of both groups of the curve share.
type point interface {
	SetBytes([]byte) (int, error)
	IsInfinity() bool
}

// read decodes a compressed point. The library checks that the coordinate is below the modulus, that the point is on
// the curve and that it is in the subgroup. It would also accept an uncompressed point, and the point at infinity,
// which is a valid signature of every message under the key at infinity.
func read(p point, from []byte, size int) error {
	if len(from) != size {
		return fmt.Errorf("%d bytes in place of %d", len(from), size)
	}
	if _, err := p.SetBytes(from); err != nil {
		return err
	}
	if p.IsInfinity() {
		return errors.New("the point at infinity")
	}
	return nil
}

// publicKey is the key that verifies signatures.
type publicKey struct{ point bls.G2Affine }

// readKey decodes a compressed public key.
func readKey(from []byte) (k publicKey, err error) {
	if err := read(&k.point, from, bls.SizeOfG2AffineCompressed); err != nil {
		return k, fmt.Errorf("public key: %w", err)
	}
	return k, nil
}

// verify returns why a signature is not the key's signature of a message, or nil.
func (k publicKey) verify(message, encoded []byte) error {
	var signature bls.G1Affine
	if err := read(&signature, encoded, bls.SizeOfG1AffineCompressed); err != nil {
		return fmt.Errorf("signature: %w", err)
	}
	hashed, err := bls.HashToG1(message, []byte(Domain))
	if err != nil {
		return fmt.Errorf("hash to the curve: %w", err)
	}
	// e(signature, generator) = e(hashed, key), as one product that must be 1. Precomputed lines of the two points
	// would be faster, but the library overwrites the lines that it is given.
	_, _, _, generator := bls.Generators()
	signature.Neg(&signature)
	holds, err := bls.PairingCheck([]bls.G1Affine{signature, hashed}, []bls.G2Affine{generator, k.point})
	if err != nil {
		return fmt.Errorf("pairing: %w", err)
	}
	if !holds {
		return errors.New("the signature is not the beacon's")
	}
	return nil
}
