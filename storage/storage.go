// Package storage keeps games: an append-only log per game, the modules that
// games are played with, snapshots, the outbox of what must still be said, what users
// prefer, their notes, and the drafts of their orders.
//
// One row of the log is one command. A row is never changed and never leaves;
// its hash covers everything in it and the hash before it, so that a copy of
// the log proves itself. What has to be said about a row is written with it in
// one transaction, as a notice without content: whoever delivers it rebuilds
// the words from the log.
//
// What a log seals is published one day, and must not hold a user for good. So a row is
// sealed with a name of him that means nothing outside its game, such as "player 2"; whose
// name it is stands beside the log, where it can be forgotten.
//
//	row, fresh, err := games.Append(ctx, entry)
//	conflict := errors.Is(err, storage.ErrConflict) // another command came first: read it, decide again
//
// The package knows nothing of rules, sides or Discord: bodies are bytes,
// audiences are words. Every store passes the tests in storagetest. The chain of
// hashes shows any change to a row and any row taken out, but not that the last
// rows of a game were cut off: only who remembers the last hash can know.
package storage

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"
)

// GameID names a game; it is chosen by the caller and unique in a store.
type GameID string

// Hash is a SHA-256.
type Hash [32]byte

// Row is one command of a game as it stands in the log.
type Row struct {
	Game      GameID
	Seq       uint64    // 1 is the genesis row; no gaps
	CommandID string    // unique in the store, not empty: a redelivered command is known by it
	At        time.Time // UTC, whole microseconds
	By        string    // who gave the command: a user, his name in the game when he was forgotten, "" for nobody
	// the same as the hash covers it: his name in the game, or the user in a row from before there were names
	Sealed   string
	To       string // whom the command gives something, such as a seat: a user as By has it, "" for nobody
	SealedTo string // the same as the hash covers it
	Prev     Hash   // hash of the row before, zero for the genesis row
	Hash     Hash   // SHA-256 over every other field but By and To, see Seal
	Body     []byte
}

// Entry is a command about to become a row.
type Entry struct {
	Game      GameID
	Seq       uint64 // the sequence that the caller decided on: head + 1
	CommandID string
	At        time.Time
	By        string     // a user, or "" for nobody
	To        string     // the user whom it gives something, such as a seat, or "" for nobody
	Channel   string     // of the same server, where the game is played from this row on, awake; "" for where it was
	Due       *time.Time // when the game falls due next, as SetDue has it; nil leaves it as it was
	Papers    []Paper    // of the game's users, kept as SavePaper keeps them
	Body      []byte
	Notices   []Notice // written in the same transaction
}

// Notice says that somebody must be told of a row. It has no content.
type Notice struct {
	Audience string // a word of the caller's: "public", or a side
	Kind     string // a word of the caller's: what is to be said
	From     uint64 // the first sequence that it tells of, 1 or later; the last is its row's own
	Edits    uint64 // the row whose message of this audience and kind it changes; 0 for a message of its own
	Feed     string // the channel of the game's feed in which it is to be said; "" for where the game is played

	After time.Time // it is not to be said before, and holds nothing else up: UTC, whole microseconds; zero for at once
}

// Message is the row that a notice's message began with: its own, or the one it edits.
func (d Delivery) Message() uint64 {
	if d.Edits != 0 {
		return d.Edits
	}
	return d.Seq
}

// Delivery is a notice in the outbox.
type Delivery struct {
	ID   int64 // ascending in the order of writing
	Game GameID
	Seq  uint64
	Notice
	Tried    bool // a send began, by this or an earlier process: look before sending again
	Pictures bool // its words are in the channel, and its pictures are to follow
}

// Owing is a game that has something to say, and where. What it says in a feed is apart from the rest.
type Owing struct {
	Game    GameID
	Channel string // where it is played
	Feed    string // the channel of the feed that has something to be told; "" for none
	Guild   string // the server of its channel, "" where that is not known
	Words   bool   // not pictures alone that are to follow
}

// PlayerName is what a log calls a user: names are given out within a game, from 1 on in the
// order in which its users first gave a command or were given something by one, and none is
// given twice.
func PlayerName(n int) string { return fmt.Sprintf("player %d", n) }

