package dice_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"slices"
	"testing"

	"grognard/rules/dice"
	"grognard/rules/must"
)

var stream = dice.Stream{Secret: []byte("0123456789abcdef0123456789abcdef"), Game: "g1",
	Words: []string{"larch", "heron"}}

func TestSameRollSameFaces(t *testing.T) {
	first, err := stream.Roll(7, 2)
	must.Do(t, err)
	if again, _ := stream.Roll(7, 2); !slices.Equal(first, again) {
		t.Errorf("roll 7 gave %v, then %v", first, again)
	}
}

func TestEveryPartMatters(t *testing.T) {
	base := faces(t, stream)
	vary := map[string]func(*dice.Stream){
		"secret": func(s *dice.Stream) { s.Secret = []byte("another secret of 32 bytes......") },
		"game":   func(s *dice.Stream) { s.Game = "g2" },
		"order":  func(s *dice.Stream) { s.Order[0] = 1 },
		"words":  func(s *dice.Stream) { s.Words = []string{"larchh", "eron"} },
	}
	for name, change := range vary {
		s := stream
		change(&s)
		if slices.Equal(base, faces(t, s)) {
			t.Errorf("the %s does not matter", name)
		}
	}
}

// faces returns the faces of enough rolls that two different streams do not agree on them by chance.
func faces(t *testing.T, s dice.Stream) []int {
	t.Helper()
	out, err := s.Roll(1, 100)
	must.Do(t, err)
	return out
}

func TestScript(t *testing.T) {
	s := &dice.Script{Faces: []int{3, 4, 5}}
	if f, err := s.Roll(1, 2); err != nil || !slices.Equal(f, []int{3, 4}) {
		t.Errorf("got %v, %v", f, err)
	}
	if _, err := s.Roll(2, 2); !errors.Is(err, dice.ErrNoDice) || s.Left() != 1 {
		t.Errorf("got %v with %d left", err, s.Left())
	}
}

// Each face of a die comes from equally many bytes, and the remaining bytes are skipped.
func TestDrawnFacesAreEven(t *testing.T) {
	var all [256]byte
	for i := range all {
		all[i] = byte(i)
	}
	for sides := dice.FewestSides; sides <= dice.MostSides; sides++ {
		each := 256 / sides
		got, err := dice.Draw(bytes.NewReader(all[:]), sides, each*sides)
		must.Do(t, err)
		count := map[int]int{}
		for _, face := range got {
			count[face]++
		}
		for face := 1; face <= sides; face++ {
			if count[face] != each {
				t.Errorf("d%d: face %d takes %d of 256 bytes, want %d", sides, face, count[face], each)
			}
		}
		if more, err := dice.Draw(bytes.NewReader(all[:]), sides, each*sides+1); err == nil {
			t.Errorf("d%d: %d faces of 256 bytes", sides, len(more))
		}
	}
}

// Dice that cannot be rolled are an error instead of an endless wait.
func TestNoDraw(t *testing.T) {
	for name, c := range map[string]struct {
		entropy  io.Reader
		sides, n int
	}{
		"one side":              {rand.Reader, 1, 1},
		"too many sides":        {rand.Reader, 101, 1},
		"no entropy":            {bytes.NewReader(nil), 6, 1},
		"a source that is dead": {dead{}, 6, 1},
	} {
		if got, err := dice.Draw(c.entropy, c.sides, c.n); err == nil {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got, err := dice.Draw(bytes.NewReader(nil), 6, 0); err != nil || len(got) != 0 {
		t.Errorf("no dice: %v, %v", got, err)
	}
}

// dead is a source of bytes that are all skipped.
type dead struct{}

func (dead) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 0xff
	}
	return len(b), nil
}
