package gateway

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Each of Discord's close codes, in answer to IDENTIFY, to RESUME and at any other time. If it ends the program, the
// error says in one line what to do.
func TestCloseCodes(t *testing.T) {
	for code, want := range map[int]string{
		1000: "RESUME", 1001: "RESUME", 1011: "RESUME", 4000: "RESUME", 4001: "RESUME", 4002: "RESUME", 4003: "RESUME", 4005: "RESUME", 4008: "RESUME", 4999: "RESUME",
		4007: "IDENTIFY", 4009: "IDENTIFY",
		4004: "get a new one in the Developer Portal", 4010: "no shard 0 of 1", 4011: "set shards to auto",
		4012: "install a newer version",
		4013: "install a newer version", 4014: "Privileged Gateway Intents",
	} {
		for when, scripts := range map[string][]script{
			"in answer to IDENTIFY": {answering(closing(code)), lives},
			"in answer to RESUME":   {after(time.Hour, cut), answering(closing(code)), lives},
			"out of the blue":       {after(time.Hour, closing(code)), lives},
		} {
			t.Run(fmt.Sprint(code, " ", when), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					f := &fake{scripts: scripts}
					err := f.run(t, 90*time.Minute, Options{})
					sent, want := f.lines[len(f.lines)-2], want // after it comes only the close
					if when == "in answer to IDENTIFY" && want == "RESUME" {
						want = "IDENTIFY" // there is no session to resume yet
					}
					var refused *Refusal
					switch {
					case want != "RESUME" && want != "IDENTIFY":
						if !errors.As(err, &refused) || refused.Code != code ||
							!strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
							t.Errorf("it ends with %v", err)
						}
						if n := f.count("IDENTIFY"); n != 1 {
							t.Errorf("%d IDENTIFYs were sent", n)
						}
					case err != nil || !strings.Contains(sent, want):
						t.Errorf("it ends with %v; the client did\n%s", err, strings.Join(f.lines, "\n"))
					}
				})
			})
		}
	}
}

// Whatever Discord does, a day of it takes far fewer than the 1,000 IDENTIFYs after which Discord resets the token,
// never more than five in a minute, and not many connections.
func TestADayOfTrouble(t *testing.T) {
	if testing.Short() {
		t.Skip("days take seconds, and in the race detector more")
	}
	for name, c := range map[string]struct {
		scripts []script
		shards  int
	}{
		"an invalid session in answer to all":    {scripts: []script{answering(op(invalid))}},
		"a new connection in answer to all":      {scripts: []script{answering(op(reconnect))}},
		"sessions that end at once":              {scripts: []script{after(0, op(invalid))}},
		"sessions that end after five minutes":   {scripts: []script{after(5*time.Minute, op(invalid))}},
		"sessions that end after eleven minutes": {scripts: []script{after(11*time.Minute, op(invalid))}},
		"timed out in answer to all":             {scripts: []script{answering(closing(4009))}},
		"an unknown error in answer to all":      {scripts: []script{answering(closing(4000))}},
		"cut before HELLO":                       {scripts: []script{cut}},
		"cut after HELLO":                        {scripts: []script{answering(cut)}},
		"a session, cut, not resumed, invalid, and so on": {scripts: mixture(after(time.Second, cut),
			answering(op(invalid)), answering(op(invalidForNow)))},
		"a session, closed, invalid for now, reconnect, and so on": {scripts: mixture(after(time.Minute,
			closing(4000)), answering(op(invalidForNow)), answering(op(reconnect)), answering(closing(4007)))},
		"four shards, and an invalid session in answer to all": {[]script{answering(op(invalid))}, 4},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &fake{scripts: c.scripts}
				var mu sync.Mutex // all shards use the random source
				source := rand.New(rand.NewPCG(1, 2))
				random := func() float64 {
					mu.Lock()
					defer mu.Unlock()
					return source.Float64()
				}
				f.play(t, 24*time.Hour, Options{Shards: c.shards, Random: random})
				if n := f.count("IDENTIFY"); n > 350 {
					t.Errorf("%d IDENTIFYs in a day", n)
				}
				if n := f.count("dials"); n > 4000 {
					t.Errorf("%d connections in a day", n)
				}
				times := f.times("IDENTIFY")
				for i := range times {
					if i >= 5 && times[i].Sub(times[i-5]) < time.Minute {
						t.Errorf("six IDENTIFYs within %v", times[i].Sub(times[i-5]))
					}
					if i > 0 && times[i].Sub(times[i-1]) < 5*time.Second {
						t.Errorf("two IDENTIFYs within %v", times[i].Sub(times[i-1]))
					}
				}
			})
		})
	}
}

