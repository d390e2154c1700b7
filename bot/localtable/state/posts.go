package state

import (
	"net/http"
	"strconv"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/wire"
)

// PageOf selects the newest messages before one, the oldest after one, or the newest of all.
type PageOf struct {
	Limit         int
	before, after uint64
}

func ParsePage(r *http.Request) (PageOf, error) {
	q, p := r.URL.Query(), PageOf{Limit: 50}
	var f check.Form
	if s := q.Get("limit"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > 100 {
			f.Fault(check.At{"limit"}, "NUMBER_TYPE_RANGE", "Value should be between 1 and 100.")
		}
		p.Limit = n
	}
	for name, to := range map[string]*uint64{"before": &p.before, "after": &p.after} {
		if s := q.Get(name); s != "" {
			if *to = Number(s); *to == 0 {
				f.Fault(check.At{name}, "NUMBER_TYPE_COERCE", "Value %q is not a snowflake.", s)
			}
		}
	}
	if q.Has("around") || p.before != 0 && p.after != 0 {
		return p, check.NotHere("list of messages around one or between two")
	}
	return p, f.Err()
}

// Page returns posts of a channel, oldest first.
func (t *Table) Page(c *Channel, want PageOf) []Post {
	var out []Post
	for _, id := range c.Posts {
		if n := Number(id); n > want.after && (want.before == 0 || n < want.before) {
			out = append(out, t.Posts[id])
		}
	}
	if len(out) <= want.Limit {
		return out
	}
	if want.after != 0 {
		return out[:want.Limit]
	}
	return out[len(out)-want.Limit:]
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
