// Package storage keeps games: an append-only log per game, the modules of games, snapshots, an outbox of
// messages still to be sent, and users' papers: settings, notes, lists of orders.
//
// One row of the log is one command. A row is never changed or deleted. Its hash covers everything in it and
// the hash of the previous row, so that anybody can verify a copy of the log. A message about a row is written
// in the same transaction as a notice without content; whoever delivers it makes its text from the log.
//
// A log is published when its game ends, and users must be able to have their identity deleted. So the hash of
// a row covers only a name that means nothing outside its game, such as "player 2"; which user has that name is
// kept beside the log, where it can be deleted.
//
//	row, fresh, err := games.Append(ctx, entry)
//	conflict := errors.Is(err, storage.ErrConflict) // another command came first: read it, decide again
//
// The package knows nothing of rules, sides or Discord: bodies are bytes, audiences are strings. Every store
// passes the tests in storagetest.
//
// Limits: the chain of hashes shows any changed or removed row, but not that the last rows of a game were cut
// off; that needs a copy of the last hash.
package storage

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"
)

// lastBefore is the commit that reads what was written before the base, the first version whose forms later ones keep.
const lastBefore = "70ea4217"

// GameID identifies a game; it is chosen by the caller and unique in a store.
type GameID string

// Hash is a SHA-256.
type Hash [32]byte

// Row is one command of a game in the log.
type Row struct {
	Game      GameID
	Seq       uint64    // 1 is the genesis row; no gaps
	CommandID string    // unique in the store, not empty: it identifies a command that is delivered twice
	At        time.Time // UTC, whole microseconds
	By        string    // who gave the command: a user, or his name in the game if he was forgotten, "" for nobody
	Sealed    string    // By as the hash covers it: his name in the game
	To        string    // who gets something by the command, such as a seat: in the form of By, "" for nobody
	SealedTo  string    // To as the hash covers it
	Prev      Hash      // hash of the row before, zero for the genesis row
	Hash      Hash      // SHA-256 over all other fields except By and To, see Seal
	Body      []byte
}

// Entry is a command that is to be written as a row.
type Entry struct {
	Game      GameID
	Seq       uint64 // the sequence that the caller expects: head + 1
	CommandID string
	At        time.Time
	By        string // a user, or "" for nobody
	To        string // the user who gets something by it, such as a seat, or "" for nobody
	// the channel of the same server where the game is played from this row on, awake; "" for the present one
	Channel string
	Due     *time.Time // when the game falls due next, as in SetDue; nil leaves it unchanged
	Papers  []Paper    // papers of the game's users, kept as by SavePaper
	Body    []byte
	Notices []Notice // written in the same transaction
}

// Notice says that somebody must be told of a row. It has no content.
type Notice struct {
	Audience string // chosen by the caller: "public", or a side
	Kind     string // chosen by the caller: what the message is about
	From     uint64 // the first sequence that it is about, 1 or later; the last is that of its row
	Edits    uint64 // the row whose message of this audience and kind it edits; 0 for a new message
	Feed     string // the channel of the feed where it is sent; "" for the channel of the game

	After time.Time // it is not sent before this time, and delays no other: UTC, whole microseconds; zero for at once
}

// Message returns the row whose notice created the message: this one, or the one that it edits.
func (d Delivery) Message() uint64 {
	if d.Edits != 0 {
		return d.Edits
	}
	return d.Seq
}

// Delivery is a notice in the outbox.
type Delivery struct {
	ID   int64  // ascending in the order of writing
	Game GameID // "" for a notice that belongs to none
	Seq  uint64
	Notice
	Tried    bool // a send began, by this or an earlier process: look before sending again
	Pictures bool // its text was sent, and its pictures follow
}

// Owing is messages of a game that are to be sent to one audience: in the game's channel, in one of its feeds, or to a
// player. Messages have one Owing, and the pictures that are still to follow their messages another.
type Owing struct {
	Game     GameID
	Channel  string // where it is played
	Feed     string // the channel of the feed where they are to be sent; "" for the game's own channel
	Audience string // as in Notice
	Guild    string // the server of Channel, "" where that is not known
	Words    bool   // messages; false for pictures of messages whose text was sent
}

// PlayerName returns the name of a user in the log of a game. Users are numbered from 1 in the order in which they
// first gave a command or got something by one, and no number is used twice.
func PlayerName(n int) string { return fmt.Sprintf("player %d", n) }

// PlayerNumber returns the number in a name that PlayerName makes; ok is false for any other text, such as a user.
func PlayerNumber(name string) (n int, ok bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(name, "player "))
	return n, err == nil && n > 0 && name == PlayerName(n)
}

// Somebody returns a random name, by which seasons call a user once he is forgotten: it says nothing of who he was.
func Somebody() string { return somebody + rand.Text() }

