package league

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league/lobby"
	"grognard/bot/league/request"
	"grognard/bot/league/season"
	"grognard/storage"
	"grognard/storage/seasons"
)

// ErrNoSeason is the error for a season that does not exist.
var ErrNoSeason = errors.New("there is no such season")

// Options are what a keeper works with. Those that may not be nil must be given.
type Options struct {
	Log    *seasons.Log
	Games  Games
	People People
	// Tell tells players of a row. After an error it is called again.
	Tell func(context.Context, View, News) error
	Now  func() time.Time
	// Damaged is called for a season whose log is damaged, which is left alone; it may be nil.
	Damaged func(id string, err error)
	// Ranked puts users of a server into the order of their ratings, the best first; nil leaves them as they are.
	Ranked func(ctx context.Context, server string, users []string) ([]string, error)
	// Woken is called when a command has left something to do in a season; it may be nil.
	Woken func(id string)
}

// Keeper runs all seasons of a database.
type Keeper struct {
	Options

	first sync.Mutex // held while agreed begins the season of a server's agreed games

	mu     sync.Mutex
	held   map[string]*held  // seasons that are not over
	over   map[string]string // the servers of the seasons that are over
	byGame map[string]string // the seasons of games that are open
	briefs map[string]Brief  // a cache, used for seasons that are over
	ends   map[string]int    // how often a season has ended: a ruling after its end opens it for a moment
}

// held is a season in memory.
type held struct {
	step sync.Mutex // held during all of Step, also while it waits for Discord

	mu      sync.Mutex // guards what follows
	info    seasons.Info
	last    seasons.Row
	now     season.Season
	names   map[string]string // users by their names in the season
	gone    map[string]string // how forgotten users are called, by their names in the season
	untold  []News            // rows that are still to be told, in order
	acts    []act             // what is still to be done to games
	changed map[string]bool   // games that Step must look at
	wakes   time.Time         // when somebody wakes for whom something waits
	mute    time.Time         // since when nobody could be told; the zero time if all was told
	silent  []calendar.Span   // earlier times in which nobody could be told and which are not in the log yet
	counted time.Time         // absences up to here are in the log, or were before the season began
	stuck   map[int]string    // why games cannot be opened, or have no result, by their numbers
}

// Command says who gives a command.
type Command struct {
	ID   string // never used for another command
	User string
}

// View is a season as it was when somebody looked.
type View struct {
	ID, Server string
	season.Season
	Names map[string]string // users by their names in the season; those who were forgotten are not there
	Gone  map[string]string // how forgotten users are called, alike in all seasons, by their names in this one
	Stuck map[int]string    // why games cannot be opened, or have no result, by their numbers
	News  time.Time         // when the first row was written that is still to be told; the zero time for none
}

// Of returns the name of a user in the season, "" if he has none.
func (v View) Of(user string) string { return nameOf(v.Names, user) }

func nameOf(names map[string]string, user string) string {
	for name, u := range names {
		if u == user {
			return name
		}
	}
	return ""
}

// New returns a keeper, which knows no season before Load.
func New(o Options) *Keeper {
	return &Keeper{Options: o, held: map[string]*held{}, over: map[string]string{}, byGame: map[string]string{},
		briefs: map[string]Brief{}, ends: map[string]int{}}
}

// Load reads the seasons that are not over. After an error it can be called again.
func (k *Keeper) Load(ctx context.Context) error {
	all, err := k.Log.All(ctx)
	if err != nil {
		return err
	}
	for _, info := range all {
		if k.Server(info.ID) != "" {
			continue // it was read before an earlier try failed
		}
		h, err := k.read(ctx, info)
		if errors.Is(err, storage.ErrBroken) {
			k.end(info) // nothing is decided in it; a look at it gives the error
			if k.Damaged != nil {
				k.Damaged(info.ID, err)
			}
			continue
		}
		if err != nil {
			return err
		}
		if h.isDone() {
			k.end(info)
			continue
		}
		if !h.isOver() { // one that is over is held only for what was not told or done yet
			if err := k.leave(ctx, h); err != nil {
				return err
			}
		}
		k.hold(h)
	}
	return nil
}

// end notes that a season is no longer in memory.
func (k *Keeper) end(info seasons.Info) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.held, info.ID)
	delete(k.briefs, info.ID)
	k.over[info.ID] = info.Server
	k.ends[info.ID]++
	maps.DeleteFunc(k.byGame, func(_, of string) bool { return of == info.ID })
}

// Ended reports whether a season is over, and how often it has ended. Until that number rises nothing in it changes.
func (k *Keeper) Ended(id string) (times int, over bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.ends[id], k.held[id] == nil
}

