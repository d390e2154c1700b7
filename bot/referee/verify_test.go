package referee_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/proof"
	"grognard/bot/simulate"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/modules"
)

var simulated = flag.Int("simulated", 4, "random games of drill to export and verify, and a quarter as many of Autumn for Barbarossa, of as many turns")

// drillRuns is a number of turns after which a drill is not over.
const drillRuns = 9

// simulations are the exports of random games, which are played once.
var simulations sync.Map

// simulation returns the export of a random game.
func simulation(t testing.TB, o simulate.Options) []byte {
	t.Helper()
	if file, ok := simulations.Load(o); ok {
		return slices.Clone(file.([]byte))
	}
	x := must(simulate.Play(t.Context(), o))(t)
	mustNot(t, x.Table.Over == o.Running, "%+v: over %t", o, x.Table.Over)
	simulations.Store(o, slices.Clone(x.Lines))
	return x.Lines
}

func mustVerify(t testing.TB, file []byte) *proof.Verified {
	t.Helper()
	return must(proof.Verify(file, rules.Modules()))(t)
}

// The exports of random games pass, of whole ones and of ones under way. All lines of the latter are in the export of
// the finished game. The same game gives the same bytes.
func TestVerify_RandomGames(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	var mu sync.Mutex
	t.Run("games", func(t *testing.T) {
		for _, g := range []struct {
			module       string
			games, turns int
		}{{"drill", *simulated, min(*simulated, drillRuns)}, {"afb", *simulated / 4, *simulated / 4},
			{"bcs-drill", *simulated / 4, 1}} {
			for seed := range uint64(g.games) {
				t.Run(fmt.Sprint(g.module, seed), func(t *testing.T) {
					t.Parallel()
					o := simulate.Options{Module: g.module, Seed: seed, Turns: g.turns}
					whole := simulation(t, o)
					last := mustVerify(t, whole)
					wrong(t, last.Orders == 0 || last.Phases == 0 || last.Rows <= last.Orders || !last.Finished, "verified %+v", last)
					o.Running = true
					for o.Turns = 1; o.Turns <= g.turns; o.Turns++ {
						file := simulation(t, o)
						early := mustVerify(t, file)
						if err := last.Contains(early); err != nil || early.Finished || early.Phases == 0 {
							t.Errorf("after turn %d: %v, %+v", o.Turns, err, early)
						}
						if o.Turns == 1 && string(must(simulate.Play(t.Context(), o))(t).Lines) != string(file) {
							t.Error("the same game gives other bytes")
						}
					}
					mu.Lock()
					defer mu.Unlock()
					for _, what := range []string{`\"undone\"`, `\"undoAsked\"`, `\"undoDenied\"`, `\"idle\"`,
						`\"ended\"`, `\"proposed\"`, `\"answered\"`, `\"passes\":true`, `"faces"`, `\"stack order\"`,
						`\"worded\"`, `\"left\":{\"side`, `\"salt\"`} {
						seen[what] += strings.Count(string(whole), what)
					}
				})
			}
		}
	})
	for what, n := range seen {
		wrong(t, n == 0, "no game has %s: it was not tried", what)
	}
	t.Log(seen)
}

// The export of a running game has nothing hidden: of rolls that draw from a cup it has only the numbers.
func TestExport_RunningGameKeepsSilent(t *testing.T) {
	t.Parallel()
	file := string(simulation(t, simulate.Options{Module: "afb", Seed: 1, Turns: 1, Running: true}))
	for _, hidden := range []string{`"row"`, `"secret"`, `"at"`, `"seq"`, `"by"`, "g-", "s-", "word"} {
		wrong(t, strings.Contains(file, hidden), "the export of a running game has %s", hidden)
	}
	if n := strings.Count(file, `"type":"roll"`); n < 50 || strings.Count(file, `"faces"`) == n {
		t.Errorf("%d rolls, of which all faces are open, or the cup was not drawn from", n)
	}
}

// The twenty lines of faces.py, which share nothing with this program, find the same dice in an export.
func TestExport_DiceByAnotherHand(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3: the dice of an export were not derived by another hand")
	}
	whole := simulation(t, simulate.Options{Module: "drill", Seed: 3, Turns: 3})
	derive := func(file []byte) (string, error) {
		name := filepath.Join(t.TempDir(), "game.jsonl")
		check(t, os.WriteFile(name, file, 0o600))
		out, err := exec.CommandContext(t.Context(), python, "../../rules/dice/faces.py", name).CombinedOutput()
		return strings.TrimSpace(string(out)), err
	}
	out := must(derive(whole))(t)
	wrong(t, out != fmt.Sprintf("%d rolls are right", mustVerify(t, whole).Rolls), "%s", out)
	f := forge(t, whole)
	f.reroll(f.rows(`"faces"`)[0], "[6,6]")
	if out, err := derive(f.file()); err == nil || !strings.Contains(out, "roll 1") {
		t.Errorf("another face passes: %v: %s", err, out)
	}
}

