package bring_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/league"
	"grognard/bot/localtable"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/bot/referee/servers"
	"grognard/rules/must"
	"grognard/storage/seasons"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// brings has somebody attach a file to /league, and returns the answer.
func brings(f *discordtest.Fixture, p *player.Player, file, options string) player.Message {
	f.T.Helper()
	var taken struct{ Name string }
	must.Do(f.T, p.Post(f.Ctx, "/table/upload", map[string]any{"name": "old results.csv", "data": []byte(file)}, &taken))
	return must.Get(p.Say(f.Ctx, f.Channel, "/league import:"+taken.Name+options))(f.T)
}

// rows returns how many rows the log of the agreed games has.
func rows(f *discordtest.Fixture) int {
	f.T.Helper()
	return len(must.Get(seasons.New(f.Store).Rows(f.Ctx, league.Agreed(localtable.GuildID), seasons.Row{}))(f.T))
}

// Past results count for ratings once. Of each line that cannot be taken the preview says why and what would be right.
func TestResults_PreviewedThenTaken(t *testing.T) {
	f := discordtest.New(t)
	anna, boris := f.Anna.User().ID, f.Boris.User().ID
	tomorrow := time.Now().AddDate(0, 0, 2).Format(time.DateOnly)
	file := strings.Join([]string{"date;first;second;result;module;side;remark",
		"2025-03-01;" + anna + ";<@" + boris + ">;1-0;drill;;",
		"2025-03-02;" + boris + ";" + anna + ";½-½;DRILL;Blue;=cmd",
		"2025-03-02;" + boris + ";" + anna + ";½-½;drill;blue;a second game on that day",
		tomorrow + ";" + anna + ";" + boris + ";1-0;drill;;",
		"01.03.2025;" + anna + ";" + boris + ";1-0;drill;;",
		"2025-03-03;" + anna + ";" + anna + ";1-0;drill;;",
		"2025-03-03;" + anna + ";Hans;1-0;drill;;",
		"2025-03-03;" + anna + ";99999999999999999;1-0;drill;;",
		"2025-03-03;" + anna + ";" + boris + ";3-0;drill;;",
		"2025-03-03;" + anna + ";" + boris + ";1-0;chess;;",
		"2025-03-03;" + anna + ";" + boris + ";1-0;drill;Green;", ""}, "\r\n")
	again, shown := brings(f, f.Anna, file, ""), brings(f, f.Anna, file, "")
	f.Has(shown, "**old results.csv**", "These lines say the same: 3, 4.", "3 results of 2 players, 2025-03-01 to 2025-03-02", "Not imported: 8 lines",
		"Line 5: “"+tomorrow+"” is in the future", "Line 6: “01.03.2025” is not a date since 1970", "Line 7:", "is named as both players",
		"Line 8: nobody in the seasons of this server is shown as “Hans”", "Line 9:", "is not a member of this server",
		"Line 10: “3-0” is not a result", "Line 11: there is no game or scenario “chess”", "Line 12: the game has no side “Green”")
	discordtest.Equal(t, "%d seasons", len(must.Get(seasons.New(f.Store).All(f.Ctx))(t)), 0)
	f.Has(f.Tap(f.Anna, shown, "Import"), "3 results are in the log")
	f.AwaitPosted(f.Boris, discordtest.Mention(f.Anna)+" has imported 3 past results")
	taken := rows(f)
	f.Has(f.Tap(f.Anna, again, "Import"), "There is nothing to import")
	f.Restart()
	f.Has(brings(f, f.Anna, file, ""), "Already known: 3 results", "There is nothing to import")
	discordtest.Equal(t, "%d rows", rows(f), taken)
	table := f.Tap(f.Olga, f.Says(f.Olga, "/league", "There is no season on this server"), "Ratings")
	f.Has(table, "from 3 games", "1. "+discordtest.Mention(f.Anna), "· 1–2–0")
}