// leave makes forgotten users leave a season, as players and as organisers, and withdraws what they have asked for.
func (k *Keeper) leave(ctx context.Context, h *held) error {
	h.mu.Lock()
	players := len(h.now.Players)
	h.mu.Unlock()
	for i := range players {
		err := k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
			p := s.Players[i]
			gone := p.Left.IsZero() && h.names[p.ID] == ""
			return season.Event{Left: &season.Leaving{Player: p.ID}}, gone
		})
		if err != nil {
			return err
		}
	}
	h.mu.Lock()
	organisers, inLobby, waiting := slices.Clone(h.now.Organisers), h.now.Lobby.Open(), h.now.Requests.Waiting()
	h.mu.Unlock()
	for _, r := range waiting {
		err := k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
			current := s.Requests.Request(r.Number)
			return season.Event{Request: &request.Event{Withdrawn: r.Number}},
				h.names[r.By] == "" && current.State == request.Open
		})
		if err != nil {
			return err
		}
	}
	for _, r := range inLobby {
		err := k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
			open := s.Lobby.Of(r.By)
			ends := lobby.Event{Ended: &lobby.End{Request: r.Number, Why: lobby.Withdrawn}}
			return season.Event{Lobby: &ends}, h.names[r.By] == "" && open != nil && open.Number == r.Number
		})
		if err != nil {
			return err
		}
	}
	for _, o := range organisers {
		err := k.note(ctx, h, func(s *season.Season) (season.Event, bool) {
			gone := h.names[o] == "" && slices.Contains(s.Organisers, o)
			return season.Event{Organiser: &season.Office{Player: o, Ends: true}}, gone
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Forget makes a user whom the store has forgotten leave all seasons, as player and as organiser. It returns the IDs of
// the seasons in which he was.
func (k *Keeper) Forget(ctx context.Context, user string) (ids []string, err error) {
	for _, id := range k.Held() {
		h, err := k.find(ctx, id)
		if err != nil {
			return ids, err
		}
		h.mu.Lock()
		name := nameOf(h.names, user)
		if name != "" {
			if h.names, h.gone, err = k.Log.Names(ctx, id); err == nil {
				delete(h.names, name)
			}
		}
		h.mu.Unlock()
		if err != nil {
			return ids, err
		}
		if name == "" {
			continue
		}
		ids = append(ids, id)
		if err := k.leave(ctx, h); err != nil {
			return ids, err
		}
	}
	return ids, nil
}

func (h *held) isOver() bool { return h.now.Stage == season.Closed || h.now.Stage == season.Cancelled }

func (h *held) isDone() bool { // the tasks of a season that is over do not depend on the time
	return h.isOver() && len(h.untold) == 0 && len(h.acts) == 0 && len(h.now.Tasks(time.Time{})) == 0
}

// hold keeps a season in memory, with its games.
func (k *Keeper) hold(h *held) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.held[h.info.ID] = h
	for _, g := range h.now.Games {
		if g.ID != "" && !g.IsOver() && !h.isOver() {
			k.byGame[g.ID] = h.info.ID
			h.changed[g.ID] = true // Step looks at it, as it may have gone on
		}
	}
}

// read returns a season as its log says. A log that does not fit the program gives storage.ErrBroken.
func (k *Keeper) read(ctx context.Context, info seasons.Info) (*held, error) {
	h := &held{info: info, changed: map[string]bool{}, stuck: map[int]string{}}
	rows, err := k.Log.Rows(ctx, info.ID, seasons.Row{})
	if err != nil {
		return nil, fmt.Errorf("season %s: %w", info.ID, err)
	}
	if h.names, h.gone, err = k.Log.Names(ctx, info.ID); err != nil {
		return nil, err
	}
	for _, row := range rows {
		if err := h.apply(row); err != nil { // such as a row of a later version of the program
			return nil, fmt.Errorf("%w: season %s, row %d: %w", storage.ErrBroken, info.ID, row.Seq, err)
		}
	}
	if len(h.untold) > 0 {
		h.untold[0].Tried = true
		h.mute = h.untold[0].At
	} else if h.isOver() {
		h.acts = slices.DeleteFunc(h.acts, h.isDropped) // all rows were told, so each act was tried
	}
	return h, nil
}

// Check reads all seasons, and returns the faults of their logs. err says that the seasons could not be listed.
func Check(ctx context.Context, log *seasons.Log) (faults []error, err error) {
	k := New(Options{Log: log})
	all, err := log.All(ctx)
	for _, info := range all {
		if _, err := k.read(ctx, info); err != nil {
			faults = append(faults, err)
		}
	}
	return faults, err
}

// apply adds a row to the state, and notes what follows from it.
func (h *held) apply(row seasons.Row) error {
	e := season.Entry{At: row.At, By: row.By}
	if err := json.Unmarshal(row.Body, &e.Event); err != nil {
		return err
	}
	open := map[int]string{} // games that the row may close
	for _, g := range h.now.Games {
		if (e.Unpaired != 0 || e.Ended != nil || e.Ruled != nil) && g.ID != "" && !g.IsOver() {
			open[g.Number] = g.ID
		}
	}
	before := h.now.Stage
	var rested []int // the games that rest before the event
	if e.Request != nil {
		rested = h.resting()
	}
	if err := h.now.Apply(e); err != nil {
		return err
	}
	h.last = row
	maps.DeleteFunc(h.stuck, func(number int, _ string) bool {
		g := h.now.Game(number)
		return g == nil || g.IsOver()
	})
	if e.Away > 0 || before == season.SignUps && h.now.Stage == season.Running {
		h.counted = row.At
	}
	for _, number := range slices.Sorted(maps.Keys(open)) {
		if reason := h.reason(e.Event, number); reason != "" {
			h.acts = append(h.acts, act{kind: closes, game: number, id: open[number], reason: reason})
		}
	}
	h.acts = append(h.acts, h.requestActs(e.Event, rested)...)
	h.acts = append(h.acts, h.clockActs(e.Event, before)...)
	if row.Seq > h.info.Told {
		h.untold = append(h.untold, News{ID: fmt.Sprintf("%s %d", h.info.ID, row.Seq), Season: h.info.ID, Entry: e})
	}
	return nil
}

// reason returns why an open game must be closed after an event, "" if it need not.
func (h *held) reason(e season.Event, number int) string {
	switch {
	case h.now.Terms.Format == season.Agreed: // the game is its players' own
		return ""
	case e.Unpaired != 0 && number > len(h.now.Games):
		return "The round was undone."
	case e.Ruled != nil && e.Ruled.Game == number:
		return e.Ruled.Reason
	case e.Ended == nil || e.Ended.Game != number:
		return ""
	}
	switch e.Ended.How {
	case season.Forfeit:
		return "A player did not show up."
	case season.Walkover:
		return "A player has left the season."
	case season.OutOfTime:
		if h.now.Terms.Unfinished == season.Adjudicated {
			return "The time of the round is over."
		}
	}
	return ""
}

// view returns a copy of the season for View. The caller holds the season's lock.
func (h *held) view() View {
	v := View{ID: h.info.ID, Server: h.info.Server, Season: h.copied(), Names: maps.Clone(h.names),
		Gone: maps.Clone(h.gone), Stuck: maps.Clone(h.stuck)}
	if len(h.untold) > 0 {
		v.News = h.untold[0].At
	}
	return v
}

// copied returns a copy of the state that later events don't change. The caller holds the season's lock.
func (h *held) copied() season.Season {
	s := h.now
	s.Organisers, s.Players, s.Pools = slices.Clone(s.Organisers), slices.Clone(s.Players), slices.Clone(s.Pools)
	s.Rounds, s.Games = slices.Clone(s.Rounds), slices.Clone(s.Games)
	return s
}

// find returns a season from memory, or reads it anew if it is over. Its error may be ErrNoSeason.
func (k *Keeper) find(ctx context.Context, id string) (*held, error) {
	k.mu.Lock()
	h, server := k.held[id], k.over[id]
	k.mu.Unlock()
	switch {
	case h != nil:
		return h, nil
	case server == "":
		return nil, ErrNoSeason
	}
	h, err := k.read(ctx, seasons.Info{ID: id, Server: server, Told: 1 << 62}) // so that no row counts as untold
	if err == nil {
		h.info.Told = h.last.Seq
	}
	return h, err
}

// Look returns a season as it is now.
func (k *Keeper) Look(ctx context.Context, id string) (View, error) {
	h, err := k.find(ctx, id)
	if err != nil {
		return View{}, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.view(), nil
}

// Of returns the IDs of a server's seasons, the newest last.
func (k *Keeper) Of(ctx context.Context, server string) (ids []string, err error) {
	all, err := k.Log.All(ctx)
	for _, info := range all {
		if info.Server == server {
			ids = append(ids, info.ID)
		}
	}
	return ids, err
}

// Server returns the server of a season that is not over, "" for none.
func (k *Keeper) Server(id string) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if h := k.held[id]; h != nil {
		return h.info.Server
	}
	return ""
}

// Playing returns the ID of the season for which an open game is played, "" for none.
func (k *Keeper) Playing(game string) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.byGame[game]
}
