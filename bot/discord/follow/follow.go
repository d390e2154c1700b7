// Package follow keeps the last private answer of each user in a channel right, as long as Discord takes changes of it.
//
//	answers.Posted("30", []string{"4001"})
//
// An answer that says that there is nothing to order turns into the panel when there is something, for a quarter of an
// hour. A panel or a decision goes below what the bot posts in public: Discord cannot move a message, so it is sent
// anew as a follow-up, and the old one is deleted. It moves once for each message that is posted below it, and only in
// its first minute: until then it holds its pictures, and a panel that its player has left shall not jump. Look-ups
// stay, and so does a panel with a look-up below it.
//
// Nothing is stored. A follow-up that fails leaves the old answer, which works, and is not repeated. If it has arrived
// although Discord's answer was lost, two panels are left: Discord names the private messages of an interaction by
// their identifiers alone, so that nobody can look whether it is there. Both work, and an order that was given on one
// is refused on the other, as the buttons carry a checksum of the position.
package follow

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"

	"github.com/bwmarrin/discordgo"
)

const (
	heldFor     = time.Minute      // how long an answer can go below what is posted
	moveWithin  = 30 * time.Second // the longest that the follow-up and the deletion are tried
	mostHeld    = 64               // answers that can move, because their pictures wait in memory
	amendBefore = 10 * time.Second // an answer is no longer edited so long before its token ends
	amendWithin = time.Minute      // the longest that an edit is tried
	editsAtOnce = 8                // of answers that have waited
)

// Answers holds the last private answer of each user.
type Answers struct {
	log   *slog.Logger
	slots chan struct{}
	open  context.Context // ends the edits
	shut  func()
	all   sync.WaitGroup

	mu     sync.Mutex
	of     map[string]*answer // by their users
	posted map[string]string  // the latest public message of the bot in each channel, by identifier
	closed bool
}

// Answer is what is known of an answer before it is sent.
type Answer struct {
	User, Channel string
	Reply         *rest.Reply

	// For an answer that says that there is nothing to order: the game that it waits for, and what makes the panel,
	// which returns nil as long as there is nothing. Both are zero for other answers.
	Game  string
	Again func(ctx context.Context) (*rest.Message, error)
}

// answer is a private message to one user. Answers.mu guards all that changes in it; busy is a lock of its own.
type answer struct {
	Answer
	busy sync.Mutex // held while it is moved or edited

	message rest.Message
	place   string   // where requests about it go: the interaction's first message, or an identifier
	id      string   // "" until it is known
	old     []string // identifiers of the messages that were deleted as it, or an answer before it, moved
	after   string   // an identifier: what was sent later stands below the answer
	until   time.Time

	arrived, moving bool
	stays           bool   // it does not move: something else is below it, or its minute is over
	pressed         string // the private message on which the user has pressed something since, "" for none
	pressedOld      bool   // the user has pressed something on one of old: the answer to that replaces this one
}

// New returns an empty store, which warns in a log.
func New(log *slog.Logger) *Answers {
	a := &Answers{log: log, slots: make(chan struct{}, editsAtOnce), of: map[string]*answer{},
		posted: map[string]string{}}
	a.open, a.shut = context.WithCancel(context.Background())
	return a
}

// Close breaks off what edits answers, and waits until no answer is between two places.
func (a *Answers) Close() {
	a.mu.Lock()
	a.closed = true
	a.mu.Unlock()
	a.shut()
	a.all.Wait()
}

