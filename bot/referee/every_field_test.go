package referee_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/proof"
	"grognard/bot/simulate"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/modules"
)

var everyByte = flag.Bool("every-byte", false, "change every byte of an export of drill, and every field of larger exports of both games")

// unproved are the fields of an export that its own text cannot prove, each with the reason: another value passes if
// all hashes are made anew. A hash of the log that somebody kept proves them all.
var unproved = map[string]string{
	"row.command":       "it names the message or the tap that gave the command, and is in no result",
	"row.at":            "between the times of its neighbours no log can tell when a command came",
	"row.by of opened":  "who opened the game has no part in it unless he cancels it",
	"row.by of joined":  "a player who gives no order afterwards could be anybody",
	"row.by of started": "whichever player begins the game, it begins in the same way",
	"acts":              "it says whom the bot called, which is no part of the game",
	"live.*.kind":       "it names messages that later rows edit, which are no part of the game",
	"live.*.row":        "it names messages that later rows edit, which are no part of the game",
	"live.*.settled":    "it names messages that later rows edit, which are no part of the game",
	"ordered.told":      "it says that the result was told at once, which stands in the channel",
	"started.told":      "it says that the result was told at once, which stands in the channel",
	"opened.together":   "it says who had to be there before the game began, which is no part of it",
	"ordered.answers":   "a player's standing answers are his secret and in no export",
}

// field is a value in a JSON text that contains no other.
type field struct {
	path     string // with * for a place in a list
	from, to int    // bytes of the text
}

// fieldsOf finds the fields of a JSON text.
func fieldsOf(t *testing.T, text string) (all []field) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	var walk func(path string)
	walk = func(path string) {
		before := int(d.InputOffset())
		token := must(d.Token())(t)
		open, nested := token.(json.Delim)
		if !nested {
			from := before + strings.IndexFunc(text[before:], func(r rune) bool { return !strings.ContainsRune(" ,:", r) })
			all = append(all, field{strings.TrimPrefix(path, "."), from, int(d.InputOffset())})
			return
		}
		for d.More() {
			key := "*"
			if open == '{' {
				key = must(d.Token())(t).(string)
			}
			walk(path + "." + key)
		}
		must(d.Token())(t)
	}
	walk("")
	return all
}

// values collects the values that fields of one path have in some exports, so that a changed field gets one of them.
type values map[string][]string

func (v values) add(t *testing.T, f *forgery) {
	for _, l := range f.lines {
		text, kind := l.text, l.kind
		if l.row != nil {
			text, kind = string(l.row.Body), "body"
		}
		for _, at := range fieldsOf(t, text) {
			if value := text[at.from:at.to]; !slices.Contains(v[kind+at.path], value) {
				v[kind+at.path] = append(v[kind+at.path], value)
			}
		}
	}
}

// others returns up to n other values for a field: those of other places first, then one of the same form.
func (v values) others(kind, path, is string, n int) (out []string) {
	for _, value := range v[kind+path] {
		if value != is && len(out) < n {
			out = append(out, value)
		}
	}
	if len(out) > 0 {
		return out
	}
	switch {
	case is == "true", is == "false", is == "null":
		return nil // flips has them
	case regexp.MustCompile(`^"[0-9a-f]{32,}"$`).MatchString(is):
		return []string{strings.NewReplacer("0", "1", "1", "2", "a", "b", "b", "c").Replace(is)}
	case regexp.MustCompile(`^"\d+.*"$`).MatchString(is):
		return []string{`"1` + is[1:]}
	case strings.HasPrefix(is, `"`):
		return []string{is[:len(is)-1] + `x"`}
	}
	return []string{is + "1"} // a number
}

