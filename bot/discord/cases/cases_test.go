package cases_test

import (
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/rules/adjudicate"
	"grognard/rules/must"
)

// A player gets the position as his side sees it, an onlooker and the channel as everybody does, and the files run. Who
// asks for an order that cannot be read is told so.
func TestCase_ForWhom(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/case from:now", "no game in this channel")
	f.Begin()
	hidden, own := "b-1-cav: {", "b-1-inf: {"
	for name, c := range map[string]struct {
		file  string
		sees  bool
		about string
	}{
		"Anna":  {discordtest.File(f, f.Anna, f.Say(f.Anna, "/case from:now"), "case.yaml"), true, "blue"},
		"Boris": {discordtest.File(f, f.Boris, f.Say(f.Boris, "/case from:now"), "case.yaml"), false, "red"},
		"Olga":  {discordtest.File(f, f.Olga, f.Say(f.Olga, "/case from:now"), "case.yaml"), false, "everybody"},
	} {
		if strings.Contains(c.file, hidden) != c.sees || !strings.Contains(c.file, own) ||
			!strings.Contains(c.file, c.about) {
			t.Errorf("%s is given\n%s", name, c.file)
		}
		if _, err := (adjudicate.Beside{}).Play("case.yaml", []byte(c.file)); err != nil {
			t.Errorf("the case of %s: %v", name, err)
		}
	}
	f.Refused(f.Anna, "/case from:now order:/fly units:b-1-inf", "fly")
	f.Say(f.Anna, "/case from:now public:true")
	posted := f.AwaitPosted(f.Boris, "as an adjudication case")
	if strings.Contains(discordtest.File(f, f.Boris, posted, "case.yaml"), hidden) {
		t.Error("the channel is shown what lies under a top")
	}
}

// An order is read as the game reads it, and the case says what the game rules on it, also where its own ruling is
// another one.
func TestCase_OrderAsTheGameRules(t *testing.T) {
	f := discordtest.New(t)
	f.Begin()
	asked := func(text string) string {
		return discordtest.File(f, f.Anna, f.Say(f.Anna, "/case from:now order:"+text), "case.yaml")
	}
	const named = "/move units:1 Infantry path:8.06"
	if file := asked(named); !strings.Contains(file, "# The game accepts the order, and so does the case.") ||
		!strings.Contains(file, `- blue: "/move units:b-1-inf path:8.06"`) {
		t.Errorf("for %s Anna is given\n%s", named, file)
	}
	f.Say(f.Anna, named)
	f.Say(f.Anna, "/move units:b-3-inf path:8.09")
	const again = "/move units:b-1-inf path:9.06"
	f.Refused(f.Anna, again, "finished")
	if file := asked(again); !strings.Contains(file, "# The game refuses the order (3.0).") ||
		!strings.Contains(file, "accepts it.") {
		t.Errorf("for %s Anna is given\n%s", again, file)
	}
}

// Once the game is over the case hides nothing, and a case with an order has the ruling on it.
func TestCase_Over(t *testing.T) {
	f := discordtest.New(t)
	f.Begin()
	file := discordtest.File(f, f.Boris, f.Say(f.Boris, "/case from:now order:/end"), "case.yaml")
	if !strings.Contains(file, `- red: "/end"`) || !strings.Contains(file, "refused:") {
		t.Errorf("Boris, whose phase it is not, is given\n%s", file)
	}
	f.Resign() // before any phase has ended
	open := discordtest.File(f, f.Olga, f.Say(f.Olga, "/case from:now"), "case.yaml")
	if !strings.Contains(open, "b-1-cav: {") || !strings.Contains(open, "nothing is hidden") {
		t.Errorf("of a game that is over Olga is given\n%s", open)
	}
	must.Get(adjudicate.Beside{}.Play("case.yaml", []byte(open)))(t)
	file = discordtest.File(f, f.Boris, f.Say(f.Boris, "/case from:now order:/move units:r-1-inf to:12.06"), "case.yaml")
	if !strings.Contains(file, `- red: "/move units:r-1-inf`) {
		t.Errorf("of a game that is over Boris is given for his order\n%s", file)
	}
}
