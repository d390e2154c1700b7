package localtable

import (
	"strconv"
	"time"
)

// discordEpoch is the first moment of 2015, from which Discord's identifiers count milliseconds.
const discordEpoch = 1420070400000

// snowflakes hands out identifiers that look and sort like Discord's: milliseconds in the upper 42 bits, a counter
// below. It never repeats or steps back, even when the clock does. The owner's lock guards it.
type snowflakes struct{ last uint64 }

func (s *snowflakes) next(now time.Time) string {
	id := uint64(max(0, now.UnixMilli()-discordEpoch)) << 22
	s.last = max(id, s.last+1)
	return strconv.FormatUint(s.last, 10)
}

// seen keeps new identifiers above one that was handed out before a restart.
func (s *snowflakes) seen(id string) { s.last = max(s.last, number(id)) }

// number is an identifier as a number that sorts by age; 0 for what is none.
func number(id string) uint64 {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return 0
	}
	return n
}
