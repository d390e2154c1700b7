package discord_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
)

// pinged are the users that a message calls.
func pinged(m player.Message) (ids []string) {
	for _, u := range m.Mentions {
		ids = append(ids, u.ID)
	}
	slices.Sort(ids)
	return ids
}

// callsBoth checks that a message calls whoever plays, and nobody else.
func (h *house) callsBoth(m player.Message, players ...*player.Player) {
	h.t.Helper()
	var want []string
	for _, p := range players {
		want = append(want, p.User().ID)
	}
	slices.Sort(want)
	if got := pinged(m); !slices.Equal(got, want) {
		h.t.Errorf("%q calls %v, want %v", m.Content, got, want)
	}
}

// While a game is paused every order is refused in words, and looking is not. Both players are told
// when it begins and ends, and the story tells it.
func TestMasterPauses(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.refused(h.olga, "/master pause reason:why", "There is no game in this channel")
	h.begin()
	h.say(h.anna, "/move units:b-1-arm,b-1-mot to:8.08")
	h.refused(h.anna, "/master pause reason:I am losing", "can't judge a game in which they play")
	h.refused(h.olga, "/master resume", "The game is not paused")
	h.refused(h.olga, "/master pause reason:a\u202eb", "in one line of 1 to 200 printable characters")
	h.say(h.olga, "/master pause reason:a *quarrel* about 9.1c, <@&1> @everyone")
	told := h.await(h.boris, inChannel(h.channel, "The game is paused", "<@"+h.olga.User().ID+">",
		"Reason: a  quarrel  about 9.1c,   &1   everyone"))
	h.callsBoth(told, h.anna, h.boris)
	for who, orders := range map[*player.Player][]string{h.anna: {"/end", "/move units:b-3-inf to:8.08", "/game undo",
		"/stack order hex:8.08 units:b-1-mot,b-1-arm"}, h.boris: {"/end", "/game undo answer:consent"}} {
		for _, order := range orders {
			h.refused(who, order, "The game is paused by <@"+h.olga.User().ID+">")
		}
	}
	for _, look := range []string{"/due", "/game status", "/help"} {
		if m := h.say(h.anna, look); !strings.Contains(m.Content, "The game is paused by") ||
			!strings.Contains(m.Content, "quarrel") {
			t.Errorf("%s shows %q while the game is paused", look, m.Content)
		}
	}
	if m := h.say(h.anna, "/map"); len(m.Attachments) != 1 {
		t.Errorf("/map shows %q while the game is paused", m.Content)
	}
	h.refused(h.olga, "/master pause reason:again", "already paused")
	h.close()
	h.open()
	h.refused(h.anna, "/end", "The game is paused")
	h.say(h.olga, "/master resume")
	h.callsBoth(h.await(h.boris, inChannel(h.channel, "The game goes on", "has resumed it")), h.anna, h.boris)
	h.say(h.anna, "/end")
	h.await(h.boris, inChannel(h.channel, "Blue combat"))
	h.refused(h.boris, "/game log", "The game master pauses the game")
}

