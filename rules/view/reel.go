package view

import "slices"

// Reel collects the frames of a film: successive views of a game, and what was told between them. Back removes
// what an undo takes back.
type Reel[A interface{ After(...Account) A }] struct {
	frames []frame[A]
	told   []telling
}

type frame[A any] struct {
	seq  uint64
	view A
}

type telling struct {
	seq     uint64
	account Account
}

// Tell adds what was told of a command.
func (r *Reel[A]) Tell(seq uint64, a Account) { r.told = append(r.told, telling{seq, a}) }

// Take adds the view after a command.
func (r *Reel[A]) Take(seq uint64, v A) { r.frames = append(r.frames, frame[A]{seq, v}) }

// Back removes everything after a command.
func (r *Reel[A]) Back(to uint64) {
	r.told = slices.DeleteFunc(r.told, func(t telling) bool { return t.seq > to })
	r.frames = slices.DeleteFunc(r.frames, func(f frame[A]) bool { return f.seq > to })
}

// Lately returns what was told since the last frame.
func (r *Reel[A]) Lately() []Account {
	var last uint64
	if n := len(r.frames); n > 0 {
		last = r.frames[n-1].seq
	}
	return r.toldBetween(last, ^uint64(0)) // up to the latest command
}

// toldBetween returns what was told after one command, up to and including another.
func (r *Reel[A]) toldBetween(after, last uint64) (out []Account) {
	for _, t := range r.told {
		if t.seq > after && t.seq <= last {
			out = append(out, t.account)
		}
	}
	return out
}

// Since returns the Frames from the last one taken at or before a command, or else from the first.
func (r *Reel[A]) Since(seq uint64) []A {
	first := 0
	for i, f := range r.frames {
		if f.seq <= seq {
			first = i
		}
	}
	return r.Frames()[first:]
}

// Frames returns the views, each with what was told since the previous one.
func (r *Reel[A]) Frames() []A {
	var out []A
	var before uint64
	for _, f := range r.frames {
		out = append(out, f.view.After(r.toldBetween(before, f.seq)...))
		before = f.seq
	}
	return out
}
