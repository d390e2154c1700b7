package look

import (
	"testing"

	"grognard/bot/discord/wording"
	"grognard/bot/luck"
	"grognard/bot/referee/api"
)

// Tables that would leave games out are not sent: their totals would differ from the page's.
func TestLuckFiles_NoneOfGamesLeftOut(t *testing.T) {
	l := new(luckFiles)
	l.fights.Write(make([]byte, tableSizeLimit+1))
	err := l.add(wording.Localizer{}, luck.Game{}, api.Table{Title: "left out"})
	if list, none := l.figures(wording.Localizer{}); err != nil || none != nil || len(list) != 0 {
		t.Errorf("%d files, %v, %v", len(list), err, none)
	}
}