// Await notes an answer before it is sent, as its user may press something on it at once. Tell note whether it arrived.
func (a *Answers) Await(in Answer, list []rest.Message) (note func(arrived bool)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	before, interaction, replaced := a.of[in.User], in.Reply.Interaction, ""
	if len(list) == 1 && list[0].Form != nil { // nothing has taken the place of the message below the form
		if before != nil {
			before.pressedOld = false
		}
		return func(bool) {}
	}
	if in.Reply.Replaces() && interaction.Message != nil {
		replaced = interaction.Message.ID
	}
	withdraw := func(arrived bool) {
		a.mu.Lock()
		defer a.mu.Unlock()
		if arrived && before != nil && before.pressedOld && replaced == "" {
			a.start(before, a.withdraw)
		}
	}
	if len(list) != 1 || !inPlay(list[0]) {
		if before != nil {
			before.stays = before.stays || before.Channel == in.Channel
		}
		return withdraw
	}
	_, since := in.Reply.Took()
	one := &answer{Answer: in, message: list[0], place: rest.Original, id: replaced, after: interaction.ID,
		until: time.Now().Add(rest.TokenLife - since - amendBefore), stays: a.countMovable() >= mostHeld}
	if replaced != "" && before != nil && before.Channel == in.Channel { // what is posted meanwhile stands below it
		one.after = later(before.after, replaced)
	}
	if before != nil {
		one.old = before.old
	}
	a.of[in.User] = one
	return func(arrived bool) {
		withdraw(arrived)
		a.mu.Lock()
		defer a.mu.Unlock()
		one.arrived = arrived
		a.begin(one)
		if one.isWaiting() { // the game may have gone on since the answer was made
			a.start(one, a.goOn)
		}
		time.AfterFunc(heldFor, func() { a.settle(one) })
	}
}

// inPlay reports whether an answer shows what its user can order or has to decide, or says that there is nothing.
func inPlay(m rest.Message) bool {
	return m.Waits != "" || slices.ContainsFunc(m.Components, func(c discordgo.MessageComponent) bool {
		row, _ := c.(discordgo.ActionsRow)
		return slices.ContainsFunc(row.Components, func(c discordgo.MessageComponent) bool {
			button, _ := c.(discordgo.Button)
			menu, _ := c.(discordgo.SelectMenu)
			return page.IsChoice(page.WithoutMark(cmp.Or(button.CustomID, menu.CustomID)))
		})
	})
}

// countMovable returns how many answers can move. The lock is held.
func (a *Answers) countMovable() (n int) {
	for _, one := range a.of {
		if !one.stays {
			n++
		}
	}
	return n
}

// Posted notes public messages of the bot in a channel. The answers above them go below.
func (a *Answers) Posted(channel string, messages []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, m := range messages {
		a.posted[channel] = later(a.posted[channel], m)
	}
	for _, one := range a.of {
		if one.Channel == channel {
			a.begin(one)
		}
	}
}

// Press notes that a user has pressed something on a private message: his last answer stays as it is until the press is
// answered. It reports whether the message is there: an answer to one that was deleted has to be a new message.
func (a *Answers) Press(user, message string) (there bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	one := a.of[user]
	if one == nil {
		return true
	}
	one.pressed = message
	one.pressedOld = slices.Contains(one.old, message)
	return !one.pressedOld
}

// Leave forgets the answer of a user.
func (a *Answers) Leave(user string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.of, user)
}

// Changed makes the panel of the answers that wait for a game, which has changed.
func (a *Answers) Changed(game string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for user, one := range a.of {
		switch {
		case !one.isWaiting() || one.Game != game:
		case one.until.Before(time.Now()):
			delete(a.of, user)
		default:
			a.start(one, a.goOn)
		}
	}
}

// isWaiting reports whether an answer waits for its game. The lock is held.
func (one *answer) isWaiting() bool { return one.Again != nil && one.arrived && one.pressed == "" }

// start does something with an answer while nothing else is done with it. The lock is held.
func (a *Answers) start(one *answer, do func(*answer)) {
	if a.closed {
		return
	}
	a.all.Go(func() {
		one.busy.Lock()
		defer one.busy.Unlock()
		do(one)
	})
}

// goOn turns an answer that waits into the panel, if its user has something to order by now.
func (a *Answers) goOn(one *answer) {
	a.slots <- struct{}{}
	defer func() { <-a.slots }()
	ctx, cancel := context.WithTimeout(a.open, amendWithin)
	defer cancel()
	again := a.panelMaker(one)
	if again == nil {
		return
	}
	m, err := again(ctx)
	if err == nil && m != nil && a.take(one, *m) {
		_, err = one.Reply.Later(ctx, http.MethodPatch, one.place, *m)
	}
	if a.isWorthALine(err) {
		a.log.Warn("an answer did not go on by itself", "error", err)
	}
}

