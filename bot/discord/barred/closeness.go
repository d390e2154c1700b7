package barred

import (
	"errors"

	"grognard/rules/order"
	"grognard/rules/view"
)

// IsCloser reports whether err says more about what was asked than the refusal than: its Closeness is greater, or it is
// equal and err cites fewer paragraphs. With ties, an equal Closeness is enough.
func IsCloser(err, than error, ties bool) bool {
	if Closeness(err) != Closeness(than) {
		return Closeness(err) > Closeness(than)
	}
	return ties || countCited(err) < countCited(than)
}

// countCited returns how many paragraphs a refusal cites; 256, more than any, for one that is not by the rules.
func countCited(err error) int {
	if d := (*view.Denial)(nil); errors.As(err, &d) {
		return 1 + len(d.Also)
	}
	return 1 << 8
}

// Closeness ranks refusals by how much they say: least that the game has no such order, then that its phase is another.
func Closeness(err error) int {
	var d *view.Denial
	var unknown *order.Problem
	switch {
	case err == nil:
		return 0
	case errors.As(err, &unknown) && unknown.ID == "order.unknown-command":
		return 1
	case !errors.As(err, &d):
		return 3
	case d.Why.ID == "deny.no-such-order":
		return 1
	case d.Why.ID == "deny.wrong-phase":
		return 2
	}
	return 3
}