// IsPlayerName says whether a row is sealed with such a name. It is sealed with the user himself
// where it is from before there were names.
func IsPlayerName(sealed string) bool {
	n, err := strconv.Atoi(strings.TrimPrefix(sealed, "player "))
	return err == nil && n > 0 && sealed == PlayerName(n)
}

// Game is what the store knows of a game beside its log.
type Game struct {
	ID      GameID
	Channel string    // where it is played
	Was     string    // the channel from which it was moved there, "" where it began; ignored by Create
	Moved   uint64    // the row that moved it there, 0 where it began; ignored by Create
	Module  Hash      // SHA-256 of the module's bytes
	Secret  []byte    // the seed of its dice, published when it ends
	Opened  time.Time // UTC, whole microseconds
	Over    bool      // closed: the channel is free for another game; ignored by Create
}

// Snapshot is a game's state at a sequence, for opening it quickly.
type Snapshot struct {
	Game   GameID
	Seq    uint64
	Format string // a word of the caller's: a snapshot of another format is not used
	Blob   []byte
}

// Counts is how much a store has to do with, for those who watch it.
type Counts struct {
	Open     int            // games that are not over, those too that sleep
	Sleeping int            // games that sleep
	Owed     map[string]int // what Outbox has, by its audience
	Oldest   time.Time      // when the oldest row was written that some of it tells of; zero when there is nothing
}

var (
	// ErrNotFound: no such game, module, row or snapshot.
	ErrNotFound = errors.New("not found")
	// ErrConflict: the entry's sequence is not the next one; another command came first.
	ErrConflict = errors.New("another command came first")
	// ErrTaken: the channel already has a game that is not over, or the game's name is in use.
	ErrTaken = errors.New("the channel has a game")
	// ErrFull: there are as many as are kept.
	ErrFull = errors.New("no more are kept")
	// ErrBroken: the log contradicts its own hashes.
	ErrBroken = errors.New("the log is broken")
)

// What can befall the place where a store keeps its games. Each says what its operator can do.
var (
	// ErrDamaged: what is kept cannot be read.
	ErrDamaged = errors.New("the database is damaged: stop the program and restore a backup, see the commands check and restore")
	// ErrDiskFull: nothing more can be written.
	ErrDiskFull = errors.New("the disk is full: make room; a program at work goes on by itself")
	// ErrReadOnly: nothing can be written here.
	ErrReadOnly = errors.New("the database cannot be written: give file and folder to the user that runs the program, on a file system that is mounted for writing")
	// ErrDisk: reading or writing fails.
	ErrDisk = errors.New("the disk reports errors: look at it, stop the program and run the command check")
	// ErrGone: the database that is open stands no longer where it was opened.
	ErrGone = errors.New("the database was deleted or replaced under the program")
)

// Damage is where the log of a game stops being sound. It is ErrBroken.
type Damage struct {
	Game GameID
	Row  uint64 // the first that is not sound: those before it are
	Why  string // names the row
}

func (d *Damage) Error() string { return fmt.Sprintf("%v: game %q %s", ErrBroken, d.Game, d.Why) }

// Is says that a damage is ErrBroken.
func (d *Damage) Is(target error) bool { return target == ErrBroken }

