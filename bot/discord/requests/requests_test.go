package requests_test

import (
	"regexp"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// quarrel is a season in which Boris and Olga play the one game, which Anna organises.
type quarrel struct {
	*discordtest.Fixture
	carla *player.Player
	home  string
	game  string // its thread
}

// begun begins the season; organisers who do not play come later.
func begun(t *testing.T) *quarrel {
	q := &quarrel{Fixture: discordtest.New(t)}
	q.carla, q.home = discordtest.Sit(q.Fixture, "Carla"), q.Channel
	m := q.Says(q.Anna, "/league name:Summer module:drill format:swiss rounds:1", "**Summer**")
	q.Tap(q.Anna, m, "Announce")
	panel := q.AwaitPosted(q.Anna, "**Summer**", "Sign-up is open")
	for _, p := range []*player.Player{q.Boris, q.Olga} {
		q.Has(q.Tap(p, panel, "Sign up"), "signed up for **Summer**")
	}
	q.Has(q.Tap(q.Anna, q.Say(q.Anna, "/league"), "Manage", "Start", "Start it"), "It is announced")
	first := q.await(q.Boris, "**Summer**", "game 1", "Blue: ")
	q.game = first.ChannelID
	q.Tap(q.Boris, first, "I am here")
	q.Has(q.Tap(q.Olga, first, "I am here"), "the game begins now")
	q.await(q.Olga, "The game begins")
	return q
}

// await waits for a message in any thread.
func (q *quarrel) await(p *player.Player, words ...string) player.Message {
	q.T.Helper()
	return q.Await(p, func(m player.Message) bool {
		return m.ChannelID != q.home && player.Posted(m.ChannelID, words...)(m)
	})
}

// organiser makes somebody an organiser, too.
func (q *quarrel) organiser(p *player.Player) {
	q.T.Helper()
	form := discordtest.TapForm(q.Fixture, q.Anna, q.Tap(q.Anna, q.Say(q.Anna, "/league"), "Manage"), "Organizers")
	picked := player.Picked{"add": {p.User().ID}}
	q.Has(must.Get(q.Anna.Fill(q.Ctx, form, nil, picked))(q.T), discordtest.Mention(p))
	q.AwaitPosted(q.Anna, discordtest.Mention(p)+" is now an organizer of **Summer**")
}

// fills fills in the form that a button opens.
func (q *quarrel) fills(p *player.Player, m player.Message, label string, fields map[string]string,
	result ...string) player.Message {
	q.T.Helper()
	form := discordtest.TapForm(q.Fixture, p, m, label)
	var picked []player.Picked
	if len(result) > 0 {
		picked = []player.Picked{{"result": result}}
	}
	return must.Get(p.Fill(q.Ctx, form, fields, picked...))(q.T)
}

// asks has a player ask for something in his one game.
func (q *quarrel) asks(p *player.Player, label string, fields map[string]string) player.Message {
	q.T.Helper()
	return q.fills(p, q.Tap(p, q.Say(p, "/league"), "Ask the organizers"), label, fields)
}

func why(text string) map[string]string { return map[string]string{"reason": text} }

// A quarrel goes by buttons from the request to the appeal: both read all of it, one organiser is called for each
// decision, nobody rules on his own case or twice, and all stands on record, also after a restart.
func TestQuarrel_FromRequestToAppeal(t *testing.T) {
	q := begun(t)
	made := q.asks(q.Boris, "More time", map[string]string{"reason": "Away *until* Friday @everyone", "days": "5"})
	q.Has(made, "Request 1 is posted", "<#"+q.game+">", "the game goes on")
	told := q.await(q.Olga, "**Request 1** by "+discordtest.Mention(q.Boris), "More time, 5 days", "Away  until  Friday")
	q.Calls(told)
	q.Lacks(told, "@everyone")
	called := q.AwaitPosted(q.Anna, discordtest.Mention(q.Anna)+", a request from <#"+q.game+">")
	q.Calls(called, q.Anna)
	q.Has(q.asks(q.Olga, "More time", map[string]string{"reason": "Me too", "days": "5"}), "already been asked for in this game")
	q.Has(q.Tap(q.Olga, told, "Withdraw"), "Only the player who made a request")
	q.Has(q.Tap(q.Olga, called, "Grant"), "Only an organizer")
	q.organiser(q.Boris)
	q.organiser(q.carla)
	q.Has(q.Tap(q.Boris, called, "Grant"), "nobody rules on his own case")
	q.Has(q.Says(q.Anna, "/league", "Request 1, game 1, waits for your decision"))

	grant := discordtest.TapForm(q.Fixture, q.carla, called, "Grant") // she looks at it for a while
	q.Has(q.fills(q.Anna, called, "Grant", map[string]string{"reason": "One week", "days": "70"}), "1 to 60")
	q.Has(q.fills(q.Anna, called, "Grant", map[string]string{"reason": "One week", "days": "7"}), "Decided")
	decided := q.await(q.Olga, "**Request 1 is granted**", "One week", "Deadline of the game: ")
	q.Calls(decided)
	q.Has(must.Get(q.carla.Fill(q.Ctx, grant, map[string]string{"reason": "No", "days": "1"}))(t), "already decided")
	q.Has(q.Tap(q.Anna, called, "Refuse"), "already decided")
	q.Has(q.Tap(q.Boris, told, "Withdraw"), "already decided")

	q.Restart()
	q.Has(q.Tap(q.carla, decided, "Appeal"), "You have no game here to ask about")
	q.Has(q.fills(q.Olga, decided, "Appeal", map[string]string{"reason": "By 9.1b and 77.7 he had time", "cites": "7.2"}),
		"You have appealed")
	appeal := q.await(q.carla, "**Appeal of "+discordtest.Mention(q.Olga)+"**", "One week", "<#"+q.game+">", "as announced to everybody")
	if appeal.ChannelID == q.game {
		t.Error("the appeal has no thread of its own")
	}
	file := discordtest.File(q.Fixture, q.carla, appeal, "game-so-far.jsonl")
	if secret := regexp.MustCompile(`"secret"`); secret.MatchString(file) || !strings.Contains(file, "drill") {
		t.Errorf("of a game that is played the file says %s", file)
	}
	q.Calls(q.await(q.carla, "**7.2**", "**9.1b**", "**77.7**: the rulebooks of this game have no such paragraph"))
	q.Calls(q.await(q.Boris, "appeals against the decision on request 1", "<#"+appeal.ChannelID+">"))
	hearing := q.await(q.carla, discordtest.Mention(q.carla)+", this appeal waits for your decision")
	q.Calls(hearing, q.carla)
	q.Has(q.Tap(q.Boris, decided, "Appeal"), "already been appealed once")
	q.Has(q.Tap(q.Anna, hearing, "Take it back"), "the appeal is for another organizer")
	q.Has(q.fills(q.carla, hearing, "Take it back", why("He knew before")), "Decided")
	for _, thread := range []string{q.game, appeal.ChannelID} {
		q.Await(q.Boris, player.Posted(thread, "**The decision on request 1 is taken back**", "He knew before", "That is final"))
	}
	q.Has(q.Tap(q.carla, hearing, "Let it stand"), "already decided")
	record := q.Tap(q.Olga, q.Say(q.Olga, "/league"), "Requests")
	q.Has(record, "**1 request**", "Away  until  Friday", "**Granted** by "+discordtest.Mention(q.Anna), "One week",
		"**Appeal** of "+discordtest.Mention(q.Olga), "**Refused** by "+discordtest.Mention(q.carla))
}

// An adjourned game takes no order until one of its players takes it up again.
func TestAdjourn_UntilTakenUp(t *testing.T) {
	q := begun(t)
	q.Has(q.asks(q.Olga, "Adjourn", why("A storm")), "Request 1 is posted")
	called := q.AwaitPosted(q.Anna, "Adjourn", "A storm")
	q.Has(q.fills(q.Anna, called, "Grant", why("Take care")), "Decided")
	rests := q.await(q.Boris, "The game rests from now on")
	q.await(q.Boris, "The game is paused", "Take care")
	q.Channel = q.game
	q.Refused(q.Boris, "/end", "paused")
	q.Says(q.Boris, "/league", "adjourned")
	q.Has(q.Tap(q.carla, rests, "Take it up again"), "You have no game here to ask about")
	q.Has(q.Tap(q.Boris, rests, "Take it up again"), "Game 1 goes on")
	q.await(q.Olga, "takes game 1 up again")
	q.await(q.Olga, "The game goes on")
	q.Has(q.Tap(q.Olga, rests, "Take it up again"), "no longer adjourned")
	if m := q.Say(q.Boris, "/end"); strings.Contains(m.Content, "paused") {
		t.Errorf("then it is still paused: %s", m.Content)
	}
}

// A player who has lost his seat has it back when his request is granted; on appeal the new one is offered it again.
func TestRestore_SeatGivenBack(t *testing.T) {
	q := begun(t)
	q.organiser(q.carla)
	q.Channel = q.game
	q.HasLabel(q.Tap(q.Boris, q.Say(q.Boris, "/league"), "Ask the organizers"), "Seat back", false)
	q.Say(q.Anna, "/seat grant side:blue user:Carla until:never reason:silent")
	q.Say(q.carla, "/seat answer answer:take")
	q.Says(q.Boris, "/game status", "Blue: "+discordtest.Mention(q.carla))
	q.Has(q.asks(q.Boris, "Seat back", why("I was in hospital")), "Request 1 is posted")
	q.Channel = q.home
	called := q.AwaitPosted(q.Anna, "I was in hospital")
	q.Has(q.Tap(q.carla, called, "Grant"), "nobody rules on his own case")
	q.Has(q.fills(q.Anna, called, "Grant", why("Get well")), "Decided")
	granted := q.await(q.Olga, discordtest.Mention(q.Boris)+" has the seat again")
	q.Channel = q.game
	q.Says(q.Olga, "/game status", "Blue: "+discordtest.Mention(q.Boris))
	q.Has(q.fills(q.Olga, granted, "Appeal", why("He was well")), "You have appealed")
	hearing := q.await(q.Anna, discordtest.Mention(q.Anna)+", this appeal waits for your decision")
	q.Has(q.Tap(q.carla, hearing, "Take it back"), "nobody rules on his own case")
	q.Has(q.fills(q.Anna, hearing, "Take it back", why("He was")), "Decided")
	q.await(q.Olga, discordtest.Mention(q.carla)+" is offered the seat again")
	q.Says(q.Olga, "/game status", "Blue: "+discordtest.Mention(q.Boris))
	q.Say(q.carla, "/seat answer answer:take")
	q.Says(q.Olga, "/game status", "Blue: "+discordtest.Mention(q.carla))
}

// What is wrong with the last result of a season is put right after its end, on appeal too, and the standings follow.
func TestCorrect_AfterTheEnd(t *testing.T) {
	q := begun(t)
	q.asks(q.Olga, "Forfeit", why("He is rude"))
	called := q.AwaitPosted(q.Anna, "He is rude")
	q.Channel = q.game
	q.Tap(q.Boris, q.Say(q.Boris, "/game resign"), "Resign")
	q.Channel = q.home
	q.AwaitPosted(q.Boris, "**Summer** is over")
	q.await(q.Olga, "request 1 (Forfeit", "will not be decided")
	q.Has(q.Tap(q.Anna, called, "Grant"), "nothing is left to decide")
	q.Has(q.asks(q.Boris, "Correct the result", why("My cat pressed")), "Request 2 is posted")
	called = q.AwaitPosted(q.Anna, "My cat pressed")
	q.Has(q.fills(q.Anna, called, "Refuse", why("Cats play too")), "Decided")
	refused := q.await(q.Boris, "**Request 2 is refused**", "Cats play too")
	q.Has(q.fills(q.Boris, refused, "Appeal", why("It is a good cat")), "You have appealed")
	hearing := q.await(q.Anna, discordtest.Mention(q.Anna)+", this appeal waits")
	file := q.await(q.Anna, "**Appeal of")
	discordtest.Contains(t, discordtest.File(q.Fixture, q.Anna, file, "game.jsonl"), "secret")
	q.Has(q.fills(q.Anna, hearing, "Grant it after all", why("A draw, then"), "11"), "Decided") // there is no other
	q.await(q.Olga, "granted after all", "**½:½**")
	q.AwaitPosted(q.Olga, "**Summer**, game 1", "**½:½**", "Ruled by "+discordtest.Mention(q.Anna))
	table := q.Tap(q.Boris, q.Say(q.Boris, "/league"), "Standings")
	q.Has(table, discordtest.Mention(q.Boris)+" **½**", discordtest.Mention(q.Olga)+" **½**")
	q.organiser(q.carla) // for a request that Anna may not decide
}

// The result of a rated game outside of seasons is corrected and annulled by who may manage the channel and does not
// play: by nobody else, and in no quarrel of his own.
func TestAgreed_CorrectedAndAnnulled(t *testing.T) {
	f := discordtest.New(t)
	q := &quarrel{Fixture: f, carla: discordtest.Sit(f, "Carla"), home: ""}
	f.Begin()
	f.Tap(f.Anna, f.Say(f.Anna, "/league"), "Rate this game")
	f.Tap(f.Boris, f.AwaitPosted(f.Boris, "would like this game to be rated"), "Rate this game")
	f.HasLabel(f.Says(f.Anna, "/league", "This game is rated"), "Ask the organizers", false)
	f.Resign()
	f.AwaitPosted(f.Olga, "Rated game:", "1338")
	f.Table.Deny(f.Channel, q.carla.User().ID, 1<<4|1<<5) // Manage Channels and Manage Server
	f.Has(q.asks(f.Boris, "Correct the result", why("We agreed on a draw")), "Request 1 is posted")
	told := f.AwaitPosted(f.Anna, "**Request 1**", "We agreed on a draw", "not by either of the two players")
	f.Calls(told)
	f.Has(f.Tap(q.carla, told, "Grant"), "who may manage the server or the channel")
	f.Has(f.Tap(f.Anna, told, "Grant"), "nobody rules on his own case")
	f.Has(q.fills(f.Olga, told, "Grant", why("So it was"), "11"), "Decided")
	granted := f.AwaitPosted(f.Boris, "**Request 1 is granted**", "**½:½**", "the ratings are updated")
	table := f.Tap(f.Olga, f.Say(f.Olga, "/league"), "Ratings")
	f.Has(table, "0–1–0")
	f.Has(q.fills(f.Anna, granted, "Appeal", why("By 9.1b it is not")), "You have appealed")
	appeal := f.Await(f.Olga, func(m player.Message) bool {
		return m.ChannelID != f.Channel && strings.Contains(m.Content, "**Appeal of")
	})
	f.Has(f.Tap(f.Olga, appeal, "Take it back"), "For three days the appeal is for somebody else")
	f.Table.Deny(f.Channel, q.carla.User().ID, 0)
	f.Has(q.fills(q.carla, appeal, "Let it stand", why("It was a draw")), "Decided")
	f.AwaitPosted(f.Boris, "**The decision on request 1 stands**", "It was a draw")
	f.Has(q.asks(f.Anna, "Annul", why("It was a test")), "Request 2 is posted")
	f.Has(q.fills(f.Olga, f.AwaitPosted(f.Olga, "**Request 2**"), "Grant", why("Then it was")), "Decided")
	f.AwaitPosted(f.Boris, "The game no longer counts for ratings")
	f.Has(f.Says(f.Boris, "/league"), "no longer counts for ratings")
	f.Has(f.Tap(f.Boris, f.Say(f.Boris, "/league"), "Requests"), "**2 requests**", "It was a test", "We agreed on a draw")
}