// remake computes anew all that a forger of a changed export can compute with its secret: the hashes of the module, of
// the secret and of orders, the salts, and the whole chain.
func (f *forgery) remake(before *forgery) {
	f.t.Helper()
	if is, was := f.line("module").text, before.line("module").text; is != was {
		var m struct{ Bytes []byte }
		check(f.t, json.Unmarshal([]byte(is), &m))
		f.everywhere(regexp.MustCompile(`"hash":"([0-9a-f]{64})"`).FindStringSubmatch(f.line("game").text)[1],
			fmt.Sprintf("%x", sha256.Sum256(m.Bytes)))
	}
	if f.line("secret").text != before.line("secret").text {
		f.everywhere(dice.Commitment(before.secret()), dice.Commitment(f.secret()))
		for _, l := range f.lines {
			if l.row != nil && bytes.Contains(l.row.Body, []byte(`"salt":"`)) {
				mac := hmac.New(sha256.New, f.secret())
				fmt.Fprintf(mac, "salt %d", l.row.Seq)
				f.say(l.row, regexp.MustCompile(`"salt":"[0-9a-f]+"`).FindString(string(l.row.Body)),
					fmt.Sprintf(`"salt":"%x"`, mac.Sum(nil)[:16]))
			}
		}
	}
	f.orderHashes()
	f.reseal()
}

// orderHashes writes the hash of each row's order into the lines of its rolls.
func (f *forgery) orderHashes() {
	hash := ""
	for i, l := range f.lines {
		if l.row != nil {
			var b struct {
				Started, Ordered struct{ Asked json.RawMessage }
			}
			if json.Unmarshal(l.row.Body, &b) != nil {
				continue // no body at all
			}
			hash = fmt.Sprintf("%x", sha256.Sum256(append(b.Started.Asked, b.Ordered.Asked...)))
		}
		if l.kind == "roll" {
			f.lines[i].text = regexp.MustCompile(`"order":"[0-9a-f]*"`).ReplaceAllString(l.text, `"order":"`+hash+`"`)
		}
	}
}

// flips returns copies of a row's body, each with one boolean field the other way round, by the path of that field.
func flips(t *testing.T, body string) map[string]string {
	t.Helper()
	all := map[string]string{}
	var b ledger.Body
	if json.Unmarshal([]byte(body), &b) != nil {
		return nil
	}
	var walk func(path string, v reflect.Value)
	walk = func(path string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() {
				walk(path, v.Elem())
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.IsExported() {
					key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
					walk(strings.TrimPrefix(path+"."+key, "."), v.Field(i))
				}
			}
		case reflect.Bool:
			v.SetBool(!v.Bool())
			all[path] = string(must(json.Marshal(b))(t))
			v.SetBool(!v.Bool())
		}
	}
	walk("", reflect.ValueOf(&b))
	return all
}

// copy returns a forgery of the same export that can be changed by itself.
func (f *forgery) copy() *forgery {
	c := &forgery{t: f.t, game: f.game, lines: slices.Clone(f.lines)}
	for i, l := range f.lines {
		if l.row != nil {
			row := *l.row
			c.lines[i].row = &row
		}
	}
	return c
}

// changed calls each with exports that differ from a file in one field of one line: up to n other values for each.
func changed(t *testing.T, file []byte, possible values, n int, each func(name string, f *forgery)) {
	before := forge(t, file)
	another := "drill"
	if bytes.Contains(file, []byte(`"module":"drill"`)) {
		another = "afb"
	}
	foreign := base64.StdEncoding.EncodeToString(must(modules.Blob(another))(t))
	try := func(name string, change func(*forgery)) {
		f := before.copy()
		change(f)
		each(name, f)
	}
	for i, l := range before.lines {
		switch {
		case l.kind == "module":
			try("module.bytes", func(f *forgery) { f.lines[i].text = `{"type":"module","bytes":"` + foreign + `"}` })
			continue
		case l.row == nil:
			for _, at := range fieldsOf(t, l.text) {
				for _, value := range possible.others(l.kind, at.path, l.text[at.from:at.to], n) {
					try(l.kind+"."+at.path, func(f *forgery) { f.lines[i].text = l.text[:at.from] + value + l.text[at.to:] })
				}
			}
			continue
		}
		of := ""
		for _, kind := range []string{"opened", "joined", "started"} {
			if bytes.Contains(l.row.Body, []byte(`"`+kind+`":{`)) {
				of = " of " + kind
			}
		}
		try("row.command", func(f *forgery) { f.lines[i].row.CommandID += "x" })
		try("row.command", func(f *forgery) { f.lines[i].row.CommandID = before.row(`"joined"`).CommandID })
		try("row.at", func(f *forgery) { f.lines[i].row.At = l.row.At.Add(1000) })
		try("row.at", func(f *forgery) { f.lines[i].row.At = before.row(`"opened"`).At })
		for _, by := range []string{"", "player 1", "player 2", "player 3"} {
			if by != l.row.Sealed {
				try("row.by"+of, func(f *forgery) { f.lines[i].row.Sealed = by })
			}
			if by != l.row.SealedTo {
				try("row.to", func(f *forgery) { f.lines[i].row.SealedTo = by })
			}
		}
		body := string(l.row.Body)
		for name, flipped := range flips(t, body) {
			try(name, func(f *forgery) { f.lines[i].row.Body = []byte(flipped) })
		}
		for _, at := range fieldsOf(t, body) {
			for _, value := range possible.others("body", at.path, body[at.from:at.to], n) {
				try(at.path, func(f *forgery) { f.lines[i].row.Body = []byte(body[:at.from] + value + body[at.to:]) })
			}
		}
	}
}

