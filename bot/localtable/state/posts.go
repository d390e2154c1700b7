package state

import (
	"net/http"
	"strconv"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/wire"
)

// PageOf selects the newest messages of all or, if Before is not 0, of those before one.
type PageOf struct {
	Limit  int
	Before uint64
}

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

// Page returns posts of a channel, oldest first.
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

// SeenBy tells whether a user sees a post, given that he sees its channel.
func (p Post) SeenBy(user string) bool { return p.For == "" || p.For == user && !p.Dismissed }
