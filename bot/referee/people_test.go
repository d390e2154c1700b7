package referee_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/drafts"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/people"
	"grognard/rules/hex"
	"grognard/storage"
)

// sets changes a user's calendar, and returns it and the number of games that are told.
func (h *house) sets(user string, change people.CalendarChange) (c calendar.Calendar, told int) {
	h.t.Helper()
	c, told, err := h.Calendars.ChangeCalendar(h.ctx, h.cmd(user, ""), change)
	check(h.t, err)
	return c, told
}

// announces returns a vacation that begins after a time and lasts for a time.
func announces(in, long time.Duration) people.CalendarChange {
	return func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
		return c.Announce(now, calendar.Span{From: now.Add(in), Until: now.Add(in + long)})
	}
}

const day = 24 * time.Hour

// Nobody is told of a player's zone and night. Of each vacation everybody in the games that he plays is told once, with
// what he had announced at that time. No log has a date.
func TestVacations_ToldInGames(t *testing.T) {
	h := newHouse(t, nil)
	h.still = true
	h.begin("c1", "anna", "boris")
	h.begin("c2", "olga", "anna")
	h.begin("c3", "olga", "boris")
	must(h.NewGames.NewGame(h.ctx, h.cmd("anna", "c4"), arrange.Opening{Module: "drill", Side: "blue"}))(t)
	h.settle()
	before := must(h.Looks.Table(h.ctx, "c1"))(t)
	h.tick.Add(60)
	h.sets("anna", func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
		return c.SetZone(now, "Berlin", calendar.NewZones())
	})
	h.sets("anna", func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
		return c.SetNight(now, calendar.Night{From: 22 * 60, Until: 7 * 60})
	})
	if es := h.notifications(); len(es) > 0 {
		t.Fatalf("zone and night are told: %+v", es)
	}
	if _, told := h.sets("anna", announces(3*day, 5*day)); told != 2 {
		t.Errorf("told in %d games", told)
	}
	h.tick.Add(60)
	h.sets("anna", announces(30*day, 5*day))
	h.tick.Add(60)
	h.sets("anna", func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
		return c.Cancel(now, calendar.Span{From: now, Until: now.Add(10 * day)})
	})
	for range 2 {
		var got []string
		for _, e := range h.notifications() {
			if e.Kind != api.Vacationing || e.Public == nil || e.Vacation == nil || e.Vacation.User != "anna" {
				t.Fatalf("told %+v", e)
			}
			var days []string
			for _, v := range e.Vacation.Vacations {
				days = append(days, v.From.Format("Jan 2"))
			}
			got = append(got, e.Table.Channel+" "+string(e.Vacation.Side)+" "+strings.Join(days, ", "))
		}
		slices.Sort(got)
		want := []string{"c1 blue Mar 31", "c1 blue Mar 4", "c1 blue Mar 4, Mar 31", "c2 red Mar 31", "c2 red Mar 4",
			"c2 red Mar 4, Mar 31"}
		wrong(t, !slices.Equal(got, want), "told %q, not %q", got, want)
		h.restart()
	}
	after := must(h.Looks.Table(h.ctx, "c1"))(t)
	wrong(t, !after.Since.Equal(before.Since), "what is owed is owed since %v, not %v", after.Since, before.Since)
	list := must(h.Calendars.Vacationers(h.ctx, after))(t)
	wrong(t, len(list) != 1 || list[0].User != "anna" || len(list[0].Vacations) != 1, "on vacation are %+v", list)
	h.must("anna", "c1", "/end")
	must(h.Endings.Resign(h.ctx, h.by("boris")))(t)
	file := h.export()
	if v := mustVerify(t, file); !v.Finished {
		t.Errorf("verified %+v", v)
	}
	equal(t, "%d rows of vacations in the export", strings.Count(string(file), `\"vacation\":{\"side\":\"blue\"}`), 3)
}

