package season

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league/lobby"
	"grognard/bot/league/request"
	"grognard/bot/league/standings"
)

// Stage is how far a season is.
type Stage string

const (
	SignUps   Stage = "sign-up"
	Running   Stage = "running"
	Paused    Stage = "paused"
	Cancelled Stage = "cancelled"
	Closed    Stage = "closed"
)

// Season is the state of a season. Its zero value has not been announced.
type Season struct {
	Terms      Terms
	Stage      Stage
	Since      time.Time // when the stage began
	Why        string    // why it was paused or cancelled
	Organisers []string
	Players    []Player
	Order      []string // of strength, when the season starts; of a ladder, as it stands
	Ordered    bool     // an organiser has set Order
	Pools      [][]string
	Rounds     []Round
	Games      []Game          // game n is Games[n-1]
	Ends       []int           // games in the order in which they first had a result
	Base       []string        // the order with which a ladder began
	Lost       time.Time       // since when Discord cannot reach the server; the zero time if it can
	Losses     []calendar.Span // earlier times in which it could not
	Pauses     []calendar.Span
	Asked      []Asking    // of Agreed: games that only one player wants to count so far
	Lobby      lobby.Lobby // of Agreed
	Requests   request.Docket
	Past       []PastResult
	PastOut    []PastResult // of imports that were taken out again
	Imports    []Import     // import n is Imports[n-1]
}

// Player takes part, or did.
type Player struct {
	ID string
	SignUp
	Joined   time.Time
	Left     time.Time // the zero time if he has not left
	Warnings int       // how many warnings no finished game has lifted yet
	Warned   time.Time // when he was warned last
}

// Round is a round of games, or all games of the pools.
type Round struct {
	Number   int
	Games    []int // their numbers; in a knock-out in the order of the bracket, followed by second games
	PlayOff  bool
	Paired   time.Time
	Deadline time.Time
}

// Game is a game that is to be played, or was.
type Game struct {
	Number     int
	Round      int
	Again      int // the game that it repeats, 0 for none
	Pair       Pair
	Challenger string // of a ladder
	Setting    Setting
	Home       string       // the channel in which its thread is opened, "" for the season's
	Met        *lobby.Match // how it came from the lobby, nil for other games
	ID         string       // of the referee's game, "" before it is opened
	Channel    string
	Opened     time.Time    // if it is not opened: when it came from the lobby
	Called     [2]time.Time // when the first and the second player were told of it; the zero time for not yet
	Moved      [2]bool      // whether they have shown themselves in it
	Warned     [2]time.Time // when they were warned; the zero time for not at all
	Excused    [2]bool      // whether a vacation or an outage led to the warning
	Spared     [2]bool      // whether a vacation or an outage led to the forfeit
	Answers    [2]Answers   // once it is over, by its clocks
	Turn       int          // the turn in which it has ended, 0 if that is not known
	Result     *standings.Result
	How        string
	Played     bool   // it was played to its end, whatever result it was given later
	Ruled      string // the organiser who gave the result, "" if it is the game's own
	Reason     string // of a ruling
	Ended      time.Time

	Extra     time.Duration // by how much its deadline is later than that of its round
	Adjourned time.Time     // since when it is adjourned; the zero time if it is not
	Lost      [2][]Former   // the earlier players of both seats, who have lost them
	Rests     int           // the request by which it was adjourned last, 0 for none
	Seated    [2]int        // the requests by which the seats were given back last
	Displaced [2]string     // the reserves who had the seats before that, "" for none
}

// Former is a player who has lost his seat in a game, with Game.Called and Game.Moved as they were for him.
type Former struct {
	Player string
	Called time.Time
	Moved  bool
}

// IsOver reports whether a game has a result.
func (g Game) IsOver() bool { return g.Result != nil }

// Has reports whether somebody plays a game, and as which player: 0 for the first and 1 for the second.
func (g Game) Has(player string) (seat int, ok bool) {
	switch player {
	case g.Pair.First:
		return 0, true
	case g.Pair.Second:
		return 1, player != ""
	}
	return 0, false
}

