package dice_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"grognard/rules/dice"
	"grognard/rules/must"
)

// vector is a roll with all that its faces are derived from. The faces in the file were computed by faces.py, which
// shares no code with this package. They must never change, because finished games are checked by the same derivation.
type vector struct {
	Note   string   `json:"note"`
	Secret string   `json:"secret"` // hex digits
	Game   string   `json:"game"`
	Roll   uint64   `json:"roll"`
	Asked  string   `json:"asked"` // the text of the order, as `asked` of its log row has it
	Order  string   `json:"order"` // its SHA-256, in hex digits
	Words  []string `json:"words"`
	Faces  []int    `json:"faces"`
}

var vectorFile = filepath.Join("testdata", "faces.json")

func vectors(t *testing.T) (list []vector) {
	t.Helper()
	raw, err := os.ReadFile(vectorFile)
	if err == nil {
		err = json.Unmarshal(raw, &list)
	}
	if err != nil || len(list) < 10 {
		t.Fatalf("%d vectors, %v", len(list), err)
	}
	return list
}

func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.Note, func(t *testing.T) {
			secret, errSecret := hex.DecodeString(v.Secret)
			order, errOrder := hex.DecodeString(v.Order)
			if hash := sha256.Sum256([]byte(v.Asked)); errSecret != nil || errOrder != nil ||
				!bytes.Equal(order, hash[:]) {
				t.Fatalf("the vector is broken: %v, %v, the hash of the order is %x", errSecret, errOrder, hash)
			}
			s := dice.Stream{Secret: secret, Game: v.Game, Order: [32]byte(order), Words: v.Words}
			if got, err := s.Roll(v.Roll, len(v.Faces)); err != nil || !slices.Equal(got, v.Faces) {
				t.Errorf("%v, %v; want %v", got, err, v.Faces)
			}
		})
	}
}

// The manual's example is the first vector.
func TestManual(t *testing.T) {
	manual, err := os.ReadFile("README.md")
	must.Do(t, err)
	v := vectors(t)[0]
	secret, err := hex.DecodeString(v.Secret)
	must.Do(t, err)
	roll := fmt.Sprintf(">>> faces(secret, %q, %d, order, [%q, %q], %d)\n[%d, %d]\n", v.Game, v.Roll, v.Words[0],
		v.Words[1], len(v.Faces), v.Faces[0], v.Faces[1])
	for _, want := range []string{v.Secret, v.Asked, roll, "'" + dice.Commitment(secret) + "'"} {
		if !strings.Contains(string(manual), want) {
			t.Errorf("the manual lacks %s", want)
		}
	}
}

// The twenty lines of faces.py derive the same faces, for the vectors and for 200 other rolls.
func TestAnotherHand(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3: faces.py was not held against the dice")
	}
	list := vectors(t)
	for n := range uint64(200) {
		s := dice.Stream{Secret: []byte(fmt.Sprintf("a secret of more than 16 bytes %d", n)),
			Game: "g", Order: [32]byte{byte(n)}, Words: []string{strings.Repeat("é", int(n)), ""}}
		faces, err := s.Roll(n, int(n))
		must.Do(t, err)
		list = append(list, vector{Secret: hex.EncodeToString(s.Secret), Game: s.Game, Roll: n,
			Order: hex.EncodeToString(s.Order[:]), Words: s.Words, Faces: faces})
	}
	check := func(list []vector) (string, error) {
		raw, err := json.Marshal(list)
		must.Do(t, err)
		file := filepath.Join(t.TempDir(), "faces.json")
		must.Do(t, os.WriteFile(file, raw, 0o600))
		out, err := exec.CommandContext(t.Context(), python, "faces.py", file).CombinedOutput()
		return strings.TrimSpace(string(out)), err
	}
	if out, err := check(list); err != nil || out != fmt.Sprint(len(list), " rolls are right") {
		t.Errorf("faces.py: %v\n%s", err, out)
	}
	list[3].Faces[0] = list[3].Faces[0]%6 + 1
	if out, err := check(list); err == nil {
		t.Errorf("faces.py does not see another face: %s", out)
	}
}

// A million dice as games roll them, two at a time and each pair for another order, are fair: for faces and for
// pairs chi-square is below what a fair die exceeds once in a thousand times. The stream is the same in each run.
func TestChiSquare(t *testing.T) {
	const rolls = 500_000
	s := stream
	var faces, firsts [6]int
	var pairs [36]int
	for n := uint64(1); n <= rolls; n++ {
		s.Order[0], s.Order[1], s.Order[2] = byte(n), byte(n>>8), byte(n>>16)
		f, err := s.Roll(n, 2)
		must.Do(t, err)
		faces[f[0]-1]++
		faces[f[1]-1]++
		firsts[f[0]-1]++
		pairs[(f[0]-1)*6+f[1]-1]++
	}
	for _, c := range []struct {
		of    string
		count []int
		most  float64 // of chi-square with one degree of freedom less than there are kinds
	}{{"faces", faces[:], 20.515}, {"first faces", firsts[:], 20.515}, {"pairs", pairs[:], 66.619}} {
		sum, square := 0, 0.0
		for _, n := range c.count {
			sum += n
		}
		fair := float64(sum) / float64(len(c.count))
		for _, n := range c.count {
			square += (float64(n) - fair) * (float64(n) - fair) / fair
		}
		if square > c.most {
			t.Errorf("chi-square of the %s is %.2f, more than %.2f: %v", c.of, square, c.most, c.count)
		}
		t.Logf("chi-square of %d %s: %.2f", sum, c.of, square)
	}
}
