package season

import (
	"time"

	"grognard/bot/league/lobby"
	"grognard/bot/league/request"
	"grognard/bot/league/standings"
)

// Entry is a row of the log.
type Entry struct {
	At time.Time
	By string // a player or an organiser, "" for the program
	Event
}

// Event is what has happened: one of its members is set, or with a Request that leads to a result, Ruled too.
type Event struct {
	Announced *Terms       `json:"announced,omitempty"`
	Organiser *Office      `json:"organiser,omitempty"`
	Joined    *SignUp      `json:"joined,omitempty"`
	Left      *Leaving     `json:"left,omitempty"`
	Ranked    bool         `json:"ranked,omitempty"` // with Seeded: by ratings or an earlier season, by no organiser
	Seeded    []string     `json:"seeded,omitempty"` // all players in the order of strength
	Replaced  *Change      `json:"replaced,omitempty"`
	Paired    *Pairings    `json:"paired,omitempty"`
	Unpaired  int          `json:"unpaired,omitempty"` // a round that is undone
	Opened    *Opening     `json:"opened,omitempty"`
	Called    *Contact     `json:"called,omitempty"` // told of a game that is open
	Moved     *Contact     `json:"moved,omitempty"`
	Warned    *Contact     `json:"warned,omitempty"`
	Ended     *Outcome     `json:"ended,omitempty"`
	Ruled     *Outcome     `json:"ruled,omitempty"`
	Stopped   *Halt        `json:"stopped,omitempty"`
	Agreed    *Agreement   `json:"agreed,omitempty"`
	Lobby     *lobby.Event `json:"lobby,omitempty"` // of Agreed
	Past      *Past        `json:"past,omitempty"`  // of Agreed
	Brought   *Bringing    `json:"brought,omitempty"`
	PastOut   *TakenOut    `json:"pastOut,omitempty"` // of Agreed

	Request *request.Event `json:"request,omitempty"`

	// a time in which the program or Discord was not there: all that is due has as much longer
	Away  time.Duration `json:"away,omitempty"`
	Reach *Reach        `json:"reach,omitempty"`
}

// Reach says that Discord cannot reach the server, or can again.
type Reach struct {
	Can bool `json:"can"`
}

// Office makes somebody an organiser, or ends that.
type Office struct {
	Player string `json:"player"`
	Ends   bool   `json:"ends,omitempty"`
	Reason string `json:"reason,omitempty"` // another organiser has taken him out
}

// SignUp is what a player says of himself; a later one replaces it.
type SignUp struct {
	Zone    string   `json:"zone,omitempty"`
	Awake   uint32   `json:"awake,omitempty"` // a bit for each hour of the day, UTC; 0 where it is not known
	AtOnce  int      `json:"atOnce,omitempty"`
	Sides   []string `json:"sides,omitempty"` // that the player knows
	Pace    string   `json:"pace,omitempty"`
	Avoid   []string `json:"avoid,omitempty"`
	Reserve bool     `json:"reserve,omitempty"`
}

// Leaving is of a player who has left, or whom an organiser has taken out.
type Leaving struct {
	Player string `json:"player"`
	Reason string `json:"reason,omitempty"`
}

// Change puts a reserve in the place of a player who has left.
type Change struct {
	Out string `json:"out"`
	In  string `json:"in"`
}

// Pairings are the games of a round, or of all pools.
type Pairings struct {
	Round    int        `json:"round"` // from 1; those of a play-off go on after the others
	Pools    [][]string `json:"pools,omitempty"`
	Games    []Pair     `json:"games"`
	PlayOff  bool       `json:"playOff,omitempty"`
	Again    int        `json:"again,omitempty"` // the drawn game that is played once more, sides exchanged
	Deadline time.Time  `json:"deadline"`

	Challenger string `json:"challenger,omitempty"` // of a ladder
}

// Pair is a game that is to be played.
type Pair struct {
	First  string `json:"first"`          // of the first side in the order of play
	Second string `json:"second"`         // "" for a bye: First wins without a game
	Pool   int    `json:"pool,omitempty"` // from 1
}

// Opening says where a game is played. Without an ID the place is there, and the game is not yet.
type Opening struct {
	Game    int    `json:"game"` // from 1
	ID      string `json:"id,omitempty"`
	Channel string `json:"channel"`
}

// Contact is about a player of a game.
type Contact struct {
	Game   int    `json:"game"`
	Player string `json:"player"`

	// of a warning: an announced vacation or an outage has taken of the time that he had
	Excused bool `json:"excused,omitempty"`
}

// Outcome is the result of a game, from itself or by a ruling.
type Outcome struct {
	Game   int              `json:"game"`
	Result standings.Result `json:"result"`
	How    string           `json:"how,omitempty"` // such as resigned, or forfeit
	Reason string           `json:"reason,omitempty"`

	Answers [2]Answers `json:"answers,omitzero"` // of both players, by the game's clocks
	Turn    int        `json:"turn,omitempty"`   // the last one of a game that was played
	Excused [2]bool    `json:"excused,omitzero"` // of a forfeit, as of Contact
}

// Answers are how often a game with clocks has waited for a player, and how often his clock ran out meanwhile.
type Answers struct {
	Asked int `json:"asked"`
	Late  int `json:"late,omitempty"`
}

// Halt pauses a season, or ends it.
type Halt struct {
	How    Stage  `json:"how"` // Paused, Running after that, Cancelled or Closed
	Reason string `json:"reason,omitempty"`
	Begins bool   `json:"begins,omitempty"` // with Running: a ladder, whose games come later
}
