package ledger

import (
	"strings"
)

// Flaw is the error for the first thing that is wrong with an export. What is one printable line.
type Flaw struct{ What string }

func (f *Flaw) Error() string { return f.What }

// brief shortens a line for an error message.
func Brief(line string) string {
	const most = 300
	if len(line) <= most {
		return line
	}
	return strings.ToValidUTF8(line[:most], "") + "…"
}
