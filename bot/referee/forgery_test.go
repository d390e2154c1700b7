package referee_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/proof"
	"grognard/bot/simulate"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/storage"
)

// forgery is an export in the hands of somebody who changes it.
type forgery struct {
	t     *testing.T
	game  storage.GameID
	lines []forged
}

// forged is a line of an export: a row, or the text of any other line.
type forged struct {
	kind string
	text string
	row  *storage.Row
}

// rowFields has the fields of a row's line.
type rowFields struct {
	Type    string `json:"type"`
	Seq     uint64 `json:"seq"`
	Command string `json:"command"`
	At      int64  `json:"at"`
	By      string `json:"by"`
	To      string `json:"to,omitempty"`
	Prev    string `json:"prev"`
	Hash    string `json:"hash"`
	Body    string `json:"body"`
}

// forge takes an export apart.
func forge(t *testing.T, file []byte) *forgery {
	t.Helper()
	f := &forgery{t: t}
	for line := range strings.Lines(string(file)) {
		var is struct {
			Type string
			Game storage.GameID
		}
		check(t, json.Unmarshal([]byte(line), &is))
		l := forged{kind: is.Type, text: strings.TrimSuffix(line, "\n")}
		if is.Type == "export" {
			f.game = is.Game
		}
		if is.Type == "row" {
			var r rowFields
			check(t, json.Unmarshal([]byte(line), &r))
			l.row = &storage.Row{Game: f.game, Seq: r.Seq, CommandID: r.Command, At: time.UnixMicro(r.At).UTC(),
				Sealed: r.By, SealedTo: r.To,
				Prev: f.hash(r.Prev), Hash: f.hash(r.Hash), Body: []byte(r.Body)}
		}
		f.lines = append(f.lines, l)
	}
	return f
}

func (f *forgery) hash(digits string) storage.Hash {
	f.t.Helper()
	raw, err := hex.DecodeString(digits)
	mustNot(f.t, err != nil || len(raw) != 32, "%q is no hash", digits)
	return storage.Hash(raw)
}

// file puts the export together.
func (f *forgery) file() []byte {
	f.t.Helper()
	var b strings.Builder
	for _, l := range f.lines {
		text := l.text
		if r := l.row; r != nil {
			raw := must(json.Marshal(rowFields{"row", r.Seq, r.CommandID, r.At.UnixMicro(), r.Sealed, r.SealedTo,
				hex.EncodeToString(r.Prev[:]), hex.EncodeToString(r.Hash[:]), string(r.Body)}))(f.t)
			text = string(raw)
		}
		b.WriteString(text + "\n")
	}
	return []byte(b.String())
}

// reseal does what a forger does to hide a change: it numbers and links the rows anew, and puts the hashes of the
// changed rows in place of the posted ones and their number into the last line.
func (f *forgery) reseal() {
	var last storage.Row
	for i := range f.lines {
		l := &f.lines[i]
		switch {
		case l.row != nil:
			l.row.Seq, l.row.Prev = last.Seq+1, last.Hash
			l.row.Hash = storage.Seal(*l.row)
			last = *l.row
			if last.Seq == 1 {
				f.lines[0].text = regexp.MustCompile(`"first":"[0-9a-f]*"`).ReplaceAllString(f.lines[0].text,
					fmt.Sprintf(`"first":"%x"`, last.Hash))
			}
		case l.kind == "phase":
			l.text = l.text[:strings.Index(l.text, `"head":"`)] + fmt.Sprintf(`"head":"%x"}`, last.Hash)
		case l.kind == "end":
			l.text = fmt.Sprintf(`{"type":"end","head":"%x","lines":%d}`, last.Hash, len(f.lines))
		}
	}
}

// rows returns the indexes of the lines of rows whose body has all these words.
func (f *forgery) rows(words ...string) (at []int) {
	f.t.Helper()
	for i, l := range f.lines {
		if l.row != nil && !slices.ContainsFunc(words,
			func(w string) bool { return !strings.Contains(string(l.row.Body), w) }) {
			at = append(at, i)
		}
	}
	mustNot(f.t, len(at) == 0, "no row has %q", words)
	return at
}