// IsSomebody reports whether a user was forgotten: no other has such an identifier.
func IsSomebody(user string) bool { return strings.HasPrefix(user, somebody) }

const somebody = "~"

// Game is what the store knows of a game besides its log.
type Game struct {
	ID      GameID
	Channel string    // where it is played
	Was     string    // the channel from which it was moved, "" if it never was; ignored by Create
	Moved   uint64    // the row that moved it, 0 if none did; ignored by Create
	Module  Hash      // SHA-256 of the module's bytes
	Secret  []byte    // the seed of its dice, published when it ends
	Opened  time.Time // UTC, whole microseconds
	Over    bool      // closed: the channel is free for another game; ignored by Create
}

// Snapshot is a game's state at a sequence, for opening it quickly.
type Snapshot struct {
	Game   GameID
	Seq    uint64
	Format string // chosen by the caller: a snapshot of another format is not used
	Blob   []byte
}

// Counts are figures of a store for monitoring.
type Counts struct {
	Open     int            // games that are not over, including those that sleep
	Sleeping int            // games that sleep
	Owed     map[string]int // the number of deliveries in Outbox by audience
	Oldest   time.Time      // the time of the oldest row with a delivery in Outbox; zero when there is none
}

var (
	// ErrNotFound: no such game, module, row or snapshot.
	ErrNotFound = errors.New("not found")
	// ErrConflict: the entry's sequence is not the next one; another command came first.
	ErrConflict = errors.New("another command came first")
	// ErrTaken: the channel already has a game that is not over, or the game's name is in use.
	ErrTaken = errors.New("the channel has a game")
	// ErrBeforeBase: a database or an export was written before the first version whose forms later ones keep.
	ErrBeforeBase = errors.New("it was written before the first version that later ones read: commit " + lastBefore +
		" reads it")
	// ErrBroken: the log contradicts its own hashes.
	ErrBroken = errors.New("the log is broken")
)

// Errors of the disk or file in which a store keeps its games. Each says what the operator can do.
var (
	// ErrDamaged: the data cannot be read.
	ErrDamaged = errors.New(
		"the database is damaged: stop the program and restore a backup, see the commands check and restore")
	// ErrDiskFull: nothing more can be written.
	ErrDiskFull = errors.New("the disk is full: make room; a program at work goes on by itself")
	// ErrReadOnly: nothing can be written here.
	ErrReadOnly = errors.New("the database cannot be written: give file and folder to the user that runs the program, on a file system that is mounted for writing")
	// ErrDisk: the disk fails to read or write.
	ErrDisk = errors.New("the disk reports errors: look at it, stop the program and run the command check")
	// ErrGone: the open database is no longer at its path.
	ErrGone = errors.New("the database was deleted or replaced under the program")
)

// Damage is the place where the log of a game stops being sound. It matches ErrBroken.
type Damage struct {
	Game GameID
	Row  uint64 // the first unsound row
	Why  string // the reason, which names the row
}

func (d *Damage) Error() string { return fmt.Sprintf("%v: game %q %s", ErrBroken, d.Game, d.Why) }

// Is makes errors.Is match ErrBroken.
func (d *Damage) Is(target error) bool { return target == ErrBroken }

