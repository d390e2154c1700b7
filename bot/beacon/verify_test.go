package beacon

import (
	"encoding/hex"
	"math/big"
	"strings"
	"testing"

	"grognard/rules/must"

	bls "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
)

// compressed encodes a coordinate with the flag of a compressed point.
func compressed(x *big.Int, size int) []byte {
	raw := x.FillBytes(make([]byte, size))
	raw[0] |= 0x80
	return raw
}

// outside is a point on the curve of G1 outside the subgroup: all but one in 2^125 points are.
func outside(t *testing.T) bls.G1Affine {
	t.Helper()
	for n := uint64(1); ; n++ {
		var p bls.G1Affine
		p.X.SetUint64(n)
		var square, four fp.Element
		four.SetUint64(4)
		square.Square(&p.X).Mul(&square, &p.X).Add(&square, &four)
		if p.Y.Sqrt(&square) != nil && !p.IsInSubGroup() {
			return p
		}
	}
}

func TestMalformedSignatures(t *testing.T) {
	c, err := Open(quicknet)
	must.Do(t, err)
	good, err := hex.DecodeString("b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39")
	must.Do(t, err)
	var point bls.G1Affine
	must.Get(point.SetBytes(good))(t)
	long := point.RawBytes()
	stray := outside(t)
	astray := stray.Bytes()
	var infinity bls.G1Affine
	nowhere := infinity.Bytes()
	_, _, generator, _ := bls.Generators()
	base := generator.Bytes()
	negative := append([]byte{}, good...)
	negative[0] ^= 0x20
	for name, test := range map[string]struct {
		signature []byte
		says      string
	}{
		"none":                        {nil, "0 bytes in place of 48"},
		"one byte less":               {good[:47], "47 bytes in place of 48"},
		"one byte more":               {append(append([]byte{}, good...), 0), "49 bytes in place of 48"},
		"uncompressed":                {long[:], "96 bytes in place of 48"},
		"half of that":                {long[:48], "signature"},
		"zeros":                       {make([]byte, 48), "signature"},
		"infinity":                    {nowhere[:], "the point at infinity"},
		"infinity and more":           {append([]byte{0xc0}, good[1:]...), "infinity"},
		"a coordinate of the modulus": {compressed(fp.Modulus(), 48), "signature"},
		"not on the curve":            {compressed(big.NewInt(1), 48), "square root"},
		"outside of the subgroup":     {astray[:], "subgroup"},
		"the generator":               {base[:], "not the beacon's"},
		"the other sign":              {negative, "not the beacon's"},
	} {
		if err := c.Verify(1000, test.signature); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, not %q", name, err, test.says)
		}
	}
	if err := c.Verify(1000, good); err != nil {
		t.Error(err)
	}
	for _, n := range []uint64{0, lastRound + 1, 1<<64 - 1} {
		if err := c.Verify(n, good); err == nil || !strings.Contains(err.Error(), "no such round") {
			t.Errorf("round %d: %v", n, err)
		}
	}
}

// TestSecondSpelling: a small coordinate plus the modulus still fits into 381 bits. Such an encoding must be refused,
// because the same signature would have a second randomness.
func TestSecondSpelling(t *testing.T) {
	secret := big.NewInt(77)
	var key bls.G2Affine
	raw := key.ScalarMultiplicationBase(secret).Bytes()
	v := must.Get(readKey(raw[:]))(t)
	room := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 381), fp.Modulus())
	for round := uint64(1); ; round++ {
		hashed := must.Get(bls.HashToG1(Message(round), []byte(Domain)))(t)
		hashed.ScalarMultiplication(&hashed, secret)
		var x big.Int
		if hashed.X.BigInt(&x).Cmp(room) >= 0 {
			continue
		}
		good := hashed.Bytes()
		second := x.Add(&x, fp.Modulus()).FillBytes(make([]byte, 48))
		second[0] |= good[0] & 0xe0
		if err := v.verify(Message(round), good[:]); err != nil {
			t.Error(err)
		}
		if err := v.verify(Message(round), second); err == nil {
			t.Error("a signature has two spellings")
		}
		return
	}
}

func TestMalformedKeys(t *testing.T) {
	good := must.Get(hex.DecodeString(quicknet.Key))(t)
	var infinity bls.G2Affine
	nowhere := infinity.Bytes()
	var stray bls.G2Affine
	for n := uint64(1); ; n++ { // a point on the twist: almost none is in the subgroup
		x := compressed(new(big.Int).SetUint64(n), 96)
		if _, err := stray.SetBytes(x); err != nil && strings.Contains(err.Error(), "subgroup") {
			if _, err := readKey(x); err == nil {
				t.Error("a key outside of the subgroup is taken")
			}
			break
		}
	}
	for name, key := range map[string][]byte{
		"none":              {},
		"one byte less":     good[:95],
		"one byte more":     append(append([]byte{}, good...), 0),
		"a point of G1":     good[:48],
		"infinity":          nowhere[:],
		"not on the curve":  compressed(fp.Modulus(), 96),
		"without its flags": append([]byte{good[0] & 0x1f}, good[1:]...),
	} {
		if _, err := readKey(key); err == nil {
			t.Errorf("%s: the key is taken", name)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	c, err := Open(quicknet)
	must.Do(b, err)
	signature, err := hex.DecodeString("b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39")
	must.Do(b, err)
	for b.Loop() {
		must.Do(b, c.Verify(1000, signature))
	}
}

// BenchmarkPairing measures the library's pairing of two points. A signature takes two, and the hash to the curve.
func BenchmarkPairing(b *testing.B) {
	_, _, one, two := bls.Generators()
	one.ScalarMultiplication(&one, fr.Modulus().Sub(fr.Modulus(), big.NewInt(5)))
	for b.Loop() {
		must.Get(bls.Pair([]bls.G1Affine{one}, []bls.G2Affine{two}))(b)
	}
}
