package dice_test

import (
	"errors"
	"slices"
	"testing"

	"grognard/rules/dice"
)

var stream = dice.Stream{Secret: []byte("0123456789abcdef0123456789abcdef"), Game: "g1", Words: []string{"larch", "heron"}}

func TestSameRollSameFaces(t *testing.T) {
	first, err := stream.Roll(7, 2)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := stream.Roll(7, 2)
	if !slices.Equal(first, again) {
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

// faces is long enough that two streams do not agree by chance.
func faces(t *testing.T, s dice.Stream) []int {
	t.Helper()
	out, err := s.Roll(1, 100)
	if err != nil {
		t.Fatal(err)
	}
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
