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

// Event is what has happened. One of its members is set; with a Request that leads to a result Ruled is set too.
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
	Called    *Contact     `json:"called,omitempty"` // a player was told of a game that is open
	Moved     *Contact     `json:"moved,omitempty"`  // a player has shown himself in a game
	Warned    *Contact     `json:"warned,omitempty"`
	Ended     *Outcome     `json:"ended,omitempty"`
	Ruled     *Outcome     `json:"ruled,omitempty"`
	Stopped   *Halt        `json:"stopped,omitempty"`
	Agreed    *Agreement   `json:"agreed,omitempty"`
	Lobby     *lobby.Event `json:"lobby,omitempty"` // only in the format Agreed
	Past      *Past        `json:"past,omitempty"`  // only in the format Agreed
	Brought   *Bringing    `json:"brought,omitempty"`
	PastOut   *TakenOut    `json:"pastOut,omitempty"` // only in the format Agreed

	Request *request.Event `json:"request,omitempty"`

	Away  time.Duration `json:"away,omitempty"` // the length of an outage, by which all deadlines are put off
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
	Reason string `json:"reason,omitempty"` // why another organiser has taken him out
}

// SignUp is what a player says of himself; a later one replaces it.
type SignUp struct {
	Zone    string   `json:"zone,omitempty"`    // the name of his time zone, "" for none
	Awake   uint32   `json:"awake,omitempty"`   // a bit for each hour of the day, UTC; 0 if it is not known
	AtOnce  int      `json:"atOnce,omitempty"`  // the most games at once; 0 for as many as the terms allow
	Sides   []string `json:"sides,omitempty"`   // sides that the player knows how to play, see Setting.Sides
	Pace    string   `json:"pace,omitempty"`    // how fast he plays, in his own words, for his opponents
	Avoid   []string `json:"avoid,omitempty"`   // players whom he would rather not meet
	Reserve bool     `json:"reserve,omitempty"` // he only takes the place of a player who leaves
}

// Leaving says that a player has left, or that an organiser has taken him out.
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
	Again    int        `json:"again,omitempty"` // the drawn game that is played again with sides exchanged, 0 for none
	Deadline time.Time  `json:"deadline"`

	Challenger string `json:"challenger,omitempty"` // in a ladder
}

// Pair is a game that is to be played.
type Pair struct {
	First  string `json:"first"`          // of the first side in the order of play
	Second string `json:"second"`         // "" for a bye: First wins without a game
	Pool   int    `json:"pool,omitempty"` // from 1
}

// Opening says where a game is played. Without an ID only the place has been made, and not yet the game.
type Opening struct {
	Game    int    `json:"game"` // from 1
	ID      string `json:"id,omitempty"`
	Channel string `json:"channel"`
}

// Contact says that a player of a game was called or warned, or has shown himself.
type Contact struct {
	Game   int    `json:"game"`
	Player string `json:"player"`

	// of a warning: he had less time than the terms give, because of an announced vacation or an outage
	Excused bool `json:"excused,omitempty"`
}

// Outcome is the result of a game, its own or one that an organiser has given.
type Outcome struct {
	Game   int              `json:"game"`
	Result standings.Result `json:"result"`
	How    string           `json:"how,omitempty"` // such as resigned, or forfeit
	Reason string           `json:"reason,omitempty"`

	Answers [2]Answers `json:"answers,omitzero"` // of both players, by the game's clocks
	Turn    int        `json:"turn,omitempty"`   // the last turn that was played
	Excused [2]bool    `json:"excused,omitzero"` // of a forfeit: as Contact.Excused, for both players
}

// Answers says how often a game with clocks has waited for a player, and how often his clock then ran out.
type Answers struct {
	Asked int `json:"asked"`
	Late  int `json:"late,omitempty"`
}

// Halt changes the stage of a season: it pauses it, goes on with it, or ends it.
type Halt struct {
	How    Stage  `json:"how"` // Paused, Running after a pause, Cancelled or Closed
	Reason string `json:"reason,omitempty"`
	Begins bool   `json:"begins,omitempty"` // with Running: a ladder begins, whose games come later
}
