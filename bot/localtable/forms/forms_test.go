package forms_test

import (
	"slices"
	"testing"

	"grognard/bot/localtable/forms"
	"grognard/bot/localtable/place"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
	"grognard/bot/localtable/wire/parts"
)

// A menu offers the roles and channels of the server in which it is, as at Discord; outside a server (channel 3), none.
func TestChoose_OfTheServer(t *testing.T) {
	channel := func(id, guild string) *state.Channel {
		return &state.Channel{Channel: wire.Channel{ID: id, Type: wire.GuildText, GuildID: guild}}
	}
	table := &state.Table{Guilds: []*wire.Guild{{ID: "1", Roles: []place.Role{{ID: "10"}}}, {ID: "2", Roles: []place.Role{{ID: "20"}}}},
		Channels: []*state.Channel{channel("11", "1"), channel("12", "1"), channel("21", "2"), channel("3", "")}}
	for in, want := range map[string][]string{"11": {"10", "11", "12"}, "21": {"20", "21"}, "3": nil} {
		var got []string
		for _, kind := range []int{parts.RoleMenu, parts.ChannelMenu} {
			for _, id := range []string{"10", "11", "12", "20", "21", "3"} {
				resolved := forms.Resolved{}
				err := forms.Choose(table, table.Channel(in), wire.Component{Type: kind}, []string{id}, resolved)
				if (err == nil) != (len(resolved) == 1) {
					t.Errorf("%s in %s: %v, %v", id, in, err, resolved)
				}
				if err == nil {
					got = append(got, id)
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("in %s one can choose %v, want %v", in, got, want)
		}
	}
}
