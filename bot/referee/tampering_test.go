package referee_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"grognard/bot/referee/api"
	"grognard/bot/referee/proof"
	"grognard/bot/simulate"
	"grognard/rules"
)

// What a file cannot prove by itself a hash proves that was posted, or the export of the time when
// the game was under way: times, the identifiers of commands, and an end that came earlier.
func TestTamperingAgainstWhatWasPosted(t *testing.T) {
	o := simulate.Options{Module: "drill", Seed: 3, Turns: 3}
	whole := simulation(t, o)
	o.Running = true
	running := simulation(t, o)
	early, right := mustVerify(t, running), mustVerify(t, whole)
	head := posted(t, running)
	if err := right.Holds(early); err != nil || !right.Posted(head) || !early.Posted(head) ||
		!right.Posted(" "+strings.ToUpper(head)) {
		t.Fatalf("%v, %s", err, head)
	}
	for name, change := range map[string]func(*forgery){
		"a time":                 func(f *forgery) { r := f.row(`"verb":"end"`); r.At = r.At.Add(1000) },
		"a command's identifier": func(f *forgery) { f.row(`"verb":"end"`).CommandID = "another" },
		"all of the players":     func(f *forgery) { f.rename("player 1", "player 7") },
		"an end that came earlier": func(f *forgery) {
			at := f.rows()
			// a draw is offered, and accepted, which is told
			ends := slices.Clone(f.lines[at[len(at)-2] : len(f.lines)-2])
			if f.row(`"ended":{"ending":"drawn"`) != ends[1].row {
				t.Fatal("its players did not end it so")
			}
			for !strings.Contains(string(f.lines[len(f.lines)-3].text), `"type":"phase"`) || len(f.rows()) > len(at)/2 {
				f.cut(1)
			}
			f.say(ends[0].row, `"turn":4`, `"turn":2`)
			ends[2].text = strings.Replace(ends[2].text, `"turn":4`, `"turn":2`, 1)
			f.salt(ends[1].row, len(f.rows())+2)
			f.lines = slices.Insert(f.lines, len(f.lines)-2, ends...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := forge(t, whole)
			change(f)
			f.reseal()
			v, err := proof.Verify(f.file(), rules.Modules())
			if err != nil {
				t.Fatalf("it is no game by itself: %v", err)
			}
			var flaw *api.Flaw
			if err := v.Holds(early); !errors.As(err, &flaw) {
				t.Errorf("the export of the running game does not show it: %v", err)
			}
			wrong(t, v.Posted(head), "the hash that was posted last does not show it")
		})
	}
	t.Run("a running game's line of a roll", func(t *testing.T) {
		f := forge(t, simulation(t, o))
		f.line("roll").text = strings.Replace(f.line("roll").text, `"order":"`, `"order":"0`, 1)
		if err := right.Holds(mustVerify(t, f.file())); err == nil {
			t.Error("it is not seen")
		}
	})
	t.Run("another game", func(t *testing.T) {
		o.Seed++
		if err := right.Holds(mustVerify(t, simulation(t, o))); err == nil {
			t.Error("it is not seen")
		}
	})
	t.Run("a row in the export of a running game", func(t *testing.T) {
		f := forge(t, simulation(t, o))
		f.lines[4] = forged{kind: "secret", text: `{"type":"secret","secret":""}`}
		refuses(t, f.file(), `^line 5 is of the type "secret"`)
	})
	t.Run("rolls of a running game out of order", func(t *testing.T) {
		f := forge(t, simulation(t, o))
		f.line("roll").text = strings.Replace(f.line("roll").text, `"number":1,`, `"number":99,`, 1)
		refuses(t, f.file(), `^roll 2 comes after roll 99`)
	})
	t.Run("the last hash of a running game", func(t *testing.T) {
		f := forge(t, simulation(t, o))
		f.line("end").text = strings.Replace(f.line("end").text, `"head":"`, `"head":"0`, 1)
		refuses(t, f.file(), `^the closing line has the head`)
	})
}

// Whatever character of an export is another one, it is refused; but for the revision of the
// program that wrote it, for the sake of which rulings are not looked at, and verify says so.
func TestEveryCharacterCounts(t *testing.T) {
	whole := simulation(t, simulate.Options{Module: "drill", Seed: 5, Turns: 1})
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		file := slices.Clone(whole)
		at := rng.IntN(len(file))
		for file[at] == whole[at] {
			file[at] = "0123456789abcdef\"{}, \n"[rng.IntN(22)]
		}
		if v, err := proof.Verify(file, rules.Modules()); err == nil && v.Older == 0 {
			t.Errorf("%q in place of %q in character %d of %q passes", file[at], whole[at], at,
				whole[max(at-40, 0):min(at+40, len(whole))])
		}
	}
}

// Whatever a file has in it, what is said of it is one short line, and does not pass itself off
// for what is said of another file.
func TestHostileFiles(t *testing.T) {
	long := strings.Repeat("9", 1<<20)
	running := func(game, module string) string {
		return fmt.Sprintf("{\"type\":\"export\",\"format\":1,\"game\":%q,\"finished\":false,\"rulings\":1}\n"+
			"{\"type\":\"game\",\"game\":\"g\",\"module\":%q,\"hash\":\"\",\"commitment\":\"\",\"rulings\":1}\n"+
			"{\"type\":\"end\",\"head\":\"%064d\",\"lines\":3}\n", game, module, 0)
	}
	for name, file := range map[string]string{
		"line feeds":             strings.Repeat("\n", 1<<20),
		"a long number":          `{"type":"export","format":` + long + "}\n",
		"a long type":            `{"type":"` + long + "\"}\n",
		"brackets":               strings.Repeat("[", 1<<20) + "\n",
		"a game of two lines":    running("g\nother.jsonl: right", "m"),
		"a module of two lines":  running("g", "m\nother.jsonl: right"),
		"a head of two lines":    strings.Replace(running("g", "m"), `"head":"`, `"head":"\nother.jsonl: right`, 1),
		"a module that is short": running("g", "m"),
	} {
		v, err := proof.Verify([]byte(file), rules.Modules())
		said := fmt.Sprint(err)
		if err == nil {
			said = string(v.Game) + v.Title
		}
		if len(said) > 1000 || strings.Contains(said, "\n") || (err == nil) != strings.Contains(name, "module") {
			t.Errorf("%s: %.200q, %v", name, said, err)
		}
	}
}

// FuzzVerify: no file makes the program stumble.
func FuzzVerify(f *testing.F) {
	for _, o := range []simulate.Options{{Module: "drill", Seed: 3, Turns: 1},
		{Module: "drill", Seed: 3, Turns: 1, Running: true}} {
		f.Add(simulation(f, o))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		v, err := proof.Verify(file, rules.Modules())
		if (v == nil) != (err != nil) {
			t.Fatalf("%v, %v", v, err)
		}
	})
}

// BenchmarkVerify is a game of 2,000 commands of Autumn for Barbarossa.
func BenchmarkVerify(b *testing.B) {
	file := simulation(b, simulate.Options{Module: "afb", Seed: 7, Commands: 2000, Pace: 100})
	for b.Loop() {
		if v := mustVerify(b, file); v.Rows < 1900 {
			b.Fatalf("%d rows", v.Rows)
		}
	}
}