// Log is a store of games. It is safe for concurrent use. A method that returns without error has made its
// change durable; one that returns an error has changed nothing. For this reason a context can stop a write
// only until the store begins with it; from then on the method waits for the outcome, even if the context ends.
// Errors wrap those above where they apply.
type Log interface {
	// Create opens a game with its module's bytes and its genesis row (Seq 1). A CommandID that is already in the log
	// returns its row and fresh false. The error is ErrTaken when the channel has an open game or the ID is in use.
	Create(ctx context.Context, g Game, module []byte, genesis Entry) (row Row, fresh bool, err error)
	// Append writes one command. A CommandID that is already in the log returns its row, whatever else the
	// entry says, and fresh is false. The error is ErrConflict when the sequence is not the next one,
	// ErrNotFound when there is no such game, and ErrTaken when the entry moves the game to a channel with an
	// open one. A game that is over accepts entries too, such as the publication of its secret.
	Append(ctx context.Context, e Entry) (row Row, fresh bool, err error)
	// CloseGame marks a game as over; its log stays. Closing again is no error.
	CloseGame(ctx context.Context, id GameID) error

	// Rows yields the rows after a sequence, in order, each checked against its hash and the one before; the
	// last pair may be an error: ErrBroken, which names game and sequence, or ErrNotFound when there is no such
	// game or no row with the sequence to begin after. It yields the log as it was when the iteration began,
	// and the store can be used meanwhile.
	Rows(ctx context.Context, id GameID, after uint64) iter.Seq2[Row, error]
	// ByCommand returns the row of a command; the error is ErrNotFound when the log does not have it.
	ByCommand(ctx context.Context, commandID string) (Row, error)
	// Game finds a game, over or not.
	Game(ctx context.Context, id GameID) (Game, error)
	// GamesOf returns the games in whose logs a user has a name, sorted by ID, or all games for the user "".
	GamesOf(ctx context.Context, user string) ([]GameID, error)
	// OpenGamesOf returns those of GamesOf that are not over, for a user other than "".
	OpenGamesOf(ctx context.Context, user string) ([]GameID, error)
	// InChannel returns the channel's game that is not over, or else its latest one.
	InChannel(ctx context.Context, channel string) (Game, error)
	// Module returns the bytes of a module that some game was created with.
	Module(ctx context.Context, h Hash) ([]byte, error)

	// SaveSnapshot keeps a state of a row that exists (else ErrNotFound). A second one of the same row and
	// format replaces the first.
	SaveSnapshot(ctx context.Context, s Snapshot) error
	// LatestSnapshot returns the newest snapshot of the format at or before a sequence.
	LatestSnapshot(ctx context.Context, id GameID, format string, atMost uint64) (Snapshot, error)

	// Outbox lists the deliveries that are due by a time, oldest first; of games that sleep only those to audiences
	// that begin with PrivateMark.
	Outbox(ctx context.Context, by time.Time) ([]Delivery, error)
	// OutboxOf returns the part of Outbox for a game and one of its feeds, or for its own channel with feed "".
	OutboxOf(ctx context.Context, id GameID, feed string, by time.Time) ([]Delivery, error)
	// Owing lists the games and feeds with deliveries in Outbox for all audiences but except, an entry for each
	// audience, the longest waiting first.
	Owing(ctx context.Context, by time.Time, except string) ([]Owing, error)
	// NextOwing returns when the next delivery falls due after a time; the zero time when there is none.
	NextOwing(ctx context.Context, by time.Time) (time.Time, error)
	// Remind adds a notice to a game's last row, unless the game ever had one of its audience and kind. From is
	// set to that row. The error is ErrNotFound when there is no such game.
	Remind(ctx context.Context, id GameID, n Notice) error
	// TellAt adds a notice that belongs to no game and is not sent before a time. It replaces the earlier one of this
	// audience and kind, even if a send of that one began. With the zero time it only deletes the earlier one.
	TellAt(ctx context.Context, audience, kind string, at time.Time) error
	// Postpone changes the time before which a delivery is not sent.
	Postpone(ctx context.Context, id int64, after time.Time) error
	// Trying marks that a delivery is about to be sent.
	Trying(ctx context.Context, id int64) error
	// Delivered marks a delivery as sent, or as not needed, with the message's ID where there is one; repeating
	// it changes nothing.
	Delivered(ctx context.Context, id int64, message string) error
	// TextSent marks the text of a delivery as sent, with the message's ID, while its pictures are still to be
	// sent until Delivered.
	TextSent(ctx context.Context, id int64, message string) error
	// Sent returns the message ID with which a delivery's message was last marked as sent, by its own notice or by
	// one that edits it; "" when there is none.
	Sent(ctx context.Context, d Delivery) (message string, err error)

	// Counts counts games and the deliveries in Outbox by a time. It is cheap.
	Counts(ctx context.Context, by time.Time) (Counts, error)

	// Forget deletes everything in the store that identifies a user: which names in the games' logs are his, his papers
	// and the snapshots of those games. The logs do not change; By in his rows is then his name in the game. Rows from
	// before there were names keep naming him. It returns his games. If he comes back he counts as another user.
	Forget(ctx context.Context, user string) ([]GameID, error)

	Places

	// Shut waits for writes in progress and closes the store. A second call does nothing.
	Shut() error
}

// PrivateMark begins the audiences that are told outside the channel of their game, and so while the game sleeps, too.
const PrivateMark = "side:"

// Places keeps where games are played, and which of them sleep because their channel cannot be reached.
type Places interface {
	// Locate notes the server of the given channels, as far as they have or had a game.
	Locate(ctx context.Context, guild string, channels ...string) error
	// ChannelsOf returns the known channels of a server, sorted.
	ChannelsOf(ctx context.Context, guild string) ([]string, error)
	// Sleep puts the games of channels to sleep if they are not over or have deliveries, and returns those that
	// were awake.
	Sleep(ctx context.Context, reason string, at time.Time, channels ...string) ([]GameID, error)
	// WakeIn wakes the games of channels at a time, and returns those that slept. The time for which each one
	// slept is kept as an absence, as it is when a sleeping game is moved.
	WakeIn(ctx context.Context, at time.Time, channels ...string) ([]GameID, error)
	// Asleep returns when a game fell asleep, the zero time while it is awake.
	Asleep(ctx context.Context, id GameID) (time.Time, error)
	// Sleeping lists the games that sleep, the longest sleeping first.
	Sleeping(ctx context.Context) ([]Sleeper, error)
	// GuildOf returns the server of a channel, "" where it is not known.
	GuildOf(ctx context.Context, channel string) (guild string, err error)
}

