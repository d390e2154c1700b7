package report_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"grognard/bot/catalogue"
	"grognard/bot/luck"
	"grognard/bot/report"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

var folder = flag.String("reports", "", "write the reports of the tests into folders below this one")

// painted returns what draws the pictures of a game's report.
func painted(t testing.TB, frames []view.Public) func(report.Picture) []byte {
	t.Helper()
	painter := must.Get(render.New(must.Get(catalogue.New(nil))(t).In("en")))(t)
	return func(p report.Picture) []byte {
		o, v := render.Options{}, frames[p.Frame]
		if p.Around != hex.None {
			o = render.Sized(hex.Part{Around: p.Around, Radius: 4, Rows: 2})
		}
		return must.Get(render.Draw(painter, v, render.Paper(), o))(t).PNG()
	}
}

// written returns the files of a game's report by their names, and writes them where the flag says.
func written(t *testing.T, p *played, name string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, f := range must.Get(p.report().Files(painted(t, p.film().Public)))(t) {
		files[f.Name] = string(f.Data)
		if *folder != "" {
			must.Do(t, os.MkdirAll(filepath.Join(*folder, name), 0o755))
			must.Do(t, os.WriteFile(filepath.Join(*folder, name, f.Name), f.Data, 0o644))
		}
	}
	if len(files) > 10 {
		t.Errorf("%d files, and Discord takes ten", len(files))
	}
	for name, data := range files {
		if strings.HasSuffix(name, ".png") &&
			(!bytes.HasPrefix([]byte(data), []byte("\x89PNG")) || !strings.Contains(files[report.MarkdownName], "]("+name+")")) {
			t.Errorf("%s is no picture, or the Markdown does not name it", name)
		}
	}
	return files
}

// Of a game of each series, running and over, the report has what there is and words for what there is not.
func TestFiles_EachSeries(t *testing.T) {
	for module, wants := range map[string][]string{
		"drill":     {"Blue luck", "This game counts no victory points.", "4 steps were engaged."},
		"bcs-drill": {"Blue VP", "There is no luck column", "Engagement"},
	} {
		t.Run(module, func(t *testing.T) {
			p := play(t, module, 2, 3)
			running := written(t, p, module+"-running")
			over := written(t, p.resign(), module+"-over")
			for _, want := range append(wants, "Turn by turn", "The largest fights", "Anna") {
				for _, file := range []string{report.MarkdownName, report.PageName} {
					if !strings.Contains(running[file], want) || !strings.Contains(over[file], want) {
						t.Errorf("%s does not have %q", file, want)
					}
				}
			}
			if text := running[report.MarkdownName]; !strings.Contains(text, "Report of a game in progress") ||
				!strings.Contains(text, "![The map now](map-end.png)") {
				t.Errorf("the report of the running game is %s", text)
			}
			if text := over[report.MarkdownName]; !strings.Contains(text, "the ending is resigned") ||
				!strings.Contains(text, "![The map at the end](map-end.png)") {
				t.Errorf("the report of the game that is over is %s", text)
			}
		})
	}
}

// The losses of the turns are those by which the armies have become smaller, and the luck of the turns is what bot/luck
// makes of the log.
func TestReport_AddsUp(t *testing.T) {
	p := play(t, "drill", 4, 5).resign()
	lost, swing := p.report().Sums("blue")
	frames := p.film().Public
	first, last := strength(frames[0].Board(), "blue"), strength(frames[len(frames)-1].Board(), "blue")
	if lost != first-last || lost == 0 {
		t.Errorf("Blue lost %d steps, and had %d at first and has %d at last", lost, first, last)
	}
	game, _, err := p.referee.Looks.LuckIn(t.Context(), channel)
	must.Do(t, err)
	var b luck.Balance
	for _, f := range game.Fights {
		b.Add(f, f.Attacker.Side == "blue")
	}
	if b.Difference().Cmp(swing) != 0 || b.Fights == 0 {
		t.Errorf("Blue's luck is %v in the turns and %v in %d fights", swing, b.Difference(), b.Fights)
	}
}

// strength is how many steps of a side are not dead.
func strength(b *view.Board, side order.Side) (n int) {
	for _, st := range b.Stacks {
		for _, u := range st.Known {
			if u.Side == side {
				n += u.Steps
			}
		}
	}
	return n
}

// BenchmarkFiles writes the report of a game of ten turns, without and with its pictures.
func BenchmarkFiles(b *testing.B) {
	p := play(b, "afb", 10, 3)
	draw := painted(b, p.film().Public)
	for name, with := range map[string]func(report.Picture) []byte{"words": func(report.Picture) []byte { return nil },
		"pictures": draw} {
		b.Run(name, func(b *testing.B) {
			size := 0
			for b.Loop() {
				size = 0
				for _, f := range must.Get(p.report().Files(with))(b) {
					size += len(f.Data)
				}
			}
			b.ReportMetric(float64(size)/1024, "KiB")
		})
	}
	b.Run("film", func(b *testing.B) {
		for b.Loop() {
			p.film()
		}
	})
}
