package referee_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/rules/dice"
	"grognard/storage"
)

// forgery is an export in the hands of somebody who changes it.
type forgery struct {
	t     *testing.T
	game  storage.GameID
	lines []forged
}

// forged is a line: a row, or as it stands.
type forged struct {
	kind string
	text string
	row  *storage.Row
}

// rowFields are a row as its line has it.
type rowFields struct {
	Type    string `json:"type"`
	Seq     uint64 `json:"seq"`
	Command string `json:"command"`
	At      int64  `json:"at"`
	By      string `json:"by"`
	StandIn bool   `json:"standIn,omitempty"`
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
	if err != nil || len(raw) != 32 {
		f.t.Fatalf("%q is no hash", digits)
	}
	return storage.Hash(raw)
}

// file puts the export together.
func (f *forgery) file() []byte {
	f.t.Helper()
	var b strings.Builder
	for _, l := range f.lines {
		text := l.text
		if r := l.row; r != nil {
			raw := must(json.Marshal(rowFields{"row", r.Seq, r.CommandID, r.At.UnixMicro(), r.Sealed,
				strings.Contains(l.text, `"standIn"`), r.SealedTo,
				hex.EncodeToString(r.Prev[:]), hex.EncodeToString(r.Hash[:]), string(r.Body)}))(f.t)
			text = string(raw)
		}
		b.WriteString(text + "\n")
	}
	return []byte(b.String())
}

// reseal is what somebody does who does not want his change to show: the rows are numbered and
// linked anew, the hashes that were posted are those of his rows, and the last line counts his.
func (f *forgery) reseal() {
	var last storage.Row
	for i := range f.lines {
		l := &f.lines[i]
		switch {
		case l.row != nil:
			l.row.Seq, l.row.Prev = last.Seq+1, last.Hash
			l.row.Hash = storage.Seal(*l.row)
			last = *l.row
		case l.kind == "phase":
			l.text = l.text[:strings.Index(l.text, `"head":"`)] + fmt.Sprintf(`"head":"%x"}`, last.Hash)
		case l.kind == "end":
			l.text = fmt.Sprintf(`{"type":"end","head":"%x","lines":%d}`, last.Hash, len(f.lines))
		}
	}
}

// rows are the lines of the rows of which the body has all these words.
func (f *forgery) rows(words ...string) (at []int) {
	f.t.Helper()
	for i, l := range f.lines {
		if l.row != nil && !slices.ContainsFunc(words,
			func(w string) bool { return !strings.Contains(string(l.row.Body), w) }) {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		f.t.Fatalf("no row has %q", words)
	}
	return at
}

// row is the first of them.
func (f *forgery) row(words ...string) *storage.Row { return f.lines[f.rows(words...)[0]].row }

// line is the first line of a kind.
func (f *forgery) line(kind string) *forged {
	f.t.Helper()
	at := slices.IndexFunc(f.lines, func(l forged) bool { return l.kind == kind })
	if at < 0 {
		f.t.Fatalf("no line is a %s", kind)
	}
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

// faces are the first faces that a row rolled, as it writes them.
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
	f.lines = slices.Insert(f.lines, at+1, forged{kind: "row", row: &r})
}

// swap has the first two of such rows change places.
func (f *forgery) swap(word string) {
	at := f.rows(word)
	f.lines[at[0]], f.lines[at[1]] = f.lines[at[1]], f.lines[at[0]]
}

// standIn marks such a row as one of which the name is not the sealed one.
func (f *forgery) standIn(word string) { f.lines[f.rows(word)[0]].text = `"standIn"` }

// standInAll marks all rows that somebody gave so.
func (f *forgery) standInAll() {
	for _, at := range f.rows() {
		if f.lines[at].row.Sealed != "" {
			f.lines[at].text = `"standIn"`
		}
	}
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

// thrown are other faces of the first roll of a row: as the secret gives them for something else.
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

// rename has a player's rows sealed with another name.
func (f *forgery) rename(old, new string) {
	for _, l := range f.lines {
		if l.row != nil && l.row.Sealed == old {
			l.row.Sealed = new
		}
	}
}

// posted is the hash that was posted last.
func posted(t *testing.T, file []byte) string {
	t.Helper()
	all := regexp.MustCompile(`"type":"phase".*"head":"([0-9a-f]{64})"`).FindAllStringSubmatch(string(file), -1)
	if len(all) == 0 {
		t.Fatal("none was posted")
	}
	return all[len(all)-1][1]
}
