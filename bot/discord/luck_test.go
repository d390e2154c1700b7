package discord_test

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

// A game's dice are counted for everybody alike, in words, as a picture and one by one; a user's
// are those of his own orders, and his luck in a fight is the other's bad luck.
func TestDiceStats(t *testing.T) {
	t.Parallel()
	h, _ := quarrel(t)
	alone := func(m player.Message, name string) player.Message { // with one of its files
		for i := range m.Attachments {
			if m.Attachments[i].Filename == name {
				m.Attachments = m.Attachments[i : i+1]
				break
			}
		}
		return m
	}
	table := func(p *player.Player, m player.Message, name string) [][]string {
		t.Helper()
		rows, err := csv.NewReader(strings.NewReader(h.file(p, alone(m, name), name))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	asked := h.say(h.olga, "/dice stats")
	h.told(asked, "**Dice of", "1 roll, 2 dice, 1 of the rolls with two dice.", "only what everybody was told",
		"Fewer than 100 rolls say nothing", "1 fight**",
		"Blue: lost", "Red: lost", "standard deviation")
	if strings.Contains(asked.Content, "chi-square") || strings.Contains(asked.Content, "Fair dice") {
		t.Errorf("one roll is judged: %s", asked.Content)
	}
	fights, rolls := table(h.olga, asked, "fights.csv"), table(h.olga, asked, "rolls.csv")
	if len(fights) != 2 || len(rolls) != 2 || fights[1][2] != "13.10" || fights[1][3] != "blue" ||
		rolls[1][2] != "blue" || rolls[1][3] != "combat" {
		t.Errorf("listed are %v and %v", fights, rolls)
	}
	if alt := h.altOf(h.olga, alone(asked, "luck.png"),
		"luck.png"); !strings.Contains(alt, "Faces, seen (expected): 1: ") {
		t.Errorf("the picture in words: %s", alt)
	}
	if again := h.say(h.anna, "/dice stats scope:game"); again.Content != asked.Content {
		t.Errorf("Anna is told\n%s\nOlga\n%s", again.Content, asked.Content)
	}

	anna := h.say(h.olga, "/dice stats player:@"+h.anna.User().Username)
	h.told(anna, "<@"+h.anna.User().ID+"> in 1 game**: 1 roll, 2 dice")
	h.told(h.say(h.anna, "/dice stats scope:player"), "<@"+h.anna.User().ID+"> in 1 game**: 1 roll, 2 dice")
	boris := h.say(h.olga, "/dice stats scope:game player:@"+h.boris.User().Username)
	h.told(boris, "There are no dice to count yet")
	h.told(h.say(h.olga, "/dice stats scope:player"), "in 0 games**: 0 rolls")
	h.told(h.say(h.olga, "/dice stats scope:all"), "**Dice of 1 game**: 1 roll", "Attackers: lost")
	elsewhere, err := h.olga.Open(h.ctx, "elsewhere")
	if err != nil {
		t.Fatal(err)
	}
	for p, listed := range map[*player.Player]bool{h.olga: false, h.anna: true} {
		m := h.asks(p, elsewhere, "/dice stats player:@"+h.anna.User().Username)
		if strings.Contains(m.Content, "is not listed") == listed ||
			slices.ContainsFunc(m.Attachments, isFights) != listed {
			t.Errorf("from another channel: %s", m.Content)
		}
	}
	h.say(h.olga, "/dice stats public:True")
	h.await(h.boris, inChannel(h.channel, "**Dice of", "1 fight**"))
}

// isFights says whether a file is the list of fights.
func isFights(a player.Attachment) bool { return a.Filename == "fights.csv" }
