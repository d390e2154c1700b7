package season

import (
	"slices"
	"time"

	"grognard/bot/league/pairing"
	"grognard/bot/league/standings"
)

// Format says how it is decided who plays whom.
type Format string

const (
	Pools  Format = "pools"  // pools of three to five by strength, every pair twice with sides exchanged
	Swiss  Format = "swiss"  // rounds against players of the same score
	Knock  Format = "knock"  // a knock-out: losers are out
	Ladder Format = "ladder" // players challenge those above them
)

// Unfinished says what becomes of a game that is not over at its deadline.
type Unfinished string

const (
	Adjudicated Unfinished = "adjudicated" // by the level of victory as it stands
	Unrated     Unfinished = "unrated"     // it counts as a draw and may be played on
	Ruling      Unfinished = "ruling"      // an organiser decides
)

// Dropped says what becomes of the games of a player who has left.
type Dropped string

const (
	Stand   Dropped = "stand"   // his results stand, his other games are lost
	Annul   Dropped = "annul"   // none of his games counts
	Replace Dropped = "replace" // a reserve takes over games that have not begun; otherwise as with Stand
)

// Tied says who goes on after a draw in a knock-out.
type Tied string

const (
	Seed     Tied = "seed"   // the better seed
	Return   Tied = "return" // a second game with sides exchanged, and after another draw the better seed
	Decision Tied = "ruling" // an organiser decides
)

// Setting is what is played.
type Setting struct {
	Module   string `json:"module"`
	Scenario string `json:"scenario,omitempty"` // "" is the module's first
	Clock    string `json:"clock,omitempty"`    // terms of the clocks; "" for none

	Sides [2]string `json:"sides,omitzero"` // in the order of play, as SignUp.Sides names them
}

// Terms are what is said before a season starts.
type Terms struct {
	Name    string    `json:"name"`
	Channel string    `json:"channel,omitempty"` // where news is told, and the threads of games are opened
	After   string    `json:"after,omitempty"`   // the earlier season whose places give the order of strength
	Format  Format    `json:"format"`
	Games   []Setting `json:"games"`             // of each round; the last one is for all later rounds too
	Rounds  int       `json:"rounds,omitempty"`  // of Swiss
	Days    int       `json:"days"`              // of a round; of Pools, of all games
	PlayOff int       `json:"playOff,omitempty"` // how many players enter the play-off; 0 for none
	Up      int       `json:"up,omitempty"`      // of Pools: how many are promoted and relegated
	AtOnce  int       `json:"atOnce"`            // the most games at once, unless a player chooses fewer
	Above   int       `json:"above,omitempty"`   // of Ladder: how many places above himself a player can challenge
	Floor   int       `json:"floor,omitempty"`   // the least reliability, in percent, to sign up; 0 for any

	Unfinished Unfinished `json:"unfinished"`
	Dropped    Dropped    `json:"dropped"`
	Tied       Tied       `json:"tied"`

	Contact time.Duration `json:"contact"` // from the call to the warning, if a player does not show himself
	Warning time.Duration `json:"warning"` // from the warning to the forfeit

	TieBreaks []standings.TieBreak `json:"tieBreaks"`
}

// Bounds of terms.
const (
	MostRounds = 32
	MostDays   = 366
	MostAtOnce = 20
	MostName   = 80
	MostFloor  = 95 // at 95 a failure can be made good by nineteen successes
)

// DefaultTerms returns the usual terms, of a season of pools.
func DefaultTerms(name string) Terms {
	return Terms{Name: name, Format: Pools, Games: []Setting{{Module: "drill"}}, Days: 90, Up: 1, AtOnce: 4, Above: 3,
		Unfinished: Adjudicated, Dropped: Stand, Tied: Return,
		Contact: 72 * time.Hour, Warning: 48 * time.Hour, TieBreaks: standings.TieBreaks()}
}

// check refuses terms that cannot be carried out.
func (t Terms) check() error {
	for _, wrong := range []struct {
		is   bool
		what string
	}{
		{t.Name == "" || len([]rune(t.Name)) > MostName, "name"},
		{!slices.Contains([]Format{Pools, Swiss, Knock, Ladder}, t.Format), "format"},
		{len(t.Games) == 0 || len(t.Games) > MostRounds, "games"},
		{slices.ContainsFunc(t.Games, func(s Setting) bool { return s.Module == "" }), "games"},
		{t.Format == Swiss && (t.Rounds < 1 || t.Rounds > MostRounds), "rounds"},
		{t.Days < 1 || t.Days > MostDays, "days"},
		{t.PlayOff != 0 && (t.PlayOff < 2 || t.PlayOff > pairing.Most), "playOff"},
		{t.PlayOff != 0 && (t.Format == Knock || t.Format == Ladder), "playOff"},
		{t.Up < 0 || t.Up > 2, "up"},
		{t.Floor < 0 || t.Floor > MostFloor, "floor"},
		{t.AtOnce < 1 || t.AtOnce > MostAtOnce, "atOnce"},
		{t.Format == Ladder && t.Above < 1, "above"},
		{!slices.Contains([]Unfinished{Adjudicated, Unrated, Ruling}, t.Unfinished), "unfinished"},
		{!slices.Contains([]Dropped{Stand, Annul, Replace}, t.Dropped), "dropped"},
		{!slices.Contains([]Tied{Seed, Return, Decision}, t.Tied), "tied"},
		{t.Contact < time.Hour || t.Warning < time.Hour, "contact"},
		{slices.ContainsFunc(t.TieBreaks, func(b standings.TieBreak) bool {
			return !slices.Contains(standings.TieBreaks(), b)
		}), "tieBreaks"},
	} {
		if wrong.is {
			return Refusal{Why: BadTerms, What: wrong.what}
		}
	}
	return nil
}

// Setting returns what is played in a round, from 1.
func (t Terms) Setting(round int) Setting { return t.Games[min(max(round, 1), len(t.Games))-1] }