// A seat that is handed over shows its secrets to its new player, and to the old one no longer.
func TestMasterHandsOver(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	page := h.say(h.anna, "/due")
	h.refused(h.olga, "/master hand-over side:blue user:"+localtable.ApplicationID+" reason:r", "is a bot")
	h.refused(h.olga, "/master hand-over side:blue user:Boris reason:r", "already plays a side of this game")
	h.refused(h.olga, "/master hand-over side:blue user:Olga reason:r", "can't judge a game in which they play")
	h.refused(h.olga, "/master hand-over side:green user:Carla reason:r", "no such side")
	list, err := h.olga.Complete(h.ctx, h.channel, "/master hand-over side:")
	if err != nil || len(list) != 2 {
		t.Errorf("sides to choose from: %v, %v", list, err)
	}
	carla, err := player.Sit(h.ctx, h.url, "Carla")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(carla.Leave)
	question := h.say(h.olga, "/master hand-over side:blue user:Carla reason:Anna is away")
	if !strings.Contains(question.Content, "Reason: Anna is away") {
		t.Errorf("asked: %q", question.Content)
	}
	h.say(h.anna, "/move units:b-1-arm,b-1-mot to:8.08") // nothing is done yet
	h.tap(h.olga, question, "Hand over the seat")
	told := h.await(h.boris, inChannel(h.channel, "The Blue seat changes hands", "<@"+carla.User().ID+">",
		"<@"+h.anna.User().ID+">", "Anna is away"))
	h.callsBoth(told, carla, h.boris)
	seat := h.await(carla, inChannel(h.direct(carla), "You now play the Blue side"))
	h.picture(carla, seat)
	h.refused(h.anna, "/end", "You don't play")
	if got := h.tap(h.anna, page, "Orders"); !strings.Contains(got.Content, "You don't play") {
		t.Errorf("an old button shows %q", got.Content)
	}
	h.refused(h.anna, "/game undo", "You don't play")
	if film := h.say(h.anna, "/stack show hex:8.08"); strings.Contains(film.Content, "Motorised") {
		t.Errorf("the old player sees %q", film.Content)
	}
	if mine := h.say(carla, "/stack show hex:8.08"); !strings.Contains(mine.Content, "Motorised") {
		t.Errorf("the new player sees %q", mine.Content)
	}
	h.say(carla, "/end")
	h.await(h.boris, inChannel(h.channel, "Blue combat"))
	h.refused(h.olga, "/master hand-over side:red user:Carla reason:r", "already plays a side of this game")
	h.close()
	h.open()
	h.refused(h.olga, "/master hand-over side:red user:Anna reason:r", "has played the other side")
	h.say(h.olga, "/master hand-over side:blue user:Anna reason:she is back")
}

// The last end of a phase is taken back without anybody's consent, and never past a die.
func TestMasterTakesBack(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = append(h.own, breach(t)) })
	h.begin()
	h.refused(h.olga, "/master undo reason:r", "There is no end of a phase to take back")
	h.say(h.anna, "/end")
	asked := h.say(h.olga, "/master undo reason:too fast")
	if !strings.Contains(asked.Content, "turn 1, Blue movement") {
		t.Errorf("asked: %q", asked.Content)
	}
	h.say(h.anna, "/end") // another one is the last by now
	if got := h.tap(h.olga, asked, "Take it back"); !strings.Contains(got.Content, "The position has changed") {
		t.Errorf("an old question: %q", got.Content)
	}
	h.tap(h.olga, h.say(h.olga, "/master undo reason:too fast"), "Take it back")
	told := h.await(h.boris, inChannel(h.channel, "The last end of a phase is taken back", "too fast"))
	h.callsBoth(told, h.anna, h.boris)
	h.refused(h.boris, "/due", "Blue combat")
	h.say(h.anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	h.refused(h.olga, "/master undo reason:r", "There is no end of a phase to take back")
	h.refused(h.boris, "/game log", "The game master takes back the end of a phase")
}

// A game that its master ends has no winner, and its dice can be checked.
func TestMasterEnds(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	question := h.say(h.olga, "/master end reason:nobody plays any more")
	h.close()
	h.open()
	if got := h.tap(h.olga, question, "End the game"); !strings.Contains(got.Content, "give the command again") {
		t.Errorf("a question from before a restart: %q", got.Content)
	}
	h.tap(h.olga, h.say(h.olga, "/master end reason:nobody plays any more"), "End the game")
	told := h.await(h.boris, inChannel(h.channel, "The game is ended", "It has no winner", "nobody plays any more",
		"Dice secret"))
	h.callsBoth(told, h.anna, h.boris)
	h.refused(h.olga, "/master pause reason:r", "The game is over")
	h.refused(h.boris, "/end", "The game is over")
	h.refused(h.boris, "/help", "ended")
}