// However often sessions have failed, one more failure never makes the delay shorter.
func TestPause(t *testing.T) {
	o := Options{Random: func() float64 { return 0 }}
	for n := range 100 {
		if d, next := o.pause(n, 40*time.Second, time.Hour), o.pause(n+1, 40*time.Second, time.Hour); next < d {
			t.Errorf("%v after %d failures, %v after one more", d, n, next)
		}
	}
}

// However long Discord is in trouble, up to three quarters of an hour, the bot is back within a minute of its end, and
// has taken few sessions meanwhile.
func TestStorm_BackWithinAMinute(t *testing.T) {
	for name, trouble := range map[string]script{
		"an invalid session in answer to all": answering(op(invalid)),
		"a new connection in answer to all":   answering(op(reconnect)),
		"sessions that end at once":           after(0, op(invalid)),
		"timed out in answer to all":          answering(closing(4009)),
		"cut before HELLO":                    cut,
		"no HELLO":                            (*peer).stay,
		"no READY":                            func(p *peer) { p.greet(); p.stay() },
		"nobody answers":                      nil,
		"no gateway is named":                 lives,
	} {
		for _, long := range []time.Duration{time.Minute, 4 * time.Minute, 17 * time.Minute, 45 * time.Minute} {
			t.Run(name+", "+long.String(), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					begins := 15 * time.Minute // the storm, which ends a session that lasted
					f := &fake{}
					storm := func() bool { d := time.Since(f.began); return d >= begins && d < begins+long }
					f.scripts = []script{after(begins, op(invalid)), func(p *peer) {
						if storm() {
							trouble(p)
							return
						}
						lives(p)
					}}
					f.answer = func(n int) (int, string) {
						if name == "no gateway is named" && storm() {
							return 503, ""
						}
						return plenty(n)
					}
					if trouble == nil {
						f.stuck = func(int) bool { return storm() }
					}
					f.play(t, begins+long+2*time.Minute, Options{Random: func() float64 { return 0.99 }})
					tries := f.times("IDENTIFY")
					back := tries[len(tries)-1].Sub(f.began.Add(begins + long))
					if back > time.Minute || back < 0 && name != "no gateway is named" {
						t.Errorf("it is back %v after the storm", back)
					}
					if most := 5 + int(long/(30*time.Second)); len(tries) > most {
						t.Errorf("%d IDENTIFYs, more than %d", len(tries), most)
					}
				})
			})
		}
	}
}

// mixture repeats scripts in turn, for more than a day.
func mixture(list ...script) (all []script) {
	for range 5000 {
		all = append(all, list...)
	}
	return all
}

