package referee

import (
	"grognard/rules/view"
	"grognard/storage"
)

// Kind is what an errand is about.
type Kind string

// The kinds of errands.
const (
	Opened  Kind = "opened"  // public: a game is here and its seats are open
	Joined  Kind = "joined"  // public: somebody took a seat
	Started Kind = "started" // public with a picture, and each side: the game begins
	News    Kind = "news"    // public: what a command brought that cannot wait, such as a fight
	Phase   Kind = "phase"   // public with a picture, and each side: a player ended a phase
	Owed    Kind = "owed"    // public: a decision that somebody owes, by name, to be taken by a button
	Ended   Kind = "ended"   // public with a picture: the game is over
)

// Errand is one thing to be said, rebuilt from the log at its sequence. Exactly
// one of Public and Side is set. Errands of a game are to be run in order.
type Errand struct {
	ID    int64
	Game  storage.GameID
	Kind  Kind
	Seq   uint64
	Place int  // 1, 2, …: which of the errands of this sequence it is
	Tried bool // a send began earlier: look whether it arrived before sending again

	Table  Table
	Public *PublicNews
	Side   *SideNews
}

// PublicNews is for the channel.
type PublicNews struct {
	View  view.Public
	Lines []view.Line
}

// SideNews is for whoever plays the side of View, by direct message.
type SideNews struct {
	View  view.Secret
	Lines []view.Line
}
