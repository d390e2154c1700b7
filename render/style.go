package render

import "grognard/render/internal/style"

// Style is the look of a picture: a value, compared and kept as one.
type Style = style.Style

// Styles are the looks that there are, the usual one first.
func Styles() []Style { return style.All() }

// StyleNamed is the look with a name.
func StyleNamed(name string) (Style, bool) { return style.Named(name) }

// Paper is the look of a printed map on cream paper, and the usual one.
func Paper() Style { return style.Paper() }

// Dark is for reading at night, in Discord's dark theme.
func Dark() Style { return style.Dark() }