// A calendar is counted and forgotten with its user. A message about it that is still to be sent then names no date.
func TestForget_Calendar(t *testing.T) {
	h := newDrill(t)
	h.settle()
	h.sets("anna", announces(3*day, 5*day))
	h.sets("olga", announces(3*day, 5*day)) // who plays nowhere
	for _, user := range []string{"anna", "olga"} {
		k := must(h.Privacy.Kept(h.ctx, user))(t)
		wrong(t, k.Changes != 1 || k.None(), "of %s is kept %+v", user, k)
		check(t, h.Privacy.Forget(h.ctx, user))
		k = must(h.Privacy.Kept(h.ctx, user))(t)
		wrong(t, !k.None(), "of %s is still kept %+v", user, k)
		if c, err := h.Calendars.Calendar(h.ctx, user); err != nil || len(c.Vacations(h.Calendars.Now())) > 0 {
			t.Errorf("%s is away: %v, %v", user, c.Vacations(h.Calendars.Now()), err)
		}
	}
	es := h.notifications()
	if len(es) != 1 || es[0].Vacation == nil || es[0].Vacation.User != "player 1" || len(es[0].Vacation.Vacations) > 0 {
		t.Errorf("told %+v", es)
	}
}

// A side goes by the calendar of the player of its seat: nobody is told of a deputy's vacation.
func TestVacations_OfDeputies(t *testing.T) {
	h := newDrill(t)
	h.deputises("anna", "dora", "c1")
	h.settle()
	if _, told := h.sets("dora", announces(3*day, 5*day)); told != 0 || len(h.notifications()) > 0 {
		t.Errorf("told in %d games, %+v", told, h.notifications())
	}
	if _, told := h.sets("anna", announces(3*day, 5*day)); told != 1 {
		t.Errorf("her own is told in %d games", told)
	}
}

// A change that cannot be made changes nothing.
func TestChangeCalendar_Refused(t *testing.T) {
	h := newDrill(t)
	h.settle()
	rows := h.rows("c1")
	if _, _, err := h.Calendars.ChangeCalendar(h.ctx, h.by("anna"), announces(3*day, 22*day)); err == nil {
		t.Error("a vacation of 22 days is announced")
	}
	if es := h.notifications(); h.rows("c1") != rows || len(es) > 0 {
		t.Errorf("%d rows more, told %+v", h.rows("c1")-rows, es)
	}
	k := must(h.Privacy.Kept(h.ctx, "anna"))(t)
	wrong(t, k.Changes != 0, "kept %+v", k)
}

// If the program dies after a vacation is stored and before it is told, the next one tells it, once. A vacation that
// was told, or need not be, is not told again.
func TestTellVacations_AfterCrash(t *testing.T) {
	d := newDesk(t)
	d.keepChange("boris", announces(3*day, day)) // before the game began
	d.later(time.Hour)
	d.begin("c1", "anna", "boris")
	told := func() (n int) {
		game := must(d.store.InChannel(d.ctx, "c1"))(t)
		for row, err := range d.store.Rows(d.ctx, game.ID, 0) {
			check(t, err)
			if s := must(ledger.ReadStep(row))(t); s.Body.Vacation != nil {
				n++
				if row.By != "anna" {
					t.Errorf("a vacation of %s is told", row.By)
				}
			}
		}
		return n
	}
	d.later(time.Hour)
	d.keepChange("anna", announces(3*day, day))
	for range 3 {
		d.restart()
		d.later(time.Minute)
		d.deliver(false)
		d.deliver(false)
	}
	equal(t, "it is told %d times", told(), 1)
	said := 0
	for _, e := range d.sent {
		if e.Kind == api.Vacationing && e.Vacation.User == "anna" && len(e.Vacation.Vacations) == 1 {
			said++
		}
	}
	wrong(t, said != 1, "it is said %d times: %+v", said, d.sent)
	c := must(d.Calendars.Calendar(d.ctx, "anna"))(t)
	_, in := d.sets("anna", func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
		return c.Cancel(now, c.Vacations(now)[0].Span)
	})
	d.restart()
	d.deliver(false)
	if n := told(); n != 2 || in != 1 || len(c.Vacations(d.now())) != 1 {
		t.Errorf("one that was told in %d games is told %d times", in, n-1)
	}
}