// Each kind of tampering is found and named. (TestVerify_EveryByte and TestVerify_EveryField check that no change
// passes.) If the name says sealed anew, the forger has computed all hashes again, so that they agree.
func TestVerify_Tampering(t *testing.T) {
	t.Parallel()
	whole := simulation(t, simulate.Options{Module: "drill", Seed: 3, Turns: 3})
	mustVerify(t, whole)
	foreign := must(modules.Blob("afb"))(t)
	secret := strings.Repeat("00112233", 8)
	raw := must(hex.DecodeString(secret))(t)
	otherSecret := `{"type":"secret","secret":"` + secret + `"}`
	otherModule := `{"type":"module","bytes":"` + base64.StdEncoding.EncodeToString(foreign) + `"}`
	commitment := func(f *forgery) string {
		return regexp.MustCompile(`[0-9a-f]{64}`).FindString(string(f.row(`"opened"`).Body)[strings.Index(string(f.row(`"opened"`).Body), `"commitment"`):])
	}
	mustNot(t, string(forge(t, whole).file()) != string(whole),
		"an export that is taken apart and put together is another one")
	tamper(t, whole, []tampering{
		{"a face", func(f *forgery) { f.reroll(f.rows(`"faces"`)[0], "[6,6]") }, `^row \d+ was changed: its hash is`},
		{"a face, sealed anew", func(f *forgery) { f.reroll(f.rows(`"faces"`)[0], "[6,6]") },
			`^row \d+: roll 1 shows \[6 6\]: the secret, the words and the order give`},
		{"a roll thrown again, sealed anew", func(f *forgery) {
			at := f.rows(`"faces"`)[1]
			f.reroll(at, f.thrown(at, func(s *dice.Stream, n *uint64) { *n += 100 }))
		}, `^row \d+: roll \d+ shows .* give`},
		{"another order's roll, sealed anew", func(f *forgery) {
			at := f.rows(`"faces"`)[1]
			f.reroll(at, f.thrown(at, func(s *dice.Stream, _ *uint64) { s.Order = sha256.Sum256([]byte(`{"side":"blue"}`)) }))
		}, `^row \d+: roll \d+ shows .* give`},
		{"two rolls that change places, sealed anew", func(f *forgery) {
			at := f.rows(`"faces"`)
			one, other := f.faces(f.lines[at[0]].row), f.faces(f.lines[at[1]].row)
			mustNot(f.t, one == other, "they are alike")
			f.reroll(at[0], other)
			f.reroll(at[1], one)
		}, `^row \d+: roll 1 shows`},
		{"the number of a roll, sealed anew", says(`"rolled/1":{"number":2`, `"number":2`, `"number":3`),
			`has roll 3: it should be roll 2`},
		{"an order of a verb that is none, sealed anew", says(`"verb":"move"`, `"verb":"move"`,
			`"verb":"dance"`), `order.unknown-command`},
		{"an order spelled in another way, sealed anew",
			says(`"verb":"end"`, `{"verb":"end"}`, `{"verb":"end","x":1}`),
			`would be spelled {"verb":"end"}`},
		{"an event, sealed anew", func(f *forgery) { f.say(f.row(`"moved/1"`, `"cost":`), `"cost":`, `"cost":1`) },
			`^row \d+: event 1 is {"moved/1".*by the rules it should be {"moved/1"`},
		{"an event that is left out, sealed anew", func(f *forgery) {
			r := f.row(`"verb":"end"`, `"counted/1":{"tally":"ending","n":0}}`)
			f.say(r, `,{"counted/1":{"tally":"ending","n":0}}`, ``)
		}, `^row \d+`},
		{"an event more, sealed anew", says(`"verb":"end"`, `"record":[`, `"record":[{"counted/1":{"tally":"points","n":9}},`),
			`^row \d+: event 1 is {"counted/1":{"tally":"points"`},
		{"a dropped row", func(f *forgery) { f.drop(10) }, `^row 11 stands where row 10 should`},
		{"a dropped row, sealed anew", func(f *forgery) { f.drop(int(f.row(`"verb":"end"`).Seq)) },
			`^row \d+`},
		{"a row twice", func(f *forgery) { f.twice(f.rows(`"verb":"move"`)[0]) },
			`^row \d+ stands where row \d+ should`},
		{"a row twice, sealed anew", func(f *forgery) { f.twice(f.rows(`"verb":"move"`)[0]) },
			`^row \d+: the rules refuse it`},
		{"a row more, sealed anew", func(f *forgery) { f.twice(f.rows(`"verb":"end"`)[0]) }, `^row \d+: `},
		{"two rows that change places", func(f *forgery) {
			at := f.rows(`"joined"`)
			f.lines[at[0]], f.lines[at[1]] = f.lines[at[1]], f.lines[at[0]]
		}, `^row \d+ stands where row 2 should`},
		{"two rows that change places, sealed anew", func(f *forgery) {
			at := f.rows(`"faces"`, `"asked/1"`)[0] // and the decision that was owed for it
			f.lines[at], f.lines[at+2] = f.lines[at+2], f.lines[at]
		}, `^row \d+: the rules refuse it`},
		{"another secret", func(f *forgery) { f.line("secret").text = otherSecret },
			`^the secret has the hash .*: the commitment that was posted is .*, so it is another secret`},
		{"another commitment", func(f *forgery) {
			f.line("game").text = strings.Replace(f.line("game").text, commitment(f), dice.Commitment(raw), 1)
		}, `^the secret has the hash`},
		{"a word", line("words", "word ", "mark "), `^line \d+ is {"type":"words",.*: it should be {"type":"words"`},
		{"a word of its row, sealed anew", func(f *forgery) {
			f.say(f.row(`"word":"word `), `"word":"word `, `"word":"mark `)
			line("words", "word ", "mark ")(f)
		}, `^row \d+: roll 1 shows`},
		{"a foreign module", func(f *forgery) { f.line("module").text = otherModule },
			`so they are of another module`},
		{"a name, sealed anew", func(f *forgery) { f.row(`"verb":"end"`).Sealed = "player 3" },
			`you play no side`},
		{"the other player's name, sealed anew",
			func(f *forgery) { f.row(`"verb":"end"`, `"side":"blue"`).Sealed = "player 2" },
			`the order is of the side "blue", and its giver plays "red"`},
		{"an order that nobody gave, sealed anew",
			func(f *forgery) { f.row(`"verb":"end"}`).Sealed = "" },
			`nobody gave the order, and no phase was to pass by itself`},
		{"an order of nobody's that a player gave, sealed anew", func(f *forgery) {
			for _, name := range []string{"player 2", "player 1"} { // the one whose phase it is
				f.row(`"word":"idle"`).Sealed = name
				f.reseal()
				if _, err := proof.Verify(f.file(), rules.Modules()); err == nil ||
					!strings.Contains(err.Error(), "its giver plays") {
					return
				}
			}
		}, `^row \d+: a player gave the order, and it has the mark`},
		{"that a phase passes by itself, sealed anew", says(`"passes":true`, `"passes":true`, `"closes":true`),
			`: it should say .*"salt"`},
		{"a salt that is left out, sealed anew", func(f *forgery) {
			at := f.rows(`"salt"`)
			r := f.lines[at[1]].row
			f.say(r, regexp.MustCompile(`,"salt":"[0-9a-f]+"`).FindString(string(r.Body)), "")
		}, `^row \d+ says .*: it should say .*"salt"`},
		{"the version of a row, sealed anew",
			says(`"started"`, `"version":1`, `"version":2`),
			`version 2 is of a newer program`},
		{"something more in a row, sealed anew", says(`"verb":"end"`, `{"version":1,`,
			`{"version":1,"note":"",`), `^row \d+ says`},
		{"a game master's row that nobody gave, sealed anew", func(f *forgery) {
			r := *f.row(`"verb":"end"`)
			r.Body, r.Sealed, r.CommandID = []byte(`{"version":1,"master":{"does":"pause","reason":"x"}}`), "", "x"
			at := f.rows(`"ended"`)[0]
			r.At = f.lines[at].row.At.Add(-time.Microsecond)
			f.lines = slices.Insert(f.lines, at, forged{kind: "row", row: &r})
		}, `nobody gave it`},
		{"a name of a game that is none, sealed anew", func(f *forgery) { f.everywhere(string(f.game), "hb3c4ani, over") },
			`is no name of a game`},
		{"the head in the last line", func(f *forgery) {
			end := f.line("end")
			end.text = regexp.MustCompile(`"head":"[0-9a-f]`).ReplaceAllString(end.text, `"head":"`) // one digit less
		}, `^line \d+ is {"type":"end"`},
		{"the faces in the line of a roll", func(f *forgery) {
			l := f.line("roll")
			l.text = regexp.MustCompile(`"faces":\[[^]]*\]`).ReplaceAllString(l.text, `"faces":[6,6,6]`)
		}, `^line \d+ is {"type":"roll","number":1,"faces":\[6,6,6\]`},
		{"a line of a roll that is left out", func(f *forgery) {
			at := slices.IndexFunc(f.lines, func(l forged) bool { return l.kind == "roll" })
			f.lines = slices.Delete(f.lines, at, at+1)
			f.reseal()
		}, `^line \d+ is .*: it should be {"type":"roll"`},
		{"the line of a phase", line("phase", `"turn":1`, `"turn":2`), `^line \d+ is {"type":"phase","turn":2`},
		{"the last rows cut off, sealed anew", func(f *forgery) { f.cut(3) },
			`the game is over, and after row \d+, the last, it is not`},
		{"the last lines cut off", func(f *forgery) { f.lines = f.lines[:len(f.lines)-5] },
			`without its closing line: it was cut off`},
		{"a line that is no JSON", func(f *forgery) { f.lines[4].text, f.lines[4].row = "{", nil },
			`^line 5: it is not JSON`},
		{"a line of a type that there is not", func(f *forgery) { f.lines[5] = forged{text: `{"type":"hint"}`} },
			`^line 6: it does not begin with one of the types of lines`},
		{"blanks in a line", line("roll", ",", ", "), `^line \d+: it should be written`},
		{"no rows", func(f *forgery) { f.lines = append(f.lines[:4:4], f.lines[len(f.lines)-1]); f.reseal() },
			`has no rows`},
		{"a version to come", first(`"version":1`, `"version":2`), `^line 1: the file is of version 2`},
		{"a version beside the format of the commit before the base", first(`"version":1`, `"version":1,"format":2`),
			`^line 1: the file is of version 1`},
		{"rulings to come", func(f *forgery) {
			f.everywhere(fmt.Sprintf(`"rulings":%d`, rules.Revision), fmt.Sprintf(`"rulings":%d`, rules.Revision+1))
			f.reseal()
		}, `^line 2: the game is of revision 5 of the rulings`},
		{"the first row's hash", line("export", `"first":"`, `"first":"0`), `^line 1 is`},
		{"a time before 1970, sealed anew", func(f *forgery) { f.row(`"opened"`).At = time.Unix(-5, 0) },
			`is before 1970`},
		{"a command twice, sealed anew", func(f *forgery) {
			at := f.rows(`"verb"`)
			f.lines[at[1]].row.CommandID = f.lines[at[0]].row.CommandID
		}, `and so is an earlier one`},
	})
	t.Run("a file that breaks off in a line",
		func(t *testing.T) { refuses(t, whole[:len(whole)/2], `breaks off in line \d+: it was cut off`) })
	t.Run("an empty file", func(t *testing.T) { refuses(t, nil, `^`) })
}