// move has Olga move the game to another channel.
func (h *house) move(to string) player.Message {
	h.t.Helper()
	return h.tap(h.olga, h.say(h.olga, "/master move channel:<#"+to+"> reason:too loud here"), "Move the game")
}

// A game that is moved goes on in the other channel, a fight in its middle and an offer that stands too.
func TestMasterMoves(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = append(h.own, breach(t)) })
	h.begin()
	h.say(h.anna, "/end")
	h.say(h.anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	fight := h.await(h.boris, inChannel(h.channel, "13.10", ", advance "))
	h.tap(h.boris, h.say(h.boris, "/game draw"), "Offer a draw")
	h.await(h.anna, inChannel(h.channel, "offers a draw"))
	mine := h.say(h.anna, "/due")
	old := h.channel
	there, err := h.anna.Open(h.ctx, "quiet")
	if err != nil {
		t.Fatal(err)
	}
	h.refused(h.olga, "/master move channel:<#"+old+"> reason:r", "The game is already in that channel")
	if done := h.move(there); !strings.Contains(done.Content, "<#"+there+">") {
		t.Errorf("moved: %q", done.Content)
	}
	h.await(h.boris, inChannel(old, "The game moves", "<#"+there+">", "too loud here"))
	arrived := h.await(h.boris, inChannel(there, "The game moves", "too loud here", "Blue", "offers a draw"))
	h.callsBoth(arrived, h.anna, h.boris)
	h.await(h.boris, func(m player.Message) bool {
		_, decides := labelled(m, "Decide")
		return m.ID == fight.ID && strings.Contains(m.Content, "goes on in <#"+there+">") && !decides
	})
	h.refused(h.anna, "/due", "There is no game in this channel")
	if got := h.tap(h.anna, mine, "Decide"); !strings.Contains(got.Content, "belong to the game in <#"+there+">") {
		t.Errorf("an old button in the old channel: %q", got.Content)
	}
	h.say(h.anna, "/game new module:drill") // the channel is free
	h.channel = there
	h.close()
	h.open()
	h.tap(h.boris, arrived, "Decline")
	h.tap(h.anna, arrived, "Decide")
	h.say(h.anna, "/pass")
	h.await(h.boris, inChannel(there, "advances no further"))
	h.say(h.anna, "/end")
	h.await(h.boris, inChannel(there, "Blue exploitation"))
	h.refused(h.olga, "/master move channel:<#"+old+"> reason:back", "That channel already has a game")
}

// A game that was asked about twice is moved once: the other channel is not told that an older
// game of the channel that it leaves comes, nor any game where one is played.
func TestMasterMovesOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	h.tap(h.olga, h.say(h.olga, "/master end reason:r"), "End the game")
	h.await(h.boris, inChannel(h.channel, "The game is ended"))
	h.say(h.anna, "/game new module:drill side:blue")
	there, err := h.anna.Open(h.ctx, "quiet")
	if err != nil {
		t.Fatal(err)
	}
	move := "/master move channel:<#" + there + "> reason:r"
	question, again := h.say(h.olga, move), h.say(h.olga, move)
	h.tap(h.olga, question, "Move the game")
	if got := h.tap(h.olga, again, "Move the game"); !strings.Contains(got.Content,
		"belong to the game in <#"+there+">") {
		t.Errorf("moved twice: %q", got.Content)
	}
	third, err := h.anna.Open(h.ctx, "busy")
	if err != nil {
		t.Fatal(err)
	}
	h.channel = there
	question = h.say(h.olga, "/master move channel:<#"+third+"> reason:r")
	h.channel = third
	h.say(h.anna, "/game new module:drill")
	if got := h.tap(h.olga, question, "Move the game"); !strings.Contains(got.Content,
		"That channel already has a game") {
		t.Errorf("moved to where a game is played: %q", got.Content)
	}
	coming := h.requests(func(x localtable.Exchange) bool {
		return sends(x) && strings.Contains(string(x.Body), "A game is moving here")
	})
	if len(coming) != 1 {
		t.Errorf("%d games are said to come", len(coming))
	}
}

