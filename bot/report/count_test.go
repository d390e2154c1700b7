package report

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// spelled has a message by its identifier and its arguments.
type spelled struct{}

func (spelled) Say(id string, args ...any) string { return view.T(id, args...).String() }

var (
	town  = hex.Hex{Col: 5, Row: 5}
	field = hex.Hex{Col: 6, Row: 6}
)

func paper() *view.Map {
	return &view.Map{Sides: []order.Nation{{ID: "blue"}, {ID: "red"}},
		Places: []geography.Place{{Hex: town, Name: "Town", VP: 4}}}
}

// unit is one of red, of two steps.
func unit(steps int) view.Counter {
	return view.Counter{ID: "r", Side: "red", Steps: steps, MaxSteps: 2}
}

// moment is a board in a turn on which red's unit stands, or with 0 steps lies among the dead.
func moment(turn, steps int, told ...view.Line) *view.Board {
	b := &view.Board{Map: paper(), Turn: turn, Turns: 9, Told: told}
	for i := range b.Told {
		b.Told[i].Turn = turn
	}
	switch {
	case steps > 0:
		b.Stacks = []view.Stack{{Hex: town, Side: "red", Height: 1, Known: []view.Counter{unit(steps)}}}
	case steps == 0:
		b.OffMap = []view.Pile{{Side: "red", Box: deadBox, Count: 1, Known: []view.Counter{unit(2)}}}
	}
	return b // with fewer it is nowhere to be seen
}

func loss(kind view.MapEventKind, units ...view.Counter) view.Line {
	return view.Line{MapEvent: &view.MapEvent{Kind: kind, Side: "red", Path: []hex.Hex{town}, Units: units, Count: 1}}
}

// attacks is a fight of blue for a hex in which red's unit defends: half of the throws cost it a step.
func attacks(roll int, at hex.Hex, did int, units ...view.Counter) view.Line {
	return view.Line{Roll: roll, Dice: []int{1, 1}, Reckoned: &view.Reckoning{Side: "blue", Target: at, Defender: units,
		Column: "1:1", Result: "D1", Roll: 2}, Stake: &view.Stake{Throws: 2,
		Could: []view.Toll{{Throws: 1, Defender: 1}, {Throws: 1}}, Did: view.Toll{Defender: did}}}
}

func reported(boards ...*view.Board) *Report {
	return fromBoards(About{Title: "Game", Over: true, Sides: []Side{{ID: "blue", Players: []string{"Anna"}}, {ID: "red"}},
		Opened: time.Unix(0, 0), Last: time.Unix(0, 0)}, boards, spelled{})
}

func TestLoss_EachStepOnce(t *testing.T) {
	seen, gone := 2, -1
	for name, c := range map[string]struct {
		before, after  int
		told           []view.Line
		want, inFights int
	}{
		"a step, and then the unit dies": {seen, 0, []view.Line{attacks(1, town, 1, unit(2)),
			loss(view.Reduced, unit(1)), loss(view.Died, unit(0))}, 2, 2},
		"a whole unit dies":                {seen, 0, []view.Line{loss(view.Died, unit(0))}, 2, 0},
		"one that was reduced before":      {1, 0, []view.Line{attacks(1, town, 1, unit(1)), loss(view.Died, unit(0))}, 1, 1},
		"one that nobody could name":       {seen, 0, []view.Line{loss(view.Died)}, 2, 0},
		"one that was never seen":          {gone, gone, []view.Line{loss(view.Died)}, 1, 0},
		"first seen as it dies":            {gone, 0, []view.Line{loss(view.Died, unit(2))}, 2, 0},
		"a step that no line tells of":     {seen, 1, nil, 1, 0},
		"a step of a unit unseen till now": {gone, 1, []view.Line{loss(view.Reduced, unit(1))}, 1, 0},
		"found out in a fight":             {seen, 1, []view.Line{attacks(1, field, 0, unit(1))}, 1, 0},
		"by isolation after a fight": {seen, 1, []view.Line{attacks(1, town, 0, unit(2)),
			{Rule: "10.5-1", MapEvent: loss(view.Reduced, unit(1)).MapEvent}}, 1, 0},
		"nothing: it left the map": {seen, gone, []view.Line{loss(view.Gone, unit(2))}, 0, 0},
		"nothing: it was restored": {1, seen, nil, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := reported(moment(1, c.before), moment(1, c.after, c.told...), moment(2, c.after))
			lost, inFights := 0, 0
			for _, of := range r.turns {
				lost += of.lost["red"]
			}
			for _, f := range r.fights {
				inFights += f.lost["red"]
			}
			if lost != c.want || inFights != c.inFights || r.turns[0].lost["red"] != lost {
				t.Errorf("%d steps are lost, %d of them in fights; want %d and %d", lost, inFights, c.want, c.inFights)
			}
		})
	}
}

// scored is a moment with blue's victory points.
func scored(turn, points int, told ...view.Line) *view.Board {
	b := moment(turn, 2, told...)
	b.Facts = []view.Fact{{Kind: "points", Side: "blue", N: points}}
	return b
}