// Even if one of two equal results is known, those that the preview has counted are taken, no more and no less.
func TestResults_TwoAlikeOnADay(t *testing.T) {
	f := discordtest.New(t)
	game := func(day int) string {
		return fmt.Sprintf("2025-03-%02d,%s,%s,1-0,drill\n", day, f.Anna.User().ID, f.Boris.User().ID)
	}
	file := "date,first,second,result,module\n" + game(1)
	f.Has(f.Tap(f.Anna, brings(f, f.Anna, file, ""), "Import"), "1 result is in the log")
	file += game(1)
	shown := brings(f, f.Anna, file, "")
	f.Has(shown, "To import: 1 result", "Already known: 1 result")
	f.Has(f.Tap(f.Anna, shown, "Import"), "1 result is in the log")
	f.Has(brings(f, f.Anna, file, ""), "Already known: 2 results", "There is nothing to import")
	file += game(1) + game(2)
	shown, again := brings(f, f.Anna, file, ""), brings(f, f.Anna, file+game(3), "")
	f.Has(f.Tap(f.Anna, shown, "Import"), "2 results are in the log")
	f.Has(f.Tap(f.Anna, again, "Import"), "1 result is in the log")
	f.Has(f.Tap(f.Olga, f.Says(f.Olga, "/league", "There is no season on this server"), "Ratings"), "from 5 games")
}

// A result of a player who has deleted his data is not taken again with his name, and says so.
func TestResults_OfAFormerPlayer(t *testing.T) {
	f := discordtest.New(t)
	file := fmt.Sprintf("date,first,second,result,module\n2025-03-01,%s,%s,1-0,drill\n", f.Anna.User().ID, f.Boris.User().ID)
	f.Has(f.Tap(f.Anna, brings(f, f.Anna, file, ""), "Import"), "1 result is in the log")
	must.Get(f.Store.Forget(f.Ctx, f.Boris.User().ID))(t)
	f.Restart()
	f.Has(brings(f, f.Anna, file, ""), "Not imported: 1 result that may be a former player's", "There is nothing to import")
}

// Past results change ratings at once, and so the roles that ranks give.
func TestResults_GiveRanks(t *testing.T) {
	f := discordtest.New(t)
	role := must.Get(organiser.Of(f.Anna).Role(f.Ctx, localtable.GuildID, "Captain", false))(t)
	must.Do(t, f.Referee.Servers.Change(f.Ctx, localtable.GuildID, func(s *servers.Server) {
		s.Ranks = fmt.Sprintf(`{"ranks":[{"least":1500,"role":%q}],"channel":%q}`, role, f.Channel)
	}))
	lines := []string{"date;first;second;result;module"}
	day := time.Now().AddDate(0, 0, -60).Format(time.DateOnly) // of all games, as months count at once: no other day may change the rating
	for game := range 60 {
		score := []string{"1-0", "1-0", "0-1"}[game%3]
		lines = append(lines, fmt.Sprintf("%s;%s;%s;%s;drill", day, f.Anna.User().ID, f.Boris.User().ID, score))
	}
	f.Has(f.Tap(f.Anna, brings(f, f.Anna, strings.Join(lines, "\n"), ""), "Import"), "60 results are in the log")
	f.Eventually("Anna has the role", func() bool {
		return len(f.Requests(func(x localtable.Exchange) bool {
			return x.Method == "PUT" && x.Status == 204 && strings.HasSuffix(x.Path, f.Anna.User().ID+"/roles/"+role)
		})) == 1
	})
}

// A file of which nothing can be read is answered with what would be right.
func TestFile_Refused(t *testing.T) {
	f := discordtest.New(t)
	for text, want := range map[string]string{
		"":                                     "nothing in this file",
		"date,first\n":                         "must name the columns",
		"player\n":                             "nothing below its first line",
		"PK\x03\x04\x00\x00":                   "not a text file",
		"player\n\"Anna\n":                     "quotation mark in line 2",
		strings.Repeat("x", 600<<10):           "larger than 512 KiB",
		"player\n" + strings.Repeat("x", 1001): "Line 2 has more than 1000 bytes",
		"player\n" + strings.Repeat("a\n", 10_001): "more than 10000 lines",
	} {
		if m := brings(f, f.Anna, text, ""); !strings.Contains(m.Content, want) {
			t.Errorf("%.20q is answered %q, want %q", text, m.Content, want)
		}
	}
	result := fmt.Sprintf("date,first,second,result,module\n2025-03-01,%s,%s,1-0,drill\n", f.Anna.User().ID, f.Boris.User().ID)
	f.Has(must.Get(f.Anna.Say(f.Ctx, f.Channel, "/league"))(t), "There is no season")
	f.Has(brings(f, f.Anna, result, ""), "1 result of 2 players")
}

