package drafts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/orders"
	"grognard/rules/first"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// listKind is the kind of paper that keeps a user's list in a game.
const listKind = "list"

// keptList is a user's list of orders in a game, as it is stored.
type keptList struct {
	ID    string     `json:"id"`              // of the command that wrote it; the IDs of its orders begin with it
	Text  string     `json:"text"`            // all its lines, as order.WriteList writes them
	Lines []lineKept `json:"lines"`           // what is known of each
	When  string     `json:"when,omitempty"`  // when it is to be carried out, as it was written; "" for now
	Turn  int        `json:"turn,omitempty"`  // the turn for which it is kept; 0 for now
	Phase string     `json:"phase,omitempty"` // the turn and phase in which its owner saw it last
	Seen  string     `json:"seen,omitempty"`  // the position that he saw then

	// the row that began the phase for which its owner was told that the list begins
	Told uint64 `json:"told,omitempty"`
	// the row that began the phase in which it does not begin by itself
	Held  uint64 `json:"held,omitempty"`
	Runs  bool   `json:"runs,omitempty"`  // it has begun by itself, and goes on when it can
	From  uint64 `json:"from,omitempty"`  // the last row before it began
	Asked int    `json:"asked,omitempty"` // the decision that it waits for, after its owner was told

	Instead *newList `json:"instead,omitempty"` // a newer list; its owner is asked whether it replaces this one
	Reports []report `json:"reports,omitempty"` // on what his lists did by themselves
}

// lineKept is what is known of a line of a list.
type lineKept struct {
	Phase string       `json:"phase"` // in which it is given
	Fate  api.LineFate `json:"fate,omitempty"`
	At    uint64       `json:"at,omitempty"`   // the last row before it was refused
	Told  bool         `json:"told,omitempty"` // its owner was told of its fate
}

// newList is a list as its owner writes it.
type newList struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	When string `json:"when,omitempty"`
}

// report is what a list's owner is told after it has done something by itself.
type report struct {
	List  string      `json:"list"` // its ID
	Seq   uint64      `json:"seq"`  // the game's last row when the list had stopped
	From  uint64      `json:"from"` // the last row before the list did something
	Lines []reported  `json:"lines,omitempty"`
	Why   api.ListEnd `json:"why,omitempty"`   // it stopped
	Later int         `json:"later,omitempty"` // how many lines are left for later phases of the turn
}

type reported struct { // what became of a line
	Number int          `json:"number"`
	Text   string       `json:"text"`
	Fate   api.LineFate `json:"fate,omitempty"`
	At     uint64       `json:"at,omitempty"`
}

const reportsKept = 4 // how many Reports a keptList has at most: the newest

// read returns the lines of the list with their phases.
func (l *keptList) read(g *ledger.Game, s order.Side) ([]order.Line, error) {
	lines, err := g.Match.List(s, l.Text)
	if err != nil {
		return nil, err
	}
	if len(lines) != len(l.Lines) {
		return nil, fmt.Errorf("list %s has %d lines, not %d", l.ID, len(lines), len(l.Lines))
	}
	for i := range lines {
		lines[i].Phase = l.Lines[i].Phase
	}
	return lines, nil
}

// isLeft reports whether it is not settled yet what becomes of a line.
func (l *keptList) isLeft(line order.Line) bool { return l.Lines[line.Number-1].Fate == api.LineLeft }

// goesOn reports whether the owner of a list for now saw it last in the phase that is played, or in an earlier one of
// the same turn and its next line has waited for this phase.
func (l *keptList) goesOn(g *ledger.Game) bool {
	now, next := g.Match.Standing(), slices.IndexFunc(l.Lines, func(k lineKept) bool { return k.Fate == api.LineLeft })
	seen, sameTurn := strings.CutPrefix(l.Phase, fmt.Sprintf("%d %s ", now.Turn, now.Phase.Side))
	return l.Phase == phaseOf(g) || sameTurn && !strings.HasPrefix(seen, now.Phase.Name) && next >= 0 &&
		l.Lines[next].Phase == now.Phase.Name
}

// settle stores what became of a line. at is the last row before it was refused, 0 for any other fate.
func (l *keptList) settle(line order.Line, fate api.LineFate, at uint64) {
	l.Lines[line.Number-1].Fate, l.Lines[line.Number-1].At = fate, at
}

const anyPhase = "" // as the phase of count

// count returns how many lines are left for a phase.
func (l *keptList) count(phase string) int {
	return first.Count(l.Lines, func(k lineKept) bool {
		return k.Fate == api.LineLeft && (phase == anyPhase || k.Phase == phase)
	})
}