// How often gateway/bot is requested, and the effects of its answers.
func TestStarts(t *testing.T) {
	fails := func(status int, body string, times int) func(int) (int, string) {
		return func(n int) (int, string) {
			if n < times {
				return status, body
			}
			return plenty(n)
		}
	}
	for _, c := range []struct {
		name    string
		answer  func(int) (int, string)
		header  http.Header
		scripts []script
		runs    time.Duration
		fails   string
		logs    string
		want    string
	}{
		{"busy servers", fails(503, "<html>", 4), nil, []script{lives}, time.Minute, "", "503", `
			0s asks: 503
			750ms asks: 503
			2.25s asks: 503
			5.25s asks: 503
			11.25s asks: 200
			11.25s dials gateway.test
			11.25s IDENTIFY 0/1
			1m0s closes with 1000
		`},
		{"answers that say nothing of use", func(n int) (int, string) {
			if useless := []string{"<html>", `{"url":"https://gateway.test"}`,
				fmt.Sprintf(startsOf, 2_000_000_000, 1000, 1000, 0, 1)}; n < len(useless) {
				return 200, useless[n]
			}
			return plenty(n)
		}, nil, []script{lives}, time.Minute, "", "no JSON|no address|2000000000 shards", `
			0s asks: 200
			750ms asks: 200
			2.25s asks: 200
			5.25s asks: 200
			5.25s dials gateway.test
			5.25s IDENTIFY 0/1
			1m0s closes with 1000
		`},
		{"too many requests", fails(429, "{}", 1), http.Header{"Retry-After": {"12.5"}}, []script{lives}, time.Minute, "", "429", `
			0s asks: 429
			12.5s asks: 200
			12.5s dials gateway.test
			12.5s IDENTIFY 0/1
			1m0s closes with 1000
		`},
		{"the token is wrong", fails(401, "{}", 1), nil, []script{lives}, time.Minute, "get a new one in the Developer Portal", "", `
			0s asks: 401
		`},
		{"the token was taken away meanwhile", func(n int) (int, string) {
			if n == 0 {
				return plenty(n)
			}
			return 401, "{}"
		}, nil, []script{after(time.Hour, op(invalid)), lives}, 2 * time.Hour, "get a new one in the Developer Portal", "", started + `
			1h0m0s closes with 4000
			1h0m3s asks: 401
		`},
		{"no start is left for an hour", func(n int) (int, string) {
			if n == 0 {
				return 200, fmt.Sprintf(startsOf, 1, 1000, 0, 3_600_000, 1)
			}
			return plenty(n)
		}, nil, []script{lives}, 2 * time.Hour, "", "all starts of the day are used up", `
			0s asks: 200
			1h0m0s asks: 200
			1h0m0s dials gateway.test
			1h0m0s IDENTIFY 0/1
			2h0m0s closes with 1000
		`},
		{"no start is left, and no time is said",
			func(n int) (int, string) { return 200, fmt.Sprintf(startsOf, 1, 1000, 0, 0, 1) },
			nil, []script{lives}, 150 * time.Second, "", "all starts of the day are used up", `
			0s asks: 200
			1m0s asks: 200
			2m0s asks: 200
		`},
		{"few starts are left", func(n int) (int, string) {
			return 200, fmt.Sprintf(startsOf, 1, 1000, 100, 3_600_000, 1)
		},
			nil, []script{answering(op(invalid)), lives}, time.Hour, "", "", `
			0s asks: 200
			36s dials gateway.test
			36s IDENTIFY 0/1
			36s closes with 4000
			1m12.35s dials gateway.test
			1m12.35s IDENTIFY 0/1
			1h0m0s closes with 1000
		`},
		{"the servers fail while it is connected", func(n int) (int, string) {
			if n == 0 {
				return plenty(n)
			}
			return 503, ""
		}, nil, []script{after(time.Hour, op(invalid)), lives}, 2 * time.Hour, "", "", started + `
			1h0m0s closes with 4000
			1h0m3s asks: 503
			1h0m3s dials gateway.test
			1h0m3s IDENTIFY 0/1
			2h0m0s closes with 1000
		`},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &fake{scripts: c.scripts, answer: c.answer, header: c.header}
				err := f.run(t, c.runs, Options{})
				if c.fails == "" && err != nil || c.fails != "" &&
					(err == nil || !strings.Contains(err.Error(), c.fails)) {
					t.Errorf("it ends with %v", err)
				}
				f.did(t, c.want)
				for _, what := range strings.Split(c.logs, "|") {
					if !strings.Contains(f.log.String(), what) {
						t.Errorf("the log does not say %s:\n%s", what, &f.log)
					}
				}
			})
		})
	}
}

// A program that its supervisor restarts every second does not use up its sessions.
func TestALoopOfStarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, left := time.Now(), 1000
		for time.Since(began) < 24*time.Hour {
			f := &fake{scripts: []script{answering(closing(4014))}, answer: func(int) (int, string) {
				return 200, fmt.Sprintf(startsOf, 1, 1000, left, (24*time.Hour - time.Since(began)).Milliseconds(), 1)
			}}
			if err := f.run(t, 24*time.Hour-time.Since(began), Options{}); err == nil {
				break // the day is over
			}
			if left -= f.count("IDENTIFY"); left == 0 {
				t.Fatalf("all starts are used up after %v", time.Since(began))
			}
			time.Sleep(time.Second)
		}
		if left > 500 {
			t.Errorf("%d are left, so the program was hardly started", left)
		}
	})
}

// When Discord ends the new sessions of many shards at once, all of them reconnect soon.
func TestManyShardsComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const shards = 16
		scripts := []script{lives}
		for range shards {
			scripts = append([]script{after(5*time.Minute, op(invalid))}, scripts...)
		}
		f := &fake{scripts: scripts}
		f.play(t, 20*time.Minute, Options{Shards: shards})
		if n := f.count("IDENTIFY"); n != 2*shards {
			t.Errorf("%d IDENTIFYs of %d within 20 minutes", n, 2*shards)
		}
	})
}

