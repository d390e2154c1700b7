package state

import (
	"strconv"
	"time"
)

// DiscordEpoch is the beginning of 2015 in Unix milliseconds, from which Discord's identifiers count.
const DiscordEpoch = 1420070400000

// snowflakes makes identifiers that look and sort like Discord's: milliseconds in the upper 42 bits, a counter below.
// They always increase, even if the clock goes back. The owner's lock guards it.
type snowflakes struct{ last uint64 }

func (s *snowflakes) next(now time.Time) string {
	id := uint64(max(0, now.UnixMilli()-DiscordEpoch)) << 22
	s.last = max(id, s.last+1)
	return strconv.FormatUint(s.last, 10)
}

// seen makes later identifiers greater than one from before a restart.
func (s *snowflakes) seen(id string) { s.last = max(s.last, Number(id)) }

// Number is the value of an identifier, by which identifiers sort by age; 0 if it is not one.
func Number(id string) uint64 {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return 0
	}
	return n
}