// Sleeper is a game that sleeps.
type Sleeper struct {
	Game   GameID
	Reason string    // chosen by the caller
	At     time.Time // since when: UTC, whole microseconds
}

// Preferences keeps users' settings, such as the style of their pictures. A setting is a paper of no game: its name is
// the kind and its value the text, both chosen by the caller.
type Preferences interface {
	// Preference returns a user's setting, "" when he has made none.
	Preference(ctx context.Context, user, name string) (value string, err error)
	// WhoPrefers returns the user with a value of a setting, "" when none has it.
	WhoPrefers(ctx context.Context, name, value string) (user string, err error)
	// Prefer changes a setting. Neither user nor name may be empty.
	Prefer(ctx context.Context, user, name, value string) error
}

// Store is all that a program keeps. Each part is safe for concurrent use, and as durable as a Log.
type Store interface {
	Log
	Preferences
	Papers
	Schedule
	Absences
	Feeds
}

// Feeds keeps the additional channels in which a game is shown to spectators.
type Feeds interface {
	// AddFeed keeps a feed, once. The error is ErrNotFound when there is no such game.
	AddFeed(ctx context.Context, id GameID, channel string) error
	// Feeds returns the channels of a game's feeds, sorted.
	Feeds(ctx context.Context, id GameID) ([]string, error)
	// DropFeed deletes a feed with everything still to be sent there, and adds notices to the last row of the
	// game. Where there is no such feed it does nothing, and dropped is false.
	DropFeed(ctx context.Context, id GameID, channel string, notices ...Notice) (dropped bool, err error)
}

// Paper is a private text that is kept for a user, such as a setting, a note, or his side's standing answers.
type Paper struct {
	Game GameID // "" for a paper of no game
	User string
	Kind string    // chosen by the caller: a user has one paper of each kind in a game, and one of no game
	At   time.Time // when it was written: UTC, whole microseconds; zero for a setting
	Text string
}

// Papers keeps users' papers.
type Papers interface {
	// SavePaper keeps a paper, which replaces the user's earlier one of this kind in the game, and adds
	// notices to the last row of the game, in one transaction. The error is ErrNotFound when there is no such game.
	SavePaper(ctx context.Context, p Paper, notices ...Notice) error
	// Paper returns a user's paper in a game, one without time and text where he has none.
	Paper(ctx context.Context, id GameID, user, kind string) (Paper, error)
	// PapersBy returns all papers of a user, oldest first.
	PapersBy(ctx context.Context, user string) ([]Paper, error)
	// PapersOf returns the papers of a kind that all users have of no game, oldest first.
	PapersOf(ctx context.Context, kind string) ([]Paper, error)
	// DropPaper deletes a user's paper; if he has none it does nothing.
	DropPaper(ctx context.Context, id GameID, user, kind string) error
}

// Schedule keeps one time for each game: when it falls due without a command, because time has passed. Append can set
// it together with a row.
type Schedule interface {
	// SetDue changes when a game falls due; the zero time means never. The error is ErrNotFound for an unknown game.
	SetDue(ctx context.Context, id GameID, at time.Time) error
	// Due returns the games that have fallen due by a time, at most limit of them, the earliest first.
	Due(ctx context.Context, by time.Time, limit int) ([]GameID, error)
	// NextDue returns when the next game falls due, the zero time when none does.
	NextDue(ctx context.Context) (time.Time, error)
}

// Absence is a time in which games could not be played.
type Absence struct {
	Game  GameID // "" for all games
	From  time.Time
	Until time.Time // after From; both UTC, whole microseconds
	Why   string    // chosen by the caller
}

// Absences keeps when the program, or one game's channel, could not be reached.
type Absences interface {
	// AddAbsence keeps an absence. An identical one is kept only once.
	AddAbsence(ctx context.Context, a Absence) error
	// Absences returns the absences of a game, and of all games, that end after a time, in the order they begin.
	Absences(ctx context.Context, id GameID, after time.Time) ([]Absence, error)
	// Alive notes that games can be played at a time. When the last note is older than a limit, the time in
	// between becomes an absence of all games. A time before the last one is ignored, unless it is earlier by more than
	// the limit: then the computer's clock was set back, and the next notes follow it.
	Alive(ctx context.Context, at time.Time, limit time.Duration, why string) error
	// LastAlive returns the last time noted by Alive, the zero time when there is none.
	LastAlive(ctx context.Context) (time.Time, error)
}