// SeatOf returns which seat of a game somebody has, or has lost: 0 for the first player's, 1 for the second's. ok is
// false if he never had one.
func (g Game) SeatOf(player string) (seat int, ok bool) {
	if seat, ok = g.Has(player); ok {
		return seat, true
	}
	for seat, lost := range g.Lost {
		if indexOf(lost, player) >= 0 {
			return seat, true
		}
	}
	return 0, false
}

func indexOf(lost []Former, player string) int {
	return slices.IndexFunc(lost, func(f Former) bool { return f.Player == player })
}

// Player returns the player with a name, also one who has left; nil if there is none.
func (s *Season) Player(id string) *Player {
	i := slices.IndexFunc(s.Players, func(p Player) bool { return p.ID == id })
	if i < 0 {
		return nil
	}
	return &s.Players[i]
}

// plays reports whether somebody takes part now and is no reserve; false for nil.
func (p *Player) plays() bool { return p != nil && p.Left.IsZero() && !p.Reserve }

// Game returns a game by its number, nil for none.
func (s *Season) Game(number int) *Game {
	if number < 1 || number > len(s.Games) {
		return nil
	}
	return &s.Games[number-1]
}

// Apply adds an entry of the log. An error means that the entry does not fit the state, so that the log is damaged.
func (s *Season) Apply(e Entry) error {
	if e.Request != nil {
		if err := applyRequest(s, e); err != nil || e.Ruled == nil {
			return err
		}
	}
	for _, apply := range []func(Entry) (bool, error){s.applyPeople, s.applyRounds, s.applyGames} {
		if done, err := apply(e); done || err != nil {
			return err
		}
	}
	return fmt.Errorf("an entry of %v says nothing", e.At)
}

func (s *Season) applyPeople(e Entry) (done bool, _ error) {
	switch {
	case e.Announced != nil:
		*s = Season{Terms: *e.Announced, Stage: SignUps, Since: e.At}
		if s.Terms.Format == Agreed {
			s.Stage = Running
		} else {
			s.Organisers = []string{e.By}
		}
	case e.Agreed != nil:
		agree(s, e.By, *e.Agreed, e.At)
	case e.Lobby != nil:
		return true, meet(s, e)
	case e.Past != nil:
		remember(s, *e.Past, e.By, e.At)
	case e.PastOut != nil:
		return true, takeOut(s, *e.PastOut)
	case e.Brought != nil:
		bring(s, *e.Brought, e.At)
	case e.Organiser != nil:
		s.Organisers = organisersAfter(s.Organisers, *e.Organiser)
	case e.Joined != nil:
		p := s.Player(e.By)
		if p == nil {
			s.Players = append(s.Players, Player{ID: e.By, Joined: e.At})
			p = &s.Players[len(s.Players)-1]
		}
		p.SignUp, p.Left = *e.Joined, time.Time{}
	case e.Left != nil:
		p := s.Player(e.Left.Player)
		if p == nil {
			return true, fmt.Errorf("%s leaves, who does not take part", e.Left.Player)
		}
		p.Left = e.At
		if s.Terms.Dropped == Annul && len(s.Base) > 0 {
			s.climb()
		}
	case e.Seeded != nil:
		s.Order, s.Ordered = e.Seeded, !e.Ranked
	case e.Stopped != nil:
		s.stop(*e.Stopped, e.At)
	case e.Away > 0:
		s.delay(e.Away, e.At)
	case e.Reach != nil && !e.Reach.Can:
		s.Lost = e.At
	case e.Reach != nil:
		s.Losses, s.Lost = append(s.Losses, calendar.Span{From: s.Lost, Until: e.At}), time.Time{}
	default:
		return false, nil
	}
	return true, nil
}

