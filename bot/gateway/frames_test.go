package gateway

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
)

// badFrames are invalid frames, with what the log says of each.
var badFrames = map[string]string{
	``:                                "no JSON",
	`{`:                               "no JSON",
	`secret`:                          "no JSON",
	`[]`:                              "wrong type",
	`null`:                            "no operation",
	`{}`:                              "no operation",
	`{"op":"0"}`:                      `"op" is of a wrong type`,
	`{"op":1e99}`:                     `"op" is of a wrong type`,
	`{"op":2,"d":{}}`:                 "operation 2 is not one",
	`{"op":-1}`:                       "operation -1 is not one",
	`{"op":77}`:                       "operation 77 is not one",
	`{"op":0,"s":3,"d":{}}`:           "without a kind",
	`{"op":0,"s":3,"t":"","d":{}}`:    "without a kind",
	`{"op":0,"s":3,"t":7,"d":{}}`:     `"t" is of a wrong type`,
	`{"op":0,"s":3,"t":"X"}`:          "without data",
	`{"op":0,"s":3,"t":"X","d":null}`: "without data",
	`{"op":0,"s":-3,"t":"X","d":{}}`:  "negative sequence",
	`{"op":0,"s":1.5,"t":"X","d":{}}`: `"s" is of a wrong type`,
	`{"op":0,"s":99999999999999999999,"t":"X","d":{}}`:        `"s" is of a wrong type`,
	`{"op":0,"s":3,"t":"READY","d":[]}`:                       "READY",
	`{"op":0,"s":3,"t":"READY","d":{}}`:                       "READY without a session",
	`{"op":0,"s":3,"t":"READY","d":{"session_id":1}}`:         `"session_id" is of a wrong type`,
	`{"op":9,"d":"secret"}`:                                   "invalid session",
	`{"op":10}`:                                               "HELLO without data",
	`{"op":10,"d":{}}`:                                        "HELLO without an interval",
	`{"op":10,"d":{"heartbeat_interval":"secret"}}`:           `"heartbeat_interval" is of a wrong type`,
	`{"op":10,"d":{"heartbeat_interval":40000}}`:              "a second HELLO",
	`{"op":0,"s":3,"t":"X","d":` + strings.Repeat(`[`, 20000): "no JSON",
}

// A bad frame is logged without its content and dropped; the connection stays open.
func TestBadFrames(t *testing.T) {
	for raw, why := range badFrames {
		synctest.Test(t, func(t *testing.T) {
			f := &fake{scripts: []script{func(p *peer) {
				p.begin()
				p.send(raw)
				p.send(`{"op":0,"s":2,"t":"GUILD_CREATE","d":{}}`)
				p.stay()
			}}}
			f.play(t, time.Hour, Options{})
			log := f.log.String()
			if !strings.Contains(strings.ReplaceAll(log, `\"`, `"`), why) || strings.Contains(log, "secret") {
				t.Errorf("of %.60s the log says\n%s", raw, log)
			}
			if !slices.Equal(f.heard, []string{"READY", "GUILD_CREATE"}) || f.count("IDENTIFY") != 1 ||
				f.count("closes") != 1 {
				t.Errorf("after %.60s it heard %q; the client did\n%s", raw, f.heard, strings.Join(f.lines, "\n"))
			}
		})
	}
}

// Compressed and oversized frames are dropped too, and many bad frames do not fill the log.
func TestFramesThatAreNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{scripts: []script{func(p *peer) {
			p.begin()
			p.mu.Lock()
			_ = p.ws.WriteMessage(websocket.BinaryMessage, []byte("\x78\x9cabc"))
			p.mu.Unlock()
			p.send(`{"op":0,"s":2,"t":"GUILD_CREATE","d":{"name":"` + strings.Repeat("x", 5000) + `"}}`)
			for range 1000 {
				p.send(`{"op":78}`)
			}
			p.send(`{"op":0,"s":3,"t":"GUILD_DELETE","d":{}}`)
			p.stay()
		}}}
		f.play(t, time.Hour, Options{Limits: Limits{Frame: 4096}})
		log := f.log.String()
		for _, want := range []string{"compressed", "larger than 4096 bytes", "frames=1002"} {
			if !strings.Contains(log, want) {
				t.Errorf("the log does not say %s:\n%s", want, log)
			}
		}
		if n := strings.Count(log, "\n"); n > 10 {
			t.Errorf("the log has %d lines", n)
		}
		if !slices.Equal(f.heard, []string{"READY", "GUILD_DELETE"}) || f.count("IDENTIFY") != 1 {
			t.Errorf("it heard %q", f.heard)
		}
	})
}

