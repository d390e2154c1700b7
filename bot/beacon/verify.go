package beacon

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"
)

// Domain keeps the signatures of rounds apart from those of all other protocols.
const Domain = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"

// Message is what is signed of a round: SHA-256 of its number.
func Message(round uint64) []byte {
	m := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
	return m[:]
}

// Verify says why a signature is not that of a round, or nil. Each round has one signature, and
// that has one spelling.
func (c *Chain) Verify(round uint64, signature []byte) error {
	if round == 0 || round > lastRound {
		return fmt.Errorf("beacon round %d: there is no such round", round)
	}
	if err := c.key.signs(Message(round), signature); err != nil {
		return fmt.Errorf("beacon round %d: %w", round, err)
	}
	return nil
}

// point is what the compressed forms of both groups have in common.
type point interface {
	SetBytes([]byte) (int, error)
	IsInfinity() bool
}

// read takes a point in its compressed form. The library sees to it that the coordinate is below
// the modulus, that the point is on the curve and that it is in the subgroup; it would take the
// form of twice that length too, and the point at infinity, by which every message is signed.
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

// publicKey is what signatures are held against.
type publicKey struct{ point bls.G2Affine }

// readKey takes a public key in its compressed form.
func readKey(from []byte) (k publicKey, err error) {
	if err := read(&k.point, from, bls.SizeOfG2AffineCompressed); err != nil {
		return k, fmt.Errorf("public key: %w", err)
	}
	return k, nil
}

// signs says why a signature is not the key's of a message, or nil.
func (k publicKey) signs(message, by []byte) error {
	var signature bls.G1Affine
	if err := read(&signature, by, bls.SizeOfG1AffineCompressed); err != nil {
		return fmt.Errorf("signature: %w", err)
	}
	hashed, err := bls.HashToG1(message, []byte(Domain))
	if err != nil {
		return fmt.Errorf("hash to the curve: %w", err)
	}
	// e(signature, generator) = e(hashed, key), as one product that must be 1. Lines of both points that
	// are computed once would make it quicker, but the library writes over those that it is given.
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
