package casefile

import "fmt"

// Check returns an error that says why what a case sees is not as expected; nil if it is.
type Check[T any] func(T) error

// Checks are the keys of expectations, each with the function that makes a Check from its value.
type Checks[T any] map[string]func(Node) (Check[T], error)

// Beside returns both sets of keys as one, and panics if they share a key.
func (c Checks[T]) Beside(more Checks[T]) Checks[T] { return beside(c, more) }

// Read reads a mapping into one check, which runs the checks of its keys in the order written. Some of the keys
// belong to a series, which errors name. A failure is reported with its key.
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

// Holds makes checks that compare what holds returns with the true or false that is written.
func Holds[T any](holds func(T) bool) func(Node) (Check[T], error) {
	return Is(Node.Yes, func(seen T) (bool, bool) { return holds(seen), true })
}

// Is makes checks that compare what find returns with what is written; ok is false where there is nothing to compare.
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