func (s *Season) applyRounds(e Entry) (done bool, _ error) {
	switch {
	case e.Replaced != nil:
		return true, s.replace(*e.Replaced)
	case e.Unpaired != 0:
		if len(s.Rounds) == 0 || s.Rounds[len(s.Rounds)-1].Number != e.Unpaired {
			return true, fmt.Errorf("round %d is undone, and is not the last", e.Unpaired)
		}
		first := s.Rounds[len(s.Rounds)-1].Games[0]
		for _, g := range s.Games[first-1:] {
			unwarn(s, g)
			s.Requests.Undo(g.Number, [2]string{g.Pair.First, g.Pair.Second}, e.At)
		}
		s.Rounds, s.Games = s.Rounds[:len(s.Rounds)-1], s.Games[:first-1]
		if len(s.Rounds) == 0 && s.Terms.Format != Ladder {
			s.Stage, s.Pools = SignUps, nil
			if !s.Ordered {
				s.Order = nil
			}
		}
	case e.Paired != nil:
		s.pair(*e.Paired, e.At)
	default:
		return false, nil
	}
	return true, nil
}

// unwarn takes back the warnings that players have had in a game that is undone.
func unwarn(s *Season, g Game) {
	for seat, id := range []string{g.Pair.First, g.Pair.Second} {
		if p := s.Player(id); p != nil && !g.Warned[seat].IsZero() {
			p.Warnings = max(p.Warnings-1, 0)
		}
	}
}

// stop changes the stage. After a pause all deadlines are put off by its length.
func (s *Season) stop(h Halt, at time.Time) {
	if s.Stage == SignUps { // a ladder begins, or the season is cancelled
		s.Order = s.Playing()
		s.Base = s.Order
	}
	if s.Stage == Paused && h.How == Running {
		s.delay(at.Sub(s.Since), at)
		s.Pauses = append(s.Pauses, calendar.Span{From: s.Since, Until: at})
	}
	s.Stage, s.Since, s.Why = h.How, at, h.Reason
}

// delay puts off all deadlines by the length of a time that has just passed. at is now.
func (s *Season) delay(by time.Duration, at time.Time) {
	for i := range s.Rounds {
		s.Rounds[i].Deadline = s.Rounds[i].Deadline.Add(by)
	}
	for i := range s.Players {
		s.Players[i].Warned = s.Players[i].Warned.Add(by)
	}
	for i := range s.Games {
		g := &s.Games[i]
		putOff(g, by)
		if !g.Adjourned.IsZero() { // at most now, or goOn would put off deadlines by the same time again
			g.Adjourned = slices.MinFunc([]time.Time{g.Adjourned.Add(by), at}, time.Time.Compare)
		}
	}
}

// putOff puts off the times from which the deadlines of a game's two players count.
func putOff(g *Game, by time.Duration) {
	for _, t := range []*time.Time{&g.Called[0], &g.Called[1], &g.Warned[0], &g.Warned[1]} {
		if !t.IsZero() {
			*t = t.Add(by)
		}
	}
}

// replace gives a reserve the place of a player in his pool, and his games that have not been opened.
func (s *Season) replace(c Change) error {
	in := s.Player(c.In)
	if in == nil || s.Player(c.Out) == nil {
		return fmt.Errorf("%s takes the place of %s", c.In, c.Out)
	}
	in.Reserve = false
	for i, pool := range s.Pools {
		if k := slices.Index(pool, c.Out); k >= 0 {
			s.Pools[i] = append(slices.Clone(pool), c.In) // c.Out stays in it: his results stand
		}
	}
	for i := range s.Games {
		g := &s.Games[i]
		if seat, plays := g.Has(c.Out); plays && g.ID == "" && !g.IsOver() {
			reseat(s, g, seat, c.In)
		}
	}
	return nil
}

// reseat gives a seat in a game to another player. If he has had it before, Called and Moved are as they were for him;
// otherwise he must be called. A warning was for the former player, and is taken back.
func reseat(s *Season, g *Game, seat int, to string) {
	has := []*string{&g.Pair.First, &g.Pair.Second}[seat]
	was, now := Former{*has, g.Called[seat], g.Moved[seat]}, Former{}
	if p := s.Player(*has); p != nil && !g.Warned[seat].IsZero() {
		p.Warnings = max(p.Warnings-1, 0)
	}
	lost := slices.Clone(g.Lost[seat])
	if i := indexOf(lost, to); i >= 0 {
		now = lost[i]
		lost = slices.Delete(lost, i, i+1)
	}
	if !now.Moved { // he must be called again, and his time counts from then
		now.Called = time.Time{}
	}
	*has, g.Called[seat], g.Moved[seat], g.Lost[seat] = to, now.Called, now.Moved, append(lost, was)
	g.Warned[seat], g.Excused[seat] = time.Time{}, false
}

