// Package follow keeps a player's private answer in a channel below what the bot posts there in public.
//
//	answers.Posted("30", []string{"4001"})
//
// Discord cannot move a message: the answer is sent anew as a follow-up, and the old one is deleted. That is done only
// where a message of the bot stands below the answer, in the minute after it: an answer holds its pictures meanwhile,
// and a panel that its player has left does not jump. Nothing is stored. What fails leaves the old answer, which works.
package follow

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"grognard/bot/discord/rest"
)

const (
	heldFor    = time.Minute      // so long an answer can go below what is posted
	moveWithin = 30 * time.Second // the longest that the follow-up and the deletion are tried
	mostHeld   = 64               // answers at once, because their pictures wait in memory
)

// Answers holds the last private answer of each user in each channel, for a minute.
type Answers struct {
	Log *slog.Logger

	mu     sync.Mutex
	of     map[place]*answer
	posted map[string]string // the latest public message of the bot in each channel, by identifier
}

type place struct{ user, channel string }

// answer is a private message to one user. All of it belongs to Answers.
type answer struct {
	place
	reply   *rest.Reply
	message rest.Message
	after   string // an identifier: what was sent later stands below the answer
	arrived bool
	moving  bool
	pressed string // the message on which the user has pressed something since, "" for none
	old     string // the message whose place the answer has taken, "" for none
	twice   bool   // the user has pressed something on old, which is deleted: the answer to that replaces this one
}

// Await notes an answer before it is sent. It returns a function that is told whether the answer has arrived. Only an
// answer of one private message with something to press can move.
func (a *Answers) Await(user, channel string, r *rest.Reply, list []rest.Message) (note func(arrived bool)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	at := place{user, channel}
	before := a.of[at]
	delete(a.of, at)
	withdraw := func(arrived bool) {
		if arrived && before != nil && before.twice && !r.Replaces() {
			go a.withdraw(before)
		}
	}
	if len(list) == 1 && list[0].Form != nil { // nothing has taken the place of the message below the form
		if before != nil {
			a.of[at] = before
		}
		return func(bool) {}
	}
	if len(list) != 1 || list[0].Public || len(list[0].Components) == 0 || len(a.of) >= mostHeld {
		return withdraw
	}
	one := &answer{place: at, reply: r, message: list[0], after: r.Interaction.ID}
	if r.Replaces() && r.Interaction.Message != nil {
		one.after = r.Interaction.Message.ID
	} else if isLater(a.posted[channel], one.after) { // which was posted while the answer was made
		one.after = a.posted[channel]
	}
	if a.of == nil {
		a.of = map[place]*answer{}
	}
	a.of[at] = one
	return func(arrived bool) {
		withdraw(arrived)
		a.mu.Lock()
		defer a.mu.Unlock()
		one.arrived = arrived
		a.begin(one)
		time.AfterFunc(heldFor, func() { a.forget(one) })
	}
}

// Posted notes public messages of the bot in a channel. The answers above them go below.
func (a *Answers) Posted(channel string, messages []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, m := range messages {
		if !isLater(m, a.posted[channel]) {
			continue
		}
		if a.posted == nil {
			a.posted = map[string]string{}
		}
		a.posted[channel] = m
	}
	for at, one := range a.of {
		if at.channel == channel {
			a.begin(one)
		}
	}
}

// Press notes that a user has pressed something on a private message, so that it stays where it is until the press is
// answered. It reports whether the message is there: an answer to one that was deleted has to be a new message.
func (a *Answers) Press(user, channel, message string) (there bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	one := a.of[place{user, channel}]
	if one == nil {
		return true
	}
	if one.old == message {
		one.twice = true
		return false
	}
	one.pressed = message
	delete(a.of, one.place)
	return true
}

// Leave forgets the answers of a user.
func (a *Answers) Leave(user string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for at := range a.of {
		if at.user == user {
			delete(a.of, at)
		}
	}
}

// begin moves an answer if something is below it. The lock is held.
func (a *Answers) begin(one *answer) {
	below := a.posted[one.channel]
	if a.of[one.place] != one || !one.arrived || one.moving || !isLater(below, one.after) {
		return
	}
	one.moving, one.after = true, below
	go a.move(one)
}

// move sends an answer anew and deletes the old one. A failure leaves the old one, and is not repeated: whether a
// follow-up has arrived cannot be seen, and a second one would stand below it.
func (a *Answers) move(one *answer) {
	ctx, cancel := context.WithTimeout(context.Background(), moveWithin)
	defer cancel()
	err := one.reply.MoveDown(ctx, one.message, func(old, id string) bool { return a.taken(one, old, id) })
	if err != nil {
		a.Log.Warn("an answer did not go below what was posted", "error", err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if one.moving = false; err == nil {
		a.begin(one)
	}
}

// taken decides whether a new message takes the place of an answer. A press on the old one in between keeps that.
func (a *Answers) taken(one *answer, old, id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if one.pressed != "" && one.pressed != id {
		return false
	}
	one.old = old
	if isLater(id, one.after) {
		one.after = id
	}
	return true
}

// withdraw deletes an answer in whose place another one stands.
func (a *Answers) withdraw(one *answer) {
	ctx, cancel := context.WithTimeout(context.Background(), moveWithin)
	defer cancel()
	if err := one.reply.Remove(ctx); err != nil {
		a.Log.Warn("an answer that was replaced is not deleted", "error", err)
	}
}

// forget forgets an answer with its pictures.
func (a *Answers) forget(one *answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.of[one.place] == one {
		delete(a.of, one.place)
	}
}

// isLater reports whether a message was sent after another, which their identifiers, numbers, say.
func isLater(a, b string) bool { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) > 0 }