// TestVerify_EveryField: if any field of any line gets another value that such a field can have, and all hashes are
// made anew, the export is refused or not called right. The fields in unproved are proved by a kept hash alone.
func TestVerify_EveryField(t *testing.T) {
	t.Parallel()
	seen, possible := map[string]bool{}, values{}
	options := []simulate.Options{{Module: "drill", Seed: 3, Turns: 2}, {Module: "afb", Seed: 7, Commands: 30}}
	for _, o := range options {
		possible.add(t, forge(t, simulation(t, o)))
	}
	n, tried := 1, 0
	if *everyByte {
		n = 2
	}
	for _, o := range options {
		file := simulation(t, o)
		head := must(proof.ParseHead(posted(t, file)))(t)
		mustVerify(t, file)
		changed(t, file, possible, n, func(name string, f *forgery) {
			tried++
			if !*everyByte && tried%40 != 0 {
				return
			}
			f.remake(forge(t, file))
			is := f.file()
			if bytes.Equal(is, file) {
				return // remade as it was
			}
			v, err := proof.Verify(is, rules.Modules())
			if err != nil || v.Unchecked() {
				return
			}
			if unproved[name] == "" && !seen[name] {
				t.Errorf("%s: another value of %s passes: %s", o.Module, name, difference(string(file), string(is)))
			}
			seen[name] = true
			if _, err := v.LastProven(head); err == nil {
				t.Errorf("%s: a hash that was kept does not show another value of %s", o.Module, name)
			}
		})
	}
	for name := range unproved {
		wrong(t, *everyByte && !seen[name], "%s is proved after all, or is in no export", name)
	}
	t.Logf("%d changes", tried)
}

// difference returns in short where two texts begin to differ.
func difference(is, was string) string {
	at := 0
	for at < min(len(is), len(was)) && is[at] == was[at] {
		at++
	}
	at = max(at-80, 0)
	return fmt.Sprintf("%.160q, not %.160q", is[at:], was[at:])
}

// TestVerify_EveryByte: an export with any byte changed is refused.
func TestVerify_EveryByte(t *testing.T) {
	t.Parallel()
	whole := simulation(t, simulate.Options{Module: "drill", Seed: 5, Turns: 1})
	const parts = 8 // at once
	step := parts
	if !*everyByte {
		step = len(whole) / 50
	}
	for part := range parts {
		t.Run(fmt.Sprint("part ", part), func(t *testing.T) {
			t.Parallel()
			for at := part; at < len(whole); at += step {
				file := slices.Clone(whole)
				if file[at] = "0123456789abcdef"[at%16]; file[at] == whole[at] {
					file[at] = '"'
				}
				if _, err := proof.Verify(file, rules.Modules()); err == nil {
					t.Errorf("%q in place of %q in byte %d of %q passes", file[at], whole[at], at,
						whole[max(at-40, 0):min(at+40, len(whole))])
				}
			}
		})
	}
}