// An organiser signs players up in the order of strength, and nobody who has withdrawn.
func TestPlayers_SignedUp(t *testing.T) {
	f := discordtest.New(t)
	m := f.Says(f.Anna, "/league name:Summer module:drill format:swiss", "**Summer**")
	f.Tap(f.Anna, m, "Announce")
	panel := f.AwaitPosted(f.Anna, "**Summer**", "Sign-up is open")
	f.Has(f.Tap(f.Olga, panel, "Sign up"), "signed up")
	f.Has(f.Tap(f.Olga, f.Say(f.Olga, "/league"), "Withdraw"), "You have left")
	file := "\xff\xfe" + utf16("player\tzone\torder\n"+f.Boris.User().ID+"\tEurope/Paris\t2\n"+f.Anna.User().ID+
		"\t\t1\n<@"+f.Boris.User().ID+">\t\t\nOlga\tUTC\t3\n"+f.Anna.User().ID+"\tMars/Base\t1\n"+f.Anna.User().ID+"\t\tfirst\n")
	f.Has(brings(f, f.Boris, file, ""), "organizer")
	shown := brings(f, f.Anna, file, " season:Summer")
	f.Has(shown, "To sign up for **Summer**: 2 players", "withdrawn from it: 1 player", "Not imported: 3 lines",
		"Line 4: the player is already in line 2", "Line 6:", "Line 7: “first” is not a place")
	f.Has(f.Tap(f.Anna, shown, "Import"), "2 players are signed up")
	f.AwaitPosted(f.Boris, "has signed up 2 players", discordtest.Mention(f.Boris), "**Withdraw**")
	f.Await(f.Boris, func(m player.Message) bool { return m.ID == panel.ID && strings.Contains(m.Content, "2 players") })
	f.Restart()
	f.Has(f.Tap(f.Anna, f.Say(f.Anna, "/league"), "Manage", "Start"),
		discordtest.Mention(f.Anna)+" (0) against "+discordtest.Mention(f.Boris))
	f.Says(f.Boris, "/league", "You are in this season")
}

// utf16 returns a text in little-endian UTF-16, as Excel writes it.
func utf16(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteByte(byte(r))
		b.WriteByte(byte(r >> 8))
	}
	return b.String()
}

// The name of a player who was forgotten is nowhere in past results, but what others have won against him counts.
func TestResults_OfAForgottenPlayer(t *testing.T) {
	f := discordtest.New(t)
	anna, boris := f.Anna.User().ID, f.Boris.User().ID
	file := "date,first,second,result,module\n2025-03-01," + anna + "," + boris + ",1-0,drill\n"
	f.Has(f.Tap(f.Anna, brings(f, f.Anna, file, ""), "Import"), "1 result is in the log")
	before := f.Tap(f.Olga, f.Say(f.Olga, "/league"), "Ratings")
	f.Has(before, discordtest.Mention(f.Boris), "from 1 game")
	f.Has(f.Tap(f.Boris, f.Say(f.Boris, "/privacy"), "Delete my data", "Delete for good"), "Done:")
	f.Restart()
	after := f.Tap(f.Olga, f.Say(f.Olga, "/league"), "Ratings")
	f.Lacks(f.Has(after, "from 1 game"), boris, f.Boris.User().Username)
	line := func(m player.Message) string {
		_, rest, _ := strings.Cut(m.Content, discordtest.Mention(f.Anna))
		own, _, _ := strings.Cut(rest, "\n")
		return own
	}
	discordtest.Equal(t, "Anna stands %q, want %q", line(after), line(before))
	for _, row := range must.Get(seasons.New(f.Store).Rows(f.Ctx, league.Agreed(localtable.GuildID), seasons.Row{}))(t) {
		discordtest.Excludes(t, fmt.Sprintf("%+v %s", row, row.Body), boris)
	}
}
