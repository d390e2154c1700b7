package ask

import (
	"grognard/rules/view"
)

// TextError is a refusal in words of the catalogue, for which there is no other type.
type TextError struct{ Text view.Text }

func (p TextError) Error() string { return p.Text.String() }

// Refusal is a refusal with a message of the catalogue.
func Refusal(id string, args ...any) error { return TextError{view.T(id, args...)} }
