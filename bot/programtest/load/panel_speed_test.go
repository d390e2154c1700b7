package load

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/bot/program"
	"grognard/bot/programtest"
)

// BenchmarkPanel compares the panel of an activation in the eight-turn battle of the Battalion Combat Series with that
// of the first German movement of Autumn for Barbarossa: a page of where a stack can go, and the panel shown anew by
// Back. The two take turns. It reports the medians, and how many times as long the panel of the battalion series takes.
func BenchmarkPanel(b *testing.B) {
	g := programtest.SitWith(b, b.TempDir(), []string{"--scenario", "historical"}, func(w *program.Environment) {
		w.Tune, w.Entropy = programtest.Unlimited, rand.NewChaCha8([32]byte{1}) // with which the SNAFU roll succeeds
	})
	say := func(p *player.Player, texts ...string) {
		for _, text := range texts {
			g.Say(p, text)
		}
	}
	panel := func(p *player.Player) *player.Message {
		return new(press(b, p, g.Say(p, "/due"), func(c wire.Component) bool { return c.Label == "Orders" }))
	}
	say(g.German, "/game join side:german")
	say(g.Soviet, "/game join side:soviet")
	say(g.German, append([]string{"/game start"}, recordedOrders(b, "/", "/move")...)...)
	scs := panel(g.German)
	g.Open("battalions")
	say(g.German, "/game new module:bcs-drill scenario:kessing side:blue")
	say(g.Soviet, "/game join side:red")
	say(g.German, "/game start", "/end")
	say(g.Soviet, "/end", "/activate formation:hussars", "/snafu", "/end")
	bcs := panel(g.Soviet)
	page := func(p *player.Player, m *player.Message, custom string) time.Duration {
		began := time.Now()
		*m = press(b, p, *m, func(c wire.Component) bool { return strings.HasPrefix(c.CustomID, custom) })
		return time.Since(began)
	}
	took := map[string][]time.Duration{}
	for b.Loop() {
		for _, c := range []struct{ name, custom string }{{"stack", "panel-stack:"}, {"panel", "b0:"}} {
			took["scs-"+c.name] = append(took["scs-"+c.name], page(g.German, scs, c.custom))
			took["bcs-"+c.name] = append(took["bcs-"+c.name], page(g.Soviet, bcs, c.custom))
		}
	}
	median := func(name string) float64 {
		slices.Sort(took[name])
		return float64(took[name][len(took[name])/2].Microseconds())
	}
	for _, name := range []string{"stack", "panel"} {
		for _, series := range []string{"scs-", "bcs-"} {
			b.ReportMetric(median(series+name), series+name+"-µs")
		}
		b.ReportMetric(median("bcs-"+name)/median("scs-"+name), "times-"+name)
	}
}
