package threads

import (
	"slices"
	"strconv"
	"time"

	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/call"
	"grognard/bot/localtable/check"
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// server carries out the bot's requests about threads and channels.
type server struct{ *announce.Announcer }

// Routes returns the routes of the bot that are about threads and channels.
func Routes(a *announce.Announcer) call.Routes {
	s := server{a}
	const channel, members = "/channels/{channel_id}", "/channels/{channel_id}/thread-members"
	return call.Routes{
		"GET " + channel:               s.get,
		"PATCH " + channel:             s.change,
		"DELETE " + channel:            s.remove,
		"POST " + channel + "/threads": s.open,
		"POST " + channel + "/messages/{message_id}/threads": s.branch,
		"GET " + channel + "/threads/archived/public":        s.archived(wire.PublicThread, wire.NewsThread),
		"GET " + channel + "/threads/archived/private":       s.archived(wire.PrivateThread),
		"GET /guilds/{guild_id}/threads/active":              s.active,
		"GET " + members:                                     s.members,
		"PUT " + members + "/@me":                            s.join,
		"DELETE " + members + "/@me":                         s.leave,
		"PUT " + members + "/{user_id}":                      s.join,
		"DELETE " + members + "/{user_id}":                   s.leave,
	}
}

func (s server) channel(r call.Call) (*state.Channel, error) {
	return s.Table.BotChannel(r.PathValue("channel_id"))
}

// thread finds the thread that a route names.
func (s server) thread(r call.Call) (*state.Channel, error) {
	c, err := s.channel(r)
	if err == nil && c.Thread == nil {
		err = check.WrongChannelType()
	}
	return c, err
}

func (s server) get(r call.Call) (any, error) {
	c, err := s.channel(r)
	if err != nil {
		return nil, err
	}
	return shape.Channel(c), nil
}

func (s server) open(r call.Call) (any, error) {
	var d Draft
	if err := r.Decode(&d); err != nil {
		return nil, err
	}
	home, err := s.channel(r)
	if err != nil {
		return nil, err
	}
	if home.Type == wire.Forum {
		return s.post(r, home, d)
	}
	opened, err := Open(s.Announcer, home, d, s.Table.Bot)
	if err != nil {
		return nil, err
	}
	return call.Created{Answer: shape.Channel(opened)}, nil
}

// post opens a forum's post. The answer is the thread, with the message in it.
func (s server) post(r call.Call, forum *state.Channel, d Draft) (any, error) {
	if d.Message == nil {
		return nil, check.InvalidForm("message is required")
	}
	if err := d.Message.Check(); err != nil {
		return nil, err
	}
	if len(r.Uploads) > 0 {
		if err := s.Table.Allows(forum, wire.AttachFiles); err != nil {
			return nil, err
		}
	}
	opened, first, err := Post(s.Announcer, forum, d, s.Table.Bot, func(m *wire.Message) error {
		m.Flags = d.Message.Flags.Value
		return s.Write(m, *d.Message, r.Uploads)
	})
	if err != nil {
		return nil, err
	}
	answer := shape.Channel(opened)
	answer["message"] = shape.Sent(first, r.Base)
	return call.Created{Answer: answer}, nil
}

func (s server) branch(r call.Call) (any, error) {
	var d Draft
	if err := r.Decode(&d); err != nil {
		return nil, err
	}
	home, err := s.channel(r)
	if err != nil {
		return nil, err
	}
	p, ok := s.Table.Posts[r.PathValue("message_id")]
	if !ok || p.For != "" || p.Message.ChannelID != home.ID {
		return nil, check.UnknownMessage()
	}
	opened, err := Branch(s.Announcer, p, d, s.Table.Bot)
	if err != nil {
		return nil, err
	}
	return call.Created{Answer: shape.Channel(opened)}, nil
}

// change changes a thread. Only people can change the table's other channels.
func (s server) change(r call.Call) (any, error) {
	var d Draft
	if err := r.Decode(&d); err != nil {
		return nil, err
	}
	c, err := s.channel(r)
	if err != nil {
		return nil, err
	}
	if c.Thread == nil {
		return nil, check.NotHere("change of a channel that is no thread")
	}
	if err := Change(s.Announcer, c, d, state.ApplicationID); err != nil {
		return nil, err
	}
	return shape.Channel(c), nil
}

func (s server) remove(r call.Call) (any, error) {
	c, err := s.channel(r)
	if err != nil {
		return nil, err
	}
	if c.GuildID == "" {
		return nil, check.NotHere("end of direct messages")
	}
	gone := shape.Channel(c)
	return gone, Delete(s.Announcer, c, state.ApplicationID)
}

// active lists the active threads of a guild.
func (s server) active(r call.Call) (any, error) {
	guild := s.Table.Guild(r.PathValue("guild_id"))
	if guild == nil || guild.Absent {
		return nil, check.MissingAccess()
	}
	return s.list(func(c *state.Channel) bool { return c.GuildID == guild.ID && !c.Thread.Archived }, 0), nil // 0: all
}

// archived lists the archived threads of some types in a channel, the last archived first.
func (s server) archived(types ...int) func(call.Call) (any, error) {
	return func(r call.Call) (any, error) {
		home, err := s.channel(r)
		if err != nil {
			return nil, err
		}
		need := []uint64{wire.ReadHistory}
		if slices.Contains(types, wire.PrivateThread) {
			need = append(need, wire.ManageThreads)
		}
		if err := s.Table.Allows(home, need...); err != nil {
			return nil, err
		}
		limit, before, err := Page(r, 100, 50) // at most 100, and 50 if the request does not say
		if err != nil {
			return nil, err
		}
		return s.list(func(c *state.Channel) bool {
			return c.Parent == home.ID && c.Thread.Archived && slices.Contains(types, c.Type) &&
				(before.IsZero() || c.Thread.Changed.Before(before))
		}, limit), nil
	}
}

// Page reads from a request how many items it wants (usual if it does not say) and from before which time; zero: any.
func Page(r call.Call, most, usual int) (limit int, before time.Time, err error) {
	limit = usual
	if text := r.URL.Query().Get("limit"); text != "" {
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > most {
			return 0, before, check.InvalidForm("limit should be between 1 and " + strconv.Itoa(most))
		}
	}
	if text := r.URL.Query().Get("before"); text != "" {
		if before, err = time.Parse(time.RFC3339Nano, text); err != nil {
			return 0, before, check.InvalidForm("before is not a time")
		}
	}
	return limit, before, nil
}

// list answers with the threads that fit and that the bot sees, the last changed first: at most limit, if it is not 0.
func (s server) list(fits func(*state.Channel) bool, limit int) map[string]any {
	var found []*state.Channel
	for _, c := range s.Table.Channels {
		if c.Thread != nil && fits(c) && s.Table.Allows(c) == nil {
			found = append(found, c)
		}
	}
	slices.SortStableFunc(found, func(a, b *state.Channel) int { return b.Thread.Changed.Compare(a.Thread.Changed) })
	more := limit > 0 && len(found) > limit
	if more {
		found = found[:limit]
	}
	threads, members := []any{}, []any{}
	for _, c := range found {
		data := shape.Channel(c)
		if own, ok := data["member"]; ok {
			members = append(members, own)
		}
		threads = append(threads, data)
	}
	return map[string]any{"threads": threads, "members": members, "has_more": more}
}

func (s server) members(r call.Call) (any, error) {
	c, err := s.thread(r)
	if err != nil {
		return nil, err
	}
	return append([]wire.Membership{}, c.Members...), nil
}

// inUse finds the thread that a route names, which must not be archived.
func (s server) inUse(r call.Call) (*state.Channel, error) {
	c, err := s.thread(r)
	if err == nil && c.Archived() {
		err = check.ThreadArchived()
	}
	return c, err
}

// join adds the bot or, if it may write in the thread, somebody else.
func (s server) join(r call.Call) (any, error) {
	c, err := s.inUse(r)
	if err != nil {
		return nil, err
	}
	user := r.PathValue("user_id")
	if user == "" {
		return nil, Join(s.Announcer, c, state.ApplicationID)
	}
	other, known := s.Table.User(user)
	if !known {
		return nil, unknownMember()
	}
	need := []uint64{wire.SendInThreads}
	if c.Type == wire.PrivateThread && !c.Thread.Invitable && c.Owner != state.ApplicationID {
		need = append(need, wire.ManageThreads) // else only its owner may add somebody
	}
	if err := s.Table.Allows(c, need...); err != nil {
		return nil, err
	}
	if c.HasMember(user) {
		return nil, nil
	}
	if err := Join(s.Announcer, c, user); err != nil {
		return nil, err
	}
	return nil, notice(s.Announcer, c, typeAdded, state.ApplicationID,
		func(m *wire.Message) { m.Mentions = []wire.User{other} })
}

// leave takes the bot from a thread or, if it manages threads or has opened this private one, somebody else.
func (s server) leave(r call.Call) (any, error) {
	c, err := s.inUse(r)
	if err != nil {
		return nil, err
	}
	user := r.PathValue("user_id")
	if user == "" {
		return nil, Leave(s.Announcer, c, state.ApplicationID)
	}
	if c.Type != wire.PrivateThread || c.Owner != state.ApplicationID {
		if err := s.Table.Allows(c, wire.ManageThreads); err != nil {
			return nil, err
		}
	}
	if err := Leave(s.Announcer, c, user); err != nil {
		return nil, err
	}
	other, _ := s.Table.User(user)
	return nil, notice(s.Announcer, c, typeRemoved, state.ApplicationID,
		func(m *wire.Message) { m.Mentions = []wire.User{other} })
}
