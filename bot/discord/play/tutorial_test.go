package play_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"

	"github.com/bwmarrin/discordgo"
)

// A player alone finishes the tutorial of an activation by tapping what is bold in its sentences, whatever the dice
// say: word changes them. Where he can end the tutorial or go on, he goes on if goesOn is set.
func TestTutorial_PlayedByItsWords(t *testing.T) {
	for _, c := range []struct {
		word, dice string
		goesOn     bool
		steps      string
	}{
		{"", "all that it takes", false, "1 2 3 4 5 6 7 8 9 10 11 12 13"},
		{"w7", "SNAFU fails three times", false, "1 2 3 3 3 2 3 3 3 3 4 5 6 8 9 10 11"},
		{"on6", "both Formations", true, "1 2 3 4 5 6 7 8 9 10 11 12 13 3 4 5 6 8 9 10 11 12 3 4 5 6 8 9 10 11"},
		{"on9", "second activations", true, "1 2 3 4 5 6 7 8 9 10 11 12 3 4 5 6 8 9 11 13 3 4 5 6 8 9 10 11 12 3 4 5 8 9 11"},
	} {
		t.Run(c.dice, func(t *testing.T) {
			f := newPupil(t, c.word)
			f.goesOn = c.goesOn
			for !strings.Contains(f.m.Content, "The tutorial is over") {
				f.obeys()
			}
			discordtest.Equal(t, "the steps are %s", strings.Join(f.steps, " "), c.steps)
			f.Lacks(f.m, "no value", "opens another", "That was the tutorial")
		})
	}
}

// The step follows from the position: it goes back with an undo, and whoever leaves steps out is met where he stands.
func TestTutorial_FollowsThePosition(t *testing.T) {
	f := newPupil(t, "")
	f.Refused(f.Boris, "/game join side:red", "no such side")
	shown := []string{"6.04 Lancer Trains", "6.09 Lancer Headquarters", "6.11 1 Lancers"} // what the steps name
	discordtest.Contains(t, f.m.Attachments[0].Description, shown...)
	f.obeys() // the map
	f.obeys() // Activate
	f.reads("Step 3 of 13", "Lancer Brigade")
	discordtest.Contains(t, f.m.Attachments[0].Description, shown...)
	f.on("Undo")
	f.reads("Step 2 of 13")
	f.obeys()
	f.obeys() // the SNAFU roll
	f.reads("Step 4 of 13", "Overmill (6.15)")
	f.on("Done with objectives")
	f.on("Done with objectives") // that there is none is asked about
	f.Says(f.p, "/move units:3 Lancers to:6.14", "moved")
	f.m = f.Has(discordtest.OpenOrders(f.Fixture, f.p), "Step 9 of 13", "Step 8 is a barrage, which is not possible now. Now 3 Lancers attacks")
	f.m = f.Tap(f.p, f.Has(f.TapStarting(f.p, f.m, "Attack by Fire"), "\nThe tutorial's step is on another page"), "Back")
	f.obeys()
	f.reads("Step 10 of 13", "Step 8, a barrage, was left out. ")
	for _, m := range f.Posted(f.Olga) {
		f.Lacks(m, " of 13.", "no value")
	}
	f.Has(f.Tap(f.p, f.Say(f.p, "/game draw"), "Offer a draw"), "Agreed: the game is over") // nobody else is asked
}

// pupil plays a tutorial as it says.
type pupil struct {
	thumb
	goesOn bool
	steps  []string
}

func newPupil(t *testing.T, word string) *pupil {
	t.Helper()
	f := &pupil{thumb: thumb{Fixture: discordtest.New(t)}}
	f.p = f.Anna
	f.Suggests(f.p, "/game new module:bcs-drill scenario:tut", "tutorial")
	opened := f.Say(f.p, "/game new module:bcs-drill scenario:tutorial: one activation, step by step")
	f.TapAndWrite(f.p, opened, "A word for the dice (optional)", word)
	f.Tap(f.p, f.AwaitPosted(f.p, "One Activation, Step by Step", "You can start the game"), "Start the game")
	f.AwaitPosted(f.p, "The game begins. It is a tutorial", "the program the other one")
	f.m = discordtest.OpenOrders(f.Fixture, f.p)
	return f
}

var (
	stepLine = regexp.MustCompile(`(?s)\*\*Step (\d+) of 13(?:, second activation|, again, for this Formation)?\.\*\* (.*)$`)
	boldWord = regexp.MustCompile(`\*\*(.+?)\*\*`)
	placeHex = regexp.MustCompile(`\((\d+\.\d+)\)$`) // by which a place is called on buttons
	agrees   = regexp.MustCompile(`^(Give the order|End the phase$|End the activation$)`)
)

// obeys taps what is bold in the sentence of the panel, one after the other. On pages after that it taps the button
// that gives the order or ends the phase, or else the first one, until the next step.
func (f *pupil) obeys() {
	step := stepLine.FindStringSubmatch(f.m.Content)
	if step == nil || strings.Count(step[2], "\n") > 1 { // what to tap stands in a line of its own
		f.T.Fatalf("after %q no step is told: %q", f.steps, f.m.Content)
	}
	if slices.Contains(f.steps, "12") && step[1] != "13" && !strings.Contains(step[0], "of 13, ") {
		f.T.Errorf("after %q the count goes back without a word: %q", f.steps, step[0])
	}
	f.steps = append(f.steps, step[1])
	discordtest.Equal(f.T, "no third activation is promised: %t", strings.Contains(step[2], "no third"), strings.Contains(f.m.Content, "second activation, now: SNAFU failed"))
	bold := boldWord.FindAllStringSubmatch(step[2], -1)
	isLast := slices.Contains([]string{"12", "13"}, step[1])
	if isLast && f.goesOn {
		bold = bold[:1]
	} else if isLast {
		bold = bold[len(bold)-1:]
	}
	for _, b := range bold {
		label := f.called(b[1])
		for next, more := discordtest.Turning(f.m, "▶"); label == "" && more; label = f.called(b[1]) {
			f.m = f.Click(f.p, f.m, next.CustomID)
			next, more = discordtest.Turning(f.m, "▶")
		}
		for _, c := range f.m.Parts() {
			green := c.Style == int(discordgo.SuccessButton)
			discordtest.Equal(f.T, c.Label+" is green: %t", green, c.Label == label || green && isLast)
		}
		f.m = f.Tap(f.p, f.m, label)
	}
	for stepLine.FindString(f.m.Content) == step[0] && !strings.Contains(f.m.Content, "The tutorial is over") {
		labels := discordtest.Labels(f.m)
		f.m = f.Tap(f.p, f.m, labels[max(slices.IndexFunc(labels, agrees.MatchString), 0)])
	}
}

// called returns the label of the button that a sentence calls so: it is that, begins or ends so; "" for none.
func (f *pupil) called(said string) string {
	if at := placeHex.FindStringSubmatch(said); at != nil {
		said = at[1]
	}
	labels := discordtest.Labels(f.m)
	for _, fits := range []func(string) bool{
		func(l string) bool { return l == said || strings.HasPrefix(l, said+" ·") },
		func(l string) bool { return strings.HasPrefix(l, said) },
		func(l string) bool { return strings.Contains(l+" ·", " "+said+" ·") },
	} {
		if i := slices.IndexFunc(labels, fits); i >= 0 {
			return labels[i]
		}
	}
	return ""
}
