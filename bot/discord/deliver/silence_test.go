package deliver_test

import (
	"regexp"
	"slices"
	"testing"

	"grognard/bot/discord/discordtest"
)

// Who counts and times messages learns nothing of a stack that was put in
// another order and back.
func TestPublicWordsKeepSilence(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`~[a-z2-7]{8}-1$`)
	others := regexp.MustCompile(`<t:\d+:R>|Log: .[0-9a-f]{64}.$`) // in every game: a time, and a hash over times
	play := func(orders ...string) (words []string) {
		f := discordtest.New(t)
		f.Begin()
		for _, o := range append(orders, "/end") {
			f.Say(f.Anna, o)
		}
		f.AwaitPosted(f.Olga, "Blue combat")
		for _, m := range f.Posted(f.Olga) {
			if list := discordtest.Parts(m); len(list) == 0 || !name.MatchString(list[0].CustomID) {
				t.Errorf("a message without a name: %q %+v", m.Content, list)
			}
			words = append(words, others.ReplaceAllString(m.Content, ""))
		}
		return words
	}
	plain := play()
	silent := play("/stack order hex:5.09 units:b-1-mot,b-1-arm", "/stack order hex:5.09 units:b-1-arm,b-1-mot")
	if !slices.Equal(plain, silent) {
		t.Errorf("the channel is told\n%q\nand with stacks turned over\n%q", plain, silent)
	}
}
