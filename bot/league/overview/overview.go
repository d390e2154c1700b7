// Package overview is a season of a league as data, for messages, web pages and other people's programs.
//
//	o := overview.Of(&s, map[string]string{"player 2": "Anna"})
//	file, err := json.MarshalIndent(o, "", " ")
//	fmt.Println(o.Name, o.Stage, o.NameOf("player 2"))
//
// Players are named by pseudonyms, which mean nothing elsewhere; Players says how each is to be shown. Points are half
// points. The tables can be computed from the rest: a table of a pool has the players of the pool and the games that
// count there, and its tie-breaks decide in their order. Unplayed games count there too; for tie-breaks a game against
// nobody is one against somebody with the player's own points.
//
// The same season and the same names give the same bytes. Times are in UTC.
package overview

import (
	"slices"
	"time"

	"grognard/bot/league/season"
	"grognard/bot/league/standings"
)

// Season is a season and how it stands.
type Season struct {
	Name       string        `json:"name"`
	Format     season.Format `json:"format"`
	Stage      season.Stage  `json:"stage"`
	Since      time.Time     `json:"since,omitzero"` // when the stage began
	Why        string        `json:"why,omitempty"`  // why it was paused or cancelled
	Terms      Terms         `json:"terms"`
	Organisers []string      `json:"organisers"` // as they are shown
	Players    []Player      `json:"players"`
	Ladder     []string      `json:"ladder,omitempty"` // from the top
	Tables     []Table       `json:"tables"`
	Rounds     []Round       `json:"rounds"`
}

// Terms are what was said before the season started, in the words of package season.
type Terms struct {
	Settings     []season.Setting     `json:"settings"` // of each round; the last one is for all later rounds too
	Rounds       int                  `json:"rounds,omitempty"`
	Days         int                  `json:"days"`              // of a round, or of all pools
	PlayOff      int                  `json:"playOff,omitempty"` // how many players enter the play-off; 0 for none
	Up           int                  `json:"up,omitempty"`      // how many change places between neighbouring pools
	AtOnce       int                  `json:"atOnce"`            // the most games of a player at once
	Above        int                  `json:"above,omitempty"`   // how many places above himself a player can challenge
	Floor        int                  `json:"floor,omitempty"`   // the least reliability, in percent, to sign up
	Unfinished   season.Unfinished    `json:"unfinished"`
	Dropped      season.Dropped       `json:"dropped"`
	Tied         season.Tied          `json:"tied"`
	ContactHours float64              `json:"contactHours"`
	WarningHours float64              `json:"warningHours"`
	TieBreaks    []standings.TieBreak `json:"tieBreaks"` // in the order in which they decide
}

// Player is somebody who takes part, or did.
type Player struct {
	ID      string    `json:"id"`   // by which the rest of the data names him
	Name    string    `json:"name"` // as he is shown; two players may have one name
	Reserve bool      `json:"reserve,omitempty"`
	Left    time.Time `json:"left,omitzero"`
}

// Table is the table of a pool.
type Table struct {
	Pool      int                  `json:"pool,omitempty"` // from 1; 0 for a season without pools
	TieBreaks []standings.TieBreak `json:"tieBreaks"`
	Rows      []Row                `json:"rows"` // the best first
}

// Row is a player in a table.
type Row struct {
	standings.Row                  // Broken has a value for each of the table's tie-breaks
	Reach         *standings.Range `json:"reach,omitempty"` // places that can be reached; nil if that is not known
	Moves         Moves            `json:"moves,omitempty"`
	Met           []Met            `json:"met,omitempty"` // in the order of the table
}

// Moves says to which neighbouring pool a place leads, "" for none.
type Moves string

const (
	Up   Moves = "up"
	Down Moves = "down"
)

// Met is a cell of a cross table: the player's half points against another one, game by game.
type Met struct {
	Player string `json:"player"`
	Points []int  `json:"points"`
}

