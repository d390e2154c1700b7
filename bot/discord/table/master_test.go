package table_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/referee/api"
	"grognard/rules/must"
)

// pinged are the users that a message calls.
func pinged(m player.Message) (ids []string) {
	for _, u := range m.Mentions {
		ids = append(ids, u.ID)
	}
	slices.Sort(ids)
	return ids
}

// While a game is paused every order is refused in words, and looking is not. Both players are told
// when it begins and ends, and the story tells it.
func TestMaster_Pause(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Olga, "/master pause reason:why", "There is no game in this channel")
	f.Begin()
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:8.08")
	f.Refused(f.Anna, "/master pause reason:I am losing", "You play in this game")
	f.Refused(f.Olga, "/master pause end:true", "The game is not paused")
	f.Refused(f.Olga, "/master pause reason:a\u202eb", "in one line of 1 to 200 printable characters")
	f.Say(f.Olga, "/master pause reason:a *quarrel* about 9.1c, <@&1> @everyone")
	told := f.AwaitPosted(f.Boris, "The game is paused", discordtest.Mention(f.Olga),
		"Reason: a  quarrel  about 9.1c,   &1   everyone")
	f.Calls(told, f.Anna, f.Boris)
	for who, orders := range map[*player.Player][]string{f.Anna: {"/end", "/move units:b-3-inf to:8.08", "/game undo",
		"/stack order hex:8.08 units:b-1-mot,b-1-arm"}, f.Boris: {"/end", "/game undo answer:consent"}} {
		for _, order := range orders {
			f.Refused(who, order, "<@"+f.Olga.User().ID+">, the game master, paused this game")
		}
	}
	for _, look := range []string{"/due", "/game status", "/help"} {
		f.Says(f.Anna, look, ", the game master, paused this game", "quarrel")
	}
	if m := f.Say(f.Anna, "/map"); len(m.Attachments) != 1 {
		t.Errorf("/map shows %q while the game is paused", m.Content)
	}
	f.Refused(f.Olga, "/master pause reason:again", "already paused")
	f.Restart()
	f.Refused(f.Anna, "/end", ", the game master, paused this game")
	f.Say(f.Olga, "/master pause end:true")
	f.Calls(f.AwaitPosted(f.Boris, "The game goes on", "has resumed it"), f.Anna, f.Boris)
	f.Say(f.Anna, "/end")
	f.AwaitPosted(f.Boris, "Blue combat")
	f.Refused(f.Boris, "/game log", "The game master pauses the game")
}

// The last end of a phase is taken back without anybody's consent, and never past a die.
func TestMaster_Undo(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
	f.Refused(f.Olga, "/master undo reason:r", "No end of a phase can be taken back")
	f.Say(f.Anna, "/end")
	asked := f.Says(f.Olga, "/master undo reason:too fast", "turn 1, Blue movement")
	f.Say(f.Anna, "/end") // another one is the last by now
	f.Has(f.Tap(f.Olga, asked, "Take it back"), "The position has changed")
	f.Tap(f.Olga, f.Say(f.Olga, "/master undo reason:too fast"), "Take it back")
	told := f.AwaitPosted(f.Boris, "The last end of a phase is taken back", "too fast")
	f.Calls(told, f.Anna, f.Boris)
	f.Refused(f.Boris, "/due", "Blue combat")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	f.Refused(f.Olga, "/master undo reason:r", "No end of a phase can be taken back")
	f.Refused(f.Boris, "/game log", "The game master takes back the end of a phase")
}

// A game that its master ends has no winner, and its dice can be checked.
func TestMaster_End(t *testing.T) {
	f := discordtest.Begun(t)
	question := f.Say(f.Olga, "/master end reason:nobody plays any more")
	f.Restart()
	f.Has(f.Tap(f.Olga, question, "End the game"), "give the command again")
	f.Tap(f.Olga, f.Say(f.Olga, "/master end reason:nobody plays any more"), "End the game")
	told := f.AwaitPosted(f.Boris, "**The game is ended** on turn 1 of 10", "It has no winner", "nobody plays any more", "Dice secret")
	f.Calls(told, f.Anna, f.Boris)
	f.Refused(f.Olga, "/master pause reason:r", "The game is over")
	f.Refused(f.Boris, "/end", "The game is over")
	f.Refused(f.Boris, "/help", "ended")
}

// A game that is moved goes on in the other channel, a fight in its middle and an offer that stands too.
func TestMaster_Move(t *testing.T) {
	f := discordtest.Begun(t, discordtest.With(discordtest.Breach(t)))
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	fight := f.AwaitPosted(f.Boris, "13.10", ", advance ")
	f.Tap(f.Boris, f.Say(f.Boris, "/game draw"), "Offer a draw")
	f.AwaitPosted(f.Anna, "offers a draw")
	mine := f.Say(f.Anna, "/due")
	old := f.Channel
	there := f.OpenChannel("quiet")
	f.Refused(f.Olga, "/master move channel:<#"+old+"> reason:r", "The game is already in that channel")
	f.Has(discordtest.MoveGame(f, there), "<#"+there+">")
	f.Await(f.Boris, player.Posted(old, "The game is moved", "<#"+there+">", "too loud here"))
	arrived := f.Await(f.Boris, player.Posted(there, "The game is moved", "too loud here", "Blue", "offers a draw"))
	f.Calls(arrived, f.Anna, f.Boris)
	f.Await(f.Boris, func(m player.Message) bool {
		_, decides := discordtest.Labelled(m, "Decide")
		return m.ID == fight.ID && strings.Contains(m.Content, "goes on in <#"+there+">") && !decides
	})
	f.Refused(f.Anna, "/due", "There is no game in this channel")
	f.Has(f.Tap(f.Anna, mine, "Decide"), "belong to the game in <#"+there+">")
	f.Say(f.Anna, "/game new module:drill") // the channel is free
	f.Channel = there
	f.Restart()
	f.Tap(f.Boris, arrived, "Decline")
	f.Tap(f.Anna, arrived, "Decide")
	f.Say(f.Anna, "/pass")
	f.Await(f.Boris, player.Posted(there, "no further advance"))
	f.Say(f.Anna, "/end")
	f.Await(f.Boris, player.Posted(there, "Blue exploitation"))
	f.Refused(f.Olga, "/master move channel:<#"+old+"> reason:back", "That channel already has a game")
}