// panelMaker returns what makes the panel of an answer that still waits, else nil.
func (a *Answers) panelMaker(one *answer) func(ctx context.Context) (*rest.Message, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.of[one.User] != one || !one.isWaiting() {
		return nil
	}
	return one.Again
}

// take notes what an answer is to be edited into, and reports whether it still waits.
func (a *Answers) take(one *answer, m rest.Message) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	still := a.of[one.User] == one && one.isWaiting()
	if still {
		one.Again = nil
		if !one.stays { // nothing drops the pictures of one that stays
			one.message = m
		}
	}
	return still
}

// begin moves an answer if something is below it. The lock is held.
func (a *Answers) begin(one *answer) {
	if a.of[one.User] == one && one.arrived && one.pressed == "" && !one.stays && !one.moving &&
		isLater(a.posted[one.Channel], one.after) {
		one.moving = true
		a.start(one, a.move)
	}
}

// move sends an answer anew and deletes the old one. A failure leaves the old one.
func (a *Answers) move(one *answer) {
	ctx, cancel := context.WithTimeout(context.Background(), moveWithin)
	defer cancel()
	a.mu.Lock()
	below := a.posted[one.Channel]
	a.mu.Unlock()
	err := a.moveBelow(ctx, one, below)
	if a.isWorthALine(err) {
		a.log.Warn("an answer did not go below what was posted", "error", err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	one.moving = false
	if err != nil { // it is not moved below the same message again
		one.after = later(one.after, below)
	}
	a.begin(one)
}

func (a *Answers) moveBelow(ctx context.Context, one *answer, below string) (err error) {
	if one.id == "" { // what was posted while the answer was made may stand above it
		one.id, err = one.Reply.Later(ctx, http.MethodGet, one.place, rest.Message{})
	}
	if err != nil {
		return err
	}
	m, still := a.messageToMove(one, below)
	if !still {
		return nil
	}
	id, err := one.Reply.Later(ctx, http.MethodPost, "", m)
	if err == nil {
		_, err = one.Reply.Later(ctx, http.MethodDelete, a.noteMoved(one, id), rest.Message{})
	}
	return err
}

// messageToMove returns the message of an answer that is to go below another; still is false if it need not move now.
func (a *Answers) messageToMove(one *answer, below string) (m rest.Message, still bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	one.after = later(one.after, one.id)
	still = a.of[one.User] == one && one.pressed == "" && !one.stays && isLater(below, one.after)
	return one.message, still
}

// noteMoved notes the message that was sent anew, and returns the one that is to be deleted: the old one, or the new
// one if the user has pressed something on another message or got another answer meanwhile.
func (a *Answers) noteMoved(one *answer, id string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if one.pressed != id && (one.pressed != "" || a.of[one.User] != one) {
		return id
	}
	old := one.place
	one.old = append(one.old, one.id)
	one.place, one.id, one.after = id, id, later(one.after, id)
	return old
}

// withdraw deletes an answer in whose place another one stands.
func (a *Answers) withdraw(one *answer) {
	ctx, cancel := context.WithTimeout(context.Background(), moveWithin)
	defer cancel()
	_, err := one.Reply.Later(ctx, http.MethodDelete, one.place, rest.Message{})
	if a.isWorthALine(err) {
		a.log.Warn("an answer that was replaced is not deleted", "error", err)
	}
}

// isWorthALine reports whether to log an error: not if its user has dismissed the message, or the program stops.
func (a *Answers) isWorthALine(err error) bool {
	kind, _ := rest.Diagnose(err)
	return err != nil && kind != rest.Gone && a.open.Err() == nil
}

// settle lets an answer stay where it is and drops its pictures.
func (a *Answers) settle(one *answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	one.stays, one.message = true, rest.Message{}
	if a.of[one.User] == one && !one.isWaiting() {
		delete(a.of, one.User)
	}
}

// later returns the later of two messages.
func later(a, b string) string {
	if isLater(a, b) {
		return a
	}
	return b
}

// isLater reports whether message a was sent after b: then its identifier is the greater number.
func isLater(a, b string) bool { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) > 0 }