// Round is a round of games, or in a season of pools all games.
type Round struct {
	Number   int       `json:"round"`
	PlayOff  bool      `json:"playOff,omitempty"` // its games count in no table
	Paired   time.Time `json:"paired,omitzero"`
	Deadline time.Time `json:"deadline,omitzero"`
	Games    []Game    `json:"games"`
}

// Game is a game that is to be played, or was.
type Game struct {
	Number     int    `json:"game"`
	Round      int    `json:"round"`
	Pool       int    `json:"pool,omitempty"` // from 1; 0 without pools
	First      string `json:"first"`
	Second     string `json:"second,omitempty"`  // "" for a bye
	Repeats    int    `json:"repeats,omitempty"` // the drawn game that is played once more; 0 for none
	Challenger string `json:"challenger,omitempty"`
	season.Setting
	Opened time.Time `json:"opened,omitzero"`
	Ended  time.Time `json:"ended,omitzero"`

	Result *Result `json:"result,omitempty"` // nil for a game that is not over
	How    string  `json:"how,omitempty"`    // how it ended
	Ruled  string  `json:"ruledBy,omitempty"`
	Reason string  `json:"reason,omitempty"` // of the ruling

	// how often the game has waited for the first and the second player, and how often their clocks then ran out
	Answers [2]season.Answers `json:"answers,omitzero"`

	Annulled bool `json:"annulled,omitempty"` // because a player has left
	Counts   bool `json:"counts,omitempty"`   // it counts in a table
}

// Result is how a game has ended, or what stands in place of one.
type Result struct {
	Points   [2]int `json:"points"`           // half points of the first and the second player
	Margin   int    `json:"margin,omitempty"` // levels of victory; negative if they are those of the second player
	Unplayed bool   `json:"unplayed,omitempty"`
	Bye      bool   `json:"bye,omitempty"`
	Clock    string `json:"clockRanOut,omitempty"` // the player whose clock has run out
}

// NameOf returns the name by which a player is shown, or id itself for somebody who does not take part.
func (o Season) NameOf(id string) string {
	i := slices.IndexFunc(o.Players, func(p Player) bool { return p.ID == id })
	if i < 0 {
		return id
	}
	return o.Players[i].Name
}

// Of returns the overview of a season. names has the names of players and organisers, by their pseudonyms; whoever is
// not in it is shown by the pseudonym.
func Of(s *season.Season, names map[string]string) Season {
	m := maker{s, names}
	o := Season{Name: s.Terms.Name, Format: s.Terms.Format, Stage: s.Stage, Since: s.Since.UTC(), Why: s.Why,
		Terms: termsOf(s.Terms), Organisers: []string{}, Players: []Player{}, Tables: m.tables(), Rounds: []Round{}}
	for _, id := range s.Organisers {
		o.Organisers = append(o.Organisers, m.shown(id))
	}
	for _, p := range s.Players {
		o.Players = append(o.Players, Player{ID: p.ID, Name: m.shown(p.ID), Reserve: p.Reserve, Left: p.Left.UTC()})
	}
	if s.Terms.Format == season.Ladder {
		o.Ladder = m.ladder()
	}
	for _, r := range s.Rounds {
		round := Round{Number: r.Number, PlayOff: r.PlayOff, Paired: r.Paired.UTC(), Deadline: r.Deadline.UTC()}
		for _, n := range r.Games {
			round.Games = append(round.Games, m.game(*s.Game(n), r))
		}
		o.Rounds = append(o.Rounds, round)
	}
	return o
}

func termsOf(t season.Terms) Terms {
	return Terms{Settings: slices.Clone(t.Games), Rounds: t.Rounds, Days: t.Days, PlayOff: t.PlayOff, Up: t.Up,
		AtOnce: t.AtOnce, Above: t.Above, Floor: t.Floor, Unfinished: t.Unfinished, Dropped: t.Dropped, Tied: t.Tied,
		ContactHours: t.Contact.Hours(), WarningHours: t.Warning.Hours(), TieBreaks: slices.Clone(t.TieBreaks)}
}
