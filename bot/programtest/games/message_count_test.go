package games

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
)

// messageCounts counts what the readers of channels get. The bot's requests are counted as they come,
// because an edit takes a mention out of sight, but does not take it back.
type messageCounts struct {
	mu       sync.Mutex
	channels map[string]count
}

// count has the numbers of new messages, of edits, and of users whom a new message called.
type count struct{ messages, edits, mentions int }

var messagePath = regexp.MustCompile(`/channels/(\d+)/messages`)

func (n *messageCounts) count(x localtable.Exchange) {
	found := messagePath.FindStringSubmatch(x.Path)
	if found == nil || x.Status != http.StatusOK {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.channels == nil {
		n.channels = map[string]count{}
	}
	c := n.channels[found[1]]
	switch x.Method {
	case http.MethodPatch:
		c.edits++
	case http.MethodPost:
		c.messages++
		var m player.Message
		if json.Unmarshal(x.Answer, &m) == nil {
			c.mentions += len(m.Mentions)
		}
	}
	n.channels[found[1]] = c
}

// of returns the counts of a channel so far.
func (n *messageCounts) of(channel string) count {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.channels[channel]
}

// perCommand is the time that a player takes for a command: the longest that he can take without being called.
const perCommand = 59 * time.Second

// quietly takes all pending decisions, each after a command's time. All units that may advance go into the hex that was
// fought for, and no farther.
func (g *game) quietly(hours *discordtest.Clock) {
	g.T.Helper()
	for advanced := false; ; {
		p, kind, words := g.owing()
		if kind == "" {
			return
		}
		hours.Pass(perCommand)
		hex := fought.FindStringSubmatch(words)
		switch {
		case kind == "advance" && !advanced && hex != nil:
			g.advance(p, hex[1])
			advanced = true
		case kind == "advance":
			g.order(p, "/pass")
		default:
			g.tapOrder(p, labels[kind])
		}
		g.Delivered()
	}
}

// advance brings all units that may advance into a hex, unless they are there already.
func (g *game) advance(p *player.Player, hex string) {
	g.T.Helper()
	text := g.all(p, "/advance units:") + " path:"
	into := func(c player.Choice) bool { return c.Value == hex }
	if slices.ContainsFunc(g.Suggest(p, text), into) {
		g.order(p, text+hex)
	} else {
		g.order(p, "/pass")
	}
}

var fought = regexp.MustCompile(`after the fight at (?:[^,:(]+ \()?([0-9.]+)`)
