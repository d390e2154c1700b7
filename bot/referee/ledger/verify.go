package ledger

import (
	"strings"
)

// brief shortens a line for an error message.
func Brief(line string) string {
	const most = 300
	if len(line) <= most {
		return line
	}
	return strings.ToValidUTF8(line[:most], "") + "…"
}
