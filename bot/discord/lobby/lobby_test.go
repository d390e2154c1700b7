package lobby_test

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/dice"
	"grognard/rules/must"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

var hidden = regexp.MustCompile(`\|\|([0-9a-f]{64})\|\|`)

// A request is a post, which whoever wants to play presses; the game opens in a thread with both in their seats, the
// post says where, and who checks the draw of sides finds what was sealed.
func TestSeek_TakenUp(t *testing.T) {
	f := discordtest.New(t)
	f.Says(f.Olga, "/seek", "**0 open requests**")
	f.Says(f.Anna, "/seek module:drill kind:casual", "Your request is posted here", "Say where you are")
	wanted := f.AwaitPosted(f.Olga, "**Opponent wanted** by "+discordtest.Mention(f.Anna), "either side · casual")
	f.Calls(wanted)
	sealed := hidden.FindStringSubmatch(wanted.Content)[1]
	f.Has(f.Tap(f.Anna, wanted, "Play"), "your own request")
	f.Has(f.Tap(f.Olga, wanted, "Withdraw"), "Only the player who made a request")
	f.Eventually("the request is listed, as its post is noted", func() bool {
		return strings.Contains(f.Say(f.Boris, "/seek").Content, "**1 open request**")
	})
	list := f.Says(f.Boris, "/seek", "**1 open request**", "1. "+discordtest.Mention(f.Anna))
	late := f.Say(f.Olga, "/seek")
	f.Restart()
	f.Has(f.Tap(f.Boris, list, "Play 1"), "You play against "+discordtest.Mention(f.Anna))
	f.Has(f.Tap(f.Olga, late, "Play 1"), "no longer open")
	elsewhere := func(p *player.Player, words ...string) player.Message {
		return f.Await(p, func(m player.Message) bool {
			return m.ChannelID != f.Channel && player.Posted(m.ChannelID, words...)(m)
		})
	}
	first := elsewhere(f.Olga, "plays", "normal clock", "The game is casual", "The sides were drawn")
	f.AwaitPosted(f.Olga, "**Opponent found**: "+discordtest.Mention(f.Anna)+" plays against "+discordtest.Mention(f.Boris),
		"<#"+first.ChannelID+">", "||"+sealed+"||")
	for _, p := range []*player.Player{f.Anna, f.Boris} {
		f.Calls(elsewhere(p, discordtest.Mention(p)+": your game against"), p)
	}
	secret := must.Get(hex.DecodeString(hidden.FindStringSubmatch(first.Content)[1]))(t)
	words := regexp.MustCompile(`words (\S+) and (\d+)\.`).FindStringSubmatch(first.Content)
	die := regexp.MustCompile(`with a die: (\d)`).FindStringSubmatch(first.Content)[1]
	s := dice.Stream{Secret: secret, Game: "sides", Order: sha256.Sum256([]byte(words[1])), Words: words[1:]}
	if got := must.Get(s.Roll(1, 1))(t)[0]; strconv.Itoa(got) != die || dice.Commitment(secret) != sealed {
		t.Errorf("the die is %s, by hand %d; sealed was %s", die, got, sealed)
	}
	anna := "**: " + discordtest.Mention(f.Anna) + " plays"
	if begins := die <= "3"; strings.Contains(first.Content, anna) != begins {
		t.Errorf("with %s: %s", die, first.Content)
	}
}

// Two requests that fit are paired by themselves, a rated game counts for ratings, and a request is over when it is
// withdrawn or its player has asked anew.
func TestSeek_Paired(t *testing.T) {
	f := discordtest.New(t)
	f.Says(f.Olga, "/seek module:drill side:Red zone:Europe/Berlin", "Your request is posted")
	f.Says(f.Olga, "/settings zone:Europe/Berlin", "Europe/Berlin")
	f.Says(f.Olga, "/seek module:bcs-drill zone:Europe/Berlin", "Your request is posted")
	f.AwaitPosted(f.Anna, "has replaced this request with another")
	f.Says(f.Boris, "/seek module:drill zone:Pacific/Auckland", "Your request is posted") // who sleeps when others wake
	f.Says(f.Anna, "/seek module:drill,bcs-drill,drill kind:rated zone:Europe/Moscow", "Your request is posted")
	f.AwaitPosted(f.Boris, "**Opponent found**", "in <#")
	first := f.Await(f.Anna, func(m player.Message) bool {
		return m.ChannelID != f.Channel && strings.Contains(m.Content, "The game is rated")
	})
	f.Calls(first)
	f.Says(f.Olga, "/seek", "**1 open request**", "1. "+discordtest.Mention(f.Boris))
}

// A post says where its game is, although the program was started anew between the match and the opening.
func TestSeek_OpenedAfterARestart(t *testing.T) {
	f := discordtest.New(t)
	f.SetFault(discordtest.Always(discordtest.Fault{Status: http.StatusInternalServerError}, func(x localtable.Exchange) bool {
		return strings.HasSuffix(x.Route, "/threads") && x.Method == http.MethodPost
	}))
	f.Says(f.Boris, "/seek module:drill side:Blue kind:casual", "Your request is posted")
	f.Tap(f.Anna, f.AwaitPosted(f.Anna, "**Opponent wanted**"), "Play")
	f.AwaitPosted(f.Olga, "**Opponent found**", "opens in a moment")
	f.Restart()
	f.SetFault(nil)
	f.AwaitPosted(f.Olga, "**Opponent found**", "in <#")
}

// What cannot be wished is refused in words, and nothing is posted.
func TestSeek_Refused(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/seek module:none", "none")
	f.Refused(f.Anna, "/seek side:Red", "A side belongs to one game")
	f.Refused(f.Anna, "/seek module:drill side:Purple", "has no side “Purple”")
	f.Refused(f.Anna, "/seek module:drill zone:Nowhere/Atall", "Nowhere/Atall")
	f.Says(f.Anna, "/seek", "**0 open requests**")
	f.Has(f.Tap(f.Anna, f.Say(f.Anna, "/seek"), "Post: any game, any side"), "Your request is posted here")
	wanted := f.AwaitPosted(f.Olga, "**Opponent wanted**", "either side")
	f.Has(f.Tap(f.Anna, wanted, "Withdraw"), "is withdrawn")
	f.AwaitPosted(f.Olga, "has withdrawn this request")
	f.Says(f.Boris, "/seek", "**0 open requests**")
}
