package faults

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable/player"
	"grognard/bot/programtest"
	"grognard/bot/referee"
	"grognard/bot/referee/proof"
	"grognard/rules"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

// forged are custom IDs that no message of the program has for the user who sends them. %[1]s is the game, %[2]s the
// button by which Blue ends the phase.
var forged = []string{
	":", "side", "side:", "side:nobody", "side:%[1]s", "orders:%[1]s", "due:nobody", "join:%[1]s:blue",
	"join:%[1]s:green",
	"start:%[1]s", "decide:%[1]s:1", "decide:%[1]s:x", "decide:%[1]s:-9223372036854775809", "undo:%[1]s:0", "%[2]s",
	"s0", "p0:", "t99999999999999999999:x", "b0::::", "g0:end", "y0:00000000:end", "yy", "\x00", "ÿÿÿÿ:ÿÿÿÿ",
	"' OR 1=1 --", "../../etc/passwd:x",
	strings.Repeat("g", 100), strings.Repeat("9", 100),
}

// Whatever custom ID comes in, nobody can give an order for another side or see its secrets, and nothing fails: the
// user is told that the button is of no use. Boris and Olga press a real button, and the table sends another custom ID.
func TestForgedCustomIDs(t *testing.T) {
	t.Parallel()
	o := newOutage(t)
	o.work()
	o.drill()
	mine := o.Say(o.German, "/due")
	orders, ok := programtest.Labelled(mine, "Orders")
	if !ok {
		t.Fatalf("no button for orders: %+v", mine.Parts())
	}
	_, game, _ := strings.Cut(orders.CustomID, ":")
	game, _, _ = strings.Cut(game, "~")
	list := o.Click(o.German, mine, orders.CustomID)
	end, ok := programtest.Labelled(list, "End the phase")
	if !ok {
		t.Fatalf("no button to end the phase: %+v", list.Parts())
	}
	public := o.Await(o.Looker, player.Posted(o.Channel, "The game begins"))
	side, ok := programtest.Labelled(public, "My side")
	if !ok {
		t.Fatalf("no button in the channel: %+v", public.Parts())
	}
	for _, who := range []*player.Player{o.Soviet, o.Looker} {
		for _, id := range forged {
			if strings.Contains(id, "%[") {
				id = fmt.Sprintf(strings.ReplaceAll(id, "%[2]s", end.CustomID+"%[2]s"), game, "")
			}
			o.misbehave(on("INTERACTION_CREATE", pressed(t, id)))
			m := o.Click(who, public, side.CustomID)
			if strings.Contains(m.Content, "For your eyes only: the Blue stacks") || who == o.Looker &&
				strings.Contains(m.Content, "For your eyes") {
				t.Errorf("%s sends %q and sees %q", who.User().Username, id, m.Content)
			}
		}
	}
	o.works()
	o.end()
	if log := o.log.String(); strings.Contains(log, "level=ERROR") || strings.Contains(log, "level=WARN") {
		t.Errorf("it is taken for a fault:\n%s", log)
	}
	if rows := len(programtest.Rows(t, o.Data, o.Channel)); rows != 3 {
		t.Errorf("the game has %d rows, not 3", rows)
	}
}

// pressed changes the custom ID of an interaction.
func pressed(t *testing.T, id string) change {
	return func(event string) string {
		var f, d, data map[string]json.RawMessage
		must.Do(t, errors.Join(json.Unmarshal([]byte(event), &f), json.Unmarshal(f["d"], &d),
			json.Unmarshal(d["data"], &data)))
		data["custom_id"] = must.Get(json.Marshal(id))(t)
		d["data"] = must.Get(json.Marshal(data))(t)
		f["d"] = must.Get(json.Marshal(d))(t)
		return string(must.Get(json.Marshal(f))(t))
	}
}

// A clock that jumps to and fro changes nothing but the times in the log: orders are accepted, told and verified.
func TestJumpingClock(t *testing.T) {
	t.Parallel()
	o := newOutage(t)
	clock := make(chan time.Time, 1)
	clock <- time.Now()
	o.now = func() time.Time {
		at := <-clock
		clock <- at
		return at
	}
	o.work()
	o.drill()
	for i, phase := range []string{"Blue combat", "Blue exploitation", "Red movement"} {
		at := []time.Time{time.Now().AddDate(10, 0, 0), time.Now().AddDate(-20, 0, 0), time.Unix(0, 0)}[i]
		<-clock
		clock <- at
		o.Say(o.German, "/end")
		o.Await(o.Looker, player.Posted(o.Channel, phase))
	}
	o.end()
	o.identified(faultNamed(t, "a jumping clock, ten years on and to 1970"), 0)
	if log := o.log.String(); strings.Contains(log, "level=ERROR") || strings.Contains(log, "level=WARN") {
		t.Errorf("the log complains:\n%s", log)
	}
	if rows := len(programtest.Rows(t, o.Data, o.Channel)); rows != 6 {
		t.Errorf("the game has %d rows, not 6", rows)
	}
	verified(t, o.Data, o.Channel)
}

// verified verifies the export of the game in a channel.
func verified(t *testing.T, data, channel string) {
	t.Helper()
	store := must.Get(sqlite.Open(t.Context(), filepath.Join(data, "grognard.db")))(t)
	defer store.Shut()
	export := must.Get(referee.New(referee.Options{Store: store}).Looks.Export(t.Context(), channel))(t)
	if _, err := proof.Verify(export.Lines, rules.Modules()); err != nil {
		t.Error(err)
	}
}