// A row no later than the one before it proves no forgery, as a clock can be set back. But it is told of as a doubt.
func TestVerify_TimesThatGoBack(t *testing.T) {
	t.Parallel()
	file := simulation(t, simulate.Options{Module: "drill", Seed: 3, Turns: 3})
	for name, back := range map[string]time.Duration{"the same time": 0, "a second earlier": time.Second} {
		t.Run(name, func(t *testing.T) {
			f := forge(t, file)
			at := f.rows(`"verb"`)
			f.lines[at[1]].row.At = f.lines[at[0]].row.At.Add(-back)
			f.reseal()
			v := mustVerify(t, f.file())
			wrong(t, !v.Unchecked() || !strings.Contains(v.Doubts[0].What, "set back"), "%+v", v.Doubts)
		})
	}
}

// first returns a change to the first line.
func first(old, new string) func(*forgery) {
	return func(f *forgery) { f.lines[0].text = strings.Replace(f.lines[0].text, old, new, 1) }
}

// refuses checks that a file is refused in one line.
func refuses(t *testing.T, file []byte, want string) {
	t.Helper()
	_, err := proof.Verify(file, rules.Modules())
	if !errors.As(err, new(*api.Flaw)) || !regexp.MustCompile(want).MatchString(err.Error()) ||
		strings.Contains(err.Error(), "\n") {
		t.Errorf("it is refused with: %v\nwant %s", err, want)
		return
	}
	t.Log(err)
}