// pair adds a round, or to the round p.Round the repetition of a game.
func (s *Season) pair(p Pairings, at time.Time) {
	r := Round{Number: p.Round, PlayOff: p.PlayOff, Paired: at, Deadline: p.Deadline}
	i := slices.IndexFunc(s.Rounds, func(r Round) bool { return r.Number == p.Round })
	if i >= 0 {
		r = s.Rounds[i]
	}
	for _, pair := range p.Games {
		g := Game{Number: len(s.Games) + 1, Round: p.Round, Pair: pair, Setting: s.Terms.Setting(p.Round),
			Again: p.Again, Challenger: p.Challenger}
		if pair.Second == "" {
			g.Result, g.Ended = &standings.Result{First: pair.First, Points: [2]int{2, 0}, Unplayed: true}, at
		}
		s.Games = append(s.Games, g)
		r.Games = append(r.Games, g.Number)
	}
	if i >= 0 { // the repetition of a game, when all others are over
		r.Deadline = p.Deadline
		s.Rounds[i] = r
		return
	}
	s.Rounds = append(s.Rounds, r)
	for _, pool := range p.Pools { // copied, as replace changes them
		s.Pools = append(s.Pools, slices.Clone(pool))
	}
	if s.Stage == SignUps {
		s.Stage, s.Since, s.Order = Running, at, s.Playing()
	}
}

func (s *Season) applyGames(e Entry) (done bool, _ error) {
	number, contact, outcome := 0, cmp.Or(e.Called, e.Moved, e.Warned), cmp.Or(e.Ended, e.Ruled)
	switch {
	case e.Opened != nil:
		number = e.Opened.Game
	case contact != nil:
		number = contact.Game
	case outcome != nil:
		number = outcome.Game
	default:
		return false, nil
	}
	g := s.Game(number)
	if g == nil {
		return true, fmt.Errorf("there is no game %d", number)
	}
	seat, plays := 0, true // only a contact names a player
	if contact != nil {
		seat, plays = g.Has(contact.Player)
	}
	switch {
	case e.Opened != nil:
		g.ID, g.Channel, g.Opened = e.Opened.ID, e.Opened.Channel, e.At
	case !plays: // a reserve has taken the player's place
	case e.Called != nil:
		g.Called[seat] = e.At
	case e.Moved != nil:
		g.Moved[seat] = true
	case e.Warned != nil:
		p := s.Player(contact.Player)
		g.Warned[seat], p.Warnings, p.Warned = e.At, p.Warnings+1, e.At
		g.Excused[seat] = contact.Excused
	case e.Ended != nil:
		s.end(g, *e.Ended, "", e.At)
	default:
		s.end(g, *e.Ruled, e.By, e.At)
	}
	return true, nil
}

// end gives a game its result; by is "" for its own. A game that was played to its end lifts a warning of each player.
func (s *Season) end(g *Game, o Outcome, by string, at time.Time) {
	first := g.Result == nil
	result := o.Result
	g.Result, g.How, g.Ruled, g.Reason = &result, o.How, by, o.Reason
	for _, id := range []string{g.Pair.First, g.Pair.Second} {
		if p := s.Player(id); p != nil && first && by == "" && !result.Unplayed {
			p.Warnings = max(p.Warnings-1, 0)
		}
	}
	if first {
		g.Ended, g.Answers, g.Turn, g.Spared = at, o.Answers, o.Turn, o.Excused
		g.Adjourned, g.Played = time.Time{}, by == "" && !result.Unplayed
		s.Ends = append(s.Ends, g.Number)
	}
	s.Requests.Lapse(g.Number, at)
	s.climb()
}
