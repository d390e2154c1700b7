package casefile

import "fmt"

// Check is something that must be so of what a case sees: why it is not, nil where it is.
type Check[T any] func(T) error

// Checks are the keys of what must be so, each with what makes a check of its value.
type Checks[T any] map[string]func(Node) (Check[T], error)

// Beside is these keys and others, of which none is among them.
func (c Checks[T]) Beside(more Checks[T]) Checks[T] { return beside(c, more) }

// Read reads a mapping into one check, which makes those of its keys in the order written. Some
// of the keys are of a series. Why something is not so is told after the key.
func (c Checks[T]) Read(n Node, series string) (Check[T], error) {
	pairs, err := n.Mapping()
	if err != nil {
		return nil, err
	}
	checks := make([]Check[T], len(pairs))
	for i, p := range pairs {
		read, ok := c[p.Key]
		if !ok {
			return nil, p.unknown(series)
		}
		if checks[i], err = read(p.Value); err != nil {
			return nil, err
		}
	}
	return func(seen T) error {
		for i, check := range checks {
			if err := check(seen); err != nil {
				return fmt.Errorf("%s %w", pairs[i].Key, err)
			}
		}
		return nil
	}, nil
}

// Is makes checks that what is found is what is written; ok is false where nothing is found.
func Is[T any, V comparable](read func(Node) (V, error), find func(T) (found V, ok bool)) func(Node) (Check[T], error) {
	return func(n Node) (Check[T], error) {
		want, err := read(n)
		return func(seen T) error {
			switch got, ok := find(seen); {
			case !ok:
				return fmt.Errorf("is nothing; must be %v", want)
			case got != want:
				return fmt.Errorf("is %v; must be %v", got, want)
			}
			return nil
		}, err
	}
}
