package play_test

import (
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/rest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/order"

	"github.com/bwmarrin/discordgo"
)

// oldChecks are the checksums in the custom IDs of orders as they were before there was a panel: of an order that names
// units, and of one that names none.
func oldChecks(f *discordtest.Fixture, p *player.Player) (units, phase string) {
	f.T.Helper()
	v, table, err := f.Referee.Secret(f.Ctx, f.Channel, p.User().ID)
	if err != nil {
		f.T.Fatal(err)
	}
	const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
	short := func(n uint32) string {
		return string([]byte{digits[n&63], digits[n>>6&63], digits[n>>12&63], digits[n>>18&63]})
	}
	b, sum := v.Board(), crc32.NewIEEE()
	var ids []order.UnitID
	for _, c := range b.Map.Cards {
		if c.Side == v.Side() {
			ids = append(ids, c.ID)
		}
	}
	slices.Sort(ids)
	fmt.Fprintln(sum, table.Game, v.Side(), b.Turn, b.Phase.Side, b.Phase.Name)
	phase = short(sum.Sum32())
	fmt.Fprintln(sum, ids)
	return short(sum.Sum32()), phase
}

// oldMessage is a message with buttons, of these labels and custom IDs, that an earlier program has sent.
func oldMessage(f *discordtest.Fixture, p *player.Player, ids map[string]string) player.Message {
	f.T.Helper()
	client, err := rest.New(rest.Options{Token: localtable.BotToken, Host: f.URL})
	if err != nil {
		f.T.Fatal(err)
	}
	var buttons []discordgo.MessageComponent
	for label, id := range ids {
		buttons = append(buttons, discordgo.Button{Label: label, CustomID: id, Style: discordgo.PrimaryButton})
	}
	id, err := client.Send(f.Ctx, f.Channel, rest.NewMessage("Before the panel",
		[]discordgo.MessageComponent{discordgo.ActionsRow{Components: buttons}}))
	if err != nil {
		f.T.Fatal(err)
	}
	return f.Await(p, func(m player.Message) bool { return m.ID == id })
}

// Buttons that were made before there was a panel go on working, or show what can be done now. Those that give an order
// at once carry no position, so they give nothing, however often they are pressed.
func TestButtonsFromBeforeThePanel(t *testing.T) {
	f := discordtest.Begun(t)
	units, phase := oldChecks(f, f.Anna)
	m := oldMessage(f, f.Anna, map[string]string{
		"Move":           "s0:0:move:" + units + ":",
		"Move 1 Armour":  "s0:0:move:" + units + ":000",
		"To 6.09":        "g0:0:move:" + units + ":0004c9",
		"Give the order": "g0:0:end:" + phase + ":",
		"End it anyway":  "y0:0:end:" + phase + ":",
	})
	stood := whereabouts(f, f.Anna)
	for label, want := range map[string]string{
		"Move":           "**Move**",
		"Move 1 Armour":  "1 Armour",
		"To 6.09":        "The position has changed",
		"Give the order": "The position has changed",
		"End it anyway":  "units haven't moved",
	} {
		for range 2 {
			if got := f.Tap(f.Anna, m, label); !strings.Contains(got.Content, want) || len(discordtest.Parts(got)) == 0 {
				t.Errorf("%q shows %q with %d buttons", label, got.Content, len(discordtest.Parts(got)))
			}
		}
	}
	if now := whereabouts(f, f.Anna); now != stood {
		t.Errorf("the units stand\n%s\nand stood\n%s", now, stood)
	}
	f.Says(f.Olga, "/due", "Blue movement")
}