// A HELLO with an absurd interval is a bad frame.
func TestAbsurdIntervals(t *testing.T) {
	for _, interval := range []string{"0", "-1", "0.001", "999", "600001", "1e300", "-1e300"} {
		synctest.Test(t, func(t *testing.T) {
			f := &fake{scripts: []script{op(`{"op":10,"d":{"heartbeat_interval":` + interval + `}}`), lives}}
			f.play(t, time.Minute, Options{})
			f.did(t, late+"1m0s closes with 1000")
		})
	}
}

// Events are passed on once each, in the order in which they come, whatever their numbers. A resume uses the highest
// number.
func TestDoublesAndDisorder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{scripts: []script{func(p *peer) {
			p.send(`{"op":0,"s":1,"t":"EARLY","d":{}}`)
			p.begin()
			for _, s := range []string{"5", "7", "6", "7", "5", "8"} {
				p.send(`{"op":0,"s":` + s + `,"t":"E` + s + `","d":{}}`)
			}
			p.send(`{"op":0,"t":"WITHOUT","d":{}}`)
			p.send(`{"op":11}`)
			p.send(`{"op":0,"s":7,"t":"RESUMED","d":null}`)
			p.after(time.Hour)
		}, lives}}
		f.play(t, 2*time.Hour, Options{})
		if want := []string{"EARLY", "READY", "E5", "E7", "E6", "E8", "WITHOUT"}; !slices.Equal(f.heard, want) {
			t.Errorf("it heard %q", f.heard)
		}
		if f.count("RESUME one at 8") != 1 {
			t.Errorf("the client did\n%s", strings.Join(f.lines, "\n"))
		}
	})
}

// Events for an operator's metrics.
func TestEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{scripts: []script{after(50*time.Second, closing(4000)), func(p *peer) {
			p.begin()
			p.send(`{}`)
			p.stay()
		}}}
		f.play(t, 2*time.Minute, Options{})
		var kinds []Kind
		for _, e := range f.events {
			kinds = append(kinds, e.Kind)
			if e.Kind == Lost && e.Code != 4000 || e.Latency < 0 || e.At.IsZero() {
				t.Errorf("%+v", e)
			}
		}
		if want := []Kind{Connecting, Identifying, Ready, Acked, Lost, Connecting, Resuming, Resumed, Dropped, Acked,
			Acked}; !slices.Equal(kinds, want) {
			t.Errorf("it saw %v", kinds)
		}
	})
}

// FuzzDecode: no frame makes Decode panic, and decoded frames have the documented shape.
func FuzzDecode(f *testing.F) {
	for raw := range badFrames {
		f.Add([]byte(raw))
	}
	for _, raw := range []string{`{"op":10,"s":null,"t":null,"d":{"heartbeat_interval":41250,"_trace":["[\"gateway\"]"]}}`, `{"op":11}`, `{"op":7,"d":null}`,
		`{"op":9,"d":true}`, `{"op":1,"d":null}`,
		`{"op":0,"s":1,"t":"READY","d":{"v":9,"session_id":"x","resume_gateway_url":"wss://gateway.discord.gg"}}`} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := Decode(raw)
		if err != nil {
			return
		}
		if m.Op == opDispatch && (m.Kind == "" || m.Seq < 0 || m.Kind != "RESUMED" && !json.Valid(m.Data)) {
			t.Errorf("%q is decoded as %+v", raw, m)
		}
		if m.Op == opDispatch && m.Kind == "READY" {
			if r, err := readReady(m.Data); err == nil && r.Session == "" {
				t.Errorf("%q is a READY without a session", raw)
			}
		}
		if m.interval < -time.Millisecond || m.interval > 24*time.Hour {
			t.Errorf("%q has an interval of %v", raw, m.interval)
		}
		var s session
		s.note(m.Seq)
	})
}