// row returns the first row whose body has all these words.
func (f *forgery) row(words ...string) *storage.Row { return f.lines[f.rows(words...)[0]].row }

// line returns the first line of a kind.
func (f *forgery) line(kind string) *forged {
	f.t.Helper()
	at := slices.IndexFunc(f.lines, func(l forged) bool { return l.kind == kind })
	mustNot(f.t, at < 0, "no line is a %s", kind)
	return &f.lines[at]
}

// say changes what a row says.
func (f *forgery) say(r *storage.Row, old, new string) {
	f.t.Helper()
	if !strings.Contains(string(r.Body), old) {
		f.t.Fatalf("row %d does not say %s: %s", r.Seq, old, r.Body)
	}
	r.Body = []byte(strings.Replace(string(r.Body), old, new, 1))
}

// everywhere changes what is said in all lines.
func (f *forgery) everywhere(old, new string) {
	for i := range f.lines {
		l := &f.lines[i]
		l.text = strings.ReplaceAll(l.text, old, new)
		if l.row != nil {
			l.row.Body = []byte(strings.ReplaceAll(string(l.row.Body), old, new))
		}
	}
}

// faces returns the first faces that a row rolled, as it writes them.
func (f *forgery) faces(r *storage.Row) string {
	_, after, ok := strings.Cut(string(r.Body), `"faces":`)
	faces, _, closed := strings.Cut(after, "]")
	if !ok || !closed {
		f.t.Fatalf("row %d has no roll: %s", r.Seq, r.Body)
	}
	return faces + "]"
}

// reroll gives a row and its line these faces.
func (f *forgery) reroll(at int, faces string) {
	f.t.Helper()
	r := f.lines[at].row
	old := `"faces":` + f.faces(r)
	f.say(r, old, `"faces":`+faces)
	roll := &f.lines[at+1]
	if roll.kind != "roll" || !strings.Contains(roll.text, old) {
		f.t.Fatalf("row %d is not followed by its roll: %s", r.Seq, roll.text)
	}
	roll.text = strings.Replace(roll.text, old, `"faces":`+faces, 1)
}

// drop leaves a row out, with the lines that tell of it.
func (f *forgery) drop(seq int) {
	at := slices.IndexFunc(f.lines, func(l forged) bool { return l.row != nil && l.row.Seq == uint64(seq) })
	end := at + 1
	for f.lines[end].kind == "roll" || f.lines[end].kind == "phase" {
		end++
	}
	f.lines = slices.Delete(f.lines, at, end)
}

// cut leaves the last rows out.
func (f *forgery) cut(n int) {
	for range n {
		at := f.rows()
		f.drop(int(f.lines[at[len(at)-1]].row.Seq))
	}
}

// twice has a row twice, the second time as another command.
func (f *forgery) twice(at int) {
	r := *f.lines[at].row
	r.CommandID += " again"
	r.At = r.At.Add(time.Microsecond)
	f.lines = slices.Insert(f.lines, at+1, forged{kind: "row", row: &r})
}

func (f *forgery) secret() []byte {
	f.t.Helper()
	return must(hex.DecodeString(regexp.MustCompile(`[0-9a-f]{64}`).FindString(f.line("secret").text)))(f.t)
}

// salt gives a row the salt of another place in the log.
func (f *forgery) salt(r *storage.Row, seq int) {
	mac := hmac.New(sha256.New, f.secret())
	fmt.Fprintf(mac, "salt %d", seq)
	f.say(r, regexp.MustCompile(`"salt":"[0-9a-f]+"`).FindString(string(r.Body)),
		fmt.Sprintf(`"salt":"%x"`, mac.Sum(nil)[:16]))
}

// thrown returns other faces for the first roll of a row: what the secret gives after other has changed the stream.
func (f *forgery) thrown(at int, other func(*dice.Stream, *uint64)) string {
	f.t.Helper()
	s := dice.Stream{Secret: f.secret(), Game: string(f.game), Words: []string{}}
	for _, w := range regexp.MustCompile(`"word":"([^"]*)"`).FindAllStringSubmatch(f.line("words").text, -1) {
		s.Words = append(s.Words, w[1])
	}
	number := uint64(1)
	is := f.faces(f.lines[at].row)
	for range 50 { // until they are others
		other(&s, &number)
		faces := must(s.Roll(number, strings.Count(is, ",")+1))(f.t)
		if text := strings.ReplaceAll(fmt.Sprint(faces), " ", ","); text != is {
			return text
		}
		number++
	}
	f.t.Fatal("no other faces")
	return ""
}

