package invitation_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/discord/invitation"
	"grognard/rules/must"
)

// The README's address asks for exactly what the bot uses, and the operators' manual says of each permission its name
// and what it is for.
func TestPermissions_InTheManuals(t *testing.T) {
	readme := string(must.Get(os.ReadFile("../../../README.md"))(t))
	if want := invitation.URL("YOUR_APPLICATION_ID"); !strings.Contains(readme, want+"\n") {
		t.Errorf("the README has not the address %s", want)
	}
	operating := string(must.Get(os.ReadFile("../../OPERATING.md"))(t))
	for _, p := range invitation.Permissions() {
		if want := fmt.Sprintf("| %s | %s |", p.Name, p.For); !strings.Contains(operating, want) {
			t.Errorf("the operators' manual has no line %q", want)
		}
	}
}

// Every permission has a name in the catalogue, and those that a game can do without say there what they are for.
func TestPermissions_InTheCatalogue(t *testing.T) {
	english := must.Get(catalogue.New(nil))(t).In("en")
	for _, p := range invitation.Permissions() {
		keys := []string{p.Key}
		if !p.Needed {
			keys = append(keys, p.Key+".for")
		}
		for _, key := range keys {
			if words, ok := english.Say(func(_ string, v any) string { return fmt.Sprint(v) }, key); !ok || words == "" {
				t.Errorf("there is no text %s", key)
			}
		}
	}
}

// What a place lacks is told by what counts there.
func TestLacking_AtAPlace(t *testing.T) {
	const base = 1<<10 | 1<<15 | 1<<16
	for _, c := range []struct {
		has   int64
		where invitation.Where
		want  string
	}{
		{invitation.Bits(), invitation.Everywhere, ""}, {1 << 3, invitation.Everywhere, ""},
		{base | 1<<11, invitation.InChannels, "Create Public Threads, Create Private Threads, Pin Messages"},
		{base | 1<<11, invitation.InThreads, "Send Messages in Threads, Pin Messages"},
		{base | 1<<38 | 1<<51, invitation.InThreads, ""},
		{base | 1<<35 | 1<<36 | 1<<51, invitation.Everywhere, "Send Messages, Send Messages in Threads"},
	} {
		var got []string
		for _, p := range invitation.Lacking(c.has, c.where) {
			got = append(got, p.Name)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("with %b at %d it lacks %q, want %q", c.has, c.where, got, c.want)
		}
	}
}