func TestTurningPoints_ByEachMeasure(t *testing.T) {
	taken := view.Line{MapEvent: &view.MapEvent{Kind: view.Taken, Side: "blue", Path: []hex.Hex{town}, Count: 1}}
	quiet, lucky := attacks(1, field, 0), attacks(2, field, 1)
	quiet.Stake.Could = []view.Toll{{Throws: 2}}
	lucky.Stake.Could = []view.Toll{{Throws: 1, Defender: 1}, {Throws: 7}}
	lucky.Stake.Throws = 8
	for name, c := range map[string]struct {
		boards []*view.Board
		want   string
	}{
		"nothing happens":         {[]*view.Board{scored(1, 3), scored(1, 3), scored(2, 3)}, ""},
		"a fight without a price": {[]*view.Board{scored(1, 3), scored(1, 3, quiet)}, ""},
		"victory points":          {[]*view.Board{scored(1, 3), scored(1, 3), scored(2, 7), scored(3, 7)}, "turn 2"},
		"losses":                  {[]*view.Board{moment(1, 2), moment(1, 2), moment(2, 0)}, "turn 2"},
		"luck":                    {[]*view.Board{scored(1, 3), scored(1, 3, quiet), scored(2, 3, lucky)}, "turn 2, fight 2"},
		"a place is taken": {[]*view.Board{scored(1, 3), scored(1, 7, attacks(1, field, 0), attacks(2, town, 1), taken)},
			"turn 1, fight 2, fight 1"},
		"three of four turns": {[]*view.Board{scored(1, 0), scored(1, 1), scored(2, 5), scored(3, 8), scored(4, 10)},
			"turn 2, turn 3, turn 4"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, p := range reported(c.boards...).turningPoints {
				if p.fight != nil {
					got = append(got, fmt.Sprint("fight ", p.fight.Number))
				} else {
					got = append(got, fmt.Sprint("turn ", p.turn.number))
				}
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("turning points are %q, want %q", got, c.want)
			}
		})
	}
}

func TestTurns_PointsAndLuck(t *testing.T) {
	r := reported(scored(1, 3), scored(1, 5, attacks(1, town, 1)), scored(3, 4, attacks(2, town, 0)))
	var got []string
	for _, row := range r.turnSection().Table.Rows {
		got = append(got, strings.Join(row, " "))
	}
	want := []string{"1 5 (+2) 0 0 +0.5 −0.5", "2 5 (0) 0 0 – –", "3 4 (−1) 0 0 −0.5 +0.5"}
	if !slices.Equal(got, want) {
		t.Errorf("the table is %q, want %q", got, want)
	}
}

const evil = `<b>&"|*x*_y_` + "\u202e\n"

func TestFiles_NamesOfUsersAreText(t *testing.T) {
	r := fromBoards(About{Title: evil, Scenario: evil, Over: true, Ending: []string{evil + " has won", evil},
		Sides: []Side{{ID: "blue", Players: []string{evil}}}}, []*view.Board{moment(1, 2)}, spelled{})
	files, err := r.Files(func(Picture) []byte { return nil })
	if err != nil {
		t.Fatal(err)
	}
	page, text := string(files[0].Data), string(files[1].Data)
	for _, bad := range []string{"<b>&", "\u202e", "<script", "http://", "https://"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	for _, good := range []string{`<h1 dir="auto">&lt;b&gt;&amp;&#34;|*x*_y_</h1>`, `<meta name="viewport"`,
		"prefers-color-scheme: dark"} {
		if !strings.Contains(page, good) {
			t.Errorf("the page lacks %q", good)
		}
	}
	if want := `# \<b\>\&"\|\*x\*\_y\_` + "\n"; !strings.HasPrefix(text, want) {
		t.Errorf("the Markdown begins with %.40q, want %q", text, want)
	}
}

// A long game with large pictures fits, with the most important of them.
func TestFiles_LargeGame(t *testing.T) {
	boards := []*view.Board{scored(1, 0)}
	for turn := range 200 {
		var told []view.Line
		for n := range 30 {
			told = append(told, attacks(1+30*turn+n, town, n%2, unit(2)))
		}
		boards = append(boards, scored(turn+1, turn*turn%17, told...))
	}
	picture := slices.Concat([]byte("\x89PNG"), bytes.Repeat([]byte{7}, 1<<20))
	var asked []string
	files, err := reported(boards...).Files(func(p Picture) []byte {
		asked = append(asked, p.Name)
		return picture
	})
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	var names []string
	for _, f := range files {
		names, size = append(names, f.Name), size+len(f.Data)
	}
	if want := []string{PageName, MarkdownName, endName, startName, asked[2]}; size > Most || !slices.Equal(names, want) {
		t.Errorf("%d bytes, at most %d, in %v, want %v", size, Most, names, want)
	}
	page, text := string(files[0].Data), string(files[1].Data)
	if n := strings.Count(page, base64.StdEncoding.EncodeToString(picture)); n != 3 {
		t.Errorf("the page has %d pictures", n)
	}
	for _, name := range asked {
		if strings.Contains(text, "("+name+")") != slices.Contains(names, name) {
			t.Errorf("the Markdown names %s, or lacks it: the files are %v", name, names)
		}
	}
	for _, words := range []string{page, text} {
		if !strings.Contains(words, "report.left-out n=5") {
			t.Error("the report does not say that five pictures are left out")
		}
	}
}

// Of a game that has hardly begun, and of one without victory points and luck, words stand where there is nothing to show.
func TestDocument_NoEmptySection(t *testing.T) {
	plain := attacks(1, town, 0)
	plain.Stake = nil
	for name, boards := range map[string][]*view.Board{
		"one moment": {moment(1, 2)}, "no fight": {moment(1, 2), moment(1, 2)},
		"no luck": {moment(1, 2), moment(1, 2, plain)},
	} {
		t.Run(name, func(t *testing.T) {
			d := reported(boards...).document()
			for i, s := range d.Sections {
				if i > 0 && len(s.Text)+len(s.Items)+len(s.Notes) == 0 && s.Table == nil && s.Picture == nil {
					t.Errorf("nothing stands below %q", s.Head)
				}
			}
			text := d.markdown()
			if strings.Contains(text, "report.luck-none") != (name == "no luck") || strings.Contains(text, "column-luck") {
				t.Errorf("luck is told of in %s", text)
			}
		})
	}
}
