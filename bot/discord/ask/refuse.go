package ask

import (
	"grognard/rules/view"
)

// TextError is a refusal in words of the catalogue, for which there is no other type.
type TextError struct{ Text view.Text }

// Error returns the identifier of the message and its arguments, for logs.
func (p TextError) Error() string { return p.Text.String() }

// Refusal returns an error that the user is told with a message of the catalogue. args are keys and values in turn.
func Refusal(id string, args ...any) error { return TextError{view.T(id, args...)} }