// says returns a change to what the first row with a word says.
func says(word, old, new string) func(*forgery) {
	return func(f *forgery) { f.say(f.row(word), old, new) }
}

// anew returns a change after which all is sealed anew.
func anew(change func(*forgery)) func(*forgery) {
	return func(f *forgery) {
		change(f)
		f.reseal()
	}
}

// line returns a change to what the first line of a kind says.
func line(kind, old, new string) func(*forgery) {
	return func(f *forgery) { f.line(kind).text = strings.Replace(f.line(kind).text, old, new, 1) }
}

// tampering is a change to an export, and the words by which it is refused.
type tampering struct {
	name   string
	change func(*forgery)
	want   string // a pattern
}

// tamper makes each of the changes to an export, and checks that it is refused. If the name of a change says sealed
// anew, all is sealed anew after it.
func tamper(t *testing.T, file []byte, changes []tampering) {
	t.Helper()
	for _, c := range changes {
		t.Run(c.name, func(t *testing.T) {
			f := forge(t, file)
			c.change(f)
			if strings.HasSuffix(c.name, "sealed anew") {
				f.reseal()
			}
			refuses(t, f.file(), c.want)
		})
	}
}

// resealed returns changes after each of which all is sealed anew.
func resealed(changes []tampering) []tampering {
	for i := range changes {
		changes[i].name += ", sealed anew"
	}
	return changes
}

// rename has a player's rows sealed with another name.
func (f *forgery) rename(old, new string) {
	for _, l := range f.lines {
		if l.row != nil && l.row.Sealed == old {
			l.row.Sealed = new
		}
	}
}

// posted returns the hash that was posted last.
func posted(t *testing.T, file []byte) string {
	t.Helper()
	all := regexp.MustCompile(`"type":"phase".*"head":"([0-9a-f]{64})"`).FindAllStringSubmatch(string(file), -1)
	mustNot(t, len(all) == 0, "none was posted")
	return all[len(all)-1][1]
}

// fixes reports whether a kept hash proves rows of an export.
func fixes(v *proof.Verified, text string) bool {
	h, err := proof.ParseHead(text)
	if err == nil {
		_, err = v.LastProven(h)
	}
	return err == nil
}

// Times, the identifiers of commands, and an earlier end cannot be proved by an export itself. They are proved by a
// hash that was posted, or by an export made while the game was under way.
func TestHolds_ForgedAfterPosting(t *testing.T) {
	t.Parallel()
	o := simulate.Options{Module: "drill", Seed: 3, Turns: 3}
	whole := simulation(t, o)
	o.Running = true
	running := simulation(t, o)
	early, right := mustVerify(t, running), mustVerify(t, whole)
	head := posted(t, running)
	check(t, right.Contains(early))
	wrong(t, !fixes(right, head) || !fixes(early, head) || !fixes(right, " "+strings.ToUpper(head)),
		"%s proves no row", head)
	for name, change := range map[string]func(*forgery){
		"a time":                 func(f *forgery) { r := f.row(`"verb":"end"`); r.At = r.At.Add(1000) },
		"a command's identifier": func(f *forgery) { f.row(`"verb":"end"`).CommandID = "another" },
		"all of the players":     func(f *forgery) { f.rename("player 1", "player 7") },
		"an end that came earlier": func(f *forgery) {
			at := f.rows()
			// a draw is offered, and accepted, which is told
			ends := slices.Clone(f.lines[at[len(at)-2] : len(f.lines)-2])
			mustNot(t, f.row(`"ended":{"ending":"drawn"`) != ends[1].row, "its players did not end it so")
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
			mustNot(t, err != nil, "it is no game by itself: %v", err)
			if err := v.Contains(early); !errors.As(err, new(*api.Flaw)) {
				t.Errorf("the export of the running game does not show it: %v", err)
			}
			wrong(t, fixes(v, head), "the hash that was posted last does not show it")
		})
	}
	t.Run("a running game's line of a roll", func(t *testing.T) {
		f := forge(t, simulation(t, o))
		line("roll", `"order":"`, `"order":"0`)(f)
		f.line("roll").text = regexp.MustCompile(`("order":"[0-9a-f]{64})[0-9a-f]`).ReplaceAllString(f.line("roll").text, "$1")
		if err := right.Contains(mustVerify(t, f.file())); err == nil {
			t.Error("it is not seen")
		}
	})
	t.Run("another game", func(t *testing.T) {
		o.Seed++
		if err := right.Contains(mustVerify(t, simulation(t, o))); err == nil {
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
		line("roll", `"number":1,`, `"number":99,`)(f)
		refuses(t, f.file(), `has roll 99: roll 1 is missing before it`)
	})
	t.Run("the last hash of a running game", func(t *testing.T) {
		f := forge(t, simulation(t, o))
		f.line("end").text = regexp.MustCompile(`"head":"[0-9a-f]{8}`).ReplaceAllString(f.line("end").text, `"head":"00000000`)
		refuses(t, f.file(), `^the closing line has the head`)
	})
}