// A row about a player's seat is not taken for the row of a vacation, and a game of his that cannot be read does not
// delay the alarms of others.
func TestTellVacations_BesideOtherRows(t *testing.T) {
	d := begunDesk(t)
	announce := func(user string) {
		d.later(time.Hour)
		d.keepChange(user, announces(3*day, day))
		d.later(time.Minute)
	}
	d.deliver(false)
	announce("anna")
	must(d.Seats.Grant(d.ctx, d.by("anna"), api.Granting{To: "carla"}))(t)
	d.restart()
	d.deliver(false)
	told := func(user string) bool {
		return slices.ContainsFunc(d.sent, func(e api.Notification) bool {
			return e.Kind == api.Vacationing && e.Vacation.User == user
		})
	}
	wrong(t, !told("anna"), "after an invitation it is not told: %+v", d.sent)

	announce("boris")
	d.unkept = true
	d.restart()
	game := must(d.store.InChannel(d.ctx, "c1"))(t)
	check(t, d.store.SetDue(d.ctx, game.ID, d.now()))
	if _, err := d.Upkeep.Ring(d.ctx); !errors.Is(err, errUnkept) {
		t.Errorf("what fails is %v", err)
	}
	if _, err := d.Upkeep.Ring(d.ctx); err != nil {
		t.Errorf("again it is %v", err)
	}
	due := must(d.store.NextDue(d.ctx))(t)
	wrong(t, !due.IsZero() && !due.After(d.now()), "the next alarm is due at %v", due)
	d.unkept = false
	d.restart()
	d.deliver(false)
	wrong(t, !told("boris"), "when it can be read again it is not told: %+v", d.sent)
}

// unkept is a log that fails to say in which games a user is.
type unkept struct{ storage.Log }

var errUnkept = errors.New("not now")

func (unkept) GamesOf(context.Context, string) ([]storage.GameID, error) { return nil, errUnkept }

// keepChange stores a change as a program does that stops before it tells the user's games.
func (d *desk) keepChange(user string, change people.CalendarChange) {
	c := must(d.Calendars.Calendar(d.ctx, user))(d.t)
	made := must(change(c, d.now()))(d.t)
	d.keepChanges(user, made)
}

// A game goes on when one of its players is forgotten, under the name that the log has for him, both in memory and
// after a restart. The others can give orders; he can neither do that nor join again.
func TestForget_Player(t *testing.T) {
	h := newDrill(t)
	h.ends("anna", "anna", "anna", "boris", "boris", "boris") // beyond a snapshot
	before := h.public()
	check(t, h.Privacy.Forget(h.ctx, "boris"))
	for range 2 {
		after, table, err := h.Looks.Public(h.ctx, "c1")
		mustNot(t, err != nil || after.Board().Turn != before.Board().Turn, "turn %d, %v", after.Board().Turn, err)
		equal(t, "red is played by %q", table.Player("red"), "player 2")
		refused(t, "he gives an order", api.ErrNotSeated)(h.Orders.Order(h.ctx, h.by("boris"), "/end"))
		h.must("anna", "c1", "/end")
		for _, e := range h.notifications() {
			if e.Side != nil && e.Side.Side() == "red" && e.Table.Player("red") != "player 2" {
				t.Errorf("notification %d is for %q", e.Seq, e.Table.Player("red"))
			}
		}
		h.restart()
	}
}

// Each user has notes of his own in each game, oldest first and limited in number. A note given twice is stored once.
func TestNotes(t *testing.T) {
	h := newDrill(t)
	first, at := h.by("anna"), must(hex.Parse("7.08"))(t)
	add := func(c api.Command, n drafts.Note) { check(t, h.Notes.AddNote(h.ctx, c, n)) }
	want := func(user string, texts ...string) {
		var got []string
		for _, n := range must(h.Notes.Notes(h.ctx, h.by(user)))(t) {
			got = append(got, n.Text)
		}
		wrong(t, !slices.Equal(got, texts), "the notes of %s: %q, want %q", user, got, texts)
	}
	add(first, drafts.Note{Text: "hold  the\nriver", Hex: at, Turn: 3})
	add(first, drafts.Note{Text: "another text"})
	add(h.by("anna"), drafts.Note{Text: "later"})
	add(h.by("boris"), drafts.Note{Text: "his"})
	check(t, h.Notes.DropNote(h.ctx, h.by("boris"), first.ID))
	h.restart()
	want("anna", "hold the river", "later")
	n := must(h.Notes.Notes(h.ctx, h.by("anna")))(t)[0]
	wrong(t, n.Hex != at || n.Turn != 3 || n.ID != first.ID, "kept is %+v", n)
	for range 48 {
		add(h.by("anna"), drafts.Note{Text: "one more"})
	}
	add(first, drafts.Note{Text: "which she has"})
	refused(t, "one note too many", api.ErrNotesFull)(h.Notes.AddNote(h.ctx, h.by("anna"), drafts.Note{Text: "x"}))
	check(t, h.Notes.DropNote(h.ctx, h.by("anna"), first.ID))
	add(h.by("anna"), drafts.Note{Text: "in its place"})
	want("boris", "his")
}