// A game whose move was asked for twice is moved once. The other channel is not told that an older game of the left
// channel comes, and a channel in which a game is played is not told that another one comes.
func TestMaster_MoveAskedTwice(t *testing.T) {
	f := discordtest.Begun(t)
	f.Tap(f.Olga, f.Say(f.Olga, "/master end reason:r"), "End the game")
	f.AwaitPosted(f.Boris, "The game is ended")
	f.Say(f.Anna, "/game new module:drill side:blue")
	there := f.OpenChannel("quiet")
	move := "/master move channel:<#" + there + "> reason:r"
	question, again := f.Say(f.Olga, move), f.Say(f.Olga, move)
	f.Tap(f.Olga, question, "Move the game")
	f.Has(f.Tap(f.Olga, again, "Move the game"), "belong to the game in <#"+there+">")
	third := f.OpenChannel("busy")
	f.Channel = there
	question = f.Say(f.Olga, "/master move channel:<#"+third+"> reason:r")
	f.Channel = third
	f.Say(f.Anna, "/game new module:drill")
	f.Has(f.Tap(f.Olga, question, "Move the game"), "That channel already has a game")
	coming := f.Requests(func(x localtable.Exchange) bool {
		return discordtest.Sends(x) && strings.Contains(string(x.Body), "A game is moving here")
	})
	discordtest.Equal(t, "%d games are said to come", len(coming), 1)
}

// A channel in which the bot may not write gets no game.
func TestMaster_MoveWithoutPermission(t *testing.T) {
	f := discordtest.Begun(t)
	there := f.OpenChannel("closed")
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusForbidden, Code: 50001},
		discordtest.To(http.MethodPost, "/channels/"+there+"/messages")))
	f.Has(discordtest.MoveGame(f, there), "I can't post in <#"+there+">")
	f.Say(f.Anna, "/end")
	f.AwaitPosted(f.Boris, "Blue combat")
}

// A game whose channel was lost is found by its name in the server that it belongs to, and goes on in
// the channel to which it is moved.
func TestMaster_MoveSleepingGame(t *testing.T) {
	f := discordtest.Begun(t)
	lost := f.Channel
	table := must.Get(f.Referee.Looks.Table(t.Context(), lost))(t)
	there := f.OpenChannel("shelter")
	f.Channel = there
	name := string(table.Game)
	move := "/master move channel:<#" + there + "> reason:deleted by mistake game:"
	f.Refused(f.Olga, move+name, "This server has no game of that name whose channel can't be reached")
	must.Do(t, f.Referee.Channels.Sleep(t.Context(), api.Deleted, lost))
	list, err := f.Olga.Complete(f.Ctx, there, move)
	if err != nil || len(list) != 1 || list[0].Value != name {
		t.Fatalf("games to choose from: %v, %v", list, err)
	}
	f.Tap(f.Olga, f.Say(f.Olga, move+name), "Move the game")
	f.Calls(f.Await(f.Boris, player.Posted(there, "The game is moved", "deleted by mistake")), f.Anna, f.Boris)
	f.Say(f.Anna, "/end")
	f.Await(f.Boris, player.Posted(there, "Blue combat"))
}

// What a move has to say arrives once and where it belongs, whatever of it Discord had not taken, or
// had taken unheard, when the program stopped.
func TestMaster_MoveAcrossARestart(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]discordtest.Fault{
		"nothing is taken":         {Status: http.StatusServiceUnavailable},
		"all is taken and unheard": {Status: http.StatusServiceUnavailable, Done: true},
	} {
		t.Run(name, func(t *testing.T) {
			f := discordtest.Begun(t)
			old := f.Channel
			there := f.OpenChannel("quiet")
			question := f.Say(f.Olga, "/master move channel:<#"+there+"> reason:r")
			posts := func(x localtable.Exchange) bool {
				return discordtest.Sends(x) && !strings.Contains(string(x.Body), "A game is moving here")
			}
			f.SetFault(discordtest.Always(spoil, posts))
			f.Say(f.Anna, "/end") // of which the old channel is still to be told
			f.Eventually("the end of the phase is tried", func() bool { return len(f.Requests(posts)) > 0 })
			f.Tap(f.Olga, question, "Move the game")
			f.Stop()
			f.SetFault(nil)
			f.Start()
			f.Await(f.Boris, player.Posted(there, "The game is moved"))
			f.Channel = there
			f.Say(f.Anna, "/end")
			f.Await(f.Boris, player.Posted(there, "Blue exploitation"))
			moves, phases := 0, 0
			for _, channel := range []string{old, there} {
				f.Channel = channel
				for _, m := range f.Posted(f.Boris) {
					switch {
					case strings.Contains(m.Content, "The game is moved"):
						moves++
					case strings.Contains(m.Content, "your move: Blue combat"):
						phases++
					}
				}
			}
			if moves != 2 || phases != 1 {
				t.Errorf("the move is told %d times, want once in each channel; the end of the phase before it %d times, want once", moves, phases)
			}
		})
	}
}
