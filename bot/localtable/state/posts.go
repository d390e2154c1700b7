package state

import (
	"net/http"
	"strconv"
	"time"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/wire"
)

// PageOf selects the newest messages: of all, or of those whose identifiers are below Before if it is not 0.
type PageOf struct {
	Limit  int
	Before uint64
}

// ParsePage reads which messages a request asks for: "limit" of them, from 1 to 100 (50 if not given), below "before".
func ParsePage(r *http.Request) (PageOf, error) {
	q, p := r.URL.Query(), PageOf{Limit: 50}
	if s := q.Get("limit"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > 100 {
			return p, check.InvalidForm("limit should be between 1 and 100")
		}
		p.Limit = n
	}
	if s := q.Get("before"); s != "" {
		if p.Before = Number(s); p.Before == 0 {
			return p, check.InvalidForm("before is not a snowflake")
		}
	}
	if q.Has("around") || q.Has("after") {
		return p, check.NotHere("list of messages around one or after one")
	}
	return p, nil
}

// Page returns the posts of a channel that want selects, oldest first.
func (t *Table) Page(c *Channel, want PageOf) []Post {
	var out []Post
	for _, id := range c.Posts {
		if want.Before == 0 || Number(id) < want.Before {
			out = append(out, t.Posts[id])
		}
	}
	return out[max(0, len(out)-want.Limit):]
}

// Post is a message with data that Discord keeps to itself. Posts are values: a change makes a new one.
type Post struct {
	Message   wire.Message `json:"message"`
	For       string       `json:"for,omitempty"`   // of an ephemeral message: the only user who sees it
	Nonce     string       `json:"nonce,omitempty"` // the bot's, against duplicates
	Dismissed bool         `json:"-"`               // the reader has dismissed the ephemeral message
}

// SeenBy reports whether a user sees a post, given that he sees its channel.
func (p Post) SeenBy(user string) bool { return p.For == "" || p.For == user && !p.Dismissed }

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

// note makes later identifiers greater than one of the file.
func (s *snowflakes) note(id string) { s.last = max(s.last, Number(id)) }

// Number returns the value of an identifier, by which identifiers sort by age; 0 if it is not one.
func Number(id string) uint64 {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return 0
	}
	return n
}