// linesNow returns how many lines of a list for later are left for the present phase.
func (l *keptList) linesNow(s order.Side, now view.Standing) int {
	if l.Turn == 0 || now.Phase.Side != s || l.Turn != now.Turn {
		return 0
	}
	return l.count(now.Phase.Name)
}

// command returns the ID of the nth command of a line, both counted from 1.
func (l *keptList) command(line, n int) string { return fmt.Sprintf("%s/%d.%d", l.ID, line, n) }

// previewName returns a name for a preview of the list: a short hash of its text and of the position that it shows.
func (l *keptList) previewName() string {
	sum := sha256.Sum256([]byte(l.Text + "\x00" + l.Seen))
	return hex.EncodeToString(sum[:4])
}

// dueAt returns when the list begins or goes on by itself, the zero time where it must wait for something else.
func (l *keptList) dueAt(g *ledger.Game, s order.Side, user string) (never time.Time) {
	now, acted := g.Match.Standing(), orders.LastOwnOrder(g, s, user)
	switch {
	case g.ActingSide() == "": // over, paused, waiting for a round
		return never
	case l.Runs && acted <= l.From && now.Owed != 0 && (now.By != s || now.Owed == l.Asked):
		return never // the other side must decide, or the owner, who has been told
	case l.Runs:
		return dueAtOnce
	case acted != 0 || now.Owed != 0 || l.Held == g.Reported() || l.linesNow(s, now) == 0:
		return never // its owner has given an order himself, a decision is pending, or it has nothing to do
	}
	return g.Since.Add(api.ListDelay)
}

// positionHash returns a hash of the position as a side sees it. The sequence is left out, so that what the enemy does
// unseen makes no preview stale.
func positionHash(v view.Secret) (string, error) {
	b := *v.Board()
	b.Map, b.Seq, b.Told = nil, 0, nil
	raw, err := json.Marshal(b)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), nil
}

// phaseOf returns a name of the turn, the phase and the activation that a game is in.
func phaseOf(g *ledger.Game) string {
	now := g.Match.Standing()
	return strings.TrimSpace(fmt.Sprintf("%d %s %s %s", now.Turn, now.Phase.Side, now.Phase.Name, now.Phase.Group))
}

// listOf returns a copy of a user's list in a game, nil for none. The game caches it, because each order asks for it.
func (ls *Lists) listOf(ctx context.Context, g *games.Held, user string) (*keptList, error) {
	if user == "" {
		return nil, nil
	}
	kept, known := papersOf(g).lists[user]
	if !known {
		var err error
		if kept, err = ls.readList(ctx, g, user); err != nil {
			return nil, err
		}
		papersOf(g).lists[user] = kept
	}
	if kept == nil {
		return nil, nil
	}
	l := *kept
	l.Lines = slices.Clone(l.Lines)
	return &l, nil
}

// listWithID returns a copy of a user's list with an ID. The error is ErrNoList if he has none, or another one by now.
func (ls *Lists) listWithID(ctx context.Context, g *games.Held, user, id string) (*keptList, error) {
	l, err := ls.listOf(ctx, g, user)
	if err == nil && (l == nil || l.ID != id) {
		err = api.ErrNoList
	}
	return l, err
}

// readList reads a user's list from the store, nil for none.
func (ls *Lists) readList(ctx context.Context, g *games.Held, user string) (*keptList, error) {
	paper, err := ls.store.Paper(ctx, g.Stored.ID, user, listKind)
	if err != nil || paper.Text == "" {
		return nil, err
	}
	l := &keptList{}
	if err := json.Unmarshal([]byte(paper.Text), l); err != nil {
		return nil, fmt.Errorf("the list of a player of game %s: %w", g.Stored.ID, err)
	}
	return l, nil
}

// save stores a user's list, with notices for him in the same transaction.
func (ls *Lists) save(ctx context.Context, g *games.Held, user string, l keptList, told ...storage.Notice) error {
	raw, err := json.Marshal(l)
	if err != nil {
		return err
	}
	delete(papersOf(g).lists, user) // read again if it cannot be saved
	paper := storage.Paper{Game: g.Stored.ID, User: user, Kind: listKind, Text: string(raw),
		At: ls.games.Now().UTC().Truncate(time.Microsecond)}
	if err := ls.store.SavePaper(ctx, paper, told...); err != nil {
		return err
	}
	papersOf(g).lists[user] = &l
	if len(told) > 0 {
		ls.games.WakeUp()
	}
	return nil
}