// A channel in which the bot may not write gets no game.
func TestMasterMovesNowhereItMayNotWrite(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	there, err := h.anna.Open(h.ctx, "closed")
	if err != nil {
		t.Fatal(err)
	}
	h.mu.Lock()
	h.deny = func(r *http.Request) (int, string) {
		if r.Method == http.MethodPost && strings.Contains(r.URL.Path, "/channels/"+there+"/messages") {
			return http.StatusForbidden, `{"message": "Missing Access", "code": 50001}`
		}
		return 0, ""
	}
	h.mu.Unlock()
	if got := h.move(there); !strings.Contains(got.Content, "I can't write in <#"+there+">") {
		t.Errorf("moved to where nobody may write: %q", got.Content)
	}
	h.say(h.anna, "/end")
	h.await(h.boris, inChannel(h.channel, "Blue combat"))
}

// A game whose channel was lost is found by its name in the server that it belongs to, and goes on in
// the channel to which it is moved.
func TestMasterMovesASleepingGame(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	lost := h.channel
	table, err := h.referee.Table(t.Context(), lost)
	if err != nil {
		t.Fatal(err)
	}
	there, err := h.anna.Open(h.ctx, "shelter")
	if err != nil {
		t.Fatal(err)
	}
	h.channel = there
	name := string(table.Game)
	move := "/master move channel:<#" + there + "> reason:deleted by mistake game:"
	h.refused(h.olga, move+name, "No sleeping game in this server has that name")
	if err := h.referee.Sleep(t.Context(), "the channel was deleted", lost); err != nil {
		t.Fatal(err)
	}
	list, err := h.olga.Complete(h.ctx, there, move)
	if err != nil || len(list) != 1 || list[0].Value != name {
		t.Fatalf("games to choose from: %v, %v", list, err)
	}
	h.tap(h.olga, h.say(h.olga, move+name), "Move the game")
	h.callsBoth(h.await(h.boris, inChannel(there, "The game moves", "deleted by mistake")), h.anna, h.boris)
	h.say(h.anna, "/end")
	h.await(h.boris, inChannel(there, "Blue combat"))
}

// What a move has to say arrives once and where it belongs, whatever of it Discord had not taken, or
// had taken unheard, when the program stopped.
func TestMasterMovesAcrossARestart(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]localtable.Fault{
		"nothing is taken":         {Status: http.StatusServiceUnavailable},
		"all is taken and unheard": {Status: http.StatusServiceUnavailable, Done: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			h.begin()
			old := h.channel
			there, err := h.anna.Open(h.ctx, "quiet")
			if err != nil {
				t.Fatal(err)
			}
			question := h.say(h.olga, "/master move channel:<#"+there+"> reason:r")
			posts := func(x localtable.Exchange) bool {
				return sends(x) && !strings.Contains(string(x.Body), "A game is moving here")
			}
			h.setFault(func(x localtable.Exchange) localtable.Fault {
				if posts(x) {
					return spoil
				}
				return localtable.Fault{}
			})
			h.say(h.anna, "/end") // of which the old channel is still to be told
			h.eventually("the end of the phase is tried", func() bool { return len(h.requests(posts)) > 0 })
			h.tap(h.olga, question, "Move the game")
			h.close()
			h.setFault(nil)
			h.open()
			h.await(h.boris, inChannel(there, "The game moves"))
			h.channel = there
			h.say(h.anna, "/end")
			h.await(h.boris, inChannel(there, "Blue exploitation"))
			moves, phases := 0, 0
			for _, channel := range []string{old, there} {
				h.channel = channel
				for _, m := range h.shown(h.boris) {
					switch {
					case strings.Contains(m.Content, "The game moves"):
						moves++
					case strings.Contains(m.Content, "Blue combat"):
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
