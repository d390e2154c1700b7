package state

import (
	"cmp"
	"slices"
	"strings"

	"grognard/rules/hex"
)

// Flag is a word that applies to a piece until a frame ends: the phase at depth 0, or a frame inside it.
type Flag struct {
	Word  string `json:"word"`
	Depth int    `json:"depth,omitempty"`
}

// Flags is a small set of flags, sorted, each word once.
type Flags []Flag

// Has reports whether a word is in the set, at whatever depth.
func (f Flags) Has(word string) bool { return f.index(word) >= 0 }

func (f Flags) index(word string) int {
	return slices.IndexFunc(f, func(x Flag) bool { return x.Word == word })
}

// with returns the set with one more flag. A word that is already in it lasts until the outer of the two frames ends.
func (f Flags) with(word string, depth int) Flags {
	i := f.index(word)
	if i >= 0 && f[i].Depth <= depth {
		return f
	}
	out := append(make(Flags, 0, len(f)+1), f...)
	if i >= 0 {
		out[i].Depth = depth
		return out
	}
	i, _ = slices.BinarySearchFunc(out, word, func(x Flag, word string) int { return cmp.Compare(x.Word, word) })
	return slices.Insert(out, i, Flag{word, depth})
}

// without returns the set without the flags for which holds is true.
func (f Flags) without(holds func(Flag) bool) Flags {
	if !slices.ContainsFunc(f, holds) {
		return f
	}
	if out := slices.DeleteFunc(slices.Clone(f), holds); len(out) > 0 {
		return out
	}
	return nil // as a snapshot restores it
}

// HexMark is a word that applies to a hex, for good or until a frame ends.
type HexMark struct {
	Hex   hex.Hex `json:"hex"`
	Word  string  `json:"word"`
	Depth int     `json:"depth,omitempty"` // of the frame with which it ends, if it is Passing
}

// passing is the prefix of hex marks that end with a frame.
const passing = "passing:"

// Passing says whether the mark ends with a frame.
func (m HexMark) Passing() bool { return strings.HasPrefix(m.Word, passing) }

// end removes flags and marks that end with the frame at a depth or with frames inside it.
func (s *State) end(depth int) {
	for i := range s.Pieces {
		s.Pieces[i].Flags = s.Pieces[i].Flags.without(func(x Flag) bool { return x.Depth >= depth })
	}
	s.Marks = slices.DeleteFunc(s.Marks, func(m HexMark) bool { return m.Passing() && m.Depth >= depth })
}