// Log is a store of games. It is safe for use by several goroutines. A method
// that returns without error has made its change durable; one that returns an
// error has changed nothing. So that this holds, a context stops a write only
// before the store has taken it up; from then on the method waits for the
// outcome, however the context fares. Errors wrap those above where they apply.
type Log interface {
	// Create opens a game with its module's bytes and its genesis row (Seq 1).
	// A CommandID that is already in the log returns its row and fresh false.
	// ErrTaken when the channel has an open game or the name is in use.
	Create(ctx context.Context, g Game, module []byte, genesis Entry) (row Row, fresh bool, err error)
	// Append writes one command. A CommandID that is already in the log returns
	// its row, whatever else the entry says, and fresh is false. ErrConflict
	// when the sequence is not the next, ErrNotFound when there is no such game, ErrTaken when
	// it moves the game to a channel that has an open one.
	// That a game is over does not matter here: it may still have something to
	// record, such as its secret being published.
	Append(ctx context.Context, e Entry) (row Row, fresh bool, err error)
	// CloseGame marks a game as over; its log stays. Closing again is no error.
	CloseGame(ctx context.Context, id GameID) error

	// Rows yields the rows after a sequence, in order, each checked against its
	// hash and the one before; the last pair may be an error: ErrBroken, which
	// names game and sequence, or ErrNotFound when there is no such game or no
	// row with the sequence to begin after. It shows the log as it was when the
	// iteration began, and the store can be used meanwhile.
	Rows(ctx context.Context, id GameID, after uint64) iter.Seq2[Row, error]
	// ByCommand finds the row of a command.
	ByCommand(ctx context.Context, commandID string) (Row, error)
	// Game finds a game, over or not.
	Game(ctx context.Context, id GameID) (Game, error)
	// GamesOf is the games in which a user has given a command, or all for the user "", in the
	// order of their names.
	GamesOf(ctx context.Context, user string) ([]GameID, error)
	// InChannel is the channel's game that is not over, or else its latest one.
	InChannel(ctx context.Context, channel string) (Game, error)
	// Module is the bytes of a module that some game was created with.
	Module(ctx context.Context, h Hash) ([]byte, error)

	// SaveSnapshot keeps a state of a row that exists (else ErrNotFound). A
	// second one of the same row and format takes the place of the first.
	SaveSnapshot(ctx context.Context, s Snapshot) error
	// LatestSnapshot is the newest one of the format at or before a sequence.
	LatestSnapshot(ctx context.Context, id GameID, format string, atMost uint64) (Snapshot, error)

	// Outbox lists what is still to be said by a time, oldest first, but for games that sleep and
	// for what is to be said after it.
	Outbox(ctx context.Context, by time.Time) ([]Delivery, error)
	// OutboxOf is the part of Outbox that is of one game and to be said in one of its feeds, or in none for "".
	OutboxOf(ctx context.Context, id GameID, feed string, by time.Time) ([]Delivery, error)
	// Owing is the games, and the feeds, of which Outbox has something for another audience than the
	// one to be left out, first the one that has waited for longest.
	Owing(ctx context.Context, by time.Time, but string) ([]Owing, error)
	// NextOwing is when something is next to be said that is not to be said by a time; the zero time
	// when there is nothing.
	NextOwing(ctx context.Context, by time.Time) (time.Time, error)
	// Remind adds a notice of a game's last row, unless there was one of its audience and kind in the
	// game before. Its From is that row. ErrNotFound when there is no such game.
	Remind(ctx context.Context, id GameID, n Notice) error
	// Postpone changes the time before which a delivery is not to be said.
	Postpone(ctx context.Context, id int64, after time.Time) error
	// Trying marks that a delivery is about to be sent.
	Trying(ctx context.Context, id int64) error
	// Delivered marks it as sent (or as needless), with the message's id where
	// there is one; a repetition changes nothing.
	Delivered(ctx context.Context, id int64, message string) error
	// Worded marks its words as sent, with the message's id, and its pictures as still owed, until
	// it is marked as delivered.
	Worded(ctx context.Context, id int64, message string) error
	// Sent is the id with which the message of a delivery was last marked as sent, by
	// its own notice or by one that edits it; "" when there is none.
	Sent(ctx context.Context, d Delivery) (message string, err error)

	// Counts is how many games there are and how much Outbox has by a time, quickly.
	Counts(ctx context.Context, by time.Time) (Counts, error)

	// Kept is what leads from the store to a user.
	Kept(ctx context.Context, user string) (Kept, error)
	// Forget does away with what leads from the store to a user: whose his names in the
	// games' logs are, the snapshots of those games, his calendar and digest, where he waits for a seat, and
	// all that he preferred, noted, drafted and wrote down for later. The logs stay as they are: their rows
	// are By his names from then on. Those of games that began before there were names, which name him for
	// good, go on as they were. It returns his games. The user may come again, and is another one then.
	Forget(ctx context.Context, user string) ([]GameID, error)

	Places

	// Shut waits for what is in hand and closes the store. A second call does
	// nothing.
	Shut() error
}

