// Package beacon implements a client of the drand beacon: it computes which round is due at a time, verifies the
// signature of a round, and requests rounds from servers.
//
//	chain, err := beacon.Open(beacon.Quicknet())
//	client, err := beacon.NewClient(chain, []string{server.URL}, beacon.Options{})
//	n := chain.From(posted.Add(3 * time.Second))      // the first round that is due at least 3 s after a message
//	round, err := client.Get(context.Background(), n) // verified before it is believed
//
// A round is the BLS signature of its number, made with a key that is shared among many parties. Nobody can know it
// before it is due, and only one signature per round is valid. Verifying one needs the chain's parameters but no
// network, and takes about a millisecond.
//
// Limits: only the scheme bls-unchained-g1-rfc9380, and periods of whole seconds.
package beacon

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"time"
)

// Parameters identify a chain. Logs of games contain them.
type Parameters struct {
	Hash    string `json:"hash"`      // SHA-256 over the other fields, in hex digits
	Key     string `json:"publicKey"` // a point of G2, compressed, in hex digits
	Period  uint32 `json:"period"`    // seconds between rounds
	Genesis int64  `json:"genesis"`   // when round 1 was due, in Unix seconds
	Seed    string `json:"seed"`      // hash of the group that made the key, in hex digits
	Name    string `json:"name"`      // of the beacon, such as quicknet; "" for drand's first chain
}

// quicknet are the parameters of drand's chain with a round every three seconds, as its servers publish them.
var quicknet = Parameters{
	Hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
	Key: "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451" +
		"0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
	Period:  3,
	Genesis: 1692803367,
	Seed:    "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
	Name:    "quicknet",
}

// Quicknet returns the parameters of drand's chain with a round every three seconds.
func Quicknet() Parameters { return quicknet }

// digest returns the value that Hash must have: SHA-256 over the period, the genesis time, the key, the seed and the
// name, in hex digits. So Hash identifies the chain.
func (p Parameters) digest() (string, error) {
	key, err := hex.DecodeString(p.Key)
	if err != nil {
		return "", fmt.Errorf("public key: %w", err)
	}
	seed, err := hex.DecodeString(p.Seed)
	if err != nil {
		return "", fmt.Errorf("seed: %w", err)
	}
	covered := binary.BigEndian.AppendUint32(nil, p.Period)
	covered = binary.BigEndian.AppendUint64(covered, uint64(p.Genesis))
	covered = append(append(append(covered, key...), seed...), p.Name...)
	return fmt.Sprintf("%x", sha256.Sum256(covered)), nil
}

// Sealed returns the parameters with their Hash set.
func (p Parameters) Sealed() (Parameters, error) {
	var err error
	p.Hash, err = p.digest()
	return p, err
}

// Chain computes when rounds are due and verifies them. It is safe for use by several goroutines.
type Chain struct {
	parameters Parameters
	key        publicKey
}

// Open returns the chain that the parameters describe. It refuses a wrong Hash, an invalid key and a period of 0.
func Open(p Parameters) (*Chain, error) {
	digest, err := p.digest()
	if err != nil {
		return nil, fmt.Errorf("beacon chain %s: %w", p.Hash, err)
	}
	if digest != p.Hash {
		return nil, fmt.Errorf("beacon chain %s: its parameters are those of chain %s", p.Hash, digest)
	}
	if p.Period == 0 {
		return nil, fmt.Errorf("beacon chain %s: no time passes between its rounds", p.Hash)
	}
	key, err := hex.DecodeString(p.Key)
	if err != nil {
		return nil, fmt.Errorf("beacon chain %s: public key: %w", p.Hash, err)
	}
	c := &Chain{parameters: p}
	if c.key, err = readKey(key); err != nil {
		return nil, fmt.Errorf("beacon chain %s: %w", p.Hash, err)
	}
	return c, nil
}

// Parameters returns the parameters that the chain was opened with.
func (c *Chain) Parameters() Parameters { return c.parameters }

// lastRound is the largest round number that can be requested or verified. It is due in the year 2227.
const lastRound = 1 << 31

// Time returns when a round is due. Round 0 counts as round 1, a number above lastRound as lastRound.
func (c *Chain) Time(round uint64) time.Time {
	n := int64(min(max(round, 1), lastRound)) - 1
	return time.Unix(c.parameters.Genesis+n*int64(c.parameters.Period), 0).UTC()
}

// At returns the latest round that is due by t: 0 before round 1, at most lastRound.
func (c *Chain) At(t time.Time) uint64 {
	since := t.Unix() - c.parameters.Genesis
	if since < 0 {
		return 0
	}
	return min(uint64(since)/uint64(c.parameters.Period)+1, lastRound)
}

// From returns the first round that is due at t or later, at most lastRound.
func (c *Chain) From(t time.Time) uint64 {
	n := c.At(t)
	if n == 0 || c.Time(n).Before(t) {
		n++
	}
	return min(n, lastRound)
}

// Round is a round as a server or a log gives it; Chain.Verify tells whether it is right.
type Round struct {
	Number    uint64
	Signature []byte
}

// Randomness returns the random value of a round.
func (r Round) Randomness() [32]byte { return sha256.Sum256(r.Signature) }
