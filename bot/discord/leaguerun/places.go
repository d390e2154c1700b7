package leaguerun

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/threads"
	"grognard/bot/league"
	"grognard/bot/referee/leaguegames"

	"github.com/bwmarrin/discordgo"
)

// games are the games of seasons, in threads.
type games struct {
	*leaguegames.Games
	options Options
	user    func() string

	mu    sync.Mutex
	found map[string]map[string]string // open threads after the start: by season and channel, then by name
}

// Place makes a thread for a game, or finds the one that was made for it before a kill.
func (g *games) Place(ctx context.Context, o league.Opening) (thread string, err error) {
	name := fmt.Sprintf("%s · game %d", o.Name, o.Game)
	if g.options.Title != nil {
		name = g.options.Title(o)
	}
	if o.Appeal > 0 {
		name = fmt.Sprintf("%s · appeal %d", o.Name, o.Appeal)
	}
	if thread, err = g.leftBehind(ctx, o, name); err == nil && thread == "" {
		thread, err = threads.Start(ctx, g.options.Rest, o.Home, threads.Thread{Name: name, Archive: threads.Week})
		if err != nil { // the thread may have been made all the same
			g.mu.Lock()
			delete(g.found, o.Season+o.Home)
			g.mu.Unlock()
		}
	}
	if class, _ := rest.Diagnose(err); err != nil && o.Instead != "" && class != rest.Transient {
		return o.Instead, nil
	}
	if err == nil && g.options.Placed != nil {
		g.options.Placed(ctx, o.Server, thread)
	}
	return thread, err
}

// leftBehind returns the thread that a killed program has made for a game without noting it, "" for none.
func (g *games) leftBehind(ctx context.Context, o league.Opening, name string) (string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	found, looked := g.found[o.Season+o.Home]
	if !looked {
		var err error
		if found, err = g.look(ctx, o); err != nil {
			return "", err
		}
		if g.found == nil {
			g.found = map[string]map[string]string{}
		}
		g.found[o.Season+o.Home] = found
	}
	thread := found[name]
	delete(found, name)
	return thread, nil
}

// look returns the open threads in a season's channel that the bot has made and nobody has written in, by their names.
func (g *games) look(ctx context.Context, o league.Opening) (map[string]string, error) {
	answer, err := g.options.Rest.Call(ctx, "read the threads of server "+o.Server, http.MethodGet,
		discordgo.EndpointGuildActiveThreads(o.Server), "threads of "+o.Server, nil)
	if err != nil {
		return nil, err
	}
	var list struct {
		Threads []discordgo.Channel `json:"threads"`
	}
	if err := json.Unmarshal(answer, &list); err != nil {
		return nil, fmt.Errorf("read the threads of server %s: the answer is not Discord's", o.Server)
	}
	found := map[string]string{}
	for _, t := range list.Threads {
		if t.ParentID == o.Home && t.OwnerID == g.user() && t.MessageCount == 0 {
			found[t.Name] = t.ID
		}
	}
	return found, nil
}

// people knows when players sleep or are away, and when the program or Discord could not be reached.
type people struct {
	calendars interface {
		Calendar(ctx context.Context, user string) (calendar.Calendar, error)
	}
	games interface {
		Absences(ctx context.Context, after time.Time) ([]calendar.Span, error)
	}
}

// Absences returns the times after the given one in which the program did not run or Discord could not be reached.
func (p people) Absences(ctx context.Context, after time.Time) ([]calendar.Span, error) {
	return p.games.Absences(ctx, after)
}

// Away returns a user's announced vacations.
func (p people) Away(ctx context.Context, user string, from, until time.Time) ([]calendar.Span, error) {
	c, err := p.calendars.Calendar(ctx, user)
	return c.Away(from, until, until), err
}

// Wakes returns when a user is awake and not away next: now if he is.
func (p people) Wakes(ctx context.Context, user string, now time.Time) (time.Time, error) {
	c, err := p.calendars.Calendar(ctx, user)
	return c.Wakes(now, now), err
}