// Connections that are never answered time out.
func TestBlackHoles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{scripts: []script{after(time.Hour, cut), lives},
			stuck: func(n int) bool { return n == 0 || n == 2 || n >= 4 && n < 8 }}
		f.play(t, 2*time.Hour, Options{})
		f.did(t, `
			0s no answer at discord.test:80
			20.75s asks: 200
			20.75s no answer at gateway.test:80
			40.75s dials gateway.test
			40.75s IDENTIFY 0/1
			1h0m40.75s no answer at resume.test:80
			1h1m1.5s no answer at resume.test:80
			1h1m23s no answer at resume.test:80
			1h1m46s no answer at gateway.test:80
			1h2m12s dials gateway.test
			1h2m12s RESUME one at 1
			2h0m0s closes with 1000
		`)
	})
}

// A connection that accepts no more data is given up: when a heartbeat cannot be sent, and one second after a close at
// the end of the program.
func TestADeafPeer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		deaf := func(p *peer) { p.begin(); time.Sleep(5 * time.Minute) }
		f := &fake{scripts: []script{deaf}, unread: true}
		f.play(t, 65*time.Second, Options{})
		f.did(t, started+`
			30s dials resume.test
			30s RESUME one at 1
			1m0.75s dials resume.test
			1m0.75s RESUME one at 7
		`)
		if took := time.Since(f.began); took > 67*time.Second {
			t.Errorf("it ended after %v", took)
		}
		time.Sleep(10 * time.Minute) // until the fake's end has also ended
	})
}

// Several shards start in order, those of one bucket five seconds apart.
func TestShards(t *testing.T) {
	for _, c := range []struct {
		name        string
		o           Options
		concurrency int
		want        string
	}{
		{"as many as Discord says", Options{}, 1, `
			0s asks: 200
			0s dials gateway.test
			0s IDENTIFY 0/4
			5.5s dials gateway.test
			5.5s IDENTIFY 1/4
			11s dials gateway.test
			11s IDENTIFY 2/4
			16.5s dials gateway.test
			16.5s IDENTIFY 3/4
			1m0s closes with 1000
			1m0s closes with 1000
			1m0s closes with 1000
			1m0s closes with 1000
		`},
		{"two at a time", Options{}, 2, `
			0s asks: 200
			0s dials gateway.test
			0s IDENTIFY 0/4
			0s dials gateway.test
			0s IDENTIFY 1/4
			5.5s dials gateway.test
			5.5s IDENTIFY 2/4
			5.5s dials gateway.test
			5.5s IDENTIFY 3/4
			1m0s closes with 1000
			1m0s closes with 1000
			1m0s closes with 1000
			1m0s closes with 1000
		`},
		{"a given number", Options{Shards: 2}, 1, `
			0s asks: 200
			0s dials gateway.test
			0s IDENTIFY 0/2
			5.5s dials gateway.test
			5.5s IDENTIFY 1/2
			1m0s closes with 1000
			1m0s closes with 1000
		`},
		{"some of them", Options{Shards: 8, ShardIDs: []int{5, 2}}, 1, `
			0s asks: 200
			0s dials gateway.test
			0s IDENTIFY 5/8
			5.5s dials gateway.test
			5.5s IDENTIFY 2/8
			1m0s closes with 1000
			1m0s closes with 1000
		`},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				readies := 0
				c.o.Ready = func() { readies++ }
				f := &fake{scripts: []script{lives}, answer: func(int) (int, string) {
					return 200, fmt.Sprintf(startsOf, 4, 1000, 1000, 0, c.concurrency)
				}}
				f.play(t, time.Minute, c.o)
				f.did(t, c.want)
				if readies != 1 {
					t.Errorf("it was ready %d times", readies)
				}
			})
		})
	}
	for want, o := range map[string]Options{
		"need the number": {ShardIDs: []int{1}},
		"no shard 2 of 2": {Shards: 2, ShardIDs: []int{0, 2}},
		"stands twice":    {Shards: 2, ShardIDs: []int{1, 1}},
		"-1 shards":       {Shards: -1},
	} {
		synctest.Test(t, func(t *testing.T) {
			if err := new(fake).run(t, time.Minute, o); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", want, err)
			}
		})
	}
}