// Places keeps where games are played and which of them sleep, because their channel cannot be
// reached. It is safe for use by several goroutines, and durable as a Log is.
type Places interface {
	// Locate notes the server of those of the channels that have or had a game.
	Locate(ctx context.Context, guild string, channels ...string) error
	// ChannelsOf are the channels that are known to be in a server, in the order of their names.
	ChannelsOf(ctx context.Context, guild string) ([]string, error)
	// Sleep puts the games of channels to sleep that are not over or have something to say, and
	// returns those that were awake.
	Sleep(ctx context.Context, reason string, at time.Time, channels ...string) ([]GameID, error)
	// WakeIn wakes the games of channels at a time, and returns those that slept. For how long each
	// of them did is kept as an absence, as it is of one that is moved.
	WakeIn(ctx context.Context, at time.Time, channels ...string) ([]GameID, error)
	// Asleep is since when a game sleeps, the zero time while it is awake.
	Asleep(ctx context.Context, id GameID) (time.Time, error)
	// Sleeping lists the games that sleep, those first that have slept for longest.
	Sleeping(ctx context.Context) ([]Sleeper, error)
}

// Sleeper is a game that sleeps.
type Sleeper struct {
	Game   GameID
	Reason string    // a word of the caller's
	At     time.Time // since when: UTC, whole microseconds
}

// Kept is what a store has of a user.
type Kept struct {
	Games                      []GameID // in which he has given a command, in the order of their names
	Named                      []GameID // those of them with rows that name him for good, from before there were names
	Preferences, Notes, Drafts int
	Papers                     int
	Changes                    int // of his calendar
	Waits                      int // servers in which he waits for a seat
	Digests                    int // 1 when he has asked for one
}

// None says whether that is nothing.
func (k Kept) None() bool {
	return len(k.Games)+k.Preferences+k.Notes+k.Drafts+k.Papers+k.Changes+k.Waits+k.Digests == 0
}

// Preferences keeps what users have chosen for themselves, such as how pictures
// look to them: names and values are words of the caller's. It is safe for use by
// several goroutines, and durable as a Log is.
type Preferences interface {
	// Preference is a user's choice, "" when he made none.
	Preference(ctx context.Context, user, name string) (value string, err error)
	// Prefer changes it. Neither user nor name may be empty.
	Prefer(ctx context.Context, user, name, value string) error
}

// Note is what a user has written down for himself in a game.
type Note struct {
	ID   string // unique in the store, not empty: one that is given twice is known by it
	Game GameID
	User string
	At   time.Time // UTC, whole microseconds
	Hex  string    // a word of the caller's: where it belongs, "" for nowhere
	Turn int       // the turn for which it is meant, 0 for none
	Text string
}

// NotesKept is how many notes a user can have in a game.
const NotesKept = 50

// Notes keeps users' notes. It is safe for use by several goroutines, and durable as a
// Log is.
type Notes interface {
	// AddNote keeps a note, unless there is one with its ID. ErrNotFound when there is
	// no such game, ErrFull when its user has NotesKept of them in it.
	AddNote(ctx context.Context, n Note) error
	// Notes are those of a user in a game, oldest first.
	Notes(ctx context.Context, id GameID, user string) ([]Note, error)
	// DropNote does away with a note of a user's in a game; if he has none of this ID
	// it does nothing.
	DropNote(ctx context.Context, id GameID, user, note string) error
}

// Draft is orders that a user has written down in a game and not all given yet. They are
// his alone to see.
type Draft struct {
	Game  GameID
	User  string
	ID    string // what the orders are known by when they are given
	Text  string
	Phase string // a word of the caller's: the phase in which they were written
	Seen  string // a word of the caller's: the position that the user saw with them
}

// Drafts keeps one draft of each user in each game. It is safe for use by several
// goroutines, and durable as a Log is.
type Drafts interface {
	// SaveDraft keeps a draft in the place of the one that its user had in the game.
	// ErrNotFound when there is no such game.
	SaveDraft(ctx context.Context, d Draft) error
	// Draft is a user's draft in a game, or ErrNotFound.
	Draft(ctx context.Context, id GameID, user string) (Draft, error)
	// DropDraft does away with a draft, if it is still its user's draft in the game.
	DropDraft(ctx context.Context, d Draft) error
}

// Store is all that a program keeps.
type Store interface {
	Log
	Preferences
	Notes
	Drafts
	Papers
	Calendars
	Schedule
	Absences
	Substitutes
	Digests
	Feeds
}