// Whatever a file contains, it is judged in one short line, which cannot be taken for the line about another file.
func TestVerify_HostileFiles(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("9", 1<<20)
	running := func(game, module string) string {
		return fmt.Sprintf("{\"type\":\"export\",\"version\":1,\"game\":%q,\"finished\":false,\"first\":\"%064d\"}\n"+
			"{\"type\":\"game\",\"game\":\"k7m2xq4a\",\"module\":%q,\"hash\":\"%064d\",\"commitment\":\"%064d\",\"rulings\":%d}\n"+
			"{\"type\":\"end\",\"head\":\"%064d\",\"lines\":3}\n", game, 0, module, 0, 0, rules.Revision, 0)
	}
	for name, file := range map[string]string{
		"line feeds":             strings.Repeat("\n", 1<<20),
		"a long number":          `{"type":"export","version":` + long + "}\n",
		"a long type":            `{"type":"` + long + "\"}\n",
		"brackets":               strings.Repeat("[", 1<<20) + "\n",
		"a game of two lines":    running("g\nother.jsonl: right", "m"),
		"a module of two lines":  running("k7m2xq4a", "m\nother.jsonl: right"),
		"a head of two lines":    strings.Replace(running("k7m2xq4a", "m"), `"head":"`, `"head":"\nother.jsonl: right`, 1),
		"a module that is short": running("k7m2xq4a", "m"),
		"a roll of no order": strings.Replace(running("k7m2xq4a", "m"), `{"type":"end"`,
			`{"type":"roll","number":1,"faces":[2],"order":"12"}`+"\n"+`{"type":"end"`, 1),
	} {
		v, err := proof.Verify([]byte(file), rules.Modules())
		said := fmt.Sprint(err)
		if err == nil {
			said = string(v.Game) + v.Title
		}
		if (v == nil) != (err != nil) || len(said) > 1000 || strings.Contains(said, "\n") || (err == nil) != strings.Contains(name, "module") {
			t.Errorf("%s: %.200q, %v", name, said, err)
		}
	}
}

// FuzzVerify: no file makes the program panic.
func FuzzVerify(f *testing.F) {
	for _, o := range []simulate.Options{{Module: "drill", Seed: 3, Turns: 1},
		{Module: "drill", Seed: 3, Turns: 1, Running: true}} {
		f.Add(simulation(f, o))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		v, err := proof.Verify(file, rules.Modules())
		mustNot(t, (v == nil) != (err != nil), "%v, %v", v, err)
	})
}

// BenchmarkVerify verifies a game of 2,000 commands of Autumn for Barbarossa.
func BenchmarkVerify(b *testing.B) {
	file := simulation(b, simulate.Options{Module: "afb", Seed: 7, Commands: 2000, Pace: 100})
	for b.Loop() {
		if v := mustVerify(b, file); v.Rows < 1900 {
			b.Fatalf("%d rows", v.Rows)
		}
	}
}
